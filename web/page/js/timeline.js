// Controls for stepping through a sequence: buttons for first, back, play, on and last, and a
// slider.

import { button, disable, el, select } from './dom.js';
import { count } from './text.js';

/**
 * Options of a timeline. The noun names a step, as in "State 3 of 9". Speeds are pairs of a number
 * of steps per second and its name. A smooth timeline is for many steps. It begins slowly, step by
 * step, and becomes faster: the number of steps grows with the cube of the place on the slider. Its
 * speeds are the numbers of seconds for the whole timeline.
 * @typedef {{noun: string, show: (at: number) => void, speeds: [string, string][], speed: string,
 *   smooth?: boolean, from?: number, ends?: [string, string], name?: string, slider?: string,
 *   again?: string}} Options from: the number of the first step; ends: the names of the buttons
 *   first and last; again: the name of the button that plays, after the last step
 */

export class Timeline {
  /**
   * Makes the controls and sets element to their element.
   * @param {Options} options
   */
  constructor({
    noun,
    show,
    speeds,
    speed,
    smooth = false,
    from = 1,
    ends = ['First', 'Last'],
    name = `Playback by ${noun.toLowerCase()}`,
    slider = noun,
    again = 'Play',
  }) {
    this.noun = noun;
    this.show = show;
    this.smooth = smooth;
    this.from = from;
    this.again = again;
    this.at = this.length = 0;
    this.frame = 0; // id of the requested animation frame; 0 if the timeline does not play
    this.first = button(ends[0], () => this.pause(from));
    this.back = button('Back', () => this.step(-1));
    this.toggle = button('Play', () => (this.frame ? this.pause() : this.play()), {
      class: 'primary',
    });
    this.next = button('Step', () => this.step(1));
    this.last = button(ends[1], () => this.pause(this.length));
    this.speed = select(speeds, speed);
    this.speed.setAttribute('aria-label', 'Speed');
    this.slider = el('input', {
      type: 'range',
      min: String(smooth ? 0 : from),
      max: '1',
      step: smooth ? 'any' : '1',
      'aria-label': slider,
      oninput: () => this.pause(this.stepAt(Number(this.slider.value))),
    });
    this.label = el('span', { class: 'muted' });
    /** The controls beside the slider. */
    this.row = el('div', { class: 'row' }, this.slider, this.label, this.speed);
    this.element = el(
      'div',
      { class: 'stack player', role: 'group', 'aria-label': name },
      this.row,
      el('div', { class: 'steps' }, this.first, this.back, this.toggle, this.next, this.last),
    );
  }

  /** Changes what a step is called. @param {string} noun */
  name(noun) {
    this.noun = noun;
    this.slider.setAttribute('aria-label', noun);
  }

  /**
   * Changes the number of steps, and goes to a step.
   * @param {number} length the number of the last step
   * @param {number} at
   */
  resize(length, at) {
    this.length = length;
    if (!this.smooth) this.slider.max = String(length);
    this.seek(at);
  }

  /**
   * Returns the place of a step on the slider. It is a fraction of the slider if the timeline is
   * smooth.
   * @param {number} step
   */
  placeOf(step) {
    return this.smooth ? Math.cbrt(step / Math.max(1, this.length)) : step;
  }

  /** Returns the step at a place on the slider. @param {number} place */
  stepAt(place) {
    return this.smooth ? Math.max(1, Math.round(this.length * place ** 3)) : Math.floor(place);
  }

  /**
   * Goes to a step.
   * @param {number} at
   */
  seek(at) {
    this.at = Math.max(Math.min(this.from, this.length), Math.min(at, this.length));
    this.slider.value = String(this.placeOf(this.at));
    const some = this.length >= this.from;
    const text = some ? `${this.noun} ${count(this.at)} of ${count(this.length)}` : '';
    this.label.textContent = text;
    this.slider.setAttribute('aria-valuetext', text);
    for (const control of [this.first, this.back])
      disable(control, this.at <= this.from, this.slider);
    for (const control of [this.last, this.next])
      disable(control, this.at === this.length, this.slider);
    this.toggle.disabled = this.length <= this.from;
    this.show(this.at);
  }

  /**
   * Goes a step forward, or back, and stops there. On a smooth timeline, it goes at least a
   * hundredth of the slider.
   * @param {number} by 1 or -1
   */
  step(by) {
    const far = this.smooth ? Math.abs(this.stepAt(this.placeOf(this.at) + by / 100) - this.at) : 1;
    this.pause(this.at + by * Math.max(1, far));
  }

  /**
   * Plays from the current step, or from the first step if the current one is the last.
   * @param {number} [hold] the milliseconds before the first step
   */
  play(hold = 0) {
    this.pause(this.at === this.length ? this.from : undefined);
    this.toggle.textContent = 'Pause';
    let before = performance.now() + hold;
    let place = this.placeOf(this.at);
    const tick = (/** @type {number} */ now) => {
      const speed = Number(this.speed.value);
      if (now > before) {
        place += ((now - before) / 1000) * (this.smooth ? 1 / speed : speed);
        before = now;
      }
      if (this.stepAt(place) !== this.at) this.seek(this.stepAt(place));
      if (this.at < this.length) this.frame = requestAnimationFrame(tick);
      else this.pause();
    };
    this.frame = requestAnimationFrame(tick);
  }

  /**
   * Stops playing.
   * @param {number} [at] the step to go to
   */
  pause(at) {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (at !== undefined) this.seek(at);
    this.toggle.textContent = this.at < this.length ? 'Play' : this.again;
  }
}
