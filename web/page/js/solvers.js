// The names and colours of solvers.

import { el } from './dom.js';

/** @typedef {import('./app.js').Algorithm} Algorithm */

/** The algorithms that come first in lists. */
const first = ['astar', 'idastar', 'ga', 'beam'];

/**
 * Returns the algorithms in the order in which people choose them.
 * @param {import('./app.js').Description} description
 */
export function preferred({ algorithms }) {
  const place = (/** @type {Algorithm} */ { name }) => (first.includes(name) ? first.indexOf(name) : first.length);
  return [...algorithms].sort((a, b) => place(a) - place(b));
}

/**
 * Returns the name of an algorithm without the words that all have, such as Genetic.
 * @param {Algorithm | undefined} algorithm
 */
export const shortName = (algorithm) => algorithm?.label.replace(/( best-first)? (algorithm|search)$/, '') ?? '';

/**
 * The colour of an algorithm, as a value for CSS. Each algorithm has its property in style.css.
 * @param {string} algorithm its name, such as astar
 */
export const colourOf = (algorithm) => `var(--solver-${algorithm.replace(/\W/g, '')}, var(--solver-other))`;

/** Makes a dot in the colour of an algorithm. @param {string} algorithm */
export function dot(algorithm) {
  const mark = el('span', { class: 'dot', 'aria-hidden': 'true' });
  mark.style.background = colourOf(algorithm);
  return mark;
}
