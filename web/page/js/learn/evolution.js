// Chapter 11: crossover, mutation, generations and phases.

import { card, lay } from './chapter.js';
import { Crossing } from './crossing.js';
import { Evolving } from './evolving.js';
import { lab } from './lab.js';

const lead = `A child takes the left part of one parent and the right part of the other. Move the
  cuts, then build the child gene by gene.`;

/** @type {[string, string][]} */
const terms = [
  [
    'selection',
    'The population is divided into random pairs. The fitter of each pair survives and can ' +
      'become a parent.',
  ],
  ['generation', 'One round of selection, crossover and mutation.'],
  ['phase', 'A series of generations that begins with a new random population.'],
  ['local minimum', 'A board none of whose neighbours has a better score. Less is better.'],
];

const text = `
  After many generations the chromosomes are alike, and the search is often stuck in a local
  minimum. Then the next phase begins with a new random population. In the code of the study, each
  phase is an independent try from the first board. In the presets pure and memetic of this
  project, a phase goes on from the best board of the phase before.

  A genetic algorithm proves nothing. It does not show that a board has no plan, or that its plan
  is a shortest one. A run may end without a plan.

  The solver of this project also uses other methods, such as small searches that shorten its
  plan. With these methods, crossover hardly changes how long the plans are.`;

const program = {
  title: 'Your own crossover',
  task: 'crossover',
  about:
    'The function gets the genes of two parents and a function that draws a number. A small ' +
    'genetic algorithm solves 40 boards with it, and without any crossover. Return a copy of ' +
    'b instead. How many boards are solved?',
  code: `
function crossover(a, b, random) {
  const left = 1 + Math.floor(random() * (a.length - 1));
  const right = 1 + Math.floor(random() * (b.length - 1));
  return [...a.slice(0, left), ...b.slice(right)];
}`,
};

/** @type {import('./chapter.js').Question[]} */
const questions = [
  [
    'Why do only genes of the right part change their moves?',
    'The left part is read on the same boards as in the parent. The right part starts from ' +
      'another board.',
  ],
  [
    'What is the use of a second phase, if it begins at the first board again?',
    'It is another try with other random numbers. Several short tries can beat a long one ' +
      'that is stuck.',
  ],
  [
    'A run ended without a plan. Is the board unsolvable?',
    'Only parity, or a complete search, shows that. Another run may find a plan.',
    ['Not necessarily', 'Yes'],
  ],
];

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  lay(root, {
    lead,
    figure: new Crossing(app, signal).element,
    terms,
    text,
    more: [card('Evolve a plan', new Evolving(app, signal).element)],
    lab: lab(app, signal, program),
    go: 'ga/crossover.go mating.cross',
    questions,
  });
}
