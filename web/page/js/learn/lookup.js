// A part of the figure of chapter 8: a board that is looked up in the tables of its groups.

import { BoardView } from '../boardview.js';
import { parse, solved } from '../board.js';
import { button, el } from '../dom.js';
import { figures, noteFor } from '../parts.js';
import { openSpace } from '../space.js';
import { estimates } from './algorithms.js';
import { after, lastAsked, randomBoard } from './chapter.js';
import { groups, placement } from './patterntable.js';

/** @typedef {import('../board.js').Board} Board */

export class LookUp {
  /**
   * @param {import('../app.js').App} app
   * @param {Map<string, number>[]} tables one for each group
   * @param {() => void} onChange called when the numbers have changed
   */
  constructor(app, tables, onChange) {
    this.tables = tables;
    this.board = /** @type {Board} */ (parse('7 2 4/5 0 6/8 3 1'));
    this.view = new BoardView({
      label: 'Board',
      onMoves: (moves) => this.use(after(this.board, moves)),
    });
    const [facts, fill] = figures(
      'Tiles 1 to 4',
      'Tiles 5 to 8',
      'Sum',
      'Manhattan distance',
      'Distance',
    );
    this.facts = facts;
    this.fill = fill;
    const { note, attempt } = noteFor(app);
    this.act = lastAsked(attempt);
    /** Shows another board, and says so. */
    this.use = (/** @type {Board} */ board) => {
      this.show(board);
      onChange();
    };
    const draw = () => this.act(async () => this.use(await randomBoard(app, '3x3')));
    const buttons = el('div', { class: 'row' }, button('Random board', draw));
    this.element = el(
      'div',
      { class: 'two even' },
      el('div', { class: 'small-board' }, this.view.element),
      el('div', { class: 'stack' }, this.facts, buttons, note),
    );
    this.show(this.board);
  }

  /** The number of the board in each table. */
  get numbers() {
    return groups.map((group, i) => this.tables[i].get(placement(this.board, group)) ?? 0);
  }

  /** Shows a board with its numbers. @param {Board} board */
  show(board) {
    this.board = board;
    const goal = solved(3, 3);
    this.view.show(board, goal);
    const [first, second] = this.numbers;
    const known = [first, second, first + second, estimates.manhattan(board)].map(String);
    this.fill(...known);
    this.act(async () => {
      const { distances, ranking } = await openSpace(goal);
      if (board === this.board) this.fill(...known, String(distances[ranking.rank(board.tiles)]));
    });
  }
}
