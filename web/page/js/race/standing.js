// How a race stands: who leads, and what is proved.

import { proof } from '../chart.js';

/** @typedef {import('./lane.js').Lane} Lane */

/**
 * How a race stands: the length of the best plan, the lane that found it first, and when. If a
 * bound has reached that length, proof has the lane of the bound, and when. Estimated is whether
 * that bound is the estimate of the start, and no search was needed.
 * @typedef {{length: number, winner: Lane | undefined, at: number,
 *   proof: {lane: Lane, at: number, estimated: boolean} | undefined}} Standing
 */

/**
 * Returns how a race stands.
 * @param {Lane[]} lanes
 * @returns {Standing}
 */
export function standing(lanes) {
  const length = Math.min(...lanes.map(({ shortest }) => shortest ?? Infinity));
  const found = (/** @type {Lane} */ lane) => timeOf(lane, length);
  const winner = firstBy(lanes, found);
  const at = (winner && found(winner)) ?? 0;
  const proved = proof(lanes.map(({ lines }) => lines));
  if (!proved) return { length, winner, at, proof: undefined };
  const lane = lanes[proved.by];
  const estimated = !lane.bounding || lane.lines.bounds[1][0] >= length;
  return { length, winner, at, proof: { lane, at: proved.at, estimated } };
}

/**
 * Returns when a lane had a plan of the given length.
 * @param {Lane} lane
 * @param {number} length
 * @returns {number | undefined}
 */
function timeOf({ lines }, length) {
  const [times, lengths] = lines.plans;
  return times[lengths.indexOf(length)];
}

/**
 * Returns the lane that was first, by the given time. Lanes without a time are left out.
 * @param {Lane[]} lanes
 * @param {(lane: Lane) => number | undefined} time
 * @returns {Lane | undefined}
 */
export function firstBy(lanes, time) {
  /** @type {Lane | undefined} */
  let first;
  let least = Infinity;
  for (const lane of lanes) {
    const at = time(lane);
    if (!at || at >= least) continue;
    first = lane;
    least = at;
  }
  return first;
}

/** The best lower bound of all lanes, or 0. @param {Lane[]} lanes */
export const bestBound = (lanes) => Math.max(0, ...lanes.map(({ bound }) => bound));

/**
 * Returns whether the fewest states win. All solvers end with a shortest plan, and what differs is
 * what they know: they have one algorithm with different heuristics, or one has no heuristic.
 * @param {Lane[]} lanes
 */
export function countsStates(lanes) {
  if (!lanes.every(({ bounding }) => bounding)) return false;
  const algorithms = new Set(lanes.map(({ known }) => known));
  return algorithms.size === 1 || lanes.some(({ known }) => !known?.informed);
}
