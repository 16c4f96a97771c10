import { ProblemError, get } from '../lib/api.js';
import { TopicPage } from '../lib/component.js';
import { html, nothing } from '../lib/lit.js';
import { count, duration, plural } from '../lib/format.js';
import { jobHref } from '../lib/router.js';
import { chip } from '../parts/marks.js';
import { empty, problemBox } from '../parts/notes.js';
import { balance, budget, ledger, timeline } from '../parts/recovery-view.js';

/** One recovery: what failed, what was done about it and how long that took, and what it cost. */
class RecoveryPage extends TopicPage {
  static properties = { job: {}, recovery: {} };

  /** Ranges of the loss account, read again when the recovery changes. */
  #entries = null;
  #entriesOf = '';
  #problem = null;

  get topic() {
    return `job:${this.job}`;
  }

  content({ job, recoveries, loss }) {
    const recovery = recoveries[this.recovery];
    const back = html`<p class="crumbs"><a href=${jobHref(this.job)}>${this.job}</a> ›
      <a href=${jobHref(this.job, 'recoveries')}>Recoveries</a></p>`;
    if (!recovery) {
      return html`${back}${empty(`Recovery ${this.recovery} is not known`, 'The newest are kept; a new run begins anew.')}`;
    }
    this.#load(JSON.stringify(recovery.loss) + recovery.state);
    return html`${back}
      <header class="page-head"><h1>Recovery #${recovery.id} ${chip('recovery', recovery.state)}</h1></header>
      <p class="lead">${story(recovery)}</p>
      <p class="cause"><b>${recovery.cause.type.split('.').at(-1)}</b> ${recovery.cause.message}</p>
      <section><h2>Timeline</h2>${timeline(recovery)}</section>
      <div class="columns">
        <section><h2>Loss ledger</h2>${ledger(recovery.loss)}${balance(loss)}</section>
        <div>
          <section><h2>Loss budget</h2>${budget(job.recovery, loss.budget)}</section>
          <section><h2>Tasks</h2><dl class="facts">
            <div><dt>Failed</dt><dd>${recovery.failed.join(', ')}</dd></div>
            <div><dt>Restarted</dt><dd>${recovery.restarted.join(', ')}</dd></div>
            <div><dt>Untouched</dt><dd data-figure="untouched">${count(recovery.untouched)} worked on</dd></div>
          </dl></section>
        </div>
      </div>
      <section><h2>Ranges</h2>${this.#problem ? problemBox(this.#problem) : this.#ranges()}</section>`;
  }

  async #load(version) {
    if (version === this.#entriesOf) {
      return;
    }
    this.#entriesOf = version;
    try {
      const { entries } = await get(`jobs/${encodeURIComponent(this.job)}/loss`);
      this.#entries = entries.filter((entry) => entry.recovery === this.recovery);
      this.#problem = null;
    } catch (failure) {
      this.#problem = failure instanceof ProblemError ? failure.problem : { title: 'Bug', detail: String(failure) };
    }
    this.requestUpdate();
  }

  #ranges() {
    if (!this.#entries?.length) {
      return html`<p class="quiet">No record of any channel was lost or counted twice by it, as far as the account is kept.</p>`;
    }
    return html`<div class="table-frame"><table class="cards">
      <thead><tr><th>Channel</th><th>From</th><th>To</th><th>What</th><th class="number">Records</th><th>Basis</th><th>State</th>
      </tr></thead><tbody>${this.#entries.map(rangeRow)}</tbody></table></div>`;
  }
}

function story({ strategy, restarted, untouched, durationMs, state }) {
  const took = durationMs === undefined
    ? state === 'RUNNING' ? 'is under way' : 'did not come to its end'
    : `was over in ${duration(durationMs)}`;
  return `By the strategy “${strategy}” ${plural(restarted.length, 'task')} restarted, which ${took};`
    + ` ${plural(untouched, 'task')} worked on meanwhile.`;
}

function rangeRow(entry) {
  return html`<tr><th scope="row">${entry.producer} › ${entry.consumer} <span class="quiet">${entry.channel}</span></th>
    <td class="figure" data-label="From">${count(entry.from)}</td><td class="figure" data-label="To">${
      BigInt(entry.to) < BigInt(entry.from) ? nothing : count(entry.to)}</td>
    <td data-label="What">${entry.kind.toLowerCase().replaceAll('_', ' ')}</td>
    <td class="number" data-label="Records">${count(entry.count)}</td>
    <td data-label="Basis">${entry.basis.toLowerCase()}</td><td data-label="State">${entry.state.toLowerCase()}</td></tr>`;
}

customElements.define('kin-recovery-page', RecoveryPage);
