// Shows the reports of studies, which are in Markdown: headings, paragraphs, lists, tables,
// pictures, links, bold text and code. Nothing in a report becomes HTML by itself.

import { el } from './dom.js';
import { table } from './parts.js';
import { drawing } from './drawing.js';
import { heuristicName, inWords } from './solvers.js';

/** @typedef {import('./app.js').Description} Description */

/**
 * Makes elements of a report.
 * @param {string} text
 * @param {string} folder the address of its folder
 * @param {Description} description with the names of solvers
 */
export function markdown(text, folder, description) {
  const inline = (/** @type {string} */ words) => inlineOf(words, folder, description);
  /** @type {Node[]} */
  const nodes = [];
  for (const block of text.trim().split(/\n\s*\n/)) {
    const [, marks, heading] = /^(#+) (.*)/.exec(block) ?? [];
    if (heading) nodes.push(el(marks.length > 2 ? 'h3' : 'h2', {}, ...inline(heading)));
    else if (block.startsWith('|')) {
      const caption = nodes[nodes.length - 1]?.textContent ?? 'Table';
      nodes.push(
        tableOf(block.split('\n'), caption, (cell) => inline(forPeople(description, cell))),
      );
    } else if (block.startsWith('- ')) {
      const items = block.split(/\n(?=- )/).map((item) => el('li', {}, ...inline(item.slice(2))));
      nodes.push(el('ul', { class: 'conclusions' }, ...items));
    } else nodes.push(el('p', {}, ...inline(block)));
  }
  return nodes;
}

/**
 * @param {string[]} lines
 * @param {string} caption
 * @param {(cell: string) => (Node | string)[]} inline
 */
function tableOf(lines, caption, inline) {
  const cells = (/** @type {string} */ line) =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
  const head = cells(lines[0]).map(plain);
  const rows = lines.slice(2).map((line) => cells(line).map(inline));
  const right = cells(lines[1]).map((mark) => mark.endsWith(':') && !mark.startsWith(':'));
  return table(
    caption,
    head,
    rows.map((row) => row.map((cell) => el('span', {}, ...cell))),
    right,
  );
}

/**
 * Writes names as people call them: "A* Manhattan distance" for "astar manhattan", and the parts of
 * "200/500/5", which is a genetic algorithm.
 * @param {Description} description
 * @param {string} text
 */
export const forPeople = (description, text) =>
  description.heuristics.reduce(
    (all, name) =>
      all.replace(
        new RegExp(`(?<![\\w-])${name}(?![\\w-]| tiles| distance)`, 'g'),
        heuristicName(name),
      ),
    inWords(description, text).replace(
      /(\d+)\/(\d+)\/(\d+)/g,
      '(population $1, generations $2, phases $3)',
    ),
  );

/** @param {string} text */
const plain = (text) => text.replace(/(?<!\\)[*`]/g, '').replace(/\\(.)/g, '$1');

/**
 * @param {string} text
 * @param {string} folder
 * @param {Description} description
 * @returns {(Node | string)[]}
 */
function inlineOf(text, folder, description) {
  const pattern = /!\[([^\]]*)\]\(([^)]+)\)|\[([^\]]*)\]\(([^)]+)\)|\*\*(.+?)\*\*|`([^`]+)`/gs;
  /** @type {(Node | string)[]} */
  const parts = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(withoutBackslashes(text.slice(at, match.index)));
    const [all, alt, picture, name, target, bold, code] = match;
    const inside = (/** @type {string} */ address) =>
      /^[\w./-]+$/.test(address) && !address.includes('..');
    if (picture && inside(picture))
      parts.push(drawing(folder + picture, withoutBackslashes(alt), description));
    else if (target && inside(target))
      parts.push(el('a', { href: folder + target }, withoutBackslashes(name)));
    else if (target) parts.push(withoutBackslashes(name));
    else if (bold) parts.push(el('strong', {}, ...inlineOf(bold, folder, description)));
    else if (code) parts.push(el('code', {}, code));
    at = match.index + all.length;
  }
  parts.push(withoutBackslashes(text.slice(at)));
  return parts.filter((part) => part !== '');
}

/** Removes the backslashes before punctuation. @param {string} text */
const withoutBackslashes = (text) => text.replace(/\\([^a-zA-Z\d\s])/g, '$1').replaceAll('\n', ' ');
