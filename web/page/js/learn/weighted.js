// Chapter 7: greedy and weighted A*, and what optimality costs.

import { BoardView } from '../boardview.js';
import { format, parse, solved } from '../board.js';
import { button, el, field, select } from '../dom.js';
import { noteFor, table } from '../parts.js';
import { colourOf } from '../solvers.js';
import { count, plural, seconds } from '../text.js';
import { begin, bestFirst, estimates, finish, lines } from './algorithms.js';
import { card, lay, randomBoard } from './chapter.js';
import { figure } from './figure.js';
import { lab } from './lab.js';
import { stepper } from './stepper.js';
import { pseudocodeByCost } from './tree.js';
import { TreeView } from './treeview.js';

/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('./algorithms.js').Node} Node */

/**
 * The rules by which a node is taken.
 * @type {Record<string, {name: string, line: string, of: (node: Node) => number}>}
 */
const rules = {
  astar: { name: 'A*: g + h', line: 'g + h', of: ({ g, h }) => g + h },
  w2: { name: 'Weighted A*: g + 2 h', line: 'g + 2 h', of: ({ g, h }) => g + 2 * h },
  greedy: { name: 'Greedy: h', line: 'h', of: ({ h }) => h },
};

/**
 * A board on which weighted A* saves most of the work for two moves more, and greedy search takes a
 * long way.
 */
const start = /** @type {Board} */ (parse('3 0 7/2 5 6/1 4 8'));

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  let search = begin();
  let rule = 'w2';
  let taken = rules[rule];
  const tree = new TreeView((node) => [`${taken.of(node)}`, `g ${node.g}  h ${node.h}`]);
  const results = Object.values(rules).map(({ name, of }) => {
    const whole = begin();
    finish(bestFirst(whole, start, { priority: of, estimate: estimates.manhattan, most: 100_000 }));
    return `${name}: ${whole.found?.g} moves, ${count(whole.expanded)} expanded`;
  });
  const made = stepper(app, signal, {
    label: 'weighted A*',
    lines: pseudocodeByCost('g + w · h'),
    round: lines.loop,
    unit: 'board',
    picture: tree.element,
    facts: ['Expanded', 'Generated', 'Length'],
    settings: [
      field(
        'The search takes the smallest',
        select(
          Object.entries(rules).map(([value, { name }]) => [value, name]),
          rule,
          (value) => {
            rule = value;
            taken = rules[rule];
            made.restart();
          },
        ),
      ),
    ],
    start: () => {
      search = begin();
      return bestFirst(search, start, {
        priority: taken.of,
        estimate: estimates.manhattan,
        most: 400,
      });
    },
    show: () => {
      tree.show(
        search,
        `The tree of a search by ${taken.line}, with ${plural(search.nodes.length, 'node')}.`,
      );
      return [
        count(search.expanded),
        count(search.generated),
        search.found ? String(search.found.g) : '–',
      ];
    },
    says: () =>
      search.found
        ? `${results.join('. ')}.`
        : `The number on each board is ${taken.line}. No number is smaller than that of the ` +
          'yellow board, so it is next.',
  });
  lay(root, {
    lead: `Trust the estimate more than the moves made, and the search hurries to the goal. The plan
      may be longer. Compare the three rules on one board.`,
    figure: made.element,
    terms: [
      ['weighted A*', 'Takes the node with the smallest g + w · h, with a weight w of at least 1.'],
      ['greedy search', 'Takes the node with the smallest h, however many moves lead there.'],
      ['gap', 'The length of a plan divided by the length of a shortest one.'],
      ['proof', 'That no plan is shorter. It is what most of the work of A* goes into.'],
    ],
    text: `
      To find some plan is easy: a person can place the tiles of a board one after another. To find
      a shortest plan is NP-hard for boards of n rows and n columns (Ratner and Warmuth 1990). A
      shortest plan needs a proof, and the proof has to expand every board whose f is less than the
      length of the plan.

      Weighted A* (Pohl 1970) gives up the proof. With an admissible heuristic its plan is at most w
      times as long as a shortest one. Usually it is much shorter than that, and on hard boards the
      search is faster by orders of magnitude.

      On the board above, A* expands 83 boards for a plan of 17 moves. With w = 2, the search
      expands 21, a quarter, and its plan has 19 moves. The promise allows 34.

      Greedy search gives no such promise: its plan for this board has 43 moves. A genetic algorithm
      gives none either. It finds a plan, then shorter ones, and can be stopped at any time.`,
    more: [card('Length against time on 4x4', comparison(app, signal))],
    lab: lab(app, signal, {
      title: 'Your own priority',
      judge: 'priority',
      about:
        'The search takes the node with the smallest priority. It solves 20 boards, with h the ' +
        'Manhattan distance.',
      code: `
function priority(g, h) {
  return g + 1.5 * h;
}`,
    }),
    go: 'astar/astar.go rule.f',
    questions: [
      [
        'Which weight turns weighted A* into A*?',
        'With weight 1, g + w · h is f. The larger the weight, the closer it is to greedy search.',
        ['1', '0', 'A very large one'],
      ],
      [
        'With weight 2 a plan has 40 moves. What is known about the shortest plan?',
        'The plan is at most twice as long as a shortest one, if the heuristic is admissible.',
        ['It has at least 20 moves', 'It has 20 moves', 'It has at least 38 moves'],
      ],
      [
        'Why is the plan of weighted A* usually much better than its promise?',
        'The promise holds for the worst heuristic. In practice the estimate is close to the ' +
          'distance near the goal.',
      ],
    ],
  });
}

/** A* and weighted A* stop at this number of generated boards. */
const nodeLimit = 3_000_000;

/** The solvers that are compared. @type {[string, string, Record<string, string>][]} */
const solvers = [
  ['A*', 'astar', {}],
  ...['1.5', '2', '3', '5'].map(
    (weight) =>
      /** @type {[string, string, Record<string, string>]} */ ([
        `Weighted A*, w = ${weight}`,
        'wastar',
        { weight },
      ]),
  ),
  ['Greedy', 'greedy', {}],
  ['Genetic algorithm', 'ga', {}],
];

/**
 * Makes a card that compares the plans of several solvers for one board.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 */
function comparison(app, signal) {
  const goal = solved(4, 4);
  let board = /** @type {Board} */ (parse('3 10 2 12/6 11 0 7/4 13 1 15/14 8 5 9'));
  let run = new AbortController();
  const view = new BoardView({ label: 'Board' });
  const go = button('Solve by all', () => (go.textContent === 'Stop' ? run.abort() : compare()), {
    class: 'primary',
  });
  const [drawing, draw] = figure();
  const results = el('div');
  const { note, say, attempt } = noteFor(app);

  const reset = () => {
    run.abort();
    drawing.hidden = true;
    note.textContent = '';
    results.replaceChildren();
    view.show(board, goal);
  };

  const compare = async () => {
    reset();
    const own = new AbortController();
    run = own;
    go.textContent = 'Stop';
    /** @type {{name: string, algorithm: string, answer: any}[]} */
    const answers = [];
    await attempt(async () => {
      for (const [name, algorithm, settings] of solvers) {
        say(`${name} is searching.`);
        const params = {
          board: format(board),
          algorithm,
          settings: { ...settings, heuristic: 'linear-conflict' },
          node_limit: algorithm === 'ga' ? undefined : nodeLimit,
        };
        const answer = await app.backend.stream(
          'solve',
          params,
          () => {},
          AbortSignal.any([own.signal, signal]),
        );
        if (own !== run) return;
        answers.push({ name, algorithm, answer });
        show(answers);
      }
      say('Each point is a plan. Plans of the genetic algorithm become shorter with time.');
    });
    if (own !== run) return;
    if (own.signal.aborted) note.textContent = '';
    go.textContent = 'Solve by all';
  };

  const show = (/** @type {{name: string, algorithm: string, answer: any}[]} */ answers) => {
    results.replaceChildren(
      table(
        'Plans for this board',
        ['Solver', 'Length', 'Expanded or scored', 'Time'],
        answers.map(
          ({
            name,
            answer: { status, length, optimal, lower_bound, expanded, evaluated, seconds: time },
          }) => [
            name,
            length === null
              ? `none; at least ${lower_bound}`
              : `${length}${optimal ? ', optimal' : ''}`,
            evaluated
              ? plural(evaluated, 'plan')
              : (status === 'node-limit' ? 'stopped at ' : '') + plural(expanded, 'board'),
            seconds(time),
          ],
        ),
      ),
    );
    /** The plans of each algorithm. @type {Map<string, import('./figure.js').Series>} */
    const plans = new Map();
    for (const {
      name,
      algorithm,
      answer: { found, length, seconds: time },
    } of answers) {
      const [group, weight] = name.split(', ');
      const of = plans.get(group) ?? {
        name: group,
        kind: 'points',
        colour: colourOf(algorithm),
        data: [],
        notes: [],
      };
      if (found) of.data.push(...found.map((/** @type {any} */ f) => [ms(f.seconds), f.length]));
      else if (length !== null) of.data.push([ms(time), length]);
      if (length !== null && weight) of.notes?.push(weight);
      if (of.data.length) plans.set(group, of);
    }
    const series = [...plans.values()];
    if (!series.length) return;
    drawing.hidden = false;
    draw({
      label: 'Length of the plans against the time to find them, on a logarithmic scale',
      x: { label: 'Time in milliseconds', log: true },
      y: { label: 'Length' },
      series,
    });
  };

  /** @param {number} s a time in seconds; at least 0.01 ms, so that it has a logarithm */
  const ms = (s) => Math.max(0.01, s * 1000);

  const shuffle = () =>
    attempt(async () => {
      board = await randomBoard(app, '4x4');
      reset();
    });

  reset();
  return el(
    'div',
    { class: 'stack' },
    el(
      'div',
      { class: 'two' },
      view.element,
      el(
        'div',
        { class: 'stack' },
        el(
          'p',
          {},
          'How long is each plan, and how long does it take? All use linear conflict. A* and ' +
            `weighted A* stop at ${count(nodeLimit)} generated boards.`,
        ),
        el('div', { class: 'row' }, go, button('Random board', shuffle)),
        drawing,
        note,
      ),
    ),
    results,
  );
}
