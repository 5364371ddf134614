// A figure of chapter 7: the length of plans against the time to find them, for several solvers.

import { BoardView } from '../boardview.js';
import { format, parse, solved } from '../board.js';
import { button, el } from '../dom.js';
import { noteFor, table } from '../parts.js';
import { colourOf } from '../solvers.js';
import { count, plural, seconds } from '../text.js';
import { randomBoard } from './chapter.js';
import { figure } from './figure.js';
import { strip } from './strip.js';

/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('../app.js').Answer} Answer */
/** @typedef {import('./figure.js').Series} Series */

/** A* and weighted A* stop at this number of generated boards. */
const nodeLimit = 3_000_000;

/**
 * A solver with its settings. Solvers of a group have one colour, and their weights tell them
 * apart.
 * @typedef {{group: string, algorithm: string, weight?: string}} Entrant
 */

/** The solvers that are compared. @type {Entrant[]} */
const entrants = [
  { group: 'A*', algorithm: 'astar' },
  { group: 'Weighted A*', algorithm: 'wastar', weight: '1.5' },
  { group: 'Weighted A*', algorithm: 'wastar', weight: '2' },
  { group: 'Weighted A*', algorithm: 'wastar', weight: '3' },
  { group: 'Weighted A*', algorithm: 'wastar', weight: '5' },
  { group: 'Greedy', algorithm: 'greedy' },
  { group: 'Genetic algorithm', algorithm: 'ga' },
];

/** The name of a solver. @param {Entrant} entrant */
const nameOf = ({ group, weight }) => (weight ? `${group}, w = ${weight}` : group);

/** Milliseconds, at least 0.01, so that they have a logarithm. @param {number} s seconds */
const ms = (s) => Math.max(0.01, s * 1000);

/**
 * Makes the figure. A step shows the answer of one more solver.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 */
export function lengths(app, signal) {
  return new Lengths(app, signal).element;
}

class Lengths {
  /**
   * @param {import('../app.js').App} app
   * @param {AbortSignal} signal
   */
  constructor(app, signal) {
    this.app = app;
    this.signal = signal;
    this.board = /** @type {Board} */ (parse('3 10 2 12/6 11 0 7/4 13 1 15/14 8 5 9'));
    /** The answers so far, in the order of the solvers. @type {Answer[]} */
    this.answers = [];
    this.run = new AbortController();
    this.view = new BoardView({ label: 'Board' });
    this.go = button('Solve by all', () => (this.running ? this.run.abort() : this.solve()), {
      class: 'primary',
    });
    this.running = false;
    this.timeline = strip(signal, 'Solver', (at) => this.show(at), '2');
    const [drawing, draw] = figure(true, [this.timeline.element]);
    this.drawing = drawing;
    this.draw = draw;
    this.results = el('div');
    this.note = noteFor(app);
    this.element = this.lay();
    this.reset();
  }

  lay() {
    const question = el(
      'p',
      {},
      'How long is each plan, and how long does it take? All use linear conflict. A* and ' +
        `weighted A* stop at ${count(nodeLimit)} generated boards.`,
    );
    const shuffle = () =>
      this.note.attempt(async () => {
        this.board = await randomBoard(this.app, '4x4');
        this.reset();
      });
    const buttons = el('div', { class: 'row' }, this.go, button('Random board', shuffle));
    const beside = el('div', { class: 'stack' }, question, buttons, this.drawing);
    beside.append(this.note.note);
    return el(
      'div',
      { class: 'stack' },
      el('div', { class: 'two' }, this.view.element, beside),
      this.results,
    );
  }

  /** Ends the searches, and removes their answers. */
  reset() {
    this.run.abort();
    this.answers = [];
    this.note.say('');
    this.view.show(this.board, solved(4, 4));
    this.timeline.pause();
    this.timeline.resize(0, 0);
  }

  /** Runs all solvers, one after another. */
  async solve() {
    this.reset();
    const own = new AbortController();
    this.run = own;
    this.mark(true);
    await this.note.attempt(async () => {
      for (const entrant of entrants) {
        this.note.say(`${nameOf(entrant)} is searching.`);
        const answer = await this.answer(entrant, AbortSignal.any([own.signal, this.signal]));
        if (own !== this.run) return;
        this.answers.push(answer);
        this.timeline.resize(this.answers.length, this.answers.length);
      }
      this.note.say(
        'Each point is a plan. Plans of the genetic algorithm become shorter with time.',
      );
    });
    if (own !== this.run) return;
    if (own.signal.aborted) this.note.say('');
    this.mark(false);
  }

  /** Says on the button what it does. @param {boolean} running */
  mark(running) {
    this.running = running;
    this.go.textContent = running ? 'Stop' : 'Solve by all';
  }

  /**
   * @param {Entrant} entrant
   * @param {AbortSignal} signal
   * @returns {Promise<Answer>}
   */
  answer({ algorithm, weight }, signal) {
    const params = {
      board: format(this.board),
      algorithm,
      settings: { heuristic: 'linear-conflict', ...(weight ? { weight } : {}) },
      node_limit: algorithm === 'ga' ? undefined : nodeLimit,
    };
    return this.app.backend.stream('solve', params, () => {}, signal);
  }

  /** Shows the first answers. @param {number} at how many */
  show(at) {
    const answers = this.answers.slice(0, at);
    const series = seriesOf(answers);
    this.drawing.hidden = answers.length === 0;
    this.results.replaceChildren();
    if (answers.length === 0) return;
    this.results.append(
      table(
        'Plans for this board',
        ['Solver', 'Length', 'Expanded or scored', 'Time'],
        answers.map((answer, i) => rowOf(nameOf(entrants[i]), answer)),
      ),
    );
    this.draw({
      label: 'Length of the plans against the time to find them, on a logarithmic scale',
      x: { label: 'Time in milliseconds', log: true },
      y: { label: 'Length' },
      series,
    });
  }
}

/**
 * Returns the row of a solver in the table.
 * @param {string} name
 * @param {Answer} answer
 */
function rowOf(name, answer) {
  const { status, length, optimal, lower_bound, expanded, evaluated } = answer;
  const proven = optimal ? ', optimal' : '';
  const plan = length === null ? `none; at least ${lower_bound}` : `${length}${proven}`;
  const stopped = status === 'node-limit' ? 'stopped at ' : '';
  const work = evaluated ? plural(evaluated, 'plan') : stopped + plural(expanded, 'board');
  return [name, plan, work, seconds(answer.seconds)];
}

/**
 * Returns the points of each group of solvers. A solver that finds several plans has a point for
 * each.
 * @param {Answer[]} answers
 */
function seriesOf(answers) {
  /** @type {Map<string, Series>} */
  const groups = new Map();
  for (const [i, answer] of answers.entries()) {
    const { group, algorithm, weight } = entrants[i];
    /** @type {[number, number][]} */
    let points = [];
    if (answer.found) {
      points = answer.found.map((plan) => [ms(plan.seconds ?? 0), plan.length]);
    } else if (answer.length !== null) {
      points = [[ms(answer.seconds), answer.length]];
    }
    if (points.length === 0) continue;
    const series = groups.get(group) ?? {
      name: group,
      kind: 'points',
      colour: colourOf(algorithm),
      data: [],
      notes: [],
    };
    series.data.push(...points);
    if (weight) series.notes?.push(`w = ${weight}`);
    groups.set(group, series);
  }
  return [...groups.values()];
}
