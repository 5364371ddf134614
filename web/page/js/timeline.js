// The controls of anything that has steps: first, back, play, on, last and a slider.

import { button, el, select } from './dom.js';
import { count } from './text.js';

export class Timeline {
  /**
   * Makes the controls, in element.
   * @param {{noun: string, show: (at: number) => void, speeds: [string, string][], speed: string,
   *   smooth?: boolean}} options noun names a step, as in "State 3 of 9". Speeds are pairs of steps
   *   per second and of their name. A smooth timeline goes on many steps at a time: its speeds
   *   are the seconds that all of it takes.
   */
  constructor({ noun, show, speeds, speed, smooth = false }) {
    this.noun = noun;
    this.show = show;
    this.smooth = smooth;
    this.at = 0;
    this.length = 0;
    this.frame = 0;
    this.first = button('First', () => this.pause(1));
    this.back = button('Back', () => this.pause(this.at - 1));
    this.toggle = button('Play', () => (this.frame ? this.pause() : this.play()), { class: 'primary' });
    this.next = button('Step', () => this.pause(this.at + 1));
    this.last = button('Last', () => this.pause(this.length));
    this.speed = select(speeds, speed);
    this.speed.setAttribute('aria-label', 'Speed');
    this.slider = el('input', { type: 'range', min: '1', oninput: () => this.pause(Number(this.slider.value)) });
    this.slider.setAttribute('aria-label', noun);
    this.label = el('span', { class: 'muted' });
    const label = `Playback by ${noun.toLowerCase()}`;
    this.element = el('div', { class: 'stack player', role: 'group', 'aria-label': label },
      el('div', { class: 'row' }, this.slider, this.label),
      el('div', { class: 'row' },
        el('div', { class: 'steps' }, this.first, this.back, this.toggle, this.next, this.last), this.speed));
  }

  /**
   * Takes another number of steps, and goes to one of them.
   * @param {number} length
   * @param {number} at from 1; 0 if there is none
   */
  load(length, at) {
    this.length = length;
    this.slider.max = String(length);
    this.seek(at);
  }

  /**
   * Goes to a step.
   * @param {number} at
   */
  seek(at) {
    this.at = Math.max(Math.min(1, this.length), Math.min(at, this.length));
    this.slider.value = String(this.at);
    const text = `${this.noun} ${count(this.at)} of ${count(this.length)}`;
    this.label.textContent = text;
    this.slider.setAttribute('aria-valuetext', text);
    this.first.disabled = this.back.disabled = this.at <= 1;
    this.last.disabled = this.next.disabled = this.at === this.length;
    this.toggle.disabled = this.length < 2;
    this.show(this.at);
  }

  /** Plays on from here, or from the first step if this is the last one. */
  play() {
    if (this.at === this.length) this.seek(1);
    this.toggle.textContent = 'Pause';
    let before = performance.now();
    let due = 0; // steps
    const tick = (/** @type {number} */ now) => {
      const speed = Number(this.speed.value);
      due += ((now - before) / 1000) * (this.smooth ? this.length / speed : speed);
      before = now;
      const whole = Math.floor(due);
      due -= whole;
      if (whole) this.seek(this.at + whole);
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
    this.toggle.textContent = 'Play';
    if (at !== undefined) this.seek(at);
  }
}
