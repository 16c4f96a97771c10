/** The spec that a person is writing; it outlives the page, but not the browser's tab. */

const KEY = 'kintsugi.draft';
const PLACE = '#/submit';

/** @returns {string | null} */
export function readDraft() {
  return sessionStorage.getItem(KEY);
}

/** @param {string} text */
export function writeDraft(text) {
  sessionStorage.setItem(KEY, text);
}

export function dropDraft() {
  sessionStorage.removeItem(KEY);
}

/** Goes to where a job is submitted, with a spec in place of what stood there. @param {string} text */
export function goAndWrite(text) {
  writeDraft(text);
  location.hash = PLACE;
}

/** The spec of a job that begins with a savepoint, one key to a line. @param {any} job @param {string} savepoint */
export function specFrom(job, savepoint) {
  const { builder, artifact, params = {} } = job.program;
  const written = Object.entries(params);
  return [
    `# ${job.name} from its savepoint ${savepoint}: change what is to be different, such as the parallelism. While the job lives, another`,
    '# run needs another name; where *** stands write the secret again.',
    `name: ${job.name}`,
    `fromSavepoint: ${job.name}/${savepoint}`,
    'program:',
    `  builder: ${builder}`,
    ...(artifact ? [`  artifact: ${artifact}`] : []),
    ...(written.length ? ['  params:', ...written.map(([name, value]) => `    ${name}: ${JSON.stringify(value)}`)] : []),
    ...(job.recovery ? [`recovery: ${JSON.stringify(job.recovery)}`] : []),
    '',
  ].join('\n');
}
