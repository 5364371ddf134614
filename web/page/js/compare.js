// What Play tells after a board is solved by hand: how many boards A* and breadth-first search reach
// until they have a shortest plan. Both searches start from the board that was solved.

import { format } from './board.js';
import { plural } from './text.js';

/**
 * What a search did: how many boards it reached, and whether it found a plan.
 * @typedef {{boards: number, found: boolean}} Outcome
 */

/**
 * The largest number of cells of a size whose boards are so few that a search can reach all of them,
 * and Watch can draw them.
 */
export const fewCells = 9;

/** The most states that a search on a larger board generates. */
const most = 1_000_000;

/** The same, where many share the processor. The server runs such a search at once. */
const mostShared = 100_000;

/** The seconds that a search may take. */
const patience = 5;

/**
 * Runs A* and breadth-first search on a board, one after the other.
 * @param {import('./app.js').Backend} backend
 * @param {import('./board.js').Board} board
 * @param {string} goal
 * @param {AbortSignal} signal
 * @returns {Promise<Outcome[]>} of A* and of breadth-first search
 */
export async function runBoth(backend, board, goal, signal) {
  const outcomes = [];
  for (const algorithm of ['astar', 'bfs']) {
    const request = requestFor(algorithm, board, goal, backend.shared);
    const answer = await backend.stream('solve', request, () => {}, signal);
    outcomes.push({ boards: answer.peak_stored, found: answer.moves !== null });
  }
  return outcomes;
}

/**
 * @param {string} algorithm
 * @param {import('./board.js').Board} board
 * @param {string} goal
 * @param {boolean} shared whether many share the processor
 * @returns {import('./app.js').SolveRequest}
 */
function requestFor(algorithm, board, goal, shared) {
  /** @type {import('./app.js').SolveRequest} */
  const request = { board: format(board), goal, algorithm, time_limit: patience };
  if (algorithm === 'astar') request.settings = { heuristic: 'manhattan', workers: '1' };
  if (board.tiles.length > fewCells) request.node_limit = shared ? mostShared : most;
  return request;
}

/**
 * Compares both searches in a sentence or two.
 * @param {Outcome[]} outcomes of A* and of breadth-first search
 */
export function comparison([astar, bfs]) {
  const first = plural(astar.boards, 'board');
  const second = plural(bfs.boards, 'board');
  if (astar.found && bfs.found) return `A* reached ${first}, and breadth-first search ${second}.`;
  if (!astar.found && !bfs.found) {
    return `Both searches gave up: A* after ${first}, and breadth-first search after ${second}.`;
  }
  if (astar.found) return `A* reached ${first}. Breadth-first search gave up after ${second}.`;
  return `A* gave up after ${first}. Breadth-first search reached ${second}.`;
}
