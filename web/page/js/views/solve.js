// The view Solve: an algorithm solves the board, and its plan is played back.

import { mountBoardForm } from '../boardform.js';
import { BoardView } from '../boardview.js';
import { button, disable, el } from '../dom.js';
import { Player } from '../player.js';
import { solverForm, solverName, solverRequest } from '../settings.js';
import { copyLink } from '../share.js';
import { bytes, count, number, plural, seconds } from '../text.js';

/** @typedef {import('../app.js').Answer} Answer */
/** @typedef {import('../app.js').Progress} Progress */
/** @typedef {import('../board.js').Board} Board */

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  const { state, announce, backend } = app;
  const view = new BoardView({ label: 'Board' });
  const player = new Player((board, at) => {
    view.show(board, state.goal, state.picture);
    plan.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const move = /** @type {HTMLElement | undefined} */ (plan.children[Math.max(0, at - 1)]);
    if (!move) return;
    if (at > 0) move.setAttribute('aria-current', 'step');
    plan.scrollTop = move.offsetTop - plan.offsetTop - plan.clientHeight / 2;
  }, announce);
  const plan = el('div', { class: 'plan', tabIndex: 0, role: 'group', 'aria-label': 'Plan' });
  const figures = el('dl', { class: 'figures' });
  const note = el('p', { class: 'note' });
  const by = el('span', { class: 'muted' });
  const solve = button('Solve', () => run(), { class: 'primary', disabled: true });
  const stop = button('Stop', () => search?.abort(), { disabled: true });
  const iteration = el('p', { class: 'help' }, 'Each iteration expands one state.');
  const moves = el('section', { class: 'stack', 'aria-label': 'Moves' },
    el('div', { class: 'row ends' }, el('h2', {}, 'Plan'),
      el('span', { class: 'help' }, 'Moves of the blank: up, down, left, right')), plan);
  const result = el('section', { class: 'card', 'aria-label': 'Result' }, note, figures, iteration, moves);
  const solver = el('section', { class: 'card' }, el('h2', {}, 'Solver'));
  const form = el('section', { class: 'card' });
  /** @type {AbortController | null} */
  let search = null;
  /** @type {import('../app.js').Description | null} */
  let description = null;

  /** Says something about the search, shows its figures, and reads the text out. */
  const say = (/** @type {string} */ text, kind = '', /** @type {Figures} */ shown = []) => {
    result.hidden = false;
    showFigures(shown);
    note.className = `note ${kind}`;
    note.textContent = text;
    announce(text);
  };

  const showFigures = (/** @type {Figures} */ all) => {
    const shown = all.filter(([, text]) => text !== undefined);
    figures.replaceChildren(...shown.map(([name, text]) => el('div', {}, el('dt', {}, name), el('dd', {}, text))));
    iteration.hidden = !shown.some(([name]) => name === 'Iterations');
  };

  /** Shows the board, without a plan. */
  const clear = () => {
    search?.abort();
    player.pause();
    player.element.hidden = moves.hidden = result.hidden = true;
    view.show(state.board, state.goal, state.picture);
    if (state.why) say(state.why, 'bad');
  };

  /** Shows a plan and plays it back from its start. */
  const showPlan = (/** @type {Board} */ board, /** @type {string} */ text, optimal = false) => {
    const letters = text ? text.split(' ') : [];
    state.learn(board, letters, optimal);
    plan.replaceChildren(...letters.map((move, i) => el('span', { onclick: () => player.seek(i + 1) }, move)));
    player.element.hidden = moves.hidden = letters.length === 0;
    player.load(board, letters);
  };

  const run = async () => {
    const known = description;
    if (!known) return;
    clear();
    const controller = (search = new AbortController());
    const { board } = state;
    const request = { board: state.text, goal: state.goalText, ...solverRequest(known, state.options) };
    /** @type {Progress | null} */
    let last = null;
    /** @type {Progress | null} */
    let best = null; // the event with the best plan so far
    stop.disabled = false;
    disable(solve, true, stop);
    say('Searching.');
    const began = performance.now();
    try {
      /** @type {Answer} */
      const answer = await backend.stream('solve', request, (_, /** @type {Progress} */ progress) => {
        last = progress;
        if (progress.moves) best = progress;
        showFigures(liveFigures(progress, best));
      }, controller.signal);
      const name = solverName(known, { ...state.options, ...answer });
      say(outcome(answer, name, state.why), answer.moves === null ? 'bad' : 'good', answerFigures(answer));
      if (answer.moves !== null) showPlan(board, answer.moves, answer.optimal);
    } catch (error) {
      if (controller !== search || board !== state.board) return; // another board or search took its place
      if (!controller.signal.aborted) return say(/** @type {Error} */ (error).message, 'bad');
      const after = seconds((performance.now() - began) / 1000);
      const found = /** @type {Progress | null} */ (best);
      say(`Stopped after ${after}. ${found ? `The best plan so far has ${plural(found.length ?? 0, 'move')}.`
        : 'No plan was found.'}`, '', last ? liveFigures(last, best) : []);
      if (found?.moves) showPlan(board, found.moves);
    } finally {
      if (controller === search) {
        search = null;
        solve.disabled = false;
        disable(stop, true, solve);
      }
    }
  };

  root.append(
    el('div', { class: 'intro' }, el('h1', {}, 'Solve'),
      el('p', { class: 'muted' }, 'Choose an algorithm, let it solve the board, and play its plan back.')),
    el('div', { class: 'columns' },
      el('div', { class: 'stack' }, view.element,
        el('div', { class: 'row ends under' }, by, el('div', { class: 'row' }, solve, stop)), player.element),
      el('div', { class: 'stack' }, result, solver, form, copyLink(app, 'solve'))));

  const unmountForm = mountBoardForm(form, app);
  /** Shows the form of the solver with the options of the address. */
  const showSolver = () => {
    if (!description) return;
    const known = description;
    let old = state.options;
    by.textContent = solverName(known, old);
    solver.replaceChildren(el('h2', {}, 'Solver'), solverForm(known, old, (values) => {
      const removed = Object.fromEntries(Object.keys(old).map((name) => [name, undefined]));
      state.setOptions({ ...removed, ...values });
      old = values;
      by.textContent = solverName(known, values);
    }));
  };

  const unsubscribe = state.subscribe((change) => {
    if (change === 'board' || change === 'move') clear();
    if (change === 'address') showSolver();
    if (change === 'picture') view.show(state.board, state.goal, state.picture);
  });
  clear();
  app.describe.then((answer) => {
    description = answer;
    solve.disabled = false;
    showSolver();
  }, (error) => say(error.message, 'bad'));
  return () => {
    search?.abort();
    player.pause();
    unsubscribe();
    unmountForm();
  };
}

/** Figures with their names; those that are absent are left out. @typedef {[string, string | undefined][]} Figures */

/**
 * The figures of a running search.
 * @param {Progress} progress
 * @param {Progress | null} best the event with the best plan so far
 * @returns {Figures}
 */
function liveFigures(progress, best) {
  const { generation } = progress;
  return [
    ['Time', seconds(progress.seconds)],
    ['Expanded', count(progress.expanded)],
    ['Generated', count(progress.generated)],
    ['Open', progress.open ? count(progress.open) : undefined],
    ['Bound', generation ? undefined : number(progress.bound)],
    ['Evaluated', generation && count(progress.evaluated)],
    ['Phase', generation && (generation.phase ? count(generation.phase) : 'improvement')],
    ['Generation', generation && count(generation.number)],
    ['Best fitness', generation && count(generation.best)],
    ['Best length', best?.length ? count(best.length) : undefined],
    ['Memory', bytes(progress.bytes)],
  ];
}

/**
 * The figures of a search that has ended.
 * @param {Answer} answer
 * @returns {Figures}
 */
function answerFigures(answer) {
  if (answer.status === 'unsolvable') return []; // parity shows it before any search
  return [
    ['Length', answer.length === null ? undefined : count(answer.length)],
    ['Lower bound', answer.optimal ? undefined : number(answer.lower_bound)],
    ['Iterations', answer.expanded ? count(answer.expanded) : undefined],
    ['Generated', count(answer.generated)],
    ['Evaluated', answer.evaluated ? count(answer.evaluated) : undefined],
    ['Stored', answer.peak_stored ? count(answer.peak_stored) : undefined],
    ['Time', seconds(answer.seconds)],
    ['Memory', bytes(answer.bytes)],
  ];
}

/**
 * Says how a search ended.
 * @param {Answer} answer
 * @param {string} solver its name
 * @param {string} why the board cannot be solved, if so
 */
function outcome(answer, solver, why) {
  const unit = answer.algorithm === 'ga' ? 'evaluations' : 'expansions';
  const done = answer.algorithm === 'ga' ? answer.evaluated : answer.expanded;
  /** @type {Record<string, string>} */
  const ends = {
    unsolvable: why || 'No moves lead to the goal.',
    exhausted: 'The search ended without a plan.',
    cancelled: 'The search was stopped.',
    'time-limit': `The search stopped at the time limit, after ${seconds(answer.seconds)}.`,
    'node-limit': `The search stopped at ${count(answer.node_limit ?? done)} ${unit}.`,
    'memory-limit': `The search stopped at the memory limit, after ${count(done)} ${unit}.`,
  };
  const end = ends[answer.status];
  if (answer.length === null) return end ?? `The search ended: ${answer.status}.`;
  const quality = answer.optimal ? 'The plan is proven optimal: no plan is shorter.'
    : `A shorter plan may exist: the lower bound is ${plural(answer.lower_bound, 'move')}.`;
  return `${end ? `${end} ` : ''}${solver} found a plan of ${plural(answer.length, 'move')}. ${quality}`;
}
