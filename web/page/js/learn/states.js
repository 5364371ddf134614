// Chapter 1: states, moves and parity.

import { BoardView } from '../boardview.js';
import { parse, solved } from '../board.js';
import { button, el } from '../dom.js';
import { noteFor } from '../parts.js';
import { after, lastAsked, lay, randomBoard } from './chapter.js';
import { Distances } from './distances.js';
import { Inversions } from './inversions.js';
import { lab } from './lab.js';
import { Stages } from './stages.js';

/** @typedef {import('../board.js').Board} Board */

const lead = `Slide tiles into the empty cell. Blue tiles are in place. The yellow bar shows how
  many boards are as far from the goal. Then swap two tiles, which no move can do.`;

const stages = [
  {
    name: 'Distance',
    text: `To solve a board means to find a plan: moves that lead to the goal. Play a shortest
      one. With each of its moves, the yellow bar is one step nearer to the goal. How many boards
      are 10 moves away, and how many 20?`,
  },
  {
    name: 'Inversions',
    text: `Half of all boards have no plan. To see which, read the tiles of this board row by row.
      Each larger tile before a smaller one is an inversion, and an arc joins the two. Count them.`,
  },
  {
    name: 'Parity',
    text: `Below the arcs is the number of inversions after each move. On 3x3 it changes by two,
      or not at all: it stays even or stays odd. The goal has none, so a board with an odd number
      has no plan. Now swap two tiles.`,
  },
];

/** @type {[string, string][]} */
const terms = [
  ['state', 'One arrangement of the tiles. Here it is also called a board.'],
  ['move', 'A step of the blank: U (up), D (down), L (left) or R (right).'],
  ['distance', 'The length of a shortest plan.'],
  ['parity', 'Whether a number is even or odd.'],
];

const text = `
  A move to the left or right changes no order, because the blank does not count. On 3x3, a move
  up or down takes a tile past two others. That parity divides the boards into two halves has been
  known since 1879 (Johnson and Story).

  On 3x3, 9!/2 = 181,440 boards can be solved. The farthest are 31 moves from the goal (Reinefeld
  1993). On 4x4 there are about ten trillion, and the farthest are 80 moves away (Brüngger,
  Marzetta, Fukuda and Nievergelt 1999). A program lists all boards of 3x3 in a moment. On 4x4, it
  has to search among them.`;

const program = {
  title: 'Which boards can be solved?',
  task: 'solvable',
  about:
    'The function gets nine numbers, row by row, with 0 for the blank. It is tested on 1,000 ' +
    'random arrangements. Make it wrong: count the blank, too. What does the test say?',
  code: `
function solvable(tiles) {
  let inversions = 0;
  for (let i = 0; i < 9; i++) {
    for (let j = i + 1; j < 9; j++) {
      if (tiles[j] !== 0 && tiles[i] > tiles[j]) inversions++;
    }
  }
  return inversions % 2 === 0;
}`,
};

/** @type {import('./chapter.js').Question[]} */
const questions = [
  [
    'Tiles 7 and 8 are swapped. How many inversions are there, and can the board be solved?',
    'One is odd, and the goal has none. No moves lead to the goal.',
    ['One: no', 'One: yes', 'Two: yes'],
  ],
  [
    'Why does the blank not count in an inversion?',
    'A move to the side takes the blank past a tile. If the blank counted, this move would ' +
      'change the number by one, and parity would tell nothing.',
  ],
  [
    'On 4x4, a move up takes a tile past three others. What has to be counted besides ' +
      'inversions?',
    'Each move up or down changes the parity of the inversions and of the row, so their sum ' +
      'keeps its parity.',
    ['The row of the blank', 'The column of the blank', 'The tiles in their place'],
  ],
];

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  lay(root, {
    lead,
    figure: figure(app, signal),
    terms,
    text,
    lab: lab(app, signal, program),
    go: 'puzzle/parity.go Solvable',
    questions,
  });
}

/** Swaps the first two tiles that are side by side. @param {Board} board @returns {Board} */
function swapped(board) {
  const tiles = [...board.tiles];
  const at = tiles.findIndex((tile, i) => i % 3 < 2 && tile && tiles[i + 1]);
  [tiles[at], tiles[at + 1]] = [tiles[at + 1], tiles[at]];
  return { ...board, tiles };
}

/**
 * Makes a board to play with. Beside it are its distance, then its inversions.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 */
function figure(app, signal) {
  const goal = solved(3, 3);
  let board = /** @type {Board} */ (parse('7 2 4/5 0 6/8 3 1'));
  const view = new BoardView({ label: 'Board', onMoves: (moves) => use(after(board, moves)) });
  const { note, attempt } = noteFor(app);
  const act = lastAsked(attempt);
  const show = (/** @type {Board} */ next) => {
    board = next;
    view.show(board, goal);
  };
  const distances = new Distances(app, signal, goal, show);
  const inversions = new Inversions(signal);
  const use = (/** @type {Board} */ next) => {
    show(next);
    distances.use(next);
    inversions.use(next);
  };
  const turns = new Stages(stages, (at) => {
    distances.timeline.pause();
    inversions.stepper.timeline.pause();
    inversions.use(board); // a plan that was played has moved the tiles
    inversions.after.hidden = at < 2;
    distances.element.hidden = at > 0;
    inversions.element.hidden = at === 0;
  });
  inversions.element.hidden = true;
  inversions.after.hidden = true;
  use(board);
  const draw = () => act(async () => use(await randomBoard(app, '3x3')));
  const buttons = el(
    'div',
    { class: 'row' },
    button('Random board', draw),
    button('Swap two tiles', () => use(swapped(board))),
    button('Goal', () => use(goal)),
  );
  const left = el('div', { class: 'stack' }, view.element, buttons, note);
  const right = el('div', { class: 'stack' }, distances.element, inversions.element);
  return el(
    'div',
    { class: 'staged' },
    turns.element,
    el('div', { class: 'two space' }, left, right),
  );
}
