// Parts that chapters share.

import { slide, target } from '../board.js';
import { el } from '../dom.js';

/**
 * Makes paragraphs of a text. Empty lines part them. A term that is defined there stands
 * between underscores.
 * @param {string} text
 */
export function prose(text) {
  return el('div', { class: 'prose' }, ...text.trim().split(/\n\s*\n/).map((paragraph) =>
    el('p', {}, ...paragraph.split('_').map((part, i) => (i % 2 ? el('dfn', {}, part) : part)))));
}

let cards = 0;

/**
 * Makes the frame of something to play with.
 * @param {string} title
 * @param {...(Node | string)} children
 */
export function card(title, ...children) {
  const id = `card-${++cards}`;
  return el('section', { class: 'card', 'aria-labelledby': id }, el('h3', { id }, title), ...children);
}

/**
 * Makes a list of named figures, and a function that fills in their texts.
 * @param {...string} labels
 * @returns {[HTMLElement, (...texts: string[]) => void]}
 */
export function figures(...labels) {
  const values = labels.map(() => el('dd', {}, '–'));
  const items = labels.map((label, i) => el('div', {}, el('dt', {}, label), values[i]));
  return [el('dl', { class: 'figures' }, ...items), (...texts) => {
    values.forEach((value, i) => (value.textContent = texts[i] ?? '–'));
  }];
}

/**
 * Makes a table.
 * @param {string} caption read out by screen readers
 * @param {string[]} head
 * @param {string[][]} rows
 */
export function table(caption, head, rows) {
  return el('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': caption }, el('table', {},
    el('caption', { class: 'hidden' }, caption),
    el('thead', {}, el('tr', {}, ...head.map((text) => el('th', { scope: 'col' }, text)))),
    el('tbody', {}, ...rows.map((row) => el('tr', {}, ...row.map((text) => el('td', {}, text)))))));
}

/** A seed for a random board. */
export const randomSeed = () => Math.floor(Math.random() * 2 ** 32);

/**
 * Says something in a note, and reads it out.
 * @param {HTMLElement} note
 * @param {import('../app.js').App} app
 * @param {string} text
 * @param {'good' | 'bad' | ''} [kind]
 */
export function say(note, app, text, kind = '') {
  note.className = `note ${kind}`;
  note.textContent = text;
  app.announce(text);
}

/**
 * Runs an action of the reader, and says in a note if it fails. An action that was stopped
 * has not failed.
 * @param {HTMLElement} note
 * @param {import('../app.js').App} app
 * @param {() => Promise<void>} action
 */
export async function attempt(note, app, action) {
  try {
    await action();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    say(note, app, error instanceof Error ? error.message : String(error), 'bad');
  }
}

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
 * The board after those of some moves that are legal.
 * @param {import('../board.js').Board} board
 * @param {string} moves
 */
export function after(board, moves) {
  for (const move of moves) if (target(board, move) >= 0) board = slide(board, move);
  return board;
}

/** The heuristics of the tutorial, and their names for people. @type {[string, string][]} */
export const heuristics = [
  ['misplaced', 'Misplaced tiles'], ['manhattan', 'Manhattan distance'], ['linear-conflict', 'Linear conflict'],
];
