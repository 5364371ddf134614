// The trials of an experiment, in pages: a row for each board, with the solvers as columns. The
// plan of the chosen trial is played.

import { parse } from '../board.js';
import { BoardView } from '../boardview.js';
import { button, el } from '../dom.js';
import { forPeople } from '../markdown.js';
import { heading, statisticText } from '../outcome.js';
import { figures, noteFor, table } from '../parts.js';
import { Player } from '../player.js';
import { count, seconds } from '../text.js';
import { groupBy, help, namesOf, orDash } from './common.js';

/** @typedef {import('../app.js').Description} Description */
/** @typedef {import('./messages.js').Results} Results */
/** @typedef {import('./messages.js').Trial} Trial */

/** The number of boards on a page. */
const pageSize = 12;

/** The number of trials that the server sends at most. */
const mostTrials = 1000;

export class Trials {
  skip = 0; // the number of trials before the page

  /**
   * @param {import('../app.js').App} app
   * @param {AbortSignal} signal stops the player
   * @param {Results} results
   * @param {Description} description
   */
  constructor(app, signal, results, description) {
    this.app = app;
    this.results = results;
    this.description = description;
    this.note = noteFor(app);
    this.perBoard = Math.max(1, Math.round(results.trials / results.boards));
    this.step = pageSize * this.perBoard; // the number of trials on a page
    this.rows = el('div');
    this.position = el('span', { class: 'muted' });
    this.back = button('Back', () => this.load(this.skip - this.step));
    this.next = button('Next', () => this.load(this.skip + this.step));
    this.chosen = new ChosenTrial(app, description);
    signal.addEventListener('abort', () => this.chosen.player.pause());
    this.element = el('section', { class: 'card', 'aria-label': 'Trials by board' });
    this.element.append(
      this.note.note,
      this.chosen.element,
      this.rows,
      el('div', { class: 'row' }, this.back, this.next, this.position),
    );
    this.load(0);
  }

  /** Shows a page. @param {number} skip the number of trials before it */
  load(skip) {
    return this.note.attempt(async () => {
      this.skip = Math.max(0, skip);
      /** @type {{done: number, trials: Trial[]}} */
      const { done, trials } = await this.app.backend.call('trials', {
        experiment: this.results.experiment,
        skip: this.skip,
        count: Math.min(mostTrials, this.step),
      });
      const text = 'Moves of each plan; * is proven to be shortest.';
      this.rows.replaceChildren(
        this.table(trials),
        help(`${text} Press a number to see the plan.`),
      );
      const last = this.skip + trials.length;
      this.position.textContent = trials.length ? this.positionText(last, done) : 'No runs';
      this.back.disabled = this.skip === 0;
      this.next.disabled = last >= done;
    });
  }

  /**
   * Says which boards the page has.
   * @param {number} last the number of its last trial
   * @param {number} done the number of trials that have ended
   */
  positionText(last, done) {
    const { perBoard } = this;
    const { boards } = this.results;
    const begin = count(this.skip / perBoard + 1);
    const end = count(Math.ceil(last / perBoard));
    const tried = Math.ceil(done / perBoard);
    const begun = tried < boards ? `, ${count(tried)} begun` : '';
    return `Boards ${begin} to ${end} of ${count(boards)}${begun}`;
  }

  /** Makes the table of trials. @param {Trial[]} trials */
  table(trials) {
    const { groups } = this.results;
    const names = groups.flatMap(({ solvers }) => solvers.map(({ name }) => name));
    const solvers = [...new Set(names)];
    const byBoard = groupBy(trials, ({ group, puzzle }) => `${group} ${puzzle}`.trim());
    const rows = [...byBoard].map(([name, ofBoard]) => {
      const [{ board, puzzle }] = ofBoard;
      const cells = solvers.map((solver) =>
        this.cell(ofBoard.filter((trial) => trial.solver === solver)),
      );
      const number = groups.length > 1 ? name : String(puzzle);
      return [number, el('span', { class: 'mono' }, board), ...cells];
    });
    const head = ['No.', 'Board', ...solvers.map(namesOf(this.results, this.description))];
    const numeric = head.map((_, column) => column !== 1);
    return table('Trials', head, rows, numeric);
  }

  /** Makes the cell of a solver and a board. @param {Trial[]} trials */
  cell(trials) {
    const buttons = trials.map((trial) => {
      const text = trial.length === null ? statusOf(trial).replace('-', ' ') : count(trial.length);
      const proven = trial.optimal ? ', proven' : '';
      const solver = forPeople(this.description, trial.solver);
      return button(text, () => this.chosen.show(trial), {
        class: `quiet ${trial.optimal ? 'proven' : ''}`,
        'aria-label': `${text}${proven}: puzzle ${trial.puzzle}, ${solver}`,
        title: seconds(trial.seconds),
      });
    });
    return el('span', { class: 'cells' }, ...buttons);
  }
}

/** The trial that the user chose, with its plan. */
class ChosenTrial {
  /** @type {import('../board.js').Board | null} */
  goal = null;

  /**
   * @param {import('../app.js').App} app
   * @param {Description} description
   */
  constructor(app, description) {
    this.description = description;
    this.statistics = description.statistics.filter(({ compared }) => compared);
    this.view = new BoardView({ label: 'Board of the trial' });
    this.player = new Player((board) => {
      if (this.goal) this.view.show(board, this.goal);
    }, app.announce);
    this.title = el('h3', { tabIndex: -1 });
    const names = this.statistics.map(heading);
    const [facts, fill] = figures('Status', 'Moves', 'Shortest', ...names, 'Time');
    this.fill = fill;
    const text = el('div', { class: 'stack' }, this.title, facts, this.player.element);
    this.element = el('div', { class: 'two trial', hidden: true }, this.view.element, text);
  }

  /** @param {Trial} trial */
  show(trial) {
    const board = parse(trial.board);
    const goal = parse(trial.goal);
    if (!board || !goal) return;
    this.goal = goal;
    this.element.hidden = false;
    const solver = forPeople(this.description, trial.solver);
    this.title.textContent = `Puzzle ${trial.puzzle}, ${solver}`;
    this.fill(
      statusOf(trial),
      orDash(trial.length, count),
      trial.optimal ? 'proven' : 'not proven',
      ...this.statistics.map((statistic) => statisticText(statistic, trial) || '–'),
      seconds(trial.seconds),
    );
    this.player.element.hidden = !trial.moves;
    this.player.load(board, trial.moves ? trial.moves.split(' ') : []);
    this.title.focus();
  }
}

/** @param {Trial} trial */
const statusOf = ({ status }) => status ?? 'failed';
