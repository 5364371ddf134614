// What the headline of the view Solve says: a title, and a sentence below it.

import { ending } from '../outcome.js';
import { heuristicName } from '../solvers.js';
import { count, plural, seconds } from '../text.js';

/** @typedef {[string, string]} Words a title and a sentence */

/**
 * Says how far a search is.
 * @param {number} length of the best plan; Infinity if there is none
 * @param {number} bound the proven lower bound, or 0
 */
export function progressText(length, bound) {
  const found = length < Infinity;
  const best = found
    ? `The best plan so far has ${plural(length, 'move')}.`
    : 'It has not found a plan yet.';
  if (!bound) return best;
  const verb = bound === 1 ? 'is' : 'are';
  return `${best} At least ${plural(bound, 'move')} ${verb} needed.`;
}

/**
 * Says what is known after a search.
 * @param {import('./search.js').Known} known
 * @param {object} board
 * @param {number} board.shortest the length of a shortest plan; 0 if it is not proven
 * @param {string} board.why why the board cannot be solved; empty if it can be solved
 * @param {boolean} informed whether the solver uses a heuristic
 * @returns {Words}
 */
export function resultWords(known, { shortest, why }, informed) {
  const { moves, length, bound, time, answer, solver } = known;
  if (!moves) {
    if (!answer) return [`Stopped after ${seconds(time)}.`, 'No plan was found.'];
    return [`${solver} found no plan.`, ending(answer, why)];
  }
  const found = `${solver} found ${plural(length, 'move')}`;
  if (bound >= length) {
    const heuristic = informed ? answer?.heuristic : '';
    const how = heuristic ? `It estimated the moves left by ${heuristicName(heuristic)}.` : '';
    return [`${found} and proved that no plan is shorter.`, how];
  }
  if (!shortest) return [`${found} in ${seconds(time)}.`, 'A shorter plan may exist.'];
  const longer = length - shortest;
  const compared =
    longer > 0 ? `${count(longer)} more than the shortest plan` : 'the fewest possible';
  return [
    `${found}, ${compared}.`,
    `An earlier search proved that ${plural(shortest, 'move')} are needed.`,
  ];
}
