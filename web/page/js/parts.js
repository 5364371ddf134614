// Parts that views share: figures, tables, and notes on what happened.

import { el } from './dom.js';

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
 * @param {(string | Node)[][]} rows
 */
export function table(caption, head, rows) {
  return el('div', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': caption }, el('table', {},
    el('caption', { class: 'hidden' }, caption),
    el('thead', {}, el('tr', {}, ...head.map((text) => el('th', { scope: 'col' }, text)))),
    el('tbody', {}, ...rows.map((row) => el('tr', {}, ...row.map((text) => el('td', {}, text)))))));
}

/**
 * Says something in a note, and reads it out.
 * @param {HTMLElement} note
 * @param {import('./app.js').App} app
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
 * @param {import('./app.js').App} app
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
