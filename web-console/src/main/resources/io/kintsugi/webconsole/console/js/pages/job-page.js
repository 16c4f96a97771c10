import { TopicPage } from '../lib/component.js';
import { html, nothing } from '../lib/lit.js';
import { between, moment } from '../lib/format.js';
import { jobHref } from '../lib/router.js';
import { session } from '../lib/session.js';
import { isOver } from '../lib/states.js';
import { chip } from '../parts/marks.js';
import { empty, problemBox } from '../parts/notes.js';
import { askForSavepoint, askToFail, askToStop } from '../parts/questions.js';
import { graphTab } from '../tabs/graph-tab.js';
import { recoveriesTab } from '../tabs/recoveries-tab.js';
import { specTab } from '../tabs/spec-tab.js';
import { tasksTab } from '../tabs/tasks-tab.js';
import '../tabs/checkpoints-tab.js';
import '../tabs/events-tab.js';

const TABS = { graph: 'Graph', tasks: 'Tasks', recoveries: 'Recoveries', checkpoints: 'Checkpoints', events: 'Events', spec: 'Spec' };

/** One job: what it is made of, what it does, what failed and what that cost. */
class JobPage extends TopicPage {
  static properties = { job: {}, tab: {}, picked: { state: true } };

  get topic() {
    return `job:${this.job}`;
  }

  unknown(problem) {
    return problem.status === 404
      ? empty(`There is no job ${this.job}`, html`<a href="#/submit">Submit one</a>; this page shows it as soon as it is there.`)
      : problemBox(problem, 'It is asked for again every second.');
  }

  content(value) {
    return html`${this.#head(value)}
      <nav class="tabs" aria-label="Parts of the job">${Object.entries(TABS).map(([tab, word]) => html`<a
        href=${jobHref(this.job, tab)} aria-current=${this.tab === tab ? 'page' : nothing}>${word}${badge(tab, value)}</a>`)}</nav>
      ${value.job.state === 'FAILED' ? failure(value.job.failure) : nothing}
      <div class="tab-body">${this.#body(value)}</div>`;
  }

  #head({ job, tasks }) {
    const over = isOver(job.state);
    const refusal = session.refusal('operator');
    const action = (look, word, act) => html`<button class=${look} ?disabled=${over || refusal}
      title=${refusal || nothing} @click=${act}>${word}</button>`;
    return html`<header class="page-head">
      <h1>${job.name} ${chip('job', job.state)}</h1>
      <p class="quiet">run ${job.run}, ${over ? html`ended after ${between(job.submittedAt, job.endedAt)}`
        : html`up for <time datetime=${job.submittedAt} title=${moment(job.submittedAt)}>${between(job.submittedAt)}</time>`}</p>
      <div class="actions">
        ${action('ghost', 'Fail a task…', () => askToFail(this.job, Object.values(tasks), job.recovery))}
        ${action('ghost', 'Savepoint…', () => askForSavepoint(this.job))}
        ${action('harsh', 'Stop…', () => askToStop(this.job, job.state))}
      </div>
      ${refusal && !over ? html`<p class="quiet refusal">${refusal}</p>` : nothing}
    </header>`;
  }

  #body(value) {
    switch (this.tab) {
      case 'tasks':
        return tasksTab(value, (task) => askToFail(this.job, Object.values(value.tasks), value.job.recovery, task));
      case 'recoveries':
        return recoveriesTab(this.job, value);
      case 'checkpoints':
        return html`<kin-checkpoints-tab .job=${this.job} .value=${value}></kin-checkpoints-tab>`;
      case 'events':
        return html`<kin-events-tab .job=${this.job} .restarts=${value.job.restarts}></kin-events-tab>`;
      case 'spec':
        return specTab(value.job);
      default:
        return graphTab(this.job, value, this.picked, (event) => { this.picked = event.detail; });
    }
  }
}

function badge(tab, { recoveries }) {
  const n = tab === 'recoveries' ? Object.keys(recoveries).length : 0;
  return n ? html` <span class="badge">${n}</span>` : nothing;
}

function failure(cause) {
  return cause ? problemBox({ title: `It failed: ${cause.type.split('.').at(-1)}`, detail: cause.message }) : nothing;
}

customElements.define('kin-job-page', JobPage);
