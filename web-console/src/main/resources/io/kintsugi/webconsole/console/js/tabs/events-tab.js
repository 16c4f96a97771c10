import { ProblemError, get } from '../lib/api.js';
import { Component } from '../lib/component.js';
import { html, nothing, repeat } from '../lib/lit.js';
import { clock, moment } from '../lib/format.js';
import { recoveryHref } from '../lib/router.js';
import { chip } from '../parts/marks.js';
import { empty, problemBox } from '../parts/notes.js';

const REFRESH_MS = 2_000;

/** What happened in the run, and with which traces its tasks failed. */
class EventsTab extends Component {
  static properties = { job: {}, restarts: { type: Number } };

  #events = null;
  #errors = [];
  #problem = null;
  #timer = 0;

  connectedCallback() {
    super.connectedCallback();
    this.#load();
    this.#timer = setInterval(() => document.visibilityState === 'visible' && this.#load(), REFRESH_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  render() {
    if (!this.#events) {
      return this.#problem ? problemBox(this.#problem) : empty('Asking the cluster…', nothing, true);
    }
    return html`${this.#problem ? problemBox(this.#problem, 'What is shown may be old.') : nothing}
      <section><h2>Failures</h2>${this.#errors.length ? this.#errors.map(failure)
        : html`<p class="quiet">Nothing has failed.</p>`}</section>
      <section><h2>Events</h2><div class="table-frame"><table class="cards">
        <thead><tr><th>Time (UTC)</th><th>Level</th><th>Task</th><th>What</th></tr></thead>
        <tbody>${repeat(this.#events, (event) => event.seq, (event) => this.#row(event))}</tbody></table></div></section>`;
  }

  #row(event) {
    return html`<tr><td title=${moment(event.at)}>${clock(event.at)}</td><td data-label="Level">${chip('level', event.level)}</td>
      <td data-label="Task">${event.task ?? '–'}</td><td data-label="What"><span>${event.text}
        ${event.recovery ? html`<a href=${recoveryHref(this.job, event.recovery)}>recovery ${event.recovery}</a>` : nothing}</span></td></tr>`;
  }

  async #load() {
    const path = `jobs/${encodeURIComponent(this.job)}`;
    try {
      const [events, errors] = await Promise.all([get(`${path}/events`), get(`${path}/errors`, { limit: 20 })]);
      this.#events = events.items;
      this.#errors = errors.items;
      this.#problem = null;
    } catch (failed) {
      this.#problem = failed instanceof ProblemError ? failed.problem : { title: 'Bug', detail: String(failed) };
    }
    this.requestUpdate();
  }
}

function failure({ at, task, attempt, node, failure: cause }) {
  return html`<details class="failure"><summary><time title=${moment(at)}>${clock(at)}</time>
      <b>${task ?? 'the job'}</b>${attempt ? html`<span class="quiet">attempt ${attempt} on ${node?.name}</span>` : nothing}
      ${cause.type.split('.').at(-1)}: ${cause.message}</summary>
    <pre tabindex="0">${cause.trace ?? `${cause.type}: ${cause.message}`}</pre></details>`;
}

customElements.define('kin-events-tab', EventsTab);
