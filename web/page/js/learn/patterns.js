// Chapter 8: pattern databases.

import { el } from '../dom.js';
import { count } from '../text.js';
import { lay } from './chapter.js';
import { figure as chart } from './figure.js';
import { lab } from './lab.js';
import { LookUp } from './lookup.js';
import { buildTable, countsAt, groups } from './patterntable.js';
import { Stages } from './stages.js';
import { Stepper } from './stepper.js';

/** @typedef {import('./patterntable.js').Moment} Moment */

const lead = `Forget the tiles 5 to 8. How many moves do the tiles 1 to 4 need? A search back from
  the goal answers this for every placement at once, and fills a table.`;

const stages = [
  {
    name: 'A table',
    text: `A placement says where the tiles 1 to 4 are. The bars show how many placements need 0,
      1, 2 and more moves. Moves of the other tiles cost nothing, so only moves of these four lead
      to the next layer.`,
  },
  {
    name: 'Two groups',
    text: `The tiles 5 to 8 get a table of their own, in the same way. It has as many entries,
      because the group also has four tiles. Compare the bars: which group needs more moves?`,
  },
  {
    name: 'The sum',
    text: `To estimate a board, look up the placement of each group, and add the two numbers. The
      yellow bars are where this board is. Move tiles: the sum is at least the Manhattan distance,
      and never more than the distance.`,
  },
];

/** @type {[string, string][]} */
const terms = [
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
];

const text = `
  A pattern database (Culberson and Schaeffer 1998) remembers what a search has found. Its numbers
  are at least as large as the Manhattan distance of the group, because the search knows that
  tiles cannot slide over each other.

  Each number counts only the moves of its own tiles. So the numbers of two groups can be added,
  and the sum never estimates too much (Korf and Felner 2002). On 4x4, tables of 7 and 8 tiles
  have 577 million entries. With them, IDA* solves a random board in about ten milliseconds. The
  tables are built once, before all searches.`;

const program = {
  title: 'Choose the groups',
  task: 'group',
  about:
    'The function gives each tile the name of its group. Tables are built, and A* solves 20 ' +
    'boards with them.',
  code: `
function group(tile) {
  return tile <= 4 ? "first" : "second";
}`,
};

/** @type {import('./chapter.js').Question[]} */
const questions = [
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
];

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  lay(root, {
    lead,
    figure: figure(app, signal),
    terms,
    text,
    lab: lab(app, signal, program),
    go: 'heuristics/pdb/breadthfirst.go breadthFirst.advance',
    questions,
  });
}

const lines = [
  'layer ← the goal, with this group alone',
  'for moves = 0, 1, 2, ...',
  '  table[placement] ← moves, if it is new',
  '  for each move of each board in layer',
  '    if it moves a tile of the group: next layer',
  '  layer ← the next layer',
];

/**
 * Makes the search back from the goal, then the table of the second group, then a board that is
 * looked up in both.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 */
function figure(app, signal) {
  const tables = groups.map(buildTable);
  let stage = 0;
  const [drawing, draw] = chart();
  const lookUp = new LookUp(
    app,
    tables.map(({ values }) => values),
    () => stepper.timeline.seek(stepper.timeline.at),
  );
  lookUp.element.hidden = true;
  /** @type {Stepper<Moment>} */
  const stepper = new Stepper(signal, {
    label: 'building a pattern database',
    round: 1,
    unit: 'layer',
    facts: ['Moves', 'Entries found', 'All entries'],
    lines: () => lines,
    picture: el('div', { class: 'stack' }, drawing, lookUp.element),
    run: () => tables[Math.min(stage, 1)].moments,
    show: ({ moves, entries }) => {
      const shown = tables.slice(0, stage + 1);
      const building = shown[shown.length - 1];
      const counts = shown.map((table) =>
        countsAt(table, table === building ? entries : table.values.size),
      );
      const marks = [[moves], [-1, moves], lookUp.numbers];
      draw(barsOf(counts, marks[stage]));
      return [count(moves), count(entries), count(building.values.size)];
    },
    says: ({ line, moves, entries }) =>
      line < 0 ? `The table is complete: ${count(entries)} entries, at most ${moves} moves.` : '',
  });
  const turns = new Stages(stages, (at) => {
    stage = at;
    lookUp.element.hidden = stage < 2;
    stepper.refresh();
    // A board is looked up in whole tables.
    if (stage === 2) stepper.timeline.pause(stepper.timeline.length);
  });
  return el('div', { class: 'staged' }, turns.element, stepper.element);
}

/**
 * The bars of the tables.
 * @param {number[][]} counts of the placements by moves, for each table
 * @param {number[]} marks the moves of the marked bar of each table; -1 for none
 * @returns {import('./figure.js').Figure}
 */
function barsOf(counts, marks) {
  const names = groups.map((group) => `Tiles ${group[0]} to ${group[group.length - 1]}`);
  const texts = counts.map((numbers, i) => `${names[i]}: ${numbers.join(', ')}`);
  return {
    label: `Placements by the number of moves that their tiles need. ${texts.join('. ')}.`,
    x: { label: 'Moves that the tiles need', zero: true },
    y: { label: 'Placements', zero: true, text: (n) => (Number.isInteger(n) ? count(n) : '') },
    marks,
    series: counts.map((numbers, i) => ({
      name: names[i],
      kind: 'bars',
      data: numbers.map((n, moves) => [moves, n]),
    })),
  };
}
