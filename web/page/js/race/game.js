// The game of the user in a race: the same board, solved by hand.

import { same, slide, target } from '../board.js';
import { add } from '../chart.js';
import { plural, stopwatch } from '../text.js';
import { standing } from './standing.js';

/** The time between two updates of the stopwatch, in milliseconds. */
const tick = 100;

export class Game {
  playing = false;
  timer = 0;
  /** Resolves the promise of play. */
  done = () => {};

  /**
   * @param {import('./race.js').Race} race
   * @param {import('./lane.js').Lane} lane of the user
   * @param {import('../board.js').Board} goal
   */
  constructor(race, lane, goal) {
    this.race = race;
    this.lane = lane;
    this.goal = goal;
    this.board = race.board;
  }

  /**
   * Lets the user solve the board, until it is solved or the race is stopped.
   * @returns {Promise<void>}
   */
  play() {
    this.playing = true;
    this.timer = setInterval(() => this.showStatus(), tick);
    this.race.signal.addEventListener('abort', () => this.end());
    this.lane.view.element.focus();
    return new Promise((done) => {
      this.done = done;
    });
  }

  /** Makes moves of the blank. @param {string} moves */
  move(moves) {
    if (!this.playing) return;
    const { lane } = this;
    for (const move of moves) {
      if (target(this.board, move) < 0) break;
      this.board = slide(this.board, move);
      lane.moves += lane.moves ? ` ${move}` : move;
    }
    lane.show(this.board);
    if (this.solved) this.end();
  }

  get solved() {
    return same(this.board, this.goal);
  }

  /** Ends the game, and keeps its result in the lane. */
  end() {
    if (!this.playing) return;
    this.playing = false;
    clearInterval(this.timer);
    const { lane } = this;
    const moves = plural(lane.made, 'move');
    lane.time = this.race.passed;
    if (this.solved) {
      lane.ended = lane.time;
      add(lane.lines.plans, lane.time, lane.made);
      lane.status.textContent = `Solved in ${moves} and ${stopwatch(lane.time)}`;
    } else {
      lane.status.textContent = `Stopped after ${moves}`;
    }
    this.done();
  }

  /** The number of tiles, and of those in their places. */
  get progress() {
    const { tiles } = this.board;
    const placed = this.goal.tiles.filter((tile, cell) => tile && tile === tiles[cell]).length;
    return { placed, tiles: tiles.length - 1 };
  }

  showStatus() {
    const { length } = standing(this.race.solvers);
    const made = plural(this.lane.made, 'move');
    const match = length < Infinity ? `. To match: ${plural(length, 'move')}` : '';
    this.lane.status.textContent = `${made}, ${stopwatch(this.race.passed)}${match}`;
  }
}
