// Shows a race that was over soon in slow motion: on a logarithmic scale of time, or with the same
// number of states per second for each solver.

import { beyond } from '../chart.js';
import { plural } from '../text.js';
import { joined } from './lane.js';

/** @typedef {import('./lane.js').Lane} Lane */

/** How long the slow motion takes, in seconds. */
export const duration = 4;

/** What rounding may add to the time of an event. */
const rounding = 1.0001;

export class Replay {
  /**
   * @param {import('./race.js').Race} race
   * @param {number} took the time after which it was over, in seconds
   */
  constructor(race, took) {
    this.race = race;
    this.took = took;
    const { solvers } = race;
    const starts = solvers.flatMap(({ lines }) => [lines.plans[0][0], lines.bounds[0][0]]);
    this.from = Math.min(...starts.filter(Boolean), took) / 2; // the time at which it begins
    this.longest = Math.max(1, ...solvers.map(({ states }) => states));
    this.started = 0;
  }

  /**
   * Shows the race from its start to its end.
   * @returns {Promise<void>}
   */
  play() {
    const { race } = this;
    for (const lane of race.solvers) lane.rewind(race.board);
    this.started = performance.now();
    return new Promise((done) => {
      const tick = () => {
        if (race.over || this.draw()) done();
        else requestAnimationFrame(tick);
      };
      tick();
    });
  }

  /** Draws the race as it was, and returns whether it has ended. */
  draw() {
    const { race, from, took, longest } = this;
    const { solvers, picture, counted } = race;
    const part = Math.min(1, (performance.now() - this.started) / 1000 / duration);
    const now = counted ? longest * part : from * (took / from) ** part; // in states or in seconds
    if (counted) picture.drawStates(solvers, now, longest);
    else picture.drawTime(solvers, now, took * beyond);
    for (const lane of solvers) {
      if (lane.playback.hidden) this.show(lane, now);
    }
    return part === 1 || race.stopped;
  }

  /**
   * Shows what a lane had found.
   * @param {Lane} lane that still searches
   * @param {number} now
   */
  show(lane, now) {
    const { board, counted, still } = this.race;
    const end = counted ? lane.states : lane.ended;
    if (end <= now * rounding) {
      lane.tell();
      lane.playBack(board, still);
      return;
    }
    if (counted) return;
    const [times, lengths] = lane.lines.plans;
    const found = times.filter((time) => time <= now).length;
    if (!found) return;
    lane.status.textContent = `${plural(lengths[found - 1], 'move')}, ${joined(now)}`;
  }
}
