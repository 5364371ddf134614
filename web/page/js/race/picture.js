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
   * Removes the lines and the bars of the race before.
   * @param {Lane[]} lanes of the next race
   * @param {boolean} counted whether to show states
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
   * Draws a race that runs, or its result, up to a time. If no lane has a line of bounds, the chart
   * shows the best bound.
   * @param {Lane[]} lanes
   * @param {number} now in seconds
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
   * Draws a moment of a race that is over: its course up to a time.
   * @param {Lane[]} lanes
   * @param {number} now in seconds
   * @param {number} end of the axis of time
   */
  drawTime(lanes, now, end) {
    const lines = lanes.map(({ line }) => line);
    this.chart.set(lines, now, end);
  }

  /**
   * Draws a moment of a race that is over: its course up to a number of expanded states.
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
