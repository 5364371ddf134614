// Chapter 8: the cost of optimality.

import { BoardView } from '../boardview.js';
import { format, parse, solved } from '../board.js';
import { button, el } from '../dom.js';
import { noteFor, table } from '../parts.js';
import { count, plural, seconds } from '../text.js';
import { figure } from './figure.js';
import { card, prose, randomBoard } from './chapter.js';

export const title = 'What optimality costs';

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  root.append(prose(`
    To find some plan is easy: a person can place the tiles of a board one after another, and the number of
    moves grows only with the third power of the side of the board (Parberry 1995). To find an optimal plan
    is NP-hard for boards of n rows and n columns (Ratner and Warmuth 1990). No method is known whose time
    does not grow exponentially with the size in the worst case.

    An optimal plan needs a proof that no plan is shorter. A search from the start with a consistent
    heuristic has to expand every board whose f is less than the optimal length. A good heuristic makes the
    search as short as one that looks a few moves less far ahead, but the number of boards still grows
    exponentially with the length (Korf, Reid and Edelkamp 2001).

    _Weighted A*_ (Pohl 1970) gives up the proof. It takes the node with the smallest g + w · h. With an
    admissible heuristic its plan is at most w times as long as an optimal one. Usually the plan is much
    shorter than that, and on hard boards the search is faster by orders of magnitude. It prefers nodes that
    seem near the goal to nodes near the start.

    A genetic algorithm gives no guarantee. It finds a plan, then shorter ones, and can be stopped at any
    time. It knows a plan to be optimal only if the plan is as short as the estimate of the start.`));
  root.append(comparison(app, signal));
}

/** A* and weighted A* stop at this number of generated boards. */
const nodeLimit = 3_000_000;

/** The solvers that are compared. @type {[string, string, Record<string, string>][]} */
const solvers = [
  ['A*', 'astar', {}],
  ...['1.5', '2', '3', '5'].map((weight) => /** @type {[string, string, Record<string, string>]} */ (
    [`Weighted A*, w = ${weight}`, 'wastar', { weight }])),
  ['Genetic algorithm', 'ga', {}],
];

/**
 * Makes a card that compares the plans of several solvers for one board.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 */
function comparison(app, signal) {
  const goal = solved(4, 4);
  let board = /** @type {import('../board.js').Board} */ (parse('3 10 2 12/6 11 0 7/4 13 1 15/14 8 5 9'));
  let run = new AbortController();
  const view = new BoardView({ label: 'Board' });
  const start = button('Solve', () => (start.textContent === 'Stop' ? run.abort() : compare()), { class: 'primary' });
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
    const own = (run = new AbortController());
    start.textContent = 'Stop';
    /** @type {{name: string, answer: any}[]} */
    const answers = [];
    await attempt(async () => {
      for (const [name, algorithm, settings] of solvers) {
        say(`${name} is searching.`);
        const params = {
          board: format(board), algorithm, settings: { ...settings, heuristic: 'linear-conflict' },
          node_limit: algorithm === 'ga' ? undefined : nodeLimit,
        };
        const answer = await app.backend.stream('solve', params, () => {}, AbortSignal.any([own.signal, signal]));
        answers.push({ name, answer });
        show(answers);
      }
      say('Each point is a plan. Plans of the genetic algorithm become shorter with time.');
    });
    if (own.signal.aborted) note.textContent = '';
    if (own === run) start.textContent = 'Solve';
  };

  const show = (/** @type {{name: string, answer: any}[]} */ answers) => {
    results.replaceChildren(table('Plans for this board', ['Solver', 'Length', 'Expanded or scored', 'Time'],
      answers.map(({ name, answer: { status, length, optimal, lower_bound, expanded, evaluated, seconds: time } }) => [
        name,
        length === null ? `none; at least ${lower_bound}` : `${length}${optimal ? ', optimal' : ''}`,
        evaluated ? plural(evaluated, 'plan')
          : (status === 'node-limit' ? 'stopped at ' : '') + plural(expanded, 'board'),
        seconds(time),
      ])));
    /** @type {(name: string, chosen: (name: string) => boolean) => import('./figure.js').Series} */
    const points = (name, chosen) => ({ name, kind: 'points', data: answers.filter((a) => chosen(a.name))
      .flatMap(({ answer }) => answer.found?.map((/** @type {any} */ f) => [ms(f.seconds), f.length]) ??
        (answer.length === null ? [] : [[ms(answer.seconds), answer.length]])) });
    const series = [
      points('A*', (name) => name === 'A*'),
      points('Weighted A*', (name) => name.startsWith('Weighted')),
      points('Genetic algorithm', (name) => name.startsWith('Genetic')),
    ].filter(({ data }) => data.length);
    if (!series.length) return;
    drawing.hidden = false;
    draw({
      label: 'Length of the plans against the time to find them, on a logarithmic scale',
      x: { label: 'Time in milliseconds', log: true }, y: { label: 'Length' }, series,
    });
  };

  /** @param {number} s a time in seconds; at least 0.01 ms, so that it has a logarithm */
  const ms = (s) => Math.max(0.01, s * 1000);

  const shuffle = () => attempt(async () => {
    board = await randomBoard(app, '4x4');
    reset();
  });

  reset();
  return card('Length against time', el('div', { class: 'pair' },
    el('div', { class: 'stack' }, view.element, el('div', { class: 'row' }, start, button('Random board', shuffle)),
      el('p', { class: 'help' },
        `All use linear conflict. A* and weighted A* stop at ${count(nodeLimit)} generated boards.`)),
    el('div', { class: 'stack' }, drawing)), note, results);
}
