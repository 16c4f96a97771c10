import { Component } from '../lib/component.js';
import { html, nothing, svg } from '../lib/lit.js';
import { count, percent, plural, rate } from '../lib/format.js';
import { lookOf } from '../lib/states.js';
import { shapeOf } from './marks.js';

const DOTS_MAX = 9;
const DOT = 14;
const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/**
 * The graph of a job, records going from left to right, at the places that the API gives. A plan that does not run yet has
 * the same picture without figures, and one that is over has totals in place of rates. Boxes can be reached by Tab and the arrow
 * keys; `pick` tells which one was chosen.
 */
class JobGraph extends Component {
  static properties = { graph: { attribute: false }, over: { type: Boolean }, picked: { attribute: false } };

  render() {
    const { layout, vertices, edges } = this.graph;
    const byName = new Map(vertices.map((vertex) => [vertex.name, vertex]));
    const byId = new Map(edges.map((edge) => [edge.id, edge]));
    return html`<div class="graph-frame"><svg class="graph" width=${layout.width} height=${layout.height}
      viewBox="0 0 ${layout.width} ${layout.height}" role="group" aria-label="Graph of the job" @keydown=${this.#move}>
      ${layout.edges.map((line) => edgeLine(line, byId.get(line.id), { byName, over: this.over }))}
      ${layout.vertices.map((box) => this.#box(box, byName.get(box.name)))}
    </svg></div>`;
  }

  #box(box, vertex) {
    const mended = vertex.tasks?.some((task) => task.restarts > 0);
    return svg`<g class="box" tabindex="0" role="button" data-layer=${box.layer} data-rank=${box.rank}
      data-vertex=${box.name} aria-pressed=${this.picked === box.name ? 'true' : 'false'} aria-label=${spoken(vertex, this.over)}
      transform="translate(${box.x} ${box.y})" @click=${() => this.#pick(box.name)}
      @keydown=${(event) => (event.key === 'Enter' || event.key === ' ') && this.#pick(box.name, event)}>
      <rect class="box-face" width=${box.width} height=${box.height} rx="8" />
      <text class="box-name" x="12" y="21">${shortened(vertex.label ?? vertex.name, 22)}</text>
      <text class="box-times" x=${box.width - 12} y="21" text-anchor="end">×${vertex.parallelism}</text>
      ${vertex.tasks ? figures(vertex, box, this.over) : svg`<text class="box-figure" x="12" y="43">${vertex.kind.toLowerCase()}</text>`}
      ${mended ? svg`<path class="box-seam" d="M${box.width - 46} ${box.height}l6-9-4-6 9-11" />` : nothing}
    </g>`;
  }

  #pick(name, event) {
    event?.preventDefault();
    this.dispatchEvent(new CustomEvent('pick', { detail: this.picked === name ? null : name }));
  }

  #move = (event) => {
    const step = STEPS[event.key];
    const from = event.target.closest?.('.box');
    if (!step || !from) {
      return;
    }
    event.preventDefault();
    const layer = Number(from.dataset.layer) + step[0];
    const column = [...this.querySelectorAll(`.box[data-layer="${layer}"]`)];
    const rank = Number(from.dataset.rank) + step[1];
    column.find((box) => Number(box.dataset.rank) === rank)?.focus() ?? column.at(-1)?.focus();
  };
}

function figures(vertex, box, over) {
  const [taken, given] = inAndOut(vertex, over);
  return svg`<text class="box-figure" x="12" y="41">${
    vertex.kind === 'SINK' ? taken : given}</text>
    ${over ? nothing : svg`<text class="box-figure" x=${box.width - 12} y="41" text-anchor="end">${percent(vertex.busy)} busy</text>`}
    ${vertex.tasks.slice(0, DOTS_MAX).map((task, index) => taskDot(task, 12 + index * DOT, 52))}
    ${vertex.tasks.length > DOTS_MAX
      ? svg`<text class="box-figure" x=${14 + DOTS_MAX * DOT} y="62">+${vertex.tasks.length - DOTS_MAX}</text>`
      : nothing}`;
}

/** A shape for the state; a golden ring around a task that has been mended. */
function taskDot(task, x, y) {
  const { shape, tone, word } = lookOf('task', task.state);
  return svg`<g class="dot tone-${tone}" transform="translate(${x} ${y})">
    <title>${task.id}: ${word.toLowerCase()}, attempt ${task.attempt}, on ${task.node.name}</title>
    ${task.restarts > 0 ? svg`<circle class="dot-mended" cx="6" cy="6" r="6.200" />` : nothing}${shapeOf(shape)}</g>`;
}

function edgeLine({ points }, edge, { byName, over }) {
  const producer = byName.get(edge.from);
  const last = points.at(-1);
  const middle = midway(points);
  const held = producer.backPressured ?? 0;
  const tone = held >= 0.5 ? 'bad' : held >= 0.1 ? 'warn' : 'flow';
  const moving = edge.recordsPerS > 0;
  const kept = edge.exchange === 'BLOCKING';
  return svg`<g class="edge tone-${tone}${kept ? ' kept' : ''}" data-edge=${edge.id}>
    <title>${edge.from} to ${edge.to}, ${edge.partitioning.toLowerCase()}${kept ? ', kept on disk till all is there' : ''}</title>
    <path class="edge-line" d=${curve(points)} />
    ${moving && !over ? svg`<path class="edge-flow" d=${curve(points)} />` : nothing}
    <path class="edge-end" d="M${last.x - 7} ${last.y - 4}l7 4-7 4z" />
    ${edge.recordsPerS === undefined || over ? nothing : svg`<text class="edge-figure" x=${middle.x} y=${middle.y - 7}
      text-anchor="middle">${rate(edge.recordsPerS)}</text>`}
    ${edge.lost ? svg`<text class="edge-lost" x=${middle.x} y=${middle.y + 15} text-anchor="middle">${
      edge.least === edge.lost ? '' : '≤ '}${count(edge.lost)} lost</text>` : nothing}
    ${held >= 0.1 ? svg`<text class="edge-held" x=${middle.x} y=${middle.y + (edge.lost ? 28 : 15)} text-anchor="middle">${
      percent(held)} held back</text>` : nothing}
  </g>`;
}

/** Smooth between points that follow each other from left to right. */
function curve([first, ...rest]) {
  let from = first;
  return rest.reduce((path, to) => {
    const bend = (to.x - from.x) / 2;
    const piece = `${path}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
    from = to;
    return piece;
  }, `M${first.x} ${first.y}`);
}

function midway(points) {
  const after = Math.ceil((points.length - 1) / 2);
  const [a, b] = [points[after - 1], points[after]];
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** Records per second, or all of them where no more come. */
function inAndOut({ recordsIn, recordsOut, recordsInPerS, recordsOutPerS }, over) {
  const [taken, given] = over ? [count(recordsIn), count(recordsOut)] : [rate(recordsInPerS), rate(recordsOutPerS)];
  return [`${taken} in`, `${given} out`];
}

function spoken(vertex, over) {
  const does = vertex.tasks ? [...inAndOut(vertex, over), ...(over ? [] : [`${percent(vertex.busy)} busy`])] : [];
  return [vertex.label ?? vertex.name, vertex.kind.toLowerCase(), plural(vertex.parallelism, 'task'), ...does].join(', ');
}

function shortened(text, max) {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

customElements.define('kin-job-graph', JobGraph);
