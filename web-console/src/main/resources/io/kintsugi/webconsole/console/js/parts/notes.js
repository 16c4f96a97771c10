import { html, nothing } from '../lib/lit.js';

/** Where something would be that is not there. */
export function empty(title, text = nothing, busy = false) {
  return html`<div class="empty" aria-busy=${busy ? 'true' : 'false'}>
    <svg class="empty-seam" viewBox="0 0 120 40" aria-hidden="true">
      <path d="M2 22l22-6 12 12 20-18 14 16 24-10 24 8" />
    </svg>
    <p class="empty-title">${title}</p>
    ${text === nothing ? nothing : html`<p>${text}</p>`}
  </div>`;
}

/**
 * A problem as the API told it, with the place of each error.
 *
 * @param {{title: string, detail: string, code?: string, errors?: any[], requestId?: string}} problem
 * @param {string} [then] what happens next
 */
export function problemBox(problem, then) {
  return html`<div class="problem" role="alert">
    <p class="problem-title">${problem.title}${problem.code ? html` <code>${problem.code}</code>` : nothing}</p>
    <p>${problem.detail}${then ? html` <span class="quiet">${then}</span>` : nothing}</p>
    ${problem.errors?.length ? html`<ul>${problem.errors.map(problemError)}</ul>` : nothing}
    ${problem.requestId ? html`<p class="quiet">In the log under <code>${problem.requestId}</code></p>` : nothing}
  </div>`;
}

function problemError(error) {
  const place = error.line ? `line ${error.line}, column ${error.column}` : error.pointer;
  return html`<li><span class="place">${place}</span> ${error.detail}</li>`;
}
