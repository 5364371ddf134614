// Chapter 2: the search tree, with and without a visited set.

import { parse } from '../board.js';
import { el, field, select } from '../dom.js';
import { count, plural } from '../text.js';
import { begin, bestFirst, finish, lines, planOf } from './algorithms.js';
import { lay } from './chapter.js';
import { lab } from './lab.js';
import { stepper } from './stepper.js';
import { TreeView } from './treeview.js';

/** @typedef {import('../board.js').Board} Board */

/** Boards to choose from, by the number of moves to the goal. @type {[string, string][]} */
const starts = [
  ['2 3 5/1 0 4', '7 moves from the goal'],
  ['5 0 4/1 3 2', '10 moves from the goal'],
  ['0 4 1/3 2 5', '13 moves from the goal'],
];

/** The pseudocode of searches with an open list. */
export const pseudocode = (take = 'take the first node from open') => [
  'open ← [start]',
  'visited ← {start}',
  'while open is not empty',
  `  node ← ${take}`,
  '  if node is the goal: return its plan',
  '  for each move of node',
  '    next ← the board after the move',
  '    if next was visited: skip it',
  '    add next to visited',
  '    add next to open',
];

/** The pseudocode of searches that may find a shorter way to a board later. */
export function pseudocodeByCost(/** @type {string} */ value) {
  const code = pseudocode(`take the node of smallest ${value.replaceAll(' ', '\u00a0')}`);
  code[lines.visited] = 'g ← {start: 0}';
  code[lines.known] = '    if next was reached in as few moves: skip it';
  code[lines.remember] = '    g[next] ← g[node] + 1';
  return code;
}

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  let search = begin();
  let visited = true;
  let start = /** @type {Board} */ (parse(starts[0][0]));
  const box = el('input', {
    type: 'checkbox',
    checked: true,
    onchange: () => {
      visited = box.checked;
      made.restart();
    },
  });
  const tree = new TreeView((node) => [`g ${node.g}`, `no. ${node.number + 1}`]);
  const total = (/** @type {boolean} */ keep) => {
    const whole = begin();
    finish(bestFirst(whole, start, { visited: keep, most: 100_000 }));
    return whole.expanded;
  };
  const made = stepper(app, signal, {
    label: 'search with an open list',
    lines: pseudocode(),
    round: lines.loop,
    unit: 'board',
    picture: tree.element,
    facts: ['Expanded', 'Generated', 'Duplicates'],
    settings: [
      el('label', { class: 'choice' }, box, 'Keep a visited set'),
      field(
        'Start',
        select(starts, starts[0][0], (value) => {
          start = /** @type {Board} */ (parse(value));
          made.restart();
        }),
      ),
    ],
    without: () => (visited ? [] : [lines.visited, lines.known, lines.remember]),
    start: () => {
      search = begin();
      return bestFirst(search, start, { visited, most: 400 });
    },
    show: () => {
      tree.show(
        search,
        `A search tree of ${plural(search.nodes.length, 'node')}, ${search.expanded} of them ` +
          'expanded.',
      );
      return [count(search.expanded), count(search.generated), count(search.duplicates)];
    },
    says: () =>
      search.found
        ? `A plan of ${plural(search.found.g, 'move')} (${planOf(search.found).join(' ')}), ` +
          'found with ' +
          `${plural(search.expanded, 'expansion')}. ${
            visited
              ? `Without a visited set: ${count(total(false))}.`
              : `With a visited set: ${count(total(true))}.`
          }`
        : 'g is the number of moves from the start. Boards are numbered in the order in which ' +
          'the search reaches them.',
  });
  lay(root, {
    lead: `To expand a board means to make all boards one move away. Play the search with a visited
      set and without one. How many boards are expanded?`,
    figure: made.element,
    terms: [
      ['expand', 'Make the successors of a board: the boards that one move leads to.'],
      [
        'search tree',
        'The boards and moves found so far. Each node is one path from the start to a board.',
      ],
      ['g', 'The number of moves from the start to a node.'],
      ['open list', 'The nodes that wait to be expanded.'],
      [
        'visited set',
        'The boards that were reached. In graph search, a board in it is not added again.',
      ],
      [
        'branching factor',
        'The number of successors of a board. The move that undoes the last one is left out.',
      ],
    ],
    text: `
      Search algorithms differ in the node that they take from the open list. The search ends when
      it takes the goal.

      Several paths can lead to the same board. Graph search keeps each board once, in the visited
      set, and drops the others as duplicates. Tree search keeps no visited set. It needs less
      memory and expands many boards more than once.

      Near the start the difference is small: two paths to one board meet after six moves at the
      earliest, on opposite sides of a square of four cells. Farther away it grows. On 2x3 there are
      only 360 boards, but a tree search expands 637 to 918 for a board 16 moves away.

      On larger boards the tree grows faster. With each move it grows by a factor of 1.73 on 3x3,
      and of 2.13 on 4x4 (Edelkamp and Korf 1998).`,
    lab: lab(app, signal, {
      title: 'Your own search',
      judge: 'search',
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
    }),
    go: 'puzzle/board.go Board.Move',
    questions: [
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
    ],
  });
}
