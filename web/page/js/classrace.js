// A class race: people solve one board, each in their own browser. The host of the race shows the link and the
// leaderboard to all, and starts the race. The server measures the times.

import { same, slide, target } from './board.js';
import { BoardView } from './boardview.js';
import { button, el, field } from './dom.js';
import { noteFor } from './parts.js';
import { count, plural, stopwatch } from './text.js';

/** @typedef {import('./board.js').Board} Board */

/**
 * The answer of the methods of a class race. The board is hidden before the start.
 * @typedef {{race: string, started: boolean, seconds: number, board?: import('./app.js').BoardInfo, link?: string,
 *   code?: string, places: {name: string, seconds: number, moves: number}[], playing: string[]}} Race
 */

/** The time between two requests of the state of the race, in milliseconds. */
const every = 1000;

/** The beginning of the names in the storage of the tab, under which the keys of hosts are kept. */
const storage = 'race:';

/**
 * Opens a class race. This tab becomes its host.
 * @param {import('./app.js').App} app
 */
export async function openClass({ backend, state }) {
  const { race, key } = await backend.call('open-race', { board: state.text, goal: state.goalText });
  sessionStorage.setItem(storage + race, key);
  location.hash = `#/race?class=${race}`;
}

/** @type {import('./app.js').Mount} */
export function mountClass(root, app) {
  const { state, backend } = app;
  const race = state.options.class;
  const host = sessionStorage.getItem(storage + race);
  const { note, attempt } = noteFor(app);
  const places = el('ol', { class: 'places', 'aria-label': 'Leaderboard' });
  const playing = el('p', { class: 'help' });
  const time = el('dd');
  const clock = el('dl', { class: 'figures large' }, el('div', {}, el('dt', {}, 'Time'), time));
  const board = el('section', { class: 'stack', 'aria-label': 'Places' }, el('h2', {}, 'Leaderboard'), places, playing);
  const leave = button('Leave the class race', () => state.setOptions({ class: undefined }), { class: 'quiet' });
  const parts = { root, app, race, note, attempt, clock, board, leave };
  const view = host ? hostView(parts, host) : racerView(parts);
  let zero = 0; // the time of the first move, as of performance.now; 0 before the start
  let polled = 0; // id of the next request
  let left = false; // whether the user has left the race

  /** Requests the state of the race and shows it. */
  const refresh = async () => {
    /** @type {Race} */
    const now = await backend.call('show-race', { race });
    if (now.started) zero = performance.now() - 1000 * now.seconds;
    places.replaceChildren(...now.places.map(({ name, moves, seconds }, i) => {
      const cells = [`${i + 1}.`, name, plural(moves, 'move'), stopwatch(seconds)];
      return el('li', { class: name === view.name() ? 'me' : '' }, ...cells.map((text) => el('span', {}, text)));
    }));
    board.hidden = !now.started;
    playing.textContent = now.playing.length ? `Still solving: ${now.playing.join(', ')}.`
      : now.places.length ? 'All have solved the board.' : 'Nobody has joined yet.';
    view.show(now);
    return now;
  };
  const poll = async () => {
    clearTimeout(polled);
    const now = await refresh().catch(() => undefined);
    if (left) return;
    clearTimeout(polled); // of a request that ended meanwhile
    const wait = now?.started && now.seconds < 0 ? 20 - 1000 * now.seconds : every;
    polled = window.setTimeout(poll, Math.min(every, wait));
  };
  const tick = setInterval(() => {
    clock.hidden = !zero;
    if (!zero) return;
    const passed = (performance.now() - view.began(zero)) / 1000;
    time.textContent = passed < 0 ? String(Math.ceil(-passed)) : view.ended() ?? stopwatch(passed);
  }, 100);
  clock.hidden = board.hidden = true;
  view.refresh = poll;
  attempt(refresh);
  polled = window.setTimeout(poll, every);
  return () => {
    left = true;
    clearInterval(tick);
    clearTimeout(polled);
  };
}

/**
 * What both views have in common, and what a view does: its racer's name, the time at which the clock of the racer
 * began, and the racer's time once the race is over.
 * @typedef {{root: HTMLElement, app: import('./app.js').App, race: string, note: HTMLElement,
 *   attempt: (action: () => Promise<unknown>) => Promise<void>, clock: HTMLElement, board: HTMLElement,
 *   leave: HTMLElement}} Parts
 * @typedef {{show: (race: Race) => void, name: () => string, began: (zero: number) => number,
 *   ended: () => string | undefined, refresh: () => unknown}} View
 */

/** Makes what hides the board before the start. */
const curtain = () => el('div', { class: 'curtain' }, el('p', {}, 'The board appears when the race starts.'));

/**
 * Shows the link, and then the leaderboard, large enough for a projector.
 * @param {Parts} parts
 * @param {string} key
 * @returns {View}
 */
function hostView({ root, app, race, note, attempt, clock, board, leave }, key) {
  const title = el('h1', {}, 'One board, the whole class.');
  const start = button('Start for all', () => attempt(async () => {
    await app.backend.call('start-race', { race, key });
    view.refresh();
  }), { class: 'primary' });
  const code = el('img', { class: 'code', alt: 'QR code of the link', hidden: true });
  const link = el('input', { readOnly: true, onfocus: () => link.select() });
  const linked = field('Link for the class', link);
  const unreachable = el('p', { class: 'note' },
    'Other machines cannot reach this page. Stop npuzzle serve, and start it with ', el('code', {}, 'npuzzle serve --host 0.0.0.0'), '.');
  const joined = el('p', { class: 'joined' });
  const shown = new BoardView({ label: 'Board of the class' });
  const hidden = curtain();
  const invitation = el('div', { class: 'stack' }, linked, unreachable, joined, el('div', { class: 'row' }, start));
  shown.element.hidden = true;
  root.append(el('div', { class: 'projector' }, el('div', { class: 'row ends' }, title, clock), note,
    el('div', { class: 'seats' }, el('div', {}, code, hidden, shown.element), el('div', {}, invitation, board)),
    el('div', { class: 'row' }, leave)));
  /** @type {View} */
  const view = {
    show: (now) => {
      link.value = now.link ?? `${location.href.replace(/[?#].*/, '')}#/race?class=${race}`;
      unreachable.hidden = Boolean(now.link);
      code.hidden = !now.code || now.started;
      hidden.hidden = !code.hidden || Boolean(now.board);
      if (now.code) code.src = `data:image/svg+xml,${encodeURIComponent(now.code)}`;
      invitation.hidden = now.started;
      joined.textContent = now.playing.length ? `${count(now.playing.length)} joined: ${now.playing.join(', ')}`
        : 'Nobody has joined yet.';
      if (now.started) title.textContent = now.board ? 'Who is first?' : 'Get ready.';
      if (!now.board || !shown.element.hidden) return;
      const { rows, cols, tiles, target: goal } = now.board;
      shown.show({ rows, cols, tiles }, { rows, cols, tiles: goal });
      shown.element.hidden = false;
    },
    name: () => '',
    began: (zero) => zero,
    ended: () => undefined,
    refresh: () => {},
  };
  return view;
}

/**
 * Shows the board to a racer, once the race has started.
 * @param {Parts} parts
 * @returns {View}
 */
function racerView({ root, app, race, note, attempt, clock, board: leaderboard, leave }) {
  const shown = new BoardView({ label: 'Board of the class', onMoves: (moves) => play(moves) });
  const hidden = curtain();
  const title = el('h1', {}, 'One board, the whole class.');
  const sentence = el('p', { class: 'sentence' }, 'Enter a name. The race starts for all at the same time.');
  const name = el('input', { maxLength: 30, autocomplete: 'nickname', required: true });
  const join = el('button', { class: 'primary' }, 'Join');
  const form = el('form', { class: 'stack', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    attempt(enter);
  } }, field('Your name', name), el('div', { class: 'row' }, join));
  const moves = el('dd', {}, '0');
  clock.append(el('div', {}, el('dt', {}, 'Moves'), moves));

  /** @type {Board | null} */
  let board = null;
  /** @type {Board | null} */
  let goal = null;
  let key = ''; // of the racer
  let mine = ''; // the name of the racer
  let joined = 0; // the time of joining, as of performance.now; 0 before
  let time = ''; // of the racer, once the board is solved
  let made = '';

  /** Joins the race. */
  const enter = async () => {
    mine = name.value.trim();
    ({ key } = await app.backend.call('join-race', { race, name: mine }));
    joined = performance.now();
    form.hidden = true;
    note.textContent = '';
    title.textContent = `Welcome, ${mine}.`;
    sentence.textContent = 'The race starts soon.';
    view.refresh();
  };

  /** Makes moves. The last one ends the race of the user. */
  const play = (/** @type {string} */ letters) => {
    if (!key || time || !board || !goal) return;
    for (const move of letters) {
      if (target(board, move) < 0) break;
      board = slide(board, move);
      made += made ? ` ${move}` : move;
    }
    shown.show(board, goal);
    moves.textContent = count(made.split(' ').length);
    if (!same(board, goal)) return;
    time = '…';
    attempt(async () => {
      /** @type {Race} */
      const now = await app.backend.call('finish-race', { race, key, moves: made })
        .catch((/** @type {unknown} */ error) => {
          time = ''; // the next time the board is solved, the moves are sent again
          throw error;
        });
      const place = now.places.findIndex((one) => one.name === mine) + 1;
      time = stopwatch(now.places[place - 1].seconds);
      const length = plural(now.places[place - 1].moves, 'move');
      title.textContent = `Place ${place} of ${now.places.length}: ${length} in ${time}.`;
      sentence.textContent = '';
      app.announce(title.textContent);
      view.refresh();
    });
  };

  root.append(el('div', { class: 'stage' }, el('div', {}, hidden, shown.element),
    el('div', { class: 'side' }, el('div', { class: 'words' }, title, note, sentence), form, clock, leaderboard,
      el('div', { class: 'row' }, leave))));
  shown.element.hidden = true;
  /** @type {View} */
  const view = {
    show: (now) => {
      if (!key || !now.board || board) return;
      const { rows, cols, tiles, target: end } = now.board;
      goal = { rows, cols, tiles: end };
      board = { rows, cols, tiles };
      shown.show(board, goal);
      hidden.hidden = true;
      shown.element.hidden = false;
      shown.element.focus();
      title.textContent = 'Put the tiles in order.';
      sentence.textContent = matchMedia('(pointer: coarse)').matches ? 'Tap or drag a tile.'
        : 'Click or drag a tile, or use the arrow keys.';
    },
    name: () => mine,
    began: (zero) => Math.max(zero, joined),
    ended: () => time || undefined,
    refresh: () => {},
  };
  return view;
}
