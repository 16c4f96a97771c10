import { ProblemError, newKey, post } from '../lib/api.js';
import { Component } from '../lib/component.js';
import { html, nothing } from '../lib/lit.js';
import { plural } from '../lib/format.js';
import { jobHref } from '../lib/router.js';
import { session } from '../lib/session.js';
import { problemBox } from '../parts/notes.js';
import '../parts/job-graph.js';

const PAUSE_MS = 400;
const DRAFT = 'kintsugi.draft';

const TEMPLATES = {
  Flights: `# Online training: which flights will arrive late?
program:
  builder: io.kintsugi.examples.flights.FlightsJob
  params:
    records: 0          # without end
    rate: 2000          # per second
    parallelism: 4
recovery:
  strategy: task        # only what failed restarts
  lossBudget: {records: 10000, windowMs: 600000, onExcess: escalate}
`,
  Quakes: `# Event time: earthquakes by network and hour, from reports that come hours late
program:
  builder: io.kintsugi.examples.quakes.QuakesJob
`,
  'Your own': `name: my-job
program:
  builder: com.example.MyJob
  params: {}
`,
};

/** A job as text. While it is written the cluster builds it without starting it and says what is wrong, or what would run. */
class SubmitPage extends Component {
  static properties = { text: { state: true } };

  #judged = null;
  #problem = null;
  #asking = false;
  #timer = 0;
  #key = newKey();
  #submitting = false;

  constructor() {
    super();
    this.text = sessionStorage.getItem(DRAFT) ?? TEMPLATES.Flights;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#judge();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  render() {
    const valid = this.#judged?.valid && !this.#asking;
    return html`<h1>Submit a job</h1>
      <p class="lead">YAML or JSON. The builder is a class on the class path of all nodes, or in a JAR that was uploaded.
        ${session.authentication ? nothing : 'This cluster asks nobody to log in, so JARs cannot be uploaded to it.'}</p>
      <div class="columns">
        <section aria-labelledby="spec-title"><h2 id="spec-title">Spec</h2>
          <p class="templates">Begin with ${Object.keys(TEMPLATES).map((name) => html`<button class="ghost small"
            @click=${() => this.#write(TEMPLATES[name])}>${name}</button>`)}</p>
          <textarea class="code" aria-label="Spec of the job" spellcheck="false" rows="18" .value=${this.text}
            @input=${(event) => this.#write(event.target.value)}></textarea>
          <p class="dialog-actions"><button class="main" ?disabled=${!valid || this.#submitting} @click=${this.#submit}>${
            this.#submitting ? 'Submitting…' : 'Submit'}</button></p>
        </section>
        <section aria-labelledby="plan-title"><h2 id="plan-title">What would run</h2>
          <div aria-live="polite" aria-busy=${this.#asking ? 'true' : 'false'}>${this.#verdict()}</div></section>
      </div>`;
  }

  #verdict() {
    if (this.#problem) {
      return problemBox(this.#problem);
    }
    if (!this.#judged) {
      return html`<p class="quiet">The cluster is building it…</p>`;
    }
    if (!this.#judged.valid) {
      return this.#judged.problems.map((problem) => problemBox(problem));
    }
    const { plan, name } = this.#judged;
    return html`<p>${name ? html`<b>${name}</b>: ` : nothing}${plural(plan.tasks, 'task')} in ${
      plural(plan.vertices.length, 'chain')}, ${plural(plan.keyGroups, 'key group')}.</p>
      <kin-job-graph .graph=${plan}></kin-job-graph>`;
  }

  #write(text) {
    this.text = text;
    this.#key = newKey();
    sessionStorage.setItem(DRAFT, text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#judge(), PAUSE_MS);
  }

  async #judge() {
    const judgedText = this.text;
    this.#asking = true;
    this.requestUpdate();
    try {
      const judged = await post('jobs:validate', judgedText);
      if (judgedText === this.text) {
        this.#judged = judged;
        this.#problem = null;
      }
    } catch (failure) {
      this.#refused(failure, judgedText);
    }
    this.#asking = judgedText !== this.text;
    this.requestUpdate();
  }

  #submit = async () => {
    this.#submitting = true;
    this.requestUpdate();
    try {
      const job = await post('jobs', this.text, this.#key);
      sessionStorage.removeItem(DRAFT);
      location.hash = jobHref(job.name);
    } catch (failure) {
      this.#refused(failure, this.text);
    }
    this.#submitting = false;
    this.requestUpdate();
  };

  #refused(failure, text) {
    if (!(failure instanceof ProblemError)) {
      throw failure;
    }
    if (text === this.text) {
      this.#problem = failure.problem;
      this.#judged = null;
    }
  }
}

customElements.define('kin-submit-page', SubmitPage);
