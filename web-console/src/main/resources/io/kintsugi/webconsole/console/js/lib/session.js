import { ProblemError, UNAUTHENTICATED, get, post, remove } from './api.js';
import { live } from './live.js';

const CHANNEL = 'kintsugi-session';
const AGAIN_MS = 2_000;

/** Each may do all that those before it may. */
const ROLES = ['viewer', 'operator', 'deployer', 'admin'];

/**
 * Who uses this browser, and what they may do. The server decides; here it only keeps people from asking in vain. All tabs
 * have the same cookie, so they tell each other when somebody logs in or out.
 */
class Session extends EventTarget {
  #channel = new BroadcastChannel(CHANNEL);
  /** @type {'asking' | 'out' | 'in'} */
  #state = 'asking';
  /** @type {{authentication: boolean, uploads?: boolean, user?: string, role?: string}} */
  #me = { authentication: false };
  #problem = null;
  #again = 0;
  #connected = false;

  constructor() {
    super();
    this.#channel.onmessage = () => this.#load();
    window.addEventListener(UNAUTHENTICATED, () => this.#become('out'));
    live.addEventListener('change', () => this.#streamChanged());
    this.#load();
  }

  /** `asking` until the server has answered for the first time. */
  get state() {
    return this.#state;
  }

  /** Why the server does not say who this is; it is asked again. */
  get problem() {
    return this.#problem;
  }

  /** Whether there is anything to log in to. */
  get authentication() {
    return this.#me.authentication;
  }

  /** Whether this node takes JARs. */
  get uploads() {
    return this.#me.uploads;
  }

  get user() {
    return this.#me.user;
  }

  get role() {
    return this.#me.role;
  }

  /**
   * Why the person may not do what needs a role; empty if they may.
   *
   * @param {string} role one of ROLES
   */
  refusal(role) {
    const may = !this.authentication || ROLES.indexOf(this.role) >= ROLES.indexOf(role);
    return may ? '' : `This takes the role ${role}; you are ${this.role}.`;
  }

  /** @throws {ProblemError} @param {string} user @param {string} password */
  async logIn(user, password) {
    this.#become('in', await post('session', { user, password }));
    this.#channel.postMessage('changed');
  }

  /** @throws {ProblemError} */
  async logOut() {
    await remove('session');
    sessionStorage.clear(); // What the next person finds here should be their own.
    this.#become('out');
    this.#channel.postMessage('changed');
  }

  async #load() {
    clearTimeout(this.#again);
    try {
      this.#become('in', await get('me'));
    } catch (failure) {
      if (!(failure instanceof ProblemError)) {
        throw failure;
      }
      if (failure.problem.status !== 401) {
        this.#problem = failure.problem;
        this.dispatchEvent(new Event('change'));
        this.#again = setTimeout(() => this.#load(), AGAIN_MS);
      }
    }
  }

  /** A stream also ends when its session has. */
  #streamChanged() {
    if (this.#connected && !live.connected) {
      this.#load();
    }
    this.#connected = live.connected;
  }

  #become(state, me = { authentication: true }) {
    clearTimeout(this.#again);
    this.#state = state;
    this.#me = me;
    this.#problem = null;
    this.dispatchEvent(new Event('change'));
  }
}

export const session = new Session();
