// The figure of chapter 4: three estimates of one board, tile by tile, and the work that they save.

import { parse, solved } from '../board.js';
import { button, el } from '../dom.js';
import { noteFor } from '../parts.js';
import { openSpace } from '../space.js';
import { count, plural } from '../text.js';
import { estimates, steps } from './algorithms.js';
import { ArrowBoard } from './arrows.js';
import { after, randomBoard } from './chapter.js';
import { leaving, linearConflict } from './conflicts.js';
import { Prediction } from './prediction.js';
import { record } from './record.js';
import { Stages } from './stages.js';
import { Stepper } from './stepper.js';

/** @typedef {import('../board.js').Board} Board */

const stages = [
  {
    name: 'Misplaced',
    text: `Take a tile out and put it on any cell: in this simpler puzzle, each tile that is not
      in its place needs one move. The estimate counts these tiles.`,
  },
  {
    name: 'Manhattan',
    text: `Now tiles slide, but over each other. Each tile needs as many moves as it is rows and
      columns away from its goal cell. Point at a tile, or tap it, to see its way, or play the
      sum.`,
  },
  {
    name: 'Linear conflict',
    text: `Two tiles in their goal row or column may be in the wrong order. They cannot pass each
      other there, so one of them has to leave the line, and come back: two moves more, marked +2.`,
  },
  {
    name: 'Prediction',
    text: `A* solves this board with misplaced tiles and with the Manhattan distance. With which
      one does it expand fewer boards? Predict it.`,
  },
];

/** The pseudocode of each stage. */
const codes = [
  [
    'sum ← 0',
    'for each tile',
    '  if it is not on its goal cell',
    '    sum ← sum + 1',
    'return sum',
  ],
  [
    'sum ← 0',
    'for each tile',
    '  rows ← rows to its goal cell',
    '  columns ← columns to its goal cell',
    '  sum ← sum + rows + columns',
    'return sum',
  ],
  [
    'sum ← the Manhattan distance',
    'for each tile in its goal row or column',
    '  if it has to leave it',
    '    sum ← sum + 2',
    'return sum',
  ],
];

/**
 * A moment of a sum: the cells that were counted, and the cells of tiles that have to leave a line.
 * @typedef {{sum: number, counted: number[], found: number[], line: number}} Moment
 */

/** The rows and columns between the tile of a cell and its goal cell. */
const away = (/** @type {Board} */ board, /** @type {number} */ cell) => {
  const [down, right] = steps(board, cell);
  return Math.abs(down) + Math.abs(right);
};

export class Estimates {
  /**
   * @param {import('../app.js').App} app
   * @param {AbortSignal} signal
   */
  constructor(app, signal) {
    this.app = app;
    this.board = /** @type {Board} */ (parse('2 1 3/5 4 0/6 7 8'));
    this.stage = 0;
    /** The cell under the pointer; -1 for none. */
    this.pointed = -1;
    /** The moves to the goal; '–' while they are not known. */
    this.distance = '–';
    /** @type {Moment} */
    this.moment = { sum: 0, counted: [], found: [], line: 0 };
    this.note = noteFor(app);
    this.picture = new ArrowBoard({
      onMoves: (moves) => this.use(after(this.board, moves)),
      onPoint: (cell) => this.point(cell),
    });
    this.told = el('p', { class: 'muted told' });
    this.stepper = this.makeStepper(signal);
    this.prediction = new Prediction(app, signal);
    this.prediction.element.hidden = true;
    this.stepper.element.append(this.prediction.element);
    this.turns = new Stages(stages, (at) => this.turn(at));
    this.element = el('div', { class: 'staged' }, this.turns.element, this.stepper.element);
    this.use(this.board);
  }

  /** @param {AbortSignal} signal @returns {Stepper<Moment>} */
  makeStepper(signal) {
    const draw = () => this.note.attempt(async () => this.use(await randomBoard(this.app, '3x3')));
    const buttons = el('div', { class: 'row centred' }, button('Random board', draw));
    return new Stepper(signal, {
      label: 'estimates of a board',
      round: 1,
      unit: 'tile',
      opens: 0,
      picture: el(
        'div',
        { class: 'stack' },
        this.picture.element,
        this.told,
        buttons,
        this.note.note,
      ),
      facts: ['Sum so far', 'Misplaced tiles', 'Manhattan distance', 'Linear conflict', 'Distance'],
      lines: () => codes[this.stage],
      run: () => this.run(),
      show: (moment) => this.show(moment),
      says: () => '',
    });
  }

  /** Goes to a stage. @param {number} stage */
  turn(stage) {
    const last = stage === codes.length;
    this.stage = Math.min(stage, codes.length - 1);
    this.stepper.side.hidden = last;
    this.prediction.element.hidden = !last;
    this.stepper.timeline.pause();
    this.prediction.timeline.pause();
    this.stepper.refresh();
  }

  /** Estimates a board. @param {Board} board */
  async use(board) {
    this.board = board;
    this.pointed = -1;
    this.distance = '–';
    this.prediction.use(board);
    this.stepper.restart();
    await this.note.attempt(async () => {
      const { distances, ranking } = await openSpace(solved(3, 3));
      if (board !== this.board) return;
      this.distance = String(distances[ranking.rank(board.tiles)]);
      this.stepper.timeline.seek(this.stepper.timeline.at);
    });
  }

  /** Records the sum of the stage. @returns {Moment[]} */
  run() {
    const { board, stage } = this;
    /** @type {number[]} */
    const counted = [];
    /** @type {number[]} */
    const found = [];
    let sum = stage === 2 ? estimates.manhattan(board) : 0;
    const adding = function* () {
      yield 0;
      for (const [cell, tile] of board.tiles.entries()) {
        if (tile === 0) continue;
        counted.push(cell);
        yield 1;
        yield 2;
        const amount = stage === 0 ? Number(away(board, cell) > 0) : away(board, cell);
        if (stage === 1) yield 3;
        sum += amount;
        if (stage === 1) yield 4;
        else if (amount > 0) yield 3;
      }
      yield codes[stage].length - 1;
    };
    const conflicts = function* () {
      yield 0;
      const leave = leaving(board);
      for (const [cell, tile] of board.tiles.entries()) {
        if (tile === 0) continue;
        counted.push(cell);
        yield 1;
        yield 2;
        for (const _ of leave.filter((other) => other === cell)) {
          found.push(cell);
          sum += 2;
          yield 3;
        }
      }
      yield 4;
    };
    const algorithm = stage === 2 ? conflicts() : adding();
    return record(algorithm, () => ({ sum, counted: [...counted], found: [...found] }));
  }

  /** Draws a moment of the sum, and returns the figures. @param {Moment} moment */
  show(moment) {
    this.moment = moment;
    this.draw();
    const { board, stage } = this;
    return [
      count(moment.sum),
      count(estimates.misplaced(board)),
      stage > 0 ? count(estimates.manhattan(board)) : '–',
      stage > 1 ? count(linearConflict(board)) : '–',
      this.distance,
    ];
  }

  /** Draws the marks of the stage. */
  draw() {
    const { board, stage, pointed, moment } = this;
    const last = moment.counted[moment.counted.length - 1] ?? -1;
    const now = pointed >= 0 ? pointed : last;
    const misplaced = moment.counted.filter((cell) => away(board, cell) > 0);
    let arrows = moment.counted;
    if (stage === 2) arrows = [...board.tiles.keys()].filter((cell) => board.tiles[cell] > 0);
    if (stage === 0) arrows = [];
    if (pointed >= 0) arrows = [pointed];
    this.picture.show(board, {
      rings: stage === 0 ? misplaced : [],
      arrows,
      leaving: moment.found,
      now,
    });
    this.told.textContent = now >= 0 ? this.words(now) : '';
  }

  /** Says how far a tile is from its goal cell. @param {number} cell */
  words(cell) {
    const [down, right] = steps(this.board, cell).map(Math.abs);
    const name = `Tile ${this.board.tiles[cell]}`;
    if (this.stage === 0) return `${name} is ${down + right > 0 ? 'not ' : ''}on its goal cell.`;
    return `${name}: ${plural(down, 'row')} and ${plural(right, 'column')}, so ${down + right}.`;
  }

  /** Shows the way of a tile. @param {number} cell */
  point(cell) {
    this.pointed = cell >= 0 && this.board.tiles[cell] > 0 ? cell : -1;
    this.draw();
  }
}
