// The picture of the view Tune: the share of boards solved, and below it the time beside A*, against
// the number of plans. Points of settings that were tried have a filled mark, and those of the study
// a hollow one.

import { el, svg } from '../dom.js';
import { count, percent } from '../text.js';
import { heuristicLabel, long, ratio, share } from './words.js';

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

/** The space around the two plots and between them, in pixels. */
const margin = { left: 52, right: 16, top: 16, between: 32, bottom: 44 };

/** The most space between two points of the same number of plans, in pixels. */
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
    const { points, plans } = this;
    const width = Math.max(this.drawing.clientWidth, 240);
    const roomy = width > 480;
    const [upper, lower] = boxes(width, roomy);
    const height = lower.bottom + margin.bottom;
    const across = logarithmic([...points.map((point) => point.plans), plans], upper, 'x');
    const places = spread(points, across, width / 10);
    const solved = points.map((point) => point.solved);
    const times = points.map((point) => point.time);
    const shareScale = shares(points, upper);
    const timeScale = logarithmic(numbersOf(times), lower, 'y');
    const chosen = plans ? [rule(across.at(plans), upper.top, lower.bottom)] : [];
    const axis = roomy
      ? 'Plans for a board: population × generations × phases'
      : 'Plans for a board';
    this.drawing.replaceChildren(
      svg(
        'svg',
        { role: 'img', 'aria-label': describe(points), width, height },
        ...grid(shareScale, (value) => percent(value, 0), upper),
        ...grid(timeScale, (value) => `${count(value)}×`, lower),
        ...chosen,
        ...this.marks(places, solved, shareScale),
        ...this.marks(places, times, timeScale),
        ...ticks(across, lower),
        title('Solved', upper),
        title('Time ÷ A*', lower),
        svg(
          'text',
          { x: (lower.left + lower.right) / 2, y: height - 6, 'text-anchor': 'middle' },
          axis,
        ),
      ),
    );
  }

  /**
   * Draws the points of a plot. A press on a point chooses its settings.
   * @param {number[]} places of the points, from left to right
   * @param {Interval[]} values of the points
   * @param {Scale} up
   */
  marks(places, values, up) {
    const order = this.points
      .map((point, i) => ({ point, x: places[i], interval: values[i] }))
      .filter(({ interval }) => interval.value !== null)
      .sort((a, b) => layer(a.point) - layer(b.point));
    return order.map(({ point, x, interval }) => {
      const mark = drawPoint(point, x, interval, up);
      mark.addEventListener('click', () => this.onChoose(point.settings));
      return mark;
    });
  }
}

/**
 * Returns the boxes of the two plots: that of the shares, and below it that of the times.
 * @param {number} width of the picture
 * @param {boolean} roomy whether the picture is wide enough for high plots
 * @returns {[Box, Box]}
 */
function boxes(width, roomy) {
  const { left } = margin;
  const right = width - margin.right;
  const upper = { left, right, top: margin.top, bottom: margin.top + (roomy ? 264 : 176) };
  const top = upper.bottom + margin.between;
  return [upper, { left, right, top, bottom: top + (roomy ? 128 : 88) }];
}

/**
 * Returns the layer of a point. Points of higher layers are drawn over others: the chosen one over
 * all, pale ones below all, and those that were tried over those of the study.
 * @param {Point} point
 */
function layer({ chosen, pale, tried }) {
  if (chosen) return 4;
  if (pale) return tried ? 1 : 0;
  return tried ? 3 : 2;
}

/**
 * Draws a point with its interval.
 * @param {Point} point
 * @param {number} x
 * @param {Interval} interval
 * @param {Scale} up
 */
function drawPoint(point, x, { value, low, high }, up) {
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
 * Draws the lines behind a plot, with their values.
 * @param {Scale} up
 * @param {(value: number) => string} format
 * @param {Box} box
 */
function grid(up, format, { left, right }) {
  return up.ticks.map((tick) => {
    const y = up.at(tick);
    return svg(
      'g',
      {},
      svg('line', { class: 'grid', x1: left, x2: right, y1: y, y2: y }),
      svg('text', { x: left - 8, y: y + 4, 'text-anchor': 'end' }, format(tick)),
    );
  });
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
  const least = leastShare(points);
  const step = (1 - least) / 4;
  return {
    at: (value) => bottom - ((value - least) / (1 - least)) * (bottom - top),
    ticks: [0, 1, 2, 3, 4].map((i) => least + i * step),
  };
}

/** Returns the share at the lower edge of the plot. @param {Point[]} points */
function leastShare(points) {
  if (points.length === 0) return 0;
  const low = Math.min(...points.map(({ solved }) => solved.low ?? 1));
  if (low >= 0.8) return 0.8;
  return low >= 0.5 ? 0.5 : 0;
}

/** Returns the values and the ends of intervals, as far as they are known. @param {Interval[]} intervals */
function numbersOf(intervals) {
  const numbers = intervals.flatMap(({ value, low, high }) => [value, low, high]);
  return numbers.filter((number) => number !== null);
}

/**
 * Returns the places of points. Points of the same number of plans stand side by side, and the one
 * that is chosen stands at its place.
 * @param {Point[]} points
 * @param {Scale} across
 * @param {number} room for the points of one number of plans, in pixels
 */
function spread(points, across, room) {
  return points.map((point) => {
    const group = points.filter(({ plans }) => plans === point.plans);
    const chosen = group.findIndex((other) => other.chosen);
    const middle = chosen < 0 ? (group.length - 1) / 2 : chosen;
    const step = Math.min(apart, room / group.length);
    return across.at(point.plans) + (group.indexOf(point) - middle) * step;
  });
}

/** Describes the points for screen readers. @param {Point[]} points */
function describe(points) {
  const about = 'Share of boards solved and time beside A*, against plans for a board';
  const texts = points.filter(({ pale }) => !pale).map(({ title }) => title);
  return [about, ...texts].join('. ');
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
  const words = [`${long(row)}, ${heuristicLabel(row.heuristic)}: ${share(solved)} solved`];
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
  const what = `The study, ${long(row)}, ${heuristicLabel(row.heuristic)}`;
  const title = `${what}: ${share(solved)} solved`;
  const time = { value: row.time, low: null, high: null, n: row.boards };
  const settings = { ...row, seed: 1 };
  return { settings, plans, solved, time, tried: false, chosen: false, pale, title };
}
