// The view Play: a board to be solved by hand.

import { format, moveInWords, legal, target } from '../board.js';
import { mountBoardForm } from '../boardform.js';
import { BoardView } from '../boardview.js';
import { button, disable, el, field } from '../dom.js';
import { findPlan } from '../hint.js';
import { noteFor } from '../parts.js';
import { copyLink } from '../share.js';
import { clock, plural } from '../text.js';

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  const { state, announce } = app;
  const board = new BoardView({ label: 'Puzzle', onMoves: (moves) => state.play(moves) });
  const goal = new BoardView({ label: 'Goal' });
  const moves = el('dd');
  const time = el('dd');
  const undo = button('Undo', () => state.undo());
  const redo = button('Redo', () => state.redo());
  const restart = button('Restart', () => state.restart());
  const { note, say } = noteFor(app);
  let shown = state.board;
  let search = new AbortController(); // stops the search for a hint

  const tick = () => {
    const { began, ended } = state;
    time.textContent = clock(began ? ((ended || Date.now()) - began) / 1000 : 0);
  };

  const show = () => {
    board.show(state.board, state.goal, state.picture);
    board.element.classList.toggle('done', state.solved && state.done.length > 0);
    goal.show(state.goal, state.goal, state.picture);
    moves.textContent = String(state.done.length);
    disable(undo, state.done.length === 0, board.element);
    disable(redo, state.undone.length === 0, board.element);
    disable(restart, state.done.length + state.undone.length === 0, board.element);
    tick();
  };

  /** Stops the search for a hint, and shows a text about the new board or the move. */
  const tell = () => {
    search.abort();
    if (state.why) return say(state.why, 'bad');
    if (state.solved && state.done.length) return say(praise(), 'good');
    say('');
    const move = legal(shown).find((m) => shown.tiles[target(shown, m)] === shown.tiles[state.board.tiles.indexOf(0)]);
    if (move && state.done.length + state.undone.length) announce(moveInWords(shown, move));
  };

  const praise = () => {
    const best = state.plans.get(format(state.start));
    const compared = !best?.optimal ? ''
      : best.left === state.done.length ? ' No plan is shorter.'
        : ` A shortest plan has ${plural(best.left, 'move')}.`;
    const took = clock((state.ended - state.began) / 1000);
    return `Solved in ${plural(state.done.length, 'move')} and ${took}.${compared}`;
  };

  const hint = async () => {
    if (state.solved) return say('The board is solved.', 'good');
    if (state.why) return say(state.why, 'bad');
    search.abort();
    search = new AbortController();
    const { signal } = search;
    try {
      if (!state.hint) say('Looking for a plan.');
      const { step, atLeast } = await findPlan(app, signal);
      if (signal.aborted) return;
      const move = `${moveInWords(state.board, step.move)} (move ${step.move})`;
      say(step.optimal ? `Hint: ${move}. The goal is ${plural(step.left, 'move')} away.`
        : `Hint: ${move}. The best plan known has ${plural(step.left, 'move')}; at least ${atLeast} are needed.`);
      board.mark(target(state.board, step.move));
    } catch (error) {
      if (!signal.aborted) say(/** @type {Error} */ (error).message, 'bad');
    }
  };

  /** Handles keys, unless the focus is in a control that uses them. */
  const key = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.matches('input, textarea, select')) return;
    if (target.matches('body, main')) board.key(event);
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) state.redo();
    else state.undo();
  };

  const form = el('section', { class: 'card' });
  root.append(
    el('div', { class: 'intro' }, el('h1', {}, 'Play'),
      el('p', { class: 'muted' }, 'Slide tiles into the empty cell until the board looks like the goal.')),
    el('div', { class: 'columns' },
      el('div', { class: 'stack' },
        board.element,
        el('div', { class: 'row ends under' },
          el('dl', { class: 'figures small' }, el('div', {}, el('dt', {}, 'Moves'), moves),
            el('div', {}, el('dt', {}, 'Time'), time)),
          el('div', { class: 'row' }, undo, redo, restart, button('Hint', hint, { class: 'primary' }))),
        note,
        el('p', { class: 'muted' }, 'Click or drag a tile, or use the arrow keys: a tile goes the way of the arrow.',
          ' A click on a tile further away slides the whole row or column. Ctrl+Z undoes a move.')),
      el('div', { class: 'stack' },
        form,
        el('div', { class: 'halves' },
          el('section', { class: 'card goal' }, el('h2', {}, 'Goal'), goal.element),
          el('section', { class: 'card' }, el('h2', {}, 'Tiles'), pictureField(app))),
        copyLink(app, 'play'))));

  const unmountForm = mountBoardForm(form, app);
  const unsubscribe = state.subscribe((change) => {
    if (change === 'board' || change === 'move') tell();
    show();
    shown = state.board;
  });
  const timer = setInterval(tick, 250);
  document.addEventListener('keydown', key);
  show();
  if (state.why) say(state.why, 'bad');
  return () => {
    clearInterval(timer);
    document.removeEventListener('keydown', key);
    search.abort();
    unsubscribe();
    unmountForm();
  };
}

/**
 * Makes the field with which the user puts a picture on the tiles.
 * @param {import('../app.js').App} app
 */
function pictureField({ state }) {
  const error = el('p', { class: 'note bad', role: 'alert' });
  const numbers = button('Back to numbers', () => {
    file.value = '';
    state.setPicture(null);
    numbers.hidden = true;
  });
  numbers.hidden = !state.picture;
  const file = el('input', { type: 'file', accept: 'image/*', onchange: async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    const picture = new Image();
    picture.src = URL.createObjectURL(chosen);
    try {
      await picture.decode();
      state.setPicture(picture);
      error.textContent = '';
      numbers.hidden = false;
    } catch {
      error.textContent = `The browser cannot show ${chosen.name} as a picture.`;
      file.value = '';
      URL.revokeObjectURL(picture.src);
    }
  } });
  const help = 'The picture is cut onto the tiles. It stays in this browser.';
  return el('div', { class: 'stack' }, field('A picture of your own', file, help), error, numbers);
}
