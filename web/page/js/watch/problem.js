// The board that is watched. It is the board of all views, unless that board is too large, or too
// near to its goal.

import { format, parse, solved } from '../board.js';
import { openSpace, sizes } from '../space.js';
import { defaultGoal, textbookBoard } from '../state.js';
import { plural } from '../text.js';

/** @typedef {import('../board.js').Board} Board */

/**
 * What the view needs to know of a board of its own.
 * @typedef {Board & {target: readonly number[]}} Own
 */

/**
 * A board that is fewer moves from the goal, or less than half as far as the farthest board, is too
 * near to be watched.
 */
const near = 8;

/**
 * A board is drawn at random if its distance is at least this fraction of the largest one. Most
 * boards of 3x3 are.
 */
const far = 0.66;

export class Problem {
  /** The board of this view alone, if the shared one cannot be watched. @type {Own | null} */
  own = null;
  seed = 1 + Math.floor(Math.random() * 1000);

  /** @param {import('../app.js').App} app */
  constructor({ backend, state }) {
    this.backend = backend;
    this.state = state;
  }

  /** @returns {Board} */
  get board() {
    if (!this.own) return this.state.board;
    const { rows, cols, tiles } = this.own;
    return { rows, cols, tiles };
  }

  /** @returns {Board} */
  get goal() {
    if (!this.own) return this.state.goal;
    const { rows, cols, target } = this.own;
    return { rows, cols, tiles: target };
  }

  get text() {
    return this.own ? format(this.board) : this.state.text;
  }

  get goalText() {
    return this.own ? format(this.goal) : this.state.goalText;
  }

  get size() {
    return this.own ? `${this.own.rows}x${this.own.cols}` : this.state.size;
  }

  /** The query of a link to the board. */
  get query() {
    if (!this.own) return this.state.query;
    return `board=${this.text.replaceAll(' ', '+')}&goal=${this.goalName}`;
  }

  /** The goal of another board. A goal that is a board is only for its own size. */
  get goalName() {
    const { goalText } = this.state;
    return parse(goalText) ? defaultGoal : goalText;
  }

  /**
   * Draws a board that is not too near to its goal.
   * @param {string} size
   * @returns {Promise<import('../app.js').BoardInfo>}
   */
  async draw(size) {
    const goal = this.goalName;
    for (;;) {
      this.seed++;
      /** @type {import('../app.js').BoardInfo} */
      const info = await this.backend.call('shuffle', { size, seed: this.seed, goal });
      const { rows, cols, tiles, target } = info;
      const space = await openSpace({ rows, cols, tiles: target });
      const distance = space.distance(space.ranking.rank(tiles));
      if (distance >= far * (space.counts.length - 1)) return info;
    }
  }

  /**
   * Returns a board to watch instead of the shared one, and the reason; or null if the shared board
   * can be watched. Without a choice of the reader, there is no reason to give.
   * @returns {Promise<{instead: Own, reason: string} | null>}
   */
  async replacement() {
    const { size, goal, board, untouched } = this.state;
    if (untouched) {
      const textbook = /** @type {Board} */ (parse(textbookBoard));
      return { instead: { ...textbook, target: solved(3, 3).tiles }, reason: '' };
    }
    if (!sizes.includes(size)) {
      const { rows, cols, tiles } = board;
      const line = rows === 1 || cols === 1; // tiles cannot pass each other
      const amount = line ? `only ${plural(tiles.length, 'board')}` : 'too many boards to draw';
      const reason = `${size} has ${amount}. This one is 3x3.`;
      return { instead: await this.draw('3x3'), reason };
    }
    const space = await openSpace(goal);
    const distance = space.distance(space.ranking.rank(board.tiles));
    if (distance >= Math.min(near, space.counts.length / 2)) return null;
    const moves = plural(distance, 'move');
    const reason = `Your board is ${moves} from the goal. This one is farther.`;
    return { instead: await this.draw(size), reason };
  }
}
