import { ProblemError } from '../lib/api.js';
import { Component } from '../lib/component.js';
import { html, nothing } from '../lib/lit.js';
import { session } from '../lib/session.js';
import { problemBox } from '../parts/notes.js';

const TICK_MS = 250;
const WRONG = { status: 401, title: 'Not logged in', detail: 'There is no such user, or the password is wrong.' };
const TOO_MANY = {
  status: 429,
  title: 'Too many wrong passwords',
  detail: 'They came from this address or for this user. Before the time on the button is over, even the right one is refused.',
};

/** Asks who it is. Whoever guesses too often has to wait, and sees for how long. */
class LoginPage extends Component {
  #busy = false;
  #problem = null;
  /** When the next try makes sense, in milliseconds since 1970. */
  #from = 0;
  #timer = 0;

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  firstUpdated() {
    this.querySelector('[name="user"]').focus();
  }

  render() {
    const waitS = Math.ceil((this.#from - Date.now()) / 1_000);
    const wrong = this.#problem === WRONG;
    return html`<form class="login" aria-labelledby="login-title" @submit=${this.#logIn}>
      <h1 id="login-title">Log in</h1>
      <p class="quiet">This cluster shows its jobs only to people whom it knows.</p>
      <label>User<input name="user" required maxlength="64" autocomplete="username" autocapitalize="none" spellcheck="false"></label>
      <label>Password<input name="password" type="password" required maxlength="256" autocomplete="current-password"
        aria-invalid=${wrong ? 'true' : nothing}></label>
      ${window.isSecureContext ? nothing : html`<p class="note">This page came without HTTPS: whoever is on the way can read
        the password.</p>`}
      ${this.#problem ? problemBox(this.#problem) : nothing}
      <p class="dialog-actions"><button class="main" ?disabled=${waitS > 0}
        aria-disabled=${this.#busy ? 'true' : nothing}>${label(this.#busy, waitS)}</button></p>
    </form>`;
  }

  #logIn = async (event) => {
    event.preventDefault();
    if (this.#busy) {
      return;
    }
    const form = new FormData(event.target);
    this.#busy = true;
    this.requestUpdate();
    try {
      await session.logIn(form.get('user'), form.get('password'));
    } catch (failure) {
      this.#refused(failure);
    }
    this.#busy = false;
    this.requestUpdate();
  };

  #refused(failure) {
    if (!(failure instanceof ProblemError)) {
      throw failure;
    }
    this.#problem = [WRONG, TOO_MANY].find(({ status }) => status === failure.problem.status) ?? failure.problem;
    const password = this.querySelector('[name="password"]');
    password.value = '';
    password.focus();
    if (failure.retryAfterS > 0) {
      this.#from = Date.now() + failure.retryAfterS * 1_000;
      clearInterval(this.#timer);
      this.#timer = setInterval(() => this.#tick(), TICK_MS);
    }
  }

  #tick() {
    if (this.#from <= Date.now()) {
      clearInterval(this.#timer);
      this.#problem = null;
    }
    this.requestUpdate();
  }
}

function label(busy, waitS) {
  if (busy) {
    return 'Asking…';
  }
  return waitS > 0 ? `Try again in ${waitS} s` : 'Log in';
}

customElements.define('kin-login-page', LoginPage);
