// The estimate linear conflict, tile by tile.

import { estimates } from './algorithms.js';

/** @typedef {import('../board.js').Board} Board */

/**
 * The cells of the tiles that are in their goal line, row or column, but have to leave it, because
 * another tile of the line must pass them.
 * @param {Board} board
 */
export function leaving(board) {
  const { rows, cols } = board;
  const cells = [];
  for (let row = 0; row < rows; row++) {
    const line = Array.from({ length: cols }, (_, col) => row * cols + col);
    const home = line.filter((cell) => Math.floor(goalCell(board, cell) / cols) === row);
    cells.push(...leavingLine(board, home));
  }
  for (let col = 0; col < cols; col++) {
    const line = Array.from({ length: rows }, (_, row) => row * cols + col);
    const home = line.filter((cell) => goalCell(board, cell) % cols === col);
    cells.push(...leavingLine(board, home));
  }
  return cells;
}

/**
 * The goal cell of the tile of a cell; -1 for the blank.
 * @param {Board} board
 * @param {number} cell
 */
const goalCell = ({ tiles }, cell) => tiles[cell] - 1;

/**
 * The cells of the fewest tiles that have to leave a line so that the others are in order.
 * @param {Board} board
 * @param {number[]} cells of the tiles whose goal line this is, in order
 */
function leavingLine(board, cells) {
  /** The longest lists of tiles in order, by the cell at which they end. @type {number[][]} */
  const chains = [];
  for (const [i, cell] of cells.entries()) {
    const before = chains
      .filter((_, j) => j < i && goalCell(board, cells[j]) < goalCell(board, cell))
      .reduce((longest, chain) => (chain.length > longest.length ? chain : longest), []);
    chains.push([...before, cell]);
  }
  const stay = chains.reduce(
    (longest, chain) => (chain.length > longest.length ? chain : longest),
    [],
  );
  return cells.filter((cell) => !stay.includes(cell));
}

/** The Manhattan distance, and two moves for each tile that has to leave its line. */
export const linearConflict = (/** @type {Board} */ board) =>
  estimates.manhattan(board) + 2 * leaving(board).length;
