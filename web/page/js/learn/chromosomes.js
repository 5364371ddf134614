// Chapter 10: chromosomes and decoding in context.

import { lay } from './chapter.js';
import { Decoding } from './decoding.js';
import { lab } from './lab.js';

const lead = `A chromosome is a list of numbers from 0 to 1, its genes. Each gene chooses one of
  the legal moves. Drag a gene and see the plan change.`;

/** @type {[string, string][]} */
const terms = [
  ['decoding in context', 'Each gene is read on the board that the genes before it have led to.'],
  [
    'fitness',
    'How good a plan is. Less is better: 900 · h of its last board, plus 100 for each gene.',
  ],
  ['population', 'The chromosomes that a genetic algorithm improves.'],
];

const text = `
  A genetic algorithm (Holland 1975) improves a population of candidates by selection, crossover
  and mutation. Here a candidate is a plan. A list of moves such as U L L would make a poor
  chromosome: after a change to one move, a later one may not be legal.

  So the study “Solving sliding tile n-puzzles with genetic algorithms and A*” (2015) decodes
  genes in context, and every chromosome is a legal plan.`;

const program = {
  title: 'Your own decoding',
  task: 'decode',
  about:
    'The function gets a gene and the legal moves, and returns one of them. It decodes 1,000 ' +
    'random chromosomes. Make it poor: always return moves[0]. What does the test say?',
  code: `
function decode(gene, moves) {
  return moves[Math.floor(gene * moves.length)];
}`,
};

/** @type {import('./chapter.js').Question[]} */
const questions = [
  [
    'Why is a chromosome not simply a list of moves?',
    'After a change to one move, later moves may be impossible. Genes that are decoded in ' +
      'context are always legal.',
  ],
  [
    'Two plans end on the same board. Which one is fitter?',
    'Each gene adds 100 to the fitness, and less is better.',
    ['The one with fewer genes', 'The one with more genes', 'Both are equally fit'],
  ],
  [
    'A gene has the value 0.5 and three moves are legal. Which one does it choose?',
    'The parts are 0 to ⅓, ⅓ to ⅔ and ⅔ to 1.',
    ['The second', 'The first', 'The third'],
  ],
];

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  lay(root, {
    lead,
    figure: new Decoding(app, signal).element,
    terms,
    text,
    lab: lab(app, signal, program),
    go: 'search/decode/decoding.go Walker.ranked',
    questions,
  });
}
