// A racer's view of a class race: a form for the name, and then the board of the class.

import { replay, same, slide, target } from '../board.js';
import { BoardView, howToMove } from '../boardview.js';
import { el, field } from '../dom.js';
import { Headline } from '../parts.js';
import { count, plural, stopwatch } from '../text.js';
import { heading } from './common.js';
import { load, save } from './storage.js';

/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('./common.js').Race} Race */
/** @typedef {import('./common.js').View} View */

/**
 * A racer, as this browser keeps it, so that a reload stays in the race: the key from the server,
 * the name, and the moves made in a round, such as "U L D R".
 * @typedef {{key: string, name: string, round: number, made: string}} Racer
 */

/** The name in the storage under which the last name of the user is kept. */
const lastName = 'npuzzle-racer';

/** @implements {View} */
export class RacerView {
  round = 0;
  /** The board with the moves made. Null until it appears. @type {Board | null} */
  board = null;
  /** @type {Board | null} */
  goal = null;
  time = ''; // of the racer, once the board is solved
  missing = 0; // the number of answers in a row without the racer's name
  headline = new Headline();
  input = el('input', {
    maxLength: 30,
    autocomplete: 'nickname',
    required: true,
    value: load(lastName) ?? '',
  });
  press = el('button', { class: 'primary' }, 'Join');
  form = el(
    'form',
    { class: 'stack', onsubmit: (/** @type {Event} */ event) => this.submit(event) },
    field('Your name', this.input),
    el('div', { class: 'row' }, this.press),
  );
  shown = new BoardView({ label: 'Board of the class', onMoves: (moves) => this.play(moves) });
  wanted = new BoardView({ label: 'Goal' });
  aim = el('section', { class: 'goal' }, el('h2', {}, 'Goal'), this.wanted.element);
  moves = el('dd');

  /** @param {import('./common.js').Parts} parts */
  constructor(parts) {
    this.parts = parts;
    this.kept = `racer:${parts.race}`; // the name of the racer in the storage
    /** @type {Racer | null} */
    this.racer = load(this.kept);
    this.form.hidden = this.racer !== null;
    this.headline.tell(
      heading,
      'Enter a name. One clock runs for all, from the start of the race.',
    );
    this.hideBoard();
    this.lay();
  }

  /** Puts the elements in their places. */
  lay() {
    const { root, note, clock, leaderboard, leave, curtain } = this.parts;
    const { title, sentence } = this.headline;
    clock.append(el('div', {}, el('dt', {}, 'Moves'), this.moves));
    const side = el(
      'div',
      { class: 'side' },
      el('div', { class: 'words' }, title, note, sentence),
      this.form,
      el('div', { class: 'row ends' }, clock, this.aim),
      leaderboard,
      el('div', { class: 'row' }, leave),
    );
    root.append(el('div', { class: 'stage' }, el('div', {}, curtain, this.shown.element), side));
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    this.parts.attempt(() => this.join());
  }

  /** Joins the race. Meanwhile, a second press does nothing: the name would be taken. */
  async join() {
    const { app, race, note, refresh } = this.parts;
    const name = this.input.value.trim().replace(/\s+/g, ' ');
    this.press.disabled = true;
    const joined = app.backend.call('join-race', { race, name });
    const { key } = await joined.finally(() => {
      this.press.disabled = false;
    });
    this.racer = { key, name, round: this.round, made: '' };
    this.missing = 0;
    save(this.kept, this.racer);
    save(lastName, name);
    this.form.hidden = true;
    note.textContent = '';
    refresh();
  }

  /** Leaves the race, because the host has removed the name. */
  retire() {
    this.racer = null;
    this.board = null;
    save(this.kept, null);
    this.form.hidden = false;
    this.headline.tell(heading, 'The host has removed your name. You can join again.');
  }

  /** Shows the state of the race. @param {Race} now */
  show(now) {
    if (now.round !== this.round) this.startRound(now.round);
    this.checkName(now);
    if (!this.racer) {
      this.parts.curtain.hidden = false; // the board is for those who have joined
      this.hideBoard();
    } else if (!now.board) {
      this.hideBoard();
      this.welcome(now, this.racer.name);
    } else {
      if (!this.board) this.begin(this.racer, now.board);
      this.follow(now, this.racer.name);
    }
  }

  /** Waits for another board. @param {number} round */
  startRound(round) {
    this.round = round;
    this.board = null;
    this.time = '';
    this.parts.note.textContent = '';
  }

  /** Finds out whether the racer is still in the race. @param {Race} now */
  checkName({ playing, places }) {
    const names = [...playing, ...places.map(({ name }) => name)];
    if (this.racer && names.includes(this.racer.name)) {
      this.missing = 0;
      return;
    }
    this.missing++;
    if (this.racer && this.missing > 1) this.retire(); // the first answer can be older than the name
  }

  /**
   * Tells a racer what happens before the board appears.
   * @param {Race} now
   * @param {string} name of the racer
   */
  welcome({ started, size }, name) {
    if (started) this.headline.tell('Get ready.', '');
    else this.headline.tell(`Welcome, ${name}.`, `The race starts soon, on a ${size} board.`);
  }

  /**
   * Shows the board, with the moves made before a reload.
   * @param {Racer} racer
   * @param {import('../app.js').BoardInfo} info
   */
  begin(racer, { rows, cols, tiles, target: end }) {
    if (racer.round !== this.round) {
      racer.round = this.round;
      racer.made = '';
    }
    this.goal = { rows, cols, tiles: end };
    this.board = replay({ rows, cols, tiles }, this.made).at(-1) ?? null;
    this.showBoard();
    this.wanted.show(this.goal, this.goal);
    this.shown.element.hidden = false;
    this.aim.hidden = false;
    this.shown.element.focus();
    this.headline.tell('Put the tiles in order.', `${howToMove()} Blue tiles are in place.`);
  }

  /** Shows the board and the number of moves made. */
  showBoard() {
    if (this.board && this.goal) this.shown.show(this.board, this.goal);
    this.moves.textContent = count(this.made.length);
  }

  hideBoard() {
    this.shown.element.hidden = true;
    this.aim.hidden = true;
  }

  /** The moves made. */
  get made() {
    return this.racer?.made.split(' ').filter(Boolean) ?? [];
  }

  get solved() {
    return this.board !== null && this.goal !== null && same(this.board, this.goal);
  }

  /** Makes moves. The last one ends the race of the user. @param {string} letters */
  play(letters) {
    if (!this.racer || this.time || !this.board || !this.goal) return;
    for (const move of letters) {
      if (target(this.board, move) < 0) break;
      this.board = slide(this.board, move);
      this.racer.made += this.racer.made ? ` ${move}` : move;
    }
    save(this.kept, this.racer);
    this.showBoard();
    if (this.solved) this.finish();
  }

  /** Sends the moves that solve the board. If the server does not answer, they are sent again. */
  finish() {
    this.time = '…';
    this.parts.attempt(async () => {
      const { app, race, note, refresh } = this.parts;
      const params = { race, key: this.racer?.key, moves: this.racer?.made };
      try {
        await app.backend.call('finish-race', params);
      } catch (error) {
        this.time = '';
        throw error;
      }
      note.textContent = '';
      refresh();
    });
  }

  /**
   * Shows the place of a racer who has solved the board.
   * @param {Race} now
   * @param {string} racer the name
   */
  follow({ places, playing }, racer) {
    const place = places.findIndex(({ name }) => name === racer);
    if (place >= 0) {
      const { moves, seconds } = places[place];
      const racers = places.length + playing.length;
      this.showResult(`Place ${place + 1} of ${racers}`, moves, stopwatch(seconds));
    } else if (this.solved && !this.time) {
      this.finish();
    }
  }

  /**
   * Shows the result of the user, and reads it out once.
   * @param {string} place
   * @param {number} moves
   * @param {string} time
   */
  showResult(place, moves, time) {
    const result = `${place}: ${plural(moves, 'move')} in ${time}.`;
    if (time !== this.time) this.parts.app.announce(result);
    this.time = time;
    this.headline.tell(result, 'Stay here: the next board appears in this place.');
  }

  name() {
    return this.racer?.name ?? '';
  }

  ended() {
    return this.time;
  }
}
