import { html, nothing, repeat } from '../lib/lit.js';
import { NONE, bytes, clock, count, moment, percent, plural } from '../lib/format.js';
import { chip } from '../parts/marks.js';
import { rowButton } from '../parts/row-button.js';

/**
 * Every task of a job.
 *
 * @param {any} value of the job's topic
 * @param {(task: string) => void} onFail
 */
export function tasksTab({ tasks, job }, onFail) {
  const kept = Object.values(tasks).some(({ partitions: of }) => of);
  return html`<div class="table-frame"><table class="cards">
    <thead><tr><th>Task</th><th>State</th><th class="number">Attempt</th><th>Node</th><th class="number">In</th>
      <th class="number">Out</th><th class="number">Late</th><th class="number">Latency</th><th class="number">Busy</th><th>Watermark (UTC)</th>
      ${kept ? html`<th>Keeps</th>` : nothing}<th></th></tr></thead>
    <tbody>${repeat(Object.values(tasks), (task) => task.id, (task) => row(task, job, kept, onFail))}</tbody></table></div>`;
}

/** `4 kept, 1.2 MiB`: they are on the task's node. */
function partitions(of) {
  return of ? `${count(of.count)} ${of.state.toLowerCase()}${of.bytes ? `, ${bytes(of.bytes)}` : ''}` : NONE;
}

function row(task, job, kept, onFail) {
  const counters = task.counters ?? {};
  return html`<tr>
    <th scope="row">${task.id}</th>
    <td data-label="State">${chip('task', task.state)}</td>
    <td class="number" data-label="Attempt">${task.restarts > 0
      ? html`<span class="badge mended" title="restarted ${plural(task.restarts, 'time')}">${task.attempt}</span>` : task.attempt}</td>
    <td data-label="Node">${task.node.name}</td>
    <td class="number" data-label="In">${count(counters.recordsIn)}</td>
    <td class="number" data-label="Out">${count(counters.recordsOut)}</td>
    <td class="number" data-label="Late">${count(counters.late)}</td>
    <td class="number" data-label="Latency" title="p99 from the slowest source, by latency markers">${
      task.latencies ? `${Math.max(...task.latencies.map(({ p99Ms }) => p99Ms))} ms` : '–'}</td>
    <td class="number" data-label="Busy">${percent(busy(counters))}</td>
    <td data-label="Watermark">${task.watermark
      ? html`<span><time datetime=${task.watermark} title=${moment(task.watermark)}>${
        task.watermark.slice(0, 10)} ${clock(task.watermark)}</time>
        ${task.heldBackBy ? html`<span class="quiet">held back by ${task.heldBackBy}</span>` : nothing}</span>` : '–'}</td>
    ${kept ? html`<td data-label="Keeps">${partitions(task.partitions)}</td>` : nothing}
    <td>${task.state === 'RUNNING' && !job.endedAt ? rowButton('Fail…', task.id, () => onFail(task.id)) : nothing}</td></tr>`;
}

/** Of all the time that its attempts have had. */
function busy({ busyMs, idleMs, backPressuredMs }) {
  const all = busyMs + idleMs + backPressuredMs;
  return all ? busyMs / all : undefined;
}
