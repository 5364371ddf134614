// The current board, its goal and the options of the views. All views share them, and the
// address of the page holds them, so a link opens the same board.

import { format, opposite, parse, replay, same, slide, solvable, solved, target } from './board.js';
import { drawFirst, firstBoard, readFirst } from './firstboard.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./app.js').BoardInfo} BoardInfo */

/**
 * The kind of a change: a new board or goal, a move on the board, an option, all options from a new
 * address, or the picture on the tiles.
 * @typedef {'board' | 'move' | 'options' | 'address' | 'picture'} Change
 */

/**
 * A step of a plan: the next move, the number of moves left to the goal, and whether the plan is
 * optimal.
 * @typedef {{move: string, left: number, optimal: boolean}} Step
 */

export const defaultGoal = 'blank-last';

/** A board that is 20 moves from its goal, from the textbook by Russell and Norvig. */
export const textbookBoard = '7 2 4/5 0 6/8 3 1';

export class State {
  /** @param {import('./app.js').Backend} backend */
  constructor(backend) {
    this.backend = backend;
    /** The number of the board with which the visit began; 0 if a link gave another board. */
    this.first = drawFirst();
    /** The board on the screen. @type {Board} */
    this.board = firstBoard(this.first);
    /** The board before the first move. @type {Board} */
    this.start = this.board;
    /** @type {Board} */
    this.goal = solved(3, 3);
    /** The name of the goal, or its text. */
    this.goalText = defaultGoal;
    /** Why the board cannot be solved; empty if it can be solved. */
    this.why = '';
    /**
     * The moves made, the last move last. Likewise, undone has the moves undone.
     * @type {string[]}
     */
    this.done = [];
    /** @type {string[]} */
    this.undone = [];
    /** The number of hints given since the start. */
    this.hints = 0;
    /** Times of the first move (began) and of reaching the goal (ended), in milliseconds. */
    this.began = 0;
    this.ended = 0;
    /** Other parts of the address, such as the algorithm. @type {Record<string, string>} */
    this.options = {};
    /** The picture on the tiles. @type {HTMLImageElement | null} */
    this.picture = null;
    /** The best known plans, by board. @type {Map<string, Step>} */
    this.plans = new Map();
    /** @type {Set<(change: Change) => void>} */
    this.listeners = new Set();
    this.requests = 0;
    /** Ends when the backend has answered the newest request of a board. @type {Promise<void>} */
    this.asked = Promise.resolve();
    this.fresh = true; // whether no address was opened yet
  }

  /**
   * Calls a function after each change. It returns a function that stops the calls.
   * @param {(change: Change) => void} listener
   */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** @param {Change} change */
  changed(change) {
    for (const listener of [...this.listeners]) listener(change);
  }

  get solved() {
    return same(this.board, this.goal);
  }

  /** The board, such as "1 2/3 0". */
  get text() {
    return format(this.board);
  }

  /** The size of the board, such as 3x4. */
  get size() {
    return `${this.board.rows}x${this.board.cols}`;
  }

  /**
   * Reads a board in any text form, and makes it the current one.
   * @param {string} text
   * @param {string} [goal] a name or a board
   */
  async read(text, goal = this.goalText) {
    await this.ask('board', { text, goal }, goal);
  }

  /**
   * Reads a board that the user wrote or copied. The text may give a goal, such as 1 2/3 0 # goal:
   * snail. Otherwise the current goal stays.
   * @param {string} text
   */
  async paste(text) {
    await this.ask('board', { text, default_goal: this.goalText });
  }

  /**
   * Draws a random board.
   * @param {string} size
   * @param {number} seed
   * @param {number} [walk] the number of random moves; without it, all boards are equally likely
   */
  async shuffle(size, seed, walk) {
    // A goal that is given as a board is only for its own size.
    const goal = parse(this.goalText) && size !== this.size ? defaultGoal : this.goalText;
    await this.ask('shuffle', { size, seed, walk, goal }, goal);
  }

  /**
   * Requests a board from the backend. If several requests run, only the answer to the newest is
   * used.
   * @param {string} method
   * @param {object} params
   * @param {string} [goalText] the name of the goal in the answer if missing
   */
  ask(method, params, goalText) {
    const request = ++this.requests;
    const answered = this.backend.call(method, params).then((/** @type {BoardInfo} */ info) => {
      if (request !== this.requests) return;
      this.goalText = goalText ?? info.goal_name;
      this.use(info);
    });
    this.asked = answered.catch(() => {}); // the caller shows the error
    return answered;
  }

  /** Waits until the board that was requested last is the current one. */
  async settled() {
    let awaited;
    while (awaited !== this.asked) {
      awaited = this.asked;
      await awaited;
    }
  }

  /**
   * Makes a board from the backend the current one.
   * @param {BoardInfo} info
   */
  use(info) {
    const { rows, cols, tiles, target } = info;
    const goal = { rows, cols, tiles: target };
    if (!same(goal, this.goal)) this.plans.clear();
    this.goal = goal;
    this.why = info.why ?? '';
    this.begin({ rows, cols, tiles });
  }

  /**
   * Starts over with a board.
   * @param {Board} board
   */
  begin(board) {
    this.put(board);
    this.changed('board');
  }

  /** Makes a board the current one, without a move made. @param {Board} board */
  put(board) {
    this.board = board;
    this.start = board;
    this.done = [];
    this.undone = [];
    this.hints = 0;
    this.began = 0;
    this.ended = 0;
  }

  restart() {
    this.begin(this.start);
  }

  /** Whether a board is the one with which the visit began. @param {Board} board */
  isFirst(board) {
    const known = this.first > 0 && this.goalText === defaultGoal;
    return known && same(board, firstBoard(this.first));
  }

  /** Whether the board is still that of a new visitor. */
  get untouched() {
    return this.isFirst(this.start) && this.done.length === 0;
  }

  /**
   * The time since the first move, or from the first move to the last if the board is solved, in
   * milliseconds.
   */
  get spent() {
    return this.began ? (this.ended || Date.now()) - this.began : 0;
  }

  /** Keeps the moves and the time in the tab, by size, for restore after a reload. */
  keep() {
    const { first, done, undone, hints, spent } = this;
    const game = {
      board: this.text,
      start: format(this.start),
      goal: this.goalText,
      first,
      done,
      undone,
      hints,
      spent,
      won: this.solved,
    };
    try {
      sessionStorage.setItem(this.size, JSON.stringify(game));
    } catch {
      // Without storage, a reload loses the moves.
    }
  }

  /** Returns the game of a size that was kept. @param {string} size */
  kept(size) {
    return JSON.parse(sessionStorage.getItem(size) ?? '{}');
  }

  /**
   * Goes on with the game of another size, if one is under way. Returns false if not.
   * @param {string} size
   */
  async resume(size) {
    if (size === this.size) return false;
    this.keep();
    let game;
    try {
      game = this.kept(size);
    } catch {
      return false; // there is no storage
    }
    if (!game.done?.length || game.won) return false;
    await this.read(game.board, game.goal);
    this.restore();
    this.changed('options');
    return true;
  }

  /**
   * Restores the moves and the time that led to the current board.
   * @param {boolean} [won] whether only a game that was won is restored
   */
  restore(won = false) {
    try {
      const kept = this.kept(this.size);
      const { board, start, goal, first = 0, done, undone, hints = 0, spent } = kept;
      const from = parse(start ?? '');
      if (!from || !done.length || board !== this.text || goal !== this.goalText) return;
      if (won && !kept.won) return;
      if (format(replay(from, done)[done.length]) !== board) return;
      this.start = from;
      this.first = first;
      this.done = done;
      this.undone = undone;
      this.hints = hints;
      this.began = Date.now() - spent;
      this.ended = this.solved ? Date.now() : 0;
    } catch {
      // There is no storage, or another page wrote to it.
    }
  }

  /**
   * Makes moves, up to the first illegal one.
   * @param {string} moves
   */
  play(moves) {
    for (const move of moves) {
      if (target(this.board, move) < 0) break;
      this.done.push(move);
      this.undone = [];
      this.move(move);
    }
  }

  undo() {
    const move = this.done.pop();
    if (!move) return;
    this.undone.push(move);
    this.move(opposite[move]);
  }

  redo() {
    const move = this.undone.pop();
    if (!move) return;
    this.done.push(move);
    this.move(move);
  }

  /** @param {string} move */
  move(move) {
    this.began ||= Date.now();
    this.board = slide(this.board, move);
    this.ended = this.solved ? Date.now() : 0;
    this.changed('move');
  }

  /**
   * Sets options. An option that is undefined or empty is removed.
   * @param {Record<string, string | undefined>} options
   */
  setOptions(options) {
    for (const [name, value] of Object.entries(options)) {
      if (value) this.options[name] = value;
      else delete this.options[name];
    }
    this.changed('options');
  }

  /** @param {HTMLImageElement | null} picture */
  setPicture(picture) {
    if (this.picture) URL.revokeObjectURL(this.picture.src);
    this.picture = picture;
    this.changed('picture');
  }

  /**
   * Remembers the plan of a board for hints.
   * @param {Board} board
   * @param {string[]} moves
   * @param {boolean} optimal
   */
  learn(board, moves, optimal) {
    replay(board, moves).forEach((at, i) => {
      const known = this.plans.get(format(at));
      const left = moves.length - i;
      if (left > 0 && (!known || known.left > left || (known.left === left && optimal))) {
        this.plans.set(format(at), { move: moves[i], left, optimal });
      }
    });
  }

  /** The next move of the best known plan, if there is one. */
  get hint() {
    return this.plans.get(this.text);
  }

  /** The query part of the address. */
  get query() {
    return this.queryFor(this.board);
  }

  /**
   * The query part of the address of another board. The board with which the visit began has its
   * number there.
   * @param {Board} board
   */
  queryFor(board) {
    const goal = this.goalText === defaultGoal ? '' : this.goalText;
    const place = this.isFirst(board)
      ? { puzzle: String(this.first) }
      : { board: format(board), goal };
    return Object.entries({ ...place, ...this.options })
      .filter(([, value]) => value)
      .map(
        ([name, value]) =>
          `${name}=${encodeURIComponent(value).replaceAll('%20', '+').replaceAll('%2F', '/')}`,
      )
      .join('&');
  }

  /**
   * Reads the query part of an address. If it has no board, the current board stays.
   * @param {string} query
   */
  async open(query) {
    const {
      puzzle,
      board: written,
      goal: aim = defaultGoal,
      ...options
    } = Object.fromEntries(new URLSearchParams(query));
    const reloaded = this.fresh;
    this.fresh = false;
    if (!query || query === this.query) return;
    this.options = options;
    this.changed('address');
    if (!puzzle && !written) return;
    this.first = puzzle ? readFirst(puzzle) : 0;
    const board = puzzle ? format(firstBoard(this.first)) : written;
    const goal = puzzle ? defaultGoal : aim;
    const simple = parse(board);
    if (simple && goal === defaultGoal) {
      this.goalText = goal;
      this.goal = solved(simple.rows, simple.cols);
      this.plans.clear();
      this.why = '';
      this.put(simple);
      this.restore(!reloaded); // someone who comes back finds the result
      this.changed('board'); // shown at once; the backend then says whether it can be solved
      const request = ++this.requests;
      if (simple.rows > 1 && simple.cols > 1 && solvable(simple, this.goal)) return;
      /** @type {BoardInfo} */
      const { why } = await this.backend.call('board', { text: board, goal });
      if (!why || request !== this.requests) return; // keep the moves that were made meanwhile
      this.why = why;
      this.changed('board');
      return;
    }
    await this.read(board, goal);
    this.restore(!reloaded);
    this.changed('options');
  }
}
