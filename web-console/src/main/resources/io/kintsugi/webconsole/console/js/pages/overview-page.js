import { TopicPage } from '../lib/component.js';
import { html, nothing, repeat } from '../lib/lit.js';
import { between, clock, count, moment, rate } from '../lib/format.js';
import { jobHref, recoveryHref } from '../lib/router.js';
import { isOver, lookOf } from '../lib/states.js';
import { chip, meter } from '../parts/marks.js';
import { empty } from '../parts/notes.js';

/** All jobs at a glance, the nodes they run on, and what happened lately. */
class OverviewPage extends TopicPage {
  content({ jobs, nodes, events, figures }) {
    const all = Object.values(jobs);
    return html`<h1 class="unseen">Overview</h1>
      <section class="strip" aria-label="In short">${strip(all, Object.values(nodes), figures)}</section>
      <div class="columns wide-left">
        <section aria-labelledby="jobs-title">
          <h2 id="jobs-title">Jobs</h2>
          ${all.length ? jobTable(all, figures) : noJobs()}
        </section>
        <section aria-labelledby="news-title">
          <h2 id="news-title">What happened</h2>
          ${feed(Object.values(events))}
        </section>
      </div>`;
  }
}

function strip(jobs, nodes, figures) {
  const leader = nodes.find((node) => node.leader);
  const each = Object.values(figures);
  const worst = Object.entries(figures).sort(([, a], [, b]) => b.budgetUsed - a.budgetUsed)[0];
  return [
    tile('Nodes', count(nodes.length), leader ? html`${leader.name} leads` : 'nobody leads'),
    tile('Jobs', count(jobs.length), byState(jobs)),
    tile('Read', sumOfRates(each, 'recordsInPerS'), 'records by all sources'),
    tile('Written', sumOfRates(each, 'recordsOutPerS'), 'records by all sinks'),
    tile(
      'Loss budget used',
      worst ? meter(worst[1].budgetUsed, 'Loss budget used') : '–',
      worst ? html`most by <a href=${jobHref(worst[0])}>${worst[0]}</a>` : 'no job lives',
    ),
  ];
}

function tile(title, figure, note) {
  return html`<div class="tile"><h3>${title}</h3><p class="tile-figure">${figure}</p><p class="quiet">${note}</p></div>`;
}

function sumOfRates(figures, field) {
  return figures.length ? rate(figures.reduce((sum, one) => sum + one[field], 0)) : '–';
}

function byState(jobs) {
  const counts = new Map();
  jobs.forEach(({ state }) => counts.set(state, (counts.get(state) ?? 0) + 1));
  return [...counts].map(([state, n]) => `${n} ${lookOf('job', state).word.toLowerCase()}`).join(', ') || 'none yet';
}

function jobTable(jobs, figures) {
  const living = (job) => (isOver(job.state) ? 1 : 0);
  const sorted = [...jobs].sort((a, b) => living(a) - living(b) || a.name.localeCompare(b.name));
  return html`<div class="table-frame"><table class="cards">
    <thead><tr><th>Job</th><th>State</th><th class="number">In</th><th class="number">Out</th><th class="number">Lost</th>
      <th class="number">Restarts</th><th>Budget used</th><th class="number">Age</th></tr></thead>
    <tbody>${repeat(sorted, (job) => job.name, (job) => jobRow(job, figures[job.name]))}</tbody>
  </table></div>`;
}

function jobRow(job, figures) {
  return html`<tr>
    <th scope="row"><a href=${jobHref(job.name)}>${job.name}</a> <span class="quiet">run ${job.run}</span></th>
    <td data-label="State">${chip('job', job.state)}</td>
    <td class="number" data-label="In">${rate(figures?.recordsInPerS)}</td>
    <td class="number" data-label="Out">${rate(figures?.recordsOutPerS)}</td>
    <td class="number" data-label="Lost">${count(figures?.loss.total.lost)}</td>
    <td class="number" data-label="Restarts">${count(job.restarts)}</td>
    <td data-label="Budget used">${figures ? meter(figures.budgetUsed, 'Loss budget used') : '–'}</td>
    <td class="number" data-label="Age" title=${moment(job.submittedAt)}>${between(job.submittedAt, job.endedAt)}</td>
  </tr>`;
}

function noJobs() {
  return empty('No jobs yet', html`<a class="button main" href="#/submit">Submit a job</a>
    or type <code>bin/kintsugi demo</code>`);
}

function feed(events) {
  if (events.length === 0) {
    return empty('Nothing yet', 'Since this leader leads nothing has happened.');
  }
  const newest = events.sort((a, b) => (BigInt(a.seq) < BigInt(b.seq) ? 1 : -1));
  return html`<ol class="feed">${repeat(newest, (event) => event.seq, feedItem)}</ol>`;
}

function feedItem(event) {
  return html`<li class="tone-${lookOf('level', event.level).tone}" data-kind=${event.kind}>
    <time datetime=${event.at} title=${moment(event.at)}>${clock(event.at)}</time>
    <span>${event.job ? html`<a href=${jobHref(event.job)}>${event.job}</a>` : html`<b>${event.node?.name}</b>`}
      ${event.recovery ? html`<a href=${recoveryHref(event.job, event.recovery)}>recovery ${event.recovery}</a>` : nothing}
      ${event.level === 'INFO' ? nothing : html`<span class="quiet">${lookOf('level', event.level).word}</span>`}
      <span class="feed-text" title=${event.text}>${event.text}</span></span>
  </li>`;
}

customElements.define('kin-overview-page', OverviewPage);
