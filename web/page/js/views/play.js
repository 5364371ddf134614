// The view Play: a board to be solved by hand.

import { format, inversions, moveInWords, legal, target } from '../board.js';
import { mountBoardForm, repairButton, sizeChips } from '../boardform.js';
import { BoardView, howToMove, touch } from '../boardview.js';
import { beats, inWords, readChallenge, writeChallenge } from '../challenge.js';
import { button, disable, el, field } from '../dom.js';
import { findPlan } from '../hint.js';
import { noteFor, options } from '../parts.js';
import { copyLink } from '../share.js';
import { defaultGoal } from '../state.js';
import { plural, stopwatch } from '../text.js';

/** The seconds that the search for the shortest plan of a solved board may take. */
const proofTime = 5;

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
  const { note, say, attempt } = noteFor(app);
  const sizes = sizeChips(app);
  const title = el('h1');
  const sentence = el('p', { class: 'sentence' });
  const hintButton = button('Hint', () => hint());
  const fresh = button('New puzzle', () => attempt(() => sizes.fresh()), { class: 'primary' });
  const shortest = button('See the shortest', () => {
    state.keep(); // so that the way back leads to the result
    location.hash = `#/solve?${state.queryFor(state.start)}&run=1`;
  });
  const challengeLink = copyLink(
    app,
    'play',
    'Challenge a friend',
    () => {
      const { start, done, spent, goalText, plans } = state;
      const { optimal, left } = plans.get(format(start)) ?? {};
      const result = {
        moves: done.length,
        seconds: spent / 1000,
        fewest: optimal === true && left === done.length,
      };
      const link = new URLSearchParams({ board: format(start), beat: writeChallenge(result) });
      if (goalText !== defaultGoal) link.set('goal', goalText);
      return link.toString().replaceAll('%2F', '/');
    },
    'Send the link to a friend. It opens this board with your result to beat.',
  );
  const again = button('Try again', () => state.restart());
  const finished = el('div', { class: 'row' }, shortest, challengeLink);
  const playing = el('div', { class: 'row' }, hintButton, undo, redo, restart);
  const repair = repairButton(app, attempt);
  const why = el('details', {}, el('summary', {}, 'Why?'), el('p', { class: 'sentence' }));

  const goalBoard = el('section', { class: 'goal' }, el('h2', {}, 'Goal'), goal.element);
  let shown = state.board;
  let hinted = ''; // the board to which the hint on the screen belongs
  let asked = format(state.start); // the board of the challenge in the address, if there is one
  let search = new AbortController(); // stops the search for a hint or for the shortest plan

  const tick = () => (time.textContent = stopwatch(state.spent / 1000));

  const show = () => {
    const { solved, done, why: reason } = state;
    const won = solved && done.length > 0;
    board.show(state.board, state.goal, state.picture);
    root.classList.toggle('won', won);
    root.classList.toggle('helped', won && state.hints > 0);
    board.element.classList.toggle('done', won);
    goal.show(state.goal, state.goal, state.picture);
    moves.textContent = String(done.length);
    disable(undo, done.length === 0, board.element);
    disable(redo, state.undone.length === 0, board.element);
    disable(restart, done.length + state.undone.length === 0, board.element);
    sizes.mark();
    finished.hidden = again.hidden = !won;
    challengeLink.hidden = state.hints > 0;
    playing.hidden = won || reason !== '';
    repair.show();
    why.hidden = reason === '';
    fresh.className = repair.element.hidden && (done.length === 0 || solved) ? 'primary' : '';
    figures.hidden = reason !== '';
    score.hidden = won;
    tick();
  };

  /** Says what to do, or how the board was solved. */
  const tell = () => {
    search.abort();
    say('');
    hintButton.textContent = 'Hint';
    hinted = '';
    if (state.why) return tellWhy();
    if (state.solved && state.done.length) return celebrate();
    const { tiles } = state.board;
    const challenge = readChallenge(state.options.beat);
    title.textContent = 'Put the tiles in order.';
    if (challenge) title.textContent = `Can you beat ${inWords(challenge)}?`;
    if (state.solved) title.textContent = 'This is the goal.';
    const aim = challenge
      ? 'A friend challenges you.'
      : 'How close can you come to the shortest solution?';
    sentence.textContent = `${aim} ${howToMove()} Blue tiles are in place.`;
    const move = legal(shown).find(
      (m) => shown.tiles[target(shown, m)] === shown.tiles[tiles.indexOf(0)],
    );
    if (move && state.done.length + state.undone.length) announce(moveInWords(shown, move));
  };

  /** Shows that the board cannot be solved, why, and how to repair it. */
  const tellWhy = () => {
    const { cols } = state.board;
    title.textContent = 'This board cannot be solved.';
    sentence.textContent = 'No moves lead to the goal. Swap two tiles, or take a new puzzle.';
    const pairs = plural(inversions(state.board, state.goal), 'pair');
    const rule =
      cols % 2
        ? 'On an odd number of columns, no move changes whether the number of inversions is odd ' +
          'or even.'
        : 'On an even number of columns, it changes between odd and even only when the blank ' +
          'changes its row.';
    why.lastElementChild?.replaceChildren(
      `Inversions: ${pairs} of tiles, read row by row, in another order than in the goal. ` +
        `${rule} ${state.why}`,
    );
    announce(`This board cannot be solved. ${state.why}`);
  };

  /** Says how the board was solved, and then how many moves are enough. */
  const celebrate = async () => {
    const best = () => state.plans.get(format(state.start));
    const { done, hints, spent } = state;
    const challenge = hints ? null : readChallenge(state.options.beat);
    const beaten = challenge && beats(challenge, done.length, spent / 1000);
    const finish = (more = '') => {
      const { optimal = false, left = 0 } = best() ?? {};
      const over = done.length - left;
      const perfect = optimal && !over;
      shortest.hidden = perfect;
      let rating = more;
      if (perfect) rating = 'You cannot do better.';
      else if (optimal) rating = `${over} more than the shortest.`;
      title.replaceChildren(
        beaten ? 'You won: ' : 'Solved in ',
        el('strong', {}, plural(done.length, 'move')),
        ` ${hints ? `With ${plural(hints, 'hint')}.` : rating}`,
      );
      let after = `Can a friend ${perfect ? 'match' : 'beat'} this?`;
      if (challenge) after = `The challenge ${beaten ? 'was' : 'stands:'} ${inWords(challenge)}.`;
      else if (hints)
        after = `${perfect ? 'No solution is shorter.' : rating} Can you do it alone?`;
      sentence.textContent = `Time: ${stopwatch(spent / 1000)}. ${after}`;
      announce(`${title.textContent} ${sentence.textContent}`);
    };
    finish();
    if (best()?.optimal) return;
    search = new AbortController();
    const { signal } = search;
    try {
      const { start, goalText: goal } = state;
      const answer = await app.backend.stream(
        'solve',
        { board: format(start), goal, time_limit: proofTime },
        () => {},
        signal,
      );
      if (signal.aborted) return;
      if (answer.moves) state.learn(start, answer.moves.split(' '), answer.optimal);
      finish(`At least ${answer.lower_bound} are needed.`);
    } catch {
      // The headline stays without a comparison.
    }
  };

  const hint = async () => {
    if (state.solved) return;
    if (hinted && state.hint) {
      state.play(state.hint.move);
      return hint(); // the next one
    }
    search.abort();
    search = new AbortController();
    const { signal } = search;
    try {
      if (!state.hint) say('Looking for a plan.');
      const { step, atLeast } = await findPlan(app, signal);
      if (signal.aborted) return;
      const move = moveInWords(state.board, step.move).replace('Tile', 'Slide tile');
      say(
        step.optimal
          ? `Hint: ${move}. The goal is ${plural(step.left, 'move')} away.`
          : `Hint: ${move}. Best plan known: ${plural(step.left, 'move')}; at least ${atLeast} ` +
              'are needed.',
      );
      state.hints++;
      hinted = state.text;
      hintButton.textContent = 'Slide it';
      board.mark(target(state.board, step.move));
    } catch (error) {
      if (!signal.aborted) say(/** @type {Error} */ (error).message, 'bad');
    }
  };

  /** Handles keys, unless the focus is in a control that uses them. */
  const key = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.matches('input, textarea, select')) return;
    if (!board.element.contains(target)) board.key(event); // the board handles its own keys
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) state.redo();
    else state.undo();
  };

  const figures = el(
    'dl',
    { class: 'figures large' },
    el('div', {}, el('dt', {}, 'Time'), time),
    el('div', {}, el('dt', {}, 'Moves'), moves),
  );
  const score = el('div', { class: 'row ends score' }, figures, goalBoard);
  const form = el('section', { class: 'card' });
  const about = el(
    'p',
    { class: 'help' },
    'A tile further away slides the whole row or column.' +
      (touch() ? '' : ' Arrow keys move a tile in their direction. Ctrl+Z undoes a move.'),
  );
  root.append(
    el(
      'div',
      { class: 'stage' },
      board.element,
      el(
        'div',
        { class: 'side' },
        el('div', { class: 'row ends top' }, sizes.element),
        el('div', { class: 'words' }, title, note, sentence),
        score,
        el(
          'div',
          { class: 'controls' },
          el('div', { class: 'row' }, repair.element, fresh, again),
          playing,
          finished,
          why,
        ),
      ),
    ),
    options(
      form,
      el('section', { class: 'card' }, el('h2', {}, 'Tiles'), pictureField(app)),
      el(
        'section',
        { class: 'card' },
        el('h2', {}, 'Moves'),
        about,
        el('h2', {}, 'Link'),
        copyLink(app, 'play'),
      ),
    ),
  );

  const unmountForm = mountBoardForm(form, app);
  const unsubscribe = state.subscribe((change) => {
    if (change === 'address') asked = '';
    if (change === 'board') {
      asked ||= format(state.start);
      if (state.options.beat && asked !== format(state.start))
        state.setOptions({ beat: undefined });
    }
    if (change === 'board' || change === 'move' || change === 'address') tell();
    show();
    shown = state.board;
  });
  const timer = setInterval(tick, 100);
  document.addEventListener('keydown', key);
  show();
  tell();
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
  const file = el('input', {
    type: 'file',
    accept: 'image/*',
    onchange: async () => {
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
    },
  });
  const help = 'The picture is cut onto the tiles. It stays in this browser.';
  return el('div', { class: 'stack' }, field('A picture of your own', file, help), error, numbers);
}
