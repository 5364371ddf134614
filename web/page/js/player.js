// Plays a plan back on a board.

import { moveInWords, opposite, replay } from './board.js';
import { Timeline } from './timeline.js';

/** @typedef {import('./board.js').Board} Board */

/** Speeds, in moves per second. */
const speeds = ['2', '4', '8', '16', '32'];

/** The timeline of a plan: step n is the board after n moves. */
export class Player extends Timeline {
  /**
   * @param {(board: Board, at: number) => void} show shows the board after at moves
   * @param {(text: string) => void} announce
   */
  constructor(show, announce) {
    super({
      noun: 'Move',
      from: 0,
      ends: ['Start', 'End'],
      name: 'Playback',
      slider: 'Position in the plan',
      speeds: speeds.map((s) => [s, `${s} moves/s`]),
      speed: '4',
      show: (at) => {
        if (this.frame) this.slide(`${Math.min(140, 1000 / Number(this.speed.value))}ms`);
        if (this.boards.length) show(this.boards[at], at);
      },
    });
    this.announce = announce;
    /** @type {Board[]} */
    this.boards = [];
    /** @type {string[]} */
    this.moves = [];
  }

  /**
   * Loads a plan and goes to its start.
   * @param {Board} board
   * @param {string[]} moves
   */
  load(board, moves) {
    this.pause();
    this.moves = moves;
    this.boards = replay(board, moves);
    this.resize(moves.length, 0);
  }

  /** Makes a step, and lets screen readers read its move. @param {number} by 1 or -1 */
  step(by) {
    const was = this.at;
    super.step(by);
    const move = this.moves[Math.min(was, this.at)];
    if (was !== this.at)
      this.announce(moveInWords(this.boards[was], by > 0 ? move : opposite[move]));
  }

  /** @param {number} [at] */
  pause(at) {
    this.slide('');
    super.pause(at);
  }

  /**
   * Sets how long a tile slides. It must not be longer than a move.
   * @param {string} time empty for the default
   */
  slide(time) {
    document.documentElement.style.setProperty('--slide', time);
  }
}
