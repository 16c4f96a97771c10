import { Component } from '../lib/component.js';
import { keepFocus } from '../lib/focus.js';
import { html, keyed, nothing } from '../lib/lit.js';
import { currentRoute } from '../lib/router.js';
import { session } from '../lib/session.js';
import { empty, problemBox } from './notes.js';
import './account.js';
import './live-sign.js';
import './theme-choice.js';
import './dialogs.js';
import '../pages/overview-page.js';
import '../pages/job-page.js';
import '../pages/recovery-page.js';
import '../pages/audit-page.js';
import '../pages/cluster-page.js';
import '../pages/submit-page.js';
import '../pages/login-page.js';

const PLACES = [
  { page: 'overview', href: '#/', word: 'Overview' },
  { page: 'cluster', href: '#/cluster', word: 'Cluster' },
  { page: 'submit', href: '#/submit', word: 'Submit a job' },
  { page: 'audit', href: '#/audit', word: 'Audit', role: 'admin' },
];

const PAGES = {
  overview: () => html`<kin-overview-page></kin-overview-page>`,
  job: (route) => html`<kin-job-page .job=${route.job} .tab=${route.tab}></kin-job-page>`,
  recovery: (route) => html`<kin-recovery-page .job=${route.job} .recovery=${route.recovery}></kin-recovery-page>`,
  cluster: () => html`<kin-cluster-page></kin-cluster-page>`,
  submit: () => (session.refusal('deployer')
    ? empty('You cannot submit jobs', session.refusal('deployer'))
    : html`<kin-submit-page></kin-submit-page>`),
  audit: () => (session.refusal('admin')
    ? empty('You cannot see the audit', session.refusal('admin'))
    : html`<kin-audit-page></kin-audit-page>`),
  login: () => (session.authentication
    ? empty(`You are logged in as ${session.user}`, html`<a href="#/">To the overview</a>`)
    : empty('There is nothing to log in to', 'This node asks nobody who they are.')),
  nowhere: () => empty('There is no such page', html`<a href="#/">To the overview</a>`),
};

/** The frame around all pages. */
class App extends Component {
  #moved = () => {
    this.requestUpdate();
    this.updateComplete.then(() => this.querySelector('main')?.focus({ preventScroll: true }));
  };

  #known = () => this.requestUpdate();

  #letGo = () => {};

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener('hashchange', this.#moved);
    session.addEventListener('change', this.#known);
    this.#letGo = keepFocus(this, () => this.querySelector('main'));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.#moved);
    session.removeEventListener('change', this.#known);
    this.#letGo();
  }

  render() {
    const route = currentRoute();
    const inside = session.state === 'in';
    document.title = ['Kintsugi', route.job ?? PLACES.find(({ page }) => page === route.page)?.word ?? '']
      .filter((part) => part).reverse().join(' · ');
    return html`
      <a class="skip" href="#content" @click=${this.#skip}>Skip to the content</a>
      <header class="frame">
        <a class="brand" href="#/">${mark()}<span>Kintsugi</span></a>
        ${inside ? html`<nav aria-label="Pages">${PLACES.filter(({ role }) => !role || !session.refusal(role)).map((place) => link(place, route))}</nav>` : nothing}
        <div class="frame-end">
          ${inside && session.authentication
            ? html`<kin-account .user=${session.user} .role=${session.role}></kin-account>` : nothing}
          ${inside ? html`<kin-live-sign></kin-live-sign>` : nothing}
          <kin-theme-choice></kin-theme-choice>
        </div>
      </header>
      <svg class="seam" viewBox="0 0 1200 10" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 5l70-2 46 4 88-5 34 3 120 2 60-4 98 3 44-3 130 5 76-4 90 2 40-3 110 4 84-4 110 3" />
      </svg>
      <main id="content" tabindex="-1">${inside
        ? keyed(`${session.user}/${route.page}/${route.job}/${route.recovery}`, PAGES[route.page](route)) : outside()}</main>
      ${inside ? html`<kin-dialogs></kin-dialogs>` : nothing}
    `;
  }

  #skip = (event) => {
    event.preventDefault();
    this.querySelector('main').focus();
  };
}

function link({ page, href, word }, route) {
  return html`<a href=${href} aria-current=${route.page === page ? 'page' : nothing}>${word}</a>`;
}

/** What is shown to people of whom nothing is known yet. */
function outside() {
  if (session.state === 'out') {
    return html`<kin-login-page></kin-login-page>`;
  }
  return session.problem
    ? problemBox(session.problem, 'It is asked for again every two seconds.')
    : empty('Asking the node who you are…', nothing, true);
}

/** A bowl with a golden seam. */
function mark() {
  return html`<svg class="mark" viewBox="0 0 32 24" aria-hidden="true">
    <path class="mark-bowl" d="M2 4c0 11 6 18 14 18S30 15 30 4z" />
    <path class="mark-seam" d="M12 4l3 6-4 4 3 7M15 10l7 2 2 6" />
  </svg>`;
}

customElements.define('kin-app', App);
