// Chapter 3: breadth-first search as growing layers.

import { parse } from '../board.js';
import { el, field, select } from '../dom.js';
import { count, plural } from '../text.js';
import {
  begin,
  bestFirst,
  lines,
  nodesAt,
  pseudocode,
  recordSearch,
  stateAt,
} from './algorithms.js';
import { lay } from './chapter.js';
import { lab } from './lab.js';
import { RingView } from './rings.js';
import { Stages } from './stages.js';
import { Stepper } from './stepper.js';

/** @typedef {import('../board.js').Board} Board */

/** Boards to choose from, by the number of moves to the goal. @type {[string, string][]} */
const starts = [
  ['1 2 3/4 8 0/7 6 5', '5 moves from the goal'],
  ['1 3 5/4 0 2/7 8 6', '6 moves from the goal'],
  ['1 5 2/4 3 6/7 0 8', '7 moves from the goal'],
  ['1 2 3/7 0 4/5 8 6', '8 moves from the goal'],
];

const lead = `Breadth-first search looks at all boards one move from the start, then at all two
  moves away, and so on. Watch the layers grow, and choose a start that is one move farther.`;

const stages = [
  {
    name: 'Layers',
    text: `Each dot is a board, and the start is in the middle. A ring holds all boards that are
      equally far from the start: a layer. The search takes the board that has waited longest, so
      it finishes a ring before it begins the next.`,
  },
  {
    name: 'Paths',
    text: `A line joins each board to the board from which it was reached. When the search meets
      the goal, the lines back to the start are the plan. All shorter paths were looked at before,
      so no plan is shorter.`,
  },
  {
    name: 'Growth',
    text: `The numbers count the boards of each ring. Play to the end, then choose a start that is
      one move farther: how many boards does one more ring cost?`,
  },
];

/** @type {[string, string][]} */
const terms = [
  ['queue', 'An open list from which the node that was added first is taken first.'],
  ['optimal', 'A plan is optimal if no plan for the board is shorter.'],
  ['exponential growth', 'Growth by a constant factor with each layer.'],
];

const text = `
  Breadth-first search (Moore 1959) needs no estimate, and its plan is optimal.

  The price is the number of boards. The search expands nearly every board that is nearer to the
  start than the goal is. This number grows exponentially with the distance, and so does the
  memory. A board 20 moves away needs tens of thousands of expansions on 3x3. The ten trillion
  boards of 4x4 were searched completely once, layer by layer. It took 28 days, and disks instead
  of memory (Korf and Schultze 2005).`;

const program = {
  title: 'Breadth-first search in JavaScript',
  task: 'search',
  about:
    'Change the queue to a stack: take the last node with open.pop(). What happens to the ' +
    'plans?',
  code: `
function search(start, goal, successors) {
  const parents = new Map([[start.join(), null]]);
  const open = [start];
  while (open.length) {
    const board = open.shift();
    if (board.join() === goal.join()) break;
    for (const [move, next] of successors(board)) {
      if (parents.has(next.join())) continue;
      parents.set(next.join(), [move, board]);
      open.push(next);
    }
  }
  let plan = "";
  let step = parents.get(goal.join());
  while (step) {
    plan = step[0] + plan;
    step = parents.get(step[1].join());
  }
  return plan;
}`,
};

/** @type {import('./chapter.js').Question[]} */
const questions = [
  [
    'Why is the first plan that breadth-first search finds a shortest one?',
    'It takes boards in the order of their distance from the start, so every shorter path ' +
      'was looked at before.',
  ],
  [
    'What happens if open is a stack?',
    'The search follows one path as deep as it goes. Its plans can have thousands of moves.',
    ['Plans become very long', 'Plans stay shortest', 'No plan is found'],
  ],
  [
    'How could the search expand fewer boards without an estimate?',
    'Search from both ends. Two searches of half the depth meet in the middle, and each has ' +
      'far fewer layers.',
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
    go: 'search/bfs/bfs.go breadthFirst.run',
    questions,
  });
}

/**
 * Makes the search, whose layers grow as rings.
 * @param {AbortSignal} signal
 */
function figure(signal) {
  let start = starts[1][0];
  const rings = new RingView();
  const stepper = new Stepper(signal, {
    label: 'breadth-first search',
    lines: () => pseudocode('take the oldest node from open'),
    round: lines.loop,
    unit: 'board',
    picture: rings.element,
    facts: ['Layer', 'Expanded', 'Open'],
    settings: [
      field(
        'Start',
        select(starts, start, (value) => {
          start = value;
          stepper.restart();
        }),
      ),
    ],
    run: () => {
      const search = begin();
      const board = /** @type {Board} */ (parse(start));
      return recordSearch(search, bestFirst(search, board, { most: 2000 }));
    },
    show: (moment) => {
      rings.show(moment);
      const { current, expanded, step } = moment;
      const open = nodesAt(moment).filter((node) => stateAt(node, step) === 'open');
      return [String(current?.g ?? 0), count(expanded), count(open.length)];
    },
    says: ({ found, expanded }) =>
      found
        ? `The goal is in layer ${found.g}: a shortest plan has ${plural(found.g, 'move')}. ` +
          `${count(expanded)} boards were expanded to find it.`
        : '',
  });
  const turns = new Stages(stages, (at) => {
    rings.paths = at > 0;
    rings.counts = at > 1;
    stepper.refresh();
  });
  return el('div', { class: 'staged' }, turns.element, stepper.element);
}
