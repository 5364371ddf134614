// The figure of chapter 10: the genes of a chromosome as sliders, and the boards that they lead to.

import { BoardView } from '../boardview.js';
import { parse, same, solved } from '../board.js';
import { button, el } from '../dom.js';
import { figures, noteFor } from '../parts.js';
import { decode, fitness, geneText, randomGene, randomGenes } from './genes.js';
import { Stages } from './stages.js';
import { strip } from './strip.js';

/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('./genes.js').Decoded} Decoded */

const stages = [
  {
    name: 'Moves',
    text: `The range from 0 to 1 is cut into as many equal parts as there are legal moves, and the
      gene chooses the move of the part it falls in. The move that undoes the last one is left
      out. Step through the genes.`,
  },
  {
    name: 'Context',
    text: `Change the first gene. The moves of later genes change too, although their numbers do
      not: they are read on other boards. Such a move is marked with the move that it was.`,
  },
  {
    name: 'Fitness',
    text: `How good is the plan? Its last board has an estimate h, and each gene costs a little.
      Less is better. Mutate a gene, as the algorithm does: is the plan fitter?`,
  },
];

/** The board on which the first gene is read. */
const start = /** @type {Board} */ (parse('1 2 3/5 7 6/4 0 8'));

/** A gene as a slider, with its number and the moves that it chooses from. */
class Row {
  /**
   * @param {number} index
   * @param {{onInput: (value: number) => void, onFocus: () => void}} events
   */
  constructor(index, { onInput, onFocus }) {
    this.slider = el('input', {
      type: 'range',
      min: '0',
      max: '0.99',
      step: '0.01',
      'aria-label': `Gene ${index + 1}`,
      oninput: () => onInput(Number(this.slider.value)),
      onfocus: onFocus,
    });
    this.value = el('span', { class: 'mono' });
    this.was = el('span', { class: 'was' });
    this.parts = el('div', { class: 'ranges', 'aria-hidden': 'true' });
    this.element = el(
      'div',
      { class: 'gene' },
      el('span', { class: 'label' }, `Gene ${index + 1}`),
      el('div', {}, this.slider, this.parts),
      el('span', {}, this.value, this.was),
    );
  }

  /**
   * Shows a gene.
   * @param {number} gene
   * @param {Decoded} decoded
   * @param {string} was the move that it was, if another one is to be shown
   */
  show(gene, { choices, move }, was) {
    this.slider.value = String(gene);
    const words = `${geneText(gene)}: ${move} of ${choices.join(', ')}`;
    this.slider.setAttribute('aria-valuetext', words);
    this.value.textContent = geneText(gene);
    this.was.textContent = was ? `was ${was}` : '';
    const parts = choices.map((choice) =>
      el('span', { class: choice === move ? 'chosen' : '' }, choice),
    );
    this.parts.replaceChildren(...parts);
  }
}

export class Decoding {
  /**
   * @param {import('../app.js').App} app
   * @param {AbortSignal} signal
   */
  constructor(app, signal) {
    this.app = app;
    this.stage = 0;
    this.genes = [0.1, 0.42, 0.77, 0.25, 0.6, 0.9];
    /** The gene that was changed last; -1 for all. */
    this.changed = -1;
    /** The moves before the gene was changed. @type {string[]} */
    this.before = [];
    this.asked = 0;
    this.view = new BoardView({ label: 'Board' });
    this.caption = el('p', { class: 'muted' });
    this.formula = el('p', { class: 'muted' });
    this.note = noteFor(app);
    const [facts, fill] = figures('Plan', 'Estimate h', 'Fitness');
    this.facts = facts;
    this.fill = fill;
    this.rows = this.genes.map(
      (_, i) =>
        new Row(i, {
          onInput: (value) => this.change(i, value),
          onFocus: () => this.timeline.pause(i + 1),
        }),
    );
    this.timeline = strip(signal, 'Gene', (at) => this.show(at), '2');
    this.element = this.lay();
    this.timeline.resize(this.genes.length, this.genes.length);
    this.score();
  }

  lay() {
    const buttons = el(
      'div',
      { class: 'row' },
      button('Random genes', () => this.use(randomGenes(this.genes.length))),
      button('Mutate one gene', () => this.mutate()),
    );
    this.fitness = el('div', { class: 'stack' }, this.facts, this.formula);
    this.fitness.hidden = true;
    const turns = new Stages(stages, (at) => {
      this.stage = at;
      /** @type {HTMLElement} */ (this.fitness).hidden = at < 2;
      this.timeline.seek(this.timeline.at);
    });
    const left = el('div', { class: 'stack' }, this.view.element, this.caption);
    const genes = el('div', { class: 'genes' }, ...this.rows.map(({ element }) => element));
    const right = el('div', { class: 'stack' }, genes, this.timeline.element, buttons);
    right.append(this.fitness, this.note.note);
    return el('div', { class: 'staged' }, turns.element, el('div', { class: 'two' }, left, right));
  }

  /** The moves of the genes, with the boards that they lead to. */
  get decoded() {
    return decode(start, this.genes);
  }

  /** Replaces all genes. @param {number[]} genes */
  use(genes) {
    this.genes = [...genes];
    this.changed = -1;
    this.timeline.pause(this.timeline.at);
    this.score();
  }

  /**
   * Changes a gene.
   * @param {number} i
   * @param {number} value
   */
  change(i, value) {
    if (i !== this.changed) this.before = this.decoded.map(({ move }) => move);
    this.changed = i;
    this.genes[i] = value;
    this.timeline.pause(i + 1);
    this.score();
  }

  /** Draws a gene anew. */
  mutate() {
    const i = Math.floor(Math.random() * this.genes.length);
    this.changed = -1; // a mutation is a change of its own
    this.change(i, randomGene());
    const text = this.rows[i].slider.getAttribute('aria-valuetext');
    this.app.announce(`Gene ${i + 1} is now ${text}`);
  }

  /** Shows the genes, and the board after one of them. @param {number} at the number of the gene */
  show(at) {
    const { decoded } = this;
    for (const [i, row] of this.rows.entries()) {
      row.show(this.genes[i], decoded[i], this.moved(decoded, i) ? this.before[i] : '');
      row.element.classList.toggle('current', i === at - 1);
    }
    const { board, move, choices } = decoded[at - 1];
    this.view.show(board, solved(3, 3));
    const from = choices.length > 1 ? ` from ${choices.join(', ')}.` : ', the only move.';
    this.caption.textContent = `The board after gene ${at}, which chooses ${move}${from}`;
  }

  /**
   * Whether a gene chooses another move, because a gene before it was changed.
   * @param {Decoded[]} decoded
   * @param {number} i
   */
  moved(decoded, i) {
    if (this.stage < 1 || this.changed < 0) return false;
    return i !== this.changed && decoded[i].move !== this.before[i];
  }

  /** Computes the fitness of the plan. */
  score() {
    const { decoded } = this;
    const plan = decoded.map(({ move }) => move).join(' ');
    const end = decoded[decoded.length - 1].board;
    this.asked++;
    const request = this.asked;
    return this.note.attempt(async () => {
      const [{ h, sum, value }] = await fitness(this.app.backend, [end], [decoded.length]);
      if (request !== this.asked) return;
      this.fill(plan, same(end, solved(3, 3)) ? '0, the goal' : String(h), value);
      this.note.note.textContent = '';
      this.formula.textContent = `Fitness: ${sum} = ${value}`;
    });
  }
}
