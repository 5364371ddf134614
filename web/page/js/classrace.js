// A class race: people solve one board, each in their own browser. The host of the race shows the
// link and the leaderboard to all, and starts the race. The server measures the times.

import { draw, isFar } from './classrace/common.js';
import { HostView } from './classrace/host.js';
import { RacerView } from './classrace/racer.js';
import { load, save } from './classrace/storage.js';
import { isLost } from './connection.js';
import { button, el } from './dom.js';
import { noteFor } from './parts.js';
import { count, plural, stopwatch } from './text.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./classrace/common.js').Race} Race */
/** @typedef {import('./classrace/common.js').View} View */

/** The time between two requests of the state of the race, in milliseconds. */
const every = 1000;

/** The beginning of the names in the storage under which the keys of hosts are kept. */
const storage = 'race:';

/**
 * The keys of hosts, for browsers that do not let the page store anything.
 * @type {Map<string, string>}
 */
const keys = new Map();

/** The most names that are listed one by one. */
const few = 12;

/**
 * Makes a form that leads to the class race that has a code.
 * @param {App} app
 */
export function joinForm({ backend }) {
  const code = el('input', {
    size: 4,
    maxLength: 4,
    minLength: 4,
    required: true,
    placeholder: 'code',
    autocapitalize: 'none',
    autocomplete: 'off',
    spellcheck: false,
    'aria-label': 'Code of a class race',
  });
  return el(
    'form',
    {
      class: 'row',
      hidden: !backend.served,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        location.hash = `#/race?class=${code.value.trim().toLowerCase()}`;
      },
    },
    code,
    el('button', { class: 'soft' }, 'Join a class'),
  );
}

/**
 * Opens a class race, or leads back to the one that this browser hosts. A guest of a class gets to
 * the race of the host.
 * @param {App} app
 * @param {string} board its text; empty for a 3x3 board
 */
export async function openClass(app, board) {
  if (app.backend.session.guest) {
    const { race: opened } = await app.backend.call('session', {});
    if (!opened) throw new Error('Your teacher has not opened the class race yet.');
    location.hash = `#/race?class=${opened}`;
    return;
  }
  const goal = app.state.goalText;
  const worth = board && (await isFar(app, board, goal));
  const request = worth ? { board, goal } : await draw(app, board ? app.state.size : '3x3');
  const { race, key } = await app.backend.call('open-race', request);
  keys.set(race, key);
  save(storage + race, key);
  location.hash = `#/race?class=${race}`;
}

/**
 * Returns the key of the host of a race; undefined if this browser does not host the race.
 * @param {string} race
 * @returns {string | undefined}
 */
function hostKey(race) {
  return keys.get(race) ?? load(storage + race) ?? undefined;
}

/** @type {import('./app.js').Mount} */
export function mountClass(root, app) {
  const race = new ClassRace(root, app);
  return () => race.unmount();
}

/** Asks the server for the state of a class race, again and again, and shows it. */
class ClassRace {
  zero = 0; // the time of the first move, as of performance.now; 0 before the start
  timer = 0; // id of the next request
  left = false; // whether the user has left the race
  /** The link and its QR code, which the server sends once. @type {Partial<Race> | undefined} */
  invitation;
  /** The state that the server sent last. @type {Race | undefined} */
  latest;
  places = el('ol', { class: 'places', 'aria-label': 'Leaderboard' });
  playing = el('p', { class: 'help' });
  leaderboard = el(
    'section',
    { class: 'stack', 'aria-label': 'Places', hidden: true },
    el('h2', {}, 'Leaderboard'),
    this.places,
    this.playing,
  );
  time = el('dd');
  clock = el(
    'dl',
    { class: 'figures large', hidden: true },
    el('div', {}, el('dt', {}, 'Time'), this.time),
  );
  words = el('p');
  curtain = el('div', { class: 'curtain' }, this.words);
  refusal = el('p', { class: 'note bad', role: 'alert' }); // why the server refuses the race
  leave = button('Leave the class race', () => this.app.state.setOptions({ class: undefined }), {
    class: 'quiet',
  });

  /**
   * @param {HTMLElement} root
   * @param {App} app
   */
  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.race = app.state.options.class;
    this.key = hostKey(this.race);
    const { note, attempt } = noteFor(app);
    this.note = note;
    this.view = this.makeView(attempt);
    root.prepend(this.refusal);
    this.ticking = setInterval(() => this.tick(), 100);
    attempt(() => this.open());
  }

  unmount() {
    this.left = true;
    clearInterval(this.ticking);
    clearTimeout(this.timer);
  }

  /**
   * Makes the view of the host or of a racer.
   * @param {(action: () => Promise<unknown>) => Promise<void>} attempt
   * @returns {View}
   */
  makeView(attempt) {
    const { root, app, race, note, clock, leaderboard, leave, curtain } = this;
    const refresh = () => this.poll();
    const parts = { root, app, race, note, attempt, clock, leaderboard, leave, curtain, refresh };
    return this.key ? new HostView(parts, this.key) : new RacerView(parts);
  }

  /** Shows the race for the first time. If there is no such race, leads back to Race. */
  async open() {
    try {
      await this.refresh();
    } catch (error) {
      this.offerWayBack();
      throw error;
    }
    if (!this.left) this.waitToPoll(every);
  }

  /** Shows nothing but the note, which says what is wrong, and a button that leads back to Race. */
  offerWayBack() {
    this.leave.textContent = 'Back to Race';
    this.leave.className = 'primary';
    const row = el('div', { class: 'row' }, this.leave);
    const title = el('h1', { class: 'headline' }, 'Class race');
    this.root.replaceChildren(el('div', { class: 'stack' }, title, this.note, row));
  }

  /** Requests the state of the race and shows it, again and again. */
  async poll() {
    clearTimeout(this.timer);
    let wait = every;
    try {
      wait = untilNext(await this.refresh());
      this.refusal.textContent = '';
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      this.refusal.textContent = isLost()
        ? ''
        : `${message.replace(/\.$/, '')}. The page tries again.`;
    }
    if (!this.left) this.waitToPoll(wait);
  }

  /** Requests the state of the race after a while. @param {number} wait in milliseconds */
  waitToPoll(wait) {
    clearTimeout(this.timer); // of a request that ended meanwhile
    this.timer = window.setTimeout(() => this.poll(), wait);
  }

  /** Requests the state of the race and shows it. */
  async refresh() {
    const now = await this.request();
    this.zero = now.started ? performance.now() - 1000 * now.seconds : 0;
    this.showPlaces(now);
    this.curtain.hidden = now.board !== undefined;
    this.view.show(now);
    this.tick();
    return now;
  }

  /**
   * Requests the state of the race. If only the clock has changed, the server sends little else.
   * @returns {Promise<Race>}
   */
  async request() {
    const known = this.latest;
    /** @type {Race} */
    const answer = await this.app.backend.call('show-race', {
      race: this.race,
      known: known?.version,
      link: this.key !== undefined && !this.invitation,
      key: this.key,
    });
    if (known && answer.same) return { ...known, seconds: answer.seconds };
    if (answer.link) this.invitation = { link: answer.link, code: answer.code };
    this.latest = { ...answer, ...this.invitation };
    return this.latest;
  }

  /** Shows the leaderboard. @param {Race} now */
  showPlaces({ places, playing, board }) {
    const me = this.view.name();
    const rows = places.map(({ name, moves, seconds }, i) => {
      const texts = [`${i + 1}.`, name, plural(moves, 'move'), stopwatch(seconds)];
      const cells = texts.map((text) => el('span', {}, text));
      return el('li', { class: name === me ? 'me' : '' }, ...cells);
    });
    this.places.classList.toggle('many', places.length > few);
    this.places.replaceChildren(...rows);
    this.playing.textContent = stillSolving(playing);
    this.leaderboard.hidden = board === undefined;
  }

  /** Shows the time since the first move, or counts down to it. */
  tick() {
    const started = this.zero !== 0;
    const passed = (performance.now() - this.zero) / 1000;
    const counting = started && passed < 0;
    this.curtain.classList.toggle('counting', counting);
    if (counting) this.words.textContent = String(Math.ceil(-passed));
    else if (started) this.words.textContent = 'The board appears when you have joined.';
    else this.words.textContent = 'The board appears when the race starts.';
    this.clock.hidden = !started || counting;
    if (this.clock.hidden) return;
    this.time.textContent = this.view.ended() || stopwatch(Math.max(0, passed));
  }
}

/**
 * Returns the time to the next request, in milliseconds. The board is requested as soon as the
 * countdown ends.
 * @param {Race} now
 */
function untilNext({ started, seconds }) {
  const counting = started && seconds < 0;
  return counting ? Math.min(every, 20 - 1000 * seconds) : every;
}

/** Says who still solves the board. @param {string[]} names */
function stillSolving(names) {
  if (!names.length) return 'All have solved the board.';
  const who = names.length > few ? count(names.length) : names.join(', ');
  return `Still solving: ${who}.`;
}
