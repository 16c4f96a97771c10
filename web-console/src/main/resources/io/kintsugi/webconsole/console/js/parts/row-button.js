import { html, nothing } from '../lib/lit.js';
import { session } from '../lib/session.js';

/**
 * A button in a row of a table, for operators.
 *
 * @param {string} word such as "Drain…", behind which a question comes
 * @param {string} name of what the row is about
 * @param {() => void} act
 */
export function rowButton(word, name, act) {
  const refusal = session.refusal('operator');
  return html`<button class="ghost small" ?disabled=${refusal} title=${refusal || nothing} aria-label="${word.slice(0, -1)} ${name}"
    @click=${act}>${word}</button>`;
}
