// Figures drawn as SVG: bars, lines and points. A figure may also have its data in a table.

import { el, svg } from '../dom.js';
import { table } from '../parts.js';
import { number } from '../text.js';

/**
 * A series of points (x, y).
 * @typedef {{name: string, kind: 'bars' | 'line' | 'points', data: [number, number][], colour?:
 *   string, dash?: number, notes?: string[]}} Series colour: a value for CSS; without it, the
 *   series have colours by their order; dash: the kind of line, 0 for a plain one; notes: texts
 *   above the points
 * @typedef {{label: string, log?: boolean, zero?: boolean, most?: number, text?: (n: number) =>
 *   string}} Axis zero: the axis begins at 0; most: a value that the axis also reaches
 * @typedef {{label: string, x: Axis, y: Axis, series: Series[], marks?: number[], rules?: number[],
 *   halves?: boolean}} Figure marks: the x of the highlighted bar of each series; rules: the x of
 *   dashed lines; halves: if there is room, the name of a line is where the line reaches half
 *   of its last value
 */

const margin = { left: 62, right: 14, top: 12, bottom: 44 };

/**
 * Makes an empty figure, and a function that draws in it.
 * @param {boolean} [tabled] whether the figure also has its data in a table
 * @param {Node[]} [controls] what is below the drawing
 * @returns {[HTMLElement, (figure: Figure) => void]}
 */
export function figure(tabled = true, controls = []) {
  const drawing = el('div', { class: 'drawing' });
  const legend = el('ul', { class: 'legend', hidden: true });
  const details = el('details', { hidden: true });
  /** @type {Figure | undefined} */
  let current;
  const redraw = () => {
    if (!current) return;
    drawing.replaceChildren(new Plot(current, Math.max(drawing.clientWidth, 200)).draw());
  };
  new ResizeObserver(redraw).observe(drawing);
  const element = el('figure', { class: 'drawn' }, drawing, legend, ...controls, details);
  const show = (/** @type {Figure} */ next) => {
    current = next;
    redraw();
    const items = next.series.length > 1 ? next.series.map((one, i) => keyOf(one, i, next)) : [];
    legend.hidden = items.length === 0;
    legend.replaceChildren(...items);
    if (!tabled) return;
    details.hidden = false;
    details.replaceChildren(el('summary', {}, 'Figures as a table'), tableOf(next));
  };
  return [element, show];
}

/**
 * Makes the entry of a series in the legend.
 * @param {Series} series
 * @param {number} index of the series
 * @param {Figure} figure
 */
function keyOf({ name, kind, colour, dash, data }, index, { halves }) {
  const ordered = !colour && index > 0 ? 1 : 0;
  const stroke = kind === 'line' ? ['', 'dashed', 'dotted'][(dash ?? ordered) % 3] : '';
  const swatch = el('span', { class: kind === 'points' ? 'point' : `swatch ${stroke}` });
  swatch.style.color = colour ?? `var(--series-${index + 1})`;
  return el('li', { class: halves && data.length ? 'named' : '' }, swatch, name);
}

/** Makes the table of the data. A single series needs no name. @param {Figure} figure */
function tableOf({ label, x, y, series }) {
  const rows = series.flatMap(({ name, data }) =>
    data.map(([a, b]) => [name, number(a), number(b)]),
  );
  const head = ['Series', x.label, y.label];
  const skip = series.length > 1 ? 0 : 1;
  return table(
    label,
    head.slice(skip),
    rows.map((row) => row.slice(skip)),
  );
}

/**
 * The name of a line, at the point where the line reaches half of its last value. Row is the number
 * of the line of text, from below.
 * @typedef {{name: string, colour: string, half: [number, number], left: number, row: number}} Name
 */

/** A drawing of a figure. */
class Plot {
  /**
   * @param {Figure} figure
   * @param {number} width in pixels
   */
  constructor(figure, width) {
    const { x, y, series, rules = [] } = figure;
    this.figure = figure;
    this.width = width;
    this.bars = series.some(({ kind }) => kind === 'bars');
    /** All points. */
    this.all = series.flatMap(({ data }) => data);
    const [from, to] = [margin.left, width - margin.right];
    const values = [...this.all.map(([a]) => a), ...rules];
    this.across = scale(x, values, from, to, this.bars ? 0.6 : 0);
    this.names = this.placeNames();
    const rows = Math.max(0, ...this.names.map(({ row }) => row + 1));
    this.top = margin.top + 16 * rows;
    this.height = (width < 420 ? 200 : 260) + 16 * rows;
    this.bottom = this.height - margin.bottom;
    this.up = scale(
      y,
      this.all.map(([, b]) => b),
      this.bottom,
      this.top,
    );
    /** The width of a bar. */
    this.thick = ((to - from) / (this.all.length + 1)) * 0.8;
  }

  /**
   * Places the names of lines, so that none covers another one.
   * @returns {Name[]}
   */
  placeNames() {
    const { series, halves } = this.figure;
    if (!halves || this.width <= 600) return [];
    const names = series.flatMap(({ name, colour = '', data }) => {
      if (data.length === 0) return [];
      const half = data.find(([, b]) => b >= data[data.length - 1][1] / 2) ?? data[0];
      const left = Math.min(this.across.at(half[0]) + 6, this.width - 8 * name.length);
      return { name, colour, half, left };
    });
    names.sort((a, b) => b.left - a.left);
    /** The left of the last name in each row. @type {number[]} */
    const taken = [];
    return names.map((name) => {
      const free = taken.findIndex((left) => name.left + 8 * name.name.length < left);
      const row = free < 0 ? taken.length : free;
      taken[row] = name.left;
      return { ...name, row };
    });
  }

  draw() {
    const { width, height } = this;
    const size = { width, height, viewBox: `0 0 ${width} ${height}` };
    const { series, label } = this.figure;
    return svg(
      'svg',
      { role: 'img', 'aria-label': label, ...size },
      ...this.grid(),
      ...this.rules(),
      ...this.ticks(),
      ...series.map((one, i) => (one.kind === 'line' ? this.line(one, i) : this.group(one, i))),
      ...this.names.map((name) => this.drawName(name)),
      ...this.titles(),
    );
  }

  /** Draws the lines of the grid, with their numbers. */
  grid() {
    const text = this.figure.y.text ?? short;
    return this.up.ticks.map((tick) => {
      const y = this.up.at(tick);
      const ends = { x1: margin.left, x2: this.width - margin.right, y1: y, y2: y };
      const place = { x: margin.left - 8, y: y + 4, 'text-anchor': 'end' };
      return svg('g', {}, svg('line', { class: 'grid', ...ends }), svg('text', place, text(tick)));
    });
  }

  /** Draws the dashed lines. */
  rules() {
    const { rules = [] } = this.figure;
    return rules.map((rule) => {
      const x = this.across.at(rule);
      return svg('line', { class: 'rule', x1: x, x2: x, y1: this.top, y2: this.bottom });
    });
  }

  /** Writes the numbers below the drawing. If there are few bars, each has a number. */
  ticks() {
    const { x, series } = this.figure;
    const few = this.bars && series[0].data.length <= 12;
    const ticks = few ? series[0].data.map(([a]) => a) : this.across.ticks;
    return ticks.map((tick) => {
      const place = { x: this.across.at(tick), y: this.bottom + 18, 'text-anchor': 'middle' };
      return svg('text', place, (x.text ?? short)(tick));
    });
  }

  /**
   * Draws a series as a line.
   * @param {Series} series
   * @param {number} index
   */
  line({ data, colour, dash = 0 }, index) {
    const points = data.map(([a, b]) => `${this.across.at(a)},${this.up.at(b)}`).join(' ');
    const line = svg('polyline', { class: colour ? 'own' : `series-${index + 1}`, points });
    if (colour) line.style.stroke = colour;
    if (dash) line.style.strokeDasharray = dash % 3 === 1 ? '8 4' : '2 3';
    return line;
  }

  /**
   * Draws a series as bars or points, with its notes.
   * @param {Series} series
   * @param {number} index
   */
  group(series, index) {
    const { kind, data, colour } = series;
    const shapes = data.map(([a, b]) =>
      kind === 'points'
        ? svg('circle', { cx: this.across.at(a), cy: this.up.at(b), r: 6 })
        : this.bar(a, b, index),
    );
    const group = svg('g', { class: colour ? '' : `series-${index + 1}` }, ...shapes);
    group.append(...this.notes(series));
    if (colour) group.style.fill = colour;
    return group;
  }

  /**
   * Draws a bar. The bars of several series are side by side.
   * @param {number} a
   * @param {number} b
   * @param {number} index of the series
   */
  bar(a, b, index) {
    const { series, marks = [] } = this.figure;
    const beside = (index - (series.length - 1) / 2) * this.thick;
    const y = this.up.at(b);
    return svg('rect', {
      class: a === marks[index] ? 'marked' : '',
      x: this.across.at(a) - this.thick / 2 + beside,
      y,
      width: this.thick,
      height: Math.max(0, this.bottom - y),
      rx: Math.min(3, this.thick / 3),
    });
  }

  /**
   * Writes the notes of a series. A note goes above those that it would cover.
   * @param {Series} series
   */
  notes({ data, notes = [] }) {
    /** @type {[number, number][]} */
    const places = [];
    return notes.map((note, i) => {
      const x = this.across.at(data[i][0]);
      let y = this.up.at(data[i][1]) - 12;
      const covers = () => places.some(([a, b]) => Math.abs(a - x) < 52 && Math.abs(b - y) < 16);
      while (covers()) y -= 4;
      places.push([x, y]);
      return svg('text', { x, y, 'text-anchor': 'middle' }, note);
    });
  }

  /** Writes the name of a line, and joins it to the line. @param {Name} name */
  drawName({ name, colour, half: [a, b], left, row }) {
    const [x, y] = [this.across.at(a), this.up.at(b)];
    const high = this.top - 8 - 16 * row;
    const group = svg(
      'g',
      { class: 'name' },
      svg('line', { x1: x, x2: x, y1: y, y2: high - 8 }),
      svg('circle', { cx: x, cy: y, r: 4 }),
      svg('text', { x: left, y: high }, name),
    );
    group.style.color = colour;
    return group;
  }

  /** Writes what the axes show. */
  titles() {
    const { x, y } = this.figure;
    const across = { x: (margin.left + this.width) / 2, y: this.height - 6 };
    const up = { transform: `translate(13 ${(this.top + this.bottom) / 2}) rotate(-90)` };
    return [
      svg('text', { ...across, 'text-anchor': 'middle' }, x.label),
      svg('text', { ...up, 'text-anchor': 'middle' }, y.label),
    ];
  }
}

/**
 * Returns a function that maps numbers to pixels, and the ticks of the axis.
 * @param {Axis} axis
 * @param {number[]} values
 * @param {number} from the pixel of the smallest number
 * @param {number} to the pixel of the largest number
 * @param {number} [room] space at both ends, in units of the axis; without it, the axis ends at a
 *   tick
 */
function scale({ log, zero, most = -Infinity }, values, from, to, room) {
  const known = values.length > 0 ? values : [1];
  let low = zero ? 0 : Math.min(...known);
  let high = Math.max(most, ...known) || 1;
  /** @type {number[]} */
  const ticks = [];
  if (log) {
    low = 10 ** Math.floor(Math.log10(low));
    high = Math.max(10 * low, 10 ** Math.ceil(Math.log10(high)));
    for (let tick = low; tick <= high * 1.01; tick *= 10) ticks.push(tick);
  } else {
    const step = roundStep((high - low || 1) / 5);
    low = Math.floor(low / step) * step;
    high = Math.max(low + step, room === undefined ? Math.ceil(high / step) * step : high);
    for (let i = 0; low + i * step <= high * 1.001; i++) ticks.push(low + i * step);
    low -= room ?? 0;
    high += room ?? 0;
  }
  const of = (/** @type {number} */ value) => (log ? Math.log10(value) : value);
  const at = (/** @type {number} */ value) =>
    from + ((of(value) - of(low)) / (of(high) - of(low))) * (to - from);
  return { at, ticks };
}

/** Returns the smallest of 1, 2, 5, 10, 20 and so on that is at least step. @param {number} step */
function roundStep(step) {
  const unit = 10 ** Math.floor(Math.log10(step));
  return unit * ([1, 2, 5].find((n) => n * unit >= step) ?? 10);
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** @param {number} n */
const short = (n) => compact.format(n);
