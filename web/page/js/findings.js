// What the studies found: for each study a sentence and a picture, both made from a table of its
// report.

import { meaning } from './bars.js';
import { requestFile } from './connection.js';
import { el } from './dom.js';
import { colourOf } from './solvers.js';
import { count, percent } from './text.js';

/** @typedef {Record<string, string>} Row a row of a table, by the names of its columns */
/**
 * A bar. Bars of which the sentence speaks have a short name, too.
 * @typedef {{name: string, algorithm: string, short?: string, row: (row: Row) => boolean}} Bar
 */

/**
 * A finding. Title and origin name the study as its report does, and why explains the finding. The
 * finding says which rows of a table of the study are bars, and which column is their length. The
 * function value reads a cell, if the bar does not show its number. The function text writes a
 * value, and sentence makes the sentence from the values. From the rows of the bars, the function
 * about says what they show, and unit in two words. The note says what to mind. Claims that match
 * claim are about the sentence. The basis is the comparison that the sentence rests on, for all
 * sizes and budgets: rows of a table of ratios. The words are plain ones for names in claims. In
 * the view that own names, one can try what the study tried.
 * @typedef {{study: string, title: string, origin: string, why: string, table: string, unit:
 *   string, about: (row: Row) => string, note?: string, claim?: RegExp, column: string, bars:
 *   Bar[], value?: (cell: number) => number, text: (value: number) => string, sentence: (...values:
 *   number[]) => string, basis?: {table: string, row: (row: Row) => boolean, title: string, help:
 *   string}, words?: [string, string][], own?: string}} Finding
 */

const whole = (/** @type {number} */ n) => count(Math.round(n));
const share = (/** @type {number} */ part) => percent(part, 0);

/**
 * Bars with a name each, for the rows whose column has a value.
 * @param {string} column
 * @param {[string, string, string, string?][]} all name, algorithm, value and short name
 * @param {(row: Row) => boolean} [other] what the rows must also hold
 * @returns {Bar[]}
 */
const bars = (column, all, other = () => true) =>
  all.map(([name, algorithm, value, short]) => ({
    name,
    algorithm,
    short,
    row: (row) => row[column] === value && other(row),
  }));

/** The findings, the most striking one first. @type {Finding[]} */
export const findings = [
  {
    study: 'four-searches',
    title: '8-Puzzle Problem Solver',
    origin: 'CS7IS2 project, 2020',
    table: 'random',
    column: 'mean expanded',
    text: whole,
    why:
      'Breadth-first search expands states in the order of their distance from the start. A* ' +
      'also estimates how many moves each state still needs, and expands promising states first. ' +
      'Both find a shortest plan.',
    unit: 'States expanded',
    about: ({ boards }) =>
      `States expanded on 3x3, the mean of ${boards} random puzzles. ${meaning}`,
    bars: bars('solver', [
      ['Breadth-first: no estimate', 'bfs', 'bfs', 'Breadth-first'],
      ['A*: estimates the moves left (Manhattan distance)', 'astar', 'astar manhattan', 'A*'],
      ['A* with a perfect estimate (pattern database)', 'astar', 'astar pdb:8'],
    ]),
    sentence: (blind, guided) =>
      `On 3x3, A* expands ${whole(guided)} states on average. Breadth\u2011first search expands
        ${whole(blind)}.`,
  },
  {
    study: 'ga-vs-astar',
    title: 'Solving Sliding Tile N-Puzzles With Genetic Algorithms and A*',
    origin: 'CS51 final project, 2015',
    table: 'ga-3x3-heuristics',
    column: 'solved',
    text: share,
    why:
      'The genetic algorithm breeds plans, and keeps those that end near the goal. A heuristic ' +
      'estimates how near that is. If its estimate is poor, the wrong plans survive.',
    unit: 'Puzzles solved',
    about: ({ boards }) =>
      `Puzzles of 3x3 that the genetic algorithm solves, of ${boards}, by its heuristic`,
    bars: bars('heuristic', [
      ['Linear conflict', 'ga', 'linear-conflict-pairs', 'Linear conflict'],
      ['Tiles out of row and column', 'ga', 'out-of-row-column'],
      ['Misplaced tiles', 'ga', 'misplaced', 'Misplaced tiles'],
    ]),
    claim: /^on 3x3 the GA solves/,
    own: 'tune',
    words: [
      [
        "no row of the study's table of the GA on 2x2 reaches 100 %",
        'on 2x2, the GA never solves all puzzles',
      ],
      [
        "no row of the study's tables of the GA on 3x3 reaches 100 %",
        'on 3x3, the GA never solves all puzzles',
      ],
      ['the GA', 'the genetic algorithm'],
      ['linear-conflict-pairs', 'linear conflict'],
      ['more accuracy', 'more puzzles solved'],
      ['more population', 'a larger population'],
    ],
    sentence: (good, _, poor) =>
      `The genetic algorithm solves ${share(good)} of 3x3 puzzles with a good heuristic, and
        ${share(poor)} with a poor one.`,
  },
  {
    study: 'evolution',
    title: 'What evolution adds',
    origin: 'A study by this project',
    table: 'pure',
    column: 'excess length',
    value: (ratio) => ratio - 1,
    text: percent,
    why:
      'Crossover makes a new plan from two others. Without crossover, a new plan is a changed ' +
      'copy of one. Both are far better than random plans. On larger puzzles, the differences ' +
      'go both ways, and most of them are not clear.',
    unit: 'Extra moves',
    about: (row) =>
      `How much longer plans are than the shortest known, on ${row.boards} puzzles of ` +
      '4x4 in about 0.5 s',
    bars: bars(
      'solver',
      [
        ['Genetic algorithm, with crossover', 'ga', 'pure', 'With crossover'],
        ['Genetic algorithm, without crossover', 'ga', 'no crossover', 'Without'],
        ['Hill climbing', 'other', 'hill climbing'],
        ['Random plans', 'other', 'random plans'],
      ],
      (row) => row.size === '4x4' && row.budget === '0.5 s',
    ),
    sentence: (pure, without) =>
      `On 4x4, crossover makes no clear difference: plans are ${percent(pure)} too long with it,
        ${percent(without)} without.`,
    claim: /each control of pure/,
    basis: {
      table: 'pure',
      row: ({ solver }) => solver === 'no crossover',
      title: 'Without crossover, plans are …',
      help:
        'Each column is an amount of work, named after the time that it takes on 4x4. “No clear ' +
        'difference”: the 95 % interval of the ratio contains 1.',
    },
    words: [
      ['each control of pure', 'each simpler program'],
      ['those of pure', 'those of the genetic algorithm'],
      ['each control of memetic', 'each simpler program'],
      ['those of memetic', 'those of the genetic algorithm with local searches'],
      ['headless chicken', 'crossover with random plans'],
      ['windows alone', 'local searches alone'],
      ['windows on weighted A*', 'weighted A* with local searches'],
      ['undecided', '(undecided)'],
      ['same', '(the same)'],
    ],
  },
  {
    study: 'four-heuristics',
    title: 'A* Puzzle Solver Agent',
    origin: 'Python program with a configuration file, year not known',
    table: 'averages',
    column: 'mean expanded',
    text: whole,
    why:
      'Manhattan distance adds up the moves that each tile would need alone. Counting misplaced ' +
      'tiles says less about the moves left, so A* expands more states before it reaches the ' +
      'goal.',
    unit: 'States that a copy of the study’s A* expands',
    about: ({ boards }) =>
      `States that a copy of the study’s A* expands on 3x3, the mean of ${boards} puzzles with 3 ` +
      `to 8 misplaced tiles. ${meaning}`,
    bars: bars(
      'solver',
      [
        ['Manhattan distance', 'astar', 'manhattan', 'Manhattan'],
        ['Euclidean distance', 'astar', 'euclidean'],
        ['Misplaced tiles', 'astar', 'misplaced', 'Misplaced tiles'],
        ['Max sort', 'astar', 'max-sort'],
      ],
      (row) => row.size === '3x3',
    ),
    note:
      'As in the study, the blank counts as a tile, and among equal estimates A* takes the ' +
      'oldest state. So this A* expands more states than the A* of this project.',
    claim: /^misplaced tiles expand/,
    words: [
      ['expands the fewest nodes', 'expands the fewest states'],
      ['expand twice as many nodes', 'make A* expand twice as many states'],
      ['worst in nodes', 'worst in states expanded'],
      ['on size ', 'on boards of size '],
      ['mean expanded of', 'mean states expanded,'],
    ],
    sentence: (manhattan, _, misplaced) =>
      `On 3x3, A* expands ${whole(
        misplaced / manhattan,
      )} times as many states with misplaced tiles as with Manhattan distance.`,
  },
  {
    study: 'shuffle-study',
    title: 'Solving sliding puzzles with A*',
    origin: 'CS 3200 final project, JavaScript, year not known',
    table: 'shuffles',
    column: 'solved',
    text: share,
    why:
      'Large puzzles have far more states near the start. A* keeps each one that it generates, ' +
      'so it often reaches its limit before it reaches the goal.',
    unit: 'Puzzles solved',
    about: (row) =>
      `Puzzles that A* solves before it has generated 200,000 states, after ${row['random moves']}
        random moves. A state is one arrangement of the tiles. To generate it is to reach it by a
        move.`,
    note: 'The difference between 5x5 and 6x6 may be chance.',
    claim: /./,
    bars: bars(
      'size',
      [
        ['3x3', 'astar', '3x3', '3x3'],
        ['4x4', 'astar', '4x4', '4x4'],
        ['5x5', 'astar', '5x5', '5x5'],
        ['6x6', 'astar', '6x6'],
      ],
      (row) => row['random moves'] === '200' && row.heuristic === 'manhattan',
    ),
    sentence: (three, four, five) =>
      `Within 200,000 states, A* solves ${three === 1 ? 'all' : share(three)} shuffled 3x3 puzzles,
        ${share(four)} of 4x4, and ${share(five)} of 5x5.`,
  },
  {
    study: 'tutorial',
    title: 'Solving the sliding puzzle',
    origin: 'Web tutorial with an interactive page, 2015',
    table: 'totals',
    column: 'total expanded',
    text: whole,
    why:
      'A search that forgets expands the same states again and again. A heuristic leads a search ' +
      'towards the goal, so it never reaches most states.',
    unit: 'States expanded',
    about: ({ boards }) =>
      `States expanded, the sum over ${boards} easy puzzles of 4x4, near the goal. ${meaning}`,
    bars: bars('solver', [
      ['Breadth-first, forgets expanded states', 'bfs', 'tree BFS', 'Forgets'],
      ['Breadth-first, remembers expanded states', 'bfs', 'graph BFS', 'Remembers'],
      ['A* with a heuristic (Manhattan distance)', 'astar', 'tree A* manhattan', 'Heuristic'],
    ]),
    words: [
      ['tree A*', 'A*'],
      [', manhattan above misplaced', ', boards on which Manhattan distance is higher'],
      [', manhattan not below misplaced', ', boards on which Manhattan distance is not lower'],
    ],
    sentence: (tree, graph, guided) =>
      `On easy 4x4 puzzles, remembering states saves ${share(
        1 - graph / tree,
      )} of the work. A heuristic saves ${percent(1 - guided / tree)}.`,
  },
];

/**
 * Reads the table of a finding. It returns the sentence, the picture, the picture with only the
 * bars of which the sentence speaks, and a small one of these bars.
 * @param {Finding} finding
 */
export async function found({
  study,
  table,
  unit,
  about,
  note,
  column,
  bars: wanted,
  value = (cell) => cell,
  text,
  sentence,
}) {
  const rows = await readTable(study, table);
  const used = wanted.map(({ name, row }) => {
    const found = rows.find(row);
    if (!found?.[column])
      throw new Error(`The table ${table} of the study ${study} has no value for ${name}.`);
    return found;
  });
  const values = used.map((row) => value(Number(row[column])));
  /** Names the number of boards of a bar, if the bars have different ones. @param {number} i */
  const boards = (i) =>
    used.every((row) => row.boards === used[0].boards)
      ? ''
      : `, ${count(Number(used[i].boards))} boards`;
  const spoken = wanted.flatMap(({ short }, i) => (short ? [i] : []));
  /** Draws bars. @param {number[]} all @param {(i: number) => string} name */
  const draw = (all, name) =>
    all.map((i) => {
      const bar = el('i', { 'aria-hidden': 'true' });
      // shares have a scale from 0 to 100 %
      const most = text === share ? 1 : Math.max(...all.map((one) => values[one]));
      bar.style.width = `max(2px, ${(100 * values[i]) / most}%)`;
      bar.style.background = colourOf(wanted[i].algorithm);
      return el(
        'div',
        {},
        el('span', {}, `${name(i)}${boards(i)} `),
        el('b', {}, text(values[i])),
        el('span', { class: text === share ? 'whole' : '' }, bar),
      );
    });
  const picture = (/** @type {number[]} */ all) =>
    el(
      'div',
      { class: 'picture bars' },
      el('p', { class: 'help' }, about(used[0])),
      ...draw(all, (i) => wanted[i].name),
      note && el('p', { class: 'help' }, note),
    );
  return {
    sentence: sentence(...values),
    picture: picture([...wanted.keys()]),
    spoken: picture(spoken),
    small: el(
      'div',
      { class: 'thumb' },
      el('p', { class: 'help' }, unit),
      ...draw(spoken, (i) => wanted[i].short ?? ''),
    ),
  };
}

/**
 * Reads a table of a study.
 * @param {string} study
 * @param {string} table
 */
export async function readTable(study, table) {
  const answer = await requestFile(`studies/${study}/tables/${table}.csv`);
  if (!answer.ok) throw new Error(`There is no table ${table} of the study ${study}.`);
  return readCsv(await answer.text());
}

/**
 * Reads a table with a head in the form CSV. The columns of an interval and of its sample size
 * follow a value. They get its name as well: "relative length, 95 % from".
 * @param {string} text
 * @returns {Row[]}
 */
function readCsv(text) {
  const [head, ...rows] = text
    .trim()
    .split('\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    );
  let value = '';
  const names = head.map((name) => {
    if (/^(95 % from|95 % to|n)$/.test(name)) return `${value}, ${name}`;
    value = name;
    return name;
  });
  return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));
}
