// Parts that views share: figures, tables and notes.

import { button, el } from './dom.js';

/**
 * Makes a list of labelled figures, and a function that sets their texts.
 * @param {...string} labels
 * @returns {[HTMLElement, (...texts: string[]) => void]}
 */
export function figures(...labels) {
  const values = labels.map(() => el('dd', {}, '–'));
  const items = labels.map((label, i) => el('div', {}, el('dt', {}, label), values[i]));
  return [
    el('dl', { class: 'figures' }, ...items),
    (...texts) => {
      for (const [i, value] of values.entries()) value.textContent = texts[i] ?? '–';
    },
  ];
}

/**
 * Makes a table. Columns of numbers are aligned to the right.
 * @param {string} caption read out by screen readers
 * @param {(string | Node)[]} head
 * @param {(string | Node)[][]} rows
 * @param {boolean[]} [right] the columns of numbers; by default those whose texts begin with a
 *   digit
 */
export function table(
  caption,
  head,
  rows,
  right = head.map(
    (_, i) =>
      rows.length > 0 &&
      rows.every(
        (row) =>
          typeof row[i] === 'string' &&
          /^(\d[\d.,]*(\s?[%µmk]?\w*)?|–|)$/.test(/** @type {string} */ (row[i])),
      ),
  ),
) {
  const number = (/** @type {number} */ i) => (right[i] ? { class: 'number' } : {});
  return el(
    'div',
    { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': caption },
    el(
      'table',
      {},
      el('caption', { class: 'hidden' }, caption),
      el(
        'thead',
        {},
        el('tr', {}, ...head.map((text, i) => el('th', { scope: 'col', ...number(i) }, text))),
      ),
      el(
        'tbody',
        {},
        ...rows.map((row) =>
          el(
            'tr',
            {},
            ...row.map((text, i) => el('td', { ...number(i), 'data-head': head[i] }, text)),
          ),
        ),
      ),
    ),
  );
}

/** The headline of a view, and a sentence below it. */
export class Headline {
  title = el('h1', { class: 'headline' });
  sentence = el('p', { class: 'sentence' });

  /**
   * Shows a headline and a sentence.
   * @param {string} title
   * @param {string} sentence
   */
  tell(title, sentence) {
    this.title.textContent = title;
    this.sentence.textContent = sentence;
  }

  /** The sentence. */
  get below() {
    return this.sentence.textContent ?? '';
  }
}

/** The kind of a note: good news, bad news or neither. @typedef {'good' | 'bad' | ''} Kind */

/**
 * Makes a note, which tells the reader what happened. The function say shows a text in the note and
 * reads it out. The function attempt runs an action. If the action fails, it says why. An action
 * that was stopped has not failed.
 * @param {import('./app.js').App} app
 */
export function noteFor({ announce }) {
  const note = el('p', { class: 'note' });
  const say = (/** @type {string} */ text, /** @type {Kind} */ kind = '') => {
    note.className = `note ${kind}`;
    note.textContent = text;
    if (text) announce(text);
  };
  const attempt = async (/** @type {() => Promise<unknown>} */ action) => {
    try {
      await action();
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      say(error instanceof Error ? error.message : String(error), 'bad');
    }
  };
  return { note, say, attempt };
}

/**
 * Makes chips: buttons of which one is chosen. The function mark shows which one.
 * @param {string} name of the group
 * @param {[string, string][]} choices pairs of a value and a text
 * @param {(value: string) => void} onChoose
 */
export function chips(name, choices, onChoose) {
  const buttons = choices.map(([value, text]) =>
    button(text, () => onChoose(value), { value, 'aria-pressed': 'false' }),
  );
  const mark = (/** @type {string} */ value) => {
    for (const chip of buttons) chip.setAttribute('aria-pressed', String(chip.value === value));
  };
  return {
    element: el('div', { class: 'chips', role: 'group', 'aria-label': name }, ...buttons),
    mark,
  };
}

/**
 * Makes the disclosure "Options", which holds all that is not needed at first.
 * @param {...HTMLElement} children shown side by side if there is room
 */
export function options(...children) {
  const details = el(
    'details',
    {
      class: 'options',
      ontoggle: () => {
        // What opened would be below the window.
        if (details.open && details.getBoundingClientRect().bottom > innerHeight)
          details.scrollIntoView();
      },
    },
    el('summary', {}, 'Options'),
    el('div', { class: 'body' }, ...children),
  );
  return details;
}
