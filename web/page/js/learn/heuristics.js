// Chapter 4: heuristics.

import { lay } from './chapter.js';
import { Estimates } from './estimates.js';
import { lab } from './lab.js';

const lead = `How far is this board from the goal, at least? Three estimates answer, and each sees
  more of the board. Move tiles, and predict which one saves more work.`;

/** @type {[string, string][]} */
const terms = [
  ['heuristic', 'A function h that estimates the distance of a board.'],
  ['admissible', 'Never too large: h is at most the distance.'],
];

const text = `
  The first two estimates are distances in simpler puzzles (Pearl 1984). A simpler puzzle never
  needs more moves, so these estimates are admissible. Linear conflict is due to Hansson, Mayer
  and Yung (1992). No estimate counts the blank.

  A larger admissible estimate is better. The next chapter shows why: A* expands the boards that
  the estimate does not rule out.`;

const program = {
  title: 'Write your own heuristic',
  task: 'h',
  about:
    'The function gets nine numbers, row by row, with 0 for the blank. It is tested on all ' +
    '181,440 boards, and A* solves 20 boards with it and with ours.',
  code: `
// An estimate of the moves that are left.
function h(tiles) {
  let sum = 0;
  for (let cell = 0; cell < 9; cell++) {
    const tile = tiles[cell];
    if (tile === 0) continue;
    const home = tile - 1;
    const rows = Math.floor(cell / 3) - Math.floor(home / 3);
    const columns = cell % 3 - home % 3;
    sum += Math.abs(rows) + Math.abs(columns);
  }
  return sum;
}`,
};

/** @type {import('./chapter.js').Question[]} */
const questions = [
  [
    'Is 0 an admissible heuristic?',
    'It never estimates too much. A* with it looks at boards in the order of their distance, ' +
      'like breadth-first search.',
    ['Yes', 'No'],
  ],
  [
    'Is twice the Manhattan distance admissible?',
    'One move from the goal it says 2, but the distance is 1.',
    ['No', 'Yes'],
  ],
  [
    'Two heuristics are admissible. What about the larger of the two, board by board?',
    'It never estimates too much either, and it is at least as good as each. The program ' +
      'writes it as max(a,b).',
    ['It is admissible', 'It may not be admissible'],
  ],
  [
    'Why must the blank not be counted in misplaced tiles?',
    'One move from the goal, one tile is misplaced and the distance is 1. With the blank the ' +
      'count would be 2.',
  ],
];

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  lay(root, {
    lead,
    figure: new Estimates(app, signal).element,
    terms,
    text,
    lab: lab(app, signal, program),
    go: 'heuristics/tilesum.go manhattan',
    questions,
  });
}
