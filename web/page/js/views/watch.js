// The view Watch. It shows the state space of a small board, step by step in the order in which a search
// reaches the states. For the genetic solver, it also shows the population of each generation.

import { format, replay } from '../board.js';
import { mountBoardForm } from '../boardform.js';
import { BoardView } from '../boardview.js';
import { button, el } from '../dom.js';
import { Layers } from '../layers.js';
import { heading, outcome, statisticText } from '../outcome.js';
import { noteFor, table } from '../parts.js';
import { PopulationView } from '../population.js';
import { optionsForm, solverName, solverRequest } from '../settings.js';
import { copyLink } from '../share.js';
import { bytesOf, openSpace, ranksOf, sizes } from '../space.js';
import { count, number, plural, seconds } from '../text.js';
import { Timeline } from '../timeline.js';

/** @typedef {import('../app.js').Answer} Answer */
/** @typedef {import('../app.js').Population} Population */
/** @typedef {import('../app.js').WatchProgress} WatchProgress */
/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('../space.js').Space} Space */

/** The searches with a button. */
const searches = ['bfs', 'astar', 'idastar', 'ga'];

/** The maximum numbers of members of a population that are shown, on wide and on narrow screens. */
const shownMost = 200;
const shownFew = 60;

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  const { state, backend } = app;
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  /** @type {import('../app.js').Description | null} */
  let description = null;
  /** @type {AbortController | null} */
  let search = null;
  /** @type {Space | null} */
  let space = null;
  /** The states that the search reached, in their order. */
  let reached = new Uint32Array();
  /** @type {Population[]} */
  let populations = [];
  /** The name of the solver whose search is shown. */
  let name = '';
  let following = false; // whether one timeline is being moved by the other
  let pointed = false; // whether a state is under the pointer
  let opening = Promise.resolve(); // resolved when the space of the board is shown

  const { note, say, attempt } = noteFor(app);
  /** A button for each of the searches, made when their names are known. @type {HTMLButtonElement[]} */
  let buttons = [];
  const choices = el('div', { class: 'row', role: 'group', 'aria-label': 'Search' });
  const stop = button('Stop', () => search?.abort(), { disabled: true });
  const layers = new Layers((rank) => {
    pointed = rank !== null && space !== null;
    if (pointed) showState(/** @type {number} */ (rank));
    else showReached(timeline.at);
  });
  const shownState = new BoardView({ label: 'State' });
  const stateText = el('p', { class: 'muted' });
  const timeline = new Timeline({
    noun: 'State', show: (at) => showReached(at), smooth: true, speed: '8',
    speeds: [['24', 'in 24 s'], ['8', 'in 8 s'], ['3', 'in 3 s']],
  });
  const swatch = (/** @type {string} */ kind, /** @type {string} */ text) =>
    el('li', {}, el('span', { class: `key ${kind}` }), text);
  const member = swatch('member', 'members of the population');
  const legend = el('ul', { class: 'legend' },
    swatch('ramp', 'reached first to last'), swatch('unreached', 'not reached'),
    swatch('line', 'the plan'), member);
  const byLayer = el('details', {}, el('summary', {}, 'The layers as a table'), el('div'));
  const controls = el('div', { class: 'with-state' }, timeline.element,
    el('div', { class: 'state' }, shownState.element, stateText));
  const picture = el('section', { class: 'card space', 'aria-label': 'State space' },
    el('div', { class: 'row ends' }, el('h2', {}, 'State space'), legend),
    controls, layers.element,
    el('p', { class: 'help' }, 'The numbers are distances from the goal. Within a layer, states nearer to the start '
      + 'are further left. Point at a state to see its board.'),
    byLayer);

  /** The rows of the table, one for each search on this board. @type {string[][]} */
  let compared = [];
  const comparison = el('section', { class: 'card', hidden: true, 'aria-label': 'Searches on this board' });

  const members = new PopulationView();
  const generations = new Timeline({
    noun: 'Population', show: (at) => showPopulation(at), speed: '4',
    speeds: [['1', '1 per s'], ['4', '4 per s'], ['16', '16 per s']],
  });
  const populationText = el('p');
  const fittest = el('details', {}, el('summary', {}, 'The ten fittest as a table'), el('div'));
  const population = el('section', { class: 'card', hidden: true, 'aria-label': 'Population' },
    el('h2', {}, 'Population'), populationText, generations.element, members.element,
    el('p', { class: 'help' }, 'Each board is where the plan of a member ends, the fittest first. '
      + 'A tile that is in its place has a colour.'),
    fittest);

  const solver = el('section', { class: 'card' }, el('h2', {}, 'Solver'));
  const form = el('section', { class: 'card' });

  /** Moves the other timeline. @param {() => void} move */
  const follow = (move) => {
    following = true;
    move();
    following = false;
  };

  /** Shows the board of a state. */
  const showState = (/** @type {number} */ rank, text = '') => {
    if (!space) return;
    const order = text ? -1 : reached.indexOf(rank);
    const known = text || (order < 0 ? 'Not reached' : `State ${count(order + 1)}`);
    shownState.show(space.ranking.unrank(rank), space.goal);
    stateText.textContent = `${known}: ${plural(space.distance(rank), 'move')} from the goal`;
  };

  /** Shows the first states that were reached. */
  const showReached = (/** @type {number} */ at) => {
    layers.draw({ at });
    if (!pointed && at > 0) showState(reached[at - 1], `State ${count(at)}`);
    const later = populations.findIndex((p) => p.reached > at);
    const now = Math.max(1, later < 0 ? populations.length : later);
    if (!following && populations.length && now !== generations.at) follow(() => generations.seek(now));
  };

  /** Shows a generation. */
  const showPopulation = (/** @type {number} */ at) => {
    const shown = populations[at - 1];
    if (!shown) return;
    const { rows, cols } = state.board;
    const tiles = bytesOf(shown.boards);
    const boards = shown.fitness.map((_, i) =>
      ({ rows, cols, tiles: [...tiles.subarray(i * rows * cols, (i + 1) * rows * cols)] }));
    const here = space;
    const ranks = here ? boards.map((board) => here.ranking.rank(board.tiles)) : [];
    const distances = here ? ranks.map((rank) => here.distance(rank)) : [];
    const [near, far] = [Math.min(...distances), Math.max(...distances)];
    const from = distances.length ? ` They are ${near} to ${plural(far, 'move')} from the goal.` : '';
    const generation = shown.number ? `generation ${shown.number}` : 'first population';
    const some = boards.slice(0, innerWidth < 640 ? shownFew : shownMost);
    const text = `Phase ${shown.phase}, ${generation}: best fitness ${count(shown.best)}, `
      + `mean ${number(shown.mean)}, where less is better. The plans of the ${plural(shown.members, 'member')} end on `
      + `${plural(Math.round(shown.diversity * shown.members), 'board')}.${from}`
      + (some.length < shown.members ? ` The fittest ${count(some.length)} are shown.` : '');
    populationText.textContent = text;
    members.show(some, state.goal, text);
    fittest.lastElementChild?.replaceWith(table('The ten fittest members', ['Fitness', 'Board', 'Moves from the goal'],
      some.slice(0, 10).map((board, i) => [count(shown.fitness[i]),
        el('span', { class: 'mono' }, format(board)), String(distances[i] ?? 'unknown')])));
    if (here) {
      layers.draw({ members: [...new Set(ranks)] });
      if (!search && !following) follow(() => timeline.pause(shown.reached));
    }
  };

  /** Shows how many states of each layer were reached. */
  const showLayers = () => {
    const here = space;
    if (!here) return;
    const known = here.counts.map(() => 0);
    for (const rank of reached) known[here.distance(rank)]++;
    byLayer.lastElementChild?.replaceWith(table('States by distance', ['Distance', 'States', 'Reached', 'Share'],
      here.counts.map((all, distance) =>
        [String(distance), count(all), count(known[distance]), percent(known[distance] / all)])));
    const label = `State space of ${state.size}: ${count(here.states)} states, at most `
      + `${plural(here.counts.length - 1, 'move')} from the goal.${summary()}`;
    layers.canvas.setAttribute('aria-label', `${label} The table below has the numbers.`);
  };

  /** Removes the results of the last search. */
  const clear = () => {
    const running = search;
    search = null;
    running?.abort();
    stop.disabled = true;
    timeline.pause();
    generations.pause();
    reached = new Uint32Array();
    populations = [];
    population.hidden = member.hidden = true;
    layers.draw({ reached, at: 0, plan: [], members: [], start: space ? space.ranking.rank(state.board.tiles) : -1 });
    timeline.resize(0, 0);
    say('');
  };

  /** Requests and shows the space of the board. */
  const open = () => (opening = reopen());
  const reopen = async () => {
    clear();
    comparison.hidden = true;
    compared = [];
    const { size, goal } = state;
    const small = sizes.includes(size);
    picture.hidden = !small;
    controls.hidden = Boolean(state.why);
    buttons.forEach((control, i) => {
      control.disabled = Boolean(state.why) || (!small && searches[i] !== 'ga');
    });
    if (state.why) say(state.why, 'bad');
    if (!small) {
      space = null;
      if (!state.why) {
        say(`A board of ${size} has too many states to draw them all. Its population can be watched. `
          + `State spaces are drawn for ${sizes.join(', ')}.`);
      }
      note.append(' ', button('Use a 3x3 board', () => state.shuffle('3x3', 1 + Math.floor(Math.random() * 1000))));
      return;
    }
    await attempt(async () => {
      const { board } = state;
      // The space of the start has the same boards with the same ranks.
      const [opened, fromStart] = await Promise.all([openSpace(backend, goal),
        openSpace(backend, state.why ? goal : board)]);
      if (goal !== state.goal || board !== state.board) return;
      layers.open(opened, fromStart);
      space = opened;
      const start = state.why ? -1 : opened.ranking.rank(board.tiles);
      layers.draw({ start });
      if (start >= 0) showState(start, 'Start');
      showLayers();
    });
  };

  /** Runs a search, and shows the states that it reaches. */
  const run = async () => {
    const known = description;
    if (!known || state.why) return;
    clear();
    name = solverName(known, state.options);
    const controller = (search = new AbortController());
    const { board, text, goalText } = state;
    const request = { board: text, goal: goalText, ...solverRequest(known, state.options) };
    stop.disabled = false;
    say(`${name} is searching.`);
    await opening;
    if (controller !== search) return;
    const began = performance.now();
    let drawn = began;
    let staged = false; // whether the genetic solver solves the board in several stages
    const show = () => {
      drawn = performance.now();
      layers.draw({ reached });
      population.hidden = member.hidden = populations.length === 0;
      generations.resize(populations.length, populations.length);
      timeline.resize(reached.length, reached.length);
    };
    /** @type {Uint32Array[]} */
    let batches = [];
    const join = () => {
      reached = concat([reached, ...batches]);
      batches = [];
      show();
    };
    try {
      /** @type {Answer} */
      const answer = await backend.stream('watch', request, (_, /** @type {WatchProgress} */ event) => {
        if (controller !== search) return;
        if (event.reached) batches.push(ranksOf(event.reached));
        if (event.population) populations.push(event.population);
        staged ||= Boolean(event.progress?.generation?.subgoal);
        if (performance.now() - drawn > 200) join();
      }, controller.signal);
      if (controller !== search) return;
      search = null;
      join();
      const moves = answer.moves ? answer.moves.split(' ') : [];
      state.learn(board, moves, answer.optimal);
      const { ranking } = space ?? {};
      if (ranking && moves.length) layers.draw({ plan: replay(board, moves).map(({ tiles }) => ranking.rank(tiles)) });
      add(answer);
      const found = answer.length !== null;
      const none = answer.algorithm !== 'ga' || populations.length || !found ? ''
        : staged ? ' A board of this size is solved one row or column at a time. The populations are not shown.'
          : ' The plan was in the first population, so there are no generations to show.';
      say(`${outcome(answer, name, state.why)}${summary()}${none}`, found ? 'good' : 'bad');
      if (performance.now() - began < 2000 && !still.matches) {
        const first = reached.length ? timeline : generations; // the states of large boards are not listed
        if (first.length > 1) {
          first.seek(1);
          first.play();
        }
      }
    } catch (error) {
      if (controller !== search) return;
      search = null;
      join();
      if (!controller.signal.aborted) say(/** @type {Error} */ (error).message, 'bad');
      else say(`Stopped after ${seconds((performance.now() - began) / 1000)}.${summary()}`);
    } finally {
      if (search === null) stop.disabled = true;
      showLayers();
    }
  };

  const summary = () => {
    if (!space || !reached.length) return '';
    const [known, all] = [reached.length, space.states];
    return ` The search reached ${count(known)} of ${count(all)} states (${percent(known / all)}).`;
  };

  /** Adds a search to the table. */
  const add = (/** @type {Answer} */ answer) => {
    const { length } = reached;
    const shown = (description?.statistics ?? []).filter((row) => row.compared);
    compared.push([name, space ? count(length) : '', space ? percent(length / space.states) : '',
      ...shown.map((row) => statisticText(row, answer)),
      answer.length === null ? answer.status : count(answer.length), answer.optimal ? 'yes' : 'no']);
    comparison.replaceChildren(el('h2', {}, 'Searches on this board'), table('Searches on this board as a table',
      ['Search', 'Reached', 'Share of all states', ...shown.map(heading), 'Moves', 'Proven optimal'], compared));
    comparison.hidden = false;
  };

  /** Shows the form of the solver, and marks the button of its search. */
  const build = () => {
    const known = description;
    if (!known) return;
    solver.replaceChildren(el('h2', {}, 'Solver'), optionsForm(known, state, mark),
      button('Watch this solver', run, { class: 'primary' }));
    mark();
  };
  const mark = () => {
    buttons.forEach((control, i) =>
      control.setAttribute('aria-pressed', String(state.options.algorithm === searches[i])));
  };

  /** Chooses one of the searches with a button, and drops the options that it does not take. */
  const choose = (/** @type {string} */ algorithm) => {
    const takes = description?.algorithms.find((known) => known.name === algorithm)?.takes ?? [];
    const kept = ['heuristic', 'preset', 'race', ...takes];
    const dropped = Object.keys(state.options).filter((option) => !kept.includes(option));
    state.setOptions({ ...Object.fromEntries(dropped.map((option) => [option, undefined])), algorithm });
    build();
    run();
  };

  root.append(
    el('div', { class: 'intro' }, el('h1', {}, 'Watch the search'),
      el('p', { class: 'muted' }, 'All boards of a small size, in layers: each layer is one more move from the goal. '
        + 'Choose a search to see which boards it reaches, and in which order.')),
    el('div', { class: 'row' }, choices, stop), note, picture, population, comparison,
    el('div', { class: 'halves' }, solver, el('div', { class: 'stack' }, form, copyLink(app, 'watch'))));

  const unmountForm = mountBoardForm(form, app);
  const unsubscribe = state.subscribe((change) => {
    if (change === 'board' || change === 'move') open();
    if (change === 'address') build();
  });
  open();
  attempt(async () => {
    const { algorithms } = (description = await app.describe);
    buttons = searches.map((algorithm) => {
      const { label = algorithm } = algorithms.find(({ name }) => name === algorithm) ?? {};
      return button(label, () => choose(algorithm), { 'aria-pressed': 'false' });
    });
    choices.replaceChildren(...buttons);
    build();
    open();
  });
  return () => {
    clear();
    layers.destroy();
    members.destroy();
    unsubscribe();
    unmountForm();
  };
}

/** @param {number} share */
const percent = (share) => `${number(share * 100)}\u00a0%`;

/**
 * Joins lists of ranks.
 * @param {Uint32Array[]} lists
 */
function concat(lists) {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
