// The table of the settings that were tried, with what the study printed for them. Settings of the
// study that were not tried come last. A press on the settings of a row chooses them.

import { button, el } from '../dom.js';
import { addressOf, help, studyPage } from '../experiments/common.js';
import { table } from '../parts.js';
import { count, seconds } from '../text.js';
import { agreement, heuristicLabel, inCell, long, ratio, share, short, times } from './words.js';

/** @typedef {import('./messages.js').Printed} Printed */
/** @typedef {import('./messages.js').Settings} Settings */
/** @typedef {import('./messages.js').Tried} Tried */

const head = [
  'Settings',
  'Boards',
  'Solved',
  'Study: solved',
  'Agreement',
  'Length ÷ A*',
  'Time ÷ A*',
  'Study: time ÷ A*',
  'Plans tried',
  'Processor time',
];

/** The columns that hold words. */
const worded = ['Settings', 'Agreement'];

const numeric = head.map((name) => !worded.includes(name));

/**
 * Makes the table.
 * @param {Tried[]} tried
 * @param {Printed[]} printed
 * @param {Settings} chosen
 * @param {(settings: Settings) => void} onChoose
 */
export function settingsTable(tried, printed, chosen, onChoose) {
  const rows = [];
  for (const row of tried) {
    const same = printed.find((other) => matches(other, row));
    rows.push(triedCells(row, same, onChoose));
  }
  for (const row of printed) {
    const shown = tried.some((other) => matches(other, row));
    if (!shown) rows.push(printedCells(row, onChoose));
  }
  const element = table('Settings tried here and in the study', head, rows, numeric);
  for (const [i, row] of element.querySelectorAll('tbody tr').entries()) {
    if (i >= tried.length) row.className = 'printed';
    else if (isSame(tried[i], chosen)) row.setAttribute('aria-current', 'true');
  }
  return element;
}

/**
 * Makes the cells of settings that were tried.
 * @param {Tried} row
 * @param {Printed | undefined} printed the same settings in the study, if it has them
 * @param {(settings: Settings) => void} onChoose
 */
function triedCells(row, printed, onChoose) {
  const { done, trials, boards } = row;
  return [
    settingsCell(row, onChoose),
    done < trials ? `${count(row.solved.n)} of ${count(boards)}` : count(boards),
    inCell(share(row.solved)),
    printed ? inCell(share(printed.solved)) : '',
    agreement(row),
    inCell(ratio(row.length)),
    inCell(ratio(row.time)),
    printed?.time ? times(printed.time) : '',
    row.evaluated === null ? '–' : count(Math.round(row.evaluated)),
    row.seconds === null ? '–' : seconds(row.seconds),
  ];
}

/**
 * Makes the cells of settings that the study tried, and nobody here.
 * @param {Printed} row
 * @param {(settings: Settings) => void} onChoose
 */
function printedCells(row, onChoose) {
  const time = row.time === null ? '' : times(row.time);
  return [
    settingsCell({ ...row, seed: 1 }, onChoose),
    count(row.boards),
    'not tried',
    inCell(share(row.solved)),
    '', // agreement
    '', // length
    '', // time
    time,
    '', // plans tried
    '', // processor time
  ];
}

/**
 * Makes the cell that chooses the settings of a row.
 * @param {Settings} settings
 * @param {(settings: Settings) => void} onChoose
 */
function settingsCell(settings, onChoose) {
  const { heuristic, seed } = settings;
  const notes = [];
  if (heuristic !== 'manhattan') notes.push(heuristicLabel(heuristic));
  if (seed !== 1) notes.push(`seed ${seed}`);
  const choose = button(short(settings), () => onChoose(settings), {
    class: 'quiet',
    'aria-label': `${short(settings)}: ${[long(settings), ...notes].join(', ')}`,
  });
  return el('span', { class: 'pick' }, choose, el('span', { class: 'muted' }, notes.join(', ')));
}

/**
 * Reports whether two rows have the same settings, on whichever boards.
 * @param {Settings} a
 * @param {Settings} b
 */
export const matches = (a, b) =>
  a.size === b.size &&
  a.heuristic === b.heuristic &&
  a.population === b.population &&
  a.generations === b.generations &&
  a.phases === b.phases;

/**
 * Reports whether two rows have the same settings and the same boards.
 * @param {Settings} a
 * @param {Settings} b
 */
export const isSame = (a, b) => matches(a, b) && a.boards === b.boards && a.seed === b.seed;

/** Explains the table. */
export function legend() {
  const study = el('a', { href: addressOf(studyPage('ga-vs-astar')) }, 'study');
  return help(
    'Settings are population / generations / phases. Parentheses hold 95 % intervals. Lengths are ' +
      'compared on boards that both solved, and times on all boards but the first few. “Agrees” means: the interval ' +
      'of the difference contains 0 and lies within 5 points. The ',
    study,
    ' is a project of 2015, whose times are those of its own program and machine.',
  );
}
