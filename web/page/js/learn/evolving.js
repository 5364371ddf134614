// A figure of chapter 11: a run of the genetic solver. A step is a generation.

import { BoardView } from '../boardview.js';
import { format, parse, solved } from '../board.js';
import { button, el, field, select } from '../dom.js';
import { figures, noteFor } from '../parts.js';
import { bytesOf } from '../space.js';
import { count, number, plural, seconds } from '../text.js';
import { heuristics, randomBoard, randomSeed } from './chapter.js';
import { figure } from './figure.js';
import { strip } from './strip.js';

/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('../app.js').Answer} Answer */
/** @typedef {import('../app.js').Population} Population */

/**
 * A generation, with the last board of its fittest plan.
 * @typedef {{seen: Population, best: Board}} Generation
 */

export class Evolving {
  /**
   * @param {import('../app.js').App} app
   * @param {AbortSignal} signal
   */
  constructor(app, signal) {
    this.app = app;
    this.signal = signal;
    this.goal = solved(3, 3);
    this.board = /** @type {Board} */ (parse('7 2 4/5 0 6/8 3 1'));
    /** @type {Generation[]} */
    this.generations = [];
    this.run = new AbortController();
    this.running = false;
    this.view = new BoardView({ label: 'Board' });
    this.heuristic = select(heuristics, 'manhattan');
    this.evolve = button('Evolve', () => (this.running ? this.run.abort() : this.search()), {
      class: 'primary',
    });
    this.caption = el('p', { class: 'muted' });
    const [facts, fill] = figures('Plans scored', 'Length of the plan', 'Time');
    this.facts = facts;
    this.fill = fill;
    this.timeline = strip(signal, 'Generation', (at) => this.show(at));
    const [drawing, draw] = figure(true, [this.timeline.element]);
    this.drawing = drawing;
    this.draw = draw;
    this.note = noteFor(app);
    this.element = this.lay();
    this.reset();
  }

  lay() {
    const shuffle = () =>
      this.note.attempt(async () => {
        this.board = await randomBoard(this.app, '3x3');
        this.reset();
      });
    const settings = el(
      'div',
      { class: 'row bottom' },
      field('Heuristic', this.heuristic),
      this.evolve,
      button('Random board', shuffle),
    );
    const beside = el('div', { class: 'stack' }, settings, this.facts, this.drawing);
    beside.append(this.caption, this.note.note);
    return el('div', { class: 'two' }, this.view.element, beside);
  }

  /** Ends the run, and removes its generations. */
  reset() {
    this.run.abort();
    this.generations = [];
    this.note.say('');
    this.fill();
    this.timeline.pause();
    this.timeline.resize(0, 0);
  }

  /** Says on the button what it does. @param {boolean} running */
  mark(running) {
    this.running = running;
    this.evolve.textContent = running ? 'Stop' : 'Evolve';
  }

  /** Evolves a plan. */
  async search() {
    this.reset();
    const own = new AbortController();
    this.run = own;
    this.mark(true);
    await this.note.attempt(async () => {
      const answer = await this.answer(own);
      if (own !== this.run) return; // another board was asked for meanwhile
      const { evaluated, length } = answer;
      this.fill(
        count(evaluated),
        length === null ? 'none' : count(length),
        seconds(answer.seconds),
      );
      this.timeline.resize(this.generations.length, this.generations.length);
      this.tell(length);
    });
    if (own === this.run) this.mark(false);
  }

  /**
   * Runs the solver, and keeps its generations.
   * @param {AbortController} own
   * @returns {Promise<Answer>}
   */
  async answer(own) {
    const [preset] = (await this.app.describe).presets; // the plain algorithm comes first
    const settings = {
      preset,
      'phase-mode': 'restart',
      population: '200',
      generations: '60',
      phases: '10',
      heuristic: this.heuristic.value,
      seed: String(randomSeed()),
    };
    const keep = (/** @type {{population?: Population}} */ { population }) => {
      if (!population || own !== this.run) return;
      const tiles = [...bytesOf(population.boards)].slice(0, 9);
      this.generations.push({ seen: population, best: { ...this.goal, tiles } });
    };
    const params = { board: format(this.board), algorithm: 'ga', settings };
    const signal = AbortSignal.any([own.signal, this.signal]);
    return this.app.backend.stream('watch', params, (_, data) => keep(data), signal);
  }

  /** Says how the run ended. @param {number | null} length of the plan */
  tell(length) {
    const last = this.generations[this.generations.length - 1];
    if (!last) {
      this.note.say('A plan was in the first population. Draw another board.', 'good');
      return;
    }
    const generations = plural(this.generations.length, 'generation');
    const run = `after ${generations} in ${plural(last.seen.phase, 'phase')}`;
    if (length === null)
      this.note.say(`The run ended ${run} without a plan. Another run may find one.`);
    else this.note.say(`The run found a plan of ${plural(length, 'move')} ${run}.`, 'good');
  }

  /** Shows the run up to a generation. @param {number} at its number */
  show(at) {
    const shown = this.generations.slice(0, at);
    const last = shown[shown.length - 1];
    this.drawing.hidden = !last;
    this.view.show(last?.best ?? this.board, this.goal);
    this.caption.textContent = last
      ? `In phase ${last.seen.phase}: best fitness ${number(last.seen.best)}, mean ` +
        `${number(last.seen.mean)}. The board is where the fittest plan ends.`
      : '';
    if (last) this.plot(shown);
  }

  /** Draws the fitness of generations. @param {Generation[]} shown */
  plot(shown) {
    /** @type {(name: string, of: (seen: Population) => number) => import('./figure.js').Series} */
    const line = (name, of) => ({
      name,
      kind: 'line',
      data: shown.map(({ seen }, i) => [i + 1, of(seen)]),
    });
    const phases = [...shown.keys()].filter(
      (i) => i > 0 && shown[i].seen.phase !== shown[i - 1].seen.phase,
    );
    this.draw({
      label:
        `Best and mean fitness over ${plural(shown.length, 'generation')}. Dashed lines begin ` +
        'phases.',
      x: { label: 'Generation', zero: true, most: this.generations.length },
      y: { label: 'Fitness', zero: true, most: Math.max(...this.generations.map(worst)) },
      rules: phases.map((i) => i + 1),
      series: [line('Best', ({ best }) => best), line('Mean', ({ mean }) => mean)],
    });
  }
}

/** The larger fitness of a generation in the chart. @param {Generation} generation */
const worst = ({ seen }) => Math.max(seen.best, seen.mean);
