import { html, nothing, repeat } from '../lib/lit.js';
import { plural } from '../lib/format.js';
import { isOver } from '../lib/states.js';
import { empty } from '../parts/notes.js';
import { balance, budget, ledger, recoveryRow } from '../parts/recovery-view.js';

/** What the run has recovered from, and what all of it has cost. */
export function recoveriesTab(job, { recoveries, loss, job: status }) {
  const newest = Object.values(recoveries).sort((a, b) => Number(b.id) - Number(a.id));
  return html`${newest.length ? table(job, newest)
    : empty('This run had to recover from nothing',
      isOver(status.state) ? nothing : 'Try it: “Fail a task…” shows what a failure costs.')}
    <div class="columns">
      <section><h2>The account of the run</h2>${ledger(loss.total)}${balance(loss)}</section>
      <section><h2>Loss budget</h2>${budget(status.recovery, loss.budget)}
        <p class="quiet">${plural(status.restarts, 'restart')} of tasks in this run.</p></section>
    </div>`;
}

function table(job, recoveries) {
  return html`<div class="table-frame"><table class="cards">
    <thead><tr><th>No.</th><th>State</th><th>Failed</th><th>Strategy</th><th class="number">Took</th><th class="number">Lost</th>
      <th class="number">Untouched</th><th>At (UTC)</th></tr></thead>
    <tbody>${repeat(recoveries, (one) => one.id, (one) => recoveryRow(job, one))}</tbody></table></div>`;
}
