// The view Solve: a board solved by an algorithm.

import { el } from '../dom.js';

/** @type {import('../app.js').Mount} */
export function mount(root) {
  root.append(el('h1', {}, 'Solve'));
  return () => {};
}
