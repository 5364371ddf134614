// A board with marks on its tiles, and arrows from them to their goal cells.

import { BoardView } from '../boardview.js';
import { solved } from '../board.js';
import { el, svg } from '../dom.js';
import { steps } from './algorithms.js';

/** @typedef {import('../board.js').Board} Board */

/**
 * What is drawn on a board, by cells: rings around tiles, arrows of tiles, and marks of tiles that
 * have to leave their line. Now is the cell that is highlighted; -1 for none.
 * @typedef {{rings: number[], arrows: number[], leaving: number[], now: number}} Marks
 */

export class ArrowBoard {
  /**
   * @param {object} events
   * @param {(moves: string) => void} events.onMoves
   * @param {(cell: number) => void} events.onPoint gets the cell under the pointer; -1 for none
   */
  constructor({ onMoves, onPoint }) {
    this.view = new BoardView({ label: 'Board', onMoves });
    this.overlay = svg('svg', { class: 'arrows', viewBox: '0 0 3 3', 'aria-hidden': 'true' });
    this.element = el('div', { class: 'with-arrows' }, this.view.element, this.overlay);
    this.view.element.addEventListener('pointerover', (event) => onPoint(this.cellOf(event)));
    this.view.element.addEventListener('pointerleave', () => onPoint(-1));
  }

  /** The cell of the tile of an event; -1 for none. @param {Event} event */
  cellOf({ target }) {
    const tile = target instanceof Element ? target.closest('.tile') : null;
    return tile ? (this.view.board?.tiles.indexOf(Number(tile.textContent)) ?? -1) : -1;
  }

  /**
   * Shows a board with its marks.
   * @param {Board} board
   * @param {Marks} marks
   */
  show(board, { rings, arrows, leaving, now }) {
    this.view.show(board, solved(3, 3));
    const kind = (/** @type {number} */ cell) => (cell === now ? 'now' : '');
    this.overlay.replaceChildren(
      ...rings.map((cell) => ringAt(cell, kind(cell))),
      ...arrows.map((cell) => arrowFrom(board, cell, kind(cell))),
      ...leaving.map(crossAt),
    );
  }
}

/** Draws a ring around a tile. @param {number} cell @param {string} kind */
const ringAt = (cell, kind) =>
  svg('rect', {
    class: `ring ${kind}`,
    x: (cell % 3) + 0.06,
    y: Math.floor(cell / 3) + 0.06,
    width: 0.88,
    height: 0.88,
    rx: 0.1,
  });

/**
 * Draws the arrow of a tile, along the row, then along the column. Arrows are below and to the
 * right of the digits, so that these can be read. A tile on its goal cell has a circle.
 * @param {Board} board
 * @param {number} cell
 * @param {string} kind
 */
function arrowFrom(board, cell, kind) {
  const [down, right] = steps(board, cell);
  const [x, y] = [(cell % 3) + 0.8, Math.floor(cell / 3) + 0.8];
  if (down === 0 && right === 0) return svg('circle', { cx: x, cy: y, r: 0.08 });
  const [endX, endY] = [x + right, y + down];
  // The head points along the column, or along the row if there is no way along the column.
  const [headX, headY] = down === 0 ? [Math.sign(right), 0] : [0, Math.sign(down)];
  const [backX, backY] = [endX - 0.16 * headX, endY - 0.16 * headY];
  const [sideX, sideY] = [0.12 * headY, 0.12 * headX];
  const [from, to] = [`${backX - sideX} ${backY - sideY}`, `${backX + sideX} ${backY + sideY}`];
  const head = `M${from}L${endX} ${endY}L${to}`;
  return svg('path', { class: kind, d: `M${x} ${y}H${endX}V${endY}${head}` });
}

/** Marks a tile that has to leave its line: two more moves. @param {number} cell */
function crossAt(cell) {
  const [x, y] = [(cell % 3) + 0.2, Math.floor(cell / 3) + 0.25];
  return svg('text', { class: 'more-moves', x, y }, '+2');
}
