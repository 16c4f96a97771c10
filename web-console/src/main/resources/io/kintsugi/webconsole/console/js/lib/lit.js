/** What the console uses of Lit, in one place. */
export { LitElement, html, svg, nothing } from '../../vendor/lit-element/lit-element.js';
export { repeat } from '../../vendor/lit-html/directives/repeat.js';
export { keyed } from '../../vendor/lit-html/directives/keyed.js';
export { live } from '../../vendor/lit-html/directives/live.js';
