// A part of the figure of chapter 1: the distance of a board, among the distances of all boards,
// and a shortest plan.

import { legal, slide, solvable } from '../board.js';
import { el } from '../dom.js';
import { figures, noteFor } from '../parts.js';
import { openSpace } from '../space.js';
import { count, plural } from '../text.js';
import { lastAsked } from './chapter.js';
import { figure } from './figure.js';
import { strip } from './strip.js';

/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('../space.js').Space} Space */

/** The distance of a board. @param {Space} space @param {Board} board */
const distanceOf = ({ distances, ranking }, board) => distances[ranking.rank(board.tiles)];

/**
 * Returns the boards of a shortest plan, from a board to the goal. Each is one move nearer.
 * @param {Space} space
 * @param {Board} board
 */
function shortest(space, board) {
  const boards = [board];
  for (let left = distanceOf(space, board); left > 0; left--) {
    const next = legal(board).map((move) => slide(board, move));
    board = /** @type {Board} */ (next.find((other) => distanceOf(space, other) === left - 1));
    boards.push(board);
  }
  return boards;
}

export class Distances {
  /**
   * @param {import('../app.js').App} app
   * @param {AbortSignal} signal
   * @param {Board} goal
   * @param {(board: Board) => void} onStep shows a board of the plan
   */
  constructor(app, signal, goal, onStep) {
    this.goal = goal;
    this.onStep = onStep;
    /** The board that the plan begins with. @type {Board} */
    this.board = goal;
    /** @type {Space | null} */
    this.space = null;
    /** The boards of the plan. @type {Board[]} */
    this.plan = [];
    const [facts, fill] = figures('Moves to the goal', 'Boards this far');
    this.facts = facts;
    this.fill = fill;
    this.timeline = strip(signal, 'Board', (at) => this.show(at), '2');
    const [drawing, draw] = figure(true, [this.timeline.element]);
    this.drawing = drawing;
    this.draw = draw;
    this.note = noteFor(app);
    this.act = lastAsked(this.note.attempt);
    this.element = el('div', { class: 'stack' }, this.facts, this.note.note, this.drawing);
  }

  /** Finds a shortest plan for a board. @param {Board} board */
  use(board) {
    this.board = board;
    this.fill('…', '…');
    this.timeline.pause();
    return this.act(async () => {
      this.space = await openSpace(this.goal);
      if (board !== this.board) return;
      const can = solvable(board, this.goal);
      this.plan = can ? shortest(this.space, board) : [];
      this.note.say(can ? '' : 'No moves lead to the goal. The next stages tell why.');
      this.timeline.resize(this.plan.length, 1);
    });
  }

  /** Shows a board of the plan. @param {number} at its number */
  show(at) {
    if (!this.space) return;
    const { counts } = this.space;
    const board = this.plan[at - 1];
    const distance = board ? distanceOf(this.space, board) : -1;
    if (board) {
      this.onStep(board);
      this.fill(String(distance), count(counts[distance]));
    } else {
      this.fill('no plan', '–');
    }
    let label = `Number of boards at each distance from the goal, up to ${counts.length - 1}.`;
    if (board) {
      label += ` At ${plural(distance, 'move')}, as far as this board, there are `;
      label += `${count(counts[distance])}.`;
    }
    this.draw({
      label,
      x: { label: 'Moves to the goal', zero: true },
      y: { label: 'Boards', zero: true },
      marks: [distance],
      series: [{ name: 'Boards', kind: 'bars', data: counts.map((n, moves) => [moves, n]) }],
    });
  }
}
