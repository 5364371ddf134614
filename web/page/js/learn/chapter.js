// Functions that the chapters share: texts, cards and random boards.

import { slide, target } from '../board.js';
import { el } from '../dom.js';

/**
 * Makes paragraphs from a text. Paragraphs are separated by empty lines. A term that the text defines is
 * between underscores.
 * @param {string} text
 */
export function prose(text) {
  return el('div', { class: 'prose' }, ...text.trim().split(/\n\s*\n/).map((paragraph) =>
    el('p', {}, ...paragraph.split('_').map((part, i) => (i % 2 ? el('dfn', {}, part) : part)))));
}

let cards = 0;

/**
 * Makes the frame of an interactive part of a chapter.
 * @param {string} title
 * @param {...(Node | string)} children
 */
export function card(title, ...children) {
  const id = `card-${++cards}`;
  return el('section', { class: 'card', 'aria-labelledby': id }, el('h3', { id }, title), ...children);
}

/** Returns a seed for a random board. */
export const randomSeed = () => Math.floor(Math.random() * 2 ** 32);

/**
 * Draws a random board.
 * @param {import('../app.js').App} app
 * @param {string} size
 * @param {number} [walk] number of random moves; without it, all boards are equally likely
 * @returns {Promise<import('../board.js').Board>}
 */
export async function randomBoard({ backend }, size, walk) {
  const { rows, cols, tiles } = await backend.call('shuffle', { size, walk, seed: randomSeed() });
  return { rows, cols, tiles };
}

/**
 * Returns the board after moves. It skips illegal moves.
 * @param {import('../board.js').Board} board
 * @param {string} moves
 */
export function after(board, moves) {
  for (const move of moves) if (target(board, move) >= 0) board = slide(board, move);
  return board;
}

/** The heuristics of the tutorial, and their names for readers. @type {[string, string][]} */
export const heuristics = [
  ['misplaced', 'Misplaced tiles'], ['manhattan', 'Manhattan distance'], ['linear-conflict', 'Linear conflict'],
];

/**
 * Makes a function that runs an action, unless an earlier action is still running. It returns whether it
 * ran the action.
 * @param {(action: () => Promise<unknown>) => Promise<void>} attempt
 */
export function oneAtATime(attempt) {
  let busy = false;
  return async (/** @type {() => Promise<unknown>} */ action) => {
    if (busy) return false;
    busy = true;
    await attempt(action);
    busy = false;
    return true;
  };
}
