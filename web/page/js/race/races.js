// The races to choose from, and their solvers.

/** @typedef {import('../app.js').Description} Description */
/** @typedef {import('../settings.js').Values} Values */

/** The numbers of solvers in a race. The user counts as a solver. */
export const mostSolvers = 4;
export const fewestSolvers = 2;

/** The name of the user as a solver. */
export const you = 'you';

/**
 * The board of the first race. The genetic solver has a plan at once, and IDA* needs some seconds
 * to prove it shortest.
 */
export const opening = '0 6 15 11/1 7 9 12/8 10 2 14/3 4 13 5';

/**
 * A race of solvers, with the size of its board, and perhaps a board. A race that compares settings
 * of one kind of search asks a question. About is what to look out for.
 * @typedef {{title: string, board?: string, size: string, solvers: Values[], question?: string,
 *   about: string}} Choice
 */

/** @type {Choice[]} */
export const races = [
  {
    title: 'Plan and proof',
    size: '4x4',
    board: opening,
    about:
      'Genetic has a plan at once and makes it shorter. IDA* takes longer, but proves that none ' +
      'is shorter.',
    solvers: [{ algorithm: 'ga' }, { algorithm: 'idastar' }],
  },
  {
    title: 'Three solvers',
    size: '4x4',
    about: 'Genetic improves its plan. A* and IDA* end with a proof.',
    solvers: [{ algorithm: 'ga' }, { algorithm: 'astar' }, { algorithm: 'idastar' }],
  },
  {
    title: 'Large board',
    size: '6x6',
    about: 'A proof is out of reach here. The shortest plan wins.',
    solvers: [{ algorithm: 'ga' }, { algorithm: 'beam' }, { algorithm: 'wastar' }],
  },
  {
    title: 'Heuristics',
    question: 'Which heuristic helps A* most?',
    size: '3x3',
    about:
      'A heuristic estimates how many moves are left. With a better estimate, A* has less to ' +
      'look at.',
    solvers: [
      { algorithm: 'astar', heuristic: 'misplaced' },
      { algorithm: 'astar', heuristic: 'manhattan' },
      { algorithm: 'astar', heuristic: 'linear-conflict' },
      { algorithm: 'astar', heuristic: 'walking-distance' },
    ],
  },
  {
    title: 'Blind or guided',
    question: 'How much does an estimate help?',
    size: '3x3',
    about: 'Breadth-first search is blind. A* and IDA* estimate how many moves are left.',
    solvers: [{ algorithm: 'bfs' }, { algorithm: 'astar' }, { algorithm: 'idastar' }],
  },
];

/**
 * Returns the solvers of a race. Those that the backend does not have are left out.
 * @param {Choice} race
 * @param {Description | null} description
 * @returns {Values[]}
 */
export function solversOf({ solvers }, description) {
  const known = description?.algorithms.map(({ name }) => name);
  return solvers
    .filter(({ algorithm = '' }) => !known || known.includes(algorithm))
    .map((values) => ({ ...values }));
}

/**
 * Writes solvers as a text for the address.
 * @param {Values[]} solvers
 */
export function format(solvers) {
  return solvers.map((values) => new URLSearchParams(values).toString()).join('|');
}

/**
 * Reads the solvers in the address.
 * @param {string} [text]
 * @returns {Values[] | null} null if the text does not have the number of solvers of a race
 */
export function parse(text = '') {
  const solvers = text
    .split('|')
    .filter(Boolean)
    .map((values) => Object.fromEntries(new URLSearchParams(values)));
  const valid = solvers.length >= fewestSolvers && solvers.length <= mostSolvers;
  return valid ? solvers : null;
}
