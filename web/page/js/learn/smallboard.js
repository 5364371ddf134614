// Small boards in drawings of searches.

import { el, svg } from '../dom.js';

/**
 * Draws the tiles of a board.
 * @param {import('../board.js').Board} board
 * @param {number} left
 * @param {number} top
 * @param {number} cell the width of a cell
 */
export function smallBoard({ cols, tiles }, left, top, cell) {
  return tiles.flatMap((tile, i) => {
    if (tile === 0) return [];
    const x = left + (i % cols) * cell;
    const y = top + Math.floor(i / cols) * cell;
    const placed = tile === i + 1 ? 'placed' : '';
    const frame = { x: x + 0.5, y: y + 0.5, width: cell - 1, height: cell - 1, rx: cell / 8 };
    return [
      svg('rect', { class: `tiny ${placed}`, ...frame }),
      svg('text', { class: `digit ${placed}`, x: x + cell / 2, y: y + 0.79 * cell }, String(tile)),
    ];
  });
}

/**
 * Makes the key of a picture.
 * @param {...[string, string]} all kinds of nodes, and what they mean
 */
export const keys = (...all) =>
  el(
    'ul',
    { class: 'legend' },
    ...all.map(([kind, text]) => el('li', {}, el('span', { class: `node-key ${kind}` }), text)),
  );
