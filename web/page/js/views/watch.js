// The view Watch: two searches side by side on one clock, in the state space of a small board. A tick of the clock is
// one more board that a search has touched.

import { format, parse, replay } from '../board.js';
import { mountBoardForm } from '../boardform.js';
import { BoardView } from '../boardview.js';
import { button, el, select } from '../dom.js';
import { Layers } from '../layers.js';
import { heading, statisticText } from '../outcome.js';
import { chips, noteFor, options, table } from '../parts.js';
import { PopulationView } from '../population.js';
import { copyLink } from '../share.js';
import { colourOf, heuristicChoices, heuristicName, shortName } from '../solvers.js';
import { bytesOf, openSpace, ranksOf, sizes } from '../space.js';
import { defaultGoal } from '../state.js';
import { count, number, percent, plural } from '../text.js';
import { Timeline } from '../timeline.js';

/** @typedef {import('../app.js').Answer} Answer */
/** @typedef {import('../app.js').Population} Population */
/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('../space.js').Space} Space */

/**
 * A panel with a search. Reached has the boards in the order in which the search touched them, and plan those of its plan.
 * @typedef {{algorithm: string, heuristic: string, reached: Uint32Array, populations: Population[], answer: Answer | null, plan: number[],
 *   error: string, search: AbortController, choice: HTMLSelectElement, estimate: HTMLSelectElement,
 *   share: HTMLElement, text: HTMLElement, layers: Layers,
 *   members: PopulationView, generation: HTMLElement, element: HTMLElement}} Panel
 */

/** The sizes with a chip. @type {[string, string][]} */
const usual = ['2x3', '2x4', '3x3'].map((size) => [size, size]);

/** A board that is fewer moves from the goal, or less than half as far as the farthest board, is too near to be watched. */
const near = 10;

const loading = 'Loading the map of all boards …';

/** The searches that are shown first. */
const first = ['astar', 'bfs'];

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  const { state, backend } = app;
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  /** @type {import('../app.js').Description | null} */
  let description = null;
  /** Null while it loads. @type {Space | null} */
  let space = null;
  let turn = 0; // number of starts so far, to drop what an earlier one asked for
  let seed = 1 + Math.floor(Math.random() * 1000);

  const { note, say, attempt } = noteFor(app);
  const headline = el('h1', { class: 'headline' });
  const shownState = new BoardView({ label: 'Board' });
  shownState.element.classList.add('still'); // one board after another need not be neighbours
  const stateText = el('p', { class: 'muted' });
  const timeline = new Timeline({
    noun: 'Board', show: (at) => showAt(at), smooth: true, speed: '8',
    speeds: [['24', 'slow: 24 s'], ['8', 'normal: 8 s'], ['3', 'fast: 3 s']],
  });
  const panels = first.map((algorithm, i) => panelOf(i, algorithm));
  const again = button('New board', () => use(problem().size));
  const size = chips('Size', usual, (chosen) => use(chosen));
  const numbers = el('div');
  const swatch = (/** @type {string} */ kind, /** @type {string} */ text) =>
    el('li', {}, el('span', { class: `key ${kind}` }), text);
  const population = swatch('member', 'population');
  population.hidden = true;
  const legend = el('ul', { class: 'legend' }, swatch('ramp', 'touched first to last'), swatch('unreached', 'untouched'),
    swatch('line', 'plan'), population);

  const caption = el('p', { class: 'help caption' },
    'Each dot is a board. A band holds all boards equally far from the goal; thin bands have no number. '
    + 'Boards near the start are at the left, so the plan is the line at the left edge.',
    el('span', { class: 'pointing' }, ' Point at a dot to see it.'));

  /** The board of this view alone, if the shared one cannot be watched. @type {import('../app.js').BoardInfo | null} */
  let own = null;

  /** Returns the board that is watched, its goal, and their texts. */
  const problem = () => {
    if (!own) return state;
    const { rows, cols, tiles, target } = own;
    const [board, goal] = [{ rows, cols, tiles }, { rows, cols, tiles: target }];
    return { board, goal, text: format(board), goalText: format(goal), size: `${rows}x${cols}`, why: '' };
  };

  /** The goal of another board. A goal that is a board is only for its own size. */
  const goalName = () => (parse(state.goalText) ? defaultGoal : state.goalText);

  /** Draws a board that is not too near to its goal. */
  const draw = async (/** @type {string} */ size) => {
    const goal = goalName();
    for (;;) {
      /** @type {import('../app.js').BoardInfo} */
      const info = await backend.call('shuffle', { size, seed: ++seed, goal });
      const { rows, cols, tiles, target } = info;
      if (!tooNear(await openSpace(backend, { rows, cols, tiles: target }), tiles)) return info;
    }
  };
  /** Draws a board for all views. */
  const use = (/** @type {string} */ size) => attempt(async () => {
    const now = ++turn;
    const info = await draw(size);
    if (now !== turn) return; // another board was chosen meanwhile
    state.goalText = goalName();
    state.use(info);
  });
  const tooNear = (/** @type {Space} */ { counts, ranking, distances }, /** @type {readonly number[]} */ tiles) =>
    distances[ranking.rank(tiles)] < Math.min(near, counts.length / 2);

  /** The length of the search of a panel on the clock. @param {Panel} panel */
  const lengthOf = ({ reached, populations }) => reached.length || populations.length;
  /** The description of the algorithm of a panel. @param {Panel} panel */
  const about = ({ algorithm }) => description?.algorithms.find(({ name }) => name === algorithm);
  /** The name of a search, with its heuristic if both have one algorithm. @param {Panel} panel */
  const nameOf = (panel) => (shortName(about(panel)) || panel.algorithm) +
    (panels[0].algorithm === panels[1].algorithm && about(panel)?.informed ? ` with ${heuristicName(panel.heuristic)}` : '');
  /** @param {Panel} panel @param {number} [touched] */
  const shareOf = ({ reached }, touched = reached.length) => (space ? percent(touched / space.states) : '');

  /** Returns the height that is left for a picture if all pictures and the player fit the window. */
  function room() {
    const wide = innerWidth > 820; // the panels are side by side
    const above = stage.getBoundingClientRect().top + scrollY;
    const below = wide ? clock.offsetHeight + 24 : timeline.element.offsetHeight + 8;
    const beside = Math.max(...panels.map(({ element, layers }) => element.offsetHeight - layers.element.offsetHeight));
    return Math.max(160, (innerHeight - above - below) / (wide ? 1 : 2) - beside);
  }

  /** Makes the panel of a search. @param {number} index @param {string} algorithm @returns {Panel} */
  function panelOf(index, algorithm) {
    /** @type {Panel} */
    const panel = {
      algorithm, heuristic: '', reached: new Uint32Array(), populations: [], answer: null, plan: [], error: '',
      search: new AbortController(),
      choice: select([], '', (value) => choose(panel, { algorithm: value })),
      estimate: select([], '', (value) => choose(panel, { heuristic: value })),
      share: el('b'),
      text: el('p', { class: 'result' }, loading),
      layers: new Layers((rank) => showState(rank ?? panel.reached[Math.min(timeline.at, panel.reached.length) - 1]),
        room),
      members: new PopulationView(),
      generation: el('p', { class: 'muted', hidden: true }),
      element: el('section', { class: 'panel' }),
    };
    const name = index ? 'Second search' : 'First search';
    panel.choice.setAttribute('aria-label', name);
    panel.estimate.setAttribute('aria-label', `Heuristic of the ${name.toLowerCase()}`);
    panel.element.append(el('div', { class: 'row' }, panel.choice, panel.estimate,
      el('p', { class: 'share' }, panel.share, el('span', {}, ' of all boards'))), panel.text,
      panel.layers.element, panel.generation, panel.members.element);
    panel.members.element.hidden = true;
    panel.element.setAttribute('aria-label', name);
    return panel;
  }

  /** Changes the search of a panel. @param {Panel} panel @param {{algorithm?: string, heuristic?: string}} change */
  const choose = (panel, change) => {
    Object.assign(panel, change);
    state.setOptions({ searches: panels.map(({ algorithm }) => algorithm).join(','),
      heuristics: panels.map(({ heuristic }) => heuristic).join(',') });
    start();
  };

  /** Shows a state of the space. */
  const showState = (/** @type {number | undefined} */ rank) => {
    if (!space || rank === undefined) return;
    shownState.show(space.ranking.unrank(rank), space.goal);
    stateText.textContent = `${plural(space.distance(rank), 'move')} from the goal`;
  };

  /** Shows all searches at a tick of the clock. */
  const showAt = (/** @type {number} */ at) => {
    const most = Math.max(...panels.map(({ reached }) => reached.length));
    for (const panel of panels) {
      const { reached, populations, answer, layers, plan } = panel;
      const length = lengthOf(panel);
      const known = Math.min(at, length);
      const ended = answer !== null && known === length;
      const later = populations.findIndex((p) => (reached.length ? p.reached > known : false));
      const now = reached.length ? (later < 0 ? populations.length : later) : Math.min(known, populations.length);
      const population = populations[Math.max(0, now - 1)];
      layers.draw({ reached, at: Math.min(known, reached.length), plan: ended ? plan : [], members: ranksIn(population), most });
      showPopulation(panel, population, populations.length);
      const moves = answer?.length ?? null;
      const work = answer && !reached.length ? `${plural(answer.evaluated, 'plan')} scored` : plural(known, 'board');
      panel.share.textContent = reached.length ? shareOf(panel, known) : '';
      panel.text.textContent = panel.error || (!space ? loading
        : !ended ? `${plural(known, 'board')}${answer ? '' : ' so far'}`
        : moves === null ? `no plan, ${work}` : `${plural(moves, 'move')}${answer.optimal ? ', proven' : ''}, ${work}`);
    }
    const done = panels.filter((panel) => panel.answer && at >= lengthOf(panel));
    headline.textContent = !done.length || !space ? `${nameOf(panels[0])} and ${nameOf(panels[1])} search the same board on one clock.`
      : done.length < panels.length
        ? `${nameOf(done[0])} is done. ${nameOf(panels[0] === done[0] ? panels[1] : panels[0])} goes on.`
        : `${nameOf(panels[0])} touched ${shareOf(panels[0])} of all boards, ${nameOf(panels[1])} ${shareOf(panels[1])}.`;
    const leader = panels.find((panel) => at <= panel.reached.length) ?? panels[0];
    showState(leader.reached[Math.min(at, leader.reached.length) - 1]);
  };

  /** The ranks of the boards where the plans of a population end. @param {Population | undefined} population */
  const ranksIn = (population) => {
    const here = space;
    if (!population || !here) return [];
    return [...new Set(boardsOf(population).map((board) => here.ranking.rank(board.tiles)))];
  };

  /** @param {Population} population @returns {Board[]} */
  const boardsOf = ({ boards, fitness }) => {
    const { rows, cols } = problem().board;
    const tiles = bytesOf(boards);
    return fitness.map((_, i) => ({ rows, cols, tiles: [...tiles.subarray(i * rows * cols, (i + 1) * rows * cols)] }));
  };

  /** Shows a generation of the genetic solver. */
  const showPopulation = (/** @type {Panel} */ panel, /** @type {Population | undefined} */ shown,
    /** @type {number} */ all) => {
    if (!shown) return;
    const at = panel.populations.indexOf(shown) + 1;
    const text = `Generation ${at} of ${all}, in phase ${shown.phase}: best fitness ${count(shown.best)}, mean ${number(shown.mean)}`;
    panel.generation.textContent = text;
    panel.members.show(boardsOf(shown).slice(0, innerWidth < 640 ? 5 : 8), problem().goal, text);
  };

  /** Removes results. */
  const clear = () => {
    turn++;
    timeline.pause();
    for (const panel of panels) {
      panel.search.abort();
      Object.assign(panel, { reached: new Uint32Array(), populations: [], answer: null, plan: [], error: '' });
      panel.layers.draw({ reached: panel.reached, at: 0, plan: [], members: [],
        start: -1 });
      panel.members.show([], problem().goal, '');
      panel.generation.textContent = '';
      for (const part of [panel.generation, panel.members.element]) part.hidden = panel.algorithm !== 'ga';
      panel.estimate.hidden = !about(panel)?.informed;
      panel.element.style.setProperty('--solver', colourOf(panel.algorithm));
    }
    numbers.replaceChildren();
    say('');
  };

  /** Begins anew with the board. If its space does not load, the note says why. */
  const start = async () => {
    const now = turn + 1;
    await attempt(open);
    if (turn === now && !space) for (const { text } of panels) text.textContent = '';
  };

  /** Opens the space of the board, runs both searches and plays them. */
  const open = async () => {
    clear();
    const now = turn;
    own = null;
    size.mark(state.size);
    population.hidden = !panels.some(({ algorithm }) => algorithm === 'ga');
    timeline.element.hidden = stage.hidden = key.hidden = state.why !== '';
    if (state.why) {
      headline.textContent = 'This board cannot be solved.';
      return say(state.why, 'bad');
    }
    space = null;
    root.classList.add('loading');
    if (!description) return; // this function is called again
    timeline.resize(0, 0);
    let reason = '';
    let instead = /** @type {import('../app.js').BoardInfo | null} */ (null);
    if (!sizes.includes(state.size)) {
      instead = await draw('3x3');
      reason = `${state.size} has too many boards to draw. This one is 3x3.`;
    } else {
      const all = await openSpace(backend, state.goal);
      const { tiles } = state.board;
      if (tooNear(all, tiles)) {
        reason = `Your board is ${plural(all.distance(all.ranking.rank(tiles)), 'move')} from the goal. This one is farther.`;
        instead = await draw(state.size);
      }
    }
    if (now !== turn) return;
    own = instead;
    const { board, goal, size: text } = problem();
    // The space of the start has the same boards with the same ranks.
    const [opened, fromStart] = await Promise.all([openSpace(backend, goal), openSpace(backend, board)]);
    if (now !== turn) return;
    space = opened;
    root.classList.remove('loading');
    size.mark(text);
    if (reason) say(reason);
    for (const panel of panels) {
      panel.layers.open(opened, fromStart);
      panel.layers.draw({ start: opened.ranking.rank(board.tiles) });
      panel.layers.canvas.setAttribute('aria-label', `${nameOf(panel)} in the state space of ${text}: ${count(opened.states)} `
        + `boards, at most ${plural(opened.counts.length - 1, 'move')} from the goal. Numbers are under Options.`);
    }
    timeline.seek(0);
    showState(opened.ranking.rank(board.tiles));
    await Promise.all(panels.map(run));
    if (now !== turn) return;
    const length = Math.max(...panels.map(lengthOf));
    showNumbers();
    timeline.resize(length, still.matches ? length : 1);
    if (!still.matches && length > 1) timeline.play();
    app.announce(panels.map((panel) => `${nameOf(panel)}: ${shareOf(panel)} of all boards.`).join(' '));
  };

  /** Runs the search of a panel. */
  const run = async (/** @type {Panel} */ panel) => {
    const { board, text, goalText } = problem();
    const { algorithm } = panel;
    // The plain genetic algorithm comes first. It shows evolution; the others find most plans before it begins.
    const settings = { ...(algorithm === 'ga' ? { preset: description?.presets[0] } : {}),
      ...(about(panel)?.informed ? { heuristic: panel.heuristic } : {}) };
    const search = (panel.search = new AbortController());
    /** @type {Uint32Array[]} */
    let batches = [];
    let drawn = performance.now();
    /** Adds the boards of the last events, and shows them while the search runs. */
    const join = () => {
      drawn = performance.now();
      panel.reached = concat([panel.reached, ...batches]);
      batches = [];
      const length = Math.max(...panels.map(lengthOf));
      timeline.resize(length, length);
    };
    try {
      /** @type {Answer} */
      const answer = await backend.stream('watch', { board: text, goal: goalText, algorithm, settings },
        (_, /** @type {import('../app.js').WatchProgress} */ event) => {
          if (search.signal.aborted) return;
          if (event.reached) batches.push(ranksOf(event.reached));
          if (event.population) panel.populations.push(event.population);
          if (performance.now() - drawn > 200) join();
        }, search.signal);
      if (search.signal.aborted) return;
      join();
      const moves = answer.moves ? answer.moves.split(' ') : [];
      if (!own) state.learn(board, moves, answer.optimal);
      const { ranking } = space ?? {};
      if (ranking) panel.plan = replay(board, moves).map(({ tiles }) => ranking.rank(tiles));
      panel.answer = answer;
    } catch (error) {
      if (!search.signal.aborted) panel.error = /** @type {Error} */ (error).message;
    }
  };

  /** Shows the numbers of both searches, and how many boards of each layer they touched. */
  const showNumbers = () => {
    const shown = (description?.statistics ?? []).filter((row) => row.compared);
    const rows = panels.flatMap((panel) => (panel.answer ? [[nameOf(panel), count(panel.reached.length), shareOf(panel),
      ...shown.map((row) => statisticText(row, panel.answer ?? {})),
      panel.answer.length === null ? panel.answer.status : count(panel.answer.length), panel.answer.optimal ? 'yes' : 'no']] : []));
    const here = space;
    const layers = here ? panels.map(({ reached }) => {
      const known = here.counts.map(() => 0);
      for (const rank of reached) known[here.distance(rank)]++;
      return known;
    }) : [];
    numbers.replaceChildren(table('Searches on this board as a table',
      ['Search', 'Boards touched', 'Share', ...shown.map(heading), 'Moves', 'Proven'], rows),
    ...(here ? [el('details', {}, el('summary', {}, 'The layers as a table'), table('Boards by distance',
      ['Distance', 'Boards', ...panels.map((panel) => nameOf(panel))],
      here.counts.map((all, distance) => [String(distance), count(all), ...layers.map((known) => count(known[distance]))])))] : []));
  };

  const stage = el('div', { class: 'panels' }, ...panels.map(({ element }) => element));
  const form = el('div');
  const key = el('div', { class: 'row ends' }, caption, legend);
  const link = () => (own ? `board=${problem().text.replaceAll(' ', '+')}&goal=${goalName()}` : state.query);
  const clock = el('div', { class: 'clock' }, timeline.element, el('div', { class: 'state' }, shownState.element, stateText));
  root.append(el('div', { class: 'row ends top' }, headline, el('div', { class: 'row' }, size.element, again)), note, key, stage, clock,
    options(form, el('div', { class: 'stack' }, numbers, copyLink(app, 'watch', undefined, link))));
  const unmountForm = mountBoardForm(form, app);

  root.classList.add('loading');
  attempt(async () => {
    description = await app.describe;
    const { algorithms, heuristics } = description;
    /** @type {[string, string][]} */
    const choices = algorithms.filter(({ name }) => ['bfs', 'astar', 'idastar', 'wastar', 'greedy', 'ga'].includes(name))
      .map((algorithm) => [algorithm.name, shortName(algorithm)]);
    const estimates = heuristics.filter((name) => !name.startsWith('pdb'));
    const asked = ['searches', 'heuristics'].map((name) => (state.options[name] ?? '').split(','));
    panels.forEach((panel, i) => {
      if (choices.some(([name]) => name === asked[0][i])) panel.algorithm = asked[0][i];
      panel.heuristic = [asked[1][i], state.options.heuristic].find((name) => name && estimates.includes(name)) ?? 'manhattan';
      panel.choice.replaceChildren(...choices.map(([value, text]) => new Option(text, value, false, value === panel.algorithm)));
      panel.estimate.replaceChildren(...heuristicChoices(estimates).map(([value, text]) =>
        new Option(text, value, false, value === panel.heuristic)));
    });
    start();
  });
  const unsubscribe = state.subscribe((change) => {
    if (change === 'board') start();
  });
  const resized = () => panels.forEach(({ layers }) => layers.layOut());
  addEventListener('resize', resized);
  return () => {
    removeEventListener('resize', resized);
    clear();
    for (const { layers, members } of panels) {
      layers.destroy();
      members.destroy();
    }
    unsubscribe();
    unmountForm();
    state.setOptions({ searches: undefined, heuristics: undefined });
  };
}

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

