// The names and colours of solvers.

import { el } from './dom.js';

/** @typedef {import('./app.js').Algorithm} Algorithm */

/** The algorithms that people choose most. */
const usual = ['astar', 'idastar', 'ga', 'beam'];

/**
 * Returns the usual algorithms, and one more.
 * @param {import('./app.js').Description} description
 * @param {string} [also] its name
 */
export const preferred = ({ algorithms }, also = '') =>
  [...usual, ...(usual.includes(also) ? [] : [also])].flatMap(
    (name) => algorithms.find((known) => known.name === name) ?? [],
  );

/**
 * Returns the name of an algorithm without the words that all have, such as Genetic.
 * @param {Algorithm | undefined} algorithm
 */
export const shortName = (algorithm) =>
  algorithm?.label.replace(/( best-first)? (algorithm|search)$/, '') ?? '';

/**
 * Names of heuristics for people, where they differ from the names in the program.
 * @type {Record<string, string>}
 */
const heuristicNames = {
  misplaced: 'misplaced tiles',
  manhattan: 'Manhattan distance',
  euclidean: 'Euclidean distance',
  pdb: 'pattern database',
};

/**
 * Returns the name of a heuristic for people, such as "linear conflict" for linear-conflict.
 * @param {string} name
 */
export const heuristicName = (name) =>
  heuristicNames[name] ?? name.replace(/(?<=[a-z])-(?=[a-z])/g, ' ');

/**
 * Returns heuristics as choices of a select box.
 * @param {string[]} names
 * @returns {[string, string][]}
 */
export const heuristicChoices = (names) =>
  names.map((name) => [name, heuristicName(name).replace(/^./, (letter) => letter.toUpperCase())]);

/** The heuristics that people choose most. */
const usualHeuristics = ['misplaced', 'manhattan', 'linear-conflict', 'walking-distance', 'pdb'];

/**
 * Returns the usual heuristics, and one more, in the order of a list.
 * @param {string[]} names the list
 * @param {string} also the name of one more
 */
export const preferredHeuristics = (names, also) =>
  names.filter((name) => name === also || usualHeuristics.includes(name));

/**
 * Returns an algorithm by its name.
 * @param {import('./app.js').Description} description
 * @param {string | undefined} name
 */
export const algorithmOf = ({ algorithms }, name) =>
  algorithms.find((known) => known.name === name);

/** The largest number of cells on which a search for a shortest plan usually ends in seconds. */
export const cellsToProve = 16;

/**
 * Returns the time limit in seconds of a search for which the user set no limit. There is one for
 * searches that would use up all the time they get.
 * @param {import('./app.js').Description} description
 * @param {string | undefined} algorithm undefined for the best one for the size
 * @param {number} cells of the board
 */
export function usualLimit(description, algorithm, cells) {
  const known = algorithmOf(description, algorithm);
  if (known?.endless) return 5;
  const improves = algorithm ? known?.anytime : true; // as the best one for large boards does
  return improves && cells > cellsToProve ? 5 : undefined;
}

/**
 * The colour of an algorithm, as a value for CSS. Each algorithm has its property in style.css.
 * @param {string} algorithm its name, such as astar
 */
export const colourOf = (algorithm) =>
  `var(--solver-${algorithm.replace(/\W/g, '')}, var(--solver-other))`;

/** Makes a dot in the colour of an algorithm. @param {string} algorithm */
export function dot(algorithm) {
  const mark = el('span', { class: 'dot', 'aria-hidden': 'true' });
  mark.style.background = colourOf(algorithm);
  return mark;
}

/**
 * The colour of a solver among others, as a value for CSS. Solvers with one algorithm differ in
 * hue.
 * @param {string} algorithm
 * @param {number} turn the number of solvers before it with the same algorithm
 */
export const shade = (algorithm, turn) =>
  turn % 4 === 0
    ? colourOf(algorithm)
    : `oklch(from ${colourOf(algorithm)} l max(c, 0.1) calc(h + ${[0, 140, 70, 215][turn % 4]}))`;

/**
 * Returns the name of the algorithm that a solver's name begins with; empty if there is none.
 * @param {import('./app.js').Description} description
 * @param {string} solver such as "astar manhattan" or "tree A* misplaced"
 */
export function algorithmIn({ algorithms }, solver) {
  const words = solver
    .replace(/^(tree|graph) /, '')
    .toLowerCase()
    .split(' ');
  return (
    algorithms.find((a) => words[0] === a.name || words[0] === shortName(a).toLowerCase())?.name ??
    ''
  );
}

/**
 * Writes algorithms as people call them: "IDA* manhattan" for "idastar manhattan". A name that is
 * also an English word is the name of an algorithm only at the beginning.
 * @param {import('./app.js').Description} description
 * @param {string} text
 */
export const inWords = ({ algorithms }, text) =>
  text.replace(
    /(?<![\w-])[a-z]+(?![\w-])/g,
    (word, at) =>
      (at > 0 && ['beam', 'greedy'].includes(word)
        ? ''
        : shortName(algorithms.find(({ name }) => name === word))) || word,
  );
