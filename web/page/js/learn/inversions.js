// A part of the figure of chapter 1: the inversions of a board, counted pair by pair. Arcs join the
// pairs in the wrong order.

import { legal, slide } from '../board.js';
import { el, svg } from '../dom.js';
import { count, plural } from '../text.js';
import { record } from './record.js';
import { Stepper } from './stepper.js';

/** @typedef {import('../board.js').Board} Board */

/**
 * A pair of tiles, with their places in the row of tiles.
 * @typedef {{first: number, second: number, from: number, to: number}} Pair
 */

/** The tiles, row by row, without the blank. @param {Board} board */
const rowOf = ({ tiles }) => tiles.filter((tile) => tile !== 0);

/** All pairs of tiles, reading row by row. @param {Board} board */
function pairsOf(board) {
  const row = rowOf(board);
  /** @type {Pair[]} */
  const pairs = [];
  for (let from = 0; from < row.length; from++) {
    for (let to = from + 1; to < row.length; to++) {
      pairs.push({ first: row[from], second: row[to], from, to });
    }
  }
  return pairs;
}

/** Whether a pair is an inversion. @param {Pair} pair */
const wrong = ({ first, second }) => first > second;

/** The number of inversions of a board. @param {Board} board */
const inversionsOf = (board) => pairsOf(board).filter(wrong).length;

const lines = [
  'inversions ← 0',
  'for each tile a, each tile b after it',
  '  if a > b',
  '    inversions ← inversions + 1',
  'solvable if inversions is even',
];

export class Inversions {
  /** @param {AbortSignal} signal */
  constructor(signal) {
    /** @type {Board} */
    this.board = { rows: 3, cols: 3, tiles: [1, 2, 3, 4, 5, 6, 7, 8, 0] };
    this.drawing = svg('svg', { class: 'arcs', role: 'img', viewBox: '0 0 408 188' });
    /** The number of inversions after each move. */
    this.after = el('p', { class: 'muted' });
    /** @type {Stepper<{seen: number, line: number}>} */
    this.stepper = new Stepper(signal, {
      label: 'counting inversions',
      round: 1,
      unit: 'pair',
      opens: 0,
      facts: ['Pairs compared', 'Inversions', 'Parity'],
      lines: () => lines,
      picture: el('div', { class: 'stack' }, this.drawing, this.after),
      run: () => this.run(),
      show: ({ seen }) => this.show(seen),
      says: ({ line }) => (line < 0 ? this.verdict() : ''),
    });
    this.element = this.stepper.element;
  }

  /** Counts the inversions of a board. @param {Board} board */
  use(board) {
    this.board = board;
    const counts = legal(board).map((move) => `${move}: ${inversionsOf(slide(board, move))}`);
    const all = plural(inversionsOf(board), 'inversion');
    this.after.textContent = `This board has ${all}. After each move: ${counts.join(', ')}.`;
    this.stepper.restart();
  }

  run() {
    const pairs = pairsOf(this.board);
    let seen = 0;
    return record(
      (function* () {
        yield 0;
        for (const pair of pairs) {
          seen++;
          yield 1;
          yield 2;
          if (wrong(pair)) yield 3;
        }
        yield 4;
      })(),
      () => ({ seen }),
    );
  }

  verdict() {
    const odd = inversionsOf(this.board);
    const means =
      odd % 2 ? 'odd, so no moves lead to the goal' : 'even, so the board can be solved';
    return `${plural(odd, 'inversion')}: ${means}.`;
  }

  /**
   * Draws the first pairs, and returns their numbers.
   * @param {number} seen how many pairs were looked at
   */
  show(seen) {
    const pairs = pairsOf(this.board);
    const found = pairs.slice(0, seen).filter(wrong);
    const row = rowOf(this.board);
    const list = found.map(({ first, second }) => `${first} before ${second}`).join(', ');
    this.drawing.setAttribute(
      'aria-label',
      `The tiles in a row: ${row.join(', ')}. Inversions so far: ${list || 'none'}.`,
    );
    const last = pairs[seen - 1];
    const arcs = pairs.flatMap((pair, i) => {
      if (!wrong(pair)) return i === seen - 1 ? arc(pair, 'right') : [];
      return arc(pair, i < seen ? 'wrong' : 'ahead');
    });
    const tiles = row.flatMap((tile, i) => tileAt(tile, i, i === last?.from || i === last?.to));
    this.drawing.replaceChildren(...arcs, ...tiles);
    return [count(seen), count(found.length), found.length % 2 ? 'odd' : 'even'];
  }
}

/** The middle of a tile of the row. @param {number} place */
const middle = (place) => 30 + 50 * place;

/**
 * Draws the arc of a pair.
 * @param {Pair} pair
 * @param {string} kind
 */
function arc({ from, to }, kind) {
  const top = 128 - 22 * (to - from);
  const [x, y] = [middle(from), middle(to)];
  return svg('path', { class: kind, d: `M${x} 132C${x} ${top} ${y} ${top} ${y} 132` });
}

/**
 * Draws a tile of the row.
 * @param {number} tile
 * @param {number} place
 * @param {boolean} on whether it is in the pair that is looked at
 */
function tileAt(tile, place, on) {
  const x = middle(place);
  const box = { x: x - 20, y: 136, width: 40, height: 40, rx: 5 };
  return [svg('rect', { class: on ? 'on' : '', ...box }), svg('text', { x, y: 163 }, String(tile))];
}
