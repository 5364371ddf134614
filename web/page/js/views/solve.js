// The view Solve: an algorithm solves the board, and its plan is played back.

import { mountBoardForm } from '../boardform.js';
import { BoardView } from '../boardview.js';
import { button, disable, el } from '../dom.js';
import { heading, outcome, statisticText } from '../outcome.js';
import { noteFor } from '../parts.js';
import { Player } from '../player.js';
import { optionsForm, solverName, solverRequest } from '../settings.js';
import { copyLink } from '../share.js';
import { count, number, plural, seconds } from '../text.js';

/** @typedef {import('../app.js').Answer} Answer */
/** @typedef {import('../app.js').Description} Description */
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
  const { note, say } = noteFor(app);
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

  /** Shows a text about the search, and figures. */
  const tell = (/** @type {string} */ text, /** @type {import('../parts.js').Kind} */ kind = '',
    /** @type {Figures} */ shown = []) => {
    result.hidden = false;
    showFigures(shown);
    say(text, kind);
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
    if (state.why) tell(state.why, 'bad');
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
    tell('Searching.');
    const began = performance.now();
    try {
      /** @type {Answer} */
      const answer = await backend.stream('solve', request, (_, /** @type {Progress} */ progress) => {
        last = progress;
        if (progress.moves) best = progress;
        showFigures(liveFigures(known, progress, best));
      }, controller.signal);
      const name = solverName(known, { ...state.options, ...answer });
      tell(outcome(answer, name, state.why), answer.moves === null ? 'bad' : 'good', answerFigures(known, answer));
      if (answer.moves !== null) showPlan(board, answer.moves, answer.optimal);
    } catch (error) {
      if (controller !== search || board !== state.board) return; // another board or search replaced this one
      if (!controller.signal.aborted) return tell(/** @type {Error} */ (error).message, 'bad');
      const after = seconds((performance.now() - began) / 1000);
      const found = /** @type {Progress | null} */ (best);
      tell(`Stopped after ${after}. ${found ? `The best plan so far has ${plural(found.length ?? 0, 'move')}.`
        : 'No plan was found.'}`, '', last ? liveFigures(known, last, best) : []);
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
  /** Shows the form of the solver with the options in the address. */
  const showSolver = () => {
    if (!description) return;
    const known = description;
    const name = () => (by.textContent = solverName(known, state.options));
    solver.replaceChildren(el('h2', {}, 'Solver'), optionsForm(known, state, name));
    name();
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
  }, (error) => tell(error.message, 'bad'));
  return () => {
    search?.abort();
    player.pause();
    unsubscribe();
    unmountForm();
  };
}

/** Pairs of a label and a figure; undefined figures are not shown. @typedef {[string, string | undefined][]} Figures */

/**
 * Returns the statistics of a search.
 * @param {Description} known
 * @param {object} values
 * @returns {Figures}
 */
const counted = (known, values) =>
  known.statistics.map((row) => [heading(row), statisticText(row, values) || undefined]);

/**
 * Returns the figures of a running search.
 * @param {Description} known
 * @param {Progress} progress
 * @param {Progress | null} best the event with the best plan so far
 * @returns {Figures}
 */
function liveFigures(known, progress, best) {
  const { generation } = progress;
  return [
    ['Time', seconds(progress.seconds)],
    ...counted(known, progress),
    ['Bound', generation ? undefined : number(progress.bound)],
    ['Phase', generation && (generation.phase ? count(generation.phase) : 'improvement')],
    ['Generation', generation && count(generation.number)],
    ['Best fitness', generation && count(generation.best)],
    ['Best length', best?.length ? count(best.length) : undefined],
  ];
}

/**
 * Returns the figures of a search that has ended.
 * @param {Description} known
 * @param {Answer} answer
 * @returns {Figures}
 */
function answerFigures(known, answer) {
  if (answer.status === 'unsolvable') return []; // found by parity, without a search
  return [
    ['Length', answer.length === null ? undefined : count(answer.length)],
    ['Lower bound', answer.optimal ? undefined : number(answer.lower_bound)],
    ...counted(known, answer),
    ['Time', seconds(answer.seconds)],
  ];
}
