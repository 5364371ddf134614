// The table of a group of tiles, filled by a search back from the goal.

import { solved } from '../board.js';
import { keyOf, successors } from './algorithms.js';
import { record } from './record.js';

/** @typedef {import('../board.js').Board} Board */

/**
 * A moment of the search. The table then has its first entries.
 * @typedef {{moves: number, entries: number, line: number}} Moment
 */

/**
 * A table: the moves of each placement, in the order in which they were found, and the search that
 * found them.
 * @typedef {{values: Map<string, number>, moments: Moment[]}} Table
 */

/** The two groups of tiles. */
export const groups = [
  [1, 2, 3, 4],
  [5, 6, 7, 8],
];

/** A line of the code is shown for one of so many boards of a layer. */
const sample = 40;

/** Stands for a tile that is not in the group. */
const other = 9;

/**
 * The board with the tiles of a group and the blank alone.
 * @param {Board} board
 * @param {number[]} group
 * @returns {Board}
 */
const only = (board, group) => ({
  ...board,
  tiles: board.tiles.map((tile) => (tile === 0 || group.includes(tile) ? tile : other)),
});

/** The cells of a group. @param {Board} board @param {number[]} group */
export const placement = ({ tiles }, group) => group.map((tile) => tiles.indexOf(tile)).join('');

/**
 * Fills the table of a group, and records the search.
 * @param {number[]} group
 * @returns {Table}
 */
export function buildTable(group) {
  const state = { moves: 0, values: new Map() };
  const moments = record(search(group, state), () => ({
    moves: state.moves,
    entries: state.values.size,
  }));
  return { values: state.values, moments };
}

/**
 * The search back from the goal.
 * @param {number[]} group
 * @param {{moves: number, values: Map<string, number>}} state receives the table
 * @returns {Generator<number, void>} the lines
 */
function* search(group, state) {
  const goal = only(solved(3, 3), group);
  const seen = new Set([keyOf(goal)]);
  let layer = [goal];
  yield 0;
  for (let moves = 0; layer.length; moves++) {
    state.moves = moves;
    yield 1;
    /** @type {Board[]} */
    const next = [];
    for (let i = 0; i < layer.length; i++) {
      const shown = i % sample === 0;
      const board = layer[i];
      const text = placement(board, group);
      if (shown) yield 2;
      if (!state.values.has(text)) state.values.set(text, moves);
      if (shown) yield 3;
      expand(board, layer, next, seen);
      if (shown) yield 4;
    }
    yield 5;
    layer = next.filter((board) => {
      const key = keyOf(board);
      return !seen.has(key) && seen.add(key);
    });
  }
}

/**
 * Adds the successors of a board to its layer, if the tile that moves is not in the group, or to
 * the next layer.
 * @param {Board} board
 * @param {Board[]} layer
 * @param {Board[]} next
 * @param {Set<string>} seen
 */
function expand(board, layer, next, seen) {
  const blank = board.tiles.indexOf(0);
  for (const { board: successor } of successors(board)) {
    const key = keyOf(successor);
    if (seen.has(key)) continue;
    if (successor.tiles[blank] === other) {
      seen.add(key);
      layer.push(successor);
    } else {
      next.push(successor);
    }
  }
}

/**
 * The number of placements by moves, among the first entries of a table.
 * @param {Table} table
 * @param {number} entries
 */
export function countsAt({ values }, entries) {
  const moves = [...values.values()].slice(0, entries);
  const most = Math.max(...values.values());
  const counts = Array.from({ length: most + 1 }, () => 0);
  for (const n of moves) counts[n]++;
  return counts;
}
