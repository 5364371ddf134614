// Chapter 10: chromosomes and decoding in context.

import { BoardView } from '../boardview.js';
import { parse, same, solved } from '../board.js';
import { button, el } from '../dom.js';
import { figures, noteFor } from '../parts.js';
import { decode, fitness, geneText, randomGene, randomGenes } from './genes.js';
import { lay } from './chapter.js';
import { lab } from './lab.js';

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  lay(root, {
    lead: `A chromosome is a list of numbers from 0 to 1, its genes. Each gene chooses one of the
      legal moves. Drag a gene and see the plan change.`,
    figure: decoding(app),
    terms: [
      ['gene', 'A number from 0 up to, but less than, 1.'],
      ['chromosome', 'A list of genes. It stands for a plan.'],
      [
        'decoding in context',
        'Each gene is read on the board that the genes before it have led to.',
      ],
      [
        'fitness',
        'How good a plan is. Less is better: 900 · h of its last board, plus 100 for each gene.',
      ],
      ['population', 'The chromosomes that a genetic algorithm improves.'],
    ],
    text: `
      A genetic algorithm (Holland 1975) improves a population of candidates by selection, crossover
      and mutation. Here a candidate is a plan. A list of moves such as U L L would make a poor
      chromosome: after a change to one move, a later one may not be legal.

      So the study “Solving sliding tile n-puzzles with genetic algorithms and A*” (2015) decodes
      genes in context. The range from 0 to 1 is cut into as many equal parts as there are legal
      moves, and the gene names the move of the part it falls in. The move that undoes the last one
      is left out. So every chromosome is a legal plan.

      Change the first gene: the moves of later genes change too, although their numbers do not.
      They are read on other boards.`,
    lab: lab(app, signal, {
      title: 'Your own decoding',
      judge: 'decode',
      about:
        'The function gets a gene and the legal moves, and returns one of them. It decodes 1,000 ' +
        'random chromosomes. Make it poor: always return moves[0]. What does the test say?',
      code: `
function decode(gene, moves) {
  return moves[Math.floor(gene * moves.length)];
}`,
    }),
    go: 'search/decode/decoding.go Walker.ranked',
    questions: [
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
    ],
  });
}

/**
 * Makes the genes of one chromosome as sliders.
 * @param {import('../app.js').App} app
 */
function decoding(app) {
  const start = /** @type {import('../board.js').Board} */ (parse('1 2 3/5 7 6/4 0 8'));
  const goal = solved(3, 3);
  let genes = [0.1, 0.42, 0.77, 0.25, 0.6, 0.9];
  /** The gene whose board is shown. */
  let at = genes.length - 1;
  let asked = 0;
  const view = new BoardView({ label: 'Board' });
  const caption = el('p', { class: 'muted' });
  const formula = el('p', { class: 'muted' });
  const { note, attempt } = noteFor(app);
  const [facts, fill] = figures('Plan', 'Estimate h', 'Fitness');

  const rows = genes.map((_, i) => {
    const slider = el('input', {
      type: 'range',
      min: '0',
      max: '0.99',
      step: '0.01',
      'aria-label': `Gene ${i + 1}`,
      oninput: () => {
        genes[i] = Number(slider.value);
        at = i;
        show();
      },
      onfocus: () => {
        at = i;
        show();
      },
    });
    const value = el('span', { class: 'mono' });
    const parts = el('div', { class: 'ranges', 'aria-hidden': 'true' });
    return {
      slider,
      value,
      parts,
      element: el(
        'div',
        { class: 'gene' },
        el('span', { class: 'label' }, `Gene ${i + 1}`),
        el('div', {}, slider, parts),
        value,
      ),
    };
  });

  const show = () =>
    attempt(async () => {
      const decoded = decode(start, genes);
      rows.forEach(({ slider, value, parts, element }, i) => {
        const { choices, move } = decoded[i];
        slider.value = String(genes[i]);
        slider.setAttribute(
          'aria-valuetext',
          `${geneText(genes[i])}: ${move} of ${choices.join(', ')}`,
        );
        value.textContent = geneText(genes[i]);
        parts.replaceChildren(
          ...choices.map((choice) =>
            el('span', { class: choice === move ? 'chosen' : '' }, choice),
          ),
        );
        element.classList.toggle('current', i === at);
      });
      view.show(decoded[at].board, goal);
      const { move, choices } = decoded[at];
      caption.textContent =
        `The board after gene ${at + 1}, which chooses ${move}` +
        (choices.length > 1 ? ` from ${choices.join(', ')}.` : ', the only move.');
      const plan = decoded.map(({ move }) => move).join(' ');
      const request = ++asked;
      const end = decoded[decoded.length - 1].board;
      const [{ h, sum, value }] = await fitness(app.backend, [end], [genes.length]);
      if (request === asked) {
        fill(plan, same(end, goal) ? '0, the goal' : String(h), value);
        note.textContent = '';
        formula.textContent = `Fitness: ${sum} = ${value}`;
      }
    });

  show();
  return el(
    'div',
    { class: 'two' },
    el('div', { class: 'stack' }, view.element, caption),
    el(
      'div',
      { class: 'stack' },
      el('div', { class: 'genes' }, ...rows.map(({ element }) => element)),
      el(
        'div',
        { class: 'row' },
        button('Random genes', () => {
          genes = randomGenes(genes.length);
          show();
        }),
        button('Mutate one gene', () => {
          at = Math.floor(Math.random() * genes.length);
          genes[at] = randomGene();
          show();
          app.announce(`Gene ${at + 1} is now ${rows[at].slider.getAttribute('aria-valuetext')}`);
        }),
      ),
      facts,
      formula,
      note,
    ),
  );
}
