// The colours of solvers. Each algorithm has its property in style.css.

import { el } from './dom.js';

/**
 * The colour of an algorithm, as a value for CSS.
 * @param {string} algorithm its name, such as astar
 */
export const colourOf = (algorithm) => `var(--solver-${algorithm.replace(/\W/g, '')}, var(--solver-other))`;

/** Makes a dot in the colour of an algorithm. @param {string} algorithm */
export function dot(algorithm) {
  const mark = el('span', { class: 'dot', 'aria-hidden': 'true' });
  mark.style.background = colourOf(algorithm);
  return mark;
}
