// The view Watch: two searches side by side on one clock, in the state space of a small board. At each step, both
// searches touch one more board.

import { format, parse, replay } from '../board.js';
import { mountBoardForm } from '../boardform.js';
import { BoardView } from '../boardview.js';
import { button, el, select } from '../dom.js';
import { Layers } from '../layers.js';
import { heading, statisticText } from '../outcome.js';
import { chips, noteFor, options, table } from '../parts.js';
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
 *   touched: HTMLElement, all: HTMLElement, text: HTMLElement, layers: Layers, board: BoardView, which: HTMLElement, far: HTMLElement, element: HTMLElement}} Panel
 */

/** The sizes with a chip. @type {[string, string][]} */
const usual = ['2x3', '2x4', '3x3'].map((size) => [size, size]);

/** A board that is fewer moves from the goal, or less than half as far as the farthest board, is too near to be watched. */
const near = 10;

/** A board is drawn at random if its distance is at least this fraction of the largest one. Most boards of 3x3 are. */
const far = 0.66;

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
  let computing = false; // whether the searches still run, before they are played
  let turn = 0; // number of starts so far, to drop what an earlier one asked for
  let seed = 1 + Math.floor(Math.random() * 1000);

  const { note, say, attempt } = noteFor(app);
  const headline = el('h1', { class: 'headline' });
  const timeline = new Timeline({
    noun: 'Step', show: (at) => showAt(at), smooth: true, speed: '8',
    speeds: [['24', 'slow: 24 s'], ['8', 'normal: 8 s'], ['3', 'fast: 3 s']],
  });
  const panels = first.map((algorithm, i) => panelOf(i, algorithm));
  const again = button('New board', () => use(problem().size));
  const size = chips('Size', usual, (chosen) => use(chosen));
  const numbers = el('div');
  const swatch = (/** @type {string} */ kind, /** @type {string} */ text) =>
    el('li', {}, el('span', { class: `key ${kind}` }), text);
  const population = swatch('member', 'where a plan ends');
  const legend = el('ul', { class: 'legend' }, swatch('touched', 'touched'), swatch('fresh', 'just now'),
    swatch('unreached', 'not touched'), swatch('line', 'plan'), population);
  const more = el('span');
  const caption = el('p', { class: 'sentence' }, 'Each dot is a board, each bar many. Their row tells how far they are from the goal.', more);

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
      const all = await openSpace(backend, { rows, cols, tiles: target });
      if (all.distance(all.ranking.rank(tiles)) >= far * (all.counts.length - 1)) return info;
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
  /** @param {Panel} panel */
  const shareOf = ({ reached }) => (space ? percent(reached.length / space.states) : '');

  /** Says how long the plan of a panel is. @param {Panel} panel */
  const planOf = ({ answer }) => (answer?.length ? `for ${plural(answer.length, 'move')}` : 'without a plan');

  /** Returns the height that is left for a picture if all pictures, the player and the name of the options fit the window. */
  function room() {
    const wide = innerWidth > 820; // the panels are side by side
    const above = stage.getBoundingClientRect().top + scrollY;
    const below = timeline.element.offsetHeight + (wide ? 88 : 8);
    const beside = Math.max(...panels.map(({ element, layers }) => element.offsetHeight - layers.element.offsetHeight));
    return Math.max(160, (innerHeight - above - below) / (wide ? 1 : 2) - beside - 4);
  }

  /** Makes the panel of a search. @param {number} index @param {string} algorithm @returns {Panel} */
  function panelOf(index, algorithm) {
    /** @type {Panel} */
    const panel = {
      algorithm, heuristic: '', reached: new Uint32Array(), populations: [], answer: null, plan: [], error: '',
      search: new AbortController(),
      choice: select([], '', (value) => choose(panel, { algorithm: value })),
      estimate: select([], '', (value) => choose(panel, { heuristic: value })),
      touched: el('b'),
      all: el('span'),
      text: el('p', { class: 'result' }, loading),
      layers: new Layers((rank) => showBoard(panel, rank ?? lastOf(panel), rank === null ? 'touched last' : 'this dot'), room),
      board: new BoardView({ label: 'Board' }),
      which: el('b'),
      far: el('span'),
      element: el('section', { class: 'panel' }),
    };
    panel.board.element.classList.add('still'); // one board after another need not be neighbours
    const name = index ? 'Second search' : 'First search';
    panel.choice.setAttribute('aria-label', name);
    panel.estimate.setAttribute('aria-label', `Heuristic of the ${name.toLowerCase()}`);
    panel.layers.element.append(el('div', { class: 'pointed help' }, panel.board.element, panel.which, panel.far));
    panel.element.append(el('div', { class: 'row' }, panel.choice, panel.estimate,
      el('p', { class: 'share' }, panel.touched, panel.all)), panel.text, panel.layers.element);
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

  /** The board that a panel touched last. @param {Panel} panel */
  const lastOf = ({ reached }) => reached[Math.min(timeline.at, reached.length) - 1];

  /** Shows a board beside the picture of a panel. @param {Panel} panel @param {number | undefined} rank @param {string} [what] */
  const showBoard = (panel, rank, what = 'touched last') => {
    if (!space || rank === undefined) return;
    panel.board.show(space.ranking.unrank(rank), space.goal);
    panel.far.textContent = `${plural(space.distance(rank), 'move')} to go`;
    panel.which.textContent = what;
  };

  /** Shows all searches at a step of the clock. */
  const showAt = (/** @type {number} */ at) => {
    for (const panel of panels) {
      const { reached, populations, answer, layers, plan } = panel;
      const length = lengthOf(panel);
      const known = Math.min(at, length);
      const ended = answer !== null && known === length;
      const later = populations.findIndex((p) => (reached.length ? p.reached > known : false));
      const now = reached.length ? (later < 0 ? populations.length : later) : Math.min(known, populations.length);
      const members = ranksIn(populations[now - 1]);
      layers.draw({ reached, at: Math.min(known, reached.length), fresh: ended ? 0 : Math.ceil(known / 12), plan, ended,
        members: [...new Set(members)] });
      showBoard(panel, lastOf(panel));
      const moves = answer?.length ?? null;
      panel.touched.textContent = reached.length ? count(known) : '';
      panel.all.textContent = reached.length && space ? `of ${plural(space.states, 'board')}` : '';
      panel.text.textContent = panel.error || (!space ? loading
        : ended ? `${moves === null ? 'No plan found' : `Found a plan of ${plural(moves, 'move')}`}${
          answer.optimal ? ', the shortest' : ''}${populations.length ? `, after ${plural(populations.length, 'generation')}` : ''}.`
        : members.length ? evolved(now, members) : 'Searching …');
    }
    if (computing && space) {
      for (const control of [timeline.first, timeline.back, timeline.toggle]) control.disabled = true;
      timeline.label.textContent = `${plural(at, 'step')} so far`;
      headline.textContent = 'The searches are being computed. They are played as soon as they end.';
      return;
    }
    const done = panels.filter((panel) => panel.answer && at >= lengthOf(panel));
    headline.textContent = !done.length || !space ? `Which search touches fewer boards: ${nameOf(panels[0])} or ${nameOf(panels[1])}?`
      : done.length < panels.length
        ? `${nameOf(done[0])} is done. ${nameOf(panels[0] === done[0] ? panels[1] : panels[0])} goes on.`
        : `${nameOf(panels[0])} touched ${shareOf(panels[0])} of all boards ${planOf(panels[0])}, ${
          nameOf(panels[1])} ${shareOf(panels[1])} ${planOf(panels[1])}.`;
  };

  /** Says how far the plans of a generation come. @param {number} generation @param {number[]} members */
  const evolved = (generation, members) => {
    const distances = members.map((rank) => space?.distance(rank) ?? 0);
    const mean = distances.reduce((sum, d) => sum + d, 0) / distances.length;
    return `Generation ${generation}: the best plan ends ${plural(Math.min(...distances), 'move')} from the goal, the average ${number(mean)}.`;
  };

  /** The ranks of the boards where the plans of a population end. @param {Population | undefined} population */
  const ranksIn = (population) => {
    if (!population || !space) return [];
    const { ranking } = space;
    const tiles = bytesOf(population.boards);
    return population.fitness.map((_, i) => ranking.rank(tiles.subarray(i * ranking.cells, (i + 1) * ranking.cells)));
  };

  /** Removes results. */
  const clear = () => {
    turn++;
    computing = false;
    timeline.pause();
    for (const panel of panels) {
      panel.search.abort();
      Object.assign(panel, { reached: new Uint32Array(), populations: [], answer: null, plan: [], error: '' });
      panel.layers.draw({ reached: panel.reached, at: 0, plan: panel.plan, ended: false, members: [] });
      panel.estimate.hidden = !about(panel)?.informed;
      panel.element.style.setProperty('--solver', colourOf(panel.algorithm));
      legend.style.setProperty(`--touched-${panels.indexOf(panel)}`, colourOf(panel.algorithm));
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
    more.textContent = population.hidden ? ' Steps get faster.' : ' Each generation of plans is bred from the best of the one before.';
    timeline.element.hidden = stage.hidden = caption.hidden = legend.hidden = state.why !== '';
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
    const opened = await openSpace(backend, goal);
    if (now !== turn) return;
    space = opened;
    root.classList.remove('loading');
    size.mark(text);
    if (reason) say(reason);
    for (const panel of panels) {
      panel.layers.open(opened, board);
      panel.layers.canvas.setAttribute('aria-label', `${nameOf(panel)} in the state space of ${text}: ${count(opened.states)} `
        + `boards, at most ${plural(opened.counts.length - 1, 'move')} from the goal. Numbers are under Options.`);
      showBoard(panel, opened.ranking.rank(board.tiles));
    }
    computing = true;
    timeline.seek(0);
    await Promise.all(panels.map(run));
    if (now !== turn) return;
    computing = false;
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
  const link = () => (own ? `board=${problem().text.replaceAll(' ', '+')}&goal=${goalName()}` : state.query);
  root.append(el('div', { class: 'row ends top' }, headline, el('div', { class: 'row' }, size.element, again)), note, el('div', { class: 'row ends words' }, caption, legend), stage, timeline.element,
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
    for (const { layers } of panels) layers.destroy();
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

