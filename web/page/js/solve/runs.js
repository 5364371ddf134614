// The table of the finished searches of a board.

import { el } from '../dom.js';
import { table } from '../parts.js';
import { heuristicName } from '../solvers.js';
import { count, seconds } from '../text.js';

const title = 'Your runs on this board';
const head = ['Solver', 'Heuristic', 'Moves', 'Proved', 'States or plans', 'Time'];
const numeric = [false, false, true, false, true, true];

export class Runs {
  /** The searches, each with its board and goal. @type {{board: string, cells: string[]}[]} */
  runs = [];
  element = el('section', { class: 'stack', hidden: true });

  /** Keeps the searches of a board. @param {string} board with its goal */
  keep(board) {
    this.runs = this.runs.filter((run) => run.board === board);
    this.element.hidden = this.runs.length < 2; // the result shows a single run
  }

  /**
   * Adds a search, and shows the table.
   * @param {string} board with its goal
   * @param {string} solver
   * @param {boolean} informed whether the solver uses a heuristic
   * @param {import('../app.js').Answer} answer
   */
  add(board, solver, informed, answer) {
    const cells = [
      solver,
      informed ? heuristicName(answer.heuristic) : '',
      answer.length === null ? '–' : count(answer.length),
      answer.optimal ? 'yes' : 'no',
      count(answer.expanded || answer.evaluated),
      seconds(answer.seconds),
    ];
    this.runs.push({ board, cells });
    const rows = this.runs.map((run) => run.cells);
    this.element.replaceChildren(el('h2', {}, title), table(title, head, rows, numeric));
    this.element.hidden = rows.length < 2;
  }
}
