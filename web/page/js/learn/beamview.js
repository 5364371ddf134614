// Draws the layers of a beam search from top to bottom: the boards that are kept, then those that
// were dropped.

import { el, svg } from '../dom.js';
import { plural } from '../text.js';
import { stateAt, wayTo } from './algorithms.js';
import { Shapes, setAttribute, setChildren } from './shapes.js';
import { keys, smallBoard } from './smallboard.js';

/** @typedef {import('./algorithms.js').Node} Node */
/** @typedef {import('./beamsearch.js').Moment} Moment */

/** The width of a cell, the distances between boards, and the most boards shown of a layer. */
const [cell, across, down, shown] = [11, 42, 62, 18];

/** The left edge of a board, and its top. */
const left = (/** @type {number} */ i) => 40 + across * i;
const top = (/** @type {number} */ g) => 8 + down * g;

export class BeamView {
  constructor() {
    this.shapes = new Shapes();
    /** Whether a node is on a shortest plan. @type {(node: Node) => boolean} */
    this.optimal = () => false;
    this.optimalKey = keys(['optimal', 'on a shortest plan']);
    this.drawing = svg('svg', { class: 'beam', role: 'img' });
    this.frame = el(
      'div',
      {
        class: 'scroll beam-frame',
        tabIndex: 0,
        role: 'region',
        'aria-label': 'Layers of the beam',
      },
      this.drawing,
    );
    this.element = el(
      'div',
      { class: 'tree-view' },
      this.frame,
      keys(['open', 'kept'], ['cut', 'forgotten'], ['way', 'plan']),
      this.optimalKey,
    );
  }

  /** Draws a search. @param {Moment} moment */
  show({ layers, found, step }) {
    const most = Math.min(shown, Math.max(1, ...layers.map((layer) => layer.length)));
    const width = left(most) + 30;
    this.drawing.setAttribute('viewBox', `0 0 ${width} ${16 + down * layers.length}`);
    // few boards are large
    this.drawing.style.width = `max(${0.8 * width}px, min(100%, ${1.6 * width}px))`;
    const counts = layers.map((layer) => {
      const cut = layer.filter((node) => stateAt(node, step) === 'cut').length;
      return `${layer.length - cut} and ${cut}`;
    });
    const size = plural(layers.length, 'layer');
    const label = `${size}. Kept and dropped in each: ${counts.join('; ')}.`;
    this.drawing.setAttribute('aria-label', label);
    const way = wayTo(found);
    const rows = layers.flatMap((layer, g) => [
      svg('text', { class: 'gh', x: 24, y: top(g) + 26, 'text-anchor': 'end' }, String(g)),
      ...layer.slice(0, shown).map((node, i) => {
        const shape = this.shapes.of(node, '', () => drawNode(node));
        const found = way.has(node) ? 'way' : '';
        const optimal = this.optimal(node) ? 'optimal' : '';
        setAttribute(shape, 'class', `small-node ${stateAt(node, step)} ${found} ${optimal}`);
        setAttribute(shape, 'transform', `translate(${left(i)} ${top(g)})`);
        return shape;
      }),
      ...restOf(layer, g),
    ]);
    setChildren(this.drawing, rows);
    this.frame.scrollTop = this.frame.scrollHeight;
  }
}

/** Draws a board with its estimate, at the origin. @param {Node} node */
function drawNode({ board, h }) {
  const width = 3 * cell;
  const frame = { class: 'frame', x: -2, y: -2, width: width + 4, height: width + 4, rx: 3 };
  return svg(
    'g',
    {},
    svg('rect', frame),
    ...smallBoard(board, 0, 0, cell),
    svg('text', { class: 'gh', x: width / 2, y: width + 15 }, `h ${h}`),
  );
}

/** Writes how many boards of a layer are not drawn. @param {Node[]} layer @param {number} g */
function restOf(layer, g) {
  if (layer.length <= shown) return [];
  const place = { x: left(shown) + 4, y: top(g) + 26, 'text-anchor': 'start' };
  return [svg('text', { class: 'gh', ...place }, `+${layer.length - shown}`)];
}
