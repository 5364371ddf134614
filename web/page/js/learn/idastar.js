// Chapter 6: IDA*.

import { parse } from '../board.js';
import { el } from '../dom.js';
import { count, plural } from '../text.js';
import { Bounds } from './bounds.js';
import { card, lay } from './chapter.js';
import { recordDeepening } from './deepening.js';
import { lab } from './lab.js';
import { PathView } from './pathview.js';
import { Stages } from './stages.js';
import { Stepper } from './stepper.js';

/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('./deepening.js').Moment} Moment */

/** The board of the first figure, on which three bounds are needed. */
const start = /** @type {Board} */ (parse('1 6 2/4 5 3/7 8 0'));

const lead = `IDA* keeps only one path in memory. It follows it while f is at most a bound, steps
  back, and tries the next. If nothing is found, it raises the bound and begins again.`;

const stages = [
  {
    name: 'One path',
    text: `The small board is the end of the path that the search follows. Each bar is a board on
      the path, and below it is the move that led there. Step on: the search goes forwards and
      back. There is nothing else that it remembers.`,
  },
  {
    name: 'The bound',
    text: `The height of a bar is the f of its board, and the line is the bound. A bar above it
      turns red, and the search steps back. The next bound is the smallest f beyond the line.`,
  },
  {
    name: 'Iterations',
    text: `Below are the boards that each bound has cost. Each iteration repeats the work of the
      one before. The last ones do most of the work, so this costs little.`,
  },
];

/** @type {[string, string][]} */
const terms = [
  ['bound', 'The largest f that a node may have in an iteration.'],
  ['iteration', 'A depth-first search up to a bound.'],
  [
    'depth-first search',
    'Follows one path as far as it may, then steps back and tries the next one.',
  ],
];

const text = `
  A* stores every board that it generates, and on 4x4 it can fill the memory of a computer. IDA*,
  iterative-deepening A* (Korf 1985), stores only the path from the start to the board that it
  looks at. Its memory grows with the length of the plan, not with the number of boards.

  The first bound is the estimate of the start. With the Manhattan distance a move raises f by 0
  or 2, so the bounds rise in steps of two. The first plan is a shortest one if the heuristic is
  admissible, because every smaller bound has been tried before.

  The real price is that IDA* has no visited set. It expands a board again for each path that
  leads there.`;

const program = {
  title: 'IDA* in JavaScript',
  task: 'search',
  about:
    'Raise the bound by one instead of to the smallest f beyond it. Do the plans change? And ' +
    'the work?',
  code: `
function search(start, goal, successors, h) {
  let bound = h(start);
  for (;;) {
    let beyond = Infinity;
    const visit = (board, g, plan) => {
      const f = g + h(board);
      if (f > bound) {
        beyond = Math.min(beyond, f);
        return null;
      }
      if (board.join() === goal.join()) return plan;
      for (const [move, next] of successors(board)) {
        if ("UDLR"["DURL".indexOf(move)] === plan.at(-1)) continue;
        const found = visit(next, g + 1, plan + move);
        if (found !== null) return found;
      }
      return null;
    };
    const plan = visit(start, 0, "");
    if (plan !== null) return plan;
    bound = beyond;
  }
}`,
};

/** @type {import('./chapter.js').Question[]} */
const questions = [
  [
    'How many boards does IDA* hold in memory on a plan of 31 moves?',
    'It holds the boards on the path that it follows.',
    ['At most 32', 'All that it has expanded', 'All of the last bound'],
  ],
  [
    'Why do the bounds of the Manhattan distance rise by two?',
    'A move changes g by one and h by one, up or down. So f changes by 0 or 2.',
  ],
  [
    'Which boards does IDA* expand more often than A*?',
    'Those that several paths lead to, and those of earlier iterations.',
  ],
];

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  lay(root, {
    lead,
    figure: figure(signal),
    terms,
    text,
    more: [card('Bounds as they rise', new Bounds(app, signal).element)],
    lab: lab(app, signal, program),
    go: 'search/idastar/dfs.go dfs.visit',
    questions,
  });
}

const lines = [
  'bound ← h(start)',
  'repeat',
  '  visit the start; return a plan if found',
  '  bound ← the smallest f beyond it',
  'to visit a board:',
  '  if f > bound: step back',
  '  if it is the goal: the path is the plan',
  '  for each move: visit the next board',
  '    step back',
];

/**
 * Makes the search, with its path, then its bound, then its iterations.
 * @param {AbortSignal} signal
 */
function figure(signal) {
  const path = new PathView(start);
  const moments = recordDeepening(start);
  /** @type {Stepper<Moment>} */
  const stepper = new Stepper(signal, {
    label: 'IDA*',
    round: 4,
    unit: 'board',
    lines: () => lines,
    picture: path.element,
    facts: ['Bound', 'Boards on the path', 'Expanded'],
    run: () => moments,
    show: (moment) => {
      path.show(moment);
      const { bound, way, expanded } = moment;
      return [String(bound), String(way.length + 1), count(expanded)];
    },
    says: ({ found, way, iterations }) => {
      if (!found) return '';
      const costs = iterations.map(([bound, boards]) => `${count(boards)} at bound ${bound}`);
      return `A plan of ${plural(way.length, 'move')}. Boards expanded: ${costs.join(', ')}.`;
    },
  });
  const turns = new Stages(stages, (at) => {
    path.bounded = at > 0;
    path.counted = at > 1;
    stepper.refresh();
  });
  return el('div', { class: 'staged' }, turns.element, stepper.element);
}
