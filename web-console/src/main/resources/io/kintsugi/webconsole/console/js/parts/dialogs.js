import { Component } from '../lib/component.js';
import { ProblemError, newKey } from '../lib/api.js';
import { html, nothing } from '../lib/lit.js';
import { problemBox } from './notes.js';

/**
 * A question before something changes.
 *
 * @typedef {object} Question
 * @property {string} title
 * @property {(form: FormData) => unknown} body a template; it is drawn again with each change in it
 * @property {(form: FormData) => string} action the word on the button that does it
 * @property {(form: FormData, key: string) => Promise<any>} act
 * @property {boolean} [harsh] whether something is lost by it
 */

/** Asks; the act happens if the person says so. @param {Question} question */
export function ask(question) {
  window.dispatchEvent(new CustomEvent('kin-ask', { detail: question }));
}

/** The one dialog of the page. The browser keeps the focus in it and gives it back. */
class Dialogs extends Component {
  /** @type {Question | null} */
  #question = null;
  #key = '';
  #busy = false;
  #problem = null;
  #asked = (event) => this.#open(event.detail);

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener('kin-ask', this.#asked);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener('kin-ask', this.#asked);
  }

  render() {
    return html`<dialog aria-labelledby="dialog-title" @close=${this.#closed}>${
      this.#question ? this.#form(this.#question) : nothing}</dialog>`;
  }

  #form(question) {
    const form = this.#data();
    return html`<form @submit=${this.#act} @change=${() => this.requestUpdate()}>
      <h2 id="dialog-title">${question.title}</h2>
      ${question.body(form)}
      ${this.#problem ? problemBox(this.#problem) : nothing}
      <p class="dialog-actions">
        <button type="button" class="ghost" @click=${() => this.querySelector('dialog').close()}>Leave it as it is</button>
        <button class=${question.harsh ? 'harsh' : 'main'} aria-disabled=${this.#busy ? 'true' : nothing}>${
          this.#busy ? 'Asking…' : question.action(form)}</button>
      </p>
    </form>`;
  }

  #data() {
    const form = this.querySelector('form');
    return form ? new FormData(form) : new FormData();
  }

  async #open(question) {
    this.#question = question;
    this.#key = newKey();
    this.#problem = null;
    this.requestUpdate();
    await this.updateComplete;
    this.querySelector('dialog').showModal();
    this.requestUpdate(); // Once more, with what the form says at first.
  }

  #closed = () => {
    this.#question = null;
    this.requestUpdate();
  };

  #act = async (event) => {
    event.preventDefault();
    if (this.#busy) {
      return; // The button stays on, or it would lose the focus.
    }
    this.#busy = true;
    this.#problem = null;
    const answer = this.#question.act(this.#data(), this.#key);
    this.requestUpdate();
    try {
      await answer;
      this.querySelector('dialog').close();
    } catch (failure) {
      if (!(failure instanceof ProblemError)) {
        throw failure;
      }
      this.#problem = failure.problem;
    } finally {
      this.#busy = false;
      this.requestUpdate();
    }
  };
}

customElements.define('kin-dialogs', Dialogs);
