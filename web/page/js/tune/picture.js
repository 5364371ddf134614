// The picture of the view Tune: the share of boards solved, and below it the time beside A*, against
// the number of plans. Points of settings that were tried have a filled mark, and those of the study
// a hollow one.

import { el, svg } from '../dom.js';
import { count, percent } from '../text.js';
import { estimate, long, ratio, share } from './words.js';

/** @typedef {import('./messages.js').Interval} Interval */
/** @typedef {import('./messages.js').Printed} Printed */
/** @typedef {import('./messages.js').Settings} Settings */
/** @typedef {import('./messages.js').Tried} Tried */

/**
 * A point. Pale points have another heuristic than the one chosen.
 * @typedef {{settings: Settings, plans: number, solved: Interval, time: Interval, tried: boolean,
 *   chosen: boolean, pale: boolean, title: string}} Point
 */

/**
 * A scale: the place in pixels of a value, and the ticks.
 * @typedef {{at: (value: number) => number, ticks: number[]}} Scale
 */

/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */

const margin = { left: 52, right: 16, top: 16, between: 32, bottom: 44 };

/** The space between points of the same number of plans, in pixels. */
const apart = 13;

export class Picture {
  /** @type {Point[]} */
  points = [];
  plans = 0; // of the settings chosen
  pale = el('li', { hidden: true }, 'pale: another heuristic');

  /** @param {(settings: Settings) => void} onChoose called when a point is pressed */
  constructor(onChoose) {
    this.onChoose = onChoose;
    this.drawing = el('div', { class: 'drawing' });
    const marks = el(
      'ul',
      { class: 'legend' },
      el('li', {}, el('span', { class: 'mark' }), 'tried here'),
      el('li', {}, el('span', { class: 'mark hollow' }), 'the study’s'),
      el('li', {}, 'bars: 95 % intervals'),
      this.pale,
    );
    this.element = el('figure', { class: 'drawn plots' }, this.drawing, marks);
    new ResizeObserver(() => this.draw()).observe(this.drawing);
  }

  /**
   * Shows points.
   * @param {Point[]} points
   * @param {number} plans of the settings chosen
   */
  show(points, plans) {
    this.points = points;
    this.plans = plans;
    this.pale.hidden = !points.some(({ pale }) => pale);
    this.draw();
  }

  draw() {
    const width = Math.max(this.drawing.clientWidth, 240);
    const tall = width > 480;
    const [upper, lower] = tall ? [264, 128] : [176, 88];
    const right = width - margin.right;
    const high = { left: margin.left, right, top: margin.top, bottom: margin.top + upper };
    const top = high.bottom + margin.between;
    const low = { left: margin.left, right, top, bottom: top + lower };
    const height = low.bottom + margin.bottom;
    const across = logarithmic([...this.points.map(({ plans }) => plans), this.plans], high, 'x');
    const places = spread(this.points, across, width / 10);
    const solved = plot(
      this.points.map(({ solved }) => solved),
      shares(this.points, high),
      (value) => percent(value, 0),
      high,
    );
    const time = plot(
      this.points.map(({ time }) => time),
      logarithmic(known(this.points.map(({ time }) => time)), low, 'y'),
      (value) => `${count(value)}×`,
      low,
    );
    const chosen = this.plans ? [rule(across.at(this.plans), high.top, low.bottom)] : [];
    this.drawing.replaceChildren(
      svg(
        'svg',
        { role: 'img', 'aria-label': describe(this.points), width, height },
        ...solved.grid,
        ...time.grid,
        ...chosen,
        ...this.marks(places, solved),
        ...this.marks(places, time),
        ...ticks(across, low),
        title('Solved', high),
        title('Time ÷ A*', low),
        svg(
          'text',
          { x: (low.left + low.right) / 2, y: height - 6, 'text-anchor': 'middle' },
          tall ? 'Plans for a board: population × generations × phases' : 'Plans for a board',
        ),
      ),
    );
  }

  /**
   * Draws the points of a plot.
   * @param {number[]} places
   * @param {{up: Scale, values: Interval[]}} plot
   */
  marks(places, { up, values }) {
    const order = this.points
      .map((point, i) => ({ point, x: places[i], value: values[i] }))
      .sort((a, b) => rank(a.point) - rank(b.point));
    return order.flatMap(({ point, x, value }) => {
      if (value.value === null) return [];
      const mark = draw(point, x, value, up);
      mark.addEventListener('click', () => this.onChoose(point.settings));
      return [mark];
    });
  }
}

/** Later points are drawn over others. @param {Point} point */
const rank = ({ chosen, pale, tried }) => (chosen ? 4 : 0) + (pale ? 0 : 2) + (tried ? 1 : 0);

/**
 * Draws a point with its interval.
 * @param {Point} point
 * @param {number} x
 * @param {Interval} interval
 * @param {Scale} up
 */
function draw(point, x, { value, low, high }, up) {
  const kinds = [
    'point',
    point.tried ? 'tried' : 'printed',
    point.pale ? 'pale' : '',
    point.chosen ? 'chosen' : '',
  ];
  const group = svg('g', { class: kinds.filter(Boolean).join(' ') });
  group.append(svg('title', {}, point.title));
  const y = up.at(value ?? 0);
  if (low !== null && high !== null) {
    group.append(whisker(x, up.at(low), up.at(high)));
  }
  if (point.tried) {
    group.append(svg('circle', { cx: x, cy: y, r: point.chosen ? 7 : 5.5 }));
  } else {
    const r = 6.5;
    group.append(svg('path', { d: `M${x} ${y - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z` }));
  }
  return group;
}

/**
 * Draws an interval.
 * @param {number} x
 * @param {number} from
 * @param {number} to
 */
const whisker = (x, from, to) =>
  svg('path', { class: 'whisker', d: `M${x} ${from}V${to}M${x - 4} ${from}h8M${x - 4} ${to}h8` });

/**
 * Draws the line at the settings chosen.
 * @param {number} x
 * @param {number} from
 * @param {number} to
 */
const rule = (x, from, to) => svg('line', { class: 'rule', x1: x, x2: x, y1: from, y2: to });

/**
 * Makes a plot: its scale, and the lines behind it.
 * @param {Interval[]} values
 * @param {Scale} up
 * @param {(value: number) => string} format
 * @param {Box} box
 */
function plot(values, up, format, { left, right }) {
  const grid = up.ticks.map((tick) => {
    const y = up.at(tick);
    return svg(
      'g',
      {},
      svg('line', { class: 'grid', x1: left, x2: right, y1: y, y2: y }),
      svg('text', { x: left - 8, y: y + 4, 'text-anchor': 'end' }, format(tick)),
    );
  });
  return { up, values, grid };
}

/** Draws the name of a plot above it. @param {string} text @param {Box} box */
const title = (text, { left, top }) => svg('text', { class: 'title', x: left, y: top - 4 }, text);

const compact = new Intl.NumberFormat('en', { notation: 'compact' });

/**
 * Draws the ticks below a plot.
 * @param {Scale} across
 * @param {Box} box
 */
const ticks = (across, { bottom }) =>
  across.ticks.map((tick) =>
    svg(
      'text',
      { x: across.at(tick), y: bottom + 20, 'text-anchor': 'middle' },
      compact.format(tick),
    ),
  );

/**
 * Makes a logarithmic scale of whole powers of ten.
 * @param {number[]} values
 * @param {Box} box
 * @param {'x' | 'y'} direction
 * @returns {Scale}
 */
function logarithmic(values, { left, right, top, bottom }, direction) {
  const logs = values.filter((value) => value > 0).map(Math.log10);
  if (logs.length === 0) logs.push(0);
  const least = Math.floor(Math.min(...logs));
  const most = Math.max(least + 1, Math.ceil(Math.max(...logs)));
  const [from, to] = direction === 'x' ? [left + 16, right - 16] : [bottom, top];
  const step = (to - from) / (most - least);
  const powers = Array.from({ length: most - least + 1 }, (_, i) => 10 ** (least + i));
  return { at: (value) => from + step * (Math.log10(value) - least), ticks: powers };
}

/**
 * Makes the scale of shares. It begins at 0, or higher if all shares are large.
 * @param {Point[]} points
 * @param {Box} box
 * @returns {Scale}
 */
function shares(points, { top, bottom }) {
  const lows = points.map(({ solved }) => solved.low ?? 1);
  const low = Math.min(...lows);
  const least = [0.8, 0.5, 0].find((limit) => points.length > 0 && low >= limit) ?? 0;
  const step = (1 - least) / 4;
  return {
    at: (value) => bottom - ((value - least) / (1 - least)) * (bottom - top),
    ticks: [0, 1, 2, 3, 4].map((i) => least + i * step),
  };
}

/** Returns the values and the ends of intervals. @param {Interval[]} intervals */
const known = (intervals) =>
  intervals.flatMap(({ value, low, high }) => [value, low, high].filter((one) => one !== null));

/**
 * Returns the places of points. Points of the same number of plans stand side by side, and the one
 * that is chosen stands at its place.
 * @param {Point[]} points
 * @param {Scale} across
 * @param {number} room for all of them, in pixels
 */
function spread(points, across, room) {
  return points.map((point) => {
    const beside = points.filter(({ plans }) => plans === point.plans);
    const chosen = beside.findIndex((one) => one.chosen);
    const middle = chosen < 0 ? (beside.length - 1) / 2 : chosen;
    const step = Math.min(apart, room / beside.length);
    return across.at(point.plans) + (beside.indexOf(point) - middle) * step;
  });
}

/** Describes the points for screen readers. @param {Point[]} points */
function describe(points) {
  const texts = points.filter(({ pale }) => !pale).map(({ title }) => title);
  return ['Share of boards solved and time beside A*, against plans for a board', ...texts].join(
    '. ',
  );
}

/**
 * Makes the point of settings that were tried.
 * @param {Tried} row
 * @param {boolean} chosen
 * @param {boolean} pale
 * @returns {Point}
 */
export function triedPoint(row, chosen, pale) {
  const { plans, solved, time } = row;
  const words = [`${long(row)}, ${estimate(row.heuristic)}: ${share(solved)} solved`];
  if (time.value !== null) words.push(`${ratio(time)} times the time of A*`);
  return { settings: row, plans, solved, time, tried: true, chosen, pale, title: words.join(', ') };
}

/**
 * Makes the point of settings of the study.
 * @param {Printed} row
 * @param {boolean} pale
 * @returns {Point}
 */
export function printedPoint(row, pale) {
  const { plans, solved } = row;
  const title = `The study, ${long(row)}, ${estimate(row.heuristic)}: ${share(solved)} solved`;
  const time = { value: row.time, low: null, high: null, n: row.boards };
  const settings = { ...row, seed: 1 };
  return { settings, plans, solved, time, tried: false, chosen: false, pale, title };
}
