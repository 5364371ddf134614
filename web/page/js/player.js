// Playback of a plan on a board.

import { moveInWords, opposite, replay } from './board.js';
import { button, disable, el, select } from './dom.js';
import { count } from './text.js';

/** @typedef {import('./board.js').Board} Board */

/** Speeds, in moves per second. */
const speeds = ['2', '4', '8', '16', '32'];

export class Player {
  /**
   * Makes the controls of a playback, in element.
   * @param {(board: Board, at: number) => void} show shows the board after a number of moves
   * @param {(text: string) => void} announce
   */
  constructor(show, announce) {
    this.show = show;
    this.announce = announce;
    /** @type {Board[]} */
    this.boards = [];
    /** @type {string[]} */
    this.moves = [];
    this.at = 0;
    this.timer = 0;

    this.first = button('Start', () => this.seek(0));
    this.back = button('Back', () => this.step(-1));
    this.toggle = button('Play', () => (this.timer ? this.pause() : this.play()), { class: 'primary' });
    this.forward = button('Step', () => this.step(1));
    this.last = button('End', () => this.seek(this.moves.length));
    this.speed = select(speeds.map((s) => [s, `${s} moves/s`]), '4', () => this.timer && this.play());
    this.speed.setAttribute('aria-label', 'Speed');
    this.slider = el('input', { type: 'range', min: '0', oninput: () => this.seek(Number(this.slider.value)) });
    this.slider.setAttribute('aria-label', 'Position in the plan');
    this.label = el('span', { class: 'muted' });
    this.element = el('div', { class: 'stack player', role: 'group', 'aria-label': 'Playback' },
      el('div', { class: 'row' }, this.slider, this.label),
      el('div', { class: 'row' },
        el('div', { class: 'steps' }, this.first, this.back, this.toggle, this.forward, this.last), this.speed));
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
    this.slider.max = String(moves.length);
    this.seek(0);
  }

  /**
   * Goes to the board after a number of moves.
   * @param {number} at
   */
  seek(at) {
    this.at = Math.max(0, Math.min(at, this.moves.length));
    this.slider.value = String(this.at);
    const text = `Move ${count(this.at)} of ${count(this.moves.length)}`;
    this.label.textContent = text;
    this.slider.setAttribute('aria-valuetext', text);
    for (const control of [this.first, this.back]) disable(control, this.at === 0, this.slider);
    for (const control of [this.forward, this.last]) disable(control, this.at === this.moves.length, this.slider);
    if (this.boards.length) this.show(this.boards[this.at], this.at);
  }

  /**
   * Goes some moves on or back, and reads the move out.
   * @param {number} by
   */
  step(by) {
    this.pause();
    const was = this.at;
    this.seek(was + by);
    const move = this.moves[Math.min(was, this.at)];
    if (was !== this.at) this.announce(moveInWords(this.boards[was], by > 0 ? move : opposite[move]));
  }

  /** Plays on from here, or from the start if the plan is at its end. */
  play() {
    if (this.at === this.moves.length) this.seek(0);
    clearInterval(this.timer);
    const pause = 1000 / Number(this.speed.value);
    // Tiles slide no longer than a move lasts.
    document.documentElement.style.setProperty('--slide', `${Math.min(140, pause)}ms`);
    this.toggle.textContent = 'Pause';
    this.timer = setInterval(() => {
      this.seek(this.at + 1);
      if (this.at === this.moves.length) this.pause();
    }, pause);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.toggle.textContent = 'Play';
    document.documentElement.style.removeProperty('--slide');
  }
}
