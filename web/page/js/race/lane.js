// A lane of a race: the board of a solver or of the user, and what it has found so far.

import { BoardView } from '../boardview.js';
import { add } from '../chart.js';
import { el } from '../dom.js';
import { ending } from '../outcome.js';
import { Player } from '../player.js';
import { capital, plural, seconds } from '../text.js';
import { you } from './races.js';

/** @typedef {import('../app.js').Answer} Answer */
/** @typedef {import('../app.js').Progress} Progress */
/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('../chart.js').Points} Points */
/** @typedef {import('../settings.js').Values} Values */

/** A search that found its plan after less than this share of its time says when it ended. */
const early = 0.98;

/** A time that stays on one line. @param {number} s in seconds */
export const joined = (s) => seconds(s).replace(' ', '\u00a0');

export class Lane {
  /** The answer of the search. @type {Answer | null} */
  answer = null;
  /** The last event of the search. @type {Progress | null} */
  latest = null;
  /** The best plan. */
  moves = '';
  /** The lengths of plans and the bounds over time. @type {{plans: Points, bounds: Points}} */
  lines = { plans: [[], []], bounds: [[], []] };
  proved = 0; // the time at which the plan was proved shortest; 0 for never
  ended = 0; // the time at which the search ended
  /**
   * What the backend says about the algorithm.
   * @type {import('../app.js').Algorithm | undefined}
   */
  known;
  name = '';
  label = ''; // the name in the chart
  colour = '';
  dashed = false;
  counted = false; // whether the status has the states expanded, and not the time
  failed = ''; // why the search could not run
  time = 0; // when the user solved the board or stopped

  /**
   * @param {Values} values
   * @param {import('../app.js').App} app
   * @param {(moves: string) => void} onMoves gets the moves of the user
   */
  constructor(values, { state, announce }, onMoves) {
    this.values = values;
    this.state = state;
    this.human = values.algorithm === you;
    this.view = new BoardView({ label: 'Board', onMoves: this.human ? onMoves : undefined });
    this.goal = new BoardView({ label: 'Goal' });
    this.player = new Player((board) => this.show(board), announce);
    this.title = el('h2');
    this.heuristic = el('p', { class: 'help' });
    this.summary = el('summary'); // the name in the form of its solver
    this.status = el('p', { class: 'status' });
    const { slider, label, toggle } = this.player;
    toggle.className = 'soft';
    const controls = el('div', { class: 'row ends' }, label, toggle);
    this.playback = el('div', { class: 'playback stack tight', hidden: true }, slider, controls);
    const goal = el('div', { class: 'goal' }, el('h3', {}, 'Goal'), this.goal.element);
    const words = el('div', { class: 'stack tight' });
    words.append(this.title, this.heuristic, this.status, this.playback);
    if (this.human) words.append(goal);
    this.element = el('section', { class: this.human ? 'lane human' : 'lane' });
    this.element.append(this.view.element, words);
    this.clear();
  }

  /** Removes the results of the last race. */
  clear() {
    this.player.pause();
    this.playback.hidden = true;
    this.status.className = 'status';
    this.status.textContent = this.known ? `${capital(this.known.about)}.` : '';
    if (this.human) this.status.textContent = 'Blue tiles are in place.';
    this.answer = null;
    this.latest = null;
    this.moves = '';
    this.failed = '';
    this.lines = { plans: [[], []], bounds: [[], []] };
    this.proved = 0;
    this.ended = 0;
  }

  /** Shows a board. @param {Board} board */
  show(board) {
    const { goal, picture } = this.state;
    this.view.show(board, goal, picture);
    if (this.human) this.goal.show(goal, goal, picture);
  }

  /** The number of moves of the user. */
  get made() {
    return this.moves ? this.moves.split(' ').length : 0;
  }

  /** Whether the bound of the search rises to the length of its plan. */
  get bounding() {
    return this.known?.optimal ?? false;
  }

  /** The length of the best plan so far. @returns {number | undefined} */
  get shortest() {
    return this.lines.plans[1].at(-1);
  }

  /** The best lower bound on the length of plans so far, or 0. */
  get bound() {
    return Math.max(this.answer?.lower_bound ?? 0, this.lines.bounds[1].at(-1) ?? 0);
  }

  /** The number of states expanded so far. */
  get states() {
    return (this.answer ?? this.latest)?.expanded ?? 0;
  }

  /** When the search found its best plan, or 0. */
  get reached() {
    const [times, lengths] = this.lines.plans;
    return times[lengths.indexOf(this.shortest ?? 0)] ?? 0;
  }

  /** The line of the chart. @returns {import('../chart.js').Line} */
  get line() {
    const { label, colour, dashed, proved, ended, lines } = this;
    return { name: label, colour, dashed, proved, ended, ...lines };
  }

  /**
   * Takes the estimate of the start, which is the first bound.
   * @param {number} estimate
   */
  estimate(estimate) {
    const [times, bounds] = this.lines.bounds;
    if (bounds.length > 0 && estimate >= bounds[0]) return;
    times.unshift(0);
    bounds.unshift(estimate);
  }

  /**
   * Takes an event of the search.
   * @param {Progress} progress
   */
  progress(progress) {
    const { seconds: time, length, moves, bound, generation, evaluated, expanded } = progress;
    const { plans, bounds } = this.lines;
    this.latest = progress;
    if (length && moves) {
      add(plans, time, length);
      this.moves = moves;
    }
    if (this.bounding && bound > (bounds[1].at(-1) ?? 0)) add(bounds, time, bound);
    const plan = this.shortest ? `${plural(this.shortest, 'move')}. ` : '';
    const done = generation ? plural(evaluated, 'plan') : plural(expanded, 'state');
    this.status.textContent = `${plan}Searching: ${done}`;
  }

  /**
   * Takes the result of the search.
   * @param {Answer} answer
   */
  finish(answer) {
    const { found, length, optimal, lower_bound: bound, seconds: time } = answer;
    this.answer = answer;
    this.moves = answer.moves ?? '';
    this.ended = time;
    if (found) {
      this.lines.plans = [[], []];
      for (const plan of found) add(this.lines.plans, plan.seconds ?? 0, plan.length);
    }
    if (length !== null && this.shortest !== length) add(this.lines.plans, time, length);
    if (optimal && this.bounding) this.proved = time;
    if ((this.bounding || optimal) && bound) add(this.lines.bounds, time, bound);
  }

  /** Says that the search could not run. @param {string} why */
  fail(why) {
    this.failed = why;
    this.status.className = 'status wrong';
    this.status.textContent = why;
  }

  /** Says that the user stopped the search. @param {number} time in seconds */
  stop(time) {
    this.ended = time;
    this.status.textContent = this.shortest
      ? `Stopped. Best plan: ${plural(this.shortest, 'move')}`
      : 'Stopped without a plan';
  }

  /** Shows the result. */
  tell() {
    const { answer } = this;
    if (!answer) return;
    this.status.textContent =
      answer.length === null
        ? `No plan. ${ending(answer)}`
        : `${plural(answer.length, 'move')}, ${this.effort(answer)}`;
  }

  /** Says how much work or time the best plan took. @param {Answer} answer */
  effort({ status, expanded }) {
    if (this.counted) return plural(expanded, 'state');
    const found = `found after ${joined(this.reached)}`;
    if (this.reached >= early * this.ended) return found;
    return `${found}, ${status === 'solved' ? 'ended' : 'stopped'} at ${joined(this.ended)}`;
  }

  /** Goes back to the start of the search, to show the race again. @param {Board} board */
  rewind(board) {
    this.player.pause(); // it plays already if the answers came late
    this.playback.hidden = true;
    this.show(board);
    this.status.textContent = 'Searching';
  }

  /**
   * Plays the best plan.
   * @param {Board} board the start
   * @param {boolean} still whether the reader wants less motion
   */
  playBack(board, still) {
    if (!this.moves) return;
    this.playback.hidden = false;
    this.player.slider.setAttribute('aria-label', `Position in the plan of ${this.name}`);
    this.player.load(board, this.moves.split(' '));
    if (!still) this.player.play();
  }
}
