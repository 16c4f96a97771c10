import { html, nothing, svg } from '../lib/lit.js';
import { clock, count, duration, moment, percent, plural } from '../lib/format.js';
import { recoveryHref } from '../lib/router.js';
import { chip, meter } from './marks.js';

/** The stages in their order, and what is done until each is reached. */
const STAGES = [
  { name: 'failed', word: 'Failed', until: '' },
  { name: 'detected', word: 'Detected', until: 'notice' },
  { name: 'decided', word: 'Decided', until: 'decide' },
  { name: 'deployed', word: 'Deployed', until: 'deploy' },
  { name: 'restored', word: 'State restored', until: 'restore' },
  { name: 'reconnected', word: 'Reconnected', until: 'reconnect' },
  { name: 'firstRecord', word: 'First record', until: 'take a record' },
  { name: 'caughtUp', word: 'Caught up', until: 'catch up' },
];

const LEDGER = [
  { field: 'lostState', word: 'Lost with state', says: 'taken only by an attempt whose state is gone, or never delivered' },
  { field: 'discarded', word: 'Discarded', says: 'thrown away by a producer while its consumer was away' },
  { field: 'duplicates', word: 'Duplicates', says: 'read once more by a source; they may count twice', aside: true },
  { field: 'orphans', word: 'Orphans', says: 'passed on by an attempt whose state was rolled back behind them', aside: true },
  { field: 'lateAfterRecovery', word: 'Late', says: 'behind the watermark since their producer had been away', aside: true },
];

const BASIS = {
  COUNTED: 'counted',
  BOUNDED: 'at most so many',
  UNKNOWN: 'nobody can say exactly',
};

/** A row of a list. */
export function recoveryRow(job, recovery) {
  return html`<tr>
    <th scope="row"><a href=${recoveryHref(job, recovery.id)}>#${recovery.id}</a></th>
    <td data-label="State">${chip('recovery', recovery.state)}</td>
    <td data-label="Failed">${recovery.failed.join(', ')}</td>
    <td data-label="Strategy">${recovery.strategy}</td>
    <td class="number" data-label="Took">${duration(recovery.durationMs)}</td>
    <td class="number" data-label="Lost">${lossFigure(recovery.loss)}</td>
    <td class="number" data-label="Untouched">${count(recovery.untouched)}</td>
    <td data-label="At" title=${moment(recovery.timeline.failed)}>${clock(recovery.timeline.failed)}</td>
  </tr>`;
}

/** What was lost and how sure that is: `1,204`, `≤ 1,204`. */
export function lossFigure(loss) {
  return html`<span title=${BASIS[loss.basis]}>${loss.basis === 'COUNTED' ? '' : '≤ '}${count(loss.lost)}</span>`;
}

/** The times of a recovery, each stage a bar where it lies within the whole. */
export function timeline(recovery) {
  const reached = STAGES.filter(({ name }) => recovery.timeline[name])
    .map((stage) => ({ ...stage, at: recovery.timeline[stage.name], to: Date.parse(recovery.timeline[stage.name]) }))
    .sort((a, b) => a.to - b.to); // Some tasks catch up before others are connected.
  const start = reached[0].to;
  const whole = Math.max(1, reached.at(-1).to - start);
  const bars = reached.slice(1).map((stage, index) => ({ ...stage, from: reached[index].to }));
  return html`<div class="table-frame"><table class="gantt"><caption>From the failure at
      <time datetime=${recovery.timeline.failed ?? nothing}>${moment(recovery.timeline.failed)}</time></caption>
    <thead><tr><th>Stage</th><th class="gantt-track">${duration(0)} to ${duration(whole)}</th><th class="number">Took</th>
      <th class="number">At</th></tr></thead>
    <tbody>${bars.map((bar) => ganttRow(bar, start, whole))}</tbody>
  </table></div>`;
}

function ganttRow({ word, until, from, to, at }, start, whole) {
  const x = (100 * (from - start)) / whole;
  const width = Math.max(0.8, (100 * (to - from)) / whole);
  return html`<tr><th scope="row">${word}<span class="quiet">${until}</span></th>
    <td class="gantt-track"><svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
      ${svg`<rect class="gantt-all" y="6" width="100" height="1.500" /><rect class="gantt-bar" x=${Math.min(x, 99.2)} y="2"
        width=${Math.min(width, 100 - Math.min(x, 99.2))} height="10" />`}</svg></td>
    <td class="number">${duration(to - from)}</td><td class="number" title=${moment(at)}>+${duration(to - start)}</td></tr>`;
}

/** What it cost, line by line, with how sure each figure is. */
export function ledger(loss) {
  return html`<div class="table-frame"><table class="ledger">
    <thead><tr><th>Records</th><th class="number">Number</th><th>Basis</th></tr></thead>
    <tbody>${LEDGER.map(({ field, word, says, aside }) => html`<tr class=${aside ? 'aside' : nothing}>
        <th scope="row">${word}<span class="quiet">${says}</span></th>
        <td class="number" data-figure=${field}>${count(loss[field])}</td><td>${loss[field] ? BASIS[loss.basis] : 'counted'}</td></tr>`)}
      <tr class="sum"><th scope="row">Lost<span class="quiet">with state, and discarded</span></th>
        <td class="number" data-figure="lost">${count(loss.lost)}</td>
        <td>${BASIS[loss.basis]}${loss.least === loss.lost ? '' : html`, at least ${count(loss.least)}`}</td></tr>
    </tbody></table></div>`;
}

/** What the limits of the loss budget leave. @param {any} recovery what the job asks for @param {any} used */
export function budget(recovery, used) {
  const limits = recovery?.lossBudget ?? {};
  const lines = [
    ['Records lost', used.lost, limits.records, count],
    ['Of all records', used.fraction, limits.fraction, percent],
    ['Recoveries', used.recoveries, limits.recoveries, count],
    ['Some task away', used.unavailableMs, limits.unavailableMs, duration],
  ].filter(([, , limit]) => limit !== undefined);
  if (lines.length === 0) {
    return html`<p class="quiet">The job has no loss budget.</p>`;
  }
  return html`<dl class="budget">${lines.map(([word, is, limit, format]) => html`<div><dt>${word}</dt>
      <dd>${format(is)} of ${format(limit)} ${meter(limit ? is / limit : is ? 1 : 0, word)}</dd></div>`)}</dl>
    <p class="quiet">Within ${duration(limits.windowMs ?? 600_000)}; beyond it the job’s word is
      “${limits.onExcess ?? 'escalate'}”. ${used.exceeded ? html`<b>It is used up.</b>` : nothing}</p>`;
}

/** Whether all records of all channels are accounted for. */
export function balance(loss) {
  return loss.balanced
    ? html`<p class="balance"><svg class="tick" viewBox="0 0 12 12" aria-hidden="true"><path d="M2 6.500l2.800 3L10 3" /></svg>
        The account balances: sent = received + lost${loss.checkedChannels
          ? `, on ${plural(loss.checkedChannels, 'channel')} at the last checkpoint` : ''}.</p>`
    : html`<p class="problem">The account does not balance: records of a channel do not add up. This is a bug of Kintsugi.</p>`;
}
