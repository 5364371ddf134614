// What the views of a class race share.

import { parse } from '../board.js';
import { chips } from '../parts.js';
import { you } from '../race/races.js';
import { defaultGoal } from '../state.js';

/** @typedef {import('../app.js').App} App */

/**
 * The answer of the methods of a class race. The board is hidden before the start. A new round has
 * another board. Away has the names whose pages are not connected, for the host.
 * @typedef {{race: string, away?: string[], round: number, size: string, started: boolean, seconds: number,
 *   board?: import('../app.js').BoardInfo, link?: string, code?: string,
 *   places: {name: string, seconds: number, moves: number}[], playing: string[]}} Race
 */

/**
 * The estimated moves of the nearest board that is worth a race, on boards of at least as many
 * cells.
 */
const far = 10;

/** The headline before the start. */
export const heading = 'Class race: one board for all';

/**
 * Makes chips of the kinds of race: of solvers (''), of solvers and the user (you), and of a class.
 * @param {App} app
 * @param {(kind: string) => void} onChoose
 */
export const kindChips = ({ backend }, onChoose) =>
  chips(
    'Who races',
    [
      ['', 'Solvers race'],
      [you, 'Race yourself'],
      .../** @type {[string, string][]} */ (backend.served ? [['class', 'Class race']] : []),
    ],
    onChoose,
  );

/**
 * Returns whether a board is far enough from its goal for a race.
 * @param {App} app
 * @param {string} board
 * @param {string} goal
 */
export async function isFar({ backend }, board, goal) {
  const {
    estimates: [least],
  } = await backend.call('estimate', { boards: [board], goal });
  return least >= Math.min(far, board.split(/[ /]/).length);
}

/**
 * Draws a board for a race.
 * @param {App} app
 * @param {string} size
 * @returns {Promise<{board: string, goal: string}>}
 */
export async function draw(app, size) {
  const { goalText } = app.state;
  // a goal that is given as a board is only for its size
  const goal = parse(goalText) ? defaultGoal : goalText;
  for (let tries = 1; ; tries++) {
    const { board } = await app.backend.call('shuffle', {
      size,
      seed: Math.floor(Math.random() * 1e9),
      goal,
    });
    if (tries === 50 || (await isFar(app, board, goal))) return { board, goal };
  }
}

/**
 * What both views have in common. The curtain hides the board before the start. The function
 * refresh requests the state of the race again.
 * @typedef {{root: HTMLElement, app: App, race: string, note: HTMLElement, attempt: (action: () =>
 *   Promise<unknown>) => Promise<void>, clock: HTMLElement, leaderboard: HTMLElement,
 *   leave: HTMLElement, curtain: HTMLElement, refresh: () => void}} Parts
 */

/**
 * What a view does: it shows the state of the race. It knows its racer's name, and the time on the
 * clock once the clock has stopped.
 * @typedef {{show: (race: Race) => void, name: () => string, ended: () => string}} View
 */
