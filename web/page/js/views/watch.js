// The view Watch: two searches side by side on one clock, in the state space of a small board. At
// each step, both searches reach one more board.

import { mountBoardForm } from '../boardform.js';
import { button, el, field } from '../dom.js';
import { chips, noteFor, options } from '../parts.js';
import { opening } from '../race/races.js';
import { copyLink } from '../share.js';
import { colourOf, heuristicChoices, shortName } from '../solvers.js';
import { openSpace } from '../space.js';
import { count, plural } from '../text.js';
import { Timeline } from '../timeline.js';
import { watchNumbers } from '../watch/numbers.js';
import { Panel } from '../watch/panel.js';
import { Problem } from '../watch/problem.js';
import { comparison, namesOf, question } from '../watch/words.js';

/** @typedef {import('../app.js').Description} Description */
/** @typedef {import('../space.js').Space} Space */

/** The sizes with a chip. @type {[string, string][]} */
const usual = [
  ['2x3', '2x3'],
  ['2x4', '2x4'],
  ['3x3', '3x3'],
];

/** The algorithms to choose from, and those that are shown first. */
const watchable = ['bfs', 'astar', 'idastar', 'wastar', 'greedy', 'ga'];
const first = ['astar', 'bfs'];

/** The milliseconds for which the start is shown before the searches are played. */
const hold = 2000;

/** The address of the first race, with its board. */
const raceAddress = `#/race?board=${opening.replaceAll(' ', '+')}`;

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  const view = new WatchView(root, app);
  return () => view.unmount();
}

class WatchView {
  /** @type {Description | null} */
  description = null;
  /** Null while it loads. @type {Space | null} */
  space = null;
  computing = false; // whether the searches still run, before they are played
  turn = 0; // number of starts so far, to drop what an earlier one asked for
  listening = new AbortController(); // its signal ends the listeners

  /**
   * @param {HTMLElement} root
   * @param {import('../app.js').App} app
   */
  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.note = noteFor(app);
    this.problem = new Problem(app);
    this.headline = el('h1', { class: 'headline' });
    this.timeline = new Timeline({
      noun: 'Step',
      show: (at) => this.show(at),
      smooth: true,
      speed: '10',
      speeds: [
        ['30', 'Slow'],
        ['10', 'Normal'],
        ['4', 'Fast'],
      ],
      again: 'Watch again',
    });
    this.panels = first.map((algorithm, i) => this.panel(i, algorithm));
    this.stage = el('div', { class: 'panels' }, ...this.panels.map(({ element }) => element));
    this.sizes = chips('Size', usual, (size) => this.use(size));
    this.next = el('a', { class: 'button', href: raceAddress }, 'Next: a race');
    this.numbers = el('div', { class: 'stack' });
    this.caption = el(
      'p',
      { class: 'sentence' },
      'Each row holds the boards equally far from the goal.',
    );
    this.legend = legend();
    this.bred = el(
      'p',
      { class: 'help' },
      'Genetic: a column is a generation of plans. Stronger colour: more plans end there.',
    );
    const form = el('section', { class: 'card' });
    this.lay(form);
    this.unmountForm = mountBoardForm(form, app);
    root.classList.add('loading');
    this.note.attempt(() => this.prepare());
    this.unsubscribe = app.state.subscribe((change) => {
      if (change === 'board') this.start();
    });
    addEventListener('resize', () => this.layOut(), { signal: this.listening.signal });
  }

  unmount() {
    this.listening.abort();
    this.clear();
    for (const { layers } of this.panels) layers.destroy();
    this.unsubscribe();
    this.unmountForm();
    this.app.state.setOptions({ searches: undefined, heuristics: undefined });
  }

  /**
   * Makes the panel of a search.
   * @param {number} index
   * @param {string} algorithm
   */
  panel(index, algorithm) {
    return new Panel(index ? 'Second search' : 'First search', algorithm, {
      onChoose: (panel, change) => this.choose(panel, change),
      room: () => this.room(),
    });
  }

  /** Puts the elements in their places. @param {HTMLElement} form the form of the board */
  lay(form) {
    const again = button('New board', () => this.use(this.problem.size));
    const sizes = el('div', { class: 'row' }, this.sizes.element, again, this.next);
    const explained = el('div', { class: 'row ends explained' });
    explained.append(this.caption, this.legend, this.bred);
    const estimates = el('div', { class: 'halves' });
    for (const [i, { estimate }] of this.panels.entries()) {
      estimates.append(field(`Heuristic of the ${i ? 'second' : 'first'} search`, estimate));
    }
    const link = copyLink(this.app, 'watch', undefined, () => this.problem.query);
    const searches = el('section', { class: 'card' }, estimates, this.numbers, link);
    this.root.append(
      el('div', { class: 'row ends top' }, this.headline, sizes),
      this.note.note,
      explained,
      this.stage,
      this.timeline.element,
      options(form, searches),
    );
  }

  /** Gets what the backend offers, and the searches in the address. */
  async prepare() {
    const { describe, state } = this.app;
    this.description = await describe;
    const { algorithms } = this.description;
    /** @type {[string, string][]} */
    const choices = [];
    for (const algorithm of algorithms) {
      if (!watchable.includes(algorithm.name)) continue;
      choices.push([algorithm.name, shortName(algorithm)]);
    }
    const heuristics = this.description.heuristics.filter((name) => !name.startsWith('pdb'));
    const searches = (state.options.searches ?? '').split(',');
    const estimates = (state.options.heuristics ?? '').split(',');
    for (const [i, panel] of this.panels.entries()) {
      panel.description = this.description;
      if (choices.some(([name]) => name === searches[i])) panel.algorithm = searches[i];
      const asked = [estimates[i], state.options.heuristic];
      panel.heuristic =
        asked.find((name) => name !== undefined && heuristics.includes(name)) ?? 'manhattan';
      fill(panel.choice, choices, panel.algorithm);
      fill(panel.estimate, heuristicChoices(heuristics), panel.heuristic);
    }
    this.start();
  }

  /** Draws a board for all views. @param {string} size */
  use(size) {
    return this.note.attempt(async () => {
      this.turn++;
      const now = this.turn;
      const info = await this.problem.draw(size);
      if (now !== this.turn) return; // another board was chosen meanwhile
      const { state } = this.app;
      state.goalText = this.problem.goalName;
      state.use(info);
    });
  }

  /**
   * Returns the height that is left for a picture if all pictures, the player and the name of the
   * options fit the window.
   * @returns {number}
   */
  room() {
    const above = this.stage.getBoundingClientRect().top + scrollY;
    const wide = !matchMedia('(max-width: 40em)').matches; // the player is fixed on narrow screens
    const below = this.timeline.element.offsetHeight + (wide ? 88 : 8);
    const heights = this.panels.map(
      ({ element, layers }) => element.offsetHeight - layers.element.offsetHeight,
    );
    return Math.max(240, innerHeight - above - below - Math.max(...heights) - 4);
  }

  layOut() {
    for (const { layers } of this.panels) layers.layOut();
  }

  /**
   * Changes the search of a panel.
   * @param {Panel} panel
   * @param {{algorithm?: string, heuristic?: string}} change
   */
  choose(panel, change) {
    const { algorithm } = panel;
    Object.assign(panel, change);
    // Two equal searches would show the same twice. The genetic solver draws other random numbers.
    const other = this.panels[1 - this.panels.indexOf(panel)];
    const equal = panel.algorithm === other.algorithm && !panel.known?.takes.includes('seed');
    if (equal && !panel.known?.informed) {
      other.algorithm = algorithm;
    } else if (equal && panel.heuristic === other.heuristic) {
      const changed = change.heuristic ? other : panel;
      changed.heuristic = panel.heuristic === 'misplaced' ? 'manhattan' : 'misplaced';
    }
    this.app.state.setOptions({
      searches: this.panels.map((panel) => panel.algorithm).join(','),
      heuristics: this.panels.map((panel) => panel.heuristic).join(','),
    });
    this.start();
  }

  /** Shows all searches at a step of the clock. @param {number} at */
  show(at) {
    for (const panel of this.panels) panel.show(at);
    const { space, timeline } = this;
    if (this.computing && space) {
      timeline.first.disabled = true;
      timeline.back.disabled = true;
      timeline.toggle.disabled = true;
      timeline.label.textContent = `${plural(at, 'step')} so far`;
      this.headline.textContent =
        'The searches are being computed. They are played as soon as they end.';
      return;
    }
    const ended = this.panels.every(({ answer, reached }) => answer && at >= reached.length);
    this.next.classList.toggle('primary', space !== null && ended);
    this.headline.textContent = space && ended ? comparison(this.panels) : question(this.panels);
  }

  /** The number of steps until both searches have ended. */
  get steps() {
    return Math.max(...this.panels.map(({ reached }) => reached.length));
  }

  /** Ends the searches, and removes their results. */
  clear() {
    this.turn++;
    this.computing = false;
    this.timeline.pause();
    for (const [i, panel] of this.panels.entries()) {
      panel.clear();
      this.legend.style.setProperty(`--reached-${i}`, colourOf(panel.algorithm));
    }
    this.numbers.replaceChildren();
    this.note.say('');
  }

  /** Begins anew with the board. If its space does not load, the note says why. */
  async start() {
    const now = this.turn + 1;
    await this.note.attempt(() => this.open());
    if (this.turn !== now || this.space) return;
    for (const { text } of this.panels) text.textContent = '';
  }

  /** Opens the space of the board, runs both searches and plays them. */
  async open() {
    this.clear();
    const now = this.turn;
    const { state } = this.app;
    this.problem.own = null;
    this.sizes.mark(state.size);
    this.showParts(state.why === '');
    if (state.why) {
      this.headline.textContent = 'This board cannot be solved.';
      this.note.say(state.why, 'bad');
      return;
    }
    this.setSpace(null);
    if (!this.description) return; // this function is called again
    this.timeline.resize(0, 0);
    const replacement = await this.problem.replacement();
    if (now !== this.turn) return;
    this.problem.own = replacement?.instead ?? null;
    const space = await openSpace(this.problem.goal);
    if (now !== this.turn) return;
    this.setSpace(space);
    if (replacement) this.note.say(replacement.reason);
    this.computing = true;
    this.timeline.seek(0);
    await Promise.all(this.panels.map((panel) => this.run(panel)));
    if (now !== this.turn) return;
    this.computing = false;
    this.play();
  }

  /** Shows or hides the picture and its explanations. @param {boolean} solvable */
  showParts(solvable) {
    const genetic = this.panels.map(({ known }) => known?.generations ?? false);
    this.bred.hidden = !genetic.some(Boolean);
    this.timeline.element.hidden = !solvable;
    this.stage.hidden = !solvable;
    this.caption.hidden = !solvable;
    // The picture of the genetic solver has no dots.
    this.legend.hidden = !solvable || genetic.every(Boolean);
  }

  /** Shows the space of the board. @param {Space | null} space null while it loads */
  setSpace(space) {
    this.space = space;
    this.root.classList.toggle('loading', space === null);
    for (const panel of this.panels) panel.space = space;
    if (!space) return;
    const { board, size } = this.problem;
    const names = namesOf(this.panels);
    this.sizes.mark(size);
    for (const [i, panel] of this.panels.entries()) {
      panel.layers.open(space, board);
      panel.layers.canvas.setAttribute(
        'aria-label',
        `${names[i]} in the state space of ${size}: ${count(space.states)} boards, at most ` +
          `${plural(space.counts.length - 1, 'move')} from the goal. Numbers are under Options.`,
      );
      panel.showBoard(space.ranking.rank(board.tiles), 'reached last');
    }
  }

  /** Runs the search of a panel. @param {Panel} panel */
  async run(panel) {
    const { problem } = this;
    const { backend, state } = this.app;
    const { board } = problem;
    const seed = String(1 + this.panels.indexOf(panel));
    const onReach = () => this.timeline.resize(this.steps, this.steps);
    const answer = await panel.run(backend, problem, seed, onReach);
    if (!answer || problem.own) return;
    state.learn(board, answer.moves ? answer.moves.split(' ') : [], answer.optimal);
  }

  /** Plays the searches, which have ended, and shows their numbers. */
  play() {
    const { panels, steps, timeline } = this;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.numbers.replaceChildren(...watchNumbers(panels, this.description?.statistics ?? []));
    timeline.resize(steps, still ? steps : 1);
    if (!still && steps > 1) timeline.play(hold);
    else timeline.pause();
    const names = namesOf(panels);
    const shares = panels.map(({ share }, i) => `${names[i]}: ${share} of all boards.`);
    this.app.announce(shares.join(' '));
  }
}

/** Makes the legend of the picture. */
function legend() {
  const items = [
    ['unreached', 'A dot is one board.'],
    ['unreached many', 'A bar is many boards.'],
    ['reached', 'reached by the search'],
    ['fresh', 'just now'],
    ['line', 'plan'],
  ];
  const list = el('ul', { class: 'legend' });
  for (const [kind, text] of items) {
    list.append(el('li', {}, el('span', { class: `key ${kind}` }), text));
  }
  return list;
}

/**
 * Fills a select box.
 * @param {HTMLSelectElement} box
 * @param {[string, string][]} choices pairs of a value and a text
 * @param {string} chosen
 */
function fill(box, choices, chosen) {
  const items = choices.map(([value, text]) => new Option(text, value, false, value === chosen));
  box.replaceChildren(...items);
}
