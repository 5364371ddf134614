// The best known plan of the current board, for hints.

/**
 * The searches for a plan, one after the other. The first is the one suggested for the
 * size. The second finds some plan of a board that is too hard for the first.
 * @type {Partial<import('./app.js').SolveRequest>[]}
 */
const searches = [
  { time_limit: 4 },
  { time_limit: 20, algorithm: 'ga', settings: { improve: 'false' } },
];

/**
 * Finds the next step of a best known plan of the current board, and the number of moves
 * that are needed at least.
 * @param {import('./app.js').App} app
 * @param {AbortSignal} signal
 */
export async function findPlan({ backend, state }, signal) {
  const { text: board, board: start, goal } = { text: state.text, board: state.board, goal: state.goalText };
  const learn = (/** @type {any} */ { moves, optimal = false }) => {
    if (moves) state.learn(start, moves.split(' '), optimal);
  };
  for (const search of searches) {
    if (state.hint || signal.aborted) break;
    learn(await backend.stream('solve', { board, goal, ...search }, (_, data) => learn(data), signal));
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
