// Chapter 5: IDA*.

import { BoardView } from '../boardview.js';
import { format, parse, solved } from '../board.js';
import { button, el, field, select } from '../dom.js';
import { noteFor, table } from '../parts.js';
import { count, plural, seconds } from '../text.js';
import { figure } from './figure.js';
import { nodeLimit } from './solver.js';
import { card, heuristics, oneAtATime, prose, randomBoard } from './chapter.js';

export const title = 'IDA*';

/** The first board: one of the two boards that are farthest from the goal. */
const farthest = '8 6 7/2 5 4/3 0 1';

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  root.append(prose(`
    A* stores every board that it generates, and on 4x4 it can fill the memory of a computer. _IDA*_,
    iterative-deepening A* (Korf 1985), stores only the way from the start to the board that it looks at.
    Its memory grows with the length of the plan, not with the number of boards.

    IDA* runs in iterations. Each iteration is a depth-first search: it follows one way as far as it may,
    then steps back and tries the next. It does not go beyond a node whose f is larger than a _bound_. The
    first bound is the estimate of the start. The next bound is the smallest f beyond the last one. With
    Manhattan distance a move raises f by 0 or 2, so the bounds rise in steps of two.

    The first plan is optimal if the heuristic is admissible, because every smaller bound has been tried
    before. Each iteration repeats the work of the one before, but the last ones do most of the work,
    because the number of nodes grows exponentially with the bound. The real price is that IDA* has no
    closed list. It expands a board again for each way that leads there.`));
  root.append(bounds(app, signal));
}

/**
 * Makes a card that runs IDA* on one board, one iteration at a time.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 */
function bounds(app, signal) {
  const goal = solved(3, 3);
  let board = /** @type {import('../board.js').Board} */ (parse(farthest));
  /** The bound and the number of expansions of each iteration so far. @type {[number, number][]} */
  let done = [];
  /** The bound of the next iteration; 0 if the goal was reached. */
  let bound = 0;
  let expanded = 0;
  const view = new BoardView({ label: 'Board' });
  const heuristic = select(heuristics, 'manhattan', () => restart());
  const next = button('Next bound', () => iterate(), { class: 'primary' });
  const run = button('All bounds', async () => {
    while (bound && !signal.aborted && !note.textContent && await iterate());
  });
  const [drawing, draw] = figure();
  const { note, say, attempt } = noteFor(app);
  const comparison = el('div');

  /** @param {string} algorithm @param {object} [settings] @returns {Promise<any>} */
  const search = (algorithm, settings = {}) => app.backend.stream('solve', {
    board: format(board), algorithm, node_limit: nodeLimit, settings: { heuristic: heuristic.value, ...settings },
  }, () => {}, signal);

  const act = oneAtATime(attempt);

  const restart = () => act(async () => {
    view.show(board, goal);
    note.textContent = '';
    done = [];
    expanded = 0;
    comparison.replaceChildren();
    const params = { boards: [format(board)], heuristic: heuristic.value };
    bound = (await app.backend.call('estimate', params)).estimates[0];
    show();
  });

  /** Runs the next iteration: runs IDA* up to its bound, and subtracts the expansions of earlier iterations. */
  const iterate = () => act(async () => {
    const answer = await search('idastar', { 'depth-limit': String(bound), workers: '1' });
    done.push([bound, answer.expanded - expanded]);
    expanded = answer.expanded;
    bound = answer.status === 'exhausted' ? answer.lower_bound : 0;
    show();
    app.announce(`Bound ${done[done.length - 1].join(': ')} boards expanded. ` +
      (bound ? `Next bound ${bound}.` : answer.status));
    if (answer.status === 'solved') await compare(answer);
    else if (!bound) say(`The search stopped at ${plural(nodeLimit, 'generated board')}.`);
  });

  /** Compares the answer of IDA* with A*. @param {any} ida */
  const compare = async (ida) => {
    const astar = await search('astar');
    const row = (/** @type {string} */ name, /** @type {any} */ a) => a.length === null
      ? [name, '–', `over ${count(a.expanded)}`, count(a.peak_stored), seconds(a.seconds)]
      : [name, count(a.length), count(a.expanded), count(a.peak_stored), seconds(a.seconds)];
    comparison.replaceChildren(table('IDA* and A* on this board',
      ['Search', 'Length', 'Expanded', 'Boards stored', 'Time'], [row('IDA*', ida), row('A*', astar)]));
  };

  const show = () => {
    next.textContent = bound ? `Next bound: ${bound}` : 'Goal reached';
    next.disabled = run.disabled = !bound;
    drawing.hidden = done.length === 0;
    if (!done.length) return;
    draw({
      label: `Boards expanded in each iteration of IDA*: ${done.map(([b, n]) => `bound ${b}: ${count(n)}`).join(', ')}`,
      x: { label: 'Bound' }, y: { label: 'Boards expanded', zero: true },
      series: [{ name: 'Iterations', kind: 'bars', data: done }], mark: done[done.length - 1][0],
    });
  };

  const shuffle = async () => {
    await act(async () => void (board = await randomBoard(app, '3x3')));
    restart();
  };

  restart();
  return card('Bounds as they rise', el('div', { class: 'pair' },
    el('div', { class: 'stack' }, view.element, field('Heuristic', heuristic),
      el('div', { class: 'row' }, next, run, button('Start again', restart), button('Random board', shuffle))),
    el('div', { class: 'stack' }, drawing, note)), comparison);
}
