// The view Play: a board to be solved by hand.

import { format, inversions, moveInWords, legal, target } from '../board.js';
import { mountBoardForm, repairButton, sizeChips } from '../boardform.js';
import { BoardView, howToMove, touch } from '../boardview.js';
import { beats, inWords, readChallenge, writeChallenge } from '../challenge.js';
import { comparison, fewCells, runBoth } from '../compare.js';
import { onConnection } from '../connection.js';
import { button, disable, el, field } from '../dom.js';
import { findPlan } from '../hint.js';
import { noteFor, options } from '../parts.js';
import { copyLink } from '../share.js';
import { defaultGoal } from '../state.js';
import { plural, stopwatch } from '../text.js';

/** The seconds that the search for the shortest plan of a solved board may take. */
const proofTime = 5;

/**
 * The time after a hint has solved the board in which a press of another button was meant for the
 * hint, in milliseconds. The button of the hint was in the same place.
 */
const slip = 600;

/** What the page is, and why one would stay. A new visitor reads it. */
const purpose =
  'This is a laboratory of search: solve the board by hand, then watch two programs look for the ' +
  'shortest way, one of them with a small part of the work.';

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  const view = new PlayView(root, app);
  return () => view.unmount();
}

/** A board that the user solves. */
class PlayView {
  hinted = ''; // the board to which the hint on the screen belongs
  helpedAt = -slip; // when a hint solved the board
  cutOff = false; // whether the result lacks what the server did not answer
  search = new AbortController(); // stops the search for a hint or for the shortest plan
  moves = el('dd');
  time = el('dd');
  title = el('h1');
  sentence = el('p', { class: 'sentence' });
  why = el('details', {}, el('summary', {}, 'Why?'), el('p', { class: 'sentence' }));
  figures = el(
    'dl',
    { class: 'figures large' },
    el('div', {}, el('dt', {}, 'Time'), this.time),
    el('div', {}, el('dt', {}, 'Moves'), this.moves),
  );
  goal = new BoardView({ label: 'Goal' });
  score = el(
    'div',
    { class: 'row ends score' },
    this.figures,
    el('section', { class: 'goal' }, el('h2', {}, 'Goal'), this.goal.element),
  );

  /**
   * @param {HTMLElement} root
   * @param {import('../app.js').App} app
   */
  constructor(root, app) {
    const { state } = app;
    this.root = root;
    this.app = app;
    this.state = state;
    this.board = new BoardView({ label: 'Puzzle', onMoves: (moves) => state.play(moves) });
    this.shown = state.board;
    this.asked = format(state.start); // the board of the challenge in the address
    const { note, say, attempt } = noteFor(app);
    this.say = say;
    this.sizes = sizeChips(app, attempt);
    this.repair = repairButton(app, attempt);
    this.undo = button('Undo', () => state.undo());
    this.redo = button('Redo', () => state.redo());
    this.restart = button('Restart', () => state.restart());
    this.again = button('Try again', () => this.unlessSlipped(() => state.restart()));
    this.hintButton = button('Hint', () => this.hint());
    const draw = () => this.unlessSlipped(() => attempt(() => this.sizes.fresh()));
    this.fresh = button('New puzzle', draw, { class: 'primary' });
    this.shortest = button('See the shortest', () => this.seeShortest());
    this.challengeLink = copyLink(
      app,
      'play',
      'Challenge a friend',
      () => this.challenge(),
      'Send the link to a friend. It opens this board with your result to beat.',
    );
    this.finished = el('div', { class: 'row' }, this.shortest, this.challengeLink);
    this.watch = el('a', { class: 'button primary', hidden: true, onclick: () => state.keep() });
    this.compared = el('p');
    this.next = el('div', { class: 'stack next', hidden: true }, this.compared, this.watch);
    const { hintButton, undo, redo, restart } = this;
    this.playing = el('div', { class: 'row' }, hintButton, undo, redo, restart);

    const form = el('section', { class: 'card' });
    this.lay(note, form);
    this.unmountForm = mountBoardForm(form, app, false);
    this.unsubscribe = state.subscribe((change) => this.update(change));
    this.unlisten = onConnection((lost) => {
      if (!lost && this.cutOff) this.celebrate();
    });
    this.timer = setInterval(() => this.tick(), 100);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener('keydown', this.onKey);
    this.show();
    this.tell();
  }

  unmount() {
    clearInterval(this.timer);
    document.removeEventListener('keydown', this.onKey);
    this.search.abort();
    this.unsubscribe();
    this.unlisten();
    this.unmountForm();
  }

  /**
   * Does what a press asks for, unless it was meant for a button that is gone.
   * @param {() => unknown} action
   */
  unlessSlipped(action) {
    const slipped = performance.now() - this.helpedAt < slip;
    if (!slipped) action();
  }

  /**
   * Puts the elements in their places.
   * @param {HTMLElement} note
   * @param {HTMLElement} form the form of the board
   */
  lay(note, form) {
    const { title, sentence, score, repair, fresh, again, playing, finished, why } = this;
    const controls = el('div', { class: 'controls' });
    const buttons = el('div', { class: 'row' }, repair.element, fresh, again);
    controls.append(buttons, playing, finished, why);
    const side = el('div', { class: 'side' });
    side.append(
      el('div', { class: 'row ends top' }, this.sizes.element),
      el('div', { class: 'words' }, title, note, sentence),
      this.next,
      score,
      controls,
    );
    const keys = ' Arrow keys move a tile in their direction. Ctrl+Z undoes a move.';
    const about = `A tile further away slides the whole row or column.${touch() ? '' : keys}`;
    const help = el('section', { class: 'card' });
    help.append(
      el('h2', {}, 'Moves'),
      el('p', { class: 'help' }, about),
      el('h2', {}, 'Link'),
      copyLink(this.app, 'play'),
    );
    const tiles = el('section', { class: 'card' }, el('h2', {}, 'Tiles'), pictureField(this.app));
    this.root.append(
      el('div', { class: 'stage' }, this.board.element, side),
      options(form, tiles, help),
    );
  }

  /** Shows a change of the state. @param {import('../state.js').Change} change */
  update(change) {
    const { state } = this;
    if (change === 'address') this.asked = '';
    if (change === 'board') {
      this.asked ||= format(state.start);
      if (state.options.beat && this.asked !== format(state.start))
        state.setOptions({ beat: undefined });
    }
    if (change === 'board' || change === 'move' || change === 'address') this.tell();
    this.show();
    this.shown = state.board;
  }

  tick() {
    this.time.textContent = stopwatch(this.state.spent / 1000);
  }

  show() {
    const { state, root, board, goal, fresh } = this;
    const { solved, done, undone, why: reason } = state;
    const won = solved && done.length > 0;
    board.show(state.board, state.goal, state.picture);
    root.classList.toggle('won', won);
    root.classList.toggle('helped', won && state.hints > 0);
    board.element.classList.toggle('done', won);
    goal.show(state.goal, state.goal, state.picture);
    this.moves.textContent = String(done.length);
    disable(this.undo, done.length === 0, board.element);
    disable(this.redo, undone.length === 0, board.element);
    disable(this.restart, done.length + undone.length === 0, board.element);
    this.sizes.mark();
    this.finished.hidden = !won;
    this.again.hidden = !won;
    this.challengeLink.hidden = state.hints > 0;
    this.playing.hidden = won || reason !== '';
    this.repair.show();
    this.why.hidden = reason === '';
    const begin = done.length === 0;
    fresh.className = this.repair.element.hidden && begin ? 'primary' : '';
    this.figures.hidden = reason !== '';
    this.score.hidden = won;
    this.next.hidden = !won; // it has its place before the comparison is known, so no button moves
    this.tick();
  }

  /** Says what to do, or how the board was solved. */
  tell() {
    const { state, shown, title } = this;
    this.search.abort();
    this.compared.textContent = '';
    this.watch.hidden = true;
    this.cutOff = false;
    this.say('');
    this.hintButton.textContent = 'Hint';
    this.hinted = '';
    if (state.why) return this.tellWhy();
    if (state.solved && state.done.length) return this.celebrate();
    const { tiles } = state.board;
    const challenge = readChallenge(state.options.beat);
    title.textContent = 'Put the tiles in order.';
    if (challenge) title.textContent = `Can you beat ${inWords(challenge)}?`;
    if (state.solved) title.textContent = 'This is the goal.';
    let aim = 'How close can you come to the shortest solution?';
    if (state.untouched) aim = purpose;
    if (challenge) aim = 'A friend challenges you.';
    this.sentence.textContent = `${aim} ${howToMove()} Blue tiles are in place.`;
    const move = legal(shown).find(
      (m) => shown.tiles[target(shown, m)] === shown.tiles[tiles.indexOf(0)],
    );
    if (move && state.done.length + state.undone.length) {
      this.app.announce(moveInWords(shown, move));
    }
  }

  /** Shows that the board cannot be solved, why, and how to repair it. */
  tellWhy() {
    const { state } = this;
    const { cols } = state.board;
    this.title.textContent = 'This board cannot be solved.';
    this.sentence.textContent = 'No moves lead to the goal. Swap two tiles, or take a new puzzle.';
    const pairs = plural(inversions(state.board, state.goal), 'pair');
    const rule =
      cols % 2
        ? 'On an odd number of columns, no move changes whether the number of inversions is odd ' +
          'or even.'
        : 'On an even number of columns, it changes between odd and even only when the blank ' +
          'changes its row.';
    this.why.lastElementChild?.replaceChildren(
      `Inversions: ${pairs} of tiles, read row by row, in another order than in the goal. ` +
        `${rule} ${state.why}`,
    );
    this.app.announce(`This board cannot be solved. ${state.why}`);
  }

  /**
   * Says how the board was solved, then how many moves are enough, and then how two programs search
   * for them. If the server does not answer, the page says this once the server is back.
   */
  async celebrate() {
    this.cutOff = false;
    this.tellResult('');
    this.search = new AbortController();
    const { signal } = this.search;
    try {
      await this.prove(signal);
      await this.compare(signal);
    } catch {
      this.cutOff = !signal.aborted; // the headline stays without what failed
    }
  }

  /** Says how many moves are enough. @param {AbortSignal} signal */
  async prove(signal) {
    const { state } = this;
    const { start, goalText: goal } = state;
    if (state.plans.get(format(start))?.optimal) return;
    const request = { board: format(start), goal, time_limit: proofTime };
    const answer = await this.app.backend.stream('solve', request, () => {}, signal);
    if (signal.aborted) return;
    if (answer.moves) state.learn(start, answer.moves.split(' '), answer.optimal);
    this.tellResult(`At least ${answer.lower_bound} are needed.`);
  }

  /** Says how many boards two programs reach. @param {AbortSignal} signal */
  async compare(signal) {
    const { start, goalText } = this.state;
    const outcomes = await runBoth(this.app.backend, start, goalText, signal);
    if (signal.aborted) return;
    this.compared.textContent = comparison(outcomes);
    const small = start.tiles.length <= fewCells;
    this.watch.textContent = small ? 'Watch both searches' : 'Watch both on a 3x3 board';
    this.watch.href = watchAddress(start, goalText);
    this.watch.hidden = false;
    const words = [this.title, this.sentence, this.compared].map(({ textContent }) => textContent);
    this.app.announce(words.join(' '));
  }

  /**
   * Says how the board was solved.
   * @param {string} needed how many moves are needed, if no shortest plan is known
   */
  tellResult(needed) {
    const { state, title, sentence } = this;
    const { done, hints, spent, start } = state;
    const { optimal = false, left = 0 } = state.plans.get(format(start)) ?? {};
    const challenge = hints ? null : readChallenge(state.options.beat);
    const beaten = challenge && beats(challenge, done.length, spent / 1000);
    const over = done.length - left;
    const perfect = optimal && !over;
    this.shortest.hidden = perfect;
    let rating = needed || '\u00a0'; // the line is there before it is known, so no button moves
    if (perfect) rating = 'You cannot do better.';
    else if (optimal) rating = `${over} more than the shortest.`;
    title.replaceChildren(
      beaten ? 'You won: ' : 'Solved in ',
      el('strong', {}, plural(done.length, 'move')),
      ` ${hints ? `With ${plural(hints, 'hint')}.` : rating}`,
    );
    let after = `Can a friend ${perfect ? 'match' : 'beat'} this?`;
    if (challenge) after = `The challenge ${beaten ? 'was' : 'stands:'} ${inWords(challenge)}.`;
    else if (hints) after = `${perfect ? 'No solution is shorter.' : rating} Can you do it alone?`;
    sentence.textContent = `Time: ${stopwatch(spent / 1000)}. ${after}`;
    this.app.announce(`${title.textContent} ${sentence.textContent}`);
  }

  /** Shows the shortest plan. The way back leads to the result. */
  seeShortest() {
    const { state } = this;
    state.keep();
    location.hash = `#/solve?${state.queryFor(state.start)}&run=1`;
  }

  /** The query of a link that challenges a friend. */
  challenge() {
    const { start, done, spent, goalText, plans } = this.state;
    const { optimal = false, left } = plans.get(format(start)) ?? {};
    const fewest = optimal && left === done.length;
    const result = { moves: done.length, seconds: spent / 1000, fewest };
    const link = new URLSearchParams({ board: format(start), beat: writeChallenge(result) });
    if (goalText !== defaultGoal) link.set('goal', goalText);
    return link.toString().replaceAll('%2F', '/');
  }

  /**
   * Shows the next move of the best plan. If it is shown already, makes it.
   * @returns {Promise<void>}
   */
  async hint() {
    const { state, say } = this;
    if (state.solved) return;
    if (this.hinted && state.hint) {
      state.play(state.hint.move);
      if (state.solved) this.helpedAt = performance.now();
      return this.hint(); // the next one
    }
    this.search.abort();
    this.search = new AbortController();
    const { signal } = this.search;
    try {
      if (!state.hint) say('Looking for a plan.');
      const { step, atLeast } = await findPlan(this.app, signal);
      if (signal.aborted) return;
      const move = moveInWords(state.board, step.move).replace('Tile', 'Slide tile');
      const far = plural(step.left, 'move');
      say(
        step.optimal
          ? `Hint: ${move}. The goal is ${far} away.`
          : `Hint: ${move}. Best plan known: ${far}; at least ${atLeast} are needed.`,
      );
      state.hints++;
      this.hinted = state.text;
      this.hintButton.textContent = 'Slide it';
      this.board.mark(target(state.board, step.move));
    } catch (error) {
      if (!signal.aborted) say(/** @type {Error} */ (error).message, 'bad');
    }
  }

  /** Handles keys, unless the focus is in a control that uses them. @param {KeyboardEvent} event */
  key(event) {
    const { board, state } = this;
    const focused = /** @type {Element} */ (event.target);
    if (focused.matches('input, textarea, select')) return;
    if (!board.element.contains(focused)) board.key(event); // the board handles its own keys
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) state.redo();
    else state.undo();
  }
}

/**
 * The address of the view Watch, with the searches that Play compares.
 * @param {import('../board.js').Board} board
 * @param {string} goal
 */
function watchAddress(board, goal) {
  const query = new URLSearchParams({ board: format(board), searches: 'astar,bfs' });
  if (goal !== defaultGoal) query.set('goal', goal);
  return `#/watch?${query}`.replaceAll('%2F', '/');
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
