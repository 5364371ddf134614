// State spaces of small boards. A board is given by its rank, which is its number in the Ranking of
// the Go package puzzle. The rank is computed from the blank's cell and the order of the tiles.

import { format, parse } from './board.js';

/** @typedef {import('./board.js').Board} Board */

/** The sizes whose state spaces the backend lists. */
export const sizes = ['2x2', '2x3', '3x2', '2x4', '4x2', '3x3'];

/** Numbers the boards that can reach a goal. */
export class Ranking {
  /** @param {Board} goal */
  constructor({ rows, cols, tiles }) {
    this.rows = rows;
    this.cols = cols;
    this.cells = rows * cols;
    /** The number of orders of the tiles for each cell of the blank. */
    this.orders = 1;
    for (let i = 3; i < this.cells; i++) this.orders *= i;
    const home = oddOrder(tiles);
    const goalRow = Math.floor(tiles.indexOf(0) / cols);
    /**
     * Whether the order of the tiles is odd, by the blank's cell. A move between rows passes cols-1
     * tiles.
     */
    this.odd = tiles.map(
      (_, cell) => home !== (((Math.floor(cell / cols) - goalRow) * (cols - 1)) % 2 !== 0),
    );
  }

  /**
   * The rank of a board.
   * @param {ArrayLike<number>} tiles
   */
  rank(tiles) {
    let [blank, order, left, base] = [0, 0, 2 ** this.cells - 2, this.cells - 1];
    for (let cell = 0; cell < this.cells; cell++) {
      const tile = tiles[cell];
      if (tile === 0) blank = cell;
      else if (base > 2) {
        order = order * base + ones(left & ((1 << tile) - 1));
        left &= ~(1 << tile);
        base--;
      }
    }
    return blank * this.orders + order;
  }

  /**
   * The board of a rank.
   * @param {number} rank
   * @returns {Board}
   */
  unrank(rank) {
    const blank = Math.floor(rank / this.orders);
    const digits = [0, 0, 0];
    let order = rank % this.orders;
    let odd = false;
    for (let base = 3; base < this.cells; base++) {
      digits[base] = order % base;
      odd = odd !== (digits[base] % 2 === 1);
      order = Math.floor(order / base);
    }
    digits[2] = odd !== this.odd[blank] ? 1 : 0; // the last two tiles follow from parity
    const tiles = [];
    for (
      let cell = 0, left = 2 ** this.cells - 2, base = this.cells - 1;
      cell < this.cells;
      cell++
    ) {
      if (cell === blank) {
        tiles.push(0);
        continue;
      }
      let rest = left;
      for (let i = 0; i < digits[base]; i++) rest &= rest - 1;
      const tile = 31 - Math.clz32(rest & -rest);
      tiles.push(tile);
      left &= ~(1 << tile);
      base--;
    }
    return { rows: this.rows, cols: this.cols, tiles };
  }
}

/**
 * Returns whether the order of the tiles, without the blank, is odd.
 * @param {readonly number[]} tiles
 */
function oddOrder(tiles) {
  let odd = false;
  tiles.forEach((tile, i) => {
    for (const other of tiles.slice(i + 1)) if (other !== 0 && other < tile) odd = !odd;
  });
  return odd;
}

/** Returns the number of bits of a word that are 1. @param {number} word */
function ones(word) {
  let n = 0;
  for (; word; word &= word - 1) n++;
  return n;
}

/** Decodes the bytes of a text in base64. @param {string} text */
export const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

/** Decodes a list of ranks. @param {string} text in base64 */
export function ranksOf(text) {
  const bytes = new DataView(bytesOf(text).buffer);
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, i) => bytes.getUint32(4 * i, true));
}

/** All boards of a size by their distance from a goal. */
export class Space {
  /** @param {import('./app.js').SpaceAnswer} answer */
  constructor({ goal, states, counts, order }) {
    this.goal = /** @type {Board} */ (parse(goal));
    this.ranking = new Ranking(this.goal);
    this.states = states;
    /** The number of boards at each distance. */
    this.counts = counts;
    /** The ranks of all boards, sorted by distance from the goal. */
    this.ranks = ranksOf(order);
    /**
     * The index in ranks of the first board at each distance. The last element is the number of
     * boards.
     */
    this.first = [0];
    for (const count of counts) this.first.push(this.first[this.first.length - 1] + count);
    /** The distance of each rank. */
    this.distances = new Uint8Array(states);
    counts.forEach((_, distance) => {
      for (const rank of this.ranks.subarray(this.first[distance], this.first[distance + 1])) {
        this.distances[rank] = distance;
      }
    });
  }

  /**
   * The distance of a rank from the goal.
   * @param {number} rank
   */
  distance(rank) {
    return this.distances[rank];
  }
}

/** The spaces that were requested last, by goal. @type {Map<string, Promise<Space>>} */
const known = new Map();

/**
 * Requests the space of a goal, unless it is known.
 * @param {import('./app.js').Backend} backend
 * @param {Board} goal
 */
export function openSpace(backend, goal) {
  const text = format(goal);
  if (known.size > 20) known.clear();
  const found =
    known.get(text) ??
    backend
      .call('space', { size: `${goal.rows}x${goal.cols}`, goal: text })
      .then((answer) => new Space(answer));
  known.set(text, found);
  found.catch(() => known.delete(text));
  return found;
}
