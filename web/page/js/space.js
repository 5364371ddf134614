// State spaces of small boards. A board is given by its rank, which is its number in the Ranking of
// the Go package puzzle. The rank is computed from the blank's cell and the order of the tiles.

import { format } from './board.js';

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
    let blank = 0;
    let order = 0;
    let left = 2 ** this.cells - 2;
    let base = this.cells - 1;
    for (let cell = 0; cell < this.cells; cell++) {
      const tile = tiles[cell];
      if (tile === 0) blank = cell;
      else if (base > 2) {
        order = order * base + ones[left & ((1 << tile) - 1)];
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

/** The number of bits that are 1, of each word with a bit for each cell. */
const ones = new Uint8Array(2 ** 9);
for (let word = 1; word < ones.length; word++) ones[word] = ones[word >> 1] + (word & 1);

/** Decodes the bytes of a text in base64. @param {string} text */
export const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

/** Decodes a list of ranks. @param {string} text in base64 */
export function ranksOf(text) {
  const bytes = new DataView(bytesOf(text).buffer);
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, i) => bytes.getUint32(4 * i, true));
}

/** All boards of a size by their distance from a goal, which a breadth-first search finds. */
export class Space {
  /** @param {Board} goal */
  constructor(goal) {
    this.goal = goal;
    this.ranking = new Ranking(goal);
    this.states = this.ranking.orders * this.ranking.cells;
    /** The number of boards at each distance. @type {number[]} */
    this.counts = [];
    /** The ranks of all boards, sorted by distance from the goal. */
    this.ranks = new Uint32Array(this.states);
    /**
     * The index in ranks of the first board at each distance. The last element is the number of
     * boards.
     */
    this.first = [0];
    /** The distance of each rank. */
    this.distances = new Uint8Array(this.states);
    this.search();
  }

  /** Finds all boards, layer by layer. */
  search() {
    const { ranking, ranks, distances, states } = this;
    const { cells } = ranking;
    const steps = stepsOf(ranking);
    const boards = new Uint8Array(states * cells); // in the order of ranks
    const reached = new Uint8Array(states);
    boards.set(this.goal.tiles);
    ranks[0] = ranking.rank(this.goal.tiles);
    reached[ranks[0]] = 1;
    let found = 1;
    for (let distance = 0, at = 0; at < found; distance++) {
      const end = found;
      for (; at < end; at++) {
        const tiles = boards.subarray(at * cells, (at + 1) * cells);
        distances[ranks[at]] = distance;
        const blank = tiles.indexOf(0);
        for (const to of steps[blank]) {
          tiles[blank] = tiles[to];
          tiles[to] = 0;
          const rank = ranking.rank(tiles);
          if (!reached[rank]) {
            reached[rank] = 1;
            ranks[found] = rank;
            boards.set(tiles, found * cells);
            found++;
          }
          tiles[to] = tiles[blank];
          tiles[blank] = 0;
        }
      }
      this.counts.push(end - this.first[distance]);
      this.first.push(end);
    }
  }

  /**
   * The distance of a rank from the goal.
   * @param {number} rank
   */
  distance(rank) {
    return this.distances[rank];
  }
}

/**
 * Returns the cells next to each cell, in the order up, down, left, right.
 * @param {{rows: number, cols: number}} size
 */
function stepsOf({ rows, cols }) {
  return Array.from({ length: rows * cols }, (_, cell) => {
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    const steps = [];
    if (row > 0) steps.push(cell - cols);
    if (row < rows - 1) steps.push(cell + cols);
    if (col > 0) steps.push(cell - 1);
    if (col < cols - 1) steps.push(cell + 1);
    return steps;
  });
}

/** The spaces that were opened last, by goal. @type {Map<string, Promise<Space>>} */
const known = new Map();

/**
 * Finds the space of a goal, unless it is known. That takes some tenths of a second for a 3x3 board,
 * which is less than to load it. What was drawn before is shown first.
 * @param {Board} goal
 */
export function openSpace(goal) {
  const text = format(goal);
  if (known.size > 20) known.clear();
  const found = known.get(text) ?? drawn().then(() => new Space(goal));
  known.set(text, found);
  return found;
}

/** Waits until the browser has drawn the page. A page that nobody sees is not drawn. */
const drawn = () =>
  new Promise((done) => {
    if (document.hidden) setTimeout(done);
    else requestAnimationFrame(() => setTimeout(done));
  });
