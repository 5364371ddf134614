// Shows the reports of studies, which are in Markdown: headings, paragraphs, lists, tables, pictures, links, bold
// text and code. Nothing in a report becomes HTML by itself.

import { el } from './dom.js';
import { table } from './parts.js';

/**
 * Makes elements of a report.
 * @param {string} text
 * @param {string} folder the address of its folder
 */
export function markdown(text, folder) {
  /** @type {Node[]} */
  const nodes = [];
  for (const block of text.trim().split(/\n\s*\n/)) {
    const [, marks, heading] = /^(#+) (.*)/.exec(block) ?? [];
    if (heading) nodes.push(el(marks.length > 2 ? 'h3' : 'h2', {}, ...inline(heading, folder)));
    else if (block.startsWith('|')) nodes.push(tableOf(block.split('\n'), folder, nodes[nodes.length - 1]?.textContent ?? 'Table'));
    else if (block.startsWith('- ')) {
      nodes.push(el('ul', { class: 'conclusions' }, ...block.split(/\n(?=- )/).map((item) => el('li', {}, ...inline(item.slice(2), folder)))));
    } else nodes.push(el('p', {}, ...inline(block, folder)));
  }
  return nodes;
}

/** @param {string[]} lines @param {string} folder @param {string} caption */
function tableOf(lines, folder, caption) {
  const cells = (/** @type {string} */ line) => line.replace(/^\||\|\s*$/g, '').split(/(?<!\\)\|/).map((cell) => cell.trim());
  const right = cells(lines[1]).map((mark) => mark.endsWith(':') && !mark.startsWith(':'));
  return table(caption, cells(lines[0]).map(plain), lines.slice(2).map((line) => cells(line).map((cell) =>
    el('span', {}, ...inline(cell, folder)))), right);
}

/** @param {string} text */
const plain = (text) => text.replace(/\\(.)/g, '$1').replace(/[*`]/g, '');

/** @param {string} text @param {string} folder @returns {(Node | string)[]} */
function inline(text, folder) {
  const pattern = /!\[([^\]]*)\]\(([^)]+)\)|\[([^\]]*)\]\(([^)]+)\)|\*\*(.+?)\*\*|`([^`]+)`/gs;
  /** @type {(Node | string)[]} */
  const parts = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(unescape(text.slice(at, match.index)));
    const [all, alt, picture, name, target, bold, code] = match;
    const inside = (/** @type {string} */ address) => /^[\w./-]+$/.test(address) && !address.includes('..');
    if (picture && inside(picture)) parts.push(el('img', { src: folder + picture, alt: unescape(alt), loading: 'lazy' }));
    else if (target && inside(target)) parts.push(el('a', { href: folder + target }, unescape(name)));
    else if (target) parts.push(unescape(name));
    else if (bold) parts.push(el('strong', {}, ...inline(bold, folder)));
    else if (code) parts.push(el('code', {}, code));
    at = match.index + all.length;
  }
  parts.push(unescape(text.slice(at)));
  return parts.filter((part) => part !== '');
}

/** Removes the backslashes before punctuation. @param {string} text */
const unescape = (text) => text.replace(/\\([^\w\s])/g, '$1').replaceAll('\n', ' ');
