// Places the nodes of a search tree in layers, as close to each other as they can be.

/** @typedef {import('./algorithms.js').Node} Node */

/** The width of a cell of a board. */
export const cell = 20;

/**
 * The sizes of a node, and the distances between nodes.
 * @typedef {{width: number, board: number, height: number, across: number, down: number,
 *   inLine: boolean}} Size inLine: both texts of a node are on one line, which makes a tree that is
 *   less high and wider
 */

/**
 * @param {{rows: number, cols: number}} board
 * @param {[string, string][]} texts of the nodes
 * @param {boolean} inLine
 * @returns {Size}
 */
function sizeOf({ rows, cols }, texts, inLine) {
  const widths = texts.map(([first, second]) =>
    inLine
      ? 11 * first.length + 8 + 9 * second.length
      : Math.max(11 * first.length, 9 * second.length),
  );
  const width = Math.max(cols * cell, ...widths);
  const height = rows * cell + (inLine ? 24 : 44);
  return { width, board: rows * cell, height, across: width + 20, down: height + 28, inLine };
}

/**
 * Places the nodes below a node. It returns the leftmost and the rightmost place in each layer,
 * relative to the node.
 * @param {Node} node
 * @param {Map<Node, Node[]>} children
 * @param {Map<Node, number>} shift receives the place of each node relative to its parent
 * @returns {[number[], number[]]}
 */
function spread(node, children, shift) {
  const below = children.get(node) ?? [];
  /** @type {number[]} */
  const lefts = [];
  /** @type {number[]} */
  const rights = [];
  const places = below.map((child) => {
    const [left, right] = spread(child, children, shift);
    const at = Math.max(0, ...left.map((place, layer) => (rights[layer] ?? -Infinity) + 1 - place));
    left.forEach((place, layer) => {
      lefts[layer] = Math.min(lefts[layer] ?? Infinity, place + at);
      rights[layer] = Math.max(rights[layer] ?? -Infinity, right[layer] + at);
    });
    return at;
  });
  const middle = below.length ? (places[0] + places[places.length - 1]) / 2 : 0;
  for (const [i, child] of below.entries()) shift.set(child, places[i] - middle);
  return [
    [0, ...lefts.map((place) => place - middle)],
    [0, ...rights.map((place) => place - middle)],
  ];
}

/** The children of each node. @param {Node[]} nodes */
function childrenOf(nodes) {
  /** @type {Map<Node, Node[]>} */
  const children = new Map(nodes.map((node) => [node, []]));
  for (const node of nodes) if (node.parent) children.get(node.parent)?.push(node);
  return children;
}

/**
 * Lays out a tree. The texts of nodes are on one line if the whole tree is then larger in its
 * frame.
 * @param {Node[]} nodes parents come before their children; there is at least the root
 * @param {[string, string][]} texts of the nodes
 * @param {{clientWidth: number, clientHeight: number}} frame
 */
export function layOut(nodes, texts, frame) {
  /** The distance of each node from its parent to the right, in nodes. @type {Map<Node, number>} */
  const shift = new Map();
  const [lefts, rights] = spread(nodes[0], childrenOf(nodes), shift);
  const columns = Math.max(...rights) - Math.min(...lefts) + 1;
  const scaleOf = (/** @type {Size} */ { across, down }) =>
    Math.min(frame.clientWidth / (columns * across), frame.clientHeight / (lefts.length * down));
  const below = sizeOf(nodes[0].board, texts, false);
  const beside = sizeOf(nodes[0].board, texts, true);
  const size = scaleOf(beside) > scaleOf(below) ? beside : below;
  /** The left edge and the top of each node. @type {Map<Node, [number, number]>} */
  const places = new Map();
  for (const node of nodes) {
    const above = node.parent ? places.get(node.parent) : undefined;
    const from = above ? above[0] : 12 - Math.min(...lefts) * size.across;
    places.set(node, [from + (shift.get(node) ?? 0) * size.across, 12 + node.g * size.down]);
  }
  const lowest = Math.max(...nodes.map(({ g }) => g));
  const width = columns * size.across + 8;
  const height = 12 + lowest * size.down + size.height + 20;
  return { size, places, width, height };
}
