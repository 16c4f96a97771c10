import { ProblemError, get } from '../lib/api.js';
import { Component } from '../lib/component.js';
import { html, nothing, repeat } from '../lib/lit.js';
import { between, bytes, clock, count, moment } from '../lib/format.js';
import { chip } from '../parts/marks.js';
import { empty, problemBox } from '../parts/notes.js';
import { askToBeginWith, askToDelete } from '../parts/questions.js';
import { rowButton } from '../parts/row-button.js';

/** Checkpoints of the run and savepoints of the job; savepoints are asked for when a checkpoint comes or goes. */
class CheckpointsTab extends Component {
  static properties = { job: {}, value: { attribute: false } };

  #savepoints = [];
  #problem = null;
  #askedFor = '';

  render() {
    const newest = Object.values(this.value.checkpoints).sort((a, b) => Number(b.checkpoint) - Number(a.checkpoint));
    this.#load(newest.map(({ checkpoint, state }) => checkpoint + state).join());
    return html`<div class="columns">
      <section><h2>Checkpoints</h2>${newest.length ? checkpointTable(newest)
        : empty('No checkpoints', 'The job stores no state, or has not begun to.')}</section>
      <section><h2>Savepoints</h2>${this.#problem ? problemBox(this.#problem) : this.#table()}</section>
    </div>`;
  }

  #table() {
    return savepointTable(this.#savepoints, ({ name, state }) => html`<span class="row-actions">${[
      state === 'COMPLETED' ? rowButton('Begin with…', name, () => askToBeginWith(this.value.job, name)) : nothing,
      rowButton('Delete…', name, () => askToDelete(this.job, name, () => this.#load('deleted'))),
    ]}</span>`);
  }

  async #load(version) {
    if (version === this.#askedFor) {
      return;
    }
    this.#askedFor = version;
    try {
      this.#savepoints = (await get(`jobs/${encodeURIComponent(this.job)}/savepoints`)).items;
      this.#problem = null;
    } catch (failure) {
      this.#problem = failure instanceof ProblemError ? failure.problem : { title: 'Bug', detail: String(failure) };
    }
    this.requestUpdate();
  }
}

function checkpointTable(checkpoints) {
  return html`<div class="table-frame"><table class="cards">
    <thead><tr><th>No.</th><th>State</th><th class="number">Size</th><th class="number">Took</th><th>At (UTC)</th><th>Remarks</th></tr></thead>
    <tbody>${repeat(checkpoints, (one) => one.checkpoint, (one) => html`<tr>
      <th scope="row">#${one.checkpoint}</th><td data-label="State">${chip('checkpoint', one.state)}</td>
      <td class="number" data-label="Size">${bytes(one.bytes)}</td>
      <td class="number" data-label="Took">${one.endedAt ? between(one.triggeredAt, one.endedAt) : '–'}</td>
      <td data-label="At" title=${moment(one.triggeredAt)}>${clock(one.triggeredAt)}</td>
      <td data-label="Remarks">${remarks(one)}</td></tr>`)}</tbody></table></div>`;
}

function remarks({ savepoint, lost, reason, waitingFor, state }) {
  return [
    savepoint ? html`savepoint ${savepoint}. ` : nothing,
    lost ? html`${count(lost)} lost since the one before. ` : nothing,
    reason ?? nothing,
    state === 'PENDING' && waitingFor.length ? html`waits for ${waitingFor.join(', ')}` : nothing,
  ];
}

/** @param {any[]} savepoints @param {(savepoint: any) => unknown} action */
function savepointTable(savepoints, action) {
  return savepoints.length === 0
    ? empty('No savepoints', 'Those that you take stay until you delete them.')
    : html`<div class="table-frame"><table class="cards">
      <thead><tr><th>Name</th><th>State</th><th class="number">Run</th><th class="number">Size</th><th>At</th><th></th></tr></thead>
      <tbody>${savepoints.map((one) => html`<tr><th scope="row">${one.name}</th>
        <td data-label="State">${chip('checkpoint', one.state)}</td><td class="number" data-label="Run">${one.run}</td>
        <td class="number" data-label="Size">${bytes(one.bytes)}</td>
        <td data-label="At"><span>${moment(one.endedAt)} ${one.reason ?? nothing}</span></td>
        <td>${action(one)}</td></tr>`)}</tbody></table></div>`;
}

customElements.define('kin-checkpoints-tab', CheckpointsTab);
