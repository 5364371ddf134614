// Beam search, one layer after another.

import { close, estimates, nodeOf, successors } from './algorithms.js';
import { record } from './record.js';

/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('./algorithms.js').Node} Node */

/**
 * A beam search that can be watched. A layer lists its nodes in the order in which they stand then.
 * @typedef {{layers: Node[][], expanded: number, found: Node | null, step: number}} Beam
 * @typedef {Beam & {line: number}} Moment
 */

/** The maximum number of layers. */
export const deepest = 60;

/**
 * Runs a beam search, and records it.
 * @param {Board} start
 * @param {number} width
 * @returns {Moment[]}
 */
export function recordBeam(start, width) {
  /** @type {Beam} */
  const beam = { layers: [], expanded: 0, found: null, step: 0 };
  const steps = beamSearch(beam, start, width);
  return record(steps, () => ({ ...beam, step: beam.step++, layers: [...beam.layers] }));
}

/**
 * Searches with a beam: of each layer, only the width nodes with the smallest h are kept.
 * @param {Beam} search
 * @param {Board} start
 * @param {number} width
 * @returns {Generator<number, void>} the lines
 */
function* beamSearch(search, start, width) {
  let beam = [nodeOf(start, null, '', estimates.manhattan)];
  search.layers.push(beam); // before its line, so that the picture is never empty
  yield 0;
  const seen = new Set([beam[0].key]);
  while (beam.length && search.layers.length <= deepest) {
    yield 1;
    const next = expand(search, beam, seen);
    search.layers.push(next);
    yield 2;
    search.found = next.find((child) => child.h === 0) ?? null;
    if (search.found) {
      yield 3;
      return;
    }
    const sorted = [...next].sort((a, b) => a.h - b.h);
    search.layers[search.layers.length - 1] = sorted;
    yield 4;
    for (const child of sorted.slice(width)) close(search, child, 'cut');
    beam = sorted.slice(0, width);
    yield 5;
  }
}

/**
 * Expands the nodes of a beam, and returns the new successors.
 * @param {Beam} search
 * @param {Node[]} beam
 * @param {Set<string>} seen the boards that were reached
 */
function expand(search, beam, seen) {
  /** @type {Node[]} */
  const next = [];
  for (const parent of beam) {
    close(search, parent, 'closed');
    search.expanded++;
    for (const { move, board } of successors(parent.board, parent.move)) {
      const child = nodeOf(board, parent, move, estimates.manhattan);
      if (seen.has(child.key)) continue;
      seen.add(child.key);
      next.push(child);
    }
  }
  return next;
}
