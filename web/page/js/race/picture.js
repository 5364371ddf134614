// The picture of a race: a chart of plans and bounds over time, or bars of expanded states.

import { Bars } from '../bars.js';
import { Chart } from '../chart.js';
import { el } from '../dom.js';
import { bestBound } from './standing.js';

/** @typedef {import('./lane.js').Lane} Lane */

export class Picture {
  counted = false; // whether it shows states, and not time

  constructor() {
    this.chart = new Chart();
    this.bars = new Bars();
    this.element = el('div', { class: 'story' }, this.chart.element, this.bars.element);
  }

  /**
   * Removes the lines.
   * @param {Lane[]} lanes of the next race
   * @param {boolean} counted
   * @param {boolean} proving whether a solver can prove its plan
   */
  clear(lanes, counted, proving) {
    this.counted = counted;
    this.chart.proving = proving;
    this.chart.minimum = 0;
    this.chart.set([], 0);
    this.bars.set(lanes, 1);
    this.chart.element.hidden = counted;
    this.bars.element.hidden = !counted;
  }

  /**
   * Draws a race up to a time in seconds.
   * @param {Lane[]} lanes
   * @param {number} now
   */
  draw(lanes, now) {
    const bounding = lanes.some((lane) => lane.bounding);
    this.chart.minimum = bounding ? 0 : bestBound(lanes);
    if (this.counted) {
      this.bars.set(lanes, Math.max(1, ...lanes.map(({ states }) => states)));
    } else {
      const lines = lanes.map(({ line }) => line);
      this.chart.set(lines, now);
    }
  }

  /**
   * Draws a race that is over up to a time in seconds.
   * @param {Lane[]} lanes
   * @param {number} now
   * @param {number} end of the axis of time
   */
  drawTime(lanes, now, end) {
    const lines = lanes.map(({ line }) => line);
    this.chart.set(lines, now, end);
  }

  /**
   * Draws a race that is over up to a number of expanded states.
   * @param {Lane[]} lanes
   * @param {number} now
   * @param {number} longest the largest number of states
   */
  drawStates(lanes, now, longest) {
    const bars = lanes.map(({ label, colour, states }) => ({
      label,
      colour,
      states: Math.min(states, Math.floor(now)),
    }));
    this.bars.set(bars, longest);
  }

  destroy() {
    this.chart.destroy();
  }
}
