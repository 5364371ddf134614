// Chapter 1: states and goal.

import { BoardView } from '../boardview.js';
import { format, solved } from '../board.js';
import { button, el, field, select } from '../dom.js';
import { figures, noteFor } from '../parts.js';
import { count, plural } from '../text.js';
import { figure } from './figure.js';
import { after, card, prose, randomBoard } from './chapter.js';

export const title = 'States and goal';

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  root.append(prose(`
    A sliding-tile puzzle of m rows and n columns has mn − 1 numbered tiles and one empty cell, the blank. A
    _state_ is one arrangement of the tiles; here it is also called a board. A _move_ slides a neighbouring
    tile into the blank. A move is named by the direction in which the blank goes: U (up), D (down), L
    (left) or R (right).

    The _goal_ is one chosen state. Here it has the tiles in order and the blank last. A _plan_ is a list of
    moves, and its _length_ is their number. To solve a board means to find a plan that leads to the goal. A
    plan is _optimal_ if no plan for the board is shorter. The _distance_ of a board is the length of an
    optimal plan.

    Not every arrangement can be solved. Count the swaps that bring all tiles to their goal cells, if any two
    cells may be swapped, and the steps that bring the blank to its goal cell. Every move is one swap and one
    step, so it changes both counts from even to odd or from odd to even. At the goal both are 0. So a
    board is solvable only if both counts are even or both are odd. For example, if only 7 and 8 have changed
    places, one swap is needed and no step: no moves lead to the goal. (Counting _inversions_, pairs of
    tiles in the wrong order, gives the same answer: on 3x3, a board is solvable if their number is even.)

    So each board can reach only half of all arrangements (Johnson and Story 1879). On 3x3 these are
    9!/2 = 181,440 boards, and the farthest ones are 31 moves from the goal (Reinefeld 1993). On 4x4 there
    are 16!/2, about ten trillion boards, and the farthest are 80 moves away (Brüngger, Marzetta, Fukuda and
    Nievergelt 1999). A program lists all boards of 3x3 in a moment. To list those of 4x4 took weeks and more
    than a terabyte of disk (Korf and Schultze 2005). So a program has to search among them.`));
  root.append(space(app, signal));
}

/**
 * Makes a card with a board and the number of boards at each distance from the goal.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 */
function space(app, signal) {
  let board = solved(3, 3);
  /** The number of boards at each distance. @type {number[]} */
  let counts = [];
  let asked = 0;
  const view = new BoardView({ label: 'Board', onMoves: (moves) => show(after(board, moves)) });
  const size = select([['2x2', '2x2'], ['2x3', '2x3'], ['3x3', '3x3']], '3x3', () => resize());
  const [facts, fill] = figures('Moves to the goal', 'Boards this far', 'Boards in all');
  const [drawing, draw] = figure();
  const { note, attempt } = noteFor(app);

  /** Shows a board, and requests its distance from the goal. */
  const show = (/** @type {import('../board.js').Board} */ next) => attempt(async () => {
    board = next;
    view.show(board, solved(board.rows, board.cols));
    const request = ++asked;
    const params = { board: format(board), algorithm: 'astar', settings: { heuristic: 'manhattan' } };
    const { length } = await app.backend.stream('solve', params, () => {}, signal);
    if (request !== asked || counts.length === 0) return;
    fill(count(length), count(counts[length]), count(counts.reduce((sum, n) => sum + n)));
    app.announce(`${plural(length, 'move')} to the goal`);
    draw({
      label: `Boards by distance from the goal. At ${plural(length, 'move')}, as far as this board, ` +
        `there are ${count(counts[length])}. The farthest are ${counts.length - 1} moves away.`,
      x: { label: 'Moves to the goal', zero: true }, y: { label: 'Boards', zero: true }, mark: length,
      series: [{ name: 'Boards', kind: 'bars', data: counts.map((n, distance) => [distance, n]) }],
    });
  });

  const shuffle = () => attempt(async () => show(await randomBoard(app, size.value)));

  const resize = () => attempt(async () => {
    const [rows, cols] = size.value.split('x').map(Number);
    counts = [];
    show(solved(rows, cols));
    counts = (await app.backend.call('space', { size: `${rows}x${cols}` })).counts;
    if (size.value === `${rows}x${cols}`) await show(board);
  });

  resize();
  return card('All boards of a small size, by distance',
    el('p', {}, 'Move the tiles. The marked bar shows how many boards are as far from the goal as yours.'),
    el('div', { class: 'pair' },
      el('div', { class: 'stack' }, view.element, el('div', { class: 'row low' },
        field('Size', size), button('Random board', shuffle),
        button('Goal', () => show(solved(board.rows, board.cols))))),
      el('div', { class: 'stack' }, facts, drawing, note)));
}
