// The view Watch. Another change fills it.

import { el } from '../dom.js';

/** @type {import('../app.js').Mount} */
export function mount(root) {
  root.append(el('h1', {}, 'Watch'));
  return () => {};
}
