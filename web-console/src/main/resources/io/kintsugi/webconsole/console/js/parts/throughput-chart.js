import uPlot from '../../vendor/uplot/dist/uPlot.esm.js';
import { get } from '../lib/api.js';
import { Component } from '../lib/component.js';
import { html, nothing } from '../lib/lit.js';
import { clock, rate } from '../lib/format.js';

const WINDOW_MS = 300_000;
const REFRESH_MS = 2_000;
const HEIGHT = 200;
const ROWS = 30;

/**
 * What a job has read and written per second in the last minutes, recoveries marked as golden bands; also as a table.
 *
 * @property {string} job
 * @property {any} graph tells sources from sinks
 */
class ThroughputChart extends Component {
  static properties = { job: {}, graph: { attribute: false }, asTable: { state: true } };

  #metrics = null;
  #plot = null;
  #timer = 0;
  #resized = new ResizeObserver(() => this.#fit());
  #restyle = () => this.#drop();

  connectedCallback() {
    super.connectedCallback();
    this.#load();
    this.#timer = setInterval(() => this.#load(), REFRESH_MS);
    this.#resized.observe(this);
    window.addEventListener('themechange', this.#restyle);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#timer);
    this.#resized.disconnect();
    window.removeEventListener('themechange', this.#restyle);
    this.#drop();
  }

  render() {
    const { times = [], recoveries = [] } = this.#metrics ?? {};
    return html`<div class="chart-head">
        <span class="key key-in">read by sources</span><span class="key key-out">written by sinks</span>
        <span class="key key-seam">recoveries: ${recoveries.length}</span>
        <button class="ghost small" aria-pressed=${this.asTable ? 'true' : 'false'}
          @click=${() => { this.asTable = !this.asTable; }}>Show as ${this.asTable ? 'chart' : 'table'}</button>
      </div>
      <div class="chart" ?hidden=${this.asTable || times.length < 2} role="img"
        aria-label="Records per second in the last five minutes; the same as a table by the button above"></div>
      ${times.length < 2 ? html`<p class="quiet">A chart needs two seconds of history.</p>` : nothing}
      ${this.asTable ? this.#table() : nothing}`;
  }

  updated() {
    if (this.#metrics && this.#metrics.times.length >= 2 && !this.asTable) {
      this.#draw();
    }
  }

  async #load() {
    if (document.visibilityState === 'hidden') {
      return;
    }
    try {
      this.#metrics = await get(`jobs/${encodeURIComponent(this.job)}/metrics`, { windowMs: WINDOW_MS });
      this.requestUpdate();
    } catch {
      // The page says that the cluster does not answer; the chart stays as it is.
    }
  }

  #sums() {
    const kinds = new Map(this.graph.vertices.map((vertex) => [vertex.name, vertex.kind]));
    const sum = (kind, field) => this.#metrics.times.map((time, index) => this.#metrics.vertices
      .filter((vertex) => kinds.get(vertex.name) === kind)
      .reduce((all, vertex) => all + vertex[field][index], 0));
    return { read: sum('SOURCE', 'recordsInPerS'), written: sum('SINK', 'recordsOutPerS') };
  }

  #draw() {
    const { read, written } = this.#sums();
    const data = [this.#metrics.times.map((time) => Date.parse(time) / 1000), read, written];
    if (this.#plot) {
      this.#plot.setData(data);
    } else {
      const place = this.querySelector('.chart');
      this.#plot = new uPlot(this.#options(place), data, place);
    }
  }

  #options(place) {
    const style = getComputedStyle(this);
    const colour = (name) => this.#colour(name);
    const axis = { stroke: colour('--ink-soft'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false },
      font: `11px ${style.fontFamily}` };
    return {
      width: place.clientWidth || 600,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, points: { size: 6 } },
      scales: { y: { range: (plot, min, max) => [0, Math.max(5, max * 1.1)] } },
      axes: [
        { ...axis, space: 90, values: (plot, splits) => splits.map((second) => clock(new Date(second * 1000).toISOString())) },
        { ...axis, size: 64, values: (plot, splits) => splits.map((value) => rate(value)) },
      ],
      series: [{}, line(colour('--flow')), line(colour('--ink'), [4, 3])],
      hooks: { drawClear: [(plot) => this.#bands(plot, colour('--gold-band'), colour('--gold'))] },
    };
  }

  /** A canvas takes no variables, and the value of one is not resolved until it is the colour of something. */
  #colour(name) {
    const key = this.querySelector('.chart-head');
    key.style.color = `var(${name})`;
    const { color } = getComputedStyle(key);
    key.style.color = '';
    return color;
  }

  #bands(plot, fill, edge) {
    const { ctx, bbox } = plot;
    for (const { from, until } of this.#metrics.recoveries) {
      const start = plot.valToPos(Date.parse(from) / 1000, 'x', true);
      const end = until ? plot.valToPos(Date.parse(until) / 1000, 'x', true) : bbox.left + bbox.width;
      ctx.fillStyle = fill;
      ctx.fillRect(start, bbox.top, Math.max(3, end - start), bbox.height);
      ctx.fillStyle = edge;
      ctx.fillRect(start, bbox.top, 2, bbox.height);
    }
  }

  #fit() {
    const width = this.querySelector('.chart')?.clientWidth;
    if (this.#plot && width) {
      this.#plot.setSize({ width, height: HEIGHT });
    }
  }

  #drop() {
    this.#plot?.destroy();
    this.#plot = null;
    this.requestUpdate();
  }

  #table() {
    const { read, written } = this.#sums();
    const rows = this.#metrics.times.map((time, index) => ({ time, read: read[index], written: written[index] }));
    return html`<div class="table-frame"><table><caption class="quiet">The last ${ROWS} seconds, newest first</caption>
      <thead><tr><th>Time (UTC)</th><th class="number">Read</th><th class="number">Written</th></tr></thead>
      <tbody>${rows.slice(-ROWS).reverse().map((row) => html`<tr><td>${clock(row.time)}</td>
        <td class="number">${rate(row.read)}</td><td class="number">${rate(row.written)}</td></tr>`)}</tbody>
    </table></div>`;
  }
}

function line(stroke, dash) {
  return { stroke, width: 2, dash, points: { show: false } };
}

customElements.define('kin-throughput-chart', ThroughputChart);
