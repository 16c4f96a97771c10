import { html, nothing, svg } from '../lib/lit.js';
import { lookOf } from '../lib/states.js';
import { percent } from '../lib/format.js';

/** Shapes in a box of 12 by 12. */
const SHAPES = {
  dot: svg`<circle cx="6" cy="6" r="4.500" />`,
  ring: svg`<circle class="hollow" cx="6" cy="6" r="4" />`,
  square: svg`<rect x="2" y="2" width="8" height="8" rx="1" />`,
  hollow: svg`<rect class="hollow" x="2.500" y="2.500" width="7" height="7" rx="1" />`,
  triangle: svg`<path d="M6 1.500l5 9H1z" />`,
  cross: svg`<path class="line" d="M2.500 2.500l7 7m0-7l-7 7" />`,
  seam: svg`<circle class="hollow" cx="6" cy="6" r="4.500" /><path class="line thin" d="M4.500 2l2.200 3-2 2.200 2 3" />`,
};

/** @param {string} shape */
export function shapeOf(shape) {
  return SHAPES[shape];
}

/** @param {'job' | 'task' | 'recovery' | 'checkpoint' | 'level' | 'node'} kind @param {string} state */
export function chip(kind, state) {
  const { word, shape, tone, says } = lookOf(kind, state);
  return html`<span class="chip tone-${tone}" title=${says || nothing}>
    <svg viewBox="0 0 12 12" aria-hidden="true">${SHAPES[shape]}</svg>${word}</span>`;
}

/**
 * A share of something as a bar with its figure beside it.
 *
 * @param {number | undefined} share 1 being all; may be more
 * @param {string} label
 * @param {string} [tone]
 */
export function meter(share, label, tone = share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : 'gold') {
  const width = 100 * Math.min(1, Math.max(0, share ?? 0));
  return html`<span class="meter tone-${tone}">
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label="${label}: ${percent(share)}">
      <rect class="meter-all" width="100" height="6" rx="1" /><rect class="meter-used" width=${width} height="6" rx="1" />
    </svg><span class="figure">${percent(share)}</span></span>`;
}
