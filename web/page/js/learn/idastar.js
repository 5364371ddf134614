// Chapter 6: IDA*.

import { BoardView } from '../boardview.js';
import { format, parse, same, solved } from '../board.js';
import { button, el, field, select, svg } from '../dom.js';
import { noteFor, table } from '../parts.js';
import { count, plural, seconds } from '../text.js';
import { estimates, successors } from './algorithms.js';
import { card, heuristics, lastAsked, lay, randomBoard } from './chapter.js';
import { figure } from './figure.js';
import { lab } from './lab.js';
import { stepper } from './stepper.js';

/** @typedef {import('../board.js').Board} Board */

/** The searches of the second figure stop at this number of generated boards. */
const nodeLimit = 200_000;

/** The board of the first figure, on which three bounds are needed. */
const small = /** @type {Board} */ (parse('1 6 2/4 5 3/7 8 0'));

/** One of the two boards that are farthest from the goal. */
const farthest = '8 6 7/2 5 4/3 0 1';

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  lay(root, {
    lead: `IDA* keeps only one path in memory. It follows it while f is at most a bound, steps back,
      and tries the next. If nothing is found, it raises the bound and begins again.`,
    figure: walk(app, signal),
    terms: [
      ['bound', 'The largest f that a node may have in an iteration.'],
      ['iteration', 'A depth-first search up to a bound.'],
      [
        'depth-first search',
        'Follows one path as far as it may, then steps back and tries the next one.',
      ],
    ],
    text: `
      A* stores every board that it generates, and on 4x4 it can fill the memory of a computer.
      IDA*, iterative-deepening A* (Korf 1985), stores only the path from the start to the board
      that it looks at. Its memory grows with the length of the plan, not with the number of boards.

      The first bound is the estimate of the start. The next bound is the smallest f beyond the last
      one. With the Manhattan distance a move raises f by 0 or 2, so the bounds rise in steps of
      two. The first plan is a shortest one if the heuristic is admissible, because every smaller
      bound has been tried before.

      Each iteration repeats the work of the one before. The last iterations do most of the work, so
      this costs little. The real price is that IDA* has no visited set. It expands a board again
      for each path that leads there.`,
    more: [card('Bounds as they rise', bounds(app, signal))],
    lab: lab(app, signal, {
      title: 'IDA* in JavaScript',
      judge: 'search',
      about:
        'Raise the bound by one instead of to the smallest f beyond it. Do the plans change? And ' +
        'the work?',
      code: `
function search(start, goal, successors, h) {
  let bound = h(start);
  for (;;) {
    let beyond = Infinity;
    const visit = (board, g, plan) => {
      const f = g + h(board);
      if (f > bound) {
        beyond = Math.min(beyond, f);
        return null;
      }
      if (board.join() === goal.join()) return plan;
      for (const [move, next] of successors(board)) {
        if ("UDLR"["DURL".indexOf(move)] === plan.at(-1)) continue;
        const found = visit(next, g + 1, plan + move);
        if (found !== null) return found;
      }
      return null;
    };
    const plan = visit(start, 0, "");
    if (plan !== null) return plan;
    bound = beyond;
  }
}`,
    }),
    go: 'search/idastar/dfs.go dfs.visit',
    questions: [
      [
        'How many boards does IDA* hold in memory on a plan of 31 moves?',
        'It holds the boards on the path that it follows.',
        ['At most 32', 'All that it has expanded', 'All of the last bound'],
      ],
      [
        'Why do the bounds of the Manhattan distance rise by two?',
        'A move changes g by one and h by one, up or down. So f changes by 0 or 2.',
      ],
      [
        'Which boards does IDA* expand more often than A*?',
        'Those that several paths lead to, and those of earlier iterations.',
      ],
    ],
  });
}

/**
 * Makes a run of IDA* that can be watched: the way that it follows, and the f of its boards.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 */
function walk(app, signal) {
  const goal = solved(3, 3);
  const h = estimates.manhattan;
  /** @type {{board: Board, move: string}[]} */
  let way = [];
  /** The numbers of boards expanded in each iteration. @type {[number, number][]} */
  let done = [];
  let [bound, next, expanded] = [0, 0, 0];
  let found = false;
  const drawing = svg('svg', { class: 'deepening', role: 'img' });
  const frame = el(
    'div',
    { class: 'way-frame scroll', tabIndex: 0, role: 'region', 'aria-label': 'The path' },
    drawing,
  );
  const view = new BoardView({ label: 'The board at the end of the path' });
  /** @returns {Generator<number, boolean>} */
  function* visit(/** @type {Board} */ board, /** @type {number} */ g) {
    yield 4;
    const f = g + h(board);
    yield 5;
    if (f > bound) {
      next = Math.min(next, f);
      return false;
    }
    yield 6;
    if (same(board, goal)) return true;
    expanded++;
    done[done.length - 1][1]++;
    for (const { move, board: child } of successors(board, way[way.length - 1]?.move)) {
      yield 7;
      way.push({ board: child, move });
      if (yield* visit(child, g + 1)) return true;
      way.pop();
      yield 8;
    }
    return false;
  }
  const made = stepper(app, signal, {
    label: 'IDA*',
    round: 4,
    unit: 'board',
    lines: [
      'bound ← h(start)',
      'repeat',
      '  visit the start; return a plan if found',
      '  bound ← the smallest f beyond it',
      'to visit a board:',
      '  if f > bound: step back',
      '  if it is the goal: the path is the plan',
      '  for each move: visit the next board',
      '    step back',
    ],
    picture: el(
      'div',
      { class: 'stack' },
      el('div', { class: 'small-board' }, view.element),
      frame,
    ),
    facts: ['Bound', 'Boards on the path', 'Expanded'],
    start: function* () {
      way = [];
      [done, expanded, found] = [[], 0, false];
      bound = h(small);
      yield 0;
      while (!found) {
        yield 1;
        next = Infinity;
        done.push([bound, 0]);
        yield 2;
        way = [];
        found = yield* visit(small, 0);
        if (!found) {
          yield 3;
          bound = next;
        }
      }
    },
    show: () => {
      const boards = [small, ...way.map(({ board }) => board)];
      view.show(boards[boards.length - 1], goal);
      const [w, top] = [innerWidth < 640 ? 28 : 52, 192];
      const width = w * boards.length + 106;
      const thick = 0.86 * w;
      const y = (/** @type {number} */ f) => top - 16 * f;
      drawing.setAttribute('width', String(width));
      drawing.setAttribute('height', '220');
      const moves = way.map(({ move }) => move).join(' ') || 'none';
      drawing.setAttribute(
        'aria-label',
        `The path has ${plural(way.length, 'move')}: ${moves}. The bound is ${bound}.`,
      );
      drawing.replaceChildren(
        svg('line', { class: 'bound', x1: 16, x2: '100%', y1: y(bound) - 4, y2: y(bound) - 4 }),
        svg(
          'text',
          { class: 'bound', x: 52 + w * boards.length, y: y(bound) - 10 },
          `bound ${bound}`,
        ),
        ...boards.flatMap((board, g) => {
          const f = g + h(board);
          let kind = '';
          if (f > bound) kind = 'over';
          else if (g === boards.length - 1) kind = 'now';
          return [
            svg('rect', {
              class: kind,
              x: 24 + w * g,
              y: y(f),
              width: thick,
              height: 16 * f,
              rx: 3,
            }),
            svg('text', { class: 'f', x: 24 + w * g + thick / 2, y: y(f) + 16 }, `f ${f}`),
            svg(
              'text',
              { class: 'move', x: 24 + w * g + thick / 2, y: 210 },
              g ? way[g - 1].move : 'start',
            ),
          ];
        }),
      );
      frame.scrollLeft = width;
      return [String(bound), String(boards.length), count(expanded)];
    },
    says: () => {
      if (!found) return 'Each bar is the f of a board on the path. It may not go above the bound.';
      const expansions = done.map(([b, n]) => `${count(n)} at bound ${b}`).join(', ');
      return `A plan of ${plural(way.length, 'move')}. Boards expanded: ${expansions}.`;
    },
  });
  return made.element;
}

/**
 * Makes a card that runs the program's IDA* on one board, one iteration at a time.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 */
function bounds(app, signal) {
  const goal = solved(3, 3);
  let board = /** @type {Board} */ (parse(farthest));
  /** The bound and the number of expansions of each iteration so far. @type {[number, number][]} */
  let done = [];
  /** The bound of the next iteration; 0 if the goal was reached. */
  let bound = 0;
  let expanded = 0;
  const view = new BoardView({ label: 'Board' });
  const heuristic = select(heuristics, 'manhattan', () => restart());
  const next = button('Next bound', () => act(iterate));
  const run = button('All bounds', () =>
    act(async () => {
      const own = board;
      while (bound && own === board && !signal.aborted) await iterate();
    }),
  );
  const [drawing, draw] = figure();
  const { note, say, attempt } = noteFor(app);
  const act = lastAsked(attempt);
  const comparison = el('div');

  /** @param {string} algorithm @param {object} [settings] @returns {Promise<any>} */
  const search = (algorithm, settings = {}) =>
    app.backend.stream(
      'solve',
      {
        board: format(board),
        algorithm,
        node_limit: nodeLimit,
        settings: { heuristic: heuristic.value, ...settings },
      },
      () => {},
      signal,
    );

  const restart = () =>
    act(async () => {
      view.show(board, goal);
      note.textContent = '';
      done = [];
      expanded = 0;
      comparison.replaceChildren();
      const params = { boards: [format(board)], heuristic: heuristic.value };
      bound = (await app.backend.call('estimate', params)).estimates[0];
      show();
    });

  /**
   * Runs the next iteration: runs IDA* up to its bound, and subtracts the expansions of earlier
   * iterations.
   */
  const iterate = async () => {
    const answer = await search('idastar', { 'depth-limit': String(bound), workers: '1' });
    done.push([bound, answer.expanded - expanded]);
    expanded = answer.expanded;
    bound = answer.status === 'exhausted' ? answer.lower_bound : 0;
    show();
    app.announce(
      `Bound ${done[done.length - 1].join(': ')} boards expanded. ` +
        (bound ? `Next bound ${bound}.` : answer.status),
    );
    if (answer.status === 'solved') await compare(answer);
    else if (!bound) say(`The search stopped at ${plural(nodeLimit, 'generated board')}.`);
  };

  /** Compares the answer of IDA* with A*. @param {any} ida */
  const compare = async (ida) => {
    const astar = await search('astar');
    const row = (/** @type {string} */ name, /** @type {any} */ a) =>
      a.length === null
        ? [name, '–', `over ${count(a.expanded)}`, count(a.peak_stored), seconds(a.seconds)]
        : [name, count(a.length), count(a.expanded), count(a.peak_stored), seconds(a.seconds)];
    comparison.replaceChildren(
      table(
        'IDA* and A* on this board',
        ['Search', 'Length', 'Expanded', 'Boards stored', 'Time'],
        [row('IDA*', ida), row('A*', astar)],
      ),
    );
  };

  const show = () => {
    next.textContent = bound ? `Next bound: ${bound}` : 'Goal reached';
    next.disabled = run.disabled = !bound;
    drawing.hidden = done.length === 0;
    if (!done.length) return;
    const iterations = done.map(([b, n]) => `bound ${b}: ${count(n)}`).join(', ');
    draw({
      label: `Boards expanded in each iteration of IDA*: ${iterations}`,
      x: { label: 'Bound' },
      y: { label: 'Boards expanded', zero: true },
      series: [{ name: 'Iterations', kind: 'bars', data: done }],
      mark: done[done.length - 1][0],
    });
  };

  const shuffle = () =>
    act(async () => {
      board = await randomBoard(app, '3x3');
      restart();
    });

  restart();
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
          'The program raises the bound. The first board is one of the two farthest from the ' +
            'goal. How does the work grow?',
        ),
        el('div', { class: 'row bottom' }, field('Heuristic', heuristic), next, run),
        el(
          'div',
          { class: 'row' },
          button('From the first bound', restart),
          button('Random board', shuffle),
        ),
        drawing,
        note,
      ),
    ),
    comparison,
  );
}
