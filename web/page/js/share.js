// Buttons that copy a link.

import { button, el } from './dom.js';

/** Whether no other computer reaches the page: it is a file, or comes from a server on this computer. */
const alone = location.protocol === 'file:' || /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/**
 * Makes a button that copies the address of a view and its board.
 * @param {import('./app.js').App} app
 * @param {string} view
 * @param {string} [text] of the button
 * @param {() => string} [query] the part of the link after ?; the current board and options if missing
 */
export const copyLink = (app, view, text = 'Copy link', query = () => app.state.query) =>
  copyButton(app, text, () => `${location.href.replace(/#.*/, '')}#/${view}?${query()}`);

/**
 * Makes a button that copies a link or another text.
 * @param {import('./app.js').App} app
 * @param {string} text of the button
 * @param {() => string} address
 * @param {string} [what] is copied
 */
export function copyButton({ announce }, text, address, what = 'Link') {
  const link = el('input', { readOnly: true, hidden: true, 'aria-label': 'Link to this board' });
  const local = alone && what === 'Link';
  const limit = el('p', { class: 'help', hidden: true }, 'This link works on this computer alone.');
  const copy = button(text, async () => {
    link.value = address();
    limit.hidden = !local;
    try {
      await navigator.clipboard.writeText(link.value);
      copy.textContent = `${what} copied`;
      announce(local ? `Link copied. ${limit.textContent}` : `${what} copied`);
      setTimeout(() => (copy.textContent = text), 2000);
    } catch {
      link.hidden = false; // the browser does not allow copying, so the user copies the text
      link.select();
    }
  });
  return el('div', { class: 'copy' }, copy, link, limit);
}
