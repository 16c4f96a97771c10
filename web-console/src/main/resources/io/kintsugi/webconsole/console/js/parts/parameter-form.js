import { count } from '../lib/format.js';
import { html, nothing } from '../lib/lit.js';
import { paramOf } from '../lib/spec-text.js';

const DECIMAL = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 });
const SAYS = { TEXT: 'text', NUMBER: 'whole number', DECIMAL: 'number', FLAG: 'true or false' };

/**
 * What the builder can be told: a field for each parameter that it asked for. An empty field leaves it out.
 *
 * @param {{name: string, type: string, default?: string, min?: string, max?: string}[]} parameters
 * @param {string} text of the spec
 * @param {(name: string, value: string) => void} change
 */
export function parameterForm(parameters, text, change) {
  return html`<div class="parameters">${parameters.map((parameter) => html`<label>${parameter.name}
      <span class="quiet">${hint(parameter)}</span>
      ${field(parameter, paramOf(text, parameter.name) ?? '', (event) => change(parameter.name, event.target.value.trim()))}
    </label>`)}</div>`;
}

function field({ name, type, default: usual }, value, onChange) {
  if (type === 'FLAG') {
    return html`<select name=${name} @change=${onChange}>${['', 'true', 'false'].map((word) => html`<option value=${word}
      ?selected=${word === value}>${word || `${usual}, if nothing is said`}</option>`)}</select>`;
  }
  return html`<input name=${name} .value=${value} placeholder=${usual || nothing} autocomplete="off" spellcheck="false"
    inputmode=${type === 'NUMBER' ? 'numeric' : nothing} @change=${onChange}>`;
}

function hint({ type, min, max, default: usual }) {
  const range = min === undefined ? '' : `, ${limit(type, min)} to ${limit(type, max)}`;
  return `${SAYS[type] ?? type}${range}${usual === undefined ? '; it is needed' : ''}`;
}

/** A whole number may be larger than a double holds. */
function limit(type, value) {
  return type === 'NUMBER' ? count(value) : DECIMAL.format(Number(value));
}
