// Buttons that copy a link.

import { button, el } from './dom.js';

/**
 * Makes a button that copies the address of a view and its board.
 * @param {import('./app.js').App} app
 * @param {string} view
 * @param {string} [text] of the button
 * @param {() => string} [query] the part of the link after ?; the current board and options if missing
 */
export function copyLink({ state, announce }, view, text = 'Copy link', query = () => state.query) {
  const link = el('input', { readOnly: true, hidden: true, 'aria-label': 'Link to this board' });
  const copy = button(text, async () => {
    link.value = `${location.href.replace(/#.*/, '')}#/${view}?${query()}`;
    try {
      await navigator.clipboard.writeText(link.value);
      copy.textContent = 'Link copied';
      announce('Link copied');
      setTimeout(() => (copy.textContent = text), 2000);
    } catch {
      link.hidden = false; // the browser does not allow copying, so the user copies the text
      link.select();
    }
  });
  return el('div', { class: 'copy' }, copy, link);
}
