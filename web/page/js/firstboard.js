// The boards for a first visit: all boards of 3x3 that are 8 to 10 moves from the goal. They are
// numbered, so that a link such as #/play?puzzle=17 opens the same board.

import { format, legal, slide, solved } from './board.js';

/** @typedef {import('./board.js').Board} Board */

/** The moves of a shortest plan. */
const fewest = 8;
const most = 10;

/**
 * Lists the boards, the nearest first. Breadth-first search from the goal finds the boards of each
 * distance.
 * @returns {Board[]}
 */
function list() {
  const goal = solved(3, 3);
  const seen = new Set([format(goal)]);
  const listed = [];
  let layer = [goal];
  for (let distance = 1; distance <= most; distance++) {
    /** @type {Board[]} */
    const next = [];
    for (const board of layer) {
      for (const move of legal(board)) {
        const neighbour = slide(board, move);
        const text = format(neighbour);
        if (seen.has(text)) continue;
        seen.add(text);
        next.push(neighbour);
      }
    }
    layer = next;
    if (distance >= fewest) listed.push(...layer);
  }
  return listed;
}

const boards = list();

/** The number of boards. */
export const firstBoards = boards.length;

/** Draws the number of a board. */
export const drawFirst = () => 1 + Math.floor(Math.random() * firstBoards);

/**
 * Returns the board with a number.
 * @param {number} number from 1
 */
export const firstBoard = (number) => boards[number - 1];

/**
 * Reads the number of a board in an address.
 * @param {string} text
 */
export function readFirst(text) {
  const number = /^[1-9]\d*$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > firstBoards) {
    throw new Error(`puzzle ${JSON.stringify(text)} is unknown; expected 1 to ${firstBoards}`);
  }
  return number;
}
