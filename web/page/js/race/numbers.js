// The table that compares the solvers of a race.

import { el } from '../dom.js';
import { heading, statisticText } from '../outcome.js';
import { table } from '../parts.js';
import { capital, count, seconds, stopwatch } from '../text.js';
import { bestBound, standing } from './standing.js';

/** @typedef {import('../app.js').Statistic} Statistic */
/** @typedef {import('./lane.js').Lane} Lane */

/**
 * Makes the table of a race, with its title.
 * @param {Lane[]} lanes
 * @param {Statistic[]} statistics
 */
export function raceNumbers(lanes, statistics) {
  const rows = distinct([...resultRows(lanes), ...statisticRows(lanes, statistics)]);
  const cells = rows.map((row) => row.map((text) => text || '–'));
  const numeric = [false, ...lanes.map(() => true)];
  return [
    el('h2', {}, 'The race in numbers'),
    table('Results of the race', ['Solver', ...lanes.map(nameOf)], cells, numeric),
    el('p', { class: 'help' }, 'A dash: this did not happen, or the solver does not count it.'),
  ];
}

/**
 * Leaves out the rows that say what a row before has said: in all columns the same.
 * @param {string[][]} rows a name, and a text for each solver
 */
function distinct(rows) {
  const seen = new Set();
  return rows.filter(([, ...texts]) => {
    const said = texts.join('|');
    if (seen.has(said)) return false;
    seen.add(said);
    return true;
  });
}

/** The name of a lane, with a dot of its colour. @param {Lane} lane */
function nameOf({ label, colour }) {
  const dot = el('span', { class: 'dot' });
  dot.style.background = colour;
  return el('span', { class: 'solver' }, dot, capital(label));
}

/**
 * The rows that say what the solvers found, and when.
 * @param {Lane[]} lanes
 */
function resultRows(lanes) {
  const { length, proof } = standing(lanes);
  const least = proof ? length : bestBound(lanes);
  const ofSolvers = standing(lanes.filter(({ human }) => !human)).proof;
  const above = (/** @type {Lane} */ lane) => {
    const moves = planLength(lane);
    if (!moves || !least) return '';
    return `${proof ? '' : 'at most '}${count(moves - least)}`;
  };
  const ruledOut = (/** @type {Lane} */ lane) => {
    const time = ofSolvers?.lane === lane ? ofSolvers.at : lane.proved;
    return time ? seconds(time) : '';
  };
  return [
    ['How it ended', ...lanes.map(end)],
    ['Moves', ...lanes.map(moves)],
    ['Moves above the shortest', ...lanes.map(above)],
    ['Found its best plan after', ...lanes.map(foundAfter)],
    ['Ruled out shorter plans after', ...lanes.map(ruledOut)],
    ['Ended after', ...lanes.map(endedAfter)],
  ];
}

/** Says how a lane ended. @param {Lane} lane */
function end({ answer, human, ended, proved, failed }) {
  if (failed) return 'not started';
  if (human) return ended ? 'solved' : 'stopped';
  if (!answer) return 'stopped';
  if (answer.status !== 'solved') return answer.status.replace('-', ' ');
  return proved ? 'plan and proof' : 'plan, not proved';
}

/** @param {Lane} lane */
const planLength = ({ answer, shortest }) => answer?.length ?? shortest;

/** @param {Lane} lane */
function moves(lane) {
  if (lane.human) return count(lane.made);
  return planLength(lane)?.toString() ?? '';
}

/** @param {Lane} lane */
function foundAfter({ human, reached }) {
  if (!reached) return '';
  return human ? stopwatch(reached) : seconds(reached);
}

/** @param {Lane} lane */
function endedAfter({ human, ended, time }) {
  if (human) return stopwatch(time);
  return ended ? seconds(ended) : '';
}

/**
 * The rows of the statistics that a solver counts.
 * @param {Lane[]} lanes
 * @param {Statistic[]} statistics
 */
function statisticRows(lanes, statistics) {
  const rows = [];
  for (const statistic of statistics) {
    if (!statistic.compared && statistic.unit !== 'bytes') continue;
    const texts = lanes.map(({ answer, latest }) =>
      statisticText(statistic, answer ?? latest ?? {}),
    );
    if (!texts.some(Boolean)) continue;
    const { label, unit } = statistic;
    const named = unit === 'bytes' ? statistic : { ...statistic, label: `${unit} ${label}` };
    rows.push([heading(named), ...texts]);
  }
  return rows;
}
