// The view Race: two to four solvers on one board at the same time. The user can be one of them,
// and a class can race on one board.

import { mountBoardForm, repairButton, sizeChips } from '../boardform.js';
import { joinForm, mountClass, openClass } from '../classrace.js';
import { kindChips } from '../classrace/common.js';
import { button, el, select } from '../dom.js';
import { Headline, noteFor, options } from '../parts.js';
import { Lineup } from '../race/lineup.js';
import { raceNumbers } from '../race/numbers.js';
import { Picture } from '../race/picture.js';
import { Race } from '../race/race.js';
import { format, mostSolvers, opening, parse, races, solversOf, you } from '../race/races.js';
import { countsStates } from '../race/standing.js';
import { introduction, invitation } from '../race/verdict.js';
import { copyLink } from '../share.js';
import { defaultGoal, textbookBoard } from '../state.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../race/races.js').Choice} Choice */
/** @typedef {import('../settings.js').Values} Values */

/** The size of the boards that a person can solve in few moves. */
const easySize = '3x3';

/**
 * Shows the class race that the address names, or the race of solvers.
 * @type {import('../app.js').Mount}
 */
export function mount(root, app) {
  const { state } = app;
  let code = state.options.class;
  let unmount = (code ? mountClass : mountRace)(root, app);
  const unsubscribe = state.subscribe((change) => {
    if (!['address', 'options'].includes(change) || state.options.class === code) return;
    if (!location.hash.startsWith('#/race')) return; // another view opens
    code = state.options.class;
    unmount();
    root.replaceChildren();
    unmount = (code ? mountClass : mountRace)(root, app);
  });
  return () => {
    unsubscribe();
    unmount();
    state.setOptions({ class: undefined });
  };
}

/** @type {import('../app.js').Mount} */
function mountRace(root, app) {
  const view = new RaceView(root, app);
  return () => view.unmount();
}

/** The view of a race of solvers. */
class RaceView {
  /** @type {import('../app.js').Description | null} */
  description = null;
  /** The race that runs. @type {Race | null} */
  race = null;
  larger = ''; // the board before the user joined, if it was larger

  /**
   * @param {HTMLElement} root
   * @param {App} app
   */
  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.note = noteFor(app);
    this.headline = new Headline();
    this.picture = new Picture();
    this.results = el('section', { class: 'stack', hidden: true, 'aria-label': 'Results' });
    this.lineup = new Lineup(app, {
      onMoves: (moves) => this.playMine(moves),
      onEdit: () => {
        this.clear();
        this.remember();
        this.mark();
      },
      onReplace: (solvers) => {
        this.take(solvers);
        this.remember();
      },
    });
    this.sizes = sizeChips(app, this.note.attempt);
    this.kinds = kindChips(app, (kind) => this.chooseKind(kind));
    this.menu = this.makeMenu();
    this.start = button('Start', () => this.ready.then(() => this.run()), { class: 'primary' });
    this.stop = button('Stop', () => this.race?.stop(), { class: 'primary', hidden: true });
    this.again = copyLink(app, 'race', 'Copy link', () => `${app.state.query}&run=1`);
    this.again.hidden = true;
    this.fresh = button('New board', () => this.note.attempt(() => this.sizes.fresh()));
    this.next = el(
      'a',
      { class: 'button primary', href: '#/learn', hidden: true },
      'Next: learn how',
    );
    this.repair = repairButton(app, this.note.attempt);
    const form = el('section', { class: 'card' });
    this.lay(form);
    this.unmountForm = mountBoardForm(form, app);
    this.unsubscribe = app.state.subscribe((change) => this.update(change));
    this.read();
    /** Resolves when the description and the first board are there. Buttons wait for it. */
    this.ready = this.note.attempt(() => this.prepare());
  }

  unmount() {
    this.clear();
    this.picture.destroy();
    this.unsubscribe();
    this.unmountForm();
  }

  /** Makes the menu of races. Its first item stands for a race that the menu does not have. */
  makeMenu() {
    /** @type {[string, string][]} */
    const items = [['', '']];
    for (const { title, size } of races) items.push([title, `${title}, ${size}`]);
    const menu = select(items, '', (title) => {
      const chosen = races.find((race) => race.title === title);
      if (chosen) this.choose(chosen);
    });
    menu.options[0].hidden = true;
    return menu;
  }

  /** Puts the elements in their places. @param {HTMLElement} form the form of the board */
  lay(form) {
    const { headline, lineup } = this;
    const menu = el('label', { class: 'row' }, 'Race', this.menu);
    const words = el('div', { class: 'words' }, headline.title, this.note.note, headline.sentence);
    const buttons = el('div', { class: 'row' });
    // The button that was pressed last stays below the pointer.
    buttons.append(this.next, this.fresh, this.repair.element, this.start, this.stop);
    this.root.append(
      el('div', { class: 'groups row ends' }, this.kinds.element, menu),
      el('div', { class: 'verdict' }, words, buttons),
      lineup.grid,
      el('div', { class: 'row ends below' }, this.again, joinForm(this.app)),
      this.results,
      options(lineup.forms, form),
    );
  }

  /** Gets what the backend offers, and a board that is worth a race. */
  async prepare() {
    const { state, describe } = this.app;
    this.description = await describe;
    if (state.untouched && !state.options.race) await state.read(opening, defaultGoal);
    else if (state.solved) await this.sizes.fresh(); // there is nothing to race for on the goal
    this.build();
    this.clear();
    if (!state.options.run || this.start.disabled) return;
    state.setOptions({ run: undefined });
    this.run();
  }

  /** Shows a change of the state. @param {string} change */
  update(change) {
    if (change === 'board' || change === 'move') {
      this.clear();
      this.mark();
    }
    if (change === 'address') this.read();
    if (change === 'picture') this.showBoard();
  }

  /** Begins another kind of race. @param {string} kind */
  chooseKind(kind) {
    const { text } = this.app.state;
    if (kind === 'class') {
      this.note.attempt(async () => {
        await this.ready; // which clears the note
        await openClass(this.app, text === opening ? '' : text);
      });
    } else {
      this.note.attempt(() => this.join(kind === you));
    }
  }

  /** Uses the solvers of a race, and draws a board of its size. @param {Choice} chosen */
  choose(chosen) {
    return this.note.attempt(async () => {
      await this.ready; // the solvers have their presets
      const user = this.lineup.human ? [this.lineup.human.values] : [];
      const solvers = [...user, ...solversOf(chosen, this.description)];
      this.take(solvers.slice(0, mostSolvers));
      this.remember();
      const { state } = this.app;
      if (chosen.board && state.text !== chosen.board) await state.read(chosen.board, defaultGoal);
      else if (state.size !== chosen.size) await this.sizes.fresh(chosen.size);
    });
  }

  /**
   * Adds or removes the user. A person gets a board that a person can solve.
   * @param {boolean} joins
   */
  async join(joins) {
    const { lineup } = this;
    const { state } = this.app;
    await this.ready;
    if (joins === Boolean(lineup.human)) return;
    const others = lineup.opponents;
    this.take(joins ? [{ algorithm: you }, ...others.slice(0, mostSolvers - 1)] : others);
    this.remember();
    await state.settled();
    if (joins) {
      this.larger = this.boardToReturnTo();
      if (state.size !== easySize) await state.read(textbookBoard, defaultGoal);
    } else if (this.larger && state.text === textbookBoard) {
      await state.read(this.larger, defaultGoal);
    }
    lineup.human?.view.element.focus({ preventScroll: true }); // for the arrow keys
  }

  /** The board that comes back when the user leaves the race; empty if it stays. */
  boardToReturnTo() {
    const { state } = this.app;
    if (state.untouched) return opening;
    return state.size === easySize ? '' : state.text;
  }

  /** Writes the solvers into the address. */
  remember() {
    this.app.state.setOptions({ race: format(this.lineup.values) });
  }

  /** Uses the solvers in the address. If it has none, it uses those of the first race. */
  read() {
    this.take(parse(this.app.state.options.race) ?? solversOf(races[0], this.description));
  }

  /** Replaces the solvers. @param {Values[]} solvers */
  take(solvers) {
    const { lineup, picture } = this;
    lineup.take(solvers);
    if (lineup.human)
      lineup.lanes[0].element.after(picture.element); // beside the large board
    else lineup.grid.before(picture.element);
    this.root.style.setProperty('--lanes', String(lineup.lanes.length));
    this.build(); // names the lanes, which the headline needs
    this.clear();
  }

  /** Shows the names and the forms of the solvers. */
  build() {
    if (!this.description) return;
    this.lineup.build(this.description);
    this.mark();
    this.start.disabled = !this.solvable;
  }

  /** Whether the board can be solved, and is not solved. */
  get solvable() {
    const { why, solved } = this.app.state;
    return !why && !solved;
  }

  /** The race with these solvers and this size of the board. @returns {Choice | undefined} */
  get chosen() {
    const solvers = JSON.stringify(this.lineup.opponents);
    const { size } = this.app.state;
    return races.find(
      (race) => race.size === size && JSON.stringify(solversOf(race, this.description)) === solvers,
    );
  }

  /** Marks the kind of race, and the race in the menu. */
  mark() {
    const own = this.lineup.human !== undefined;
    this.kinds.mark(own ? you : '');
    this.root.classList.toggle('own', own);
    const name = own ? 'With you' : 'Your own';
    this.menu.options[0].textContent = `${name}, ${this.app.state.size}`;
    this.menu.value = this.chosen?.title ?? '';
  }

  showBoard() {
    for (const lane of this.lineup.lanes) lane.show(this.app.state.board);
  }

  /** Stops the race, and removes its results. */
  clear() {
    const { lineup, picture, race } = this;
    const { state } = this.app;
    this.race = null;
    race?.drop();
    const counted = countsStates(lineup.lanes);
    for (const lane of lineup.lanes) {
      lane.counted = counted;
      lane.clear();
      if (state.why) lane.status.textContent = '';
    }
    this.showBoard();
    this.repair.show();
    picture.element.hidden = Boolean(state.why); // it promises a plan
    picture.clear(lineup.lanes, counted, this.proving);
    this.results.hidden = true;
    this.again.hidden = true;
    this.next.hidden = true;
    this.start.textContent = 'Start';
    this.start.className = 'primary';
    this.busy(false);
    this.note.say('');
    this.introduce();
  }

  /** Whether a solver can prove its plan, as far as is known. */
  get proving() {
    return !this.description || this.lineup.bounding;
  }

  /** Says what the race is about, or why there is none. */
  introduce() {
    const { headline } = this;
    const { state } = this.app;
    if (state.why) {
      const advice = 'No moves lead to the goal. Swap two tiles, or take a new board.';
      headline.tell(
        'This board cannot be solved.',
        this.repair.element.hidden ? state.why : advice,
      );
    } else if (state.solved) {
      headline.tell('This is the goal.', 'Take a new board.');
    } else if (this.lineup.human) {
      headline.tell(...invitation(state.size === easySize));
    } else {
      const cells = state.board.tiles.length;
      const limit = this.description?.max_time;
      headline.tell(...introduction(this.chosen, cells, this.proving, limit));
    }
  }

  /** Shows the buttons of a race that runs, or of one that does not. @param {boolean} running */
  busy(running) {
    this.stop.hidden = !running;
    this.fresh.hidden = running;
    this.start.hidden = running || !this.repair.element.hidden;
    this.start.disabled = !this.solvable;
  }

  /** Makes moves of the user. The first move starts the race. @param {string} moves */
  playMine(moves) {
    const moved = Boolean(this.lineup.human?.moves);
    if (!this.race && !moved && !this.start.disabled) this.run();
    this.race?.game?.move(moves);
  }

  /** Runs a race, and shows its numbers. */
  async run() {
    const { description, headline, picture } = this;
    if (!description) return;
    this.clear();
    const race = new Race(this.app, description, this.lineup.lanes, picture, headline);
    this.race = race;
    this.busy(true);
    this.stop.focus({ preventScroll: true });
    await race.run();
    if (this.race !== race) return;
    this.race = null;
    this.again.hidden = false;
    this.next.hidden = false;
    this.start.textContent = 'Race again';
    this.start.className = '';
    this.results.replaceChildren(...raceNumbers(race.lanes, description.statistics));
    this.results.hidden = false;
    this.busy(false);
    if (document.activeElement === document.body) this.start.focus({ preventScroll: true });
  }
}
