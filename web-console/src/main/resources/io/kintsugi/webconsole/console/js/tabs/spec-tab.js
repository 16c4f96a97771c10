import { html, nothing } from '../lib/lit.js';
import { moment } from '../lib/format.js';

/** What was submitted, with all that was left out. */
export function specTab(job) {
  const spec = { name: job.name, program: job.program, ...(job.recovery ? { recovery: job.recovery } : {}) };
  return html`<dl class="facts across">
      <div><dt>Builder</dt><dd><code>${job.program.builder}</code></dd></div>
      <div><dt>Submitted</dt><dd>${moment(job.submittedAt)}</dd></div>
      <div><dt>Run</dt><dd>${job.run}</dd></div>
      ${job.program.artifact ? html`<div><dt>Artifact</dt><dd><code>${job.program.artifact}</code></dd></div>` : nothing}
    </dl>
    <section><h2>Spec</h2><pre class="code" tabindex="0">${JSON.stringify(spec, null, 2)}</pre></section>
    <section><h2>Fingerprint</h2><pre class="code" tabindex="0">${job.fingerprint}</pre></section>`;
}
