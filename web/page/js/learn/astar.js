// Chapter 5: A*.

import { parse } from '../board.js';
import { field, select } from '../dom.js';
import { count, plural } from '../text.js';
import { begin, bestFirst, estimates, lines, planOf } from './algorithms.js';
import { lay } from './chapter.js';
import { lab } from './lab.js';
import { stepper } from './stepper.js';
import { pseudocodeByCost } from './tree.js';
import { TreeView } from './treeview.js';

/** @typedef {import('../board.js').Board} Board */

/** A board on which A* with the Manhattan distance first goes the wrong way. */
const start = /** @type {Board} */ (parse('1 3 6/4 0 2/7 5 8'));

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  let search = begin();
  let heuristic = 'manhattan';
  const f = (/** @type {import('./algorithms.js').Node} */ { g, h }) => g + h;
  const tree = new TreeView((node) => [`f ${f(node)}`, `${node.g} + ${node.h}`]);
  const made = stepper(app, signal, {
    label: 'A*',
    lines: pseudocodeByCost('g + h'),
    round: lines.loop,
    unit: 'board',
    picture: tree.element,
    facts: ['Expanded', 'Generated', 'Open'],
    settings: [
      field(
        'Heuristic',
        select(
          [
            ['manhattan', 'Manhattan distance'],
            ['misplaced', 'Misplaced tiles'],
            ['zero', 'None: h = 0'],
          ],
          heuristic,
          (value) => {
            heuristic = value;
            made.restart();
          },
        ),
      ),
    ],
    start: () => {
      search = begin();
      return bestFirst(search, start, { priority: f, estimate: estimates[heuristic], most: 400 });
    },
    show: () => {
      const open = search.nodes.filter(({ state }) => state === 'open');
      tree.show(search, `The tree of A*, with ${plural(search.nodes.length, 'node')}.`);
      return [count(search.expanded), count(search.generated), count(open.length)];
    },
    says: () => {
      if (!search.found)
        return (
          'Below each board: f, and under it g + h. No f is smaller than that of the yellow ' +
          'board, so it is next.'
        );
      const length = search.found.g;
      const wrong = search.expanded - length;
      let off = 'All of them are on the path to the goal.';
      if (wrong)
        off = `${count(wrong)} of them ${wrong === 1 ? 'is' : 'are'} off the path to the goal.`;
      return (
        `A plan of ${plural(length, 'move')} (${planOf(search.found).join(' ')}), found with ` +
        `${plural(search.expanded, 'expansion')}. ${off}`
      );
    },
  });
  lay(root, {
    lead: `f adds the moves made, g, and the estimated moves left, h. A* takes the smallest f. Here
      it first goes the wrong way: watch f rise there.`,
    figure: made.element,
    terms: [
      ['g', 'The number of moves from the start to a node.'],
      ['h', 'The estimate of the moves that are left.'],
      ['f = g + h', 'The estimate of a whole plan through a node.'],
      ['admissible', 'Never more than the number of moves that are left.'],
      ['consistent', 'One move changes h by at most one. The heuristics here are consistent.'],
    ],
    text: `
      A* (Hart, Nilsson and Raphael 1968) is the search of the last chapters with another open list:
      it takes the node with the smallest f. Among equals, the program takes the one with the larger
      g.

      With an admissible heuristic the plan of A* is a shortest one. Until A* ends, the open list
      holds a node on a shortest plan. The f of this node is at most the length of this plan,
      because h never estimates too much. A goal that is reached by a longer path has a larger f, so
      A* does not take it first.

      If the heuristic is consistent, A* never expands a board twice. It expands every board whose f
      is less than the length of the plan. So does every other search that goes from the start alone,
      knows no more than this heuristic, and proves its plan (Dechter and Pearl 1985). Larger
      estimates leave fewer such boards.`,
    lab: lab(app, signal, {
      title: 'A* in JavaScript',
      judge: 'search',
      about:
        'The fourth parameter, h, is the Manhattan distance. Run the code, then let f be h(next) ' +
        'alone. What happens to the moves and to the expanded boards of the last board?',
      code: `
function search(start, goal, successors, h) {
  const best = new Map([[start.join(), 0]]);
  const open = [{ board: start, g: 0, f: h(start), plan: "" }];
  while (open.length) {
    open.sort((a, b) => b.f - a.f || a.g - b.g);
    const { board, g, plan } = open.pop();
    if (board.join() === goal.join()) return plan;
    for (const [move, next] of successors(board)) {
      if (best.get(next.join()) <= g + 1) continue;
      best.set(next.join(), g + 1);
      const f = g + 1 + h(next);
      open.push({ board: next, g: g + 1, f, plan: plan + move });
    }
  }
}`,
    }),
    go: 'astar/plain.go plain.run',
    questions: [
      [
        'Why does A* end when it takes the goal, and not when it generates the goal?',
        'A node with a smaller f may still be open, and a shorter plan may go through it.',
      ],
      [
        'The heuristic is exact on every board. How many boards does A* expand?',
        'It goes straight to the goal, if it breaks ties by the larger g.',
        ['As many as the plan has moves', 'One', 'All that are nearer than the goal'],
      ],
      [
        'Why does f never fall along a path?',
        'A move adds one to g, and a consistent h falls by at most one.',
      ],
    ],
  });
}
