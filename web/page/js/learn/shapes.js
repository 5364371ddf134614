// Keeps the drawings of nodes. A search of many steps changes a few nodes at each of them, and to
// draw all boards anew would take longer than a step lasts.

/** @typedef {import('./algorithms.js').Node} Node */

export class Shapes {
  /** @type {WeakMap<Node, {key: string, shape: SVGElement}>} */
  kept = new WeakMap();

  /**
   * Returns the drawing of a node. It is drawn anew if its key has changed.
   * @param {Node} node
   * @param {string} key what the drawing depends on, besides the node
   * @param {() => SVGElement} draw
   */
  of(node, key, draw) {
    const old = this.kept.get(node);
    if (old?.key === key) return old.shape;
    const shape = draw();
    this.kept.set(node, { key, shape });
    return shape;
  }
}

/**
 * Sets an attribute, if it has another value.
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
export function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * Sets the children of an element. Those that stay are not moved.
 * @param {Element} parent
 * @param {Element[]} children
 */
export function setChildren(parent, children) {
  for (const [i, child] of children.entries()) {
    const there = parent.children[i];
    if (there !== child) parent.insertBefore(child, there ?? null);
  }
  while (parent.children.length > children.length) parent.lastElementChild?.remove();
}
