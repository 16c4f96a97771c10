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
  /** Counts what was asked for: only what was asked for last is shown. */
  #asked = 0;
  /** What the entries that are shown had to fit, in the words of the API. @type {Record<string, string>} */
  #filters = {};

  connectedCallback() {
    super.connectedCallback();
    this.#again();
  }

  render() {
    return html`<header class="page-head"><h1>Audit</h1>
        <div class="actions"><button class="ghost" @click=${this.#again}>Ask again</button></div></header>
      <p class="lead">Who changed what, or tried to, on the nodes that share a data folder with this one, newest first.</p>
      ${this.#form()}
      ${this.#problem ? problemBox(this.#problem, this.#entries ? 'What is shown is from before.' : '') : nothing}
      ${this.#table()}
      ${this.#next ? html`<p><button class="ghost" @click=${this.#older}>Show older ones</button></p>` : nothing}`;
  }

  #form() {
    const known = [...new Set((this.#entries ?? []).map(({ operation }) => operation))].sort();
    return html`<form class="filters" role="search" @submit=${this.#filter}>
      <label>Who <input name="user" maxlength="200" autocomplete="off" spellcheck="false"></label>
      <label>What <input name="operation" maxlength="64" list="operations" autocomplete="off" spellcheck="false" placeholder="such as stopJob"></label>
      <datalist id="operations">${known.map((operation) => html`<option value=${operation}></option>`)}</datalist>
      <label>To which thing <input name="about" maxlength="200" autocomplete="off" spellcheck="false" placeholder="a job, a node"></label>
      <label>Outcome <select name="outcome"><option value="">any</option><option value="done">done</option>
        <option value="refused">refused or failed</option></select></label>
      <button>Show these</button></form>`;
  }

  #table() {
    if (!this.#entries) {
      return this.#problem ? nothing : empty('Asking the node…', nothing, true);
    }
    if (this.#entries.length > 0) {
      return entryTable(this.#entries);
    }
    return Object.keys(this.#filters).length > 0
      ? empty('Nothing fits', html`<button class="ghost" @click=${this.#all}>Show all</button>`)
      : empty('Nothing was changed yet', 'Each change will stand here, and each one that somebody was not allowed to make.');
  }

  #filter = (event) => {
    event.preventDefault();
    const said = [...new FormData(event.target)].map(([name, text]) => [name, text.trim()]);
    this.#load({ filters: Object.fromEntries(said.filter(([, text]) => text)) });
  };

  #all = () => {
    this.querySelector('form').reset();
    this.#load({ filters: {} });
  };

  #again = () => this.#load({});

  #older = () => this.#load({ before: this.#entries, cursor: this.#next });

  /** @param {object} ask @param {object[]} [ask.before] what stands above of what is asked for @param {string} [ask.cursor] of its last */
  async #load({ filters = this.#filters, before = [], cursor }) {
    this.#asked += 1;
    const asked = this.#asked;
    let page;
    try {
      page = await get('audit', { limit: ENTRIES, ...filters, ...(cursor ? { cursor } : {}) });
    } catch (failure) {
      if (!(failure instanceof ProblemError)) {
        throw failure;
      }
      page = failure;
    }
    if (asked === this.#asked) {
      this.#show(page, { filters, before });
    }
  }

  #show(page, { filters, before }) {
    this.#problem = page.problem ?? null;
    if (!this.#problem) {
      this.#filters = filters;
      this.#entries = [...before, ...page.items];
      this.#next = page.nextCursor ?? null;
    }
    this.requestUpdate();
  }
}

function entryTable(entries) {
  return html`<div class="table-frame"><table class="cards">
      <thead><tr><th>When</th><th>Who</th><th>What</th><th>To which thing</th><th>Outcome</th><th>Asked</th><th>Request</th></tr></thead>
      <tbody>${entries.map(entryRow)}</tbody></table></div>`;
}

function entryRow({ at, user, operation, what, status, code, node, requestId }) {
  return html`<tr><td class="whole" data-label="When" title=${at}>${moment(at)}</td>
    <th scope="row" data-label="Who">${user === '-' ? html`<span class="quiet">nobody known</span>` : user}</th>
    <td data-label="What"><code>${operation}</code></td>
    <td data-label="To which thing"><span class="breaks">${Object.entries(what).map(([name, value]) => html`${name} <b>${value}</b> `)}</span></td>
    <td data-label="Outcome">${outcome(status, code)}</td>
    <td class="whole" data-label="Asked">${node}</td><td data-label="Request"><code>${requestId}</code></td></tr>`;
}

function outcome(status, code) {
  return status < 300
    ? html`<span>done <span class="quiet">${status}</span></span>`
    : html`<span>${status < 500 ? 'refused' : 'failed'} ${status}${code ? html` <a href="problems/${code}" target="_blank"><code>${code}</code></a>` : nothing}</span>`;
}

customElements.define('kin-audit-page', AuditPage);
