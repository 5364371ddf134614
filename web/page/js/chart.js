// The chart of a race. The lengths of plans come down and the proven bounds come up, until they
// meet. Time is logarithmic, because a first plan takes a millisecond and a proof may take a
// minute.

import { el, svg, textScale } from './dom.js';
import { count, seconds } from './text.js';

/**
 * The points of a line, with times in seconds, in ascending order.
 * @typedef {[number[], number[]]} Points
 */

/**
 * The lines of a solver: the lengths of its plans and its bounds over time. Proved is the time at
 * which it proved its plan to be shortest, or 0, and ended the time at which its search ended, or
 * 0.
 * @typedef {{name: string, colour: string, dashed: boolean, plans: Points, bounds: Points, proved:
 *   number, ended: number}} Line
 */

/** The shortest time on the axis, in seconds, and the distance of labels in pixels. */
const soonest = 1e-5;
const lineHeight = 18;

/** How far the axis goes on after the last event. */
export const beyond = 1.3;

export class Chart {
  /** Makes an empty chart, and sets element to its element. */
  constructor() {
    /** @type {Line[]} */
    this.lines = [];
    this.now = 0;
    this.span = 0; // the time at the end of the axis; 0 for now
    this.frame = 0;
    this.proving = true; // whether a solver raises a bound, which the sketch shows
    this.minimum = 0; // a bound that no line shows; 0 if there is none
    this.area = el('div', { class: 'plot', role: 'img' });
    // the labels, where there is no room for them in the chart
    this.legend = el('ul', { class: 'legend' });
    this.element = el('figure', { class: 'chart' }, this.area, this.legend);
    this.resized = new ResizeObserver(() => this.draw());
    this.resized.observe(this.area);
  }

  /**
   * Shows lines up to a time.
   * @param {Line[]} lines
   * @param {number} now in seconds
   * @param {number} [span] the time at the end of the axis, if it is not now
   */
  set(lines, now, span = 0) {
    Object.assign(this, { lines, now, span });
    this.frame ||= requestAnimationFrame(() => this.draw());
  }

  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const { clientWidth, clientHeight } = this.area;
    if (!clientWidth) return;
    // The drawing grows with its texts.
    const width = clientWidth / textScale();
    const height = clientHeight / textScale();
    const narrow = width < 600;
    const margin = { left: 40, right: narrow ? 24 : 208, top: 20, bottom: 40 };
    const seen = this.lines.map((line) => ({
      ...line,
      plans: until(line.plans, this.now),
      bounds: until(line.bounds, this.now),
    }));
    const all = (this.span ? this.lines : seen).flatMap(({ plans, bounds }) => [plans, bounds]);
    const plans = (this.span ? this.lines : seen).flatMap((line) => line.plans[0].slice(0, 1));
    const values = all.flatMap(([, ys]) => ys);
    if (values.length && this.minimum) values.push(this.minimum);
    const drawn = svg('svg', {
      width: clientWidth,
      height: clientHeight,
      viewBox: `0 0 ${width} ${height}`,
      'aria-hidden': 'true',
    });
    this.area.replaceChildren(drawn);
    this.legend.replaceChildren();
    this.legend.hidden = !narrow;
    if (!values.length) {
      drawn.append(...this.sketch(width, height));
      this.area.setAttribute(
        'aria-label',
        'The lengths of plans and the proved minimum will be drawn here.',
      );
      return;
    }
    // The axis begins shortly before the first plan. Lines of bounds that began sooner enter from
    // the left.
    const latest = this.span || this.now || 0.1;
    const from = Math.max(soonest, Math.min(...plans.map((t) => t / 2), latest / 20));
    const to = Math.max(latest, from * 10);
    for (const line of seen) line.bounds = since(line.bounds, from);
    const { from: low, to: high, step } = nice(Math.min(...values), Math.max(...values));
    const right = width - margin.right;
    const bottom = height - margin.bottom;
    const x = (/** @type {number} */ t) =>
      margin.left +
      ((right - margin.left) * Math.log(Math.max(t, from) / from)) / Math.log(to / from);
    const y = (/** @type {number} */ v) =>
      bottom - ((bottom - margin.top) * (v - low)) / (high - low);
    const end = x(Math.min(Math.max(this.now, from), to));

    const grid = svg('g', { class: 'grid' });
    for (let v = low; v <= high + step / 2; v += step) {
      grid.append(
        svg('path', { d: `M${margin.left} ${y(v)}H${right}` }),
        svg(
          'text',
          { x: margin.left - 8, y: y(v) + 4, 'text-anchor': 'end' },
          count(Math.round(v)),
        ),
      );
    }
    const decade = (right - margin.left) / Math.log10(to / from); // the width of a power of ten
    for (let power = Math.floor(Math.log10(from)); 10 ** power <= to; power++) {
      for (const digit of decade > 200 ? [1, 2, 5] : [1]) {
        const t = digit * 10 ** power;
        if (t < from || t > to) continue;
        grid.append(svg('path', { d: `M${x(t)} ${bottom}v5` }));
        if (decade < 64 && power % 2) continue;
        grid.append(svg('text', { x: x(t), y: bottom + 20, 'text-anchor': 'middle' }, seconds(t)));
      }
    }
    grid.append(
      svg('path', { class: 'axis', d: `M${margin.left} ${bottom}H${right}` }),
      svg('text', { x: right, y: bottom + 36, 'text-anchor': 'end' }, 'time, logarithmic'),
    );

    const keys = [
      ['best', 'best plan'],
      ...(this.proving || this.minimum ? [['bound', 'proved minimum']] : []),
    ];
    const edge = narrow ? width : right;
    const gap = edge < 320 ? 96 : 112; // from one key to the next
    for (const [i, [kind, text]] of keys.reverse().entries()) {
      grid.append(
        svg('path', { class: `${kind} key`, d: `M${edge - 144 - gap * i} 4h24` }),
        svg('text', { x: edge - 112 - gap * i, y: 8 }, text),
      );
    }
    const taken = 144 + gap * (keys.length - 1);
    if (edge - taken > 44) grid.append(svg('text', { x: 0, y: 8 }, 'moves'));
    drawn.append(grid, ...this.marks(seen, { x, y, end, narrow, right, top: margin.top, bottom }));
    const said = seen.flatMap(({ name, plans, bounds, proved }) => {
      const [plan, bound] = [last(plans), last(bounds)];
      return [
        plan && `${name}: ${plan} moves${proved && proved <= this.now ? ', proved shortest' : ''}`,
        bound && !(proved && proved <= this.now) && `${name}: at least ${bound}`,
      ].filter(Boolean);
    });
    this.area.setAttribute(
      'aria-label',
      `Lengths of plans and bounds over time. ${said.join('. ')}.`,
    );
  }

  /**
   * Draws what will be seen, without numbers: plans get shorter, and the bound rises until they
   * meet.
   * @param {number} width
   * @param {number} height
   */
  sketch(width, height) {
    const [left, right, top, bottom] = [8, width - 8, 16, height - 24];
    const middle = top + (bottom - top) * 0.64;
    const w = right - left;
    const words = (
      /** @type {number} */ x,
      /** @type {number} */ y,
      /** @type {string} */ text,
      anchor = 'start',
    ) => svg('text', { x, y, class: 'words', 'text-anchor': anchor }, text);
    const down = `C${left + w * 0.12} ${middle - 8} ${left + w * 0.5} ${middle} ${right} ${middle}`;
    const shorter = [
      svg('text', { x: right, y: 8, 'text-anchor': 'end' }, 'A sketch: what to watch for'),
      svg('path', { class: 'sketch', d: `M${left} ${top}${down}` }),
      words(left + w * 0.1, top + (middle - top) * 0.36, 'Plans get shorter'),
    ];
    if (!this.proving) return shorter;
    const up = `C${left + w * 0.5} ${middle} ${left + w * 0.3} ${bottom - 8} ${left} ${bottom - 8}`;
    return [
      svg('path', { class: 'gap', d: `M${left} ${top}${down}${up}Z` }),
      ...shorter,
      svg('path', { class: 'sketch bound', d: `M${right} ${middle}${up}` }),
      words(
        left + w * 0.1,
        bottom + 16,
        `The proved minimum rises${width < 440 ? '' : ': no plan can be shorter'}`,
      ),
      svg('circle', { cx: right, cy: middle, r: 6 }),
      words(right, middle - 24, 'They meet: the shortest plan', 'end'),
    ];
  }

  /**
   * Draws the lines, the labels at their ends, and what happened.
   * @param {Line[]} seen
   * @param {{x: (t: number) => number, y: (v: number) => number, end: number, narrow: boolean,
   *   right: number, top: number, bottom: number}} frame
   */
  marks(seen, { x, y, end, narrow, right, top, bottom }) {
    const parts = [];
    // Between the best plan and the best bound is what nobody knows yet.
    const best = merge(
      seen.map(({ plans }) => plans),
      Math.min,
    );
    const bound = merge(
      seen.map(({ bounds }) => bounds),
      Math.max,
    );
    if (best[0].length && bound[0].length) {
      const above = steps(best, x, y, end);
      const begin = Math.max(x(best[0][0]), x(bound[0][0]));
      parts.push(
        svg('path', {
          class: 'gap',
          d: `${above}V${y(last(bound))}${back(bound, x, y, end, begin)}Z`,
        }),
      );
    }
    /** @type {{at: number, text: string, colour: string}[]} */
    const labels = [];
    if (this.minimum) {
      parts.push(svg('path', { class: 'bound plain', d: `M40 ${y(this.minimum)}H${right}` }));
      labels.push({
        at: y(this.minimum),
        text: `at least ${this.minimum}`,
        colour: 'var(--muted)',
      });
    }
    const dots = []; // the best plans
    /** @type {{at: number, height: number, text: string}[]} */
    const joined = []; // plans of the same length as another one, whose solver has no line
    const ordered = [...seen].sort((a, b) => (a.plans[0].at(-1) ?? 0) - (b.plans[0].at(-1) ?? 0));
    for (const [i, { name, colour, dashed, plans, bounds, proved, ended }] of ordered.entries()) {
      const done = proved > 0 && proved <= this.now;
      const [length, least] = [last(plans), last(bounds)];
      const draw = (/** @type {string} */ kind, /** @type {string} */ d, style = {}) => {
        const path = svg('path', { class: dashed ? `${kind} dashed` : kind, d });
        Object.assign(path.style, { stroke: colour, ...style });
        parts.push(path);
      };
      if (least)
        draw('bound', steps(bounds, x, y, done ? x(proved) : end), {
          strokeDashoffset: String(2 * i),
        });
      if (length) {
        // A line that reaches the length of another one ends there. The line of a search that has
        // ended goes on thin.
        const joins = ordered.slice(0, i).some(({ plans }) => last(plans) === length);
        const from = x(plans[0].at(-1) ?? 0);
        let until = end;
        if (joins) until = from;
        else if (ended && ended <= this.now) until = Math.max(from, x(ended));
        draw('best', steps(plans, x, y, until));
        if (!joins && until < end)
          draw('best', `M${until} ${y(length)}H${end}`, { strokeWidth: '1' });
        const dot = svg('circle', { cx: from, cy: y(length), r: 5 });
        dot.style.fill = colour;
        dots.push(dot);
        if (joins && plans[0].length === 1)
          joined.push({ at: from, height: y(length), text: `${name}: ${length}` });
      }
      if (length)
        labels.push({
          at: y(length),
          text: done ? `${name}: ${length}, proved` : `${name}: ${length}`,
          colour,
        });
      if (least && !done && least !== length)
        labels.push({ at: y(least), text: `${name}: at least ${least}`, colour });
    }
    parts.push(...dots);
    labels.sort((a, b) => a.at - b.at);
    let free = top;
    for (const label of labels) {
      label.at = Math.max(label.at, free);
      free = label.at + lineHeight;
    }
    let limit = bottom - 4;
    for (const label of [...labels].reverse()) {
      label.at = Math.min(label.at, limit);
      limit = label.at - lineHeight;
    }
    const side = Math.min(end, right) + 10;
    for (const { at, text, colour } of labels) {
      if (narrow) {
        const item = el('li', { class: 'label' }, text);
        item.style.color = colour;
        this.legend.append(item);
        continue;
      }
      const word = svg('text', { class: 'label', x: side, y: at + 4 }, text);
      word.style.fill = colour;
      parts.push(word);
    }
    // What happened, once each: the first plan, the best plan, and below the line the proof.
    const happened = (
      /** @type {Line} */ line,
      /** @type {number} */ t,
      /** @type {number} */ v,
      /** @type {string} */ text,
      above = true,
    ) => {
      const at = x(t);
      const circle = svg('circle', { cx: at, cy: y(v), r: 5 });
      circle.style.fill = line.colour;
      const near = at + 10 > right - 8 * text.length;
      parts.push(
        circle,
        svg(
          'text',
          {
            class: 'event',
            x: near ? at + 4 : at + 10,
            y: y(v) + (above ? -12 : 20),
            'text-anchor': near ? 'end' : 'start',
          },
          text,
        ),
      );
    };
    const planned = seen.filter(({ plans }) => plans[0].length);
    const first = least(planned, ({ plans }) => plans[0][0]);
    const met = proof(seen);
    const apart = first && (!met || x(met.at) - x(first.plans[0][0]) > 80);
    if (first && apart)
      happened(first, first.plans[0][0], first.plans[1][0], `first plan: ${first.plans[1][0]}`);
    const shortest = Math.min(...planned.map(({ plans }) => last(plans)));
    const reached = (/** @type {Line} */ { plans }) =>
      plans[0][plans[1].indexOf(shortest)] ?? Infinity;
    const winner = least(planned, reached);
    const alone =
      winner && winner.plans[1][0] !== shortest && (!met || x(met.at) - x(reached(winner)) > 90);
    if (alone) happened(winner, reached(winner), shortest, String(shortest));
    if (met)
      happened(seen[met.by], met.at, shortest, alone ? 'proved' : `${shortest}, proved`, false);
    const above = [first, winner]
      .filter((line) => line !== undefined)
      .map((line) => x(reached(line)));
    for (const { at, height, text } of joined) {
      // there is no room for its name
      if (above.some((other) => Math.abs(other - at) < 8 * text.length)) continue;
      above.push(at);
      parts.push(
        svg('text', { class: 'event', x: at, y: height - 12, 'text-anchor': 'end' }, text),
      );
    }
    return parts;
  }

  destroy() {
    this.resized.disconnect();
    cancelAnimationFrame(this.frame);
  }
}

/**
 * Returns when the best plan was proved shortest, and the number of the line that proved it: the
 * first whose bound reached the length of the plan.
 * @param {{plans: Points, bounds: Points}[]} lines
 * @returns {{at: number, by: number} | undefined} undefined if there is no proof
 */
export function proof(lines) {
  const best = merge(
    lines.map(({ plans }) => plans),
    Math.min,
  );
  const shortest = last(best);
  const reached = lines.map(
    ({ bounds: [times, bounds] }) =>
      times[bounds.findIndex((bound) => bound >= shortest)] ?? Infinity,
  );
  const at = Math.min(...reached);
  if (!shortest || at === Infinity) return undefined;
  return { at: Math.max(at, best[0][best[1].indexOf(shortest)]), by: reached.indexOf(at) };
}

/** Returns the last value of a line, or 0. @param {Points} points */
const last = ([, ys]) => ys[ys.length - 1] ?? 0;

/**
 * Returns the element with the least value.
 * @template T
 * @param {T[]} all
 * @param {(one: T) => number} value
 * @returns {T | undefined}
 */
const least = (all, value) => [...all].sort((a, b) => value(a) - value(b))[0];

/** Returns the points up to a time. @param {Points} points @param {number} now @returns {Points} */
function until([xs, ys], now) {
  const n = xs.findIndex((t) => t > now);
  return n < 0 ? [xs, ys] : [xs.slice(0, n), ys.slice(0, n)];
}

/**
 * Returns the points from a time on, and the last one before.
 * @param {Points} points
 * @param {number} from
 * @returns {Points}
 */
function since([xs, ys], from) {
  const n = Math.max(0, xs.filter((t) => t <= from).length - 1);
  return [xs.slice(n), ys.slice(n)];
}

/**
 * Returns a round range around the values, in at most eight steps.
 * @param {number} low
 * @param {number} high
 */
function nice(low, high) {
  const room = Math.max(3, (high - low) * 0.06);
  for (let size = 1; ; size *= 10) {
    for (const step of [size, 2 * size, 5 * size]) {
      const from = Math.max(0, Math.floor((low - room) / step) * step);
      const to = Math.ceil((high + room) / step) * step;
      if ((to - from) / step <= 8) return { from, to, step };
    }
  }
}

/**
 * Returns the path of a line of steps. It leaves out points that the screen cannot show.
 * @param {Points} points
 * @param {(t: number) => number} x
 * @param {(v: number) => number} y
 * @param {number} end
 */
function steps([xs, ys], x, y, end) {
  let path = `M${x(xs[0]).toFixed(1)} ${y(ys[0]).toFixed(1)}`;
  let before = -1;
  xs.forEach((t, i) => {
    const at = x(t);
    if (i === 0 || (at - before < 0.5 && i < xs.length - 1)) return;
    before = at;
    path += `H${at.toFixed(1)}V${y(ys[i]).toFixed(1)}`;
  });
  return `${path}H${Math.max(end, x(xs[xs.length - 1])).toFixed(1)}`;
}

/**
 * Returns the path along a line of steps from its end back to begin.
 * @param {Points} points
 * @param {(t: number) => number} x
 * @param {(v: number) => number} y
 * @param {number} end
 * @param {number} begin
 */
function back([xs, ys], x, y, end, begin) {
  let path = `H${end.toFixed(1)}`;
  for (let i = xs.length - 1; i >= 0; i--) {
    const at = Math.max(x(xs[i]), begin);
    path += `V${y(ys[i]).toFixed(1)}H${at.toFixed(1)}`;
    if (at === begin) break;
  }
  return path;
}

/**
 * Joins lines of steps into the line of their best values.
 * @param {Points[]} lines
 * @param {(a: number, b: number) => number} better
 * @returns {Points}
 */
function merge(lines, better) {
  const all = lines.flatMap(([xs, ys]) => xs.map((t, i) => [t, ys[i]])).sort(([a], [b]) => a - b);
  /** @type {Points} */
  const joined = [[], []];
  for (const [t, v] of all) add(joined, t, joined[1].length ? better(last(joined), v) : v);
  return joined;
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
