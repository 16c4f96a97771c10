import { Component } from '../lib/component.js';
import { html, nothing } from '../lib/lit.js';
import { live } from '../lib/live.js';
import { plural } from '../lib/format.js';

const TICK_MS = 1000;
const OLD_MS = 5000;

/** Says how old the figures on the page are, and when they stand still. */
class LiveSign extends Component {
  #timer = 0;
  #heardAt = 0;
  #changed = () => {
    this.#heardAt = live.connected ? Date.now() : this.#heardAt;
    this.requestUpdate();
  };

  connectedCallback() {
    super.connectedCallback();
    live.addEventListener('change', this.#changed);
    this.#timer = setInterval(() => this.requestUpdate(), TICK_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    live.removeEventListener('change', this.#changed);
    clearInterval(this.#timer);
  }

  render() {
    if (!live.watching) {
      this.#heardAt = 0;
      return nothing;
    }
    const ageMs = Date.now() - this.#heardAt;
    if (this.#heardAt === 0) {
      return html`<span class="live" data-state="waiting"><i></i>connecting…</span>`;
    }
    const standing = live.connected && ageMs < OLD_MS;
    const seconds = Math.round(ageMs / 1000);
    return html`<span class="live" data-state=${standing ? 'live' : 'lost'}><i></i>${
      standing ? `live, ${seconds} s ago` : 'not live'}</span>
      <span role="status" class="lost-banner" ?hidden=${standing}>${standing ? '' : html`
        The connection is lost; it is tried again all the time. What you see is as it was
        ${seconds < 60 ? plural(seconds, 'second') : plural(Math.round(seconds / 60), 'minute')} ago.`}</span>`;
  }
}

customElements.define('kin-live-sign', LiveSign);
