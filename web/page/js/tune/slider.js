// A slider with a field for the number. The slider has round numbers, and the field takes any.

import { el } from '../dom.js';
import { count } from '../text.js';

export class Slider {
  /**
   * @param {string} name
   * @param {number[]} stops the numbers of the slider, ascending
   * @param {number} least
   * @param {() => void} onChange
   */
  constructor(name, stops, least, onChange) {
    this.stops = stops;
    this.onChange = onChange;
    this.number = el('input', {
      type: 'number',
      id: `tune-${name.toLowerCase()}`,
      min: String(least),
      step: '1',
      required: true,
      oninput: () => this.typed(),
    });
    this.range = el('input', {
      type: 'range',
      min: '0',
      max: String(stops.length - 1),
      'aria-label': `${name}, in round numbers`,
      oninput: () => this.slid(),
    });
    const label = el('label', { for: this.number.id }, name);
    this.element = el('div', { class: 'slider' }, label, this.number, this.range);
  }

  /** The number; NaN if the field holds none. */
  get value() {
    return this.number.validity.valid ? Number(this.number.value) : Number.NaN;
  }

  set value(value) {
    this.number.value = String(value);
    this.place();
  }

  /** Sets the largest number. @param {number} most */
  limit(most) {
    this.number.max = String(most);
  }

  /** Takes the number of the slider. */
  slid() {
    this.value = this.stops[Number(this.range.value)];
    this.onChange();
  }

  /** Takes the number of the field. */
  typed() {
    this.place();
    this.onChange();
  }

  /** Moves the slider to the stop that is nearest to the number. */
  place() {
    const { value, stops } = this;
    if (Number.isNaN(value)) return;
    const distance = (/** @type {number} */ stop) => Math.abs(Math.log(stop / value));
    const nearest = stops.reduce((best, stop) => (distance(stop) < distance(best) ? stop : best));
    this.range.value = String(stops.indexOf(nearest));
    this.range.setAttribute('aria-valuetext', count(value));
  }
}
