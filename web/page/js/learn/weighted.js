// Chapter 7: greedy and weighted A*, and what optimality costs.

import { parse } from '../board.js';
import { el } from '../dom.js';
import { count, plural } from '../text.js';
import {
  begin,
  bestFirst,
  estimates,
  finish,
  lines,
  pseudocodeByCost,
  recordSearch,
} from './algorithms.js';
import { card, lay } from './chapter.js';
import { lab } from './lab.js';
import { lengths } from './lengths.js';
import { Stages } from './stages.js';
import { Stepper } from './stepper.js';
import { TreeView } from './treeview.js';

/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('./algorithms.js').Node} Node */

/**
 * The rules by which a node is taken, one for each stage.
 * @type {{name: string, line: string, of: (node: Node) => number}[]}
 */
const rules = [
  { name: 'A*: g + h', line: 'g + h', of: ({ g, h }) => g + h },
  { name: 'Weighted A*: g + 2 h', line: 'g + 2 h', of: ({ g, h }) => g + 2 * h },
  { name: 'Greedy: h', line: 'h', of: ({ h }) => h },
];

/**
 * A board on which weighted A* saves most of the work for two moves more, and greedy search takes a
 * long way.
 */
const start = /** @type {Board} */ (parse('3 0 7/2 5 6/1 4 8'));

const lead = `Trust the estimate more than the moves made, and the search hurries to the goal. The
  plan may be longer. Compare three rules on one board.`;

const stages = [
  {
    name: 'A*',
    text: `A* takes the smallest g + h, the large number below a board. Play to the end: how many
      boards does it expand for its plan, which is a shortest one?`,
  },
  {
    name: 'Weighted A*',
    text: `The same board, and h counts twice: the search takes the smallest g + 2 h. It prefers
      boards that look near the goal.`,
  },
  {
    name: 'Greedy',
    text: `Now only h counts. The search does not care how many moves lead to a board. Is it
      faster, and how long is its plan?`,
  },
];

/** @type {[string, string][]} */
const terms = [
  ['weighted A*', 'Takes the node with the smallest g + w · h, with a weight w of at least 1.'],
  ['gap', 'The length of a plan divided by the length of a shortest one.'],
  ['proof', 'That no plan is shorter. It is what most of the work of A* goes into.'],
];

const text = `
  To find some plan is easy: a person can place the tiles of a board one after another. To find a
  shortest plan is NP-hard for boards of n rows and n columns (Ratner and Warmuth 1990). A
  shortest plan needs a proof. For its proof, a search from the start alone has to expand every
  board whose f is less than the length of the plan.

  Weighted A* (Pohl 1970) gives up the proof. With an admissible heuristic its plan is at most w
  times as long as a shortest one. Usually it is much shorter than that, and on hard boards the
  search is faster by orders of magnitude.

  On the board above, A* expands 83 boards for a plan of 17 moves. With w = 2, the search expands
  21, a quarter, and its plan has 19 moves. The promise allows 34.

  Greedy search gives no such promise: its plan for this board has 43 moves. A genetic algorithm
  gives none either. It finds a plan, then shorter ones, and can be stopped at any time.`;

const program = {
  title: 'Your own priority',
  task: 'priority',
  about:
    'The search takes the node with the smallest priority. It solves 20 boards, with h the ' +
    'Manhattan distance.',
  code: `
function priority(g, h) {
  return g + 1.5 * h;
}`,
};

/** @type {import('./chapter.js').Question[]} */
const questions = [
  [
    'Which weight turns weighted A* into A*?',
    'With weight 1, g + w · h is f. The larger the weight, the closer it is to greedy search.',
    ['1', '0', 'A very large one'],
  ],
  [
    'With weight 2 a plan has 40 moves. What is known about the shortest plan?',
    'The plan is at most twice as long as a shortest one, if the heuristic is admissible.',
    ['It has at least 20 moves', 'It has 20 moves', 'It has at least 38 moves'],
  ],
  [
    'Why is the plan of weighted A* usually much better than its promise?',
    'The promise holds for the worst heuristic. In practice the estimate is close to the ' +
      'distance near the goal.',
  ],
];

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  lay(root, {
    lead,
    figure: figure(signal),
    terms,
    text,
    more: [card('Length against time on 4x4', lengths(app, signal))],
    lab: lab(app, signal, program),
    go: 'astar/astar.go rule.f',
    questions,
  });
}

/** Searches to the end by a rule, and says what it takes. @param {typeof rules[0]} rule */
function result({ name, of }) {
  const search = begin();
  finish(bestFirst(search, start, { priority: of, estimate: estimates.manhattan, most: 100_000 }));
  return `${name}: ${search.found?.g} moves, ${count(search.expanded)} expanded`;
}

/** What each search takes. */
const results = rules.map(result);

/**
 * Makes the search, whose tree grows by a rule for each stage.
 * @param {AbortSignal} signal
 */
function figure(signal) {
  let stage = 0;
  const tree = new TreeView((node) => [`${rules[stage].of(node)}`, `g ${node.g}  h ${node.h}`]);
  const stepper = new Stepper(signal, {
    label: 'weighted A*',
    lines: () => pseudocodeByCost(rules[stage].line),
    round: lines.loop,
    unit: 'board',
    picture: tree.element,
    facts: ['Expanded', 'Generated', 'Length'],
    run: () => {
      const search = begin();
      const options = { priority: rules[stage].of, estimate: estimates.manhattan, most: 400 };
      return recordSearch(search, bestFirst(search, start, options));
    },
    show: (moment) => {
      const { size, expanded, generated, found } = moment;
      const { line } = rules[stage];
      tree.show(moment, `The tree of a search by ${line}, with ${plural(size, 'node')}.`);
      return [count(expanded), count(generated), found ? String(found.g) : '–'];
    },
    says: ({ found }) => (found ? `${results.slice(0, stage + 1).join('. ')}.` : ''),
  });
  const turns = new Stages(stages, (at) => {
    stage = at;
    stepper.refresh();
  });
  return el('div', { class: 'staged' }, turns.element, stepper.element);
}
