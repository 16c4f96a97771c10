/**
 * How states look: a word, a shape and a tone, so that none is told by colour alone.
 *
 * @typedef {{word: string, shape: string, tone: string, says: string}} Look
 */

/** @type {Record<string, Look>} */
const JOB = {
  DEPLOYING: look('Deploying', 'ring', 'wait', 'its tasks are being placed and started'),
  RUNNING: look('Running', 'dot', 'good', 'all tasks run'),
  RECOVERING: look('Recovering', 'seam', 'gold', 'what failed is on its way back'),
  DEGRADED: look('Degraded', 'triangle', 'warn', 'some tasks are away, the others work on'),
  STOPPING: look('Stopping', 'ring', 'wait', 'what was read flows out'),
  FAILING: look('Failing', 'cross', 'bad', 'it failed for good; its tasks are being cancelled'),
  FINISHED: look('Finished', 'square', 'done', 'all sources ended'),
  STOPPED: look('Stopped', 'square', 'done', 'somebody stopped it'),
  FAILED: look('Failed', 'cross', 'bad', 'it failed for good'),
};

/** @type {Record<string, Look>} */
const TASK = {
  WAITING: look('Waiting', 'hollow', 'wait', 'for what it reads, or for a slot'),
  DEPLOYING: look('Deploying', 'ring', 'wait', 'on its way to a node'),
  DEPLOYED: look('Deployed', 'ring', 'wait', 'there, not yet running'),
  RUNNING: look('Running', 'dot', 'good', 'runs'),
  CANCELING: look('Cancelling', 'triangle', 'warn', 'told to end'),
  FINISHED: look('Finished', 'square', 'done', 'has done all its work'),
  FAILED: look('Failed', 'cross', 'bad', 'failed'),
  CANCELED: look('Cancelled', 'hollow', 'done', 'was told to end and has'),
};

/** @type {Record<string, Look>} */
const RECOVERY = {
  RUNNING: look('Under way', 'seam', 'gold', 'not all tasks run again'),
  DONE: look('Mended', 'dot', 'good', 'all its tasks run again'),
  ESCALATED: look('Escalated', 'triangle', 'warn', 'one with a wider strategy took its place'),
  ABANDONED: look('Abandoned', 'hollow', 'done', 'the job ended before'),
};

/** @type {Record<string, Look>} */
const CHECKPOINT = {
  PENDING: look('Pending', 'ring', 'wait', 'not all tasks have stored their state'),
  COMPLETED: look('Complete', 'dot', 'good', 'can be gone back to'),
  DISCARDED: look('Discarded', 'hollow', 'warn', 'was given up'),
};

/** @type {Record<string, Look>} */
const LEVEL = {
  INFO: look('Info', 'dot', 'done', ''),
  WARN: look('Warning', 'triangle', 'warn', 'something failed and it goes on'),
  ERROR: look('Error', 'cross', 'bad', 'a person must act'),
};

/** @type {Record<string, Look>} */
const NODE = {
  ACTIVE: look('Active', 'dot', 'good', 'takes tasks, if it is a worker'),
  UNREACHED: look('Not reached', 'cross', 'bad', 'is a member and does not answer the leader, so it gets no tasks'),
  QUARANTINED: look('Quarantined', 'triangle', 'warn', 'takes no new tasks; those that it has work on'),
  DRAINING: look('Draining', 'ring', 'wait', 'its tasks move to other nodes'),
  DRAINED: look('Drained', 'square', 'done', 'has no tasks and can be stopped'),
};

const LOOKS = { job: JOB, task: TASK, recovery: RECOVERY, checkpoint: CHECKPOINT, level: LEVEL, node: NODE };

/** @param {keyof typeof LOOKS} kind @param {string} state a newer server may know more of them @returns {Look} */
export function lookOf(kind, state) {
  return LOOKS[kind][state] ?? look(state, 'ring', 'wait', '');
}

/** What a job that has not ended can be told. @param {string} state */
export function isOver(state) {
  return ['FINISHED', 'STOPPED', 'FAILED'].includes(state);
}

function look(word, shape, tone, says) {
  return { word, shape, tone, says };
}
