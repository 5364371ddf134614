// The tables of the view Watch: the numbers of both searches, and how many boards of each layer
// they reached.

import { el } from '../dom.js';
import { heading, statisticText } from '../outcome.js';
import { table } from '../parts.js';
import { count } from '../text.js';
import { namesOf } from './words.js';

/** @typedef {import('../app.js').Statistic} Statistic */
/** @typedef {import('./panel.js').Panel} Panel */

/**
 * Makes the tables.
 * @param {Panel[]} panels
 * @param {Statistic[]} statistics
 */
export function watchNumbers(panels, statistics) {
  /** @type {HTMLElement[]} */
  const parts = [
    el('h2', {}, 'At the end'),
    resultTable(panels, statistics),
    el(
      'p',
      { class: 'help' },
      'To reach a board is to meet it. To expand it is to try all its moves.',
    ),
  ];
  const [{ space }] = panels;
  if (space) parts.push(layerTable(panels, space));
  return parts;
}

/**
 * @param {Panel[]} panels
 * @param {Statistic[]} statistics
 */
function resultTable(panels, statistics) {
  /** @type {[string, (panel: Panel) => string][]} */
  const rows = [
    ['Boards reached', ({ reached }) => count(reached.length)],
    ['Share', ({ share }) => share],
  ];
  for (const statistic of statistics) {
    if (!statistic.compared) continue;
    rows.push([heading(statistic), ({ answer }) => statisticText(statistic, answer ?? {})]);
  }
  rows.push(['Moves', moves]);
  rows.push(['Proven shortest', ({ answer }) => (answer?.optimal ? 'yes' : 'no')]);
  const cells = rows
    .map(([name, text]) => [name, ...panels.map(text)])
    .filter(([, ...texts]) => texts.some(Boolean));
  const head = ['Search', ...namesOf(panels)];
  return table('Searches on this board as a table', head, cells, [false, true, true]);
}

/** @param {Panel} panel */
function moves({ answer }) {
  if (!answer) return '';
  return answer.length === null ? 'none' : count(answer.length);
}

/**
 * @param {Panel[]} panels
 * @param {import('../space.js').Space} space
 */
function layerTable(panels, space) {
  const layers = panels.map(({ reached }) => {
    const known = space.counts.map(() => 0);
    for (const rank of reached) known[space.distance(rank)]++;
    return known;
  });
  const rows = space.counts.map((all, distance) => [
    String(distance),
    count(all),
    ...layers.map((known) => count(known[distance])),
  ]);
  const head = ['Distance', 'Boards', ...namesOf(panels)];
  const summary = el('summary', {}, 'The layers as a table');
  return el('details', {}, summary, table('Boards by distance', head, rows));
}
