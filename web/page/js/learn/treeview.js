// Draws the tree of a search: each node as a small board with its figures. A large tree is
// scrolled, unless the reader wants to see it as a whole.

import { button, el, svg } from '../dom.js';
import { nodesAt, stateAt, wayTo } from './algorithms.js';
import { keys, smallBoard } from './smallboard.js';
import { Shapes, setAttribute, setChildren } from './shapes.js';
import { cell, layOut } from './treelayout.js';

/** @typedef {import('./algorithms.js').Node} Node */
/** @typedef {import('./algorithms.js').Moment} Moment */
/** @typedef {import('./treelayout.js').Size} Size */

/** The most by which a small tree is enlarged. */
const largest = 1.7;

export class TreeView {
  /** @param {(node: Node) => [string, string]} texts the two lines below a board */
  constructor(texts) {
    this.texts = texts;
    this.shapes = new Shapes();
    this.drawing = svg('svg', { class: 'tree', role: 'img' });
    this.frame = el(
      'div',
      { class: 'scroll tree-frame', tabIndex: 0, role: 'region', 'aria-label': 'Search tree' },
      this.drawing,
    );
    this.zoomed = true;
    this.zoom = button('Whole tree', () => this.toggleZoom(), { class: 'soft zoom' });
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
    this.width = 0;
    this.height = 0;
    /** The middle of the node that was added last. */
    this.at = [0, 0];
    new ResizeObserver(() => this.fit()).observe(this.frame);
  }

  toggleZoom() {
    this.zoomed = !this.zoomed;
    this.zoom.textContent = this.zoomed ? 'Whole tree' : 'Zoom in';
    this.fit();
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
   * @param {Moment} moment
   * @param {string} label
   */
  show(moment, label) {
    const { current, child, found, step } = moment;
    const nodes = nodesAt(moment);
    const { size, places, width, height } = layOut(nodes, nodes.map(this.texts), this.frame);
    Object.assign(this, { width, height });
    this.drawing.setAttribute('aria-label', label);
    this.drawing.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const way = wayTo(found);
    const placeOf = (/** @type {Node} */ node) => places.get(node) ?? [0, 0];
    const shapes = nodes.map((node) => {
      /** @type {string} */
      let mark = stateAt(node, step);
      if (way.has(node)) mark = 'way';
      else if (node === current) mark = 'now';
      const shape = this.shapeOf(node, size);
      const [x, y] = placeOf(node);
      setAttribute(shape, 'class', `node ${mark}`);
      setAttribute(shape, 'transform', `translate(${x} ${y})`);
      if (node.parent) joinTo(shape, size, placeOf(node.parent)[0] - x);
      return shape;
    });
    setChildren(this.drawing, shapes);
    const [x, y] = placeOf(child ?? current ?? nodes[0]);
    this.at = [x + size.width / 2, y + size.height / 2];
    this.fit();
  }

  /**
   * Returns the drawing of a node.
   * @param {Node} node
   * @param {Size} size
   */
  shapeOf(node, size) {
    const texts = this.texts(node);
    const key = JSON.stringify([texts, size]);
    return this.shapes.of(node, key, () => {
      const edge = node.parent ? edgeTo(node, size) : [];
      return svg('g', {}, ...edge, ...drawNode(node, texts, size));
    });
  }
}

/**
 * Draws a node at the origin: a frame, its board and its texts.
 * @param {Node} node
 * @param {[string, string]} texts
 * @param {Size} size
 */
function drawNode({ board }, texts, size) {
  const frame = svg('rect', {
    class: 'frame',
    x: -6,
    y: -6,
    width: size.width + 12,
    height: size.height + 12,
    rx: 8,
  });
  const middle = size.width / 2;
  const tiles = smallBoard(board, middle - (board.cols * cell) / 2, 0, cell);
  return [frame, ...tiles, ...drawTexts(texts, size, middle, size.board + 20)];
}

/**
 * Draws the texts of a node, in one line or two.
 * @param {[string, string]} texts
 * @param {Size} size
 * @param {number} x
 * @param {number} y
 */
function drawTexts([first, second], { inLine }, x, y) {
  if (!inLine)
    return [
      svg('text', { class: 'f', x, y }, first),
      svg('text', { class: 'gh', x, y: y + 20 }, second),
    ];
  const [large, small] = [
    svg('tspan', { class: 'f' }, first),
    svg('tspan', { class: 'gh', dx: 8 }, second),
  ];
  return [svg('text', { x, y }, large, small)];
}

/**
 * Draws the edge to a node, with the move that it stands for. The function joinTo joins it to the
 * parent.
 * @param {Node} node
 * @param {Size} size
 */
const edgeTo = ({ move }, size) => [
  svg('path'),
  svg('text', { class: 'move', x: size.width / 2 + 11, y: -11 }, move),
];

/**
 * Joins the edge of a node to its parent.
 * @param {SVGElement} shape of the node
 * @param {Size} size
 * @param {number} left the left edge of the parent, from the left edge of the node
 */
function joinTo(shape, size, left) {
  const [from, to] = [left + size.width / 2, size.width / 2];
  const [start, end] = [size.height + 6 - size.down, -6];
  const half = (start + end) / 2;
  const curve = `M${from} ${start}C${from} ${half} ${to} ${half} ${to} ${end}`;
  setAttribute(/** @type {Element} */ (shape.firstElementChild), 'd', curve);
}
