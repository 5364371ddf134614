// A program that the reader can change. It runs in a worker of its own, which has no access to the
// page or the network and is stopped at a time limit. The text is only in this page: no link
// contains it.

import { button, el } from '../dom.js';
import { table } from '../parts.js';
import { harness } from './harness.js';

/**
 * What the harness says of a program. Good is null if the text is neither good nor bad news. An
 * error has its line.
 * @typedef {{text: string, good: boolean | null, line?: number, head?: string[], rows?:
 *   string[][]}} Verdict
 */

/** The time limit of a run, in seconds. */
const limit = 20;

/**
 * Makes an editor with a program, and a button that runs it.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 * @param {{title: string, about: string, code: string, judge: string}} options judge: what the
 *   harness tests
 */
export function lab(app, signal, { title, about, code, judge }) {
  code = code.trim();
  const text = el('textarea', {
    class: 'program',
    value: code,
    spellcheck: false,
    oninput: () => colour(),
    'aria-label': `${title}: JavaScript`,
    autocapitalize: 'off',
    autocomplete: 'off',
  });
  /** The text in colours, under the transparent text that is edited, and as large. */
  const under = el('pre', { class: 'program', 'aria-hidden': 'true' });
  /** Colours the text. @param {number} [bad] the line with an error, from 1 */
  const colour = (bad) => under.replaceChildren(...coloured(text.value, bad));
  colour();
  const note = el('p', { class: 'note' });
  const results = el('div');
  let stop = () => {};

  const say = (/** @type {Verdict} */ { text: said, good, head, rows }) => {
    note.className = 'note';
    if (good !== null) note.classList.add(good ? 'good' : 'bad');
    note.textContent = said;
    colour(Number(/^Line (\d+):/.exec(said)?.[1]));
    app.announce(said);
    results.replaceChildren(...(head && rows ? [table(`${title}: results`, head, rows)] : []));
  };

  const run = button(
    'Run this code',
    () => {
      if (run.textContent === 'Stop') return stop();
      run.textContent = 'Stop';
      note.className = 'note';
      note.textContent = 'Running.';
      colour();
      results.replaceChildren();
      const end = execute(text.value, judge, (verdict) => {
        run.textContent = 'Run this code';
        say(verdict);
      });
      stop = () => end({ text: 'Stopped.', good: null });
    },
    { class: 'primary' },
  );
  const reset = button(
    'Undo changes',
    () => {
      stop(); // its result would be that of the changed code
      text.value = code;
      colour();
    },
    { class: 'quiet' },
  );
  text.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run.click();
  });
  signal.addEventListener('abort', () => stop());
  return el(
    'section',
    { class: 'lab', 'aria-label': title },
    el(
      'div',
      { class: 'stack' },
      el('h2', {}, title),
      el('p', { class: 'muted' }, about),
      el('div', { class: 'row' }, run, reset),
      note,
      results,
    ),
    el('div', { class: 'editor' }, under, text),
  );
}

/** Comments, texts, numbers and keywords of JavaScript. */
const tokens = new RegExp(
  [
    /(\/\/.*)/,
    /("[^"]*"|'[^']*'|`[^`]*`)/,
    /\b(\d[\d.]*)\b/,
    /\b(?:function|const|let|return|for|while|if|else|of|in|new|continue|break|null|true|false)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/**
 * Returns the lines of a program, each with its parts in colours.
 * @param {string} code
 * @param {number} [bad] the line with an error, from 1
 */
const coloured = (code, bad) =>
  code.split('\n').map((line, i) => {
    const parts = [];
    let end = 0;
    for (const { index, 0: part, 1: comment, 2: text, 3: number } of line.matchAll(tokens)) {
      let kind = 'keyword';
      if (comment) kind = 'comment';
      else if (text) kind = 'text';
      else if (number) kind = 'number';
      parts.push(line.slice(end, index), el('span', { class: kind }, part));
      end = index + part.length;
    }
    return el(
      'span',
      { class: `line ${i + 1 === bad ? 'bad' : ''}` },
      ...parts,
      line.slice(end) || '\u200b',
    );
  });

/**
 * Runs a program in a worker, and calls done once. It returns a function that ends the run.
 * @param {string} code
 * @param {string} judge
 * @param {(verdict: Verdict) => void} done
 */
function execute(code, judge, done) {
  // The program is on the first lines, so that the numbers of lines in errors are its own.
  const script =
    `for (const name of ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'importScripts',
      'indexedDB', 'caches', 'Worker', 'BroadcastChannel']) self[name] = undefined;`.replace(
      /\s+/g,
      ' ',
    ) +
    ` ${code}\n;(${harness})(${JSON.stringify(judge)}, {${names.map(
      (name) => `${name}: typeof ${name} === 'function' ? ${name} : null`,
    )}});`;
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(address);
  let ended = false;
  const end = (/** @type {Verdict} */ verdict) => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    worker.terminate();
    URL.revokeObjectURL(address);
    done(verdict);
  };
  const timer = setTimeout(
    () => end({ text: `Stopped after ${limit} s: does your loop end?`, good: false }),
    limit * 1000,
  );
  /** Names the line of an error, if it is a line of the program. @param {Verdict} verdict */
  const tell = ({ text, line = 0, ...rest }) =>
    end({
      ...rest,
      text: line && line <= code.split('\n').length ? `Line ${line}: ${text}` : text,
    });
  worker.onmessage = ({ data }) => tell(data);
  worker.onerror = (event) => {
    event.preventDefault();
    tell({ text: event.message.replace(/^Uncaught /, ''), line: event.lineno, good: false });
  };
  return end;
}

/** The names of functions that a program may define. */
const names = ['h', 'search', 'solvable', 'priority', 'group', 'decode', 'crossover'];
