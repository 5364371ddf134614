// IDA*, one line after another.

import { same, solved } from '../board.js';
import { estimates, successors } from './algorithms.js';
import { record } from './record.js';

/** @typedef {import('../board.js').Board} Board */
/** @typedef {{board: Board, move: string}} Step */

/**
 * A moment of IDA*: the path, and the bound and the number of boards expanded of each iteration.
 * @typedef {object} Deepening
 * @property {Step[]} way the moves of the path, with the boards that they lead to
 * @property {[number, number][]} iterations
 * @property {number} bound
 * @property {number} expanded
 * @property {boolean} found
 * @typedef {Deepening & {line: number}} Moment
 */

/** The estimate of the search. */
export const h = estimates.manhattan;

/**
 * Runs IDA* on a board, and records it.
 * @param {Board} start
 * @returns {Moment[]}
 */
export function recordDeepening(start) {
  /** @type {Deepening} */
  const search = { way: [], iterations: [], bound: h(start), expanded: 0, found: false };
  return record(deepen(search, start), () => {
    const iterations = search.iterations.map(
      ([bound, boards]) => /** @type {[number, number]} */ ([bound, boards]),
    );
    return { ...search, way: [...search.way], iterations };
  });
}

/**
 * Searches with rising bounds.
 * @param {Deepening} search
 * @param {Board} start
 * @returns {Generator<number, void>} the lines
 */
function* deepen(search, start) {
  const goal = solved(start.rows, start.cols);
  let beyond = Infinity; // the smallest f beyond the bound

  /** @returns {Generator<number, boolean>} */
  function* visit(/** @type {Board} */ board, /** @type {number} */ g) {
    yield 4;
    const f = g + h(board);
    yield 5;
    if (f > search.bound) {
      beyond = Math.min(beyond, f);
      return false;
    }
    yield 6;
    if (same(board, goal)) return true;
    search.expanded++;
    search.iterations[search.iterations.length - 1][1]++;
    const last = search.way[search.way.length - 1]?.move;
    for (const { move, board: child } of successors(board, last)) {
      yield 7;
      search.way.push({ board: child, move });
      if (yield* visit(child, g + 1)) return true;
      search.way.pop();
      yield 8;
    }
    return false;
  }

  yield 0;
  while (!search.found) {
    yield 1;
    beyond = Infinity;
    search.iterations.push([search.bound, 0]);
    yield 2;
    search.found = yield* visit(start, 0);
    if (!search.found) {
      yield 3;
      search.bound = beyond;
    }
  }
}
