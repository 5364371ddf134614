// The view Solve: a solver finds a plan, proves how short plans can be, and the plan is played
// back.

import { mountBoardForm, sizeChips } from '../boardform.js';
import { BoardView } from '../boardview.js';
import { button, el, select } from '../dom.js';
import { ending, heading, statisticText } from '../outcome.js';
import { chips, figures, noteFor, options, table } from '../parts.js';
import { Player } from '../player.js';
import { heuristicAbout, optionsForm, solverRequest } from '../settings.js';
import { copyLink } from '../share.js';
import {
  cellsToProve,
  heuristicChoices,
  heuristicName,
  improving,
  preferred,
  shortName,
  usualLimit,
} from '../solvers.js';
import { bytes, count, plural, seconds } from '../text.js';

/** @typedef {import('../app.js').Answer} Answer */
/** @typedef {import('../app.js').Description} Description */
/** @typedef {import('../app.js').Progress} Progress */
/** @typedef {import('../app.js').SolveRequest} SolveRequest */
/** @typedef {import('../board.js').Board} Board */

/**
 * What is known about a board: the shortest plan so far and the solver that found it, the proven
 * lower bound of the length, and the time spent. The answer is that of the last search, unless the
 * user stopped it.
 * @typedef {{moves: string, length: number, solver: string, bound: number, time: number, answer:
 *   Answer | null}} Known
 */

/** What a solver does. */
const purpose =
  'A solver finds a plan: moves that put the tiles in order. If it can, it proves that no plan ' +
  'is shorter. Blue tiles are in place.';

/** Arrows for moves. @type {Record<string, string>} */
const arrows = { U: '↑', D: '↓', L: '←', R: '→' };

/** The seconds by which a search is continued. */
const more = 5;

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  const { state, announce, backend } = app;
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const view = new BoardView({ label: 'Board' });
  const player = new Player((board, at) => {
    view.show(board, state.goal, state.picture);
    plan.querySelector('[aria-current]')?.removeAttribute('aria-current');
    plan.children[at - 1]?.setAttribute('aria-current', 'step');
  }, announce);
  const plan = el('div', { class: 'plan', role: 'group', 'aria-label': 'Moves of the blank' });
  const list = el(
    'div',
    { class: 'moves' },
    el(
      'span',
      { class: 'muted', 'aria-hidden': 'true' },
      'Where the empty cell goes, move by move:',
    ),
    plan,
  );
  const title = el('h1', { class: 'headline' });
  const sentence = el('p', { class: 'sentence' });
  const { note, say, attempt } = noteFor(app);
  const [main, showMain] = figures('States expanded', 'Time', 'Memory');
  main.classList.add('three');
  const meaning = el('p', { class: 'help' });
  const counters = el('dl', { class: 'figures' });
  const solve = button('Solve', () => begin(), { class: 'primary', disabled: true });
  const stop = button('Stop', () => search?.abort(), { class: 'primary', hidden: true });
  const longer = button(`Search ${more} s more`, () => extend(), { hidden: true });
  const again = copyLink(app, 'solve', 'Copy link', () => `${state.query}&run=1`);
  const fresh = button('New puzzle', () => attempt(() => sizes.fresh()), { class: 'soft' });
  const lengths = between();
  const result = el(
    'section',
    { class: 'side', 'aria-label': 'Result' },
    lengths.element,
    el('div', { class: 'stack tight' }, main, meaning),
    player.element,
    list,
  );
  const solver = el('section', { class: 'card' });
  const form = el('section', { class: 'card' });
  const counted = el(
    'section',
    { class: 'card', 'aria-label': 'All counters' },
    el('h2', {}, 'All counters'),
    counters,
  );
  const choices = el('div');
  const heuristic = select([], '', (value) => {
    state.setOptions({ heuristic: value });
    showSolver();
    changed();
  });
  /** The solvers, in place of the chips on a narrow screen. */
  const menu = select([], '', (value) => choose(value));
  menu.setAttribute('aria-label', 'Solver');
  menu.className = 'menu';
  const estimate = el('label', { class: 'choice' }, 'with', heuristic);
  /** The finished searches of this board. @type {{key: string, cells: string[]}[]} */
  let runs = [];
  const history = el('section', { class: 'stack', hidden: true });
  const rest = options(solver, form, counted);
  const sizes = sizeChips(app);
  /** @type {AbortController | null} */
  let search = null;
  /** @type {Description | null} */
  let description = null;
  /** @type {Known | null} */
  let known = null;
  let old = ''; // the name of the solver of a result that is no longer chosen
  let left = false; // whether the reader has left the view

  /** Shows a headline and a sentence below it, and reads them out. */
  const tell = (/** @type {string} */ text, /** @type {string} */ below, aloud = true) => {
    title.textContent = text;
    sentence.textContent = below;
    if (aloud) announce(`${text} ${below}`);
  };

  /** Shows the board, without a result. */
  const clear = () => {
    const running = search;
    search = null;
    running?.abort();
    player.pause();
    known = null;
    age('');
    say('');
    runs = runs.filter(({ key }) => key === boardKey());
    history.hidden = runs.length < 2;
    result.hidden = longer.hidden = again.hidden = counted.hidden = true;
    busy(false);
    sizes.mark();
    fresh.className = state.why || state.solved ? 'primary' : 'soft'; // the next thing to do
    view.show(state.board, state.goal, state.picture);
    if (state.why) tell('This board cannot be solved.', state.why);
    else if (state.solved) tell('This is the goal.', 'Take a new puzzle.', running !== null);
    else {
      // The last announcement may say that the solver is searching.
      tell('How many moves does it take?', purpose, running !== null);
      estimated(state.board);
    }
  };

  /** Says how many moves are needed at least. */
  const estimated = async (/** @type {Board} */ board) => {
    const { text, goalText: goal } = state;
    const {
      estimates: [least],
      // the sentence can do without
    } = await backend.call('estimate', { boards: [text], goal }).catch(() => ({ estimates: [] }));
    if (!least || board !== state.board || sentence.textContent !== purpose) return;
    sentence.textContent = `At least ${count(least)}. ${purpose}`;
  };

  /** What searches must have in common to be compared. */
  const boardKey = () => `${state.text} ${state.goalText}`;

  /** Adds a finished search to the table of the searches of this board. */
  const record = (/** @type {Answer} */ answer, /** @type {string} */ name) => {
    const informed = description?.algorithms.find((a) => a.name === answer.algorithm)?.informed;
    runs.push({
      key: boardKey(),
      cells: [
        name,
        informed ? heuristicName(answer.heuristic) : '',
        answer.length === null ? '–' : count(answer.length),
        answer.optimal ? 'yes' : 'no',
        count(answer.expanded || answer.evaluated),
        seconds(answer.seconds),
      ],
    });
    history.hidden = runs.length < 2; // the result shows a single run
    history.replaceChildren(
      el('h2', {}, 'Your runs on this board'),
      table(
        'Your runs on this board',
        ['Solver', 'Heuristic', 'Moves', 'Proved', 'States or plans', 'Time'],
        runs.map(({ cells }) => cells),
        [false, false, true, false, true, true],
      ),
    );
  };

  /** Shows whether a search runs. */
  const busy = (/** @type {boolean} */ is) => {
    stop.hidden = !is;
    solve.hidden = is;
    if (is && document.activeElement === document.body) stop.focus({ preventScroll: true });
    solve.disabled = !description || Boolean(state.why) || state.solved;
    offer();
  };

  /**
   * Names what the button does: once there is a current result, it is no longer the primary action.
   */
  const offer = () => {
    const chosen = description?.algorithms.find((a) => a.name === state.options.algorithm);
    const current = known !== null && !old;
    solve.textContent = current
      ? 'Solve again'
      : old && chosen
        ? `Solve with ${shortName(chosen)}`
        : 'Solve';
    solve.className = current ? '' : 'primary';
  };

  /** Marks the result as old, with the name of its solver, or as current if the name is empty. */
  const age = (/** @type {string} */ name) => {
    old = name;
    result.classList.toggle('old', name !== '');
    if (name) longer.hidden = again.hidden = true; // they would go on with the solver before
    offer();
  };

  /** Shows the plan and the numbers. */
  const show = () => {
    if (!known || !description) return;
    const { moves, length, bound, time, answer, solver: name } = known;
    const proven = moves !== '' && bound >= length;
    // an earlier search may have a proof
    const { optimal = false, left: shortest = 0 } = state.plans.get(state.text) ?? {};
    result.hidden = false;
    age('');
    const found = `${name} found ${plural(length, 'move')}`;
    const informed = description.algorithms.find((a) => a.name === answer?.algorithm)?.informed;
    const how =
      informed && answer?.heuristic
        ? `It estimated the moves left by ${heuristicName(answer.heuristic)}.`
        : '';
    if (proven) tell(`${found} and proved that no plan is shorter.`, how);
    else if (moves && optimal) {
      tell(
        `${found}, ${length > shortest ? `${count(length - shortest)} more than the shortest plan` : 'the fewest possible'}.`,
        `An earlier search proved that ${plural(shortest, 'move')} are needed.`,
      );
    } else if (moves) tell(`${found} in ${seconds(time)}.`, 'A shorter plan may exist.');
    else if (answer) tell(`${name} found no plan.`, ending(answer, state.why));
    else tell(`Stopped after ${seconds(time)}.`, 'No plan was found.');
    lengths.show(Math.max(bound, optimal ? length : 0), moves ? length : null);
    longer.hidden = proven || optimal || Boolean(state.why);
    again.hidden = Boolean(state.why);
    list.hidden = player.element.hidden = moves === '';
    if (answer) showCounters(answer);
  };

  const showCounters = (/** @type {import('../app.js').Stats & {seconds: number}} */ values) => {
    if (!description) return;
    const genetic = values.evaluated > 0;
    const [name, amount] = genetic
      ? ['Plans evaluated', values.evaluated]
      : ['States expanded', values.expanded];
    main.querySelectorAll('dt')[0].textContent = name;
    meaning.textContent = genetic
      ? 'To evaluate a plan is to see how far it comes.'
      : 'To expand a state, a board, is to try all its moves.';
    showMain(count(amount ?? 0), seconds(values.seconds), bytes(values.bytes ?? 0));
    counted.hidden = search !== null; // while a search runs, some counters run ahead of others
    counters.replaceChildren(
      ...description.statistics
        .filter(({ name }) => name !== 'expanded_before_last_f')
        .map((row) => [heading(row), statisticText(row, values)])
        .filter(([, text]) => text)
        .map(([label, text]) => el('div', {}, el('dt', {}, label), el('dd', {}, text))),
    );
  };

  /** Loads the plan and plays it, unless the reader wants less motion. */
  const play = (/** @type {Board} */ board) => {
    const letters = known?.moves ? known.moves.split(' ') : [];
    plan.replaceChildren(
      ...letters.map((move, i) => el('span', { onclick: () => player.seek(i + 1) }, arrows[move])),
    );
    player.load(board, letters);
    if (!letters.length) return;
    // The Space key plays and pauses, so the button that was pressed gives up the focus.
    if (document.activeElement === document.body || document.activeElement === solve) {
      player.toggle.focus({ preventScroll: true });
    }
    if (!still.matches) player.play();
  };

  /** Searches on where the last search ended. */
  const extend = () => {
    if (!known || !description) return;
    const { answer, time, moves } = known;
    const last = answer?.algorithm ?? state.options.algorithm;
    const cells = state.board.tiles.length;
    const has = (/** @type {string} */ name) =>
      description?.algorithms.some((known) => known.name === name);
    const same = improving.includes(last ?? '') || !moves;
    const algorithm = same ? last : cells <= cellsToProve ? 'idastar' : improving.find(has);
    return run({ algorithm, time_limit: same ? time + more : more }, known);
  };

  /**
   * Solves the board. If a new board was requested, the search waits for it, because a new board
   * ends a search.
   */
  const begin = async () => {
    await state.settled();
    if (!left && !search && !state.why) run();
  };

  /**
   * Runs a search.
   * @param {Partial<SolveRequest>} [also] parameters besides those of the form
   * @param {Known} [before] what an earlier search of this board found
   */
  const run = async (also = {}, before) => {
    const about = description;
    if (!about) return;
    if (!before) clear();
    player.pause();
    const controller = (search = new AbortController());
    const { board } = state;
    const chosen = solverRequest(about, state.options);
    chosen.time_limit ??= usualLimit(chosen.algorithm, board.tiles.length);
    const request = { board: state.text, goal: state.goalText, ...chosen, ...also };
    if (also.algorithm && also.algorithm !== chosen.algorithm) request.settings = {};
    /** @type {Progress | null} */
    let last = null;
    let moves = ''; // the best plan of this search
    const name = (/** @type {string | undefined} */ algorithm) =>
      shortName(about.algorithms.find((a) => a.name === algorithm)) || 'The solver';
    longer.hidden = again.hidden = true;
    busy(true);
    tell(`${name(request.algorithm)} is searching.`, 'It has not found a plan yet.');
    const began = performance.now();
    /** Keeps the better of the results of this search and the one before. */
    const keep = (
      /** @type {string} */ solver,
      /** @type {number} */ bound,
      /** @type {Answer | null} */ answer,
    ) => {
      const length = moves ? moves.split(' ').length : Infinity;
      const better = !before?.moves || length < before.length;
      known = {
        ...(better
          ? { moves, length, solver }
          : { moves: before.moves, length: before.length, solver: before.solver }),
        bound: Math.max(bound, before?.bound ?? 0),
        answer,
        time: answer?.seconds ?? (performance.now() - began) / 1000,
      };
      if (known.bound >= known.length && !better)
        known.solver = `${before?.solver} found ${known.length} moves. ${solver}`;
      state.learn(board, known.moves ? known.moves.split(' ') : [], known.bound >= known.length);
    };
    try {
      /** @type {Answer} */
      const answer = await backend.stream(
        'solve',
        request,
        (_, /** @type {Progress} */ progress) => {
          if (controller !== search) return;
          last = progress;
          moves = progress.moves ?? moves;
          result.hidden = false;
          list.hidden = player.element.hidden = !before?.moves;
          showCounters(progress);
          const bound = Math.max(progress.bound ?? 0, before?.bound ?? 0);
          const length = Math.min(progress.length || Infinity, before?.length ?? Infinity);
          const least = bounds(about, request.algorithm, progress) ? bound : (before?.bound ?? 0);
          lengths.show(least, length === Infinity ? null : length);
          const best =
            length < Infinity
              ? `The best plan so far has ${plural(length, 'move')}.`
              : 'It has not found a plan yet.';
          const needed = least
            ? ` At least ${plural(least, 'move')} ${least === 1 ? 'is' : 'are'} needed.`
            : '';
          tell(title.textContent ?? '', `${best}${needed}`, false);
        },
        controller.signal,
      );
      if (controller !== search) return;
      moves = answer.moves ?? '';
      record(answer, name(answer.algorithm));
      keep(
        name(answer.algorithm),
        answer.optimal ? (answer.length ?? 0) : (answer.lower_bound ?? 0),
        answer,
      );
    } catch (error) {
      // another board or search replaced this one
      if (controller !== search || board !== state.board) return;
      if (!controller.signal.aborted) {
        busy(false);
        tell('The search failed.', '');
        return say(/** @type {Error} */ (error).message, 'bad');
      }
      const seen = /** @type {Progress | null} */ (last);
      keep(
        name(request.algorithm),
        seen && bounds(about, request.algorithm, seen) ? seen.bound : 0,
        null,
      );
    }
    search = null;
    busy(false);
    show();
    play(board);
    // another solver was chosen meanwhile
    if (state.options.algorithm !== chosen.algorithm) changed();
  };

  /** Handles keys, unless the focus is in a control that uses them. */
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (result.hidden || player.element.hidden || event.ctrlKey || event.altKey || event.metaKey)
      return;
    const target = /** @type {Element} */ (event.target);
    if (target.matches('input, textarea, select, summary, a')) return;
    const by = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 })[event.key];
    if (by) player.step(by);
    else if (event.key === ' ' && !target.matches('button')) player.toggle.click();
    else return;
    event.preventDefault();
  };

  root.append(
    el(
      'div',
      { class: 'stage' },
      view.element,
      el(
        'div',
        { class: 'side' },
        el(
          'div',
          { class: 'stack top' },
          el('div', { class: 'row ends' }, sizes.element, fresh),
          choices,
        ),
        el('div', { class: 'words' }, title, note, sentence),
        el('div', { class: 'row' }, solve, stop, menu, longer, again),
        result,
      ),
    ),
    rest,
    history,
  );

  const unmountForm = mountBoardForm(form, app);
  /** Shows the form of the solver with the options in the address. */
  const showSolver = () => {
    if (!description) return;
    const about = description;
    solver.replaceChildren(el('h2', {}, 'Solver'), optionsForm(about, state, changed, app.backend));
    showChips();
  };

  /** Shows the chips of the usual solvers, and of the chosen one. */
  const showChips = () => {
    if (!description) return;
    const { algorithm = '' } = state.options;
    const focus =
      document.activeElement instanceof HTMLButtonElement &&
      choices.contains(document.activeElement)
        ? document.activeElement.value
        : null;
    /** @type {[string, string][]} */
    const all = preferred(description, algorithm).map((known) => [known.name, shortName(known)]);
    const { element, mark } = chips('Solver', [['', 'Best'], ...all], choose);
    element.classList.add('solvers');
    element.firstElementChild?.setAttribute('aria-label', 'Best for this size');
    element.firstElementChild?.setAttribute('title', 'The best solver for this size');
    element.append(
      button(
        'More …',
        () => {
          rest.open = true;
          rest.scrollIntoView();
          solver.querySelector('select')?.focus({ preventScroll: true });
        },
        { title: 'All solvers, under Options' },
      ),
    );
    menu.replaceChildren(
      ...[
        ['', 'Best for the size'],
        ...description.algorithms.map((known) => [known.name, shortName(known)]),
      ].map(([value, text]) => new Option(text, value, false, value === algorithm)),
    );
    mark(algorithm);
    const chosen = description.algorithms.find(({ name }) => name === algorithm);
    estimate.hidden = !chosen?.informed;
    const { heuristic: usual = chosen?.heuristic ?? '' } = state.options;
    heuristic.replaceChildren(
      ...heuristicChoices(description.heuristics).map(
        ([value, text]) => new Option(text, value, false, value === usual),
      ),
    );
    element.append(
      estimate,
      el(
        'p',
        { class: 'help' },
        chosen?.informed
          ? heuristicAbout[usual]
          : chosen
            ? `${chosen.label} ${chosen.about}.`
            : 'Best: IDA* up to 4x4, beam search on larger boards.',
      ),
    );
    choices.replaceChildren(element);
    if (focus !== null)
      [...element.querySelectorAll('button')].find(({ value }) => value === focus)?.focus();
  };

  /** Marks a result of another solver as old. */
  const changed = () => {
    showChips();
    if (!known || !description) return;
    age(known.solver);
    const { algorithm } = state.options;
    const name =
      shortName(description.algorithms.find((a) => a.name === algorithm)) ||
      'The best solver for this size';
    if (name === old)
      tell('The settings have changed.', 'The result below is from the settings before.');
    else tell(`${name} has not solved this board yet.`, `The result below is from ${old}.`);
  };

  /** Chooses a solver with a chip, and drops the options that it does not take. */
  const choose = (/** @type {string} */ algorithm) => {
    const takes = description?.algorithms.find(({ name }) => name === algorithm)?.takes ?? [];
    const kept = [
      'algorithm',
      'race',
      'node-limit',
      'time-limit',
      ...(algorithm === 'ga' ? ['evaluations'] : []),
      ...takes,
    ];
    const dropped = Object.keys(state.options).filter((name) => !kept.includes(name));
    state.setOptions({
      ...Object.fromEntries(dropped.map((name) => [name, undefined])),
      algorithm,
    });
    showSolver();
    if (search) {
      search.abort();
      return;
    }
    changed();
  };

  const unsubscribe = state.subscribe((change) => {
    if (change === 'board' || change === 'move') clear();
    if (change === 'address') showSolver();
    if (change === 'picture') view.show(state.board, state.goal, state.picture);
  });
  document.addEventListener('keydown', key);
  clear();
  attempt(async () => {
    description = await app.describe;
    showSolver();
    busy(search !== null);
    if (state.options.run) {
      state.setOptions({ run: undefined });
      begin();
    }
  });
  return () => {
    left = true;
    const running = search;
    search = null;
    running?.abort();
    player.pause();
    document.removeEventListener('keydown', key);
    unsubscribe();
    unmountForm();
  };
}

/**
 * Returns whether the bound in an event is a proven lower bound of the length of a plan.
 * @param {Description} about
 * @param {string | undefined} algorithm
 * @param {Progress} progress
 */
const bounds = (about, algorithm, progress) =>
  Boolean(progress.generation) ||
  (about.algorithms.find(({ name }) => name === algorithm)?.optimal ?? true);

/** Makes the bar that shows between which lengths the shortest plan is. */
function between() {
  const range = el('span');
  const low = el('b');
  const high = el('b');
  const words = el('p', {}, low, ' ≤ shortest ≤ ', high);
  const element = el(
    'div',
    { class: 'between' },
    el('div', { class: 'track', 'aria-hidden': 'true' }, range),
    words,
  );
  return {
    element,
    /**
     * @param {number} bound the proven lower bound
     * @param {number | null} length of the best plan; null if there is none
     */
    show(bound, length) {
      const proven = length !== null && bound >= length;
      element.hidden = proven || (length === null && !bound);
      element.classList.toggle('open', length === null);
      low.textContent = count(bound);
      if (length === null) words.replaceChildren(low, ' (proved) ≤ shortest');
      else {
        high.textContent = count(length);
        words.replaceChildren(low, ' (proved) ≤ shortest ≤ ', high, ' (found)');
      }
      const top = length ?? bound * 2;
      range.style.left = `${(100 * bound) / top}%`;
    },
  };
}
