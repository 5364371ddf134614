// What the views of a class race share.

import { parse } from '../board.js';
import { chips } from '../parts.js';
import { you } from '../race/races.js';
import { defaultGoal } from '../state.js';

/** @typedef {import('../app.js').App} App */

/**
 * The state of a class race, as the server sends it. Race is the code of the race. Round is the
 * number of the board, which is hidden before the start. Seconds is the time since the first move
 * was allowed; in the countdown, it is negative. Places are those of people who have solved the
 * board, and playing are the names of the others. Away are the names whose pages are not connected,
 * for the host alone. The version changes with all of this but the seconds. If it is the version
 * that the page knows, same is true, and the board and all names are left out. The code is a QR
 * code of the link.
 * @typedef {{race: string, round: number, size: string, started: boolean, seconds: number,
 *   board?: import('../app.js').BoardInfo, places: Place[], playing: string[], away?: string[],
 *   version?: string, same?: boolean, link?: string, code?: string}} Race
 */

/** A place on the leaderboard. @typedef {{name: string, seconds: number, moves: number}} Place */

/**
 * A board is worth a race if its estimate is at least this many moves. On a smaller board, the
 * number of its cells is enough.
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
  const { estimates } = await backend.call('estimate', { boards: [board], goal });
  const cells = board.split(/[ /]/).length;
  return estimates[0] >= Math.min(far, cells);
}

/** The number of boards drawn, after which a near one is taken, too. */
const draws = 50;

/**
 * Draws a board for a race.
 * @param {App} app
 * @param {string} size
 * @returns {Promise<{board: string, goal: string}>}
 */
export async function draw(app, size) {
  const { goalText } = app.state;
  // A goal that is given as a board fits boards of one size only. Other goals are names.
  const goal = parse(goalText) ? defaultGoal : goalText;
  for (let tries = 1; ; tries++) {
    const { board } = await app.backend.call('shuffle', {
      size,
      seed: Math.floor(Math.random() * 1e9),
      goal,
    });
    if (tries === draws || (await isFar(app, board, goal))) return { board, goal };
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
