// The results of an experiment: its headline, the plots, the table of its solvers, and what is
// shown on request.

import { el } from '../dom.js';
import { figure as drawn } from '../learn/figure.js';
import { forPeople } from '../markdown.js';
import { statisticText } from '../outcome.js';
import { table } from '../parts.js';
import { shade } from '../solvers.js';
import { capital, count, number, percent, plural, seconds } from '../text.js';
import {
  day,
  groupBy,
  help,
  list,
  namesOf,
  orDash,
  progressText,
  share,
  titleOf,
} from './common.js';
import { Trials } from './trials.js';

/** @typedef {import('../app.js').Description} Description */
/** @typedef {import('./messages.js').Results} Results */
/** @typedef {import('./messages.js').Summary} Summary */
/** @typedef {import('./messages.js').Within} Within */

/**
 * Says in a sentence what the trials show: the conclusion of the analysis, which knows what may be
 * chance.
 * @param {Results} results
 * @param {Description} description
 */
export function headline({ headline: conclusion, groups, done, trials, boards }, description) {
  if (!conclusion) return 'No board was tried by all solvers yet';
  const text = forPeople(description, conclusion);
  if (done === trials) return capital(text);
  const tried = groups.reduce((sum, { puzzles }) => sum + puzzles, 0);
  return `After ${count(tried)} of ${plural(boards, 'board')}: ${text}`;
}

/**
 * Makes the results of an experiment: first a plot of the share of boards solved within a time,
 * then the numbers by group and solver.
 * @param {Results} results
 * @param {number} earlier the number of its runs that were in the store when it was started here
 * @param {Description} description
 * @param {...Node} actions
 */
export function summaryCard(results, earlier, description, ...actions) {
  const head = el('div', { class: 'head' });
  head.append(
    el('p', { class: 'sentence' }, progressSentence(results, earlier)),
    el('div', { class: 'row' }, ...actions),
  );
  const card = el('section', { class: 'card', 'aria-label': 'Results' }, head);
  card.append(...plots(results, description));
  if (results.groups.some(({ solvers }) => solvers.length)) {
    card.append(
      resultTable(results, description),
      help(
        'Moves and work are means: states expanded, or plans tried. Times are medians. A solver ' +
          'that improves its plan goes on after its first plan. The heading says what these runs ' +
          'show, and not which mean is the largest. Parentheses name the estimate of the moves ' +
          'left.',
      ),
    );
  }
  return card;
}

/**
 * Says which experiment it is, and how many runs there are.
 * @param {Results} results
 * @param {number} earlier
 */
function progressSentence(results, earlier) {
  const { began, done, trials } = results;
  const stopped = done < trials ? 'Stopped after ' : '';
  const progress = `${stopped}${progressText(done, trials)}, begun ${day(began)}.`;
  const sentence = `${titleOf(results)}. ${progress} `;
  if (!earlier) return sentence;
  const amount = earlier === done ? 'All' : count(earlier);
  return `${sentence}${amount} runs are from an earlier run with the same choices.`;
}

/**
 * Makes the table of the solvers, for each group of boards.
 * @param {Results} results
 * @param {Description} description
 */
function resultTable(results, description) {
  const { groups, within } = results;
  const nameOf = namesOf(results, description);
  const grouped = groups.length > 1;
  const rows = groups.flatMap(({ group, size, solvers }) =>
    solvers.map((summary) => [
      nameOf(summary.name),
      ...(grouped ? [group || size] : []),
      `${count(summary.solved)} of ${count(summary.trials)}`,
      orDash(summary.mean_length, number),
      orDash(summary.gap, (gap) => percent(gap - 1)),
      share(summary.optimal_share),
      orDash(firstPlan(within, size, summary.name), seconds),
      orDash(summary.median_seconds, seconds),
      work(summary, description),
    ]),
  );
  const head = [
    'Solver',
    ...(grouped ? ['Boards'] : []),
    'Solved',
    'Moves',
    'Above shortest',
    'Shortest plans',
    'Time to first plan',
    'Time to end',
    'Work',
  ];
  const firstNumber = head.indexOf('Solved');
  const numeric = head.map((_, column) => column >= firstNumber);
  const element = table('Results by solver', head, rows, numeric);
  element.classList.add('fixed');
  return element;
}

/**
 * Writes the means of the statistics that compare solvers.
 * @param {Summary} summary
 * @param {Description} description
 */
function work(summary, { statistics }) {
  const parts = [];
  for (const statistic of statistics) {
    if (!statistic.compared) continue;
    const text = statisticText(statistic, summary, `mean_${statistic.name}`);
    if (text) parts.push(`${text} ${statistic.unit}`);
  }
  return parts.join(', ');
}

/**
 * Returns the median time to the first plan of a solver. It returns null if half of the trials have
 * none.
 * @param {Within[]} within
 * @param {string} size
 * @param {string} solver
 */
function firstPlan(within, size, solver) {
  const line = within.find((one) => one.size === size && one.solver === solver);
  return line?.seconds[line.shares.findIndex((part) => part >= 0.5)] ?? null;
}

/**
 * Draws the share of boards solved within a time, a plot for each size.
 * @param {Results} results
 * @param {Description} description
 */
export function plots(results, description) {
  const bySize = [...groupBy(results.within, ({ size }) => size)];
  return bySize
    .filter(([, lines]) => lines.some((line) => line.seconds.length))
    .map(([size, lines]) => plot(size, lines, results, description));
}

/**
 * Draws the share of the boards of a size solved within a time.
 * @param {string} size
 * @param {Within[]} lines
 * @param {Results} results
 * @param {Description} description
 */
function plot(size, lines, results, description) {
  const { groups, time_limit: limit } = results;
  const [drawing, draw] = drawn(false);
  const ofSize = groups.filter((group) => group.size === size);
  const trials = ofSize.flatMap(({ solvers }) => solvers.map((solver) => solver.trials));
  const tried = Math.max(0, ...trials);
  const ends = lines.map(
    ({ solver, shares }) => `${forPeople(description, solver)} ${share(shares.at(-1) ?? 0)}`,
  );
  const time = 'Time to the first plan';
  draw({
    label:
      `Share of boards of ${size} with a plan within a time. At the end: ` + `${ends.join(', ')}.`,
    x: {
      label: limit ? `${time} (dashed: the limit of ${seconds(limit)})` : time,
      log: true,
      text: seconds,
    },
    y: { label: `Solved, of ${plural(tried, 'board')}`, zero: true, text: (n) => percent(n, 0) },
    rules: limit ? [limit] : [],
    halves: true,
    series: seriesOf(lines, namesOf(results, description)),
  });
  const title = el('h2', {}, `Share of ${size} boards solved within a time`);
  const how = 'A line further to the left is faster. A line that ends higher has more boards.';
  const head = el('div', { class: 'row ends' }, title, help(how));
  return el('section', { class: 'stack tight' }, head, drawing);
}

/**
 * Returns the lines of a plot. Lines of one algorithm differ in colour and dashes.
 * @param {Within[]} lines
 * @param {(solver: string) => string} nameOf
 * @returns {import('../learn/figure.js').Series[]}
 */
function seriesOf(lines, nameOf) {
  /** The number of lines so far with an algorithm. @type {Map<string, number>} */
  const seen = new Map();
  return lines.map(({ solver, algorithm, seconds: times, shares }) => {
    const turn = seen.get(algorithm) ?? 0;
    seen.set(algorithm, turn + 1);
    /** @type {[number, number][]} */
    const data = [];
    for (const [i, time] of times.entries()) {
      // A step at each time: the share does not change between two plans.
      data.push([time, i ? shares[i - 1] : 0], [time, shares[i]]);
    }
    return {
      name: `${nameOf(solver)}${times.length ? '' : ': none'}`,
      kind: 'line',
      colour: shade(algorithm, turn),
      dash: turn,
      data,
    };
  });
}

/**
 * Makes what is shown on request: how sure the results are, the boards, the report and the
 * experiment file.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 * @param {Results} results
 * @param {Description} description
 */
export function detailsOf(app, signal, results, description) {
  const { experiment, conclusions, definition, done } = results;
  const element = el('div', { class: 'stack' });
  if (conclusions.length) {
    const texts = conclusions.map((text) => forPeople(description, text));
    element.append(later('How sure this is', () => list(texts)));
  }
  if (done > 0) {
    const trials = () => new Trials(app, signal, results, description).element;
    element.append(later('Every board and its plans', trials));
  }
  const file = { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Experiment file' };
  element.append(later('The experiment file', () => el('pre', file, definition)));
  const href = `api/v1/report?experiment=${encodeURIComponent(experiment)}`;
  const text = 'The report, with all figures (in a new tab)';
  element.append(el('a', { href, target: '_blank', rel: 'noopener' }, text));
  return element;
}

/**
 * Makes a disclosure whose content is made when it is first opened.
 * @param {string} title
 * @param {() => Node} content
 */
function later(title, content) {
  const ontoggle = () => {
    if (details.open && details.children.length === 1) details.append(content());
  };
  const details = el('details', { ontoggle }, el('summary', {}, title));
  return details;
}
