// A figure of chapter 6: the program's IDA* on one board. A step is a bound.

import { BoardView } from '../boardview.js';
import { format, parse, solved } from '../board.js';
import { button, el, field, select } from '../dom.js';
import { noteFor, table } from '../parts.js';
import { count, plural, seconds } from '../text.js';
import { heuristics, lastAsked, randomBoard } from './chapter.js';
import { figure } from './figure.js';
import { strip } from './strip.js';

/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('../app.js').Answer} Answer */

/** The searches stop at this number of generated boards. */
const nodeLimit = 200_000;

/** One of the two boards that are farthest from the goal. */
const farthest = '8 6 7/2 5 4/3 0 1';

/** What an iteration has cost. @typedef {{bound: number, expanded: number}} Iteration */

export class Bounds {
  /**
   * @param {import('../app.js').App} app
   * @param {AbortSignal} signal
   */
  constructor(app, signal) {
    this.app = app;
    this.signal = signal;
    this.board = /** @type {Board} */ (parse(farthest));
    /** All iterations, which a search has recorded. @type {Iteration[]} */
    this.iterations = [];
    this.view = new BoardView({ label: 'Board' });
    this.heuristic = select(heuristics, 'manhattan', () => this.restart());
    this.timeline = strip(signal, 'Bound', (at) => this.show(at), '2');
    const [drawing, draw] = figure(true, [this.timeline.element]);
    this.drawing = drawing;
    this.draw = draw;
    this.note = noteFor(app);
    this.act = lastAsked(this.note.attempt);
    /** The answers of IDA* and A*, in a table. */
    this.comparison = el('div');
    this.element = this.lay();
    this.restart();
  }

  lay() {
    const shuffle = () =>
      this.act(async () => {
        this.board = await randomBoard(this.app, '3x3');
        this.restart();
      });
    const question = el(
      'p',
      {},
      'The program raises the bound. The first board is one of the two farthest from the goal. ' +
        'How does the work grow?',
    );
    const settings = el(
      'div',
      { class: 'row bottom' },
      field('Heuristic', this.heuristic),
      button('Random board', shuffle),
    );
    const beside = el('div', { class: 'stack' }, question, settings, this.drawing);
    beside.append(this.note.note);
    return el(
      'div',
      { class: 'stack' },
      el('div', { class: 'two' }, this.view.element, beside),
      this.comparison,
    );
  }

  /** Runs all iterations on the board, and shows the first one. */
  restart() {
    this.timeline.pause();
    return this.act(async () => {
      this.view.show(this.board, solved(3, 3));
      this.note.say('');
      this.comparison.replaceChildren();
      this.iterations = [];
      this.timeline.resize(0, 0);
      const answer = await this.iterate();
      const other = answer.status === 'solved' ? await this.search('astar') : null;
      this.timeline.resize(this.iterations.length, 1);
      if (other) this.compare(answer, other);
      else this.note.say(`The search stopped at ${plural(nodeLimit, 'generated board')}.`);
    });
  }

  /**
   * Runs IDA* up to each bound in turn. An iteration costs what the search up to its bound expands,
   * without the search up to the bound before.
   * @returns {Promise<Answer>} the answer of the last search
   */
  async iterate() {
    const params = { boards: [format(this.board)], heuristic: this.heuristic.value };
    let bound = (await this.app.backend.call('estimate', params)).estimates[0];
    let before = 0;
    for (;;) {
      const answer = await this.search('idastar', { 'depth-limit': String(bound), workers: '1' });
      this.iterations.push({ bound, expanded: answer.expanded - before });
      before = answer.expanded;
      if (answer.status !== 'exhausted') return answer;
      bound = answer.lower_bound;
    }
  }

  /**
   * @param {string} algorithm
   * @param {Record<string, string>} [settings]
   * @returns {Promise<Answer>}
   */
  search(algorithm, settings = {}) {
    const params = {
      board: format(this.board),
      algorithm,
      node_limit: nodeLimit,
      settings: { heuristic: this.heuristic.value, ...settings },
    };
    return this.app.backend.stream('solve', params, () => {}, this.signal);
  }

  /**
   * Compares IDA* with A*.
   * @param {Answer} ida
   * @param {Answer} astar
   */
  compare(ida, astar) {
    const head = ['Search', 'Length', 'Expanded', 'Boards stored', 'Time'];
    const rows = [rowOf('IDA*', ida), rowOf('A*', astar)];
    this.comparison.replaceChildren(table('IDA* and A* on this board', head, rows));
  }

  /** Draws the first iterations. @param {number} at how many */
  show(at) {
    const shown = this.iterations.slice(0, at);
    this.drawing.hidden = shown.length === 0;
    this.comparison.hidden = at < this.iterations.length;
    if (shown.length === 0) return;
    const most = Math.max(...this.iterations.map(({ expanded }) => expanded));
    const texts = shown.map(({ bound, expanded }) => `bound ${bound}: ${count(expanded)}`);
    this.draw({
      label: `Boards expanded in each iteration of IDA*: ${texts.join(', ')}`,
      x: { label: 'Bound' },
      y: { label: 'Boards expanded', zero: true, most },
      series: [
        {
          name: 'Iterations',
          kind: 'bars',
          // A bound that comes later has its place, but no bar yet.
          data: this.iterations.map(({ bound, expanded }, i) => [bound, i < at ? expanded : 0]),
        },
      ],
      marks: [shown[shown.length - 1].bound],
    });
  }
}

/**
 * Returns the row of a search in the table.
 * @param {string} name
 * @param {Answer} answer
 */
function rowOf(name, { length, expanded, peak_stored: stored, seconds: time }) {
  const solved = length !== null;
  const work = solved ? count(expanded) : `over ${count(expanded)}`;
  return [name, solved ? count(length) : '–', work, count(stored), seconds(time)];
}
