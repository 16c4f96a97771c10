import { TopicPage } from '../lib/component.js';
import { html, nothing, repeat } from '../lib/lit.js';
import { count, moment, plural } from '../lib/format.js';
import { jobHref } from '../lib/router.js';
import { chip } from '../parts/marks.js';
import { empty } from '../parts/notes.js';
import { askToDrain, askToQuarantine, askToRelease, askToUndrain } from '../parts/questions.js';
import { rowButton } from '../parts/row-button.js';

/** The nodes that this node sees, and which tasks are where. */
class ClusterPage extends TopicPage {
  content({ nodes, figures }) {
    const all = Object.values(nodes);
    const slots = slotsOf(all.filter(({ state }) => state === 'ACTIVE'));
    const shut = slotsOf(all) - slots;
    return html`<h1>Cluster</h1>
      <p class="lead">${plural(all.length, 'node')} with ${plural(slots, 'slot')}${
        shut ? `, and ${count(shut)} more that get no tasks now` : ''}. A slot has room for one task of each chain of a job.</p>
      ${all.length ? nodeTable(all, figures) : empty('No node is in view')}
      <section aria-labelledby="where-title"><h2 id="where-title">Where tasks are</h2>${placement(all, figures)}</section>`;
  }
}

function slotsOf(nodes) {
  return nodes.reduce((sum, { slots }) => sum + slots, 0);
}

function nodeTable(nodes, figures) {
  return html`<div class="table-frame"><table class="cards">
    <thead><tr><th>Node</th><th>State</th><th>Roles</th><th class="number">Slots</th><th class="number">Tasks</th><th>HTTP</th>
      <th>Incarnation</th><th></th></tr></thead>
    <tbody>${repeat(nodes, (node) => node.incarnation, (node) => nodeRow(node, figures))}</tbody>
  </table></div>`;
}

function nodeRow(node, figures) {
  const tasks = Object.values(figures).reduce((sum, { placement: where }) => sum + (where?.[node.incarnation]?.length ?? 0), 0);
  return html`<tr>
    <th scope="row">${node.name}${node.leader ? html` <span class="badge">leads</span>` : ''}</th>
    <td data-label="State"><span>${chip('node', node.state)}${remarks(node)}</span></td>
    <td data-label="Roles">${node.roles.map((role) => role.toLowerCase()).join(', ')}</td>
    <td class="number" data-label="Slots">${count(node.slots)}</td>
    <td class="number" data-label="Tasks">${count(tasks)}</td>
    <td data-label="HTTP">${node.http ? html`<code>${node.http}</code>` : '–'}</td>
    <td data-label="Incarnation"><code>${node.incarnation}</code></td>
    <td>${node.slots > 0 ? html`<span class="row-actions">${actions(node)}</span>` : nothing}</td>
  </tr>`;
}

function remarks({ state, tasksLeft, quarantine, unreached }) {
  return [
    state === 'DRAINING' ? html` ${plural(tasksLeft, 'task')} left` : nothing,
    quarantine ? html`<span class="quiet remark">${state === 'QUARANTINED' ? '' : 'quarantined '}until ${
      moment(quarantine.until)}: ${quarantine.reason}</span>` : nothing,
    unreached ? html`<span class="quiet remark">does not reach ${unreached.join(', ')}</span>` : nothing,
  ];
}

function actions({ name, state, quarantine }) {
  const drained = state === 'DRAINING' || state === 'DRAINED';
  return [
    drained ? rowButton('Undrain…', name, () => askToUndrain(name)) : rowButton('Drain…', name, () => askToDrain(name)),
    quarantine ? rowButton('Release…', name, () => askToRelease(name)) : rowButton('Quarantine…', name, () => askToQuarantine(name)),
  ];
}

/** A row for each job, a column for each node that runs tasks. */
function placement(nodes, figures) {
  const jobs = Object.entries(figures).filter(([, { placement: where }]) => where);
  const workers = nodes.filter((node) => node.slots > 0);
  if (jobs.length === 0) {
    return html`<p class="quiet">No job lives.</p>`;
  }
  return html`<div class="table-frame"><table class="cards">
    <thead><tr><th>Job</th>${workers.map(({ name }) => html`<th>${name}</th>`)}</tr></thead>
    <tbody>${jobs.map(([job, { placement: where }]) => html`<tr><th scope="row"><a href=${jobHref(job, 'tasks')}>${job}</a></th>
      ${workers.map(({ name, incarnation }) => html`<td data-label=${name}>${tasksOf(where[incarnation] ?? [])}</td>`)}</tr>`)}
    </tbody></table></div>`;
}

function tasksOf(tasks) {
  return tasks.length
    ? html`<ul class="places">${tasks.map((task) => html`<li>${task}</li>`)}</ul>`
    : html`<span class="quiet">none</span>`;
}

customElements.define('kin-cluster-page', ClusterPage);
