// Shows the place of searches that wait for a busy server.

import { el } from './dom.js';

/** The places of the waiting searches. @type {Set<{at: number}>} */
const places = new Set();
const note = el('p', { class: 'note queue', role: 'status', hidden: true });

/**
 * Returns a function that shows the place of a search: 1 for the next search, and 0 for one that
 * does not wait. If several searches wait, the best place is shown.
 */
export function showPlace() {
  const place = { at: 0 };
  return (/** @type {number} */ at) => {
    if (at === place.at) return;
    place.at = at;
    if (at) places.add(place);
    else places.delete(place);
    note.hidden = places.size === 0;
    if (!note.isConnected) document.body.append(note);
    const first = Math.min(...[...places].map((p) => p.at));
    if (!places.size) note.textContent = '';
    else if (first === 1) note.textContent = 'The server is busy. You are next.';
    else note.textContent = `The server is busy. You have place ${first} in the queue.`;
  };
}
