import { LitElement, html, nothing } from './lit.js';
import { live } from './live.js';
import { empty, problemBox } from '../parts/notes.js';

/** An element that the style sheets of the page reach, since it has no shadow root. */
export class Component extends LitElement {
  createRenderRoot() {
    return this;
  }
}

/** A page that shows a topic: it says so while nothing is known yet, and when the topic cannot be looked at. */
export class TopicPage extends Component {
  #end = null;

  /** @returns {string} stays the same while the element is on the page */
  get topic() {
    return 'overview';
  }

  /** What is known of the topic. */
  get value() {
    return live.value(this.topic);
  }

  connectedCallback() {
    super.connectedCallback();
    this.#end = live.watch(this.topic, () => this.requestUpdate());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#end?.();
  }

  render() {
    const problem = live.problem(this.topic);
    if (!this.value) {
      return problem ? this.unknown(problem) : empty('Asking the cluster…', nothing, true);
    }
    return html`${problem ? problemBox(problem, 'What is shown may be old.') : nothing}${this.content(this.value)}`;
  }

  /** What to say of a topic that was never seen. */
  unknown(problem) {
    return problemBox(problem, 'It is asked for again every second.');
  }
}
