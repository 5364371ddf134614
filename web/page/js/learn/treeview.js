// Draws the tree of a search: each node as a small board with its figures. A large tree is
// scrolled, unless the reader wants to see it as a whole.

import { button, el, svg } from '../dom.js';

/** @typedef {import('./algorithms.js').Node} Node */
/** @typedef {import('./algorithms.js').Search} Search */
/** @typedef {ReturnType<typeof sizeOf>} Size */

const cell = 20;

/** The most by which a small tree is enlarged. */
const largest = 1.7;

/**
 * The sizes of a node and the distances between nodes.
 * @param {{rows: number, cols: number}} board
 * @param {[string, string][]} texts of the nodes
 * @param {boolean} inLine whether both texts of a node are on one line, which makes a tree that is
 *   less high and wider
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
 * Makes the key of a picture.
 * @param {...[string, string]} all kinds of nodes, and what they mean
 */
export const keys = (...all) =>
  el(
    'ul',
    { class: 'legend' },
    ...all.map(([kind, text]) => el('li', {}, el('span', { class: `node-key ${kind}` }), text)),
  );

/**
 * Places the nodes below a node, as close as they can be. It returns the leftmost and the rightmost
 * place in each layer, relative to the node.
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

export class TreeView {
  /** @param {(node: Node) => [string, string]} texts the two lines below a board */
  constructor(texts) {
    this.texts = texts;
    this.drawing = svg('svg', { class: 'tree', role: 'img' });
    this.frame = el(
      'div',
      { class: 'scroll tree-frame', tabIndex: 0, role: 'region', 'aria-label': 'Search tree' },
      this.drawing,
    );
    this.zoomed = true;
    this.zoom = button(
      'Whole tree',
      () => {
        this.zoomed = !this.zoomed;
        this.zoom.textContent = this.zoomed ? 'Whole tree' : 'Zoom in';
        this.fit();
      },
      { class: 'soft zoom' },
    );
    this.element = el(
      'div',
      { class: 'tree-view' },
      this.frame,
      this.zoom,
      keys(
        ['now', 'looked at now'],
        ['open', 'waits'],
        ['closed', 'expanded'],
        ['dropped', 'reached before'],
        ['way', 'plan'],
      ),
    );
    this.width = this.height = 0;
    /** The middle of the node that was added last. */
    this.at = [0, 0];
    new ResizeObserver(() => this.fit()).observe(this.frame);
  }

  /** Sets the size of the drawing, and shows the node that was added last. */
  fit() {
    const { clientWidth, clientHeight } = this.frame;
    if (!clientWidth || !this.width) return;
    const whole = Math.min(largest, clientWidth / this.width, clientHeight / this.height);
    // a tree that would be smaller is scrolled to what is new
    const readable = clientWidth < 500 ? 0.72 : 0.62;
    const scale = this.zoomed ? Math.max(readable, whole) : whole;
    this.zoom.hidden = whole >= readable;
    this.drawing.setAttribute('width', String(Math.floor(this.width * scale)));
    this.drawing.setAttribute('height', String(Math.floor(this.height * scale)));
    this.frame.scrollLeft = this.at[0] * scale - clientWidth / 2;
    this.frame.scrollTop = this.at[1] * scale - clientHeight / 2;
  }

  /**
   * Draws a search.
   * @param {Search} search
   * @param {string} label
   */
  show({ nodes, current, child, found }, label) {
    this.drawing.setAttribute('aria-label', label);
    /** @type {Map<Node, Node[]>} */
    const children = new Map(nodes.map((node) => [node, []]));
    for (const node of nodes) if (node.parent) children.get(node.parent)?.push(node);
    /** The left edge of each node. @type {Map<Node, number>} */
    const left = new Map();
    // The texts go where they are larger if the whole tree fits the frame.
    /**
     * The distance of each node from its parent to the right, in nodes.
     * @type {Map<Node, number>}
     */
    const shift = new Map();
    const [lefts, rights] = nodes.length ? spread(nodes[0], children, shift) : [[0], [0]];
    const columns = Math.max(...rights) - Math.min(...lefts) + 1;
    const scaleOf = (/** @type {Size} */ { across, down }) =>
      Math.min(
        this.frame.clientWidth / (columns * across),
        this.frame.clientHeight / (lefts.length * down),
      );
    const [lines, line] = [false, true].map((inLine) =>
      sizeOf(nodes[0]?.board ?? { rows: 3, cols: 3 }, nodes.map(this.texts), inLine),
    );
    const size = scaleOf(line) > scaleOf(lines) ? line : lines;
    for (const node of nodes) {
      // parents come first
      const from = node.parent
        ? (left.get(node.parent) ?? 0)
        : 12 - Math.min(...lefts) * size.across;
      left.set(node, from + (shift.get(node) ?? 0) * size.across);
    }
    const top = (/** @type {Node} */ node) => 12 + node.g * size.down;
    const width = columns * size.across + 8;
    const height = Math.max(0, ...nodes.map(top)) + size.height + 20;
    Object.assign(this, { width, height });
    this.drawing.setAttribute('viewBox', `0 0 ${width} ${height}`);
    /** @type {Set<Node>} */
    const way = new Set();
    for (let node = found; node; node = node.parent) way.add(node);
    this.drawing.replaceChildren(
      ...nodes.map((node) => {
        const [x, y] = [left.get(node) ?? 0, top(node)];
        /** @type {string} */
        let mark = node.state;
        if (way.has(node)) mark = 'way';
        else if (node === current) mark = 'now';
        return this.draw(node, size, x, y, node.parent ? (left.get(node.parent) ?? 0) : null, mark);
      }),
    );
    const at = child ?? current ?? nodes[0];
    if (at) this.at = [(left.get(at) ?? 0) + size.width / 2, top(at) + size.height / 2];
    this.fit();
  }

  /**
   * @param {Node} node
   * @param {Size} size
   * @param {number} x
   * @param {number} y
   * @param {number | null} above the left edge of the parent
   * @param {string} mark
   */
  draw(node, size, x, y, above, mark) {
    const middle = x + size.width / 2;
    const [first, second] = this.texts(node);
    const { cols } = node.board;
    const parts = [
      svg('rect', {
        class: 'frame',
        x: x - 6,
        y: y - 6,
        width: size.width + 12,
        height: size.height + 12,
        rx: 8,
      }),
    ];
    node.board.tiles.forEach((tile, at) => {
      if (tile === 0) return;
      const [left, top] = [
        middle + ((at % cols) - cols / 2) * cell,
        y + Math.floor(at / cols) * cell,
      ];
      const placed = tile === at + 1 ? 'placed' : '';
      parts.push(
        svg('rect', {
          class: `tiny ${placed}`,
          x: left + 0.5,
          y: top + 0.5,
          width: cell - 1,
          height: cell - 1,
          rx: 2,
        }),
        svg(
          'text',
          { class: `digit ${placed}`, x: left + cell / 2, y: top + cell / 2 + 6 },
          String(tile),
        ),
      );
    });
    const below = y + size.board + 20;
    if (size.inLine) {
      parts.push(
        svg(
          'text',
          { x: middle, y: below },
          svg('tspan', { class: 'f' }, first),
          svg('tspan', { class: 'gh', dx: 8 }, second),
        ),
      );
    } else {
      parts.push(
        svg('text', { class: 'f', x: middle, y: below }, first),
        svg('text', { class: 'gh', x: middle, y: below + 20 }, second),
      );
    }
    if (above !== null) {
      const [from, top, bottom] = [above + size.width / 2, y - size.down + size.height + 6, y - 6];
      const half = (top + bottom) / 2;
      parts.unshift(
        svg('path', { d: `M${from} ${top}C${from} ${half} ${middle} ${half} ${middle} ${bottom}` }),
        svg('text', { class: 'move', x: middle + 11, y: bottom - 5 }, node.move),
      );
    }
    return svg('g', { class: `node ${mark}` }, ...parts);
  }
}
