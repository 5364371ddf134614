// Chapter 5: A*.

import { parse } from '../board.js';
import { el, field, select } from '../dom.js';
import { count, plural } from '../text.js';
import {
  begin,
  bestFirst,
  estimates,
  lines,
  nodesAt,
  planOf,
  pseudocodeByCost,
  recordSearch,
  stateAt,
} from './algorithms.js';
import { lay } from './chapter.js';
import { lab } from './lab.js';
import { Stages } from './stages.js';
import { Stepper } from './stepper.js';
import { TreeView } from './treeview.js';

/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('./algorithms.js').Moment} Moment */
/** @typedef {import('./algorithms.js').Node} Node */

/** A board on which A* with the Manhattan distance first goes the wrong way. */
const start = /** @type {Board} */ (parse('1 3 6/4 0 2/7 5 8'));

const lead = `One search, three times. First it knows only the moves made, g. Then an estimate h
  of the moves left is added. A* takes the smallest sum of both, f.`;

const stages = [
  {
    name: 'g',
    text: `Below each board is g, the number of moves from the start. A search that takes the
      smallest g is breadth-first search. How many boards does it expand?`,
  },
  {
    name: 'g and h',
    text: `The same tree. Now h estimates the moves that are left. The search does not look at it
      yet. Which of the boards that wait would you expand?`,
  },
  {
    name: 'f = g + h',
    text: `A* takes the smallest f, and among equals the larger g. So f is the number below the
      yellow board, and no board that waits has a smaller one. Here A* first goes the wrong way:
      watch f rise there.`,
  },
];

/** What the search takes, by stage. */
const taken = ['g', 'g', 'g + h'];

/** The heuristics to choose from. @type {[string, string][]} */
const heuristics = [
  ['manhattan', 'Manhattan distance'],
  ['misplaced', 'Misplaced tiles'],
];

/** @type {[string, string][]} */
const terms = [
  ['admissible', 'Never more than the number of moves that are left.'],
  ['consistent', 'One move changes h by at most one. The heuristics here are consistent.'],
];

const text = `
  A* (Hart, Nilsson and Raphael 1968) is the search of the last chapters with another open list.
  With an admissible heuristic its plan is a shortest one. Until A* ends, the open list holds a
  node on a shortest plan. The f of this node is at most the length of this plan, because h never
  estimates too much. A goal that is reached by a longer path has a larger f, so A* does not take
  it first.

  If the heuristic is consistent, A* never expands a board twice. It expands every board whose f
  is less than the length of the plan. So does every other search that goes from the start alone,
  knows no more than this heuristic, and proves its plan (Dechter and Pearl 1985). Larger
  estimates leave fewer such boards.`;

const program = {
  title: 'A* in JavaScript',
  task: 'search',
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
};

/** @type {import('./chapter.js').Question[]} */
const questions = [
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
];

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  lay(root, {
    lead,
    figure: figure(signal),
    terms,
    text,
    lab: lab(app, signal, program),
    go: 'astar/plain.go plain.run',
    questions,
  });
}

/** The estimate of a whole plan through a node. @param {Node} node */
const f = ({ g, h }) => g + h;

/**
 * Makes the search, whose tree grows.
 * @param {AbortSignal} signal
 */
function figure(signal) {
  let stage = 0;
  let heuristic = 'manhattan';
  const tree = new TreeView((node) => textsOf(node, stage));
  const choice = field(
    'Heuristic',
    select(heuristics, heuristic, (value) => {
      heuristic = value;
      stepper.restart();
    }),
  );
  choice.hidden = true;
  const stepper = new Stepper(signal, {
    label: 'A*',
    lines: () => pseudocodeByCost(taken[stage]),
    round: lines.loop,
    unit: 'board',
    picture: tree.element,
    facts: ['Expanded', 'Generated', 'Open'],
    settings: [choice],
    run: () => {
      const search = begin();
      const priority = stage === 2 ? f : undefined;
      const options = { priority, estimate: estimates[heuristic], most: 400 };
      return recordSearch(search, bestFirst(search, start, options));
    },
    show: (moment) => {
      const { size, expanded, generated, step } = moment;
      tree.show(moment, `The tree of a search, with ${plural(size, 'node')}.`);
      const open = nodesAt(moment).filter((node) => stateAt(node, step) === 'open');
      return [count(expanded), count(generated), count(open.length)];
    },
    says: (moment) => sentence(moment, stage),
  });
  const turns = new Stages(stages, (at) => {
    stage = at;
    choice.hidden = stage === 0;
    stepper.refresh();
  });
  return el('div', { class: 'staged' }, turns.element, stepper.element);
}

/**
 * The texts of a node.
 * @param {Node} node
 * @param {number} stage
 * @returns {[string, string]}
 */
function textsOf(node, stage) {
  const { g, h } = node;
  if (stage === 0) return [`g ${g}`, ''];
  if (stage === 1) return [`g ${g}`, `h ${h}`];
  return [`f ${f(node)}`, `${g} + ${h}`];
}

/**
 * Says what the search has found.
 * @param {Moment} moment
 * @param {number} stage
 */
function sentence({ found, expanded }, stage) {
  if (!found) return '';
  const plan =
    `A plan of ${plural(found.g, 'move')} (${planOf(found).join(' ')}), found with ` +
    `${plural(expanded, 'expansion')}.`;
  if (stage < 2) return plan;
  const off = expanded - found.g;
  if (off === 0) return `${plan} All of them are on the path to the goal.`;
  return `${plan} ${count(off)} of them ${off === 1 ? 'is' : 'are'} off the path to the goal.`;
}
