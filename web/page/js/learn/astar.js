// Chapter 4: admissible heuristics and A*.

import { BoardView } from '../boardview.js';
import { format, parse, solved } from '../board.js';
import { button, el } from '../dom.js';
import { noteFor, table } from '../parts.js';
import { count } from '../text.js';
import { firstBoard } from './bfs.js';
import { solverCard } from './solver.js';
import { after, card, heuristics, prose, randomBoard } from './chapter.js';
import { treeCard } from './treeview.js';

export const title = 'Heuristics and A*';

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  root.append(prose(`
    A _heuristic_ is a function h that estimates the distance of a board. A heuristic is _admissible_ if it
    never estimates too much. Three admissible heuristics are common. _Misplaced tiles_ counts the tiles
    that are not on their goal cell. _Manhattan distance_ adds up, over all tiles, the rows and columns
    between a tile and its goal cell. _Linear conflict_ (Hansson, Mayer and Yung 1992) finds tiles that are
    in the line of their goal cells, but in the wrong order, so that one must leave the line to let another
    pass. It adds two moves for each tile that has to leave. None of them counts the blank.

    The first two are distances in a simpler puzzle (Pearl 1984). Let a tile jump to any cell, and the
    number of moves is that of misplaced tiles. Let tiles slide over each other, and it is the Manhattan
    distance. A simpler puzzle never needs more moves, so the estimate is admissible.`));
  root.append(estimates(app, signal));
  root.append(prose(`
    _A*_ (Hart, Nilsson and Raphael 1968) takes the node with the smallest f = g + h from the open list. g
    is the number of moves made, h estimates the moves left, and so f estimates the length of a whole plan
    through this node.

    With an admissible heuristic the plan of A* is optimal. Until A* ends, the open list holds a node on an
    optimal plan. The f of this node is at most the optimal length, since h never estimates too much. A goal
    that is reached by a longer way has a larger f, so A* does not take it first.

    A heuristic is _consistent_ if one move changes it by at most one. The three above are. Then A* never
    expands a board twice. It expands every board whose f is less than the optimal length, and so does every
    other search from the start that uses the same heuristic and proves its plan optimal (Dechter and Pearl
    1985). Larger estimates leave fewer such boards.`));
  root.append(treeCard(app, signal, { title: 'Grow the tree of A*', order: 'astar', heuristic: 'manhattan' }));
  root.append(prose(`
    The two solvers below get the same boards. Compare the number of boards that they expand.`));
  const pair = heuristics.slice(0, 2).map(([heuristic, name]) => solverCard(app, signal, {
    title: `A*: ${name}`, board: firstBoard, algorithm: 'astar', heuristic,
    onShuffle: (board) => pair.forEach((solver) => solver.load(board)),
  }));
  root.append(el('div', { class: 'pair' }, ...pair.map((solver) => solver.element)));
}

/**
 * Makes a card with a board, its estimates and its distance from the goal.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 */
function estimates(app, signal) {
  const goal = solved(3, 3);
  let board = /** @type {import('../board.js').Board} */ (parse(firstBoard));
  let asked = 0;
  const view = new BoardView({ label: 'Board', onMoves: (moves) => show(after(board, moves)) });
  const result = el('div');
  const { note, attempt } = noteFor(app);

  const show = (/** @type {import('../board.js').Board} */ next) => attempt(async () => {
    view.show((board = next), goal);
    const request = ++asked;
    const text = format(board);
    const rows = await Promise.all(heuristics.map(async ([heuristic, name]) => {
      const answer = await app.backend.call('estimate', { boards: [text], heuristic });
      return [name, count(answer.estimates[0])];
    }));
    const params = { board: text, algorithm: 'astar', settings: { heuristic: 'linear-conflict' } };
    const { length } = await app.backend.stream('solve', params, () => {}, signal);
    if (request !== asked) return;
    rows.push(['Distance', count(length)]);
    result.replaceChildren(table('Estimates and distance of the board', ['Estimate', 'Moves'], rows));
    app.announce(rows.map((row) => row.join(' ')).join(', '));
  });

  show(board);
  return card('Three estimates of one board', el('div', { class: 'pair' },
    el('div', { class: 'stack' }, view.element, el('div', { class: 'row' }, button('Random board',
      () => attempt(async () => show(await randomBoard(app, '3x3')))))),
    el('div', { class: 'stack' }, result, note)));
}
