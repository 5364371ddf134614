// A panel of the view Watch: a search, its picture in the state space, and the board that it
// reached last.

import { replay } from '../board.js';
import { BoardView } from '../boardview.js';
import { el, select } from '../dom.js';
import { generationOf } from '../generations.js';
import { Layers } from '../layers.js';
import { colourOf, shortName } from '../solvers.js';
import { bytesOf, ranksOf } from '../space.js';
import { count, percent, plural } from '../text.js';
import { evolution, loading, result } from './words.js';

/** @typedef {import('../app.js').Answer} Answer */
/** @typedef {import('../app.js').Description} Description */
/** @typedef {import('../app.js').Population} Population */
/** @typedef {import('../app.js').WatchProgress} WatchProgress */
/** @typedef {import('../generations.js').Generation} Generation */
/** @typedef {import('../space.js').Space} Space */

/** The generations of a phase of the genetic solver. Later generations look alike. */
const generations = '100';

/** The least time between two drawings of a search that runs, in milliseconds. */
const pause = 200;

export class Panel {
  heuristic = '';
  /** The boards in the order in which the search reached them. */
  reached = new Uint32Array();
  /** The boards of the last events. @type {Uint32Array[]} */
  batches = [];
  /** @type {Generation[]} */
  generations = [];
  /** @type {Answer | null} */
  answer = null;
  /** The boards of the plan. @type {number[]} */
  plan = [];
  error = '';
  search = new AbortController();
  at = 0; // the step that is shown
  /** Null while it loads. @type {Space | null} */
  space = null;
  /** @type {Description | null} */
  description = null;

  /**
   * @param {string} name such as "First search"
   * @param {string} algorithm
   * @param {object} listeners
   * @param {(panel: Panel, change: {algorithm?: string, heuristic?: string}) => void}
   *   listeners.onChoose is called when the user chooses another search
   * @param {() => number} listeners.room returns the maximum height of the picture in pixels
   */
  constructor(name, algorithm, { onChoose, room }) {
    this.algorithm = algorithm;
    this.choice = select([], '', (value) => onChoose(this, { algorithm: value }));
    this.choice.setAttribute('aria-label', name);
    this.estimate = select([], '', (value) => onChoose(this, { heuristic: value }));
    this.amount = el('b');
    this.all = el('span');
    this.text = el('p', { class: 'result' }, loading);
    this.board = new BoardView({ label: 'Board' });
    this.board.element.classList.add('still'); // one board after another need not be neighbours
    this.which = el('b');
    this.far = el('span');
    this.layers = new Layers((rank) => {
      if (rank === null) this.showBoard(this.last, 'reached last');
      else this.showBoard(rank, 'this dot');
    }, room);
    const pointed = el('div', { class: 'pointed help' });
    pointed.append(this.board.element, this.which, this.far);
    this.layers.element.append(pointed);
    const share = el('p', { class: 'share' }, this.amount, this.all);
    const head = el('div', { class: 'row' }, this.choice, share);
    this.element = el('section', { class: 'panel', 'aria-label': name });
    this.element.append(head, this.text, this.layers.element);
  }

  /** What the backend says about the algorithm. */
  get known() {
    return this.description?.algorithms.find(({ name }) => name === this.algorithm);
  }

  /** The name of the algorithm. */
  get name() {
    return shortName(this.known) || this.algorithm;
  }

  /** The share of all boards that the search reached. */
  get share() {
    return this.space ? percent(this.reached.length / this.space.states) : '';
  }

  /** The board that the search reached last, at the step that is shown. */
  get last() {
    return this.reached[Math.min(this.at, this.reached.length) - 1];
  }

  /** Ends the search, and removes its results. */
  clear() {
    this.search.abort();
    this.reached = new Uint32Array();
    this.batches = [];
    this.generations = [];
    this.answer = null;
    this.plan = [];
    this.error = '';
    const { reached, plan } = this;
    this.layers.draw({ reached, at: 0, plan, ended: false, generations: [], now: 0 });
    this.choice.value = this.algorithm;
    this.estimate.value = this.heuristic;
    this.estimate.disabled = !this.known?.informed;
    this.element.style.setProperty('--solver', colourOf(this.algorithm));
  }

  /**
   * Shows the search at a step.
   * @param {number} at
   */
  show(at) {
    this.at = at;
    const { reached, generations, layers, plan } = this;
    const known = Math.min(at, reached.length);
    const ended = this.answer !== null && known === reached.length;
    const now = this.generationsAt(known);
    const fresh = ended ? 0 : Math.ceil(known / 12);
    layers.draw({ reached, at: known, fresh, plan, ended, generations, now });
    layers.element.classList.toggle('bred', now > 0);
    if (now > 0) {
      const { ranks, best } = generations[now - 1];
      this.showBoard(ranks[best], 'best plan');
    } else {
      this.showBoard(this.last, 'reached last');
    }
    this.amount.textContent = count(known);
    this.all.textContent = this.space ? `of ${plural(this.space.states, 'board')}` : '';
    this.text.textContent = this.status(ended, generations[now - 1]);
  }

  /** The number of generations after a number of boards. @param {number} known */
  generationsAt(known) {
    const later = this.generations.findIndex(({ reached }) => reached > known);
    return later < 0 ? this.generations.length : later;
  }

  /**
   * Says how far the search is.
   * @param {boolean} ended
   * @param {Generation | undefined} generation the last one
   */
  status(ended, generation) {
    if (this.error) return this.error;
    if (!this.space) return loading;
    if (ended && this.answer) return result(this.answer, this.generations);
    if (generation) return evolution(generation);
    return this.known?.generations ? 'The first plans are random.' : 'Searching …';
  }

  /**
   * Shows a board beside the picture.
   * @param {number | undefined} rank
   * @param {string} what it is
   */
  showBoard(rank, what) {
    const { space } = this;
    if (!space || rank === undefined) return;
    this.board.show(space.ranking.unrank(rank), space.goal);
    this.far.textContent = `${plural(space.distance(rank), 'move')} to go`;
    this.which.textContent = what;
  }

  /**
   * Runs the search.
   * @param {import('../app.js').Backend} backend
   * @param {{board: import('../board.js').Board, text: string, goalText: string}} problem
   * @param {string} seed of the genetic solver
   * @param {() => void} onReach is called now and then, when the search has reached more boards
   * @returns {Promise<Answer | null>} null if the search failed or was ended
   */
  async run(backend, { board, text, goalText }, seed, onReach) {
    const { algorithm } = this;
    const settings = this.settings(seed);
    const request = { board: text, goal: goalText, algorithm, settings };
    const search = new AbortController();
    this.search = search;
    let drawn = performance.now();
    const draw = () => {
      drawn = performance.now();
      this.join();
      onReach();
    };
    const onEvent = (/** @type {string} */ _, /** @type {WatchProgress} */ event) => {
      if (search.signal.aborted) return;
      if (event.reached) this.batches.push(ranksOf(event.reached));
      if (event.population) this.generations.push(this.generation(event.population));
      if (performance.now() - drawn > pause) draw();
    };
    try {
      /** @type {Answer} */
      const answer = await backend.stream('watch', request, onEvent, search.signal);
      if (search.signal.aborted) return null;
      draw();
      const moves = answer.moves ? answer.moves.split(' ') : [];
      const boards = replay(board, moves);
      this.plan = boards.map(({ tiles }) => this.space?.ranking.rank(tiles) ?? 0);
      this.answer = answer;
      return answer;
    } catch (error) {
      if (!search.signal.aborted) this.error = /** @type {Error} */ (error).message;
      return null;
    }
  }

  /**
   * Returns the settings of the search. The plain genetic algorithm is the first preset. It shows
   * evolution; the others find most plans before it begins.
   * @param {string} seed
   */
  settings(seed) {
    /** @type {Record<string, string | undefined>} */
    const settings = {};
    if (this.known?.takes.includes('preset')) {
      Object.assign(settings, { preset: this.description?.presets[0], generations, seed });
    }
    if (this.known?.informed) settings.heuristic = this.heuristic;
    return settings;
  }

  /** Adds the boards of the last events. */
  join() {
    const lists = [this.reached, ...this.batches];
    const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
    let end = 0;
    for (const list of lists) {
      all.set(list, end);
      end += list.length;
    }
    this.reached = all;
    this.batches = [];
  }

  /** Returns what is shown of a population. @param {Population} population */
  generation(population) {
    const space = /** @type {Space} */ (this.space);
    const { cells } = space.ranking;
    const tiles = bytesOf(population.boards);
    const ranks = population.fitness.map((_, i) =>
      space.ranking.rank(tiles.subarray(i * cells, (i + 1) * cells)),
    );
    return generationOf(population, ranks, space);
  }
}
