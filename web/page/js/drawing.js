// Shows the figures of studies, which are SVG files, in the style of the page.

import { requestFile } from './connection.js';
import { el } from './dom.js';
import { algorithmIn, inWords, shade } from './solvers.js';

/** The colours of figures, and the properties that take their place. @type {[string, string][]} */
const palette = [
  ['#000000', '--control'],
  ['#808080', '--control'],
  ['#E1E1E1', '--line'],
  ['#FFFFFF', '--bg'],
  ['#0072B2', '--series-1'],
  ['#D55E00', '--series-2'],
  ['#009E73', '--series-3'],
  ['#CC79A7', '--series-4'],
  ['#56B4E9', '--solver-idastar'],
  ['#E69F00', '--solver-iddfs'],
  ['#882255', '--solver-beam'],
];

/**
 * Returns the property for a colour. Transparent colours are rounded, so it may differ a little.
 * @param {string} colour
 */
const propertyFor = (colour) =>
  palette.find(([known]) =>
    [1, 3, 5].every(
      (at) =>
        Math.abs(parseInt(known.slice(at, at + 2), 16) - parseInt(colour.slice(at, at + 2), 16)) <=
        2,
    ),
  )?.[1] ?? '';

/**
 * Makes an element with a figure, which is loaded when it is about to be seen.
 * @param {string} address of the SVG file
 * @param {string} label read out by screen readers
 * @param {import('./app.js').Description} description with the names of solvers
 */
export function drawing(address, label, description) {
  const frame = el('span', { class: 'plotted', role: 'img', 'aria-label': label });
  const seen = new IntersectionObserver(
    async ([entry]) => {
      if (!entry.isIntersecting) return;
      seen.disconnect();
      const answer = await requestFile(address).catch(() => null);
      if (answer?.ok) frame.replaceChildren(styled(await answer.text(), description));
      else frame.textContent = `The figure ${address} is missing.`;
    },
    { rootMargin: '400px' },
  );
  seen.observe(frame);
  return frame;
}

/**
 * Reads a figure. Styles in the file become attributes, and colours become those of the page. The
 * series of a solver get its colour.
 * @param {string} text
 * @param {import('./app.js').Description} description
 */
function styled(text, description) {
  const attributes = text.replace(/ style="([^"]*)"/g, (_, style) =>
    style
      .split(';')
      .filter(Boolean)
      .map((/** @type {string} */ pair) => ` ${pair.replace(':', '="')}"`)
      .join(''),
  );
  const figure = /** @type {Element} */ (
    new DOMParser().parseFromString(attributes, 'image/svg+xml').documentElement
  );
  figure.removeAttribute('role');
  figure.removeAttribute('aria-labelledby');
  for (const name of figure.querySelectorAll('title, desc')) name.remove();

  // The name of a series stands right after a mark in its colour.
  /** The colours of solvers, by the property in their place. @type {Map<string, string>} */
  const colours = new Map();
  /** @type {Map<string, number>} */
  const turns = new Map();
  for (const name of figure.querySelectorAll('text')) {
    const words = name.textContent ?? '';
    name.removeAttribute('textLength'); // it fits another font
    name.textContent = inWords(description, words);
    const mark = name.previousElementSibling;
    const colour = propertyFor(mark?.getAttribute('stroke') ?? mark?.getAttribute('fill') ?? '');
    const algorithm = algorithmIn(description, words);
    if (!algorithm || !/series|solver/.test(colour) || colours.has(colour)) continue;
    const turn = turns.get(algorithm) ?? 0;
    turns.set(algorithm, turn + 1);
    colours.set(colour, shade(algorithm, turn));
  }
  for (const kind of ['stroke', 'fill']) {
    for (const shape of figure.querySelectorAll(`[${kind}^="#"]:not(text)`)) {
      const colour = propertyFor(shape.getAttribute(kind) ?? '');
      if (colour)
        /** @type {SVGElement} */ (shape).style.setProperty(
          kind,
          colours.get(colour) ?? `var(${colour})`,
        );
    }
  }
  return figure;
}
