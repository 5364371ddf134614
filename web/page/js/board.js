// Boards and moves, without their display. A board never changes: a move makes a new board. A move
// is the direction in which the blank moves: U, D, L or R.

/**
 * @typedef {{readonly rows: number, readonly cols: number, readonly tiles: readonly number[]}}
 *   Board
 */

/** The opposite of each move. @type {Record<string, string>} */
export const opposite = { U: 'D', D: 'U', L: 'R', R: 'L' };

/**
 * The change of the blank's row and column by each move.
 * @type {Record<string, [number, number]>}
 */
const steps = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };

/** The name of each direction. @type {Record<string, string>} */
const directions = { U: 'up', D: 'down', L: 'left', R: 'right' };

/**
 * Returns the solved board with the blank in the last cell.
 * @param {number} rows
 * @param {number} cols
 * @returns {Board}
 */
export function solved(rows, cols) {
  const cells = rows * cols;
  return { rows, cols, tiles: Array.from({ length: cells }, (_, i) => (i + 1) % cells) };
}

/**
 * Parses a board written as "1 2 3/4 5 6/7 8 0". The backend parses other forms.
 * @param {string} text
 * @returns {Board | null} null if the text is not a board in this form
 */
export function parse(text) {
  if (!text.includes('/')) return null;
  const rows = text
    .replace(/\/$/, '')
    .split('/')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const tiles = rows.flat();
  const complete = tiles.every(
    (tile) => Number.isInteger(tile) && tile >= 0 && tile < tiles.length,
  );
  if (!complete || new Set(tiles).size < tiles.length || tiles.length < 2) return null;
  if (rows.some((row) => row.length !== rows[0].length)) return null;
  return { rows: rows.length, cols: rows[0].length, tiles };
}

/**
 * Formats a board as "1 2 3/4 5 6/7 8 0". A board with a single row ends with "/".
 * @param {Board} board
 */
export function format(board) {
  return (
    byRow(board)
      .map((row) => row.join(' '))
      .join('/') + (board.rows === 1 ? '/' : '')
  );
}

/**
 * Describes a board in words.
 * @param {Board} board
 */
export function inWords(board) {
  return byRow(board)
    .map((row, i) => `Row ${i + 1}: ${row.map((t) => t || 'blank').join(', ')}.`)
    .join(' ');
}

/**
 * Says which tile a move slides, and in which direction.
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
 * Returns whether two boards are the same.
 * @param {Board} a
 * @param {Board} b
 */
export function same(a, b) {
  return (
    a.cols === b.cols &&
    a.tiles.length === b.tiles.length &&
    a.tiles.every((tile, i) => tile === b.tiles[i])
  );
}

/**
 * Returns whether moves lead from one board to another. Both boards must have at least two rows and
 * two columns. Each move swaps the blank with a tile, and changes the blank's distance from its
 * target by one. So the boards are connected exactly if the number of swaps and the distance of the
 * two blanks are both even or both odd.
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
  return (
    (swaps +
      Math.floor(a / from.cols) +
      (a % from.cols) +
      Math.floor(b / to.cols) +
      (b % to.cols)) %
      2 ===
    0
  );
}

/**
 * Counts the inversions of a board: pairs of tiles that stand in another order than in the goal,
 * read row by row.
 * @param {Board} board
 * @param {Board} goal
 */
export function inversions({ tiles }, goal) {
  const order = tiles.filter((tile) => tile).map((tile) => goal.tiles.indexOf(tile));
  let count = 0;
  for (const [i, a] of order.entries()) {
    for (const b of order.slice(i + 1)) {
      if (a > b) count++;
    }
  }
  return count;
}

/**
 * Swaps two tiles, which no moves can do.
 * @param {Board} board
 * @param {number} a
 * @param {number} b
 * @returns {Board}
 */
export const swap = (board, a, b) => ({
  ...board,
  tiles: board.tiles.map((tile) => {
    if (tile === a) return b;
    if (tile === b) return a;
    return tile;
  }),
});

/**
 * Returns the cell to which a move takes the blank, or -1 if the move is not legal.
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
 * Returns the legal moves of a board.
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
 * Returns the moves that slide the tile in a cell, and all tiles between it and the blank, toward
 * the blank. There are none if the cell is not in the row or the column of the blank.
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
 * Returns the boards of a plan, including the first.
 * @param {Board} board
 * @param {string[]} moves
 */
export function replay(board, moves) {
  const boards = [board];
  for (const move of moves) {
    board = slide(board, move);
    boards.push(board);
  }
  return boards;
}
