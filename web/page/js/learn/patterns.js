// Chapter 8: pattern databases.

import { BoardView } from '../boardview.js';
import { parse, solved } from '../board.js';
import { button, el } from '../dom.js';
import { count, plural } from '../text.js';
import { openSpace } from '../space.js';
import { estimates, keyOf, successors } from './algorithms.js';
import { after, lastAsked, lay, randomBoard } from './chapter.js';
import { figure } from './figure.js';
import { lab } from './lab.js';
import { stepper } from './stepper.js';
import { noteFor } from '../parts.js';

/** @typedef {import('../board.js').Board} Board */

/** The two groups of tiles. */
const groups = [
  [1, 2, 3, 4],
  [5, 6, 7, 8],
];

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  lay(root, {
    lead: `Forget the tiles 5 to 8. How many moves do the tiles 1 to 4 need? A search back from the
      goal answers this for every placement at once, and fills a table.`,
    figure: build(app, signal),
    terms: [
      ['pattern', 'The cells of a group of tiles. Other tiles do not matter.'],
      [
        'pattern database',
        'A table with the moves that a group needs, for each placement of its tiles.',
      ],
      [
        'additive',
        'Only moves of the tiles of a group are counted, so the numbers of several groups may be ' +
          'added.',
      ],
    ],
    text: `
      A pattern database (Culberson and Schaeffer 1998) remembers what a search has found. Its
      numbers are at least as large as the Manhattan distance of the group, because the search knows
      that tiles cannot slide over each other.

      Each number counts only the moves of its own tiles. So the numbers of two groups can be added,
      and the sum never estimates too much (Korf and Felner 2002). On 4x4, tables of 7 and 8 tiles
      have 577 million entries. With them, IDA* solves a random board in about ten milliseconds. The tables
      are built once, before all searches.`,
    lab: lab(app, signal, {
      title: 'Choose the groups',
      judge: 'group',
      about:
        'The function gives each tile the name of its group. Tables are built, and A* solves 20 ' +
        'boards with them.',
      code: `
function group(tile) {
  return tile <= 4 ? "first" : "second";
}`,
    }),
    go: 'heuristics/pdb/breadthfirst.go breadthFirst.advance',
    questions: [
      [
        'How many placements do four tiles and the blank have on 3x3?',
        '9 · 8 · 7 · 6 · 5 = 15,120. The table keeps the least number of moves over all cells of ' +
          'the blank: 3,024 entries.',
        ['15,120', '3,024', '181,440'],
      ],
      [
        'Why may the numbers of two groups be added, but not the numbers of two overlapping ' +
          'groups?',
        'A move slides one tile. If a tile is in two groups, its moves are counted twice, and ' +
          'the sum may be too large.',
      ],
      [
        'Would eight groups of one tile each be a good choice?',
        'Their sum is the Manhattan distance: a tile that is alone can always slide.',
        ['No', 'Yes'],
      ],
    ],
  });
}

/**
 * The board with the tiles of a group, the blank, and 9 for the other tiles.
 * @param {Board} board
 * @param {number[]} group
 * @returns {Board}
 */
const only = (board, group) => ({
  ...board,
  tiles: board.tiles.map((tile) => (tile === 0 || group.includes(tile) ? tile : 9)),
});

/** The cells of a group. @param {Board} board @param {number[]} group */
const placement = ({ tiles }, group) => group.map((tile) => tiles.indexOf(tile)).join('');

/**
 * Builds the table of a group. It yields lines of the pseudocode.
 * @param {number[]} group
 * @param {Map<string, number>} values the table
 * @param {{moves: number, seen: number, now: Board}} state
 * @returns {Generator<number, void>}
 */
function* search(group, values, state) {
  const goal = only(solved(3, 3), group);
  yield 0;
  let layer = [goal];
  const seen = new Set([keyOf(goal)]);
  for (let moves = 0; layer.length; moves++) {
    state.moves = moves;
    yield 1;
    /** @type {Board[]} */
    const next = [];
    for (let i = 0; i < layer.length; i++) {
      const board = layer[i];
      const text = placement(board, group);
      if (i % 40 === 0) yield 2;
      if (!values.has(text)) values.set(text, moves);
      state.seen = seen.size;
      state.now = board;
      if (i % 40 === 0) yield 3;
      for (const { board: other } of successors(board)) {
        const key = keyOf(other);
        if (seen.has(key)) continue;
        if (other.tiles[board.tiles.indexOf(0)] === 9) {
          // the tile that moved is not in the group
          seen.add(key);
          layer.push(other);
        } else next.push(other);
      }
      if (i % 40 === 0) yield 4;
    }
    yield 5;
    layer = next.filter((board) => {
      const key = keyOf(board);
      return !seen.has(key) && seen.add(key);
    });
  }
}

/**
 * Makes the search back from the goal, and a board that is looked up in the tables.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 */
function build(app, signal) {
  let board = /** @type {Board} */ (parse('7 2 4/5 0 6/8 3 1'));
  const tables = groups.map((group) => {
    const values = new Map();
    for (const _ of search(group, values, { moves: 0, seen: 0, now: board }));
    return values;
  });
  /** @type {Map<string, number>} */
  let values = new Map();
  let state = { moves: 0, seen: 0, now: board };
  const goal = solved(3, 3);
  const view = new BoardView({ label: 'Board', onMoves: (moves) => show(after(board, moves)) });
  const sums = el('dl', { class: 'figures' });
  const [drawing, draw] = figure();
  const { attempt } = noteFor(app);
  const act = lastAsked(attempt);
  const show = (/** @type {Board} */ next) => {
    board = next;
    view.show(board, goal);
    const [first, second] = groups.map((group, i) => tables[i].get(placement(board, group)));
    const fill = (/** @type {string} */ distance) =>
      sums.replaceChildren(
        ...[
          ['Tiles 1 to 4', first],
          ['Tiles 5 to 8', second],
          ['Sum', first + second],
          ['Manhattan distance', estimates.manhattan(board)],
          ['Distance', distance],
        ].map(([label, value]) =>
          el('div', {}, el('dt', {}, String(label)), el('dd', {}, String(value))),
        ),
      );
    fill('–');
    act(async () => {
      const { distances, ranking } = await openSpace(goal);
      if (next === board) fill(String(distances[ranking.rank(board.tiles)]));
    });
  };
  const made = stepper(app, signal, {
    label: 'building a pattern database',
    round: 1,
    unit: 'layer',
    facts: ['Moves', 'Entries found', 'All entries'],
    lines: [
      'layer ← the goal, with this group alone',
      'for moves = 0, 1, 2, ...',
      '  table[placement] ← moves, if it is new',
      '  for each move of each board in layer',
      '    if it moves a tile of the group: next layer',
      '  layer ← the next layer',
    ],
    picture: el(
      'div',
      { class: 'stack' },
      drawing,
      el(
        'div',
        { class: 'two even' },
        el('div', { class: 'small-board' }, view.element),
        el(
          'div',
          { class: 'stack' },
          sums,
          el(
            'div',
            { class: 'row' },
            button('Random board', () => act(async () => show(await randomBoard(app, '3x3')))),
          ),
        ),
      ),
    ),
    start: () => {
      values = new Map();
      state = { moves: 0, seen: 0, now: goal };
      return search(groups[0], values, state);
    },
    show: () => {
      const counts = Array.from({ length: Math.max(8, state.moves + 1) }, () => 0);
      for (const moves of values.values()) counts[moves]++;
      draw({
        label:
          'Placements of the tiles 1 to 4 by the number of moves they need: ' +
          `${counts.join(', ')}.`,
        x: { label: 'Moves that the tiles 1 to 4 need', zero: true },
        y: { label: 'Placements', zero: true, text: (n) => (Number.isInteger(n) ? count(n) : '') },
        mark: state.moves,
        series: [{ name: 'Placements', kind: 'bars', data: counts.map((n, moves) => [moves, n]) }],
      });
      return [count(state.moves), count(values.size), count(tables[0].size)];
    },
    says: () =>
      values.size === tables[0].size
        ? `The table is complete: ${plural(values.size, 'entry').replace('entrys', 'entries')}, ` +
          `at most ${state.moves} moves.`
        : 'The bars show how many placements need 0, 1, 2 and more moves.',
  });
  show(board);
  return made.element;
}
