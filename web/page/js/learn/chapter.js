// The parts of a chapter: its lead, the figure, notes in the margin, the text, the code and the
// questions.

import { slide, target } from '../board.js';
import { el } from '../dom.js';
import { chips } from '../parts.js';

/** @typedef {import('../app.js').App} App */

/**
 * A question with its answer, and perhaps choices of which the first is right.
 * @typedef {[question: string, answer: string, choices?: string[]]} Question
 */

/**
 * Lays out a chapter. The figure comes first, after a lead of at most 60 words. Paragraphs of the
 * text are separated by empty lines.
 * @param {HTMLElement} root
 * @param {object} parts
 * @param {string} parts.lead
 * @param {Node} parts.figure
 * @param {[string, string][]} parts.terms pairs of a term and its meaning, for the margin
 * @param {string} parts.text
 * @param {(Node | null)[]} [parts.more] figures below the text
 * @param {Node} parts.lab the program of the reader
 * @param {string} parts.go the function of the program that does the same: a file and a name, such
 *   as 'astar/astar.go rule.f'
 * @param {Question[]} parts.questions
 */
export function lay(root, { lead, figure, terms, text, more = [], lab, go, questions }) {
  root.append(
    el('p', { class: 'lead' }, lead.trim().replace(/\s+/g, ' ')),
    el('div', { class: 'figure-first' }, figure),
    el(
      'div',
      { class: 'reading' },
      el('div', { class: 'prose' }, ...paragraphs(text)),
      el(
        'aside',
        { 'aria-label': 'Terms' },
        el(
          'dl',
          { class: 'terms' },
          ...terms.flatMap(([term, meaning]) => [el('dt', {}, term), el('dd', {}, meaning)]),
        ),
      ),
    ),
    ...more.filter((node) => node !== null),
    lab,
    source(go),
    el(
      'section',
      { class: 'questions', 'aria-label': 'Questions' },
      el('h2', {}, 'Questions'),
      ...questions.map(([question, answer, choices], i) =>
        choices
          ? quiz(question, answer, choices, i)
          : el('details', {}, el('summary', {}, question), el('p', {}, answer)),
      ),
    ),
  );
}

/**
 * Makes a question with choices.
 * @param {string} question
 * @param {string} answer the reason for the right choice
 * @param {string[]} choices the right one first
 * @param {number} turn by how many places the choices are turned
 */
function quiz(question, answer, choices, turn) {
  const [right] = choices;
  const verdict = el('p', { role: 'status' });
  const at = (turn + 1) % choices.length;
  const shown = [...choices.slice(at), ...choices.slice(0, at)];
  const { element, mark } = chips(
    question,
    shown.map((text) => [text, text]),
    (chosen) => {
      mark(chosen);
      for (const chip of element.children) {
        chip.className = '';
        if (chip.textContent === right) chip.className = 'right';
        else if (chip.textContent === chosen) chip.className = 'wrong';
      }
      const judged = chosen === right ? 'Right.' : `Wrong. The answer is “${right}”.`;
      verdict.textContent = `${judged} ${answer}`;
    },
  );
  return el('div', { class: 'quiz' }, el('p', { class: 'question' }, question), element, verdict);
}

/** @param {string} text */
export const paragraphs = (text) =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => el('p', {}, paragraph.trim().replace(/\s+/g, ' ')));

/**
 * Names the function of the program that does what the chapter explains.
 * @param {string} name a file and a function
 */
function source(name) {
  const [file, func] = name.split(' ');
  const code = el('code', {}, func);
  return el(
    'p',
    { class: 'source' },
    'The same in the program: ',
    code,
    ' in ',
    el('code', {}, file),
  );
}

let cards = 0;

/**
 * Makes the frame of an interactive part of a chapter.
 * @param {string} title
 * @param {...(Node | string | null)} children
 */
export function card(title, ...children) {
  const id = `card-${++cards}`;
  return el(
    'section',
    { class: 'card', 'aria-labelledby': id },
    el('h2', { id }, title),
    ...children,
  );
}

/** Returns a seed for a random board. */
export const randomSeed = () => Math.floor(Math.random() * 2 ** 32);

/**
 * Draws a random board.
 * @param {App} app
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
  ['misplaced', 'Misplaced tiles'],
  ['manhattan', 'Manhattan distance'],
  ['linear-conflict', 'Linear conflict'],
];

/**
 * Makes a function that runs actions one after another. If several wait, only the last one runs,
 * because the others were asked for before it.
 * @param {(action: () => Promise<unknown>) => Promise<void>} attempt
 */
export function lastAsked(attempt) {
  /** @type {(() => Promise<unknown>) | null} */
  let waiting = null;
  let busy = false;
  return async (/** @type {() => Promise<unknown>} */ action) => {
    waiting = action;
    if (busy) return;
    busy = true;
    while (waiting) {
      const next = waiting;
      waiting = null;
      await attempt(next);
    }
    busy = false;
  };
}
