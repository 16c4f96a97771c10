import { parseJson } from './json.js';

const BASE = new URL('api/v1/', document.baseURI);
const UNREACHABLE = {
  title: 'The server cannot be reached',
  detail: 'No answer came. Is the node still there, and this browser on its network?',
};

/** An event of the window: the server does not know, or does not know any more, who asks. */
export const UNAUTHENTICATED = 'kin-unauthenticated';

/** A request that was refused or not answered; `problem` is what the API says (RFC 9457). */
export class ProblemError extends Error {
  /**
   * @param {{title: string, detail: string, code?: string, status?: number, errors?: object[]}} problem
   * @param {number} [retryAfterS] when to ask again; 0 if the server does not say
   */
  constructor(problem, retryAfterS = 0) {
    super(problem.detail);
    this.problem = problem;
    this.retryAfterS = retryAfterS;
  }
}

/** The stream of what happens. @param {string[]} topics */
export function eventsUrl(topics) {
  const url = new URL('events', BASE);
  url.searchParams.set('topics', topics.join(','));
  return url;
}

/**
 * @param {string} path below `/api/v1/`
 * @param {Record<string, string | number>} [query]
 */
export function get(path, query = {}) {
  const url = at(path);
  Object.entries(query).forEach(([name, value]) => url.searchParams.set(name, String(value)));
  return send('GET', url);
}

/**
 * Changes something. The same key with the same body does nothing twice, so a click that was answered too late can be
 * repeated.
 *
 * @param {string} path below `/api/v1/`
 * @param {object | string | undefined} body an object for JSON, a text for YAML; none where the operation takes none
 * @param {string} [key] of idempotency; none for operations that only look
 */
export function post(path, body, key) {
  const text = typeof body === 'string';
  return send('POST', at(path), {
    body: text ? body : JSON.stringify(body),
    headers: {
      ...(body === undefined ? {} : { 'content-type': text ? 'application/yaml' : 'application/json' }),
      ...(key ? { 'idempotency-key': key } : {}),
    },
  });
}

/** Stores a JAR. @param {Blob} file */
export function upload(file) {
  return send('POST', at('artifacts'), { body: file, headers: { 'content-type': 'application/java-archive' } });
}

/** @param {string} path below `/api/v1/` */
export function remove(path) {
  return send('DELETE', at(path));
}

/** A key for one intention of a person. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The dot keeps `jobs:validate` from being taken for an address with the scheme `jobs`. */
function at(path) {
  return new URL(`./${path}`, BASE);
}

async function send(method, url, options = {}) {
  let response;
  let text;
  try {
    response = await fetch(url, {
      method,
      credentials: 'same-origin',
      ...options,
      // No form of another site can send it, so the server takes changes by cookie only with it.
      headers: { 'x-requested-by': 'console', ...options.headers },
    });
    text = await response.text();
  } catch {
    throw new ProblemError(UNREACHABLE);
  }
  const answer = parse(text, response);
  if (response.status === 401) {
    window.dispatchEvent(new Event(UNAUTHENTICATED));
  }
  if (!response.ok) {
    throw new ProblemError(answer, Number(response.headers.get('retry-after')));
  }
  return answer;
}

function parse(text, response) {
  try {
    return parseJson(text);
  } catch {
    throw new ProblemError({
      title: 'The answer cannot be read',
      detail: `status ${response.status} without JSON; something between this browser and the node may have answered`,
    });
  }
}
