// Chapter 2: the search tree, with and without a visited set.

import { parse } from '../board.js';
import { el, field, select } from '../dom.js';
import { count, plural } from '../text.js';
import { begin, bestFirst, finish, lines, planOf, pseudocode, recordSearch } from './algorithms.js';
import { lay } from './chapter.js';
import { lab } from './lab.js';
import { Stages } from './stages.js';
import { Stepper } from './stepper.js';
import { TreeView } from './treeview.js';

/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('./algorithms.js').Moment} Moment */
/** @typedef {import('./algorithms.js').Node} Node */

/** Boards to choose from, by the number of moves to the goal. @type {[string, string][]} */
const starts = [
  ['2 3 5/1 0 4', '7 moves from the goal'],
  ['5 0 4/1 3 2', '10 moves from the goal'],
  ['0 4 1/3 2 5', '13 moves from the goal'],
];

const lead = `To expand a board means to make all boards one move away. Play the search without a
  visited set and with one. How many boards are expanded?`;

const stages = [
  {
    name: 'Expand',
    text: `Each node is one path from the start to a board, and the letter above it is its last
      move. The move that undoes the one before is left out. The number g counts the moves from
      the start.`,
  },
  {
    name: 'Open list',
    text: `The boards in white wait in the open list. This search takes them in the order in which
      it has reached them: the number below each board. It ends when it takes the goal.`,
  },
  {
    name: 'Visited set',
    text: `Several paths can lead to one board. A visited set holds the boards that were reached.
      The search drops a board that is in it: the dashed boards are duplicates, and nothing grows
      below them.`,
  },
];

/** @type {[string, string][]} */
const terms = [
  ['graph search', 'A search that keeps a visited set, and so each board once.'],
  ['tree search', 'A search that keeps none: a board may be in its tree several times.'],
  [
    'branching factor',
    'The number of successors of a board. The move that undoes the last one is left out.',
  ],
];

const text = `
  Search algorithms differ in the node that they take from the open list. Graph search keeps a
  visited set. Tree search keeps none: it needs less memory and expands many boards more than
  once.

  Near the start the difference is small: two paths to one board meet after six moves at the
  earliest, on opposite sides of a square of four cells. Farther away it grows. On 2x3 there are
  only 360 boards, but a tree search expands 637 to 918 for a board 16 moves away.

  On larger boards the tree grows faster. With each move it grows by a factor of 1.73 on 3x3, and
  of 2.13 on 4x4 (Edelkamp and Korf 1998).`;

const program = {
  title: 'Your own search',
  task: 'search',
  about:
    'The function gets two boards and a function that expands one. It returns a plan, such ' +
    'as "ULDR". It is tested on three boards. Make it wrong: push plan instead of plan + ' +
    'move. What does the test say?',
  code: `
function search(start, goal, successors) {
  const visited = new Set([start.join()]);
  const open = [[start, ""]];
  for (const [board, plan] of open) {
    if (board.join() === goal.join()) return plan;
    for (const [move, next] of successors(board)) {
      if (visited.has(next.join())) continue;
      visited.add(next.join());
      open.push([next, plan + move]);
    }
  }
}`,
};

/** @type {import('./chapter.js').Question[]} */
const questions = [
  [
    'What does the search do with a board that it has already reached?',
    'With a visited set it drops the board. Without one it expands the board again, and ' +
      'everything below it.',
  ],
  [
    'Why is the move back to the parent left out?',
    'It leads to a board that is already on the path from the start. A plan that contains ' +
      'both moves is never a shortest one.',
  ],
  [
    'Without a visited set, does the search above still find a shortest plan?',
    'It looks at shorter paths first. It only does more work.',
    ['Yes', 'No'],
  ],
];

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  lay(root, {
    lead,
    figure: figure(signal),
    terms,
    text,
    lab: lab(app, signal, program),
    go: 'puzzle/board.go Board.Move',
    questions,
  });
}

/**
 * Makes the search, whose tree grows.
 * @param {AbortSignal} signal
 */
function figure(signal) {
  let stage = 0;
  let start = /** @type {Board} */ (parse(starts[0][0]));
  const graph = () => stage === 2;
  const tree = new TreeView((node) => textsOf(node, stage));
  const stepper = new Stepper(signal, {
    label: 'search with an open list',
    lines: pseudocode,
    off: () => (graph() ? [] : [lines.visited, lines.known, lines.remember]),
    round: lines.loop,
    unit: 'board',
    picture: tree.element,
    facts: ['Expanded', 'Generated', 'Duplicates'],
    settings: [
      field(
        'Start',
        select(starts, starts[0][0], (value) => {
          start = /** @type {Board} */ (parse(value));
          stepper.restart();
        }),
      ),
    ],
    run: () => {
      const search = begin();
      return recordSearch(search, bestFirst(search, start, { visited: graph(), most: 400 }));
    },
    show: (moment) => {
      const { size, expanded, generated, duplicates } = moment;
      tree.show(moment, `A search tree of ${plural(size, 'node')}, ${expanded} of them expanded.`);
      return [count(expanded), count(generated), count(duplicates)];
    },
    says: (moment) => sentence(moment, start, graph()),
  });
  const turns = new Stages(stages, (at) => {
    stage = at;
    stepper.refresh();
  });
  return el('div', { class: 'staged' }, turns.element, stepper.element);
}

/**
 * The texts of a node. The first stage has no order of the nodes.
 * @param {Node} node
 * @param {number} stage
 * @returns {[string, string]}
 */
const textsOf = ({ g, number }, stage) => [`g ${g}`, stage > 0 ? `no. ${number + 1}` : ''];

/**
 * Compares the search that has ended with the other one.
 * @param {Moment} moment
 * @param {Board} start
 * @param {boolean} graph whether the search keeps a visited set
 */
function sentence({ found, expanded }, start, graph) {
  if (!found) return '';
  const other = begin();
  finish(bestFirst(other, start, { visited: !graph, most: 100_000 }));
  return (
    `A plan of ${plural(found.g, 'move')} (${planOf(found).join(' ')}), found with ` +
    `${plural(expanded, 'expansion')}. ${graph ? 'Without' : 'With'} a visited set: ` +
    `${count(other.expanded)}.`
  );
}
