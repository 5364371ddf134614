// A search beside its pseudocode. The search is recorded, so the reader can go to any of its lines,
// forwards and back, line by line or by rounds.

import { el, select } from '../dom.js';
import { figures } from '../parts.js';
import { Pseudocode } from './pseudocode.js';
import { strip } from './strip.js';

/**
 * What a stepper shows.
 * @template {{line: number}} Frame
 * @typedef {object} Options
 * @property {string} label of the pseudocode, for screen readers
 * @property {() => string[]} lines the pseudocode; two spaces indent a line
 * @property {() => number[]} [off] numbers of lines that are left out
 * @property {Node} picture
 * @property {(Node | null)[]} [settings] controls below the pseudocode
 * @property {string[]} facts labels of figures
 * @property {number} round the line on which a round begins
 * @property {string} unit what a round looks at, such as board
 * @property {number} [opens] the round that is shown at first; 0 for the first line
 * @property {() => Frame[]} run runs the search, and records it
 * @property {(frame: Frame) => string[]} show draws a frame, and returns the figures
 * @property {(frame: Frame) => string} says a sentence on a frame
 */

/** @template {{line: number}} Frame */
export class Stepper {
  /**
   * @param {AbortSignal} signal
   * @param {Options<Frame>} options
   */
  constructor(signal, options) {
    this.options = options;
    /** @type {Frame[]} */
    this.frames = [];
    /** The places of the frames that are steps. @type {number[]} */
    this.steps = [];
    /** The place of the frame that is shown. */
    this.shown = 0;
    const { label, unit, picture, settings = [] } = options;
    const [numbers, fill] = figures(...options.facts);
    this.numbers = numbers;
    this.fill = fill;
    this.code = new Pseudocode(label);
    this.sentence = el('p', { class: 'sentence', 'aria-live': 'polite' });
    this.timeline = strip(signal, 'Line', (at) => this.show(at));
    this.stride = select(
      [
        ['Line', 'by line'],
        [unit[0].toUpperCase() + unit.slice(1), `by ${unit}`],
      ],
      'Line',
      () => this.count(),
    );
    this.stride.setAttribute('aria-label', 'Size of a step');
    this.timeline.row.append(this.stride);
    /** What is beside the picture. */
    this.side = el(
      'div',
      { class: 'stack steering' },
      this.code.element,
      this.timeline.element,
      ...settings,
      this.numbers,
    );
    this.element = el(
      'section',
      { class: 'stepper', 'aria-label': label },
      el('div', { class: 'stack' }, picture, this.sentence),
      this.side,
    );
    this.restart();
  }

  /** Runs the search anew, and shows the frame that is shown at first. */
  restart() {
    this.timeline.pause();
    this.record();
    this.shown = this.opening;
    this.count();
  }

  /** Runs the search anew, and stays at the step, or at the end. */
  refresh() {
    const ended = this.shown === this.frames.length - 1;
    this.record();
    const end = this.frames.length - 1;
    this.shown = ended ? end : Math.min(this.shown, end);
    this.count();
  }

  record() {
    this.frames = this.options.run();
    this.code.write(this.options.lines(), this.off);
  }

  /** The numbers of the lines that are left out. */
  get off() {
    return this.options.off?.() ?? [];
  }

  /** The place of the frame that is shown at first. */
  get opening() {
    const { round, opens = 2 } = this.options;
    if (opens === 0) return 0;
    const begun = [...this.frames.keys()].filter((i) => this.frames[i].line === round);
    return begun[opens - 1] ?? this.frames.length - 1;
  }

  /** Counts the steps, which are lines or rounds, and shows the step of the shown frame. */
  count() {
    const noun = this.stride.value;
    const off = this.off;
    const { round } = this.options;
    const end = this.frames.length - 1;
    const { shown } = this;
    this.steps = [...this.frames.keys()].filter((i) => {
      const { line } = this.frames[i];
      return i === end || (noun === 'Line' ? !off.includes(line) : line === round);
    });
    const passed = this.steps.filter((i) => i <= shown).length;
    this.timeline.name(noun);
    this.timeline.resize(this.steps.length, Math.max(1, passed));
  }

  /** Shows a step. @param {number} at */
  show(at) {
    this.shown = this.steps[at - 1];
    const frame = this.frames[this.shown];
    this.fill(...this.options.show(frame));
    this.code.mark(frame.line);
    this.sentence.textContent = this.options.says(frame);
  }
}
