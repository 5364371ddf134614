// A race from its start to its end.

import { beyond } from '../chart.js';
import { solverRequest } from '../settings.js';
import { usualLimit } from '../solvers.js';
import { plural, seconds } from '../text.js';
import { Game } from './game.js';
import { duration, Replay } from './replay.js';
import { countsStates, standing } from './standing.js';
import { live, userVerdict, verdict } from './verdict.js';

/** @typedef {import('../app.js').Answer} Answer */
/** @typedef {import('./lane.js').Lane} Lane */
/** @typedef {import('./verdict.js').Words} Words */

/** A race that ends sooner, in seconds, is shown in slow motion. */
const soon = 0.5;

/** The least time between two drawings of the picture, in milliseconds. */
const pause = 50;

export class Race {
  began = 0; // as of performance.now
  drawn = 0; // when the picture was drawn last
  told = false; // whether the headline about the solvers was shown
  slowed = false; // whether the race was shown in slow motion
  over = false; // whether it has ended, or its results are no longer wanted
  controller = new AbortController();
  name = String(Math.random()); // tells a server which searches start together

  /**
   * @param {import('../app.js').App} app
   * @param {import('../app.js').Description} description
   * @param {Lane[]} lanes
   * @param {import('./picture.js').Picture} picture
   * @param {import('../parts.js').Headline} headline
   */
  constructor(app, description, lanes, picture, headline) {
    this.app = app;
    this.description = description;
    this.lanes = [...lanes];
    this.picture = picture;
    this.headline = headline;
    this.board = app.state.board;
    this.still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.solvers = lanes.filter(({ human }) => !human);
    this.counted = countsStates(lanes);
    const human = lanes.find((lane) => lane.human);
    this.game = human ? new Game(this, human, app.state.goal) : null;
  }

  /** Aborts when the race is stopped. */
  get signal() {
    return this.controller.signal;
  }

  get stopped() {
    return this.signal.aborted;
  }

  /** The time since the start, in seconds. */
  get passed() {
    return (performance.now() - this.began) / 1000;
  }

  /** Ends the searches and the game. */
  stop() {
    this.controller.abort();
  }

  /** Stops the race, whose results are no longer wanted. */
  drop() {
    this.over = true;
    this.stop();
  }

  /** Runs the race, and shows its course and its results. */
  async run() {
    const { game, headline, solvers } = this;
    headline.tell(
      'They are off.',
      game ? 'Put your tiles in order, in few moves.' : headline.below,
    );
    this.began = performance.now();
    this.watch();
    const searches = Promise.all(solvers.map((lane) => this.search(lane)));
    const played = game?.play();
    await searches;
    if (this.over) return;
    const took = Math.max(...solvers.map(({ ended }) => ended));
    const found = this.solvers.some(({ shortest }) => shortest !== undefined);
    const failed = this.solvers.some((lane) => lane.failed);
    const slow = found && !failed && took < soon;
    if (slow && !this.still && !game && !this.stopped) await this.showSlowly(took);
    if (this.over) return;
    if (!game) this.playBack(); // it would show a plan to the user
    this.picture.draw(this.lanes, Math.max(took, game ? this.passed : 0) * beyond);
    const words = this.tellResult();
    if (game) {
      this.tellTurn(words);
      await played;
      if (this.over) return;
      this.playBack();
      this.picture.draw(this.lanes, 1.5 * this.passed); // room for the plan of the user
      this.tellGame(game, words);
    }
    this.over = true;
  }

  /** Draws the race again and again until it is over. */
  watch() {
    if (this.over) return;
    const due = this.passed > soon && performance.now() - this.drawn > pause;
    if (due && !this.slowed) {
      this.drawn = performance.now();
      this.picture.draw(this.lanes, this.passed);
      if (!this.told && !this.counted) {
        this.headline.tell(...live(this.lanes, this.headline.below));
      }
    }
    requestAnimationFrame(() => this.watch());
  }

  /**
   * Runs the search of a lane to its end, and plays its plan, unless it ended too soon.
   * @param {Lane} lane
   */
  async search(lane) {
    lane.status.textContent = 'Searching';
    if (lane.bounding && lane.known?.informed) this.estimate(lane);
    try {
      await this.solve(lane);
    } catch (error) {
      if (this.over) return;
      if (this.stopped) lane.stop(this.passed);
      else lane.fail(withoutPrefix(/** @type {Error} */ (error).message));
    }
    if (this.over) return;
    if (lane.moves) {
      const { state } = this.app;
      state.learn(this.board, lane.moves.split(' '), lane.answer?.optimal ?? false);
    }
    if (this.passed > soon && !this.game) lane.playBack(this.board, this.still);
  }

  /** Gets the estimate of the start. @param {Lane} lane */
  async estimate(lane) {
    const { backend, state } = this.app;
    const { heuristic } = lane.values;
    try {
      const request = { boards: [state.text], goal: state.goalText, heuristic };
      const { estimates } = await backend.call('estimate', request);
      if (!this.over) lane.estimate(estimates[0]);
    } catch {
      // The race can do without.
    }
  }

  /** Solves the board. @param {Lane} lane */
  async solve(lane) {
    const { backend, state } = this.app;
    const chosen = solverRequest(this.description, { workers: '1', ...lane.values });
    const { name: race, solvers } = this;
    const lanes = solvers.length;
    const request = { board: state.text, goal: state.goalText, race, lanes, ...chosen };
    request.time_limit ??= usualLimit(this.description, request.algorithm, this.board.tiles.length);
    const onEvent = (/** @type {string} */ _, /** @type {any} */ progress) => {
      if (!this.over) lane.progress(progress);
    };
    /** @type {Answer} */
    const answer = await backend.stream('solve', request, onEvent, this.signal);
    if (this.over) return;
    lane.finish(answer);
    lane.tell();
  }

  /** Shows the race in slow motion. @param {number} took its time in seconds */
  async showSlowly(took) {
    this.told = true;
    this.slowed = true;
    const how = this.counted
      ? 'Here, each solver expands the same number of states per second.'
      : `It is shown in ${duration} s, on a logarithmic scale.`;
    this.headline.tell('Slow motion.', `All was over after ${seconds(took)}. ${how}`);
    await new Replay(this, took).play();
  }

  /** Plays the plans of all solvers whose plans do not play yet. */
  playBack() {
    for (const lane of this.solvers) {
      if (lane.playback.hidden) lane.playBack(this.board, this.still);
    }
  }

  /** Says who won, and reads it out. @returns {Words} */
  tellResult() {
    this.told = true;
    const [won, result] = verdict(this.solvers, this.stopped, this.counted);
    const scale = `${result} Shown in ${duration} s, on a logarithmic scale.`;
    const how = this.slowed && !this.counted ? scale : result;
    this.headline.tell(won, how);
    this.app.announce(`${won} ${how}`);
    return [won, how];
  }

  /** Tells the user to finish the board. @param {Words} words on the solvers */
  tellTurn([won]) {
    const { length } = standing(this.solvers);
    this.headline.tell(
      length < Infinity ? `Can you match their ${plural(length, 'move')}?` : won,
      'Your turn: finish your board, or press Stop. Then their plans play.',
    );
  }

  /** Says how the user did. @param {Game} game @param {Words} words on the solvers */
  tellGame(game, words) {
    const { length } = standing(this.solvers);
    const [title, sentence] = userVerdict(game.lane, length, game.progress, words);
    this.headline.tell(title, sentence);
    this.app.announce(title);
  }
}

/** Shortens the message of an error that names a setting twice. @param {string} message */
const withoutPrefix = (message) => message.replace(/^settings: ([\w-]+): \1 /, '$1 ');
