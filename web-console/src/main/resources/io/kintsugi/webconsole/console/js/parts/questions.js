import { html, nothing } from '../lib/lit.js';
import { post, remove } from '../lib/api.js';
import { goAndWrite, specFrom } from '../lib/draft.js';
import { plural } from '../lib/format.js';
import { session } from '../lib/session.js';
import { isOver } from '../lib/states.js';
import { ask } from './dialogs.js';

const STOP_MODES = [
  {
    mode: 'drain',
    word: 'Drain',
    says: 'Sources end, and what they have read flows out to the sinks. Nothing is lost. The job ends when all of it has arrived.',
  },
  {
    mode: 'savepoint',
    word: 'With a savepoint',
    says: 'A savepoint is the last thing that the sources say; then all tasks end. A later run can begin exactly there.',
  },
  {
    mode: 'now',
    word: 'Now',
    says: 'All tasks are cancelled at once. What is under way between them is dropped.',
  },
  {
    mode: 'force',
    word: 'By force',
    says: 'As now, but a task that is not gone a moment later is left behind where it hangs. Also ends a job that is stuck on'
      + ' its way to another end.',
  },
];

/** What may still be asked of a job that is on its way to an end: only what is stronger. */
const STRONGER = { STOPPING: ['now', 'force'], FAILING: ['force'] };

/** @param {string} job @param {string} state of the job */
export function askToStop(job, state) {
  const modes = STOP_MODES.filter(({ mode }) => STRONGER[state]?.includes(mode) ?? true);
  ask({
    title: `Stop ${job}`,
    harsh: true,
    body: (form) => html`
      <fieldset class="choices"><legend>How</legend>${modes.map(({ mode, word, says }, index) =>
        choice('mode', { value: mode, word, says, checked: index === 0 }))}</fieldset>
      ${form.get('mode') === 'savepoint' ? savepointName('Name of the savepoint') : nothing}`,
    action: (form) => `Stop: ${wordOf(form.get('mode') ?? modes[0].mode)}`,
    act: (form, key) => post(`jobs/${encodeURIComponent(job)}:stop`, stopBody(form), key),
  });
}

/** @param {string} job */
export function askForSavepoint(job) {
  ask({
    title: `Take a savepoint of ${job}`,
    body: () => html`<p>The state of all tasks at one moment is stored under a name and stays until you delete it. The job
      goes on meanwhile. Another run can begin with it, also with another parallelism.</p>
      ${savepointName('Name')}`,
    action: () => 'Take the savepoint',
    act: (form, key) => post(`jobs/${encodeURIComponent(job)}/savepoints`, nameBody(form), key),
  });
}

/** @param {string} node its name */
export function askToDrain(node) {
  ask({
    title: `Drain ${node}`,
    body: () => html`<p>The node gets no tasks from now on, and those that it has move to other nodes without losing a record. When
      none is left it can be stopped. If the others have no room for them, nothing is begun.</p>`,
    action: () => `Drain ${node}`,
    act: (form, key) => post(`nodes/${encodeURIComponent(node)}:drain`, undefined, key),
  });
}

/** @param {string} node its name */
export function askToUndrain(node) {
  ask({
    title: `Let ${node} have tasks again`,
    body: () => html`<p>New tasks may come to it. Those that have left it stay where they are.</p>`,
    action: () => 'Let it have tasks',
    act: (form, key) => post(`nodes/${encodeURIComponent(node)}:undrain`, undefined, key),
  });
}

/** How long a quarantine may be asked for here, in minutes; the API takes any end. */
const QUARANTINE_TIMES = [[15, '15 minutes'], [60, '1 hour'], [360, '6 hours'], [1440, '1 day'], [10080, '1 week']];

/** @param {string} node its name */
export function askToQuarantine(node) {
  ask({
    title: `Quarantine ${node}`,
    body: () => html`<p>No task begins on the node until the time is over; those that it has work on. One of them that fails begins
        anew on another node, or waits for room there. The quarantine also holds when the node starts again.</p>
      <label>For<select name="minutes">${QUARANTINE_TIMES.map(([minutes, words]) =>
        html`<option value=${minutes} ?selected=${minutes === 60}>${words}</option>`)}</select></label>
      <label>Reason<input name="reason" required maxlength="200" autocomplete="off" placeholder="for those who wonder why"></label>`,
    action: () => `Quarantine ${node}`,
    act: (form, key) => post(`nodes/${encodeURIComponent(node)}:quarantine`, quarantineBody(form), key),
  });
}

/** @param {string} node its name */
export function askToRelease(node) {
  ask({
    title: `Release ${node}`,
    body: () => html`<p>The quarantine ends now, and new tasks may come to the node. Those that began elsewhere meanwhile stay there.</p>`,
    action: () => 'Release it',
    act: (form, key) => post(`nodes/${encodeURIComponent(node)}:release`, undefined, key),
  });
}

/**
 * The next run of a job, with the state of a savepoint: as the job is, or changed by the person before.
 *
 * @param {any} job @param {string} savepoint of it
 */
export function askToBeginWith(job, savepoint) {
  const refusal = session.refusal('deployer');
  ask({
    title: `Begin ${job.name} with ${savepoint}`,
    harsh: !isOver(job.state),
    body: (form) => html`<fieldset class="choices"><legend>How</legend>
        ${choice('way', {
          value: 'same',
          word: 'As it is',
          says: `${isOver(job.state) ? '' : 'The run that lives ends at once. '}The next run begins with the same words`
            + ' and the state of the savepoint. Sources that can rewind read again what came after it.',
          checked: true,
        })}
        ${choice('way', {
          value: 'changed',
          word: 'Changed',
          says: 'Its spec is opened for you to change it, such as to another parallelism, and nothing is done before'
            + ' you submit it. Sources that cannot divide their positions keep their parallelism.',
          refusal,
        })}</fieldset>
      ${form.get('way') === 'changed' && !isOver(job.state)
        ? html`<p class="note">As long as ${job.name} lives, the other run needs another name: stop it, or change the name.</p>` : nothing}`,
    action: (form) => (form.get('way') === 'changed' ? 'Open the spec' : 'Begin the next run'),
    act: async (form, key) => (form.get('way') === 'changed'
      ? goAndWrite(specFrom(job, savepoint))
      : post(`jobs/${encodeURIComponent(job.name)}:restart`, { from: 'savepoint', savepoint }, key)),
  });
}

/** One of the radio buttons of a group. */
function choice(group, { value, word, says, checked = false, refusal = '' }) {
  return html`<label class="choice"><input type="radio" name=${group} value=${value} ?checked=${checked} ?disabled=${refusal}>
    <span><b>${word}</b><span class="quiet">${says} ${refusal}</span></span></label>`;
}

/** @param {string} job @param {string} savepoint @param {() => void} then called when it is gone */
export function askToDelete(job, savepoint, then) {
  ask({
    title: `Delete the savepoint ${savepoint}`,
    harsh: true,
    body: () => html`<p>No later run of ${job} can begin with it any more. State that nothing else refers to is removed from the
      disk.</p>`,
    action: () => 'Delete it',
    act: () => remove(`jobs/${encodeURIComponent(job)}/savepoints/${encodeURIComponent(savepoint)}`).then(then),
  });
}

/**
 * @param {string} job
 * @param {{id: string, state: string}[]} tasks
 * @param {any} recovery what the job has to say about failures
 * @param {string} [chosen] task to begin with
 */
export function askToFail(job, tasks, recovery, chosen) {
  const running = tasks.filter((task) => task.state === 'RUNNING');
  ask({
    title: 'Fail a task',
    harsh: true,
    body: () => html`<p>The task fails as if a function of it had thrown, so that you see what a failure costs.</p>
      <label>Task<select name="task" required>${running.map(({ id }) =>
        html`<option ?selected=${id === chosen}>${id}</option>`)}</select></label>
      <p class="note">${whatFollows(recovery?.strategy, tasks.length)}</p>
      ${running.length ? nothing : html`<p>No task runs now.</p>`}`,
    action: (form) => (form.get('task') ? `Fail ${form.get('task')}` : 'Fail it'),
    act: (form, key) => post(`jobs/${encodeURIComponent(job)}:fail-task`, { task: form.get('task') }, key),
  });
}

function whatFollows(strategy, tasks) {
  switch (strategy) {
    case 'task':
      return `By the job’s strategy “task” it alone restarts, from its newest state; the other ${plural(tasks - 1, 'task')} work`
        + ' on. What it loses is counted.';
    case 'sink':
      return 'By the job’s strategy “sink” it restarts alone if it has no consumers, else with its region.';
    case 'downstream':
      return 'By the job’s strategy “downstream” it restarts with all tasks that its records reach. What is lost is counted.';
    case 'region':
      return 'By the job’s strategy “region” all tasks that are connected with it go back to the last complete checkpoint.'
        + ' Nothing is lost.';
    default:
      return 'The job says nothing about recovery: it restarts by the settings of the node, or fails.';
  }
}

function savepointName(label) {
  return html`<label>${label}<input name="name" pattern="[a-z0-9]([a-z0-9._\\-]*[a-z0-9])?" maxlength="64"
    title="lower-case letters and digits, with . _ - between them" placeholder="named after the time unless you say otherwise"
    autocomplete="off" spellcheck="false"></label>`;
}

function wordOf(mode) {
  return STOP_MODES.find((known) => known.mode === mode).word.toLowerCase();
}

function stopBody(form) {
  const mode = form.get('mode');
  return mode === 'savepoint' && form.get('name') ? { mode, savepoint: form.get('name') } : { mode };
}

function nameBody(form) {
  return form.get('name') ? { name: form.get('name') } : {};
}

function quarantineBody(form) {
  const until = new Date(Date.now() + Number(form.get('minutes')) * 60_000);
  return { until: until.toISOString(), reason: form.get('reason') };
}
