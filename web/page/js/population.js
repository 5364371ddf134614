// Draws the population of the genetic solver on a canvas: the last board of each member's plan, the
// fittest member first. A tile on its goal cell has a colour.

import { el } from './dom.js';
import { colours, fit, onLook } from './theme.js';

/** @typedef {import('./board.js').Board} Board */

/** The space between two boards, in pixels. */
const gap = 13;

export class PopulationView {
  constructor() {
    this.canvas = el('canvas', { role: 'img' });
    this.element = el('div', { class: 'members' }, this.canvas);
    /** @type {Board[]} */
    this.boards = [];
    /** @type {readonly number[]} */
    this.goal = [];
    /** Stops the calls of paint. */
    this.destroy = onLook(this.element, () => this.paint());
  }

  /**
   * Shows boards.
   * @param {Board[]} boards
   * @param {Board} goal
   * @param {string} label
   */
  show(boards, goal, label) {
    this.boards = boards;
    this.goal = goal.tiles;
    this.canvas.setAttribute('aria-label', label);
    this.paint();
  }

  paint() {
    const { boards, canvas, element } = this;
    const context = canvas.getContext('2d');
    const width = element.clientWidth;
    if (!context || !boards.length || !width) return;
    const { rows, cols } = boards[0];
    const cell = width < 500 ? 13 : 16;
    const perRow = Math.max(1, Math.floor((width + gap) / (cols * cell + gap)));
    const height = Math.ceil(boards.length / perRow) * (rows * cell + gap) - gap;
    const ratio = fit(canvas, width, height);
    const [sunken, placedTile, placedText, tile, tileText] = colours(element,
      '--sunken', '--placed', '--placed-text', '--tile', '--tile-text');
    context.scale(ratio, ratio);
    context.font = `600 ${cell - 5}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    boards.forEach((board, i) => {
      const x = (i % perRow) * (cols * cell + gap);
      const y = Math.floor(i / perRow) * (rows * cell + gap);
      context.fillStyle = sunken;
      context.fillRect(x - 1, y - 1, cols * cell + 1, rows * cell + 1);
      board.tiles.forEach((number, at) => {
        if (number === 0) return;
        const placed = this.goal[at] === number;
        const [left, top] = [x + (at % cols) * cell, y + Math.floor(at / cols) * cell];
        context.fillStyle = placed ? placedTile : tile;
        context.fillRect(left, top, cell - 1, cell - 1);
        context.fillStyle = placed ? placedText : tileText;
        context.fillText(String(number), left + (cell - 1) / 2, top + cell / 2);
      });
    });
  }
}
