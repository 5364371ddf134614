// The stages of a figure. Each stage adds something to the same picture, and has a text. Buttons
// go to a stage. A printed page has the texts of all stages.

import { button, el } from '../dom.js';
import { chips } from '../parts.js';
import { paragraphs } from './chapter.js';

/** @typedef {{name: string, text: string}} Stage */

export class Stages {
  /**
   * @param {Stage[]} stages
   * @param {(at: number) => void} onTurn shows a stage; the first one is 0
   */
  constructor(stages, onTurn) {
    this.stages = stages;
    this.onTurn = onTurn;
    this.at = 0;
    this.chips = chips(
      'Stages of the figure',
      stages.map(({ name }, i) => [String(i), `${i + 1}. ${name}`]),
      (value) => this.turn(Number(value)),
    );
    this.texts = stages.map(({ text }) => el('div', { class: 'stage-text' }, ...paragraphs(text)));
    this.next = button('', () => this.turn(this.at + 1), { class: 'quiet next-stage' });
    this.element = el(
      'div',
      { class: 'stages' },
      this.chips.element,
      el('div', { class: 'stage-texts', 'aria-live': 'polite' }, ...this.texts),
      this.next,
    );
    this.mark();
  }

  /** Goes to a stage. @param {number} at */
  turn(at) {
    this.at = at;
    this.mark();
    this.onTurn(at);
  }

  /** Marks the stage, and shows its text. */
  mark() {
    this.chips.mark(String(this.at));
    for (const [i, text] of this.texts.entries()) text.classList.toggle('current', i === this.at);
    const next = this.stages[this.at + 1];
    this.next.textContent = next ? `Next: ${next.name}` : '';
    if (!next && document.activeElement === this.next)
      /** @type {HTMLElement} */ (this.chips.element.lastElementChild).focus();
    this.next.hidden = !next;
  }
}
