// Chapter 9: beam search.

import { format, parse, solved } from '../board.js';
import { button, el } from '../dom.js';
import { noteFor } from '../parts.js';
import { openSpace } from '../space.js';
import { count, plural } from '../text.js';
import { deepest, recordBeam } from './beamsearch.js';
import { BeamView } from './beamview.js';
import { lay, randomBoard } from './chapter.js';
import { lab } from './lab.js';
import { Stages } from './stages.js';
import { Stepper } from './stepper.js';

/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('./algorithms.js').Node} Node */
/** @typedef {import('./beamsearch.js').Moment} Moment */

const lead = `Breadth-first search runs out of memory. Beam search keeps only the best few boards
  of each layer, and forgets the others for good. Choose how many.`;

const stages = [
  {
    name: 'The beam',
    text: `Each row is a layer: the boards equally far from the start. Those with the smallest h stay
      in the beam, and the others are faded: they are forgotten. Only the beam is expanded.`,
  },
  {
    name: 'What is lost',
    text: `A green frame marks the boards that are on a shortest plan. Step on until no board of the
      beam has one. From there on, the search cannot find a shortest plan any more.`,
  },
  {
    name: 'The width',
    text: `Widen the beam, and play again: do boards on a shortest plan stay longer? At the end, the
      lengths of the plans of several widths are compared.`,
  },
];

/** @type {[string, string][]} */
const terms = [
  ['width w', 'The maximum number of nodes in the beam.'],
  ['incomplete', 'A search that may end without a plan, although there is one.'],
];

const text = `
  Memory and time of each layer are bounded by the width, however large the board is. So beam
  search is used where A* and IDA* give up, as on boards of 8x8. Its plans are not proven, and
  they are usually longer than the shortest ones.

  What is dropped does not come back. If all paths to the goal leave the beam, the search ends
  without a plan, or walks on. A wider beam mostly finds shorter plans, but not always: a wider
  beam keeps other boards, and one of them can lead it astray. A better estimate helps more than a
  wider beam.`;

const program = {
  title: 'Beam search in JavaScript',
  task: 'search',
  about: 'Change the width. How small may it be before a plan is missing?',
  code: `
const width = 8;

function search(start, goal, successors, h) {
  let beam = [[start, ""]];
  const seen = new Set([start.join()]);
  for (let layer = 0; layer < 80; layer++) {
    const next = [];
    for (const [board, plan] of beam) {
      if (board.join() === goal.join()) return plan;
      for (const [move, child] of successors(board)) {
        if (seen.has(child.join())) continue;
        seen.add(child.join());
        next.push([child, plan + move]);
      }
    }
    next.sort((a, b) => h(a[0]) - h(b[0]));
    beam = next.slice(0, width);
  }
}`,
};

/** @type {import('./chapter.js').Question[]} */
const questions = [
  [
    'To which board does a beam of width 1 go?',
    'Hill climbing would stop where no neighbour is better. The beam goes on, and never back.',
    [
      'The best new neighbour, even a worse one',
      'The best neighbour, if it is better',
      'The best board of all',
    ],
  ],
  [
    'Which search is a beam of unlimited width?',
    'It drops no board, so it looks at all boards of a layer before the next.',
    ['Breadth-first search', 'A*', 'Greedy search'],
  ],
  [
    'Why does the order within a layer not need g?',
    'All boards of a layer are equally far from the start, so g is the same for all.',
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
    go: 'search/beam/layers.go layers.advance',
    questions,
  });
}

const lines = [
  'beam ← [start]',
  'while the beam is not empty',
  '  next ← the new successors of the beam',
  '  if next has the goal: return its plan',
  '  sort next by h',
  '  beam ← the first w nodes of next',
];

/** The widths that are compared at the end. */
const widths = [1, 2, 4, 8, 16, 32, 64];

/**
 * Makes the search, whose layers grow.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 */
function figure(app, signal) {
  let board = /** @type {Board} */ (parse('7 5 2/8 4 3/0 1 6'));
  let shortest = 16;
  let width = 4;
  const view = new BeamView();
  view.optimalKey.hidden = true;
  const { note, attempt } = noteFor(app);
  const draw = () =>
    attempt(async () => {
      board = await randomBoard(app, '3x3');
      const params = { board: format(board), algorithm: 'astar' };
      shortest = (await app.backend.stream('solve', params, () => {}, signal)).length;
      stepper.restart();
    });
  /** @type {Stepper<Moment>} */
  const stepper = new Stepper(signal, {
    label: 'beam search',
    round: 1,
    unit: 'layer',
    picture: view.element,
    facts: ['Layer', 'Expanded', 'Kept at once'],
    lines: () => lines,
    settings: [
      widthSlider(width, (chosen) => {
        width = chosen;
        stepper.restart();
      }),
      el('div', { class: 'row' }, button('Random board', draw)),
      note,
    ],
    run: () => recordBeam(board, width),
    show: (moment) => {
      view.show(moment);
      return [String(moment.layers.length - 1), count(moment.expanded), String(width)];
    },
    says: ({ found, line }) => (line < 0 ? sentence(found, board, shortest) : ''),
  });
  /** @type {import('../space.js').Space | null} */
  let space = null;
  const turns = new Stages(stages, (at) => {
    view.optimalKey.hidden = at === 0;
    view.optimal = (node) => at > 0 && space !== null && isOptimal(node, space, shortest);
    stepper.refresh();
  });
  attempt(async () => {
    space = await openSpace(solved(3, 3));
    stepper.refresh();
  });
  return el('div', { class: 'staged' }, turns.element, stepper.element);
}

/**
 * Whether a node is on a shortest plan.
 * @param {Node} node
 * @param {import('../space.js').Space} space
 * @param {number} shortest the length of a shortest plan
 */
const isOptimal = ({ board, g }, { distances, ranking }, shortest) =>
  g + distances[ranking.rank(board.tiles)] === shortest;

/**
 * Makes a slider for the width of the beam.
 * @param {number} width
 * @param {(width: number) => void} onChange
 */
function widthSlider(width, onChange) {
  const label = el('span', { class: 'label' }, `Width ${width}`);
  const slider = el('input', {
    type: 'range',
    min: '1',
    max: '30',
    value: String(width),
    'aria-label': 'Width of the beam',
    oninput: () => {
      label.textContent = `Width ${slider.value}`;
      onChange(Number(slider.value));
    },
  });
  return el('div', { class: 'stack tight' }, label, slider);
}

/**
 * Says what the search has found, and what other widths find.
 * @param {Node | null} found
 * @param {Board} board
 * @param {number} shortest the length of a shortest plan
 */
function sentence(found, board, shortest) {
  const lengths = widths.map((width) => `${width}: ${lengthOf(board, width)}`);
  const compared = `Moves by width: ${lengths.join(', ')}.`;
  if (found)
    return `A plan of ${plural(found.g, 'move')}; the shortest has ${shortest}. ${compared}`;
  return (
    `No plan: all nodes of the beam were dead ends, or ${deepest} layers were not enough. ` +
    compared
  );
}

/**
 * The length of the plan that a beam finds.
 * @param {Board} board
 * @param {number} width
 */
function lengthOf(board, width) {
  const moments = recordBeam(board, width);
  return moments[moments.length - 1].found?.g ?? 'none';
}
