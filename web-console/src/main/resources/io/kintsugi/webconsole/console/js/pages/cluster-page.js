import { TopicPage } from '../lib/component.js';
import { html, repeat } from '../lib/lit.js';
import { count, plural } from '../lib/format.js';
import { empty } from '../parts/notes.js';

/** The nodes that this node sees. */
class ClusterPage extends TopicPage {
  content({ nodes }) {
    const all = Object.values(nodes);
    const slots = all.reduce((sum, node) => sum + node.slots, 0);
    return html`<h1>Cluster</h1>
      <p class="lead">${plural(all.length, 'node')} with room for ${plural(slots, 'subtask')} of every chain of a job.</p>
      ${all.length ? nodeTable(all) : empty('No node is in view')}`;
  }
}

function nodeTable(nodes) {
  return html`<div class="table-frame"><table class="cards">
    <thead><tr><th>Node</th><th>Roles</th><th class="number">Slots</th><th>HTTP</th><th>Incarnation</th></tr></thead>
    <tbody>${repeat(nodes, (node) => node.incarnation, nodeRow)}</tbody>
  </table></div>`;
}

function nodeRow(node) {
  return html`<tr>
    <th scope="row">${node.name}${node.leader ? html` <span class="badge">leads</span>` : ''}</th>
    <td data-label="Roles">${node.roles.map((role) => role.toLowerCase()).join(', ')}</td>
    <td class="number" data-label="Slots">${count(node.slots)}</td>
    <td data-label="HTTP">${node.http ? html`<code>${node.http}</code>` : '–'}</td>
    <td data-label="Incarnation"><code>${node.incarnation}</code></td>
  </tr>`;
}

customElements.define('kin-cluster-page', ClusterPage);
