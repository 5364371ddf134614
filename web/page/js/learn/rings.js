// Draws the layers of a search as rings around its start.

import { el, svg } from '../dom.js';
import { nodesAt, stateAt, wayTo } from './algorithms.js';
import { keys } from './smallboard.js';

/** @typedef {import('./algorithms.js').Node} Node */
/** @typedef {import('./algorithms.js').Moment} Moment */

export class RingView {
  constructor() {
    /** Whether lines join each board to the one from which it was reached. */
    this.paths = false;
    /** Whether numbers count the boards of each ring. */
    this.counts = false;
    this.drawing = svg('svg', { class: 'growing', role: 'img' });
    this.element = el(
      'div',
      { class: 'growing-frame' },
      this.drawing,
      keys(
        ['dot-now', 'looked at now'],
        ['dot-closed', 'expanded'],
        ['dot-open', 'waits'],
        ['dot-way', 'plan'],
      ),
    );
  }

  /** Draws a search. @param {Moment} moment */
  show(moment) {
    const { current, found, step } = moment;
    const nodes = nodesAt(moment).filter((node) => stateAt(node, step) !== 'dropped');
    const deepest = Math.max(1, ...nodes.map(({ g }) => g));
    const radius = Math.max(24, 200 / deepest);
    const size = radius * deepest + 16;
    const half = 1.3 * size; // the numbers are beside the rings
    this.drawing.setAttribute('viewBox', `${-half} ${-size} ${2 * half} ${2 * size}`);
    const counts = Array.from(
      { length: deepest + 1 },
      (_, g) => nodes.filter((node) => node.g === g).length,
    );
    this.drawing.setAttribute(
      'aria-label',
      `Boards by their distance from the start: ${counts.join(', ')}.`,
    );
    const places = placesOf(nodes, radius);
    const way = wayTo(found);
    const markOf = (/** @type {Node} */ node) => {
      if (way.has(node)) return 'way';
      return node === current ? 'now' : stateAt(node, step);
    };
    const dot = Math.max(2.2, Math.min(6, radius / 5));
    this.drawing.replaceChildren(
      ...counts.slice(1).map((_, g) => svg('circle', { class: 'ring', r: radius * (g + 1) })),
      ...(this.counts ? numbersOf(counts, radius, size) : []),
      ...(this.paths ? linesOf(nodes, places, way) : []),
      ...nodes.map((node) => {
        const [cx, cy] = places.get(node) ?? [0, 0];
        const kind = markOf(node);
        const large = kind === 'way' || kind === 'now';
        return svg('circle', { class: kind, cx, cy, r: large ? 1.5 * dot : dot });
      }),
    );
  }
}

/**
 * Returns the place of each node. The leaves are spread evenly around the start, and a parent is in
 * the middle of its children.
 * @param {Node[]} nodes
 * @param {number} radius of the first ring
 */
function placesOf(nodes, radius) {
  /** @type {Map<Node, Node[]>} */
  const children = new Map(nodes.map((node) => [node, []]));
  for (const node of nodes) if (node.parent) children.get(node.parent)?.push(node);
  const leaves = nodes.filter((node) => !children.get(node)?.length).length;
  /** @type {Map<Node, [number, number]>} */
  const places = new Map();
  let leaf = 0;
  const turn = (/** @type {Node} */ node) => {
    const below = children.get(node) ?? [];
    /** @type {number[]} */
    const angles = below.map(turn);
    const sum = angles.reduce((total, angle) => total + angle, 0);
    const angle = below.length ? sum / below.length : (2 * Math.PI * leaf++) / leaves;
    const far = radius * node.g;
    places.set(node, [far * Math.sin(angle), -far * Math.cos(angle)]);
    return angle;
  };
  turn(nodes[0]);
  return places;
}

/**
 * Draws a line from each node to its parent.
 * @param {Node[]} nodes
 * @param {Map<Node, [number, number]>} places
 * @param {Set<Node>} way
 */
const linesOf = (nodes, places, way) =>
  nodes.flatMap((node) => {
    if (!node.parent) return [];
    const [x1, y1] = places.get(node.parent) ?? [0, 0];
    const [x2, y2] = places.get(node) ?? [0, 0];
    return svg('line', { class: way.has(node) ? 'way' : '', x1, y1, x2, y2 });
  });

/**
 * Writes the number of boards of each ring beside the rings. A line joins it to the top of its ring.
 * @param {number[]} counts
 * @param {number} radius of the first ring
 * @param {number} size half of the width of the rings
 */
const numbersOf = (counts, radius, size) =>
  counts.slice(1).flatMap((boards, g) => {
    const y = -radius * (g + 1);
    const x = 1.08 * size;
    const text = svg('text', { x: x + 4, y }, String(boards));
    text.style.fontSize = `${Math.min(radius * 0.9, size / 12)}px`;
    return [svg('line', { class: 'level', x1: 0, x2: x, y1: y, y2: y }), text];
  });
