import { ProblemError, get, newKey, post, upload } from '../lib/api.js';
import { OWN, beginningWith } from '../lib/beginnings.js';
import { Component } from '../lib/component.js';
import { dropDraft, readDraft, writeDraft } from '../lib/draft.js';
import { html, live, nothing } from '../lib/lit.js';
import { plural } from '../lib/format.js';
import { jobHref } from '../lib/router.js';
import { session } from '../lib/session.js';
import { builderOf, withArtifact, withParam } from '../lib/spec-text.js';
import { problemBox } from '../parts/notes.js';
import { parameterForm } from '../parts/parameter-form.js';
import '../parts/job-graph.js';

const PAUSE_MS = 400;

/** A job as text. While it is written the cluster builds it without starting it and says what is wrong, or what would run. */
class SubmitPage extends Component {
  static properties = { text: { state: true } };

  #judged = null;
  #problem = null;
  #asking = false;
  #timer = 0;
  #key = newKey();
  #submitting = false;
  /** Which beginning the text is, untouched; and what was written before one was looked at. @type {{chosen: string, before: string}} */
  #beginning = { chosen: '', before: '' };
  /** Classes that the cluster lists. @type {string[]} */
  #builders = [];
  /** What the builder asked for when it could be built last. @type {{builder?: string, all: any[]}} */
  #parameters = { all: [] };
  /** @type {{says?: string, problem?: any}} */
  #jar = {};

  constructor() {
    super();
    this.text = readDraft() ?? '';
  }

  connectedCallback() {
    super.connectedCallback();
    this.#begin();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  render() {
    const valid = this.#judged?.valid && !this.#asking;
    return html`<h1>Submit a job</h1>
      <p class="lead">YAML or JSON. The builder is a class on the class path of all nodes, or in a JAR that was uploaded.</p>
      <div class="columns">
        <section aria-labelledby="spec-title"><h2 id="spec-title">Spec</h2>
          <p class="templates"><label>Begin with <select name="begin" .value=${live(this.#beginning.chosen)} @change=${this.#choose}>
            <option value="">${this.#beginning.chosen ? 'what was here' : 'choose…'}</option>
            ${this.#builders.map((builder) => html`<option value=${builder}>${builder.split('.').at(-1)}</option>`)}
            <option value="own">a class of your own</option></select></label></p>
          <textarea class="code" aria-label="Spec of the job" spellcheck="false" rows="18" .value=${live(this.text)}
            @input=${(event) => this.#write(event.target.value)}></textarea>
          ${this.#uploads()}
          <p class="dialog-actions"><button class="main" ?disabled=${!valid}
            aria-disabled=${this.#submitting ? 'true' : nothing} @click=${this.#submit}>${
            this.#submitting ? 'Submitting…' : 'Submit'}</button></p>
        </section>
        <div>
          <section aria-labelledby="plan-title"><h2 id="plan-title">What would run</h2>
            <div aria-live="polite" aria-busy=${this.#asking ? 'true' : 'false'}>${this.#verdict()}</div></section>
          ${this.#form()}
        </div>
      </div>`;
  }

  #form() {
    const { builder, all } = this.#parameters;
    if (all.length === 0) {
      return nothing;
    }
    return html`<section aria-labelledby="parameters-title"><h2 id="parameters-title">Parameters</h2>
      ${builder && builderOf(this.text) === builder
        ? parameterForm(all, this.text, (name, value) => this.#write(withParam(this.text, name, value)))
        : html`<p class="quiet">Fields appear here for a builder that works, in a spec with one key to a line.</p>`}</section>`;
  }

  #uploads() {
    const refusal = session.uploads ? session.refusal('deployer')
      : 'This node takes no JARs: http.artifact-uploads is false. It can be true where people log in.';
    return html`<div class="upload"><label>JAR with builders <input type="file" name="jar" accept=".jar"
        ?disabled=${refusal} aria-describedby="jar-says" @change=${this.#upload}></label>
      <p class="quiet" id="jar-says" role="status">${refusal || this.#jar.says || 'Its digest comes into the spec.'}</p>
      ${this.#jar.problem ? problemBox(this.#jar.problem) : nothing}</div>`;
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

  /** With what was written before, or the first builder that the cluster lists. */
  async #begin() {
    try {
      this.#builders = (await get('builders')).items.map(({ builder }) => builder);
    } catch (failure) {
      this.#refused(failure, this.text);
    }
    this.text ||= this.#builders.length ? beginningWith(this.#builders[0]) : OWN;
    this.#judge();
  }

  /** The arrow keys walk through the list and choose each on their way, so the choice stays, and what was written is kept. */
  #choose = (event) => {
    const chosen = event.target.value;
    const before = this.#beginning.chosen ? this.#beginning.before : this.text;
    this.#write(chosen ? textOf(chosen) : before);
    this.#beginning = { chosen, before };
  };

  #upload = async (event) => {
    const [file] = event.target.files;
    if (!file) {
      return;
    }
    this.#jar = { says: `Uploading ${file.name}…` };
    this.requestUpdate();
    try {
      const { digest } = await upload(file);
      this.#jar = { says: `${file.name} is there as ${digest}.` };
      this.#write(builderOf(this.text) ? withArtifact(this.text, digest) : this.text);
    } catch (failure) {
      if (!(failure instanceof ProblemError)) {
        throw failure;
      }
      this.#jar = { problem: failure.problem };
    }
    this.requestUpdate();
  };

  #write(text) {
    this.text = text;
    this.#beginning = { chosen: '', before: '' };
    this.#key = newKey();
    this.#asking = true; // What was said of the text before says nothing of this one.
    writeDraft(text);
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
        this.#parameters = judged.valid ? { builder: builderOf(judgedText), all: judged.parameters } : this.#parameters;
      }
    } catch (failure) {
      this.#judged = null;
      this.#refused(failure, judgedText);
    }
    this.#asking = judgedText !== this.text;
    this.requestUpdate();
  }

  #submit = async () => {
    if (this.#submitting) {
      return; // The button stays on, or it would lose the focus.
    }
    this.#submitting = true;
    this.#problem = null;
    this.requestUpdate();
    try {
      const job = await post('jobs', this.text, this.#key);
      dropDraft();
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
    }
  }
}

function textOf(beginning) {
  return beginning === 'own' ? OWN : beginningWith(beginning);
}

customElements.define('kin-submit-page', SubmitPage);
