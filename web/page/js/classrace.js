// A class race: people solve one board, each in their own browser. The host of the race shows the
// link and the leaderboard to all, and starts the race. The server measures the times.

import { replay, same, slide, target } from './board.js';
import { BoardView, howToMove } from './boardview.js';
import { draw, heading, isFar } from './classrace/common.js';
import { HostView } from './classrace/host.js';
import { isLost } from './connection.js';
import { button, el, field } from './dom.js';
import { noteFor } from './parts.js';
import { count, plural, stopwatch } from './text.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./classrace/common.js').Parts} Parts */
/** @typedef {import('./classrace/common.js').Race} Race */
/** @typedef {import('./classrace/common.js').View} View */
/** @typedef {import('./board.js').Board} Board */

/** The time between two requests of the state of the race, in milliseconds. */
const every = 1000;

/** The beginning of the names in the storage under which the keys of hosts are kept. */
const storage = 'race:';

/** The keys of hosts, for browsers that do not let the page store anything. */
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

/** @type {import('./app.js').Mount} */
export function mountClass(root, app) {
  const { state, backend } = app;
  const race = state.options.class;
  const host = keys.get(race) ?? load(storage + race);
  const { note, attempt } = noteFor(app);
  const places = el('ol', { class: 'places', 'aria-label': 'Leaderboard' });
  const playing = el('p', { class: 'help' });
  const time = el('dd');
  const clock = el('dl', { class: 'figures large' }, el('div', {}, el('dt', {}, 'Time'), time));
  const board = el(
    'section',
    { class: 'stack', 'aria-label': 'Places' },
    el('h2', {}, 'Leaderboard'),
    places,
    playing,
  );
  const leave = button('Leave the class race', () => state.setOptions({ class: undefined }), {
    class: 'quiet',
  });
  const words = el('p');
  const curtain = el('div', { class: 'curtain' }, words);
  const parts = { root, app, race, note, attempt, clock, board, leave, curtain };
  const view = host ? new HostView(parts, host) : racerView(parts);
  let zero = 0; // the time of the first move, as of performance.now; 0 before the start
  let polled = 0; // id of the next request
  let left = false; // whether the user has left the race
  /** The link and its QR code, which the server sends once. @type {Partial<Race> | undefined} */
  let invitation;

  const gone = el('p', { class: 'note bad', role: 'alert' }); // why the server refuses the race
  root.prepend(gone);

  /** Requests the state of the race and shows it. */
  const refresh = async () => {
    /** @type {Race} */
    const now = await backend.call('show-race', {
      race,
      link: Boolean(host) && !invitation,
      key: host ?? undefined,
    });
    if (now.link) invitation = { link: now.link, code: now.code };
    Object.assign(now, invitation);
    zero = now.started ? performance.now() - 1000 * now.seconds : 0;
    places.classList.toggle('many', now.places.length > few);
    places.replaceChildren(
      ...now.places.map(({ name, moves, seconds }, i) => {
        const cells = [`${i + 1}.`, name, plural(moves, 'move'), stopwatch(seconds)];
        return el(
          'li',
          { class: name === view.name() ? 'me' : '' },
          ...cells.map((text) => el('span', {}, text)),
        );
      }),
    );
    board.hidden = !now.board;
    playing.textContent = !now.playing.length
      ? 'All have solved the board.'
      : 'Still solving: ' +
        `${now.playing.length > few ? count(now.playing.length) : now.playing.join(', ')}.`;
    curtain.hidden = Boolean(now.board);
    view.show(now);
    tick();
    return now;
  };
  const poll = async () => {
    clearTimeout(polled);
    const now = await refresh().catch((/** @type {Error} */ { message }) => {
      gone.textContent = isLost() ? '' : `${message} The page tries again.`;
    });
    if (left) return;
    if (now) gone.textContent = '';
    clearTimeout(polled); // of a request that ended meanwhile
    const wait = now?.started && now.seconds < 0 ? 20 - 1000 * now.seconds : every;
    polled = window.setTimeout(poll, Math.min(every, wait));
  };
  const tick = () => {
    const passed = (performance.now() - zero) / 1000;
    const counting = zero > 0 && passed < 0;
    clock.hidden = !zero || counting;
    curtain.classList.toggle('counting', counting);
    words.textContent = counting
      ? String(Math.ceil(-passed))
      : `The board appears when ${zero ? 'you have joined' : 'the race starts'}.`;
    if (!clock.hidden) time.textContent = view.ended() || stopwatch(Math.max(0, passed));
  };
  const ticking = setInterval(tick, 100);
  clock.hidden = board.hidden = true;
  view.refresh = poll;
  attempt(async () => {
    try {
      await refresh();
    } catch (error) {
      leave.textContent = 'Back to Race';
      leave.className = 'primary';
      root.replaceChildren(
        el(
          'div',
          { class: 'stack' },
          el('h1', { class: 'headline' }, 'Class race'),
          note,
          el('div', { class: 'row' }, leave),
        ),
      );
      throw error;
    }
    if (!left) polled = window.setTimeout(poll, every);
  });
  return () => {
    left = true;
    clearInterval(ticking);
    clearTimeout(polled);
  };
}

/**
 * A racer, as this browser keeps it, so that a reload stays in the race: the key from the server,
 * the name, and the moves made in a round.
 * @typedef {{key: string, name: string, round: number, made: string}} Racer
 */

/**
 * Reads a value from the storage of the browser.
 * @param {string} name
 * @returns {any} null if there is none
 */
function load(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} name @param {unknown} value */
function save(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage, a reload leaves the race.
  }
}

/**
 * Shows the board to a racer, once the race has started.
 * @param {Parts} parts
 * @returns {View}
 */
function racerView({ root, app, race, note, attempt, clock, board: leaderboard, leave, curtain }) {
  const kept = `racer:${race}`;
  /** @type {Racer | null} */
  let racer = load(kept);
  const shown = new BoardView({ label: 'Board of the class', onMoves: (moves) => play(moves) });
  const title = el('h1', { class: 'headline' }, heading);
  const sentence = el(
    'p',
    { class: 'sentence' },
    'Enter a name. One clock runs for all, from the start of the race.',
  );
  const name = el('input', {
    maxLength: 30,
    autocomplete: 'nickname',
    required: true,
    value: load('npuzzle-racer') ?? '',
  });
  const join = el('button', { class: 'primary' }, 'Join');
  const form = el(
    'form',
    {
      class: 'stack',
      hidden: racer !== null,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        attempt(enter);
      },
    },
    field('Your name', name),
    el('div', { class: 'row' }, join),
  );
  const wanted = new BoardView({ label: 'Goal' });
  const aim = el('section', { class: 'goal', hidden: true }, el('h2', {}, 'Goal'), wanted.element);
  const moves = el('dd');
  clock.append(el('div', {}, el('dt', {}, 'Moves'), moves));

  let round = 0;
  /** @type {Board | null} */
  let board = null;
  /** @type {Board | null} */
  let goal = null;
  let time = ''; // of the racer, once the board is solved
  let missing = 0; // the number of answers in a row without the racer's name

  /** Joins the race. */
  const enter = async () => {
    const mine = name.value.trim().replace(/\s+/g, ' ');
    const { key } = await app.backend.call('join-race', { race, name: mine });
    racer = { key, name: mine, round, made: '' };
    missing = 0;
    save(kept, racer);
    save('npuzzle-racer', mine);
    form.hidden = true;
    note.textContent = '';
    view.refresh();
  };

  /** Leaves the race, because the host has removed the name. */
  const retire = () => {
    racer = null;
    board = null;
    save(kept, null);
    form.hidden = false;
    title.textContent = heading;
    sentence.textContent = 'The host has removed your name. You can join again.';
  };

  const length = () => racer?.made.split(' ').filter(Boolean).length ?? 0;

  /** Makes moves. The last one ends the race of the user. */
  const play = (/** @type {string} */ letters) => {
    if (!racer || time || !board || !goal) return;
    for (const move of letters) {
      if (target(board, move) < 0) break;
      board = slide(board, move);
      racer.made += racer.made ? ` ${move}` : move;
    }
    save(kept, racer);
    shown.show(board, goal);
    moves.textContent = count(length());
    if (same(board, goal)) finish();
  };

  /** Sends the moves that solve the board. If the server does not answer, they are sent again. */
  const finish = () => {
    time = '…';
    attempt(async () => {
      await app.backend
        .call('finish-race', { race, key: racer?.key, moves: racer?.made })
        .catch((/** @type {unknown} */ error) => {
          time = '';
          throw error;
        });
      note.textContent = '';
      view.refresh();
    });
  };

  /** Shows the board, with the moves made before a reload. */
  const begin = (
    /** @type {import('./app.js').BoardInfo} */ { rows, cols, tiles, target: end },
  ) => {
    if (!racer) return;
    goal = { rows, cols, tiles: end };
    if (racer.round !== round) Object.assign(racer, { round, made: '' });
    board = replay({ rows, cols, tiles }, racer.made.split(' ').filter(Boolean)).at(-1) ?? null;
    if (board) shown.show(board, goal);
    moves.textContent = count(length());
    wanted.show(goal, goal);
    shown.element.hidden = aim.hidden = false;
    shown.element.focus();
    title.textContent = 'Put the tiles in order.';
    sentence.textContent = `${howToMove()} Blue tiles are in place.`;
  };

  root.append(
    el(
      'div',
      { class: 'stage' },
      el('div', {}, curtain, shown.element),
      el(
        'div',
        { class: 'side' },
        el('div', { class: 'words' }, title, note, sentence),
        form,
        el('div', { class: 'row ends' }, clock, aim),
        leaderboard,
        el('div', { class: 'row' }, leave),
      ),
    ),
  );
  shown.element.hidden = true;
  /** @type {View} */
  const view = {
    show: (now) => {
      if (now.round !== round) {
        // another board
        round = now.round;
        board = null;
        time = note.textContent = '';
      }
      if (!now.board) shown.element.hidden = aim.hidden = true;
      const racing = [...now.playing, ...now.places.map((one) => one.name)];
      const listed = racer !== null && racing.includes(racer.name);
      missing = listed ? 0 : missing + 1;
      if (racer && missing > 1) retire(); // the first answer can be older than the name
      if (!racer) {
        curtain.hidden = false; // the board is for those who have joined
        shown.element.hidden = true;
        aim.hidden = true;
        return;
      }
      if (!now.board) {
        title.textContent = now.started ? 'Get ready.' : `Welcome, ${racer.name}.`;
        sentence.textContent = now.started ? '' : `The race starts soon, on a ${now.size} board.`;
        return;
      }
      if (!board) begin(now.board);
      const place = now.places.findIndex((one) => one.name === racer?.name);
      if (place < 0) {
        if (board && goal && same(board, goal) && !time) finish();
        return;
      }
      const { moves: made, seconds } = now.places[place];
      const racers = now.places.length + now.playing.length;
      const result = `Place ${place + 1} of ${racers}: ${plural(made, 'move')} in ${stopwatch(seconds)}.`;
      if (time !== stopwatch(seconds)) app.announce(result);
      time = stopwatch(seconds);
      title.textContent = result;
      sentence.textContent = 'Stay here: the next board appears in this place.';
    },
    name: () => racer?.name ?? '',
    ended: () => time,
    refresh: () => {},
  };
  return view;
}
