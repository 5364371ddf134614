// The button "Copy link".

import { button, el } from './dom.js';

/**
 * Makes a button that copies the address of a view and its board.
 * @param {import('./app.js').App} app
 * @param {string} view
 */
export function copyLink({ state, announce }, view) {
  const link = el('input', { readOnly: true, hidden: true, 'aria-label': 'Link to this board' });
  const copy = button('Copy link', async () => {
    link.value = `${location.href.replace(/#.*/, '')}#/${view}?${state.query}`;
    try {
      await navigator.clipboard.writeText(link.value);
      copy.textContent = 'Link copied';
      announce('Link copied');
      setTimeout(() => (copy.textContent = 'Copy link'), 2000);
    } catch {
      link.hidden = false; // the browser does not allow copying, so the user copies the text
      link.select();
    }
  });
  return el('div', { class: 'stack' }, copy, link);
}
