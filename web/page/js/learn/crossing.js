// A figure of chapter 11: two parents and their child, which is built gene by gene.

import { BoardView } from '../boardview.js';
import { parse, solved } from '../board.js';
import { button, el, field } from '../dom.js';
import { noteFor } from '../parts.js';
import { decode, fitness, geneText, randomGene, randomGenes } from './genes.js';
import { Stages } from './stages.js';
import { strip } from './strip.js';

/** @typedef {import('../board.js').Board} Board */

/**
 * A gene of the child: the parent that it comes from (0 or 1) and its index there. A mutated gene
 * is fresh.
 * @typedef {{gene: number, parent: number, index: number, fresh: boolean}} ChildGene
 */

const stages = [
  {
    name: 'Crossover',
    text: `The child takes the genes of A up to the cut of A, and those of B from the cut of B.
      The cuts are independent. Step through the genes of the child: its board is where they lead.`,
  },
  {
    name: 'Other moves',
    text: `The genes of A keep their moves, because they are read on the same boards as before.
      The genes of B are read on other boards. A dotted frame marks a gene that now stands for
      another move.`,
  },
  {
    name: 'Mutation',
    text: `A mutation draws one gene of the child anew: the green frame. All moves behind it may
change.`,
  },
];

/** The board on which all plans begin. */
const start = /** @type {Board} */ (parse('1 2 3/5 7 6/4 0 8'));

/** A chromosome with the board where its plan ends. */
class Member {
  /** @param {string} name */
  constructor(name) {
    this.view = new BoardView({ label: `Last board of ${name}` });
    this.list = el('ol', { class: 'chromosome' });
    this.score = el('p', { class: 'muted' });
    this.body = el('div', {}, this.list, this.score);
    this.element = el(
      'div',
      { class: 'member' },
      el('h2', {}, name),
      el('div', { class: 'small' }, this.view.element),
      this.body,
    );
  }
}

/** A member with a cut. */
class Parent extends Member {
  /**
   * @param {string} name
   * @param {() => void} onCut
   */
  constructor(name, onCut) {
    super(name);
    this.cut = el('input', { type: 'range', min: '1', oninput: onCut });
    this.list.after(field(`Cut of ${name}`, this.cut));
  }

  /** The number of genes before the cut. */
  get at() {
    return Number(this.cut.value);
  }
}

export class Crossing {
  /**
   * @param {import('../app.js').App} app
   * @param {AbortSignal} signal
   */
  constructor(app, signal) {
    this.app = app;
    this.stage = 0;
    /** The genes of both parents. */
    this.genes = [randomGenes(7), randomGenes(5)];
    /** The mutated genes of the child, by index. @type {Map<number, number>} */
    this.mutated = new Map();
    this.asked = 0;
    this.note = noteFor(app);
    this.parents = ['Parent A', 'Parent B'].map((name) => new Parent(name, () => this.cross()));
    this.child = new Member('Child');
    this.timeline = strip(signal, 'Gene', (at) => this.show(at), '2');
    this.element = this.lay();
    this.cut();
  }

  lay() {
    const mutate = button('Mutate the child', () => this.mutate());
    mutate.hidden = true;
    const turns = new Stages(stages, (at) => {
      this.stage = at;
      mutate.hidden = at < 2;
      this.timeline.seek(this.timeline.at);
    });
    const buttons = el(
      'div',
      { class: 'row' },
      button('Cut at random', () => this.cut()),
      mutate,
      button('New parents', () => {
        this.genes = [randomGenes(7), randomGenes(5)];
        this.cut();
      }),
    );
    const body = el(
      'section',
      { class: 'stack crossing', 'aria-label': 'Cross two chromosomes' },
      ...this.parents.map(({ element }) => element),
      this.child.element,
      this.timeline.element,
      buttons,
      this.note.note,
    );
    return el('div', { class: 'staged' }, turns.element, body);
  }

  /** Chooses both cuts at random. */
  cut() {
    for (const [i, { cut }] of this.parents.entries()) {
      const last = this.genes[i].length - 1;
      cut.max = String(last);
      cut.value = String(1 + Math.floor(Math.random() * last));
    }
    this.cross();
  }

  /** Makes the child of the cuts, without mutations, and shows all of it. */
  cross() {
    this.mutated = new Map();
    this.timeline.pause();
    this.refresh();
  }

  /** Shows all genes of the child, and computes the fitness of all. */
  refresh() {
    const { length } = this.childGenes;
    this.timeline.resize(length, length);
    this.score();
  }

  /** The genes of the child. @returns {ChildGene[]} */
  get childGenes() {
    const [a, b] = this.parents.map(({ at }) => at);
    const left = this.genes[0].slice(0, a).map((gene, i) => ({ gene, parent: 0, index: i }));
    const right = this.genes[1].slice(b).map((gene, i) => ({ gene, parent: 1, index: b + i }));
    return [...left, ...right].map((item, i) => {
      const gene = this.mutated.get(i);
      return gene === undefined ? { ...item, fresh: false } : { ...item, gene, fresh: true };
    });
  }

  /** Draws a gene of the child anew. */
  mutate() {
    const at = Math.floor(Math.random() * this.childGenes.length);
    this.mutated.set(at, randomGene());
    this.refresh();
    const text = this.child.list.children[at].textContent;
    this.app.announce(`Gene ${at + 1} of the child mutated: ${text}`);
  }

  /** Shows the parents, and the first genes of the child. @param {number} at how many */
  show(at) {
    const plans = this.genes.map((genes) => decode(start, genes));
    const goal = solved(3, 3);
    for (const [p, parent] of this.parents.entries()) {
      const plan = plans[p];
      parent.cut.setAttribute('aria-valuetext', `after gene ${parent.at}`);
      const cells = plan.map(({ move }, i) =>
        cell(this.genes[p][i], move, p, { cut: i === parent.at }),
      );
      parent.list.replaceChildren(...cells);
      parent.view.show(plan[plan.length - 1].board, goal);
    }
    const child = this.childGenes;
    const plan = decode(
      start,
      child.map(({ gene }) => gene),
    );
    const cells = child.slice(0, at).map(({ gene, parent, index, fresh }, i) => {
      const kept = plan[i].move === plans[parent][index].move;
      const other = this.stage > 0 && !fresh && !kept;
      return cell(gene, plan[i].move, parent, { fresh, other, cut: i === this.parents[0].at });
    });
    this.child.list.replaceChildren(...cells);
    this.child.view.show(plan[at - 1].board, goal);
  }

  /** Computes the fitness of all three plans. */
  score() {
    const chromosomes = [...this.genes, this.childGenes.map(({ gene }) => gene)];
    const ends = chromosomes.map((genes) => decode(start, genes)[genes.length - 1].board);
    const lengths = chromosomes.map((genes) => genes.length);
    this.asked++;
    const request = this.asked;
    return this.note.attempt(async () => {
      const scores = await fitness(this.app.backend, ends, lengths);
      if (request !== this.asked) return;
      for (const [i, member] of [...this.parents, this.child].entries())
        member.score.textContent = `Fitness: ${scores[i].sum} = ${scores[i].value}`;
    });
  }
}

/**
 * Makes the cell of a gene and its move.
 * @param {number} gene
 * @param {string} move
 * @param {number} parent 0 or 1
 * @param {{fresh?: boolean, other?: boolean, cut?: boolean}} marks
 */
function cell(gene, move, parent, { fresh = false, other = false, cut = false }) {
  const item = el('li', { class: `gene-cell ${parent === 0 ? 'a' : 'b'}` });
  item.classList.toggle('fresh', fresh);
  item.classList.toggle('other', other);
  item.classList.toggle('cut', cut);
  item.append(el('span', {}, geneText(gene)), el('strong', {}, move));
  if (fresh) item.append(el('span', { class: 'hidden' }, ', mutated'));
  if (other) item.append(el('span', { class: 'hidden' }, ', another move than in the parent'));
  return item;
}
