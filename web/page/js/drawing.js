// Shows the figures of studies, which are SVG files, in the style of the page.

import { el } from './dom.js';
import { algorithmIn, inWords, shade } from './solvers.js';

/**
 * Makes an element with a figure, which is loaded when it is about to be seen.
 * @param {string} address of the SVG file
 * @param {string} label read out by screen readers
 * @param {import('./app.js').Description} description with the names of solvers
 */
export function drawing(address, label, description) {
  const frame = el('span', { class: 'plotted', role: 'img', 'aria-label': label });
  const seen = new IntersectionObserver(async ([entry]) => {
    if (!entry.isIntersecting) return;
    seen.disconnect();
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) frame.replaceChildren(styled(await answer.text(), description));
    else frame.textContent = `The figure ${address} is missing.`;
  }, { rootMargin: '400px' });
  seen.observe(frame);
  return frame;
}

/**
 * Reads a figure. Styles in the file become attributes, which the style of the page overrides, and the series of a
 * solver get its colour.
 * @param {string} text
 * @param {import('./app.js').Description} description
 */
function styled(text, description) {
  const attributes = text.replace(/ style="([^"]*)"/g, (_, style) => style.split(';').filter(Boolean)
    .map((/** @type {string} */ pair) => ` ${pair.replace(':', '="')}"`).join(''));
  const figure = /** @type {Element} */ (new DOMParser().parseFromString(attributes, 'image/svg+xml').documentElement);
  figure.removeAttribute('role');
  figure.removeAttribute('aria-labelledby');
  for (const name of figure.querySelectorAll('title, desc')) name.remove();

  // The name of a series stands right after a mark in its colour.
  /** @type {Map<string, string>} */
  const colours = new Map();
  /** @type {Map<string, number>} */
  const turns = new Map();
  for (const name of figure.querySelectorAll('text')) {
    const words = name.textContent ?? '';
    name.removeAttribute('textLength'); // it fits another font
    name.textContent = inWords(description, words);
    const mark = name.previousElementSibling;
    const colour = mark?.getAttribute('stroke') ?? mark?.getAttribute('fill');
    const algorithm = algorithmIn(description, words);
    if (!algorithm || !colour || !/^#(?!000000|E1E1E1|808080|FFFFFF)/.test(colour) || colours.has(colour)) continue;
    const turn = turns.get(algorithm) ?? 0;
    turns.set(algorithm, turn + 1);
    colours.set(colour, shade(algorithm, turn));
  }
  for (const [colour, own] of colours) {
    for (const kind of ['stroke', 'fill']) {
      for (const shape of figure.querySelectorAll(`[${kind}="${colour}"]`)) {
        /** @type {SVGElement} */ (shape).style.setProperty(kind, own);
      }
    }
  }
  return figure;
}
