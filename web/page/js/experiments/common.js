// What the pages of the view Experiments share.

import { el } from '../dom.js';
import { forPeople } from '../markdown.js';
import { heuristicName } from '../solvers.js';
import { count, percent, plural } from '../text.js';

/** @typedef {import('./messages.js').Results} Results */

/** The name in the address of the form for a new experiment. */
export const formPage = 'new:';

/** The name in the address of a study. @param {string} study */
export const studyPage = (study) => `example:${study}`;

/** The name in the address of the report of a study. @param {string} study */
export const reportPage = (study) => `report:${study}`;

/** @param {string} name of an experiment or a page */
export const addressOf = (name) => `#/experiments?experiment=${encodeURIComponent(name)}`;

/**
 * The title of an experiment for people.
 * @param {{experiment: string, description: string}} experiment
 */
export const titleOf = ({ experiment, description }) => description || experiment;

/**
 * Returns a function that names a solver of an experiment with its estimate of the moves left.
 * @param {Pick<Results, 'groups'>} results
 * @param {import('../app.js').Description} description
 */
export function namesOf({ groups }, description) {
  /** @type {Map<string, string>} */
  const heuristics = new Map();
  for (const { solvers } of groups) {
    for (const { name, heuristic } of solvers) heuristics.set(name, heuristic);
  }
  return (/** @type {string} */ solver) => {
    const name = forPeople(description, solver);
    const heuristic = heuristics.get(solver) ?? 'zero';
    if (heuristic === 'zero') return name;
    const estimate = heuristicName(heuristic);
    const named = name.toLowerCase().includes(estimate.toLowerCase());
    return named ? name : `${name} (${estimate})`;
  };
}

/**
 * Groups values by a key, in the order of their first values.
 * @template T
 * @param {T[]} values
 * @param {(value: T) => string} key
 * @returns {Map<string, T[]>}
 */
export function groupBy(values, key) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const value of values) {
    const name = key(value);
    const group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  }
  return groups;
}

/**
 * Says how many runs have ended.
 * @param {number} done
 * @param {number} trials
 */
export function progressText(done, trials) {
  return done === trials ? plural(done, 'run') : `${count(done)} of ${plural(trials, 'run')}`;
}

/** @param {string} time in RFC 3339 */
export const day = (time) =>
  new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });

/**
 * Writes a value, or a dash if there is none.
 * @param {number | null} value
 * @param {(value: number) => string} format
 */
export const orDash = (value, format) => (value === null ? '–' : format(value));

/** @param {number | null} part from 0 to 1 */
export const share = (part) => orDash(part, (value) => percent(value, 1));

/**
 * Makes a list of texts.
 * @param {string[]} texts
 */
export function list(texts) {
  return el('ul', { class: 'conclusions' }, ...texts.map((text) => el('li', {}, text)));
}

/**
 * Makes a line of help.
 * @param {...(Node | string)} children
 */
export const help = (...children) => el('p', { class: 'help' }, ...children);
