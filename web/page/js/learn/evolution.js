// Chapter 11: crossover, mutation, generations and phases.

import { BoardView } from '../boardview.js';
import { format, parse, solved } from '../board.js';
import { button, el, field, select } from '../dom.js';
import { figures, noteFor } from '../parts.js';
import { count, number, plural, seconds } from '../text.js';
import { figure } from './figure.js';
import { decode, fitness, geneText, randomGene, randomGenes } from './genes.js';
import { card, heuristics, lay, randomBoard, randomSeed } from './chapter.js';
import { lab } from './lab.js';

/** @typedef {import('../board.js').Board} Board */

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  lay(root, {
    lead: `A child takes the left part of one parent and the right part of the other. Move the cuts.
      A dotted frame marks a gene that stands for another move than in its parent.`,
    figure: crossing(app),
    terms: [
      [
        'selection',
        'The population is divided into random pairs. The fitter of each pair survives and can ' +
          'become a parent.',
      ],
      [
        'crossover',
        'Joins parts of two parents. The two cuts are independent, so children differ in length.',
      ],
      ['mutation', 'Draws one random gene anew.'],
      ['generation', 'One round of selection, crossover and mutation.'],
      ['phase', 'A series of generations that begins with a new random population.'],
      ['local minimum', 'A board none of whose neighbours has a better score. Less is better.'],
    ],
    text: `
      The genes of the left part keep their moves, because they are read on the same boards as
      before. The genes of the right part are read on other boards, and may name other moves.

      After many generations the chromosomes are alike, and the search is often stuck in a local
      minimum. Then the next phase begins with a new random population. In the code of the study,
      each phase is an independent try from the first board. In the presets pure and memetic of this
      project, a phase goes on from the best board of the phase before.

      A genetic algorithm proves nothing. It does not show that a board has no plan, or that its
      plan is a shortest one. A run may end without a plan.

      The solver of this project also uses other methods, such as small searches that shorten its
      plan. With these methods, crossover hardly changes how long the plans are.`,
    more: [card('Evolve a plan', running(app, signal))],
    lab: lab(app, signal, {
      title: 'Your own crossover',
      judge: 'crossover',
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
    }),
    go: 'ga/crossover.go mating.cross',
    questions: [
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
    ],
  });
}

/**
 * Makes a card with two parents and their child.
 * @param {import('../app.js').App} app
 */
function crossing(app) {
  const start = /** @type {Board} */ (parse('1 2 3/5 7 6/4 0 8'));
  const goal = solved(3, 3);
  let parents = [randomGenes(7), randomGenes(5)];
  /** The mutated genes of the child, by index. @type {Map<number, number>} */
  let mutated = new Map();
  let asked = 0;
  const { note, attempt } = noteFor(app);
  const members = ['Parent A', 'Parent B', 'Child'].map((name, i) => {
    const view = new BoardView({
      label: `Last board of ${name.toLowerCase().replace(/ .$/, (s) => s.toUpperCase())}`,
    });
    const list = el('ol', { class: 'chromosome' });
    const score = el('p', { class: 'muted' });
    const cut = el('input', {
      type: 'range',
      min: '1',
      oninput: () => {
        mutated = new Map();
        show();
      },
    });
    const element = el(
      'div',
      { class: 'member' },
      el('h2', {}, name),
      el('div', { class: 'small' }, view.element),
      el('div', {}, list, i < 2 ? field(`Cut of ${name}`, cut) : null, score),
    );
    return { view, list, score, cut, element };
  });

  /** Chooses both cuts at random. */
  const cut = () => {
    mutated = new Map();
    members.slice(0, 2).forEach((member, i) => {
      member.cut.max = String(parents[i].length - 1);
      member.cut.value = String(1 + Math.floor(Math.random() * (parents[i].length - 1)));
    });
    show();
  };

  const show = () =>
    attempt(async () => {
      const [a, b] = members.map((member) => Number(member.cut.value));
      const left = parents[0].slice(0, a).map((gene, i) => ({ gene, from: 'a', was: i }));
      const right = parents[1].slice(b).map((gene, i) => ({ gene, from: 'b', was: b + i }));
      const child = [...left, ...right].map((item, i) => ({
        ...item,
        gene: mutated.get(i) ?? item.gene,
      }));
      const plans = [...parents, child.map(({ gene }) => gene)].map((genes) =>
        decode(start, genes),
      );
      parents.forEach((genes, p) => {
        members[p].cut.setAttribute('aria-valuetext', `after gene ${[a, b][p]}`);
        members[p].list.replaceChildren(
          ...genes.map((gene, i) =>
            cell(gene, plans[p][i].move, p ? 'b' : 'a', { cut: i === [a, b][p] }),
          ),
        );
      });
      members[2].list.replaceChildren(
        ...child.map(({ gene, from, was }, i) => {
          const { move } = plans[2][i];
          const fresh = mutated.has(i);
          const other = !fresh && move !== plans[from === 'a' ? 0 : 1][was].move;
          return cell(gene, move, from, { fresh, other, cut: i === a });
        }),
      );
      const ends = plans.map((plan) => plan[plan.length - 1].board);
      for (const [i, board] of ends.entries()) members[i].view.show(board, goal);
      const request = ++asked;
      const scores = await fitness(
        app.backend,
        ends,
        plans.map((plan) => plan.length),
      );
      if (request !== asked) return;
      for (const [i, { sum, value }] of scores.entries())
        members[i].score.textContent = `Fitness: ${sum} = ${value}`;
    });

  const mutate = () => {
    const length = members[2].list.children.length;
    const at = Math.floor(Math.random() * length);
    mutated.set(at, randomGene());
    show();
    app.announce(
      `Gene ${at + 1} of the child mutated: ${members[2].list.children[at].textContent}`,
    );
  };

  cut();
  return el(
    'section',
    { class: 'stack crossing', 'aria-label': 'Cross two chromosomes' },
    ...members.map(({ element }) => element),
    el(
      'div',
      { class: 'row' },
      button('Cut at random', cut, { class: 'primary' }),
      button('Mutate the child', mutate),
      button('New parents', () => {
        parents = [randomGenes(7), randomGenes(5)];
        cut();
      }),
    ),
    note,
  );
}

/**
 * Makes the cell of a gene and its move.
 * @param {number} gene
 * @param {string} move
 * @param {string} from the name of the parent
 * @param {{fresh?: boolean, other?: boolean, cut?: boolean}} marks
 */
function cell(gene, move, from, { fresh, other, cut }) {
  const said = [fresh ? ', mutated' : '', other ? ', another move than in the parent' : ''].join(
    '',
  );
  return el(
    'li',
    {
      class: ['gene-cell', from, fresh && 'fresh', other && 'other', cut && 'cut']
        .filter(Boolean)
        .join(' '),
    },
    el('span', {}, geneText(gene)),
    el('strong', {}, move),
    said && el('span', { class: 'hidden' }, said),
  );
}

/**
 * Makes a card with a run of the genetic solver. A step of its timeline is a generation.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 */
function running(app, signal) {
  const goal = solved(3, 3);
  let board = /** @type {Board} */ (parse('7 2 4/5 0 6/8 3 1'));
  let run = new AbortController();
  /**
   * The generations (seen), each with the last board of its fittest plan.
   * @type {{seen: any, best: Board}[]}
   */
  let generations = [];
  const view = new BoardView({ label: 'Board' });
  const heuristic = select(heuristics, 'manhattan');
  const evolve = button('Evolve', () => (evolve.textContent === 'Stop' ? run.abort() : search()), {
    class: 'primary',
  });
  const slider = el('input', {
    type: 'range',
    min: '0',
    max: '0',
    oninput: () => step(Number(slider.value)),
  });
  const position = field('Generation', slider);
  const caption = el('p', { class: 'muted' });
  const [facts, fill] = figures('Plans scored', 'Length of the plan', 'Time');
  const [drawing, draw] = figure();
  const { note, say, attempt } = noteFor(app);

  const reset = () => {
    run.abort();
    generations = [];
    position.hidden = drawing.hidden = true;
    note.textContent = caption.textContent = '';
    fill();
    view.show(board, goal);
  };

  const search = async () => {
    reset();
    const own = new AbortController();
    run = own;
    evolve.textContent = 'Stop';
    await attempt(async () => {
      const [preset] = (await app.describe).presets; // the plain algorithm comes first
      const settings = {
        preset,
        'phase-mode': 'restart',
        population: '200',
        generations: '60',
        phases: '10',
        heuristic: heuristic.value,
        seed: String(randomSeed()),
      };
      const params = { board: format(board), algorithm: 'ga', settings };
      /** @type {import('../app.js').Answer} */
      const answer = await app.backend.stream(
        'watch',
        params,
        (_, { population }) => {
          if (!population || own !== run) return;
          const tiles = [...atob(population.boards).slice(0, 9)].map((c) => c.charCodeAt(0));
          generations.push({ seen: population, best: { ...goal, tiles } });
        },
        AbortSignal.any([own.signal, signal]),
      );
      if (own !== run) return; // another board was asked for meanwhile
      const { length, evaluated } = answer;
      fill(count(evaluated), length === null ? 'none' : count(length), seconds(answer.seconds));
      plot();
      if (!generations.length)
        return say('A plan was in the first population. Draw another board.', 'good');
      const phases = generations[generations.length - 1].seen.phase;
      const after =
        `after ${plural(generations.length, 'generation')} in ` + `${plural(phases, 'phase')}`;
      if (length === null) say(`The run ended ${after} without a plan. Another run may find one.`);
      else say(`The run found a plan of ${plural(length, 'move')} ${after}.`, 'good');
    });
    if (own === run) evolve.textContent = 'Evolve';
  };

  /** Draws the fitness of all generations, and shows the last one. */
  const plot = () => {
    if (!generations.length) return;
    position.hidden = drawing.hidden = false;
    slider.max = String(generations.length - 1);
    slider.value = slider.max;
    step(generations.length - 1);
    /** @type {(name: string, of: (seen: any) => number) => import('./figure.js').Series} */
    const line = (name, of) => ({
      name,
      kind: 'line',
      data: generations.map(({ seen }, i) => [i + 1, of(seen)]),
    });
    draw({
      label:
        `Best and mean fitness over ${plural(generations.length, 'generation')}. Dashed lines ` +
        'begin phases.',
      x: { label: 'Generation', zero: true },
      y: { label: 'Fitness', zero: true },
      rules: generations.flatMap(({ seen }, i) =>
        i > 0 && seen.phase !== generations[i - 1].seen.phase ? [i + 1] : [],
      ),
      series: [line('Best', ({ best }) => best), line('Mean', ({ mean }) => mean)],
    });
  };

  const step = (/** @type {number} */ at) => {
    const { seen, best } = generations[at];
    view.show(best, goal);
    const text =
      `Generation ${at + 1} of ${generations.length}, in phase ${seen.phase}: best fitness ` +
      `${number(seen.best)}, mean ${number(seen.mean)}.`;
    caption.textContent = `${text} The board is where the fittest plan ends.`;
    slider.setAttribute('aria-valuetext', text);
  };

  const shuffle = () =>
    attempt(async () => {
      board = await randomBoard(app, '3x3');
      reset();
    });

  reset();
  return el(
    'div',
    { class: 'two' },
    view.element,
    el(
      'div',
      { class: 'stack' },
      el(
        'div',
        { class: 'row bottom' },
        field('Heuristic', heuristic),
        evolve,
        button('Random board', shuffle),
      ),
      facts,
      drawing,
      position,
      caption,
      note,
    ),
  );
}
