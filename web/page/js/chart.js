// Line charts that grow while searches run. The library uPlot draws them. It is loaded with the first
// chart.

import { el } from './dom.js';
import { colours, onTheme } from './theme.js';

/**
 * A line: its name, the custom property of its colour, and its form.
 * @typedef {{label: string, colour: string, dashed?: boolean, stepped?: boolean}} Line
 */

/** The points of a line, with x in ascending order. @typedef {[number[], number[]]} Points */

/** The height of a chart in pixels, and the maximum number of points of a line. */
const height = 220;
const longest = 4000;

/** @type {Promise<typeof import('../vendor/uPlot.js').default> | undefined} */
let library;

export class Chart {
  /**
   * Makes an empty chart, and sets element to its element. The method set shows points.
   * @param {{title: string, x: (n: number) => string, y: (n: number) => string, xName: string,
   *   lines: Line[]}} options x and y format the numbers of the axes
   */
  constructor({ title, x, y, xName, lines }) {
    this.title = title;
    this.x = x;
    this.y = y;
    this.lines = lines;
    /** @type {Points[]} */
    this.points = lines.map(() => [[], []]);
    /** @type {import('../vendor/uPlot.js').default | null} */
    this.plot = null;
    this.frame = 0;
    this.ended = false;
    this.area = el('div', { class: 'plot', role: 'img' });
    this.values = lines.map(() => el('span', { class: 'value' }));
    const legend = lines.map((line, i) => {
      const swatch = el('span', { class: line.dashed ? 'swatch dashed' : 'swatch' });
      swatch.style.color = `var(${line.colour})`;
      return el('li', {}, swatch, line.label, ' ', this.values[i]);
    });
    this.element = el('figure', { class: 'chart' },
      el('figcaption', {}, el('h3', {}, title), el('span', { class: 'help' }, xName)),
      this.area, el('ul', { class: 'legend' }, ...legend));
    this.resized = new ResizeObserver(() => this.plot?.setSize({ width: this.area.clientWidth, height }));
    this.resized.observe(this.area);
    this.untheme = onTheme(() => this.build());
    this.build();
  }

  /** Makes the plot with the colours of the theme. */
  async build() {
    library ??= import('../vendor/uPlot.js').then((module) => module.default);
    const uPlot = await library;
    if (this.ended) return;
    this.plot?.destroy();
    const [muted, grid, ...strokes] = colours(this.element, '--muted', '--line', ...this.lines.map((l) => l.colour));
    const axis = { stroke: muted, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 },
      font: '12px system-ui, sans-serif' };
    this.plot = new uPlot({
      width: this.area.clientWidth || 300,
      height,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: {
        x: { time: false, range: (_, _low, high) => [0, high || 1] },
        y: { range: (_, _low, high) => [0, Math.max(high ?? 1, 1) * 1.08] },
      },
      axes: [
        { ...axis, values: (_, ticks) => ticks.map(this.x), space: 64 },
        { ...axis, values: (_, ticks) => ticks.map(this.y), size: 72 },
      ],
      series: [{}, ...this.lines.map((line, i) => ({
        stroke: strokes[i],
        width: 2,
        dash: line.dashed ? [6, 4] : undefined,
        paths: line.stepped && uPlot.paths.stepped ? uPlot.paths.stepped({ align: 1 }) : undefined,
        points: { show: () => this.points[i][0].length < 2, size: 6 }, // a line of one point would not be visible
      }))],
      hooks: { setCursor: [(plot) => this.tell(plot.cursor.idx)] },
    }, [[]], this.area);
    this.draw();
  }

  /**
   * Replaces the points of all lines.
   * @param {Points[]} points of each line
   */
  set(points) {
    this.points = points;
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  draw() {
    const { plot } = this;
    library?.then((uPlot) => {
      if (plot !== this.plot || !plot) return;
      const points = this.points.map(thin);
      plot.setData(points.length > 1 ? uPlot.join(points) : points[0]);
      this.tell(null);
    });
  }

  /**
   * Shows the value of each line at one point, beside the name of the line.
   * @param {number | null | undefined} index of the point under the pointer; null or undefined for the last
   */
  tell(index) {
    const at = index === null || index === undefined ? Infinity : this.plot?.data[0][index] ?? Infinity;
    const texts = this.points.map(([xs, ys]) => {
      let i = xs.length - 1;
      while (i >= 0 && xs[i] > at) i--;
      return i < 0 ? '' : this.y(ys[i]);
    });
    texts.forEach((text, i) => (this.values[i].textContent = text));
    const said = this.lines.map((line, i) => texts[i] && `${line.label}: ${texts[i]}`).filter(Boolean);
    const end = said.length ? `At the end: ${said.join(', ')}.` : 'No data yet.';
    this.area.setAttribute('aria-label', `${this.title}. ${end}`);
  }

  destroy() {
    this.ended = true;
    this.untheme();
    this.resized.disconnect();
    cancelAnimationFrame(this.frame);
    this.plot?.destroy();
  }
}

/**
 * Leaves out points of a long line, but not the last one.
 * @param {Points} points
 * @returns {Points}
 */
function thin([xs, ys]) {
  const each = Math.ceil(xs.length / longest);
  if (each < 2) return [xs, ys];
  const kept = (/** @type {number} */ _, /** @type {number} */ i) => i % each === 0 || i === xs.length - 1;
  return [xs.filter(kept), ys.filter(kept)];
}

/**
 * Adds a point to a line. If x is that of the last point, the new point replaces the last one.
 * @param {Points} points
 * @param {number} x at least that of the last point
 * @param {number} y
 */
export function add([xs, ys], x, y) {
  if (xs.length && x <= xs[xs.length - 1]) {
    ys[ys.length - 1] = y;
    return;
  }
  xs.push(x);
  ys.push(y);
}
