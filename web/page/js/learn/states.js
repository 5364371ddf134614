// Chapter 1: states, moves and parity.

import { BoardView } from '../boardview.js';
import { parse, solvable, solved } from '../board.js';
import { button, el, svg } from '../dom.js';
import { figures, noteFor } from '../parts.js';
import { count, plural } from '../text.js';
import { after, card, lastAsked, lay, randomBoard } from './chapter.js';
import { figure } from './figure.js';
import { lab } from './lab.js';
import { stepper } from './stepper.js';
import { openSpace } from '../space.js';

/** @typedef {import('../board.js').Board} Board */

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  lay(root, {
    lead: `Slide tiles into the empty cell. Blue tiles are in place. The yellow bar shows how many
      boards are as far from the goal. Then swap two tiles, which no move can do.`,
    figure: space(app),
    terms: [
      ['state', 'One arrangement of the tiles. Here it is also called a board.'],
      ['move', 'A step of the blank: U (up), D (down), L (left) or R (right).'],
      ['plan', 'A list of moves that leads to the goal. Its length is the number of moves.'],
      ['distance', 'The length of a shortest plan.'],
      ['inversion', 'A pair of tiles of which the larger comes first, reading row by row.'],
      ['parity', 'Whether a number is even or odd.'],
    ],
    text: `
      To solve a board means to find a plan: moves that lead to the goal. Half of all boards have
      none. To see which, read the tiles row by row. Each larger tile before a smaller one is an
      inversion.

      A move to the left or right changes no order. On 3x3, a move up or down takes a tile past two
      others, so the number of inversions changes by two, or not at all. It stays even or stays odd.
      The goal has none, so a board with an odd number cannot be solved (Johnson and Story 1879).

      On 3x3, 9!/2 = 181,440 boards can be solved. The farthest are 31 moves from the goal
      (Reinefeld 1993). On 4x4 there are about ten trillion, and the farthest are 80 moves away
      (Brüngger, Marzetta, Fukuda and Nievergelt 1999). A program lists all boards of 3x3 in a
      moment. On 4x4, it has to search among them.`,
    more: [card('Count the inversions', inversions(app, signal))],
    lab: lab(app, signal, {
      title: 'Which boards can be solved?',
      judge: 'solvable',
      about:
        'The function gets nine numbers, row by row, with 0 for the blank. It is tested on 1,000 ' +
        'random arrangements. Make it wrong: count the blank, too. What does the test say?',
      code: `
function solvable(tiles) {
  let inversions = 0;
  for (let i = 0; i < 9; i++) {
    for (let j = i + 1; j < 9; j++) {
      if (tiles[j] !== 0 && tiles[i] > tiles[j]) inversions++;
    }
  }
  return inversions % 2 === 0;
}`,
    }),
    go: 'puzzle/parity.go Solvable',
    questions: [
      [
        'Tiles 7 and 8 are swapped. How many inversions are there, and can the board be solved?',
        'One is odd, and the goal has none. No moves lead to the goal.',
        ['One: no', 'One: yes', 'Two: yes'],
      ],
      [
        'Why does the blank not count in an inversion?',
        'A move to the side takes the blank past a tile. If the blank counted, this move would ' +
          'change the number by one, and parity would tell nothing.',
      ],
      [
        'On 4x4, a move up takes a tile past three others. What has to be counted besides ' +
          'inversions?',
        'Each move up or down changes the parity of the inversions and of the row, so their sum ' +
          'keeps its parity.',
        ['The row of the blank', 'The column of the blank', 'The tiles in their place'],
      ],
    ],
  });
}

/**
 * Makes a board to play with, and the number of boards at each distance from the goal.
 * @param {import('../app.js').App} app
 */
function space(app) {
  const goal = solved(3, 3);
  let board = /** @type {Board} */ (parse('7 2 4/5 0 6/8 3 1'));
  const view = new BoardView({ label: 'Board', onMoves: (moves) => show(after(board, moves)) });
  const [facts, fill] = figures('Moves to the goal', 'Boards this far');
  const [drawing, draw] = figure();
  const { note, say, attempt } = noteFor(app);
  const act = lastAsked(attempt);

  const show = (/** @type {Board} */ next) => {
    board = next;
    view.show(board, goal);
    fill('…', '…');
    return act(async () => {
      const { counts, distances, ranking } = await openSpace(goal);
      const can = solvable(board, goal);
      const distance = can ? distances[ranking.rank(board.tiles)] : -1;
      fill(can ? String(distance) : 'no plan', can ? count(counts[distance]) : '–');
      if (can) say('');
      else say('No moves lead to the goal. The text below tells why.');
      draw({
        label:
          `Number of boards at each distance from the goal, up to ${counts.length - 1}.` +
          (can
            ? ` At ${plural(distance, 'move')}, as far as this board, there are ` +
              `${count(counts[distance])}.`
            : ''),
        x: { label: 'Moves to the goal', zero: true },
        y: { label: 'Boards', zero: true },
        mark: distance,
        series: [{ name: 'Boards', kind: 'bars', data: counts.map((n, at) => [at, n]) }],
      });
    });
  };

  /** Swaps the first two tiles that are side by side. */
  const swap = () => {
    const tiles = [...board.tiles];
    const at = tiles.findIndex((tile, i) => i % 3 < 2 && tile && tiles[i + 1]);
    [tiles[at], tiles[at + 1]] = [tiles[at + 1], tiles[at]];
    show({ ...board, tiles });
  };
  show(board);
  return el(
    'div',
    { class: 'two space' },
    el(
      'div',
      { class: 'stack' },
      view.element,
      el(
        'div',
        { class: 'row' },
        button('Random board', () =>
          act(async () => {
            void show(await randomBoard(app, '3x3'));
          }),
        ),
        button('Swap two tiles', swap),
        button('Goal', () => show(goal)),
      ),
    ),
    el('div', { class: 'stack' }, facts, note, drawing),
  );
}

/**
 * The pairs of tiles, reading row by row.
 * @param {Board} board
 * @returns {[number, number, number, number][]}
 */
function pairs({ tiles }) {
  const list = tiles.filter((tile) => tile);
  return list.flatMap((a, i) =>
    list
      .slice(i + 1)
      .map((b, j) => /** @type {[number, number, number, number]} */ ([a, b, i, i + 1 + j])),
  );
}

/**
 * Makes a count of inversions that can be watched. Arcs join the pairs in the wrong order.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 */
function inversions(app, signal) {
  const boards = ['1 2 3/5 7 6/4 0 8', '1 2 3/4 5 6/8 7 0', '8 1 3/4 0 2/7 6 5'];
  let at = 0;
  /** All pairs. @type {[number, number, number, number][]} */
  let all = [];
  /** The pairs that were looked at. @type {typeof all} */
  let seen = [];
  const drawing = svg('svg', { class: 'arcs', role: 'img', viewBox: '0 0 408 188' });
  const tilesOf = () => boards[at].split(/[ /]/).map(Number);
  const made = stepper(app, signal, {
    label: 'counting inversions',
    round: 1,
    unit: 'pair',
    facts: ['Pairs compared', 'Inversions', 'Parity'],
    lines: [
      'inversions ← 0',
      'for each tile a, each tile b after it',
      '  if a > b',
      '    inversions ← inversions + 1',
      'solvable if inversions is even',
    ],
    picture: drawing,
    settings: [
      el(
        'div',
        { class: 'row' },
        button('Another board', () => {
          at = (at + 1) % boards.length;
          made.restart();
        }),
      ),
    ],
    start: function* () {
      all = pairs({ rows: 3, cols: 3, tiles: tilesOf() });
      seen = [];
      yield 0;
      for (const pair of all) {
        seen.push(pair);
        yield 1;
        yield 2;
        if (pair[0] > pair[1]) yield 3;
      }
      yield 4;
    },
    show: () => {
      const list = tilesOf().filter((tile) => tile);
      const last = seen[seen.length - 1];
      const x = (/** @type {number} */ i) => 30 + 50 * i;
      drawing.setAttribute(
        'aria-label',
        `The tiles in a row: ${list.join(', ')}. ` +
          `Inversions so far: ${
            seen
              .filter(([a, b]) => a > b)
              .map(([a, b]) => `${a} before ${b}`)
              .join(', ') || 'none'
          }.`,
      );
      drawing.replaceChildren(
        ...all
          .filter((pair) => pair[0] > pair[1] || pair === last)
          .map((pair) => {
            const [a, b, i, j] = pair;
            let kind = 'ahead';
            if (a < b) kind = 'right';
            else if (seen.includes(pair)) kind = 'wrong';
            return svg('path', {
              class: kind,
              d:
                `M${x(i)} 132C${x(i)} ${128 - 22 * (j - i)} ${x(j)} ${128 - 22 * (j - i)} ` +
                `${x(j)} 132`,
            });
          }),
        ...list.flatMap((tile, i) => [
          svg('rect', {
            class: last?.slice(2).includes(i) ? 'on' : '',
            x: x(i) - 20,
            y: 136,
            width: 40,
            height: 40,
            rx: 5,
          }),
          svg('text', { x: x(i), y: 163 }, String(tile)),
        ]),
      );
      const odd = seen.filter(([a, b]) => a > b).length;
      return [count(seen.length), count(odd), odd % 2 ? 'odd' : 'even'];
    },
    says: () => {
      const odd = seen.filter(([a, b]) => a > b).length;
      return seen.length < 28
        ? 'Each arc joins a tile to a smaller tile after it: an inversion. Play the count.'
        : `${plural(odd, 'inversion')}: ` +
            `${odd % 2 ? 'odd, so no moves lead to the goal' : 'even, so the board can be solved'}.`;
    },
  });
  made.restart(); // the arcs are there before the count
  return made.element;
}
