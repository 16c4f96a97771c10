import { Component } from '../lib/component.js';
import { ProblemError } from '../lib/api.js';
import { html, nothing } from '../lib/lit.js';
import { session } from '../lib/session.js';

/** Who is logged in, and the way out. */
class Account extends Component {
  static properties = { user: {}, role: {} };

  #failed = '';

  render() {
    return html`<span class="account">signed in as <b>${this.user}</b> (${this.role})
      <button class="ghost small" @click=${this.#out}>Log out</button>
      ${this.#failed ? html`<span role="alert" class="tone-bad">${this.#failed}</span>` : nothing}</span>`;
  }

  #out = async () => {
    try {
      await session.logOut();
    } catch (failure) {
      if (!(failure instanceof ProblemError)) {
        throw failure;
      }
      this.#failed = `Not logged out: ${failure.problem.title}`;
      this.requestUpdate();
    }
  };
}

customElements.define('kin-account', Account);
