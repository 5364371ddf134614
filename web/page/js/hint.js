// The best known plan of the current board, for hints.

import { cellsToProve } from './solvers.js';

/** The states that a search of at most about 50 milliseconds generates. */
const few = 100_000;

/**
 * Returns the searches for a plan, which run one after the other. The first uses the default solver
 * for the size. On large boards, it uses up its time. If the board is too hard for it, the next
 * search finds a plan that need not be short. On a server that many share, the first two searches
 * are so small that they wait for no others.
 * @param {number} cells of the board
 * @param {boolean} shared whether many share the server
 * @returns {Partial<import('./app.js').SolveRequest>[]}
 */
function searches(cells, shared) {
  const last = { time_limit: 10, algorithm: 'ga', settings: { improve: 'false' } };
  if (!shared) return [{ time_limit: cells > cellsToProve ? 1 : 4 }, last];
  return [
    { node_limit: few, time_limit: 1 },
    { node_limit: few, time_limit: 1, algorithm: 'beam' },
    last,
  ];
}

/**
 * Finds the next step of the best known plan for the current board, and a lower bound on the number
 * of moves.
 * @param {import('./app.js').App} app
 * @param {AbortSignal} signal
 */
export async function findPlan({ backend, state }, signal) {
  const {
    text: board,
    board: start,
    goal,
  } = { text: state.text, board: state.board, goal: state.goalText };
  const learn = (/** @type {any} */ { moves, optimal = false }) => {
    if (moves) state.learn(start, moves.split(' '), optimal);
  };
  for (const search of searches(start.tiles.length, backend.shared)) {
    if (state.hint || signal.aborted) break;
    learn(
      await backend.stream('solve', { board, goal, ...search }, (_, data) => learn(data), signal),
    );
  }
  const step = state.hint;
  if (!step) throw new Error('No plan was found in time. Try the view Solve with other settings.');
  let atLeast = step.left;
  if (!step.optimal) {
    const { estimates } = await backend.call('estimate', { boards: [board], goal });
    atLeast = estimates[0];
  }
  return { step, atLeast };
}
