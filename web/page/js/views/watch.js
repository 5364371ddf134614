// The view Watch: two searches side by side on one clock, in the state space of a small board. A tick of the clock is
// one more board that a search has touched.

import { replay } from '../board.js';
import { mountBoardForm } from '../boardform.js';
import { BoardView } from '../boardview.js';
import { button, el, select } from '../dom.js';
import { Layers } from '../layers.js';
import { heading, statisticText } from '../outcome.js';
import { chips, noteFor, options, table } from '../parts.js';
import { PopulationView } from '../population.js';
import { copyLink } from '../share.js';
import { colourOf, shortName } from '../solvers.js';
import { bytesOf, openSpace, ranksOf, sizes } from '../space.js';
import { count, number, plural } from '../text.js';
import { Timeline } from '../timeline.js';

/** @typedef {import('../app.js').Answer} Answer */
/** @typedef {import('../app.js').Population} Population */
/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('../space.js').Space} Space */

/**
 * A panel with a search. Reached has the boards in the order in which the search touched them, and plan those of its plan.
 * @typedef {{algorithm: string, reached: Uint32Array, populations: Population[], answer: Answer | null, plan: number[],
 *   error: string, search: AbortController, choice: HTMLSelectElement, text: HTMLElement, layers: Layers,
 *   members: PopulationView, generation: HTMLElement, element: HTMLElement}} Panel
 */

/** The sizes with a chip. @type {[string, string][]} */
const usual = ['2x3', '2x4', '3x3'].map((size) => [size, size]);

/** The searches that are shown first. */
const first = ['astar', 'bfs'];

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  const { state, backend } = app;
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  /** @type {import('../app.js').Description | null} */
  let description = null;
  /** @type {Space | null} */
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
    speeds: [['24', 'in 24 s'], ['8', 'in 8 s'], ['3', 'in 3 s']],
  });
  const panels = first.map((algorithm, i) => panelOf(i, algorithm));
  const again = button('New board', () => attempt(() => state.shuffle(small() ? state.size : '3x3', ++seed)));
  const size = chips('Size', usual, (chosen) => attempt(() => state.shuffle(chosen, ++seed)));
  const heuristic = select([], '');
  heuristic.addEventListener('change', () => { state.setOptions({ heuristic: heuristic.value }); start(); });
  const numbers = el('div');
  const swatch = (/** @type {string} */ kind, /** @type {string} */ text) =>
    el('li', {}, el('span', { class: `key ${kind}` }), text);
  const population = swatch('member', 'population');
  const legend = el('ul', { class: 'legend' }, swatch('ramp', 'touched first to last'), swatch('unreached', 'not touched'),
    swatch('line', 'plan'), population);

  const caption = el('p', { class: 'help' }, 'Each dot is a board. Rows: moves to the goal. Colour: when the search touched it.');

  const small = () => sizes.includes(state.size);
  /** The length of the search of a panel on the clock. @param {Panel} panel */
  const lengthOf = ({ reached, populations }) => reached.length || populations.length;
  /** @param {Panel} panel */
  const nameOf = ({ algorithm }) => shortName(description?.algorithms.find(({ name }) => name === algorithm)) || algorithm;
  /** @param {Panel} panel */
  const shareOf = ({ reached }) => (space ? percent(reached.length / space.states) : '');

  /** Makes the panel of a search. @param {number} index @param {string} algorithm @returns {Panel} */
  function panelOf(index, algorithm) {
    /** @type {Panel} */
    const panel = {
      algorithm, reached: new Uint32Array(), populations: [], answer: null, plan: [], error: '', search: new AbortController(),
      choice: select([], '', (value) => {
        panel.algorithm = value;
        panel.element.style.setProperty('--solver', colourOf(value));
        state.setOptions({ searches: panels.map((p) => p.algorithm).join(',') });
        start();
      }),
      text: el('p', { class: 'result' }),
      layers: new Layers((rank) => showState(rank ?? panel.reached[Math.min(timeline.at, panel.reached.length) - 1]),
        () => {
          const room = innerWidth > 820 ? innerHeight - 464 : (innerHeight - 440) / 2;
          return Math.max(160, room - (panels.some((p) => p.algorithm === 'ga') ? 136 : 0));
        }),
      members: new PopulationView(),
      generation: el('p', { class: 'muted' }),
      element: el('section', { class: 'panel' }),
    };
    panel.choice.setAttribute('aria-label', index ? 'Second search' : 'First search');
    panel.element.append(el('div', { class: 'row' }, panel.choice, panel.text), panel.layers.element, panel.generation,
      panel.members.element);
    panel.element.setAttribute('aria-label', index ? 'Second search' : 'First search');
    return panel;
  }

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
      panel.text.textContent = panel.error || (!ended ? `${plural(known, 'board')}${answer ? '' : ' so far'}` : moves === null ? `no plan, ${work}`
        : `${plural(moves, 'move')}${answer.optimal ? ', proven' : ''}, ${work}`);
    }
    const done = panels.filter((panel) => panel.answer && at >= lengthOf(panel));
    headline.textContent = !done.length || !space ? 'Two searches touch the boards on one clock.'
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
    const { rows, cols } = state.board;
    const tiles = bytesOf(boards);
    return fitness.map((_, i) => ({ rows, cols, tiles: [...tiles.subarray(i * rows * cols, (i + 1) * rows * cols)] }));
  };

  /** Shows a generation of the genetic solver. */
  const showPopulation = (/** @type {Panel} */ panel, /** @type {Population | undefined} */ shown,
    /** @type {number} */ all) => {
    panel.generation.hidden = panel.members.element.hidden = !shown;
    if (!shown) return;
    const at = panel.populations.indexOf(shown) + 1;
    const text = `Generation ${at} of ${all}, in phase ${shown.phase}: best fitness ${count(shown.best)}, mean ${number(shown.mean)}`;
    panel.generation.textContent = text;
    panel.members.show(boardsOf(shown).slice(0, space ? (innerWidth < 640 ? 5 : 8) : 60), state.goal, text);
  };

  /** Removes results. */
  const clear = () => {
    turn++;
    timeline.pause();
    for (const panel of panels) {
      panel.search.abort();
      Object.assign(panel, { reached: new Uint32Array(), populations: [], answer: null, plan: [], error: '' });
      panel.layers.draw({ reached: panel.reached, at: 0, plan: [], members: [],
        start: space ? space.ranking.rank(state.board.tiles) : -1 });
    }
    numbers.replaceChildren();
    say('');
  };

  /** Opens the space of the board, runs both searches and plays them. */
  const start = () => attempt(async () => {
    const known = description;
    clear();
    const own = turn;
    const { board, goal, why } = state;
    size.mark(state.size);
    const shown = small();
    for (const panel of panels) panel.layers.element.hidden = !shown;
    legend.hidden = caption.hidden = !shown;
    population.hidden = !panels.some(({ algorithm }) => algorithm === 'ga');
    timeline.element.hidden = stage.hidden = why !== '';
    if (why) {
      headline.textContent = 'This board cannot be solved.';
      return say(why, 'bad');
    }
    if (!shown) {
      space = null;
      headline.textContent = 'This board has too many neighbours to draw.';
      say(`State spaces are drawn for ${sizes.join(', ')}. On ${state.size}, only the genetic solver can be watched.`);
      note.append(' ', button('Use a 3x3 board', () => attempt(() => state.shuffle('3x3', ++seed))));
    } else {
      // The space of the start has the same boards with the same ranks.
      const [opened, fromStart] = await Promise.all([openSpace(backend, goal), openSpace(backend, board)]);
      if (own !== turn) return;
      space = opened;
      for (const panel of panels) {
        panel.layers.open(opened, fromStart);
        panel.layers.draw({ start: opened.ranking.rank(board.tiles) });
        panel.layers.canvas.setAttribute('aria-label', `${nameOf(panel)} in the state space of ${state.size}: ${count(opened.states)} `
          + `boards, at most ${plural(opened.counts.length - 1, 'move')} from the goal. Numbers are under Options.`);
      }
      showState(opened.ranking.rank(board.tiles));
    }
    if (!known) return;
    timeline.resize(0, 0);
    await Promise.all(panels.filter((panel) => shown || panel.algorithm === 'ga').map((panel) => run(panel, known)));
    if (own !== turn) return;
    const length = Math.max(...panels.map(lengthOf));
    showNumbers();
    timeline.resize(length, still.matches ? length : 1);
    if (!still.matches && length > 1) timeline.play();
    app.announce(panels.map((panel) => `${nameOf(panel)}: ${shareOf(panel)} of all boards.`).join(' '));
  });

  /** Runs the search of a panel. */
  const run = async (/** @type {Panel} */ panel, /** @type {import('../app.js').Description} */ known) => {
    const { board, text, goalText } = state;
    const { algorithm } = panel;
    const informed = known.algorithms.find(({ name }) => name === algorithm)?.informed;
    // The plain genetic algorithm comes first. It shows evolution; the others find most plans before it begins.
    const settings = { ...(algorithm === 'ga' ? { preset: known.presets[0] } : {}), ...(informed ? { heuristic: heuristic.value } : {}) };
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
      state.learn(board, moves, answer.optimal);
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
  root.append(
    el('div', { class: 'row ends' }, headline, el('div', { class: 'row' }, size.element, el('label', { class: 'choice' }, 'Heuristic', heuristic), again)),
    note, stage,
    el('div', { class: 'clock' }, timeline.element, el('div', { class: 'state' }, shownState.element, stateText), caption, legend),
    options(form, el('div', { class: 'stack' }, numbers, copyLink(app, 'watch'))));
  const unmountForm = mountBoardForm(form, app);

  attempt(async () => {
    const known = (description = await app.describe);
    const asked = (state.options.searches ?? '').split(',');
    /** @type {[string, string][]} */
    const choices = known.algorithms.filter(({ name }) => ['bfs', 'astar', 'idastar', 'wastar', 'greedy', 'ga'].includes(name))
      .map((algorithm) => [algorithm.name, shortName(algorithm)]);
    panels.forEach((panel, i) => {
      if (choices.some(([name]) => name === asked[i])) panel.algorithm = asked[i];
      panel.choice.replaceChildren(...choices.map(([value, text]) => new Option(text, value, false, value === panel.algorithm)));
      panel.element.style.setProperty('--solver', colourOf(panel.algorithm));
    });
    const usual = state.options.heuristic ?? 'misplaced';
    heuristic.replaceChildren(...known.heuristics.filter((name) => !name.startsWith('pdb'))
      .map((name) => new Option(name, name, false, name === usual)));
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
    state.setOptions({ searches: undefined });
  };
}

/** @param {number} share */
const percent = (share) => `${(share * 100).toFixed(share < 0.01 ? 2 : 1)}\u00a0%`;

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

