// The picture of a race of heuristics: a bar for each solver, as long as the number of states that
// it has expanded.

import { el } from './dom.js';
import { count } from './text.js';

/** Says what expanded states are. */
export const meaning =
  'A state is one arrangement of the tiles. To expand it is to look at all moves from there.';

export class Bars {
  /** Sets element to the element of the bars. */
  constructor() {
    this.list = el('ol');
    this.element = el(
      'figure',
      { class: 'bars', hidden: true },
      el('figcaption', { class: 'help' }, `States expanded. ${meaning}`),
      this.list,
    );
  }

  /**
   * Shows bars.
   * @param {{label: string, colour: string, states: number}[]} all
   * @param {number} longest the number of states of the longest bar that fits
   */
  set(all, longest) {
    this.list.replaceChildren(
      ...all.map(({ label, colour, states }) => {
        const bar = el('span', { class: 'amount' });
        bar.style.background = colour;
        bar.style.setProperty('--share', String(states / longest));
        return el(
          'li',
          {},
          el('span', { class: 'name' }, label),
          el('span', { class: 'length' }, bar, el('b', {}, states ? count(states) : '–')),
        );
      }),
    );
  }
}
