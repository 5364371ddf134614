// Chapter 6: chromosomes and decoding in context.

import { BoardView } from '../boardview.js';
import { parse, same, solved } from '../board.js';
import { button, el } from '../dom.js';
import { figures, noteFor } from '../parts.js';
import { decode, fitness, geneText, randomGene, randomGenes } from './genes.js';
import { card, prose } from './chapter.js';

export const title = 'Chromosomes';

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app) {
  root.append(prose(`
    A _genetic algorithm_ (Holland 1975) improves a _population_ of candidate solutions by selection,
    crossover and mutation. Each candidate is written as a _chromosome_, a list of _genes_. On this page a
    chromosome stands for a plan, and a gene is a number from 0 up to, but less than, 1.

    A list of moves such as U L L would make a poor chromosome: after a change to one move, a later one may
    not be legal. The study “Solving sliding tile n-puzzles with genetic algorithms and A*” (2015) therefore
    _decodes genes in context_. Each gene is read on the board that the genes before it have led to. The
    range from 0 to 1 is cut into as many equal parts as there are legal moves on this board, and the gene
    names the move of the part it falls in. The move that undoes the last one is left out. So every
    chromosome is a legal plan.

    The _fitness_ of a chromosome says how good its plan is. Here it is nine tenths of the estimate h of the
    last board and one tenth of the number of genes. Less is better.`));
  root.append(decoding(app));
  root.append(prose(`
    Change the first gene. The moves of later genes change too, although their numbers do not: they are read
    on other boards.`));
}

/**
 * Makes a card with the genes of one chromosome as sliders.
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
    const slider = el('input', { type: 'range', min: '0', max: '0.99', step: '0.01', 'aria-label': `Gene ${i + 1}`,
      oninput: () => { genes[i] = Number(slider.value); at = i; show(); },
      onfocus: () => { at = i; show(); } });
    const value = el('span', { class: 'mono' });
    const parts = el('div', { class: 'ranges', 'aria-hidden': 'true' });
    return { slider, value, parts, element: el('div', { class: 'gene' },
      el('span', { class: 'label' }, `Gene ${i + 1}`), el('div', {}, slider, parts), value) };
  });

  const show = () => attempt(async () => {
    const decoded = decode(start, genes);
    rows.forEach(({ slider, value, parts, element }, i) => {
      const { choices, move } = decoded[i];
      slider.value = String(genes[i]);
      slider.setAttribute('aria-valuetext', `${geneText(genes[i])}: ${move} of ${choices.join(', ')}`);
      value.textContent = geneText(genes[i]);
      parts.replaceChildren(...choices.map((choice) => el('span', { class: choice === move ? 'chosen' : '' }, choice)));
      element.classList.toggle('current', i === at);
    });
    view.show(decoded[at].board, goal);
    const { move, choices } = decoded[at];
    caption.textContent = `The board after gene ${at + 1}, which chooses ${move}` +
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
  return card('Decode a chromosome', el('div', { class: 'pair' },
    el('div', { class: 'stack' }, view.element, caption),
    el('div', { class: 'stack' },
      el('div', { class: 'genes' }, ...rows.map(({ element }) => element)),
      el('div', { class: 'row' },
        button('Random genes', () => { genes = randomGenes(genes.length); show(); }),
        button('Mutate one gene', () => {
          at = Math.floor(Math.random() * genes.length);
          genes[at] = randomGene();
          show();
          app.announce(`Gene ${at + 1} is now ${rows[at].slider.getAttribute('aria-valuetext')}`);
        })),
      facts, formula, note)));
}
