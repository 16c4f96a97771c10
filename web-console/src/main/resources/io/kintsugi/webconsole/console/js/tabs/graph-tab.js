import { html, nothing } from '../lib/lit.js';
import { NONE, bytes, count, decimal, moment, rate } from '../lib/format.js';
import { jobHref } from '../lib/router.js';
import { isOver, lookOf } from '../lib/states.js';
import { chip, meter } from '../parts/marks.js';
import { balance, budget, lossFigure, recoveryRow } from '../parts/recovery-view.js';
import '../parts/job-graph.js';
import '../parts/throughput-chart.js';

const WORST = 5;

/**
 * The picture of a job and what it does now.
 *
 * @param {string} job
 * @param {any} value of its topic
 * @param {string | null | undefined} picked name of a vertex
 * @param {(event: CustomEvent<string | null>) => void} onPick
 */
export function graphTab(job, value, picked, onPick) {
  const { graph, recoveries, loss } = value;
  const vertex = graph.vertices.find(({ name }) => name === picked);
  const over = isOver(value.job.state);
  const newest = Object.values(recoveries).sort((a, b) => Number(b.id) - Number(a.id))[0];
  return html`
    <section aria-label="Graph"><kin-job-graph .graph=${graph} ?over=${over} .picked=${picked} @pick=${onPick}></kin-job-graph>
      ${iterations(graph.iterations)}
      ${stages(graph.vertices)}
      ${vertex ? vertexPanel(vertex, value.tasks, over) : html`<p class="quiet hint">Pick a box to see more of it.</p>`}</section>
    <div class="columns wide-left">
      <section><h2>Records per second</h2>
        <kin-throughput-chart .job=${job} .graph=${graph}></kin-throughput-chart></section>
      <section><h2>${over ? 'Edges' : 'Edges that wait'}</h2>${worstEdges(graph, over)}</section>
    </div>
    <div class="columns wide-left">
      <section><h2>Last recovery</h2>${newest ? html`<div class="table-frame"><table class="cards"><thead><tr><th>No.</th>
        <th>State</th><th>Failed</th><th>Strategy</th><th class="number">Took</th><th class="number">Lost</th>
        <th class="number">Untouched</th><th>At (UTC)</th></tr></thead><tbody>${recoveryRow(job, newest)}</tbody></table></div>
        <p><a href=${jobHref(job, 'recoveries')}>All recoveries</a></p>`
        : html`<p class="quiet">This run had to recover from nothing${over ? '' : ' so far'}.</p>`}</section>
      <section><h2>Lost so far: ${lossFigure(loss.total)}</h2>${budget(value.job.recovery, loss.budget)}${balance(loss)}</section>
    </div>`;
}

/** A line for each part of the job that runs in supersteps. */
function iterations(all = []) {
  return all.map(({ name, superstep, max, value, over }) => html`<p class="iteration">Iteration <strong>${name}</strong>:
    superstep ${count(superstep)} of at most ${count(max)}${value === undefined ? nothing : `, value ${decimal(value)}`}${
      over ? ', over' : nothing}</p>`);
}

/** How far each stage of a job in batch mode is, and what it keeps for the next ones. */
function stages(vertices) {
  const all = vertices.filter(({ stage }) => stage);
  return all.length === 0 ? nothing : html`<div class="table-frame"><table class="cards"><thead><tr><th>Stage</th><th>State</th>
    <th>Partitions</th><th class="number">Records</th><th class="number">Bytes</th><th class="number">Read</th>
    <th class="number">Lost so far</th><th>On</th></tr></thead><tbody>${all.map(stageRow)}</tbody></table></div>`;
}

function stageRow({ name, stage, partitions: kept }) {
  return html`<tr><th scope="row">${name}</th><td data-label="State">${chip('task', stage)}</td>
    <td data-label="Partitions">${kept ? counts(kept.states, (state, n) => `${count(n)} ${state.toLowerCase()}`) : NONE}</td>
    <td class="number" data-label="Records">${count(kept?.records)}</td>
    <td class="number" data-label="Bytes">${bytes(kept?.bytes)}</td>
    <td class="number" data-label="Read">${count(kept?.readRecords)}</td>
    <td class="number" data-label="Lost so far">${count(kept?.lost)}</td>
    <td data-label="On">${kept ? counts(kept.nodes, (node, n) => `${node} (${count(n)})`) : NONE}</td></tr>`;
}

/** @param {Record<string, number>} of @param {(name: string, n: number) => string} text */
function counts(of, text) {
  return Object.entries(of).map(([name, n]) => text(name, n)).join(', ') || NONE;
}

function vertexPanel(vertex, tasks, over) {
  const perS = (figure) => (over ? nothing : html` <span class="quiet">${rate(figure)}</span>`);
  const held = vertex.tasks.map(({ id }) => tasks[id]?.heldBackBy).find((by) => by);
  const facts = [
    ['Steps', vertex.steps.join(' › ')],
    ...(vertex.stage ? [['Stage', lookOf('task', vertex.stage).word]] : []),
    ['Taken', html`${count(vertex.recordsIn)}${perS(vertex.recordsInPerS)}`],
    ['Given', html`${count(vertex.recordsOut)}${perS(vertex.recordsOutPerS)}`],
    ['Late', count(vertex.late)],
    ['Watermark', vertex.watermark ? moment(vertex.watermark) : 'none'],
    ...(held ? [['Watermark held back by', held]] : []),
    ['State', vertex.stateBytes === undefined ? 'none stored' : bytes(vertex.stateBytes)],
    ['Threads', vertex.blocking ? 'blocking, off the event loops' : 'event loop'],
    ...(vertex.standby ? [['Standing by', count(vertex.standby)]] : []),
  ];
  return html`<div class="panel" aria-live="off"><h3>${vertex.label}</h3>
    <dl class="facts across">${facts.map(([term, fact]) => html`<div><dt>${term}</dt><dd>${fact}</dd></div>`)}
      ${over ? nothing : html`<div><dt>Busy</dt><dd>${meter(vertex.busy, 'Busy', 'flow')}</dd></div>
        <div><dt>Waits for consumers</dt><dd>${meter(vertex.backPressured, 'Waits for consumers')}</dd></div>`}</dl></div>`;
}

/** Edges whose producers wait most, which is where a job is too slow. Nobody waits in one that is over. */
function worstEdges({ vertices, edges }, over) {
  const waits = new Map(vertices.map(({ name, backPressured }) => [name, backPressured]));
  const worst = edges.map((edge) => ({ ...edge, waits: waits.get(edge.from) }))
    .sort((a, b) => b.waits - a.waits || b.lost - a.lost).slice(0, WORST);
  return html`<div class="table-frame"><table><thead><tr><th>Edge</th>${
    over ? nothing : html`<th>Producer waits</th>`}<th class="number">Lost</th></tr></thead>
    <tbody>${worst.map((edge) => html`<tr><th scope="row">${edge.from} › ${edge.to}</th>
      ${over ? nothing : html`<td>${meter(edge.waits, 'Producer waits')}</td>`}
      <td class="number">${edge.least === edge.lost ? nothing : '≤ '}${count(edge.lost)}</td></tr>`)}</tbody></table></div>`;
}
