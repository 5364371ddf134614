// A board that the reader shuffles and a solver solves.

import { BoardView } from '../boardview.js';
import { format, parse, solved } from '../board.js';
import { button, el, field, select } from '../dom.js';
import { figures, noteFor } from '../parts.js';
import { Player } from '../player.js';
import { count, plural, seconds } from '../text.js';
import { after, card, randomBoard } from './chapter.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../board.js').Board} Board */

/** Searches of the tutorial stop at this number of generated boards. */
export const nodeLimit = 200_000;

/**
 * Makes a card with a board and a solver. The function load of the result shows another board.
 * @param {App} app
 * @param {AbortSignal} signal ends a running search
 * @param {{title: string, board: string, algorithm: string, heuristic?: string,
 *   onShuffle?: (board: Board) => void}} options
 */
export function solverCard(app, signal, { title, board: text, algorithm, heuristic, onShuffle }) {
  let board = /** @type {Board} */ (parse(text));
  let running = new AbortController();
  const view = new BoardView({ label: title, onMoves: (moves) => load(after(board, moves)) });
  const player = new Player((at) => show(at), app.announce);
  const size = select([['3x3', '3x3'], ['4x4', '4x4']], `${board.rows}x${board.cols}`, () => shuffle());
  const walk = el('input', { type: 'number', min: '1', max: '1000', value: '20', placeholder: 'any board' });
  const solve = button('Solve', () => {
    if (solve.textContent === 'Stop') running.abort();
    else search();
  }, { class: 'primary' });
  const [results, fill] = figures('Time', 'Length', 'Expanded');
  const { note, say, attempt } = noteFor(app);

  const show = (/** @type {Board} */ at) => view.show((board = at), solved(at.rows, at.cols));

  /** Shows a board, and removes the plan of the previous board. */
  const load = (/** @type {Board} */ other) => {
    running.abort();
    player.pause();
    player.element.hidden = true;
    say('');
    fill();
    show(other);
  };

  const shuffle = () => attempt(async () => {
    if (!walk.reportValidity()) return;
    load(await randomBoard(app, size.value, walk.value ? Number(walk.value) : undefined));
    onShuffle?.(board);
  });

  const search = async () => {
    load(board);
    const start = board;
    const run = (running = new AbortController());
    solve.textContent = 'Stop';
    await attempt(async () => {
      const params = {
        board: format(start), algorithm, node_limit: nodeLimit, settings: heuristic ? { heuristic } : undefined,
      };
      /** @type {import('../app.js').Answer} */
      const answer = await app.backend.stream('solve', params, (_, /** @type {import('../app.js').Progress} */ seen) =>
        fill(seconds(seen.seconds), '–', count(seen.expanded)), AbortSignal.any([run.signal, signal]));
      const { length, expanded, moves } = answer;
      fill(seconds(answer.seconds), length === null ? '–' : count(length), count(expanded));
      if (length === null || moves === null) {
        return say(`The search stopped after ${plural(expanded, 'expansion')} without a plan. Shuffle with fewer moves.`);
      }
      app.announce(`${title}: a plan of ${plural(length, 'move')}, ${plural(expanded, 'board')} expanded, ` +
        `in ${seconds(answer.seconds)}.`);
      if (moves === '') return; // the board was already the goal
      player.element.hidden = false;
      player.load(start, moves.split(' '));
      player.play();
    });
    if (run === running) solve.textContent = 'Solve';
  };

  signal.addEventListener('abort', () => player.pause());
  load(board);
  const element = card(title, el('div', { class: 'play' }, view.element),
    el('div', { class: 'row even low' }, field('Size', size), field('Random moves', walk)),
    el('div', { class: 'row' }, button('Shuffle', shuffle), solve), results, note, player.element);
  return { element, load };
}
