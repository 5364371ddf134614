// Draws the path of IDA*: a bar for each board, as high as its f.

import { BoardView } from '../boardview.js';
import { solved } from '../board.js';
import { el, svg } from '../dom.js';
import { count, plural } from '../text.js';
import { h } from './deepening.js';

/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('./deepening.js').Moment} Moment */

/** The y of the foot of the bars, and the height of one move. */
const [foot, high] = [192, 16];

/** The y of an f. @param {number} f */
const y = (f) => foot - high * f;

export class PathView {
  /** @param {Board} start */
  constructor(start) {
    this.start = start;
    /** Whether the bound is shown, and bars above it are red. */
    this.bounded = false;
    /** Whether the iterations are counted. */
    this.counted = false;
    this.view = new BoardView({ label: 'The board at the end of the path' });
    this.drawing = svg('svg', { class: 'deepening', role: 'img', height: 220 });
    this.frame = el(
      'div',
      { class: 'way-frame scroll', tabIndex: 0, role: 'region', 'aria-label': 'The path' },
      this.drawing,
    );
    this.iterations = el('div', { class: 'bars' });
    this.element = el(
      'div',
      { class: 'path' },
      el('div', { class: 'small-board' }, this.view.element),
      this.frame,
      this.iterations,
    );
  }

  /** Draws a search. @param {Moment} moment */
  show(moment) {
    const { way, bound } = moment;
    const boards = [this.start, ...way.map(({ board }) => board)];
    const wide = innerWidth < 640 ? 28 : 52;
    const width = wide * boards.length + 106;
    this.view.show(boards[boards.length - 1], solved(3, 3));
    this.drawing.setAttribute('width', String(width));
    const moves = way.map(({ move }) => move).join(' ') || 'none';
    this.drawing.setAttribute(
      'aria-label',
      `The path has ${plural(way.length, 'move')}: ${moves}. The bound is ${bound}.`,
    );
    const bars = boards.flatMap((board, g) => {
      const kind = this.kindOf(g + h(board), bound, g === way.length);
      return barAt(g, g + h(board), g ? way[g - 1].move : 'start', wide, kind);
    });
    const line = this.bounded ? lineAt(bound, 52 + wide * boards.length) : [];
    this.drawing.replaceChildren(...line, ...bars);
    this.frame.scrollLeft = width;
    this.showIterations(moment);
  }

  /**
   * The kind of a bar.
   * @param {number} f
   * @param {number} bound
   * @param {boolean} last whether its board is the last one of the path
   */
  kindOf(f, bound, last) {
    if (this.bounded && f > bound) return 'over';
    return last ? 'now' : '';
  }

  /** Shows how many boards each bound has cost. @param {Moment} moment */
  showIterations({ iterations }) {
    const shown = this.counted ? iterations : [];
    const most = Math.max(1, ...shown.map(([, boards]) => boards));
    const rows = shown.map(([bound, boards]) => {
      const bar = el('span', { class: 'amount' });
      bar.style.width = `${(100 * boards) / most}%`;
      const name = el('span', {}, `Bound ${bound}`);
      return el('div', {}, name, el('span', {}, bar), el('strong', {}, count(boards)));
    });
    this.iterations.replaceChildren(...rows);
  }
}

/**
 * Draws the line of the bound.
 * @param {number} bound
 * @param {number} x of its name
 */
const lineAt = (bound, x) => [
  svg('line', { class: 'bound', x1: 16, x2: '100%', y1: y(bound) - 4, y2: y(bound) - 4 }),
  svg('text', { class: 'bound', x, y: y(bound) - 10 }, `bound ${bound}`),
];

/**
 * Draws the bar of a board.
 * @param {number} g its place on the path
 * @param {number} f
 * @param {string} move the move that leads to it
 * @param {number} wide the distance between bars
 * @param {string} kind
 */
function barAt(g, f, move, wide, kind) {
  const left = 24 + wide * g;
  const width = 0.86 * wide;
  const middle = left + width / 2;
  return [
    svg('rect', { class: kind, x: left, y: y(f), width, height: high * f, rx: 3 }),
    svg('text', { class: 'f', x: middle, y: y(f) + 16 }, `f ${f}`),
    svg('text', { class: 'move', x: middle, y: foot + 18 }, move),
  ];
}
