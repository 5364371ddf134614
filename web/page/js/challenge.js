// A challenge: a result on a board, which a link asks a friend to beat.

import { plural, stopwatch } from './text.js';

/**
 * The moves and the time of a result, and whether no plan has fewer moves.
 * @typedef {{moves: number, seconds: number, fewest: boolean}} Challenge
 */

/** The part of a link after the moves and the time, if no plan has fewer moves. */
const fewest = ',fewest';

/**
 * Reads the option of a link, such as "12,31.4" or "8,31.4,fewest".
 * @param {string} [text]
 * @returns {Challenge | null} null if the text is no challenge
 */
export function readChallenge(text = '') {
  const parts = /^([1-9]\d{0,5}),(\d{1,6}(?:\.\d+)?)(,fewest)?$/.exec(text);
  if (!parts) return null;
  return { moves: Number(parts[1]), seconds: Number(parts[2]), fewest: parts[3] === fewest };
}

/** Writes the option of a link. @param {Challenge} challenge */
export const writeChallenge = (challenge) =>
  `${challenge.moves},${challenge.seconds.toFixed(1)}${challenge.fewest ? fewest : ''}`;

/**
 * What has to be beaten, in words. Nobody needs fewer moves than the fewest, so there the time
 * counts, with as many moves.
 * @param {Challenge} challenge
 */
export function inWords(challenge) {
  const moves = plural(challenge.moves, 'move');
  const time = stopwatch(challenge.seconds);
  return challenge.fewest ? `${moves}, the fewest possible, in ${time}` : `${moves} or ${time}`;
}

/**
 * Whether a result beats a challenge.
 * @param {Challenge} challenge
 * @param {number} moves
 * @param {number} seconds
 */
export function beats(challenge, moves, seconds) {
  const faster = seconds < challenge.seconds;
  if (challenge.fewest) return faster && moves <= challenge.moves;
  return faster || moves < challenge.moves;
}
