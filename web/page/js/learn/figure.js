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
 *   dashed lines; halves: if there is room, the name of a line is where the line reaches half of its last value
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
  const redraw = () =>
    current && drawing.replaceChildren(draw(current, Math.max(drawing.clientWidth, 200)));
  new ResizeObserver(redraw).observe(drawing);
  const element = el('figure', { class: 'drawn' }, drawing, legend, ...controls, details);
  return [
    element,
    (next) => {
      current = next;
      redraw();
      const { x, y, series, label } = next;
      const named = series.length > 1 ? series : [];
      legend.hidden = named.length === 0;
      legend.replaceChildren(
        ...named.map(({ name, kind, colour, dash, data }, i) => {
          const stroke =
            kind === 'line'
              ? ['', 'dashed', 'dotted'][(dash ?? (!colour && i > 0 ? 1 : 0)) % 3]
              : '';
          const swatch = el('span', { class: kind === 'points' ? 'point' : `swatch ${stroke}` });
          swatch.style.color = colour ?? `var(--series-${i + 1})`;
          return el('li', { class: next.halves && data.length ? 'named' : '' }, swatch, name);
        }),
      );
      if (!tabled) return;
      details.hidden = false;
      const rows = series.flatMap(({ name, data }) =>
        data.map(([a, b]) => [name, number(a), number(b)]),
      );
      const head = ['Series', x.label, y.label];
      const skip = named.length ? 0 : 1; // leaves out the name of a single series
      details.replaceChildren(
        el('summary', {}, 'Figures as a table'),
        table(
          label,
          head.slice(skip),
          rows.map((row) => row.slice(skip)),
        ),
      );
    },
  ];
}

/**
 * Draws a figure.
 * @param {Figure} figure
 * @param {number} width in pixels
 */
function draw({ label, x, y, series, marks = [], rules = [], halves }, width) {
  const bars = series.some(({ kind }) => kind === 'bars');
  const all = series.flatMap(({ data }) => data);
  const across = scale(
    x,
    [...all.map(([a]) => a), ...rules],
    margin.left,
    width - margin.right,
    bars ? 0.6 : 0,
  );
  /**
   * The lefts of the last names on each line of text. The last name is the lowest.
   * @type {number[]}
   */
  const taken = [];
  const named = (halves && width > 600 ? series.filter(({ data }) => data.length) : [])
    .map(({ name, colour = '', data }) => {
      const half = data.find(([, b]) => b >= data[data.length - 1][1] / 2) ?? data[0];
      return {
        name,
        colour,
        half,
        left: Math.min(across.at(half[0]) + 6, width - 8 * name.length),
      };
    })
    .sort((a, b) => b.left - a.left)
    .map((one) => {
      const row = taken.findIndex((left) => one.left + 8 * one.name.length < left);
      const line = row < 0 ? taken.length : row;
      taken[line] = one.left;
      return { ...one, line };
    });
  const top = margin.top + 16 * taken.length;
  const height = (width < 420 ? 200 : 260) + top - margin.top;
  const up = scale(
    y,
    all.map(([, b]) => b),
    height - margin.bottom,
    top,
  );
  const lines = up.ticks.map((tick) =>
    svg(
      'g',
      {},
      svg('line', {
        class: 'grid',
        x1: margin.left,
        x2: width - margin.right,
        y1: up.at(tick),
        y2: up.at(tick),
      }),
      svg(
        'text',
        { x: margin.left - 8, y: up.at(tick) + 4, 'text-anchor': 'end' },
        (y.text ?? short)(tick),
      ),
    ),
  );
  const [first] = series;
  const few = bars && first.data.length <= 12; // each bar has a tick
  const ticks = (few ? first.data.map(([a]) => a) : across.ticks).map((tick) =>
    svg(
      'text',
      { x: across.at(tick), y: height - margin.bottom + 18, 'text-anchor': 'middle' },
      (x.text ?? short)(tick),
    ),
  );
  const dashes = rules.map((at) =>
    svg('line', {
      class: 'rule',
      x1: across.at(at),
      x2: across.at(at),
      y1: top,
      y2: height - margin.bottom,
    }),
  );
  const thick = ((width - margin.left - margin.right) / (all.length + 1)) * 0.8;
  /** Where the bars of a series are, relative to their x: the series are side by side. */
  const beside = (/** @type {number} */ i) => (i - (series.length - 1) / 2) * thick;
  const shapes = series.map(({ kind, data, colour, dash = 0, notes = [] }, i) => {
    if (kind === 'line') {
      const points = data.map(([a, b]) => `${across.at(a)},${up.at(b)}`).join(' ');
      const line = svg('polyline', { class: colour ? 'own' : `series-${i + 1}`, points });
      if (colour) line.style.stroke = colour;
      if (dash) line.style.strokeDasharray = dash % 3 === 1 ? '8 4' : '2 3';
      return line;
    }
    const group = svg(
      'g',
      { class: colour ? '' : `series-${i + 1}` },
      ...data.map(([a, b]) =>
        kind === 'points'
          ? svg('circle', { cx: across.at(a), cy: up.at(b), r: 6 })
          : svg('rect', {
              class: a === marks[i] ? 'marked' : '',
              x: across.at(a) - thick / 2 + beside(i),
              y: up.at(b),
              width: thick,
              height: Math.max(0, height - margin.bottom - up.at(b)),
              rx: Math.min(3, thick / 3),
            }),
      ),
    );
    if (colour) group.style.fill = colour;
    /** Where notes are. A note goes above those that it would cover. @type {[number, number][]} */
    const places = [];
    notes.forEach((note, at) => {
      let [left, top] = [across.at(data[at][0]), up.at(data[at][1]) - 12];
      while (places.some(([x, y]) => Math.abs(x - left) < 52 && Math.abs(y - top) < 16)) top -= 4;
      places.push([left, top]);
      group.append(svg('text', { x: left, y: top, 'text-anchor': 'middle' }, note));
    });
    return group;
  });
  const names = named.map(({ name, colour, half: [a, b], left, line }) => {
    const [at, high] = [across.at(a), top - 8 - 16 * line];
    const group = svg(
      'g',
      { class: 'name' },
      svg('line', { x1: at, x2: at, y1: up.at(b), y2: high - 8 }),
      svg('circle', { cx: at, cy: up.at(b), r: 4 }),
      svg('text', { x: left, y: high }, name),
    );
    group.style.color = colour;
    return group;
  });
  const middle = (top + height - margin.bottom) / 2;
  return svg(
    'svg',
    { role: 'img', 'aria-label': label, width, height, viewBox: `0 0 ${width} ${height}` },
    ...lines,
    ...dashes,
    ...ticks,
    ...shapes,
    ...names,
    svg('text', { x: (margin.left + width) / 2, y: height - 6, 'text-anchor': 'middle' }, x.label),
    svg(
      'text',
      { transform: `translate(13 ${middle}) rotate(-90)`, 'text-anchor': 'middle' },
      y.label,
    ),
  );
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
