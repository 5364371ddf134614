// The view Play: a board to be solved by hand.

import { BoardView } from '../boardview.js';
import { el } from '../dom.js';

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  const { state } = app;
  const board = new BoardView({ label: 'Puzzle', onMoves: (moves) => state.play(moves) });
  const show = () => board.show(state.board, state.goal, state.picture);
  root.append(el('h1', {}, 'Play'), board.element);
  show();
  return state.subscribe(show);
}
