// Buttons that copy a link.

import { button, el } from './dom.js';

/** The command that serves the page to the network. */
const open = 'npuzzle serve --class';

/**
 * Whether no other computer reaches the page: it is a file, or comes from a server on this
 * computer.
 */
const alone =
  location.protocol === 'file:' || /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/**
 * Makes a button that copies the address of a view and its board.
 * @param {import('./app.js').App} app
 * @param {string} view
 * @param {string} [text] of the button
 * @param {() => string} [query] the part of the link after ?; the current board and options if
 *   missing
 * @param {string} [told] what to do with the link
 */
export const copyLink = (app, view, text = 'Copy link', query = () => app.state.query, told = '') =>
  copyButton(
    app,
    text,
    () => `${location.href.replace(/#.*/, '')}#/${view}?${query()}`,
    'Link',
    told,
  );

/**
 * Makes a button that copies a link or another text.
 * @param {import('./app.js').App} app
 * @param {string} text of the button
 * @param {() => string} address
 * @param {string} [what] is copied
 * @param {string} [told] what to do with it
 */
export function copyButton({ announce }, text, address, what = 'Link', told = '') {
  const link = el('textarea', {
    readOnly: true,
    hidden: true,
    rows: 2,
    'aria-label': 'Link to this board',
  });
  const local =
    alone && what === 'Link'
      ? 'This link works on this computer alone. For friends in your network, start the page ' +
        `with ${open}.`
      : '';
  const help = el('p', { class: 'help' });
  const copy = button(text, async () => {
    link.value = address();
    help.textContent = local || told;
    try {
      await navigator.clipboard.writeText(link.value);
      copy.textContent = `${what} copied`;
      announce(`${what} copied. ${help.textContent}`.trim());
      setTimeout(() => (copy.textContent = text), 2000);
    } catch {
      link.hidden = false; // the browser does not allow copying, so the user copies the text
      help.textContent = `Copy this link. ${help.textContent}`;
      link.select();
    }
  });
  return el('div', { class: 'copy' }, copy, link, help);
}
