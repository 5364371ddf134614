// The view Solve: a solver finds a plan, proves how short plans can be, and the plan is played
// back.

import { mountBoardForm, sizeChips } from '../boardform.js';
import { BoardView } from '../boardview.js';
import { button, el } from '../dom.js';
import { Headline, noteFor, options } from '../parts.js';
import { copyLink } from '../share.js';
import { SolverChooser } from '../solve/chooser.js';
import { Result } from '../solve/result.js';
import { Runs } from '../solve/runs.js';
import { Search } from '../solve/search.js';
import { progressText, resultWords } from '../solve/words.js';
import { algorithmOf, cellsToProve, shortName } from '../solvers.js';
import { count } from '../text.js';

/** @typedef {import('../app.js').Progress} Progress */
/** @typedef {import('../app.js').SolveRequest} SolveRequest */
/** @typedef {import('../solve/search.js').Known} Known */

/** What a solver does. */
const purpose =
  'A solver finds a plan: moves that put the tiles in order. If it can, it proves that no plan ' +
  'is shorter.';

/** The seconds by which a search is continued. */
const more = 5;

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  const view = new SolveView(root, app);
  return () => view.unmount();
}

class SolveView {
  /** @type {import('../app.js').Description | null} */
  description = null;
  /** The search that runs. @type {Search | null} */
  search = null;
  /** What is known about the board. @type {Known | null} */
  known = null;
  old = ''; // the name of the solver of a result that is no longer chosen
  left = false; // whether the reader has left the view
  listening = new AbortController(); // its signal ends the listeners

  /**
   * @param {HTMLElement} root
   * @param {import('../app.js').App} app
   */
  constructor(root, app) {
    const { state, announce } = app;
    this.app = app;
    this.note = noteFor(app);
    this.headline = new Headline();
    this.view = new BoardView({ label: 'Board' });
    this.result = new Result((board) => this.view.show(board, state.goal, state.picture), announce);
    this.runs = new Runs();
    this.sizes = sizeChips(app, this.note.attempt);
    this.chooser = new SolverChooser(app, {
      onChoose: () => {
        if (this.search) this.search.stop();
        else this.changed();
      },
      onChange: () => this.changed(),
      onMore: () => this.openOptions(),
    });
    this.solve = button('Solve', () => this.begin(), { class: 'primary', disabled: true });
    this.stop = button('Stop', () => this.search?.stop(), { class: 'primary', hidden: true });
    this.longer = button(`Search ${more} s more`, () => this.extend(), { hidden: true });
    this.again = copyLink(app, 'solve', 'Copy link', () => `${state.query}&run=1`);
    const draw = () => this.note.attempt(() => this.sizes.fresh());
    this.fresh = button('New puzzle', draw, { class: 'soft' });
    const form = el('section', { class: 'card' });
    this.options = options(this.chooser.form, form, this.result.counters.card);
    root.append(this.stage(), this.options, this.runs.element);
    this.unmountForm = mountBoardForm(form, app);
    this.unsubscribe = state.subscribe((change) => this.update(change));
    const { signal } = this.listening;
    document.addEventListener('keydown', (event) => this.key(event), { signal });
    this.clear();
    this.note.attempt(() => this.prepare());
  }

  unmount() {
    this.left = true;
    this.drop();
    this.result.player.pause();
    this.listening.abort();
    this.unsubscribe();
    this.unmountForm();
  }

  /** Makes the stage: the board, and beside it the headline, the buttons and the result. */
  stage() {
    const { headline, chooser } = this;
    const sizes = el('div', { class: 'row ends' }, this.sizes.element, this.fresh);
    const words = el('div', { class: 'words' }, headline.title, this.note.note, headline.sentence);
    const buttons = el('div', { class: 'row' });
    buttons.append(this.solve, this.stop, chooser.menu, this.longer, this.again);
    const side = el('div', { class: 'side' });
    const top = el('div', { class: 'stack top' }, sizes, chooser.chips);
    side.append(top, words, buttons, this.result.element);
    return el('div', { class: 'stage' }, this.view.element, side);
  }

  /** Gets what the backend offers, and solves the board if the address says so. */
  async prepare() {
    const { state, describe } = this.app;
    this.description = await describe;
    this.chooser.description = this.description;
    this.chooser.show();
    this.busy(this.search !== null);
    if (!state.options.run) return;
    state.setOptions({ run: undefined });
    this.begin();
  }

  /** Shows a change of the state. @param {string} change */
  update(change) {
    if (change === 'board' || change === 'move') this.clear();
    if (change === 'address') this.chooser.show();
    if (change === 'picture') this.showBoard();
  }

  showBoard() {
    const { board, goal, picture } = this.app.state;
    this.view.show(board, goal, picture);
  }

  /** Opens the form of the solver. */
  openOptions() {
    this.options.open = true;
    this.options.scrollIntoView();
    this.chooser.form.querySelector('select')?.focus({ preventScroll: true });
  }

  /**
   * Shows a headline and a sentence below it, and reads them out.
   * @param {string} title
   * @param {string} sentence
   * @param {boolean} [aloud] whether they are read out
   */
  tell(title, sentence, aloud = true) {
    this.headline.tell(title, sentence);
    if (aloud) this.app.announce(`${title} ${sentence}`);
  }

  /** Ends the search that runs, whose result is no longer wanted. */
  drop() {
    const { search } = this;
    this.search = null;
    search?.stop();
  }

  /** Shows the board, without a result. */
  clear() {
    const { state } = this.app;
    // The last announcement may say that the solver is searching.
    const aloud = this.search !== null;
    this.drop();
    this.result.player.pause();
    this.known = null;
    this.age('');
    this.note.say('');
    this.runs.keep(this.problem);
    this.result.element.hidden = true;
    this.result.counters.card.hidden = true;
    this.longer.hidden = true;
    this.again.hidden = true;
    this.busy(false);
    this.sizes.mark();
    this.fresh.className = state.why || state.solved ? 'primary' : 'soft'; // the next thing to do
    this.showBoard();
    if (state.why) {
      this.tell('This board cannot be solved.', state.why);
    } else if (state.solved) {
      this.tell('This is the goal.', 'Take a new puzzle.', aloud);
    } else {
      this.tell('How many moves does it take?', purpose, aloud);
      this.estimate();
    }
  }

  /** Says how many moves are needed at least. */
  async estimate() {
    const { backend, state } = this.app;
    const { board } = state;
    const request = { boards: [state.text], goal: state.goalText };
    let least = 0;
    try {
      const { estimates } = await backend.call('estimate', request);
      least = estimates[0];
    } catch {
      // The sentence can do without.
    }
    if (!least || board !== state.board || this.headline.below !== purpose) return;
    this.headline.sentence.textContent = `At least ${count(least)}. ${purpose}`;
  }

  /** What searches must have in common to be compared: the board and its goal. */
  get problem() {
    const { text, goalText } = this.app.state;
    return `${text} ${goalText}`;
  }

  /** Shows the buttons of a search that runs, or of one that does not. @param {boolean} running */
  busy(running) {
    const { why, solved } = this.app.state;
    this.stop.hidden = !running;
    this.solve.hidden = running;
    if (running && document.activeElement === document.body) {
      this.stop.focus({ preventScroll: true });
    }
    this.solve.disabled = !this.description || Boolean(why) || solved;
    this.offer();
  }

  /**
   * Names what the button does. Once there is a current result, it is no longer the primary action.
   */
  offer() {
    const { chosen } = this.chooser;
    const current = this.known !== null && !this.old;
    this.solve.className = current ? '' : 'primary';
    this.solve.textContent = 'Solve';
    if (current) this.solve.textContent = 'Solve again';
    else if (this.old && chosen) this.solve.textContent = `Solve with ${shortName(chosen)}`;
  }

  /**
   * Marks the result as old, or as current.
   * @param {string} solver the name of the solver of an old result; empty if it is current
   */
  age(solver) {
    this.old = solver;
    this.result.element.classList.toggle('old', solver !== '');
    if (solver) {
      // These buttons would go on with the solver before.
      this.longer.hidden = true;
      this.again.hidden = true;
    }
    this.offer();
  }

  /** Marks the result of another solver, or of other settings, as old. */
  changed() {
    this.chooser.showChips();
    if (!this.known) return;
    this.age(this.known.solver);
    const name = shortName(this.chooser.chosen) || 'The best solver for this size';
    if (name === this.old) {
      this.tell('The settings have changed.', 'The result below is from the settings before.');
    } else {
      this.tell(`${name} has not solved this board yet.`, `The result below is from ${this.old}.`);
    }
  }

  /**
   * Solves the board. If a new board was requested, the search waits for it, because a new board
   * ends a search.
   */
  async begin() {
    const { state } = this.app;
    await state.settled();
    if (!this.left && !this.search && !state.why) this.run();
  }

  /** The solver that searched last. @param {Known} known */
  lastOf({ answer }) {
    return answer?.algorithm ?? this.app.state.options.algorithm;
  }

  /** Whether the last search is continued by a longer one of the same kind. @param {Known} known */
  repeats(known) {
    const { description } = this;
    const improves = description && algorithmOf(description, this.lastOf(known))?.anytime;
    return improves || !known.moves;
  }

  /** Whether a longer search of the same kind is not allowed. @param {Known} known */
  exhausted(known) {
    const most = this.description?.max_time || Infinity;
    return this.repeats(known) && known.time >= most;
  }

  /** Searches on where the last search ended. */
  extend() {
    const { known } = this;
    if (!known) return;
    if (this.repeats(known)) {
      const request = { algorithm: this.lastOf(known), time_limit: known.time + more };
      return this.run(request, known);
    }
    const small = this.app.state.board.tiles.length <= cellsToProve;
    return this.run({ algorithm: small ? 'idastar' : 'beam', time_limit: more }, known);
  }

  /**
   * Runs a search, and shows its result.
   * @param {Partial<SolveRequest>} [changes] parameters that differ from those of the form
   * @param {Known | null} [before] what an earlier search of this board found
   */
  async run(changes = {}, before = null) {
    if (!this.description) return;
    if (!before) this.clear();
    this.result.player.pause();
    const search = new Search(this.app, this.description, changes, before);
    this.search = search;
    this.longer.hidden = true;
    this.again.hidden = true;
    this.busy(true);
    this.tell(`${search.name} is searching.`, 'It has not found a plan yet.');
    let known;
    try {
      known = await search.run((progress) => {
        if (this.search === search) this.showProgress(search, progress);
      });
    } catch (error) {
      if (this.search === search) this.fail(/** @type {Error} */ (error));
      return;
    }
    if (this.search !== search) return; // another board or search has replaced it
    this.search = null;
    this.keep(known, search);
    this.busy(false);
    this.show(known);
    this.play(known, search);
    // The user may have chosen another solver meanwhile.
    if (this.app.state.options.algorithm !== search.chosen) this.changed();
  }

  /** Says why a search could not run. @param {Error} error */
  fail(error) {
    this.search = null;
    this.busy(false);
    this.tell('The search has stopped.', '');
    this.note.say(error.message, 'bad');
  }

  /**
   * Shows how far a search is.
   * @param {Search} search
   * @param {Progress} progress
   */
  showProgress(search, progress) {
    const { result, headline } = this;
    const { length, bound } = search;
    result.element.hidden = false;
    result.showPlan(Boolean(search.before?.moves));
    this.showCounters(progress);
    result.lengths.show(bound, length === Infinity ? null : length);
    this.tell(headline.title.textContent ?? '', progressText(length, bound), false);
  }

  /** @param {import('../app.js').Stats} values */
  showCounters(values) {
    const { counters } = this.result;
    counters.show(values, this.description?.statistics ?? []);
    // While a search runs, some counters run ahead of others.
    counters.card.hidden = this.search !== null;
  }

  /**
   * Keeps what a search found.
   * @param {Known} known
   * @param {Search} search
   */
  keep(known, search) {
    const { answer, moves } = known;
    this.known = known;
    if (answer) {
      const informed = this.chooser.find(answer.algorithm)?.informed ?? false;
      this.runs.add(this.problem, search.nameOf(answer.algorithm), informed, answer);
    }
    const plan = moves ? moves.split(' ') : [];
    this.app.state.learn(search.board, plan, known.bound >= known.length);
  }

  /** Shows what is known after a search. @param {Known} known */
  show(known) {
    const { moves, length, bound, answer } = known;
    const { state } = this.app;
    const earlier = state.plans.get(state.text);
    const shortest = earlier?.optimal ? earlier.left : 0;
    const proven = moves !== '' && bound >= length;
    const informed = this.chooser.find(answer?.algorithm)?.informed ?? false;
    this.result.element.hidden = false;
    this.age('');
    this.tell(...resultWords(known, { shortest, why: state.why }, informed));
    this.result.lengths.show(Math.max(bound, shortest ? length : 0), moves ? length : null);
    const done = proven || shortest > 0 || Boolean(state.why);
    this.longer.hidden = done || this.exhausted(known);
    this.again.hidden = Boolean(state.why);
    this.result.showPlan(moves !== '');
    if (answer) this.showCounters(answer);
  }

  /**
   * Loads the plan and plays it, unless the reader wants less motion.
   * @param {Known} known
   * @param {Search} search
   */
  play({ moves }, { board }) {
    const { player } = this.result;
    this.result.load(board, moves ? moves.split(' ') : []);
    if (!moves) return;
    // The Space key plays and pauses, so the button that was pressed gives up the focus.
    if (document.activeElement === document.body || document.activeElement === this.solve) {
      player.toggle.focus({ preventScroll: true });
    }
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) player.play();
  }

  /**
   * Plays the plan by keys, unless the focus is in a control that uses them.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (!this.result.playable || event.ctrlKey || event.altKey || event.metaKey) return;
    const { player } = this.result;
    const target = /** @type {Element} */ (event.target);
    if (target.matches('input, textarea, select, summary, a')) return;
    if (event.key === 'ArrowLeft') player.step(-1);
    else if (event.key === 'ArrowRight') player.step(1);
    else if (event.key === ' ' && !target.matches('button')) player.toggle.click();
    else return;
    event.preventDefault();
  }
}
