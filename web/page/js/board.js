// Boards and moves, without a screen. A board is never changed: a move makes a new one.
// A move is the direction in which the blank goes: U, D, L or R.

/** @typedef {{readonly rows: number, readonly cols: number, readonly tiles: readonly number[]}} Board */

/** The opposite of each move. @type {Record<string, string>} */
export const opposite = { U: 'D', D: 'U', L: 'R', R: 'L' };

/** The rows and columns that the blank goes. @type {Record<string, [number, number]>} */
const steps = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };

/** The name of each direction. @type {Record<string, string>} */
const directions = { U: 'up', D: 'down', L: 'left', R: 'right' };

/**
 * The solved board with the blank last.
 * @param {number} rows
 * @param {number} cols
 * @returns {Board}
 */
export function solved(rows, cols) {
  const cells = rows * cols;
  return { rows, cols, tiles: Array.from({ length: cells }, (_, i) => (i + 1) % cells) };
}

/**
 * Reads a board written as "1 2 3/4 5 6/7 8 0". Other forms are read by the backend.
 * @param {string} text
 * @returns {Board | null} null if the text is no such board
 */
export function parse(text) {
  if (!text.includes('/')) return null;
  const rows = text.replace(/\/$/, '').split('/').map((row) => row.trim().split(/\s+/).map(Number));
  const tiles = rows.flat();
  const complete = tiles.every((tile) => Number.isInteger(tile) && tile >= 0 && tile < tiles.length);
  if (!complete || new Set(tiles).size < tiles.length || tiles.length < 2) return null;
  if (rows.some((row) => row.length !== rows[0].length)) return null;
  return { rows: rows.length, cols: rows[0].length, tiles };
}

/**
 * Writes a board as "1 2 3/4 5 6/7 8 0". One row ends with "/".
 * @param {Board} board
 */
export function format(board) {
  return byRow(board).map((row) => row.join(' ')).join('/') + (board.rows === 1 ? '/' : '');
}

/**
 * Describes a board in words.
 * @param {Board} board
 */
export function inWords(board) {
  return byRow(board).map((row, i) => `Row ${i + 1}: ${row.map((t) => t || 'blank').join(', ')}.`).join(' ');
}

/**
 * Says which tile a move slides, and where to.
 * @param {Board} board before the move
 * @param {string} move
 */
export function moveInWords(board, move) {
  return `Tile ${board.tiles[target(board, move)]} ${directions[opposite[move]]}`;
}

/** @param {Board} board */
function byRow({ rows, cols, tiles }) {
  return Array.from({ length: rows }, (_, r) => tiles.slice(r * cols, (r + 1) * cols));
}

/**
 * Tells whether two boards are the same.
 * @param {Board} a
 * @param {Board} b
 */
export function same(a, b) {
  return a.cols === b.cols && a.tiles.length === b.tiles.length && a.tiles.every((tile, i) => tile === b.tiles[i]);
}

/**
 * Tells whether moves lead from one board to another, if both have more than one row and column. Each
 * move swaps two tiles, the blank being one, and takes the blank one cell further. So the number of
 * swaps is even exactly if the distance of the two blanks is even.
 * @param {Board} from
 * @param {Board} to
 */
export function solvable(from, to) {
  const tiles = [...from.tiles];
  const [a, b] = [tiles.indexOf(0), to.tiles.indexOf(0)];
  let swaps = 0;
  to.tiles.forEach((tile, cell) => {
    if (tiles[cell] === tile) return;
    tiles[tiles.indexOf(tile)] = tiles[cell];
    tiles[cell] = tile;
    swaps++;
  });
  return (swaps + Math.floor(a / from.cols) + (a % from.cols) + Math.floor(b / to.cols) + (b % to.cols)) % 2 === 0;
}

/**
 * The cell that the blank comes to by a move, or -1 if the move is not legal.
 * @param {Board} board
 * @param {string} move
 */
export function target(board, move) {
  const blank = board.tiles.indexOf(0);
  const [down, right] = steps[move];
  const row = Math.floor(blank / board.cols) + down;
  const col = (blank % board.cols) + right;
  return row < 0 || row >= board.rows || col < 0 || col >= board.cols ? -1 : row * board.cols + col;
}

/**
 * The legal moves of a board.
 * @param {Board} board
 */
export const legal = (board) => [...'UDLR'].filter((move) => target(board, move) >= 0);

/**
 * Makes a legal move.
 * @param {Board} board
 * @param {string} move
 * @returns {Board}
 */
export function slide(board, move) {
  const tiles = [...board.tiles];
  const from = tiles.indexOf(0);
  const to = target(board, move);
  if (to < 0) throw new Error(`move ${move} is not legal`);
  [tiles[from], tiles[to]] = [tiles[to], 0];
  return { ...board, tiles };
}

/**
 * The moves that slide the tile of a cell, and all between it and the blank, toward the
 * blank. Empty if the cell is not in line with the blank.
 * @param {Board} board
 * @param {number} cell
 */
export function line(board, cell) {
  const blank = board.tiles.indexOf(0);
  const down = Math.floor(cell / board.cols) - Math.floor(blank / board.cols);
  const right = (cell % board.cols) - (blank % board.cols);
  if (down === 0) return (right < 0 ? 'L' : 'R').repeat(Math.abs(right));
  if (right === 0) return (down < 0 ? 'U' : 'D').repeat(Math.abs(down));
  return '';
}

/**
 * The boards of a plan, the first one included.
 * @param {Board} board
 * @param {string[]} moves
 */
export function replay(board, moves) {
  const boards = [board];
  for (const move of moves) boards.push((board = slide(board, move)));
  return boards;
}
