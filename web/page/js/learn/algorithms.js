// The searches of the tutorial, short enough to be read. Each is a generator that yields the number
// of the line of its pseudocode (the chapters have the lines) before it runs the line, so that it
// can be watched.

import { legal, opposite, slide } from '../board.js';

/** @typedef {import('../board.js').Board} Board */

/**
 * A node of a search: a board and the way that led to it. Its state is open (waits to be expanded),
 * closed (was expanded), dropped (another way to its board is as short) or cut (left out by a
 * beam).
 * @typedef {{board: Board, key: string, parent: Node | null, move: string, g: number, h: number,
 *   number: number, state: 'open' | 'closed' | 'dropped' | 'cut'}} Node
 */

/** A text that differs between boards of one size. @param {Board} board */
export const keyOf = ({ tiles }) => String.fromCharCode(...tiles.map((tile) => 48 + tile));

/**
 * The distance between the cell of a tile and its goal cell, in rows and columns. The goal has the
 * tiles in order.
 * @param {Board} board
 * @param {number} cell
 */
export function steps({ cols, tiles }, cell) {
  const home = tiles[cell] - 1;
  return [Math.floor(home / cols) - Math.floor(cell / cols), (home % cols) - (cell % cols)];
}

/** Estimates, by name. @type {Record<string, (board: Board) => number>} */
export const estimates = {
  zero: () => 0,
  misplaced: ({ tiles }) =>
    tiles.reduce((sum, tile, cell) => sum + (tile && tile !== cell + 1 ? 1 : 0), 0),
  manhattan: (board) =>
    board.tiles.reduce(
      (sum, tile, cell) =>
        tile ? sum + steps(board, cell).reduce((a, b) => a + Math.abs(b), 0) : sum,
      0,
    ),
};

/**
 * The successors of a board as moves and boards, without the move that undoes a move.
 * @param {Board} board
 */
export const successors = (board, last = '') =>
  legal(board)
    .filter((move) => opposite[move] !== last)
    .map((move) => ({ move, board: slide(board, move) }));

/** The moves that lead to a node. @param {Node} node */
export function planOf(node) {
  const moves = [];
  for (let at = node; at.parent; at = at.parent) moves.unshift(at.move);
  return moves;
}

/**
 * A best-first search that can be watched. Its nodes are in the order in which they were generated.
 * @typedef {object} Search
 * @property {Node[]} nodes
 * @property {Node | null} current the node that is expanded, or will be next
 * @property {Node | null} child the node that was generated last
 * @property {Node | null} found the node of the goal, when it was taken from the open list
 * @property {number} expanded the goal is not expanded
 * @property {number} generated
 * @property {number} duplicates
 */

/**
 * The lines of a search with an open list. The lines visited, known and remember keep each board
 * once.
 */
export const lines = {
  start: 0,
  visited: 1,
  loop: 2,
  take: 3,
  goal: 4,
  each: 5,
  next: 6,
  known: 7,
  remember: 8,
  add: 9,
};

/**
 * Searches from a board to the goal. With visited, each board is kept once; if a shorter way is
 * found, it replaces the longer one.
 * @param {Search} search receives the state of the search
 * @param {Board} start
 * @param {{priority?: (node: Node) => number, estimate?: (board: Board) => number, visited?:
 *   boolean, most?: number}} options priority: the open node with the smallest value is expanded
 *   next, the one with the larger g among equals; without it, the one that was generated first.
 *   most: the maximum number of expansions.
 * @returns {Generator<number, void>} the lines
 */
export function* bestFirst(
  search,
  start,
  { priority, estimate = estimates.zero, visited = true, most = 100 },
) {
  /** The nodes with the shortest known ways. @type {Map<string, Node>} */
  const known = new Map();
  const add = (
    /** @type {Board} */ board,
    /** @type {Node | null} */ parent,
    /** @type {string} */ move,
  ) => {
    /** @type {Node} */
    const node = {
      board,
      key: keyOf(board),
      parent,
      move,
      g: parent ? parent.g + 1 : 0,
      h: estimate(board),
      number: search.nodes.length,
      state: 'open',
    };
    search.nodes.push(node);
    return node;
  };
  const home = keyOf({ ...start, tiles: start.tiles.map((_, i) => (i + 1) % start.tiles.length) });
  let open = [add(start, null, '')]; // before its line, so that the picture is never empty
  yield lines.start;
  yield lines.visited;
  known.set(open[0].key, open[0]);
  for (;;) {
    open = open.filter(({ state }) => state === 'open');
    const better = (/** @type {Node} */ a, /** @type {Node} */ b) =>
      priority !== undefined &&
      (priority(a) < priority(b) || (priority(a) === priority(b) && a.g > b.g));
    const node =
      open.length && search.expanded < most
        ? open.reduce((best, other) => (better(other, best) ? other : best))
        : null;
    search.current = node;
    search.child = null;
    yield lines.loop;
    if (!node) return;
    yield lines.take;
    yield lines.goal;
    node.state = 'closed';
    if (node.key === home) {
      search.found = node;
      return;
    }
    search.expanded++;
    for (const { move, board } of successors(node.board, node.move)) {
      yield lines.each;
      const child = add(board, node, move);
      search.child = child;
      search.generated++;
      yield lines.next;
      yield lines.known;
      const same = known.get(child.key);
      if (visited && same && same.g <= child.g) {
        child.state = 'dropped';
        search.duplicates++;
        continue;
      }
      if (visited && same?.state === 'open') same.state = 'dropped';
      yield lines.remember;
      known.set(child.key, child);
      yield lines.add;
      open.push(child);
    }
  }
}

/** Returns a search that has not begun. @returns {Search} */
export const begin = () => ({
  nodes: [],
  current: null,
  child: null,
  found: null,
  expanded: 0,
  generated: 0,
  duplicates: 0,
});

/** Runs a generator to its end. @param {Generator<number, void>} steps */
export function finish(steps) {
  for (const _ of steps);
}
