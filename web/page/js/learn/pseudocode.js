// The lines of an algorithm, of which one is next.

import { el } from '../dom.js';

export class Pseudocode {
  /** @param {string} label for screen readers */
  constructor(label) {
    /** @type {HTMLElement[]} */
    this.rows = [];
    this.element = el('ol', {
      class: 'pseudocode',
      'aria-label': `Pseudocode: ${label}`,
      tabIndex: 0,
    });
  }

  /**
   * Writes the lines.
   * @param {string[]} lines two spaces indent a line
   * @param {number[]} off the numbers of lines that are left out
   */
  write(lines, off) {
    this.rows = lines.map((text, i) => {
      const code = text.trimStart();
      const row = el('li', { class: off.includes(i) ? 'off' : '' }, el('span', {}, code));
      row.style.setProperty('--indent', String((text.length - code.length) / 2));
      return row;
    });
    this.element.replaceChildren(...this.rows);
  }

  /** Marks the line that is next. @param {number} line -1 for none */
  mark(line) {
    for (const [i, row] of this.rows.entries()) {
      if (i === line) row.setAttribute('aria-current', 'step');
      else row.removeAttribute('aria-current');
    }
    const marked = this.rows[line];
    if (!marked) return;
    // A phone has room for a few lines.
    const above = (this.element.clientHeight - marked.offsetHeight) / 2;
    this.element.scrollTop = marked.offsetTop - above;
  }
}
