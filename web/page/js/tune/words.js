// What the view Tune says about settings. All numbers are those of the server's analysis.

import { el } from '../dom.js';
import { heuristicName } from '../solvers.js';
import { count, percent, plural } from '../text.js';

/** @typedef {import('./messages.js').Interval} Interval */
/** @typedef {import('./messages.js').Plan} Plan */
/** @typedef {import('./messages.js').Printed} Printed */
/** @typedef {import('./messages.js').Settings} Settings */
/** @typedef {import('./messages.js').Tried} Tried */

/**
 * Writes an interval in parentheses; empty if it is not known.
 * @param {Interval} interval
 * @param {(value: number) => string} format
 */
const ends = ({ low, high }, format) =>
  low === null || high === null ? '' : ` (${format(low)}–${format(high)})`;

/** Writes a share with its interval. @param {Interval} solved */
export function share(solved) {
  if (solved.value === null) return '–';
  return percent(solved.value) + ends(solved, (part) => (100 * part).toFixed(1));
}

/** Writes a ratio with three digits. @param {number} value */
export function times(value) {
  if (value < 9.995) return value.toFixed(2);
  return value < 99.95 ? value.toFixed(1) : count(Math.round(value));
}

/** Writes a ratio with its interval. @param {Interval} interval */
export function ratio(interval) {
  return interval.value === null ? '–' : times(interval.value) + ends(interval, times);
}

/**
 * Shows a share or a ratio, such as "63.0 % (53.2–71.8)", in a cell of a table. If the cell is
 * narrow, the interval stands on a line of its own.
 * @param {string} text
 */
export function inCell(text) {
  const [value, interval] = text.split(/ (?=\()/);
  if (!interval) return text;
  return el('span', {}, `${value} `, el('span', { class: 'ends' }, interval));
}

/** @type {Record<NonNullable<Tried['agreement']>, string>} */
const agreements = {
  differ: 'differs',
  agree: 'agrees',
  'too few boards': 'no clear difference',
};

/** Says whether the share solved agrees with the study's. @param {Tried} tried */
export const agreement = ({ agreement }) => (agreement ? agreements[agreement] : '');

/** Writes the settings as the study's tables do. @param {Settings} settings */
export const short = ({ population, generations, phases }) =>
  `${population} / ${generations} / ${phases}`;

/** Writes the settings in words. @param {Settings} settings */
export const long = ({ population, generations, phases }) =>
  `population ${count(population)}, ${plural(generations, 'generation')}, ` +
  plural(phases, 'phase');

/**
 * Says what was found with settings, in a headline.
 * @param {Tried | undefined} tried
 * @param {Printed | undefined} printed
 */
export function headline(tried, printed) {
  if (tried && tried.solved.value !== null) {
    const part = percent(tried.solved.value, 0);
    const boards = `${plural(tried.solved.n, 'board')} of ${tried.size}`;
    return `The genetic algorithm solves ${part} of ${boards}.`;
  }
  if (printed) return `${studySolved(printed)} with these settings. What do you get?`;
  return 'How close does a genetic algorithm come to optimal search?';
}

/**
 * Says more about settings, in sentences.
 * @param {Tried | undefined} tried
 * @param {Printed | undefined} printed
 */
export function sentence(tried, printed) {
  if (!tried || tried.solved.value === null) {
    return 'A try runs the genetic algorithm of the study and A* on the same random boards.';
  }
  const texts = [];
  const { low, high } = tried.solved;
  if (low !== null && high !== null) {
    const range = `${percent(low)} to ${percent(high)}`;
    texts.push(`With 95 % confidence, it solves ${range} of all such boards.`);
  }
  if (tried.length.value !== null) {
    texts.push(`Its plans are ${ratio(tried.length)} times as long as those of A*.`);
  }
  if (tried.time.value !== null) {
    const small = tried.mostly_overhead ? ', or more: most of the time of A* is overhead here' : '';
    texts.push(`It takes ${ratio(tried.time)} times the processor time${small}.`);
  }
  if (printed) texts.push(`${studySolved(printed)}: ${verdict(tried)}.`);
  const joiner = '\u2060'; // keeps the two ends of an interval on one line
  return texts.join(' ').replaceAll('–', `${joiner}–${joiner}`);
}

/** Says what the study solved. @param {Printed} printed */
const studySolved = ({ solved, boards }) =>
  `The study solved ${percent(solved.value ?? 0)} of ${plural(boards, 'board')}`;

/** Says whether the share solved agrees with the study's. @param {Tried} tried */
function verdict({ agreement }) {
  if (agreement === 'differ') return 'the two differ';
  if (agreement === 'agree') return 'the two agree within 5 points';
  return 'no clear difference';
}

/** Says how large an experiment is. @param {Plan} plan */
export const effort = ({ plans, trials }) =>
  `Up to ${plural(plans, 'plan')} for a board: population × generations × phases. ` +
  'Half of each generation survives, so about half of the plans are new. ' +
  `${plural(trials, 'run')}, half of them A*.`;

/** The name of a heuristic, as the study calls it. @param {string} name */
export const heuristicLabel = (name) =>
  heuristicName(name === 'linear-conflict-pairs' ? 'linear-conflict' : name);
