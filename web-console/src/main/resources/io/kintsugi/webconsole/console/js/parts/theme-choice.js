import { Component } from '../lib/component.js';
import { html } from '../lib/lit.js';
import { THEMES, chooseTheme, theme } from '../lib/theme.js';

const WORDS = { auto: 'as the system', light: 'light', dark: 'dark' };
const SIGNS = { auto: '◐', light: '○', dark: '●' };

/** One button that goes through the themes. */
class ThemeChoice extends Component {
  render() {
    const chosen = theme();
    return html`<button class="ghost theme" title="Theme: ${WORDS[chosen]}" aria-label="Theme: ${WORDS[chosen]}"
      @click=${this.#next}><span aria-hidden="true">${SIGNS[chosen]}</span></button>`;
  }

  #next = () => {
    chooseTheme(THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length]);
    this.requestUpdate();
  };
}

customElements.define('kin-theme-choice', ThemeChoice);
