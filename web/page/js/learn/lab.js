// A program that the reader can change. It runs in a worker of its own, which has no access to the
// page or the network and is stopped at a time limit. The text is only in this page: no link
// contains it.

import { button, el } from '../dom.js';
import { table } from '../parts.js';
import { script } from './judge/script.js';

/**
 * What a judge says of a program. Good is null if the text is neither good nor bad news. An error
 * has its line.
 * @typedef {{text: string, good: boolean | null, line?: number, head?: string[], rows?:
 *   string[][]}} Verdict
 */

/** The time limit of a run, in seconds. */
const limit = 20;

/**
 * A program of a chapter: a title, what the reader may do with it, its text, and the function in it
 * that is judged.
 * @typedef {{title: string, about: string, code: string, task: string}} Program
 */

/**
 * Makes an editor with a program, and a button that runs it.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 * @param {Program} program
 */
export function lab(app, signal, program) {
  return new Lab(app, signal, program).element;
}

class Lab {
  /**
   * @param {import('../app.js').App} app
   * @param {AbortSignal} signal
   * @param {Program} program
   */
  constructor(app, signal, { title, about, code, task }) {
    this.app = app;
    this.title = title;
    this.code = code.trim();
    this.task = task;
    /** Ends the run. @type {((verdict: Verdict) => void) | null} */
    this.end = null;
    this.editor = new Editor(title, this.code, () => this.run.click());
    this.note = el('p', { class: 'note' });
    this.results = el('div');
    this.run = button('Run this code', () => this.toggle(), { class: 'primary' });
    const reset = button('Undo changes', () => this.reset(), { class: 'quiet' });
    const beside = el(
      'div',
      { class: 'stack' },
      el('h2', {}, title),
      el('p', { class: 'muted' }, about),
      el('div', { class: 'row' }, this.run, reset),
      this.note,
      this.results,
    );
    this.element = el(
      'section',
      { class: 'lab', 'aria-label': title },
      beside,
      this.editor.element,
    );
    signal.addEventListener('abort', () => this.stop());
  }

  /** Runs the program, or stops it. */
  toggle() {
    if (this.end) this.stop();
    else this.start();
  }

  start() {
    this.run.textContent = 'Stop';
    this.note.className = 'note';
    this.note.textContent = 'Running.';
    this.editor.colour();
    this.results.replaceChildren();
    this.end = execute(this.editor.code, this.task, (verdict) => {
      this.end = null;
      this.run.textContent = 'Run this code';
      this.say(verdict);
    });
  }

  stop() {
    this.end?.({ text: 'Stopped.', good: null });
  }

  /** Shows the first program. A run is stopped: its result would be that of the changed code. */
  reset() {
    this.stop();
    this.editor.show(this.code);
  }

  /** Shows what the judge says. @param {Verdict} verdict */
  say({ text, good, head, rows }) {
    this.note.className = 'note';
    if (good !== null) this.note.classList.add(good ? 'good' : 'bad');
    this.note.textContent = text;
    this.editor.colour(Number(/^Line (\d+):/.exec(text)?.[1]));
    this.app.announce(text);
    const results = head && rows ? [table(`${this.title}: results`, head, rows)] : [];
    this.results.replaceChildren(...results);
  }
}

/** A text in JavaScript that can be edited. */
class Editor {
  /**
   * @param {string} title
   * @param {string} code
   * @param {() => void} onRun called when Ctrl and Enter are pressed
   */
  constructor(title, code, onRun) {
    this.text = el('textarea', {
      class: 'program',
      spellcheck: false,
      oninput: () => this.colour(),
      'aria-label': `${title}: JavaScript`,
      autocapitalize: 'off',
      autocomplete: 'off',
    });
    /** The text in colours, under the transparent text that is edited, and as large. */
    this.under = el('pre', { class: 'program', 'aria-hidden': 'true' });
    this.element = el('div', { class: 'editor' }, this.under, this.text);
    this.text.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onRun();
    });
    this.show(code);
  }

  get code() {
    return this.text.value;
  }

  /** Shows a text. @param {string} code */
  show(code) {
    this.text.value = code;
    this.colour();
  }

  /** Colours the text. @param {number} [bad] the line with an error, from 1 */
  colour(bad) {
    this.under.replaceChildren(...coloured(this.code, bad));
  }
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
 * @param {string} task the function that is judged
 * @param {(verdict: Verdict) => void} done
 */
function execute(code, task, done) {
  const text = script(code, task);
  const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
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
