import { ProblemError, get } from '../lib/api.js';
import { Component } from '../lib/component.js';
import { html, nothing } from '../lib/lit.js';
import { moment } from '../lib/format.js';
import { empty, problemBox } from '../parts/notes.js';

const ENTRIES = 200;

/** Who changed what, or tried to. It stands still until it is asked for again, so that it can be read. */
class AuditPage extends Component {
  #entries = null;
  #next = null;
  #problem = null;
  #asking = false;

  connectedCallback() {
    super.connectedCallback();
    this.#again();
  }

  render() {
    return html`<header class="page-head"><h1>Audit</h1>
        <div class="actions"><button class="ghost" ?disabled=${this.#asking} @click=${this.#again}>Ask again</button></div></header>
      <p class="lead">Who changed what, or tried to, on the nodes that share a data folder with this one, newest first.</p>
      ${this.#problem ? problemBox(this.#problem, this.#entries ? 'What is shown may be old.' : '') : nothing}
      ${this.#entries ? entryTable(this.#entries) : empty('Asking the node…', nothing, true)}
      ${this.#next ? html`<p><button class="ghost" ?disabled=${this.#asking} @click=${this.#older}>Show older ones</button></p>` : nothing}`;
  }

  #again = () => this.#load([]);

  #older = () => this.#load(this.#entries, this.#next);

  /** @param {object[]} before what stands above of what is asked for @param {string} [cursor] of the last of them */
  async #load(before, cursor) {
    this.#asking = true;
    this.requestUpdate();
    try {
      const page = await get('audit', { limit: ENTRIES, ...(cursor ? { cursor } : {}) });
      this.#entries = [...before, ...page.items];
      this.#next = page.nextCursor ?? null;
      this.#problem = null;
    } catch (failure) {
      if (!(failure instanceof ProblemError)) {
        throw failure;
      }
      this.#problem = failure.problem;
    }
    this.#asking = false;
    this.requestUpdate();
  }
}

function entryTable(entries) {
  return entries.length === 0
    ? empty('Nothing was changed yet', 'Each change will stand here, and each one that somebody was not allowed to make.')
    : html`<div class="table-frame"><table class="cards">
      <thead><tr><th>When</th><th>Who</th><th>What</th><th>To which thing</th><th>Outcome</th><th>Asked</th><th>Request</th></tr></thead>
      <tbody>${entries.map(entryRow)}</tbody></table></div>`;
}

function entryRow({ at, user, operation, what, status, code, node, requestId }) {
  return html`<tr><td data-label="When" title=${at}>${moment(at)}</td>
    <th scope="row">${user === '-' ? html`<span class="quiet">nobody known</span>` : user}</th>
    <td data-label="What"><code>${operation}</code></td>
    <td data-label="To which thing"><span class="breaks">${Object.entries(what).map(([name, value]) => html`${name} <b>${value}</b> `)}</span></td>
    <td data-label="Outcome">${outcome(status, code)}</td>
    <td data-label="Asked">${node}</td><td data-label="Request"><code>${requestId}</code></td></tr>`;
}

function outcome(status, code) {
  return status < 300
    ? html`<span>done <span class="quiet">${status}</span></span>`
    : html`<span>refused ${status}${code ? html` <a href="problems/${code}" target="_blank"><code>${code}</code></a>` : nothing}</span>`;
}

customElements.define('kin-audit-page', AuditPage);
