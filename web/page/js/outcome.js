// Describes the results of searches in sentences.

import { bytes, capital, count, number, plural, seconds } from './text.js';

/** @typedef {import('./app.js').Answer} Answer */
/** @typedef {import('./app.js').Statistic} Statistic */

/**
 * Says why a search ended without a result. The text is empty if the search found what it looked
 * for.
 * @param {Answer} answer
 * @param {string} [why] why the board cannot be solved
 */
export function ending({ status, evaluated, expanded, generated, seconds: time, node_limit }, why) {
  const evaluates = typeof evaluated === 'number';
  const [done, unit] = evaluates ? [evaluated, 'evaluations'] : [expanded, 'expansions'];
  /** @type {Record<string, string>} */
  const ends = {
    solved: '',
    unsolvable: why || 'No moves lead to the goal.',
    exhausted: 'The search ended without a plan.',
    cancelled: 'The search was stopped.',
    'time-limit': `The search stopped at the time limit, after ${seconds(time)}.`,
    'node-limit': `The search stopped at ${count(node_limit ?? generated)} states generated.`,
    'evaluation-limit': `The search stopped at ${count(evaluated)} evaluated plans.`,
    'memory-limit': `The search stopped at the memory limit, after ${count(done)} ${unit}.`,
  };
  return ends[status] ?? `The search ended: ${status}.`;
}

/**
 * Says what a search found.
 * @param {Answer} answer
 * @param {string} solver the name of the solver
 * @param {string} why why the board cannot be solved; empty if it can be solved
 */
export function outcome(answer, solver, why) {
  const end = ending(answer, why);
  if (answer.length === null) return end;
  const quality = answer.optimal
    ? 'The plan is proven optimal: no plan is shorter.'
    : `A shorter plan may exist: the lower bound is ${plural(answer.lower_bound, 'move')}.`;
  return `${end ? `${end} ` : ''}${solver} found a plan of ${plural(answer.length, 'move')}. ${quality}`;
}

/** @param {Statistic} statistic */
export const heading = ({ label }) => capital(label);

/**
 * Returns the value of a statistic as text. It returns '' for 0 and null, which mean that the
 * solver does not count it.
 * @param {Statistic} statistic
 * @param {object} values by key, such as an answer
 * @param {string} [key]
 */
export function statisticText({ name, unit }, values, key = name) {
  const value = /** @type {Record<string, number>} */ (values)[key];
  if (!value) return '';
  if (unit === 'bytes') return bytes(value);
  return Number.isInteger(value) ? count(value) : number(value);
}
