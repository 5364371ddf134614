// A part of the figure of chapter 4: the reader predicts which heuristic expands fewer boards.

import { format } from '../board.js';
import { button, el } from '../dom.js';
import { noteFor } from '../parts.js';
import { count } from '../text.js';
import { heuristics, lastAsked } from './chapter.js';
import { strip } from './strip.js';

/** @typedef {import('../board.js').Board} Board */

/**
 * What A* with a heuristic took.
 * @typedef {{name: string, expanded: number, length: number}} Work
 */

/** The answer to the question if neither heuristic expands 1.2 times as many boards. */
const neither = 'About the same';

export class Prediction {
  /**
   * @param {import('../app.js').App} app
   * @param {AbortSignal} signal
   */
  constructor(app, signal) {
    this.app = app;
    this.signal = signal;
    /** @type {Board | null} */
    this.board = null;
    /** @type {Work[]} */
    this.works = [];
    this.note = noteFor(app);
    this.act = lastAsked(this.note.attempt);
    this.bars = el('div', { class: 'bars' });
    this.timeline = strip(signal, 'Heuristic', (at) => this.show(at), '2');
    const guesses = [...heuristics.slice(0, 2).map(([, name]) => name), neither];
    const choices = guesses.map((guess) => button(guess, () => this.predict(guess)));
    this.element = el(
      'div',
      { class: 'stack' },
      el('div', { class: 'row', role: 'group', 'aria-label': 'Your prediction' }, ...choices),
      this.bars,
      this.timeline.element,
      this.note.note,
    );
  }

  /** Asks anew, for a board. @param {Board} board */
  use(board) {
    this.board = board;
    this.works = [];
    this.note.say('');
    this.timeline.pause();
    this.timeline.resize(0, 0);
  }

  /**
   * Solves the board with all heuristics, and compares the first two with a guess.
   * @param {string} guess
   */
  predict(guess) {
    return this.act(async () => {
      const { board } = this;
      const works = await Promise.all(heuristics.map((heuristic) => this.solve(heuristic)));
      if (board !== this.board) return;
      this.works = works;
      this.timeline.resize(works.length, 2);
      const { best, text } = verdict(works[0], works[1]);
      const right = best === guess;
      this.note.say(`${right ? 'Right.' : 'Not quite.'} ${text}`, right ? 'good' : '');
    });
  }

  /**
   * Solves the board with a heuristic.
   * @param {[string, string]} heuristic and its name for readers
   * @returns {Promise<Work>}
   */
  async solve([heuristic, name]) {
    const board = format(/** @type {Board} */ (this.board));
    const params = { board, algorithm: 'astar', settings: { heuristic } };
    const { stream } = this.app.backend;
    /** @type {import('../app.js').Answer} */
    const { expanded, length } = await stream('solve', params, () => {}, this.signal);
    return { name, expanded, length: length ?? 0 };
  }

  /** Draws the first bars. @param {number} at how many */
  show(at) {
    const most = Math.max(1, ...this.works.map(({ expanded }) => expanded));
    this.timeline.element.hidden = this.works.length === 0;
    const rows = this.works.slice(0, at).map(({ name, expanded }) => {
      const bar = el('span', { class: 'amount' });
      bar.style.width = `${Math.max(1, (100 * expanded) / most)}%`;
      const [label, number] = [el('span', {}, name), el('strong', {}, count(expanded))];
      return el('div', {}, label, el('span', {}, bar), number);
    });
    this.bars.replaceChildren(...rows);
  }
}

/**
 * Compares the work of two heuristics.
 * @param {Work} a
 * @param {Work} b
 */
function verdict(a, b) {
  const more = Math.max(a.expanded, b.expanded);
  const ratio = more / Math.max(1, Math.min(a.expanded, b.expanded));
  const plans = `and both plans have ${a.length} moves.`;
  if (ratio < 1.2) return { best: neither, text: `Both expand about as many boards, ${plans}` };
  const best = a.expanded < b.expanded ? a.name : b.name;
  const times = ratio < 10 ? ratio.toFixed(1) : count(Math.round(ratio));
  return { best, text: `${best} expands ${times} times fewer boards, ${plans}` };
}
