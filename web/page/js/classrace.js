// A class race: people solve one board, each in their own browser. The server measures the times and keeps the
// leaderboard.

import { same, slide, target } from './board.js';
import { BoardView } from './boardview.js';
import { button, el, field } from './dom.js';
import { noteFor } from './parts.js';
import { plural, stopwatch } from './text.js';

/** @typedef {import('./board.js').Board} Board */

/**
 * The answer of the methods of a class race.
 * @typedef {{race: string, board: import('./app.js').BoardInfo, token?: string,
 *   places: {name: string, seconds: number, moves: number}[], playing: string[]}} Race
 */

/** The time between two requests of the leaderboard, in milliseconds. */
const every = 2000;

/** @type {import('./app.js').Mount} */
export function mountClass(root, app) {
  const { state, backend, announce } = app;
  const code = state.options.class;
  const view = new BoardView({ label: 'Board of the class', onMoves: (moves) => play(moves) });
  const { note, say, attempt } = noteFor(app);
  const title = el('h1', {}, 'One board, the whole class.');
  const sentence = el('p', { class: 'sentence' }, 'Enter a name. The clock starts when you join.');
  const name = el('input', { maxLength: 30, autocomplete: 'nickname', required: true });
  const join = el('button', { class: 'primary' }, 'Join and start');
  const form = el('form', { class: 'stack', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    attempt(enter);
  } }, field('Your name', name), el('div', { class: 'row' }, join));
  const moves = el('dd', {}, '0');
  const time = el('dd', {}, '0.0 s');
  const figures = el('dl', { class: 'figures large', hidden: true },
    el('div', {}, el('dt', {}, 'Moves'), moves), el('div', {}, el('dt', {}, 'Time'), time));
  const places = el('ol', { class: 'places', 'aria-label': 'Leaderboard' });
  const playing = el('p', { class: 'help' });
  const link = el('input', { readOnly: true, onfocus: () => link.select() });
  const linked = field('Link for the class', link, 'Everybody who opens the link solves this board. '
    + 'Open the page by an address that the others can reach.');
  const leave = button('Leave the class race', () => state.setOptions({ class: undefined }), { class: 'quiet' });

  /** @type {Board | null} */
  let board = null;
  /** @type {Board | null} */
  let goal = null;
  let key = ''; // of the user in the race
  let mine = ''; // the name of the user
  let began = 0;
  let ended = false;
  let made = '';

  /** Shows the state of the race. */
  const show = (/** @type {Race} */ race) => {
    const { rows, cols, tiles, target: end } = race.board;
    goal ??= { rows, cols, tiles: end };
    board ??= { rows, cols, tiles };
    view.show(board, goal);
    const address = location.href.replace(/[?#].*/, '');
    link.value = `${address}${race.token ? `?token=${race.token}` : ''}#/race?class=${race.race}`;
    places.replaceChildren(...race.places.map((place, i) => el('li', { class: place.name === mine ? 'me' : '' },
      el('span', {}, `${i + 1}.`), el('span', {}, place.name), el('span', {}, plural(place.moves, 'move')),
      el('span', {}, stopwatch(place.seconds)))));
    playing.textContent = race.playing.length ? `Still solving: ${race.playing.join(', ')}.`
      : race.places.length ? 'All have solved the board.' : 'Nobody has joined yet.';
  };

  const refresh = async () => show(await backend.call('show-race', { race: code }));

  /** Joins the race, and starts the clock. */
  const enter = async () => {
    mine = name.value.trim();
    ({ key } = await backend.call('join-race', { race: code, name: mine }));
    began = performance.now();
    form.hidden = true;
    figures.hidden = false;
    say('');
    title.textContent = 'Put the tiles in order.';
    sentence.textContent = matchMedia('(pointer: coarse)').matches ? 'Tap or drag a tile.'
      : 'Click or drag a tile, or use the arrow keys.';
    view.element.focus();
    await refresh();
  };

  /** Makes moves. The last one ends the race of the user. */
  const play = (/** @type {string} */ letters) => {
    if (!key || ended || !board || !goal) return;
    for (const move of letters) {
      if (target(board, move) < 0) break;
      board = slide(board, move);
      made += made ? ` ${move}` : move;
    }
    view.show(board, goal);
    moves.textContent = String(made.split(' ').length);
    if (!same(board, goal)) return;
    ended = true;
    const spent = (performance.now() - began) / 1000;
    time.textContent = stopwatch(spent);
    attempt(async () => {
      /** @type {Race} */
      const race = await backend.call('finish-race', { race: code, key, moves: made });
      show(race);
      const place = race.places.findIndex((one) => one.name === mine) + 1;
      title.textContent = `Place ${place} of ${race.places.length}: ${plural(made.split(' ').length, 'move')} in ${
        stopwatch(race.places[place - 1].seconds)}.`;
      sentence.textContent = '';
      announce(title.textContent);
    });
  };

  root.append(el('div', { class: 'stage' }, view.element,
    el('div', { class: 'side' }, el('div', { class: 'words' }, title, note, sentence), form, figures,
      el('section', { class: 'stack', 'aria-label': 'Places' }, el('h2', {}, 'Leaderboard'), places, playing),
      linked, el('div', { class: 'row' }, leave))));

  const clock = setInterval(() => {
    if (began && !ended) time.textContent = stopwatch((performance.now() - began) / 1000);
  }, 100);
  const poll = setInterval(() => refresh().catch(() => {}), every);
  attempt(refresh);
  return () => {
    clearInterval(clock);
    clearInterval(poll);
  };
}
