// A search of the view Solve, and what is known about the board after it.

import { solverRequest } from '../settings.js';
import { shortName, usualLimit } from '../solvers.js';

/** @typedef {import('../app.js').Answer} Answer */
/** @typedef {import('../app.js').Description} Description */
/** @typedef {import('../app.js').Progress} Progress */
/** @typedef {import('../app.js').SolveRequest} SolveRequest */

/**
 * What is known about a board: the shortest plan so far and the solver that found it, the proven
 * lower bound of the length, and the time spent. The answer is that of the last search, unless the
 * user stopped it.
 * @typedef {{moves: string, length: number, solver: string, bound: number, time: number,
 *   answer: Answer | null}} Known
 */

export class Search {
  moves = ''; // the best plan so far
  /** The last event. @type {Progress | null} */
  latest = null;
  controller = new AbortController();
  began = performance.now();

  /**
   * Makes a search of the board with the solver that the user chose.
   * @param {import('../app.js').App} app
   * @param {Description} description
   * @param {Partial<SolveRequest>} changes parameters that differ from those the user chose
   * @param {Known | null} before what an earlier search of this board found
   */
  constructor({ backend, state }, description, changes, before) {
    const chosen = solverRequest(description, state.options);
    chosen.time_limit ??= usualLimit(description, chosen.algorithm, state.board.tiles.length);
    this.backend = backend;
    this.description = description;
    this.before = before;
    this.board = state.board;
    this.chosen = chosen.algorithm; // by the user; undefined for the best one for the size
    /** @type {SolveRequest} */
    this.request = { board: state.text, goal: state.goalText, ...chosen, ...changes };
    if (changes.algorithm && changes.algorithm !== chosen.algorithm) this.request.settings = {};
  }

  /** The name of the solver. */
  get name() {
    return this.nameOf(this.request.algorithm);
  }

  /** @param {string | undefined} algorithm */
  nameOf(algorithm) {
    const { algorithms } = this.description;
    return shortName(algorithms.find(({ name }) => name === algorithm)) || 'The solver';
  }

  stop() {
    this.controller.abort();
  }

  /**
   * Runs the search until it ends or is stopped.
   * @param {(progress: Progress) => void} onProgress
   * @returns {Promise<Known>}
   */
  async run(onProgress) {
    const onEvent = (/** @type {string} */ _, /** @type {Progress} */ progress) => {
      this.latest = progress;
      this.moves = progress.moves ?? this.moves;
      onProgress(progress);
    };
    const { signal } = this.controller;
    try {
      /** @type {Answer} */
      const answer = await this.backend.stream('solve', this.request, onEvent, signal);
      this.moves = answer.moves ?? '';
      const bound = answer.optimal ? answer.length : answer.lower_bound;
      return this.known(this.nameOf(answer.algorithm), bound ?? 0, answer);
    } catch (error) {
      if (!signal.aborted) throw error;
      const bound = this.bounding && this.latest ? this.latest.bound : 0;
      return this.known(this.name, bound, null);
    }
  }

  /** Whether the bound in events is a proven lower bound of the length of a plan. */
  get bounding() {
    if (this.latest?.generation) return true;
    const { algorithms } = this.description;
    const algorithm = algorithms.find(({ name }) => name === this.request.algorithm);
    return algorithm?.optimal ?? true;
  }

  /** The length of the best plan of this search and the one before, or Infinity. */
  get length() {
    return Math.min(this.latest?.length || Infinity, this.before?.length ?? Infinity);
  }

  /** The best proven bound of this search and the one before, or 0. */
  get bound() {
    const before = this.before?.bound ?? 0;
    return this.bounding ? Math.max(this.latest?.bound ?? 0, before) : before;
  }

  /**
   * Returns the better of the results of this search and the one before.
   * @param {string} solver
   * @param {number} proven the lower bound of this search
   * @param {Answer | null} answer
   * @returns {Known}
   */
  known(solver, proven, answer) {
    const { before, moves } = this;
    const bound = Math.max(proven, before?.bound ?? 0);
    const time = answer?.seconds ?? (performance.now() - this.began) / 1000;
    const length = moves ? moves.split(' ').length : Infinity;
    if (!before?.moves || length < before.length) {
      return { moves, length, solver, bound, time, answer };
    }
    const known = { ...before, bound, time, answer };
    if (bound >= known.length) {
      known.solver = `${before.solver} found ${known.length} moves. ${solver}`;
    }
    return known;
  }
}
