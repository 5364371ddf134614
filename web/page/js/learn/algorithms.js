// The searches of the tutorial, short enough to be read. Each is a generator that yields the number
// of the line of its pseudocode (the chapters have the lines) before it runs the line, so that it
// can be watched.

import { legal, opposite, slide, solved } from '../board.js';
import { record } from './record.js';

/** @typedef {import('../board.js').Board} Board */

/**
 * A node of a search: a board and the way that led to it. A node is open until it is closed (was
 * expanded), dropped (another way to its board is as short) or cut (left out by a beam). Since is
 * the step of the search at which it was no longer open.
 * @typedef {{board: Board, key: string, parent: Node | null, move: string, g: number, h: number,
 *   number: number, state: State, since: number}} Node
 * @typedef {'open' | 'closed' | 'dropped' | 'cut'} State
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

/** The nodes on the way to a node, which is the last one. @param {Node | null} node */
export function wayTo(node) {
  /** @type {Set<Node>} */
  const way = new Set();
  for (let at = node; at; at = at.parent) way.add(at);
  return way;
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
 * @property {number} step the number of steps that were recorded
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

/** The pseudocode of searches with an open list. */
export const pseudocode = (take = 'take the first node from open') => [
  'open ← [start]',
  'visited ← {start}',
  'while open is not empty',
  `  node ← ${take}`,
  '  if node is the goal: return its plan',
  '  for each move of node',
  '    next ← the board after the move',
  '    if next was visited: skip it',
  '    add next to visited',
  '    add next to open',
];

/** The pseudocode of searches that may find a shorter way to a board later. */
export function pseudocodeByCost(/** @type {string} */ value) {
  const code = pseudocode(`take the node of smallest ${value.replaceAll(' ', '\u00a0')}`);
  code[lines.visited] = 'g ← {start: 0}';
  code[lines.known] = '    if next was reached in as few moves: skip it';
  code[lines.remember] = '    g[next] ← g[node] + 1';
  return code;
}

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
  const goal = keyOf(solved(start.rows, start.cols));
  const first = nodeOf(start, null, '', estimate);
  let open = [add(search, first)]; // before its line, so that the picture is never empty
  yield lines.start;
  yield lines.visited;
  known.set(first.key, first);
  for (;;) {
    open = open.filter(({ state }) => state === 'open');
    const node = open.length && search.expanded < most ? best(open, priority) : null;
    search.current = node;
    search.child = null;
    yield lines.loop;
    if (!node) return;
    yield lines.take;
    yield lines.goal;
    close(search, node, 'closed');
    if (node.key === goal) {
      search.found = node;
      return;
    }
    search.expanded++;
    for (const { move, board } of successors(node.board, node.move)) {
      yield lines.each;
      const child = add(search, nodeOf(board, node, move, estimate));
      search.child = child;
      search.generated++;
      yield lines.next;
      yield lines.known;
      const same = known.get(child.key);
      if (visited && same && same.g <= child.g) {
        close(search, child, 'dropped');
        search.duplicates++;
        continue;
      }
      if (visited && same?.state === 'open') close(search, same, 'dropped');
      yield lines.remember;
      known.set(child.key, child);
      yield lines.add;
      open.push(child);
    }
  }
}

/**
 * Makes an open node.
 * @param {Board} board
 * @param {Node | null} parent
 * @param {string} move
 * @param {(board: Board) => number} estimate
 * @returns {Node}
 */
export function nodeOf(board, parent, move, estimate) {
  return {
    board,
    key: keyOf(board),
    parent,
    move,
    g: parent ? parent.g + 1 : 0,
    h: estimate(board),
    number: 0,
    state: 'open',
    since: Infinity,
  };
}

/** Adds a node to a search. @param {Search} search @param {Node} node */
function add(search, node) {
  node.number = search.nodes.length;
  search.nodes.push(node);
  return node;
}

/**
 * Ends the time in which a node is open.
 * @param {{step: number}} search
 * @param {Node} node
 * @param {State} state
 */
export function close(search, node, state) {
  node.state = state;
  node.since = search.step;
}

/**
 * Returns the node that is expanded next.
 * @param {Node[]} open
 * @param {(node: Node) => number} [priority]
 */
function best(open, priority) {
  let first = open[0];
  if (!priority) return first;
  for (const node of open) {
    const [value, smallest] = [priority(node), priority(first)];
    if (value < smallest || (value === smallest && node.g > first.g)) first = node;
  }
  return first;
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
  step: 0,
});

/** Runs a generator to its end. @param {Generator<number, void>} steps */
export function finish(steps) {
  for (const _ of steps);
}

/**
 * A search at one of its lines. It has the first size nodes.
 * @typedef {Search & {size: number, line: number}} Moment
 */

/**
 * Runs a search, and records it at each line.
 * @param {Search} search a search that has not begun
 * @param {Generator<number, void>} steps
 * @returns {Moment[]}
 */
export const recordSearch = (search, steps) =>
  record(steps, () => ({ ...search, step: search.step++, size: search.nodes.length }));

/** The nodes that a search has at a line. @param {Moment} moment */
export const nodesAt = ({ nodes, size }) => nodes.slice(0, size);

/** The state of a node at a step of its search. @param {Node} node @param {number} step */
export const stateAt = ({ state, since }, step) => (step < since ? 'open' : state);
