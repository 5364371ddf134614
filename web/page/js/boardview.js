// A board on the screen. Tiles slide, and the user can move them by click, touch, drag and arrow
// keys. It needs board.js, dom.js and board.css, and nothing else of the page, so other pages can
// use it.

import { inWords, line, same } from './board.js';
import { el } from './dom.js';

/** @typedef {import('./board.js').Board} Board */

/**
 * The blank's move for each arrow key. A key is the direction of the tile.
 * @type {Record<string, string>}
 */
const keys = { ArrowUp: 'D', ArrowDown: 'U', ArrowLeft: 'R', ArrowRight: 'L' };

let boards = 0;

/** Returns whether the user has a touch screen and no keys. */
export const touch = () => matchMedia('(pointer: coarse), (max-width: 40em)').matches;

/** Says how the user moves tiles on this device. */
export const howToMove = () =>
  touch() ? 'Tap or drag a tile.' : 'Click or drag a tile, or use the arrow keys.';

export class BoardView {
  /**
   * Makes the view of a board. With onMoves, the user can move tiles: onMoves gets the moves, and
   * must show the new board.
   * @param {{label?: string, onMoves?: (moves: string) => void}} [options]
   */
  constructor({ label = 'Board', onMoves } = {}) {
    this.label = label;
    this.onMoves = onMoves;
    /** @type {Board | null} */
    this.board = null;
    /** @type {Board | null} */
    this.goal = null;
    /** @type {HTMLImageElement | null} */
    this.picture = null;
    /** The element of each tile, by number. @type {HTMLElement[]} */
    this.tiles = [];
    // The tiles of a board that can be played are its description and not its name, because screen
    // readers read a name again whenever it changes.
    this.words = el('span', { class: 'hidden', id: `board-${++boards}` });
    this.element = onMoves
      ? el('div', { class: 'board', role: 'application', 'aria-describedby': this.words.id })
      : el('div', { class: 'board', role: 'img' });
    if (onMoves) this.listen(onMoves);
  }

  /**
   * Shows a board. Tiles slide to their new cells.
   * @param {Board} board
   * @param {Board} goal tells which tiles are in their places, and the parts of the picture
   * @param {HTMLImageElement | null} [picture]
   */
  show(board, goal, picture = null) {
    const { rows, cols, tiles } = board;
    const old = this.board?.rows === rows && this.board.cols === cols ? this.board : null;
    if (board === old && goal === this.goal && picture === this.picture) return;
    if (!old) this.build(rows, cols);
    if (!old || !this.goal || !same(goal, this.goal) || picture !== this.picture)
      this.paint(goal, picture);
    this.board = board;
    const playable = Boolean(this.onMoves);
    tiles.forEach((tile, cell) => {
      if (tile === 0) return;
      const element = this.tiles[tile];
      element.classList.toggle('placed', goal.tiles[cell] === tile);
      if (playable) element.classList.toggle('movable', line(board, cell) !== '');
      if (old?.tiles[cell] === tile) return;
      const [row, col] = [Math.floor(cell / cols), cell % cols];
      element.style.setProperty('--row', String(row));
      element.style.setProperty('--col', String(col));
      if (playable)
        element.setAttribute('aria-label', `Tile ${tile}, row ${row + 1}, column ${col + 1}`);
    });
    const name = `${this.label}, ${rows} by ${cols}`;
    this.words.textContent = inWords(board);
    this.element.setAttribute('aria-label', playable ? name : `${name}. ${inWords(board)}`);
    this.mark(-1);
  }

  /**
   * Marks the tile of a cell, as a hint does.
   * @param {number} cell the cell of the tile; -1 for no mark
   */
  mark(cell) {
    const marked = this.board?.tiles[cell];
    for (const [tile, element] of this.tiles.entries())
      element?.classList.toggle('marked', tile === marked);
  }

  /**
   * Makes the elements of the tiles.
   * @param {number} rows
   * @param {number} cols
   */
  build(rows, cols) {
    this.element.style.setProperty('--rows', String(rows));
    this.element.style.setProperty('--cols', String(cols));
    this.tiles = [];
    for (let tile = 1; tile < rows * cols; tile++) {
      const face = el('span', { class: 'face' }, String(tile));
      this.tiles[tile] = this.onMoves
        ? el('button', { type: 'button', class: 'tile', tabIndex: -1 }, face)
        : el('div', { class: 'tile' }, face);
    }
    this.element.replaceChildren(...this.tiles.slice(1), ...(this.onMoves ? [this.words] : []));
  }

  /**
   * Sets the parts of the picture on the tiles. They depend on the goal.
   * @param {Board} goal
   * @param {HTMLImageElement | null} picture
   */
  paint(goal, picture) {
    this.goal = goal;
    this.picture = picture;
    this.element.classList.toggle('pictured', picture !== null);
    const { rows, cols, tiles } = goal;
    const aspect = picture ? picture.naturalWidth / picture.naturalHeight / (cols / rows) : 1;
    // of the picture, in tiles
    const [width, height] = [cols * Math.max(1, aspect), rows * Math.max(1, 1 / aspect)];
    // A percentage of background-position is relative to the part of the picture that is not
    // visible.
    const place = (
      /** @type {number} */ at,
      /** @type {number} */ cells,
      /** @type {number} */ size,
    ) => (size > 1 ? `${((at + (size - cells) / 2) / (size - 1)) * 100}%` : '0%');
    tiles.forEach((tile, cell) => {
      if (tile === 0) return;
      const style = /** @type {HTMLElement} */ (this.tiles[tile].firstChild).style;
      style.backgroundImage = picture ? `url("${picture.src}")` : '';
      style.backgroundSize = `${width * 100}% ${height * 100}%`;
      const left = place(cell % cols, cols, width);
      const top = place(Math.floor(cell / cols), rows, height);
      style.backgroundPosition = `${left} ${top}`;
    });
  }

  /**
   * Listens to clicks, drags and arrow keys.
   * @param {(moves: string) => void} onMoves
   */
  listen(onMoves) {
    this.element.tabIndex = 0;
    this.element.addEventListener('keydown', (event) => this.key(event));
    let dragged = false;
    this.element.addEventListener('click', (event) => {
      const moves = this.movesOf(event.target);
      if (moves && !dragged) onMoves(moves);
      dragged = false;
    });
    this.element.addEventListener('pointerdown', (event) => {
      dragged = false;
      const moves = this.movesOf(event.target);
      if (moves && event.isPrimary && event.button === 0)
        this.drag(event, moves, () => (dragged = true));
    });
  }

  /**
   * Makes the move of an arrow key.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const move = keys[event.key];
    if (!move || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.onMoves?.(move);
  }

  /**
   * Returns the moves that slide the tile of an event toward the blank.
   * @param {EventTarget | null} target
   */
  movesOf(target) {
    const element = /** @type {HTMLElement | null} */ (
      target instanceof Element ? target.closest('.tile') : null
    );
    const cell = element && this.board ? this.board.tiles.indexOf(this.tiles.indexOf(element)) : -1;
    return this.board && cell >= 0 ? line(this.board, cell) : '';
  }

  /**
   * Lets tiles follow the pointer toward the blank until it is released.
   * @param {PointerEvent} down
   * @param {string} moves
   * @param {() => void} onDrag called once when the pointer has moved a few pixels
   */
  drag(down, moves, onDrag) {
    const { tiles, cols } = /** @type {Board} */ (this.board);
    const blank = tiles.indexOf(0);
    const step = { U: -cols, D: cols, L: -1, R: 1 }[moves[0]] ?? 0;
    const chain = [...moves].map((_, i) => this.tiles[tiles[blank + step * (i + 1)]]);
    const upright = 'UD'.includes(moves[0]);
    // tiles move in the opposite direction of the blank
    const sign = 'UL'.includes(moves[0]) ? 1 : -1;
    const width = chain[0].getBoundingClientRect().width;
    let far = 0; // distance that the tiles have moved, in cells
    let dragging = false;
    const end = new AbortController();
    const follow = (/** @type {PointerEvent} */ event) => {
      const gone = upright ? event.clientY - down.clientY : event.clientX - down.clientX;
      if (!dragging && Math.abs(gone) > 4) {
        dragging = true;
        onDrag();
        // follow the pointer outside of the window, too
        this.element.setPointerCapture(down.pointerId);
        for (const element of chain) element.classList.add('dragged');
      }
      far = Math.min(1, Math.max(0, (gone * sign) / width));
      if (!dragging) return;
      for (const element of chain)
        element.style.setProperty(upright ? '--down' : '--right', String(far * sign));
    };
    const release = (/** @type {boolean} */ moved) => {
      end.abort();
      for (const element of chain) {
        element.classList.remove('dragged');
        element.style.removeProperty('--down');
        element.style.removeProperty('--right');
      }
      if (dragging && moved) this.onMoves?.(moves);
    };
    const { signal } = end;
    addEventListener('pointermove', follow, { signal });
    addEventListener('pointerup', () => release(far > 0.35), { signal });
    addEventListener('pointercancel', () => release(false), { signal });
  }
}
