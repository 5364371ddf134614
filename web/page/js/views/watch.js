// The view Watch: two searches side by side on one clock, in the state space of a small board. At
// each step, both searches reach one more board.

import { format, parse, replay } from '../board.js';
import { mountBoardForm } from '../boardform.js';
import { BoardView } from '../boardview.js';
import { button, el, field, select } from '../dom.js';
import { generationOf } from '../generations.js';
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
/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('../generations.js').Generation} Generation */
/** @typedef {import('../space.js').Space} Space */

/**
 * A panel with a search. Reached has the boards in the order in which the search reached them, and
 * plan those of its plan.
 * @typedef {{algorithm: string, heuristic: string, reached: Uint32Array, generations: Generation[],
 *   answer: Answer | null, plan: number[], error: string, search: AbortController, choice:
 *   HTMLSelectElement, estimate: HTMLSelectElement, amount: HTMLElement, all: HTMLElement, text:
 *   HTMLElement, layers: Layers, board: BoardView, which: HTMLElement, far: HTMLElement, element:
 *   HTMLElement}} Panel
 */

/** The sizes with a chip. @type {[string, string][]} */
const usual = ['2x3', '2x4', '3x3'].map((size) => [size, size]);

/**
 * A board that is fewer moves from the goal, or less than half as far as the farthest board, is too
 * near to be watched.
 */
const near = 10;

/**
 * A board is drawn at random if its distance is at least this fraction of the largest one. Most
 * boards of 3x3 are.
 */
const far = 0.66;

const loading = 'Loading the map of all boards …';

/** The searches that are shown first. */
const first = ['astar', 'bfs'];

/** The milliseconds for which the start is shown before the searches are played. */
const hold = 2000;

/** The generations of a phase of the genetic solver. Later generations look alike. */
const generations = '100';

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
    noun: 'Step',
    show: (at) => showAt(at),
    smooth: true,
    speed: '10',
    speeds: [
      ['30', 'Slow'],
      ['10', 'Normal'],
      ['4', 'Fast'],
    ],
    again: 'Watch again',
  });
  const panels = first.map((algorithm, i) => panelOf(i, algorithm));
  const again = button('New board', () => use(problem().size));
  const size = chips('Size', usual, (chosen) => use(chosen));
  const numbers = el('div', { class: 'stack' });
  const item = (/** @type {string} */ kind, /** @type {string} */ text) =>
    el('li', {}, el('span', { class: `key ${kind}` }), text);
  const bred = el(
    'p',
    { class: 'help' },
    'Genetic: a column is a generation of plans. Stronger colour: more plans end there.',
  );
  const legend = el(
    'ul',
    { class: 'legend' },
    item('unreached', 'A dot is one board.'),
    item('unreached many', 'A bar is many boards.'),
    item('reached', 'reached by the search'),
    item('fresh', 'just now'),
    item('line', 'plan'),
  );
  const caption = el(
    'p',
    { class: 'sentence' },
    'Each row holds the boards equally far from the goal.',
  );

  /**
   * The board of this view alone, if the shared one cannot be watched.
   * @type {import('../app.js').BoardInfo | null}
   */
  let own = null;

  /** Returns the board that is watched, its goal, and their texts. */
  const problem = () => {
    if (!own) return state;
    const { rows, cols, tiles, target } = own;
    const [board, goal] = [
      { rows, cols, tiles },
      { rows, cols, tiles: target },
    ];
    return {
      board,
      goal,
      text: format(board),
      goalText: format(goal),
      size: `${rows}x${cols}`,
      why: '',
    };
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
  const use = (/** @type {string} */ size) =>
    attempt(async () => {
      const now = ++turn;
      const info = await draw(size);
      if (now !== turn) return; // another board was chosen meanwhile
      state.goalText = goalName();
      state.use(info);
    });
  const tooNear = (
    /** @type {Space} */ { counts, ranking, distances },
    /** @type {readonly number[]} */ tiles,
  ) => distances[ranking.rank(tiles)] < Math.min(near, counts.length / 2);

  /** The length of the search of a panel on the clock. @param {Panel} panel */
  const lengthOf = ({ reached }) => reached.length;
  /** The description of the algorithm of a panel. @param {Panel} panel */
  const about = ({ algorithm }) => description?.algorithms.find(({ name }) => name === algorithm);
  /**
   * The name of a search. If both have one algorithm, the name says in what they differ.
   * @param {Panel} panel
   */
  const nameOf = (panel) => {
    const name = shortName(about(panel)) || panel.algorithm;
    const [{ algorithm, heuristic }, other] = panels;
    return algorithm !== other.algorithm
      ? name
      : heuristic === other.heuristic
        ? `${name} ${panels.indexOf(panel) + 1}`
        : `${name} with ${heuristicName(panel.heuristic)}`;
  };
  /** @param {Panel} panel */
  const shareOf = ({ reached }) => (space ? percent(reached.length / space.states) : '');

  /** Says what a search found. @param {Panel} panel */
  const found = ({ answer, generations }) =>
    answer?.length
      ? `Found ${answer.optimal ? 'the shortest plan' : 'a plan'}, ${plural(answer.length, 'move')}`
      : `Found no plan${generations.length ? ` in ${plural(generations[generations.length - 1].phase, 'phase')}` : ''}`;
  /**
   * Returns the name of a search within a sentence. "A*" keeps its capital letter.
   * @param {string} name
   */
  const within = (name) => name.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  /** Compares the plans and the numbers of boards of both searches. */
  const comparison = () => {
    const [names, shares] = [panels.map(nameOf), panels.map(shareOf)];
    const [a, b] = panels.map(({ answer }) => answer?.length ?? 0);
    if (a && a === b) {
      return (
        `Both found ${plural(a, 'move')}. ${names[0]} reached ${shares[0]} of the boards, ` +
        `${within(names[1])} ${shares[1]}.`
      );
    }
    return [a, b]
      .map(
        (length, i) =>
          `${names[i]} found ${length ? plural(length, 'move') : 'no plan'} and reached ` +
          `${shares[i]} of the boards.`,
      )
      .join(' ');
  };
  /** Says in which generation a plan first led to the goal. @param {Panel} panel */
  const born = ({ generations }) => {
    const { number: n, phase } = generations.find(({ best }) => best === 0) ?? {};
    return n === undefined
      ? ''
      : `. The first came in generation ${n}${phase === 1 ? '' : ` of phase ${phase}`}`;
  };

  /**
   * Returns the height that is left for a picture if all pictures, the player and the name of the
   * options fit the window.
   */
  function room() {
    const above = stage.getBoundingClientRect().top + scrollY;
    const below = timeline.element.offsetHeight + (innerWidth > 640 ? 88 : 8);
    const beside = Math.max(
      ...panels.map(({ element, layers }) => element.offsetHeight - layers.element.offsetHeight),
    );
    return Math.max(240, innerHeight - above - below - beside - 4);
  }

  /**
   * Makes the panel of a search.
   * @param {number} index
   * @param {string} algorithm
   * @returns {Panel}
   */
  function panelOf(index, algorithm) {
    /** @type {Panel} */
    const panel = {
      algorithm,
      heuristic: '',
      reached: new Uint32Array(),
      generations: [],
      answer: null,
      plan: [],
      error: '',
      search: new AbortController(),
      choice: select([], '', (value) => choose(panel, { algorithm: value })),
      estimate: select([], '', (value) => choose(panel, { heuristic: value })),
      amount: el('b'),
      all: el('span'),
      text: el('p', { class: 'result' }, loading),
      layers: new Layers(
        (rank) =>
          showBoard(panel, rank ?? lastOf(panel), rank === null ? 'reached last' : 'this dot'),
        room,
      ),
      board: new BoardView({ label: 'Board' }),
      which: el('b'),
      far: el('span'),
      element: el('section', { class: 'panel' }),
    };
    panel.board.element.classList.add('still'); // one board after another need not be neighbours
    const name = index ? 'Second search' : 'First search';
    panel.choice.setAttribute('aria-label', name);
    panel.layers.element.append(
      el('div', { class: 'pointed help' }, panel.board.element, panel.which, panel.far),
    );
    panel.element.append(
      el(
        'div',
        { class: 'row' },
        panel.choice,
        el('p', { class: 'share' }, panel.amount, panel.all),
      ),
      panel.text,
      panel.layers.element,
    );
    panel.element.setAttribute('aria-label', name);
    return panel;
  }

  /**
   * Changes the search of a panel.
   * @param {Panel} panel
   * @param {{algorithm?: string, heuristic?: string}} change
   */
  const choose = (panel, change) => {
    const { algorithm } = panel;
    Object.assign(panel, change);
    // Two equal searches would show the same twice. The genetic solver draws other random numbers.
    const other = panels[1 - panels.indexOf(panel)];
    const equal = panel.algorithm === other.algorithm && panel.algorithm !== 'ga';
    if (equal && !about(panel)?.informed) other.algorithm = algorithm;
    else if (equal && panel.heuristic === other.heuristic) {
      (change.heuristic ? other : panel).heuristic =
        panel.heuristic === 'misplaced' ? 'manhattan' : 'misplaced';
    }
    state.setOptions({
      searches: panels.map(({ algorithm }) => algorithm).join(','),
      heuristics: panels.map(({ heuristic }) => heuristic).join(','),
    });
    start();
  };

  /** The board that a panel reached last. @param {Panel} panel */
  const lastOf = ({ reached }) => reached[Math.min(timeline.at, reached.length) - 1];

  /**
   * Shows a board beside the picture of a panel.
   * @param {Panel} panel
   * @param {number | undefined} rank
   * @param {string} [what]
   */
  const showBoard = (panel, rank, what = 'reached last') => {
    if (!space || rank === undefined) return;
    panel.board.show(space.ranking.unrank(rank), space.goal);
    panel.far.textContent = `${plural(space.distance(rank), 'move')} to go`;
    panel.which.textContent = what;
  };

  /** Shows all searches at a step of the clock. */
  const showAt = (/** @type {number} */ at) => {
    for (const panel of panels) {
      const { reached, generations, answer, layers, plan } = panel;
      const known = Math.min(at, reached.length);
      const ended = answer !== null && known === reached.length;
      const later = generations.findIndex((generation) => generation.reached > known);
      const now = later < 0 ? generations.length : later;
      layers.draw({
        reached,
        at: known,
        fresh: ended ? 0 : Math.ceil(known / 12),
        plan,
        ended,
        generations,
        now,
      });
      if (now) showBoard(panel, generations[now - 1].ranks[generations[now - 1].best], 'best plan');
      else showBoard(panel, lastOf(panel));
      panel.layers.element.classList.toggle('bred', now > 0);
      panel.amount.textContent = count(known);
      panel.all.textContent = space ? `of ${plural(space.states, 'board')}` : '';
      panel.text.textContent =
        panel.error ||
        (!space
          ? loading
          : now && !ended
            ? evolved(generations[now - 1])
            : !ended
              ? panel.algorithm === 'ga'
                ? 'The first plans are random.'
                : 'Searching …'
              : `${found(panel)}${born(panel)}.`);
    }
    if (computing && space) {
      for (const control of [timeline.first, timeline.back, timeline.toggle])
        control.disabled = true;
      timeline.label.textContent = `${plural(at, 'step')} so far`;
      headline.textContent =
        'The searches are being computed. They are played as soon as they end.';
      return;
    }
    headline.textContent =
      space && panels.every((panel) => panel.answer && at >= lengthOf(panel))
        ? comparison()
        : `Which search reaches fewer boards: ${panels.map(nameOf).map(within).join(' or ')}?`;
  };

  /** Says how far the plans of a generation come. @param {Generation} generation */
  const evolved = ({ number: n, phase, best, mean }) =>
    `Phase ${phase}, generation ${n}: best plan ${plural(best, 'move')} from the goal, average ` +
    `${number(mean)}.`;

  /** Removes results. */
  const clear = () => {
    turn++;
    computing = false;
    timeline.pause();
    for (const panel of panels) {
      panel.search.abort();
      Object.assign(panel, {
        reached: new Uint32Array(),
        generations: [],
        answer: null,
        plan: [],
        error: '',
      });
      panel.layers.draw({
        reached: panel.reached,
        at: 0,
        plan: panel.plan,
        ended: false,
        generations: [],
        now: 0,
      });
      panel.choice.value = panel.algorithm;
      panel.estimate.value = panel.heuristic;
      panel.estimate.disabled = !about(panel)?.informed;
      panel.element.style.setProperty('--solver', colourOf(panel.algorithm));
      legend.style.setProperty(`--reached-${panels.indexOf(panel)}`, colourOf(panel.algorithm));
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
    bred.hidden = !panels.some(({ algorithm }) => algorithm === 'ga');
    timeline.element.hidden = stage.hidden = caption.hidden = legend.hidden = state.why !== '';
    // its picture has no dots
    legend.hidden ||= panels.every(({ algorithm }) => algorithm === 'ga');
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
        reason =
          `Your board is ${plural(all.distance(all.ranking.rank(tiles)), 'move')} from the goal. ` +
          'This one is farther.';
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
      panel.layers.canvas.setAttribute(
        'aria-label',
        `${nameOf(panel)} in the state space of ${text}: ${count(opened.states)} boards, at most ` +
          `${plural(opened.counts.length - 1, 'move')} from the goal. Numbers are under Options.`,
      );
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
    if (!still.matches && length > 1) timeline.play(hold);
    else timeline.pause();
    app.announce(
      panels.map((panel) => `${nameOf(panel)}: ${shareOf(panel)} of all boards.`).join(' '),
    );
  };

  /** Returns what is shown of a population. @param {import('../app.js').Population} population */
  const generation = (population) => {
    const { ranking } = /** @type {Space} */ (space);
    const tiles = bytesOf(population.boards);
    return generationOf(
      population,
      population.fitness.map((_, i) =>
        ranking.rank(tiles.subarray(i * ranking.cells, (i + 1) * ranking.cells)),
      ),
      /** @type {Space} */ (space),
    );
  };

  /** Runs the search of a panel. */
  const run = async (/** @type {Panel} */ panel) => {
    const { board, text, goalText } = problem();
    const { algorithm } = panel;
    // The plain genetic algorithm comes first. It shows evolution; the others find most plans
    // before it begins.
    const seed = String(1 + panels.indexOf(panel));
    const settings = {
      ...(algorithm === 'ga' ? { preset: description?.presets[0], generations, seed } : {}),
      ...(about(panel)?.informed ? { heuristic: panel.heuristic } : {}),
    };
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
      const answer = await backend.stream(
        'watch',
        { board: text, goal: goalText, algorithm, settings },
        (_, /** @type {import('../app.js').WatchProgress} */ event) => {
          if (search.signal.aborted) return;
          if (event.reached) batches.push(ranksOf(event.reached));
          if (event.population) panel.generations.push(generation(event.population));
          if (performance.now() - drawn > 200) join();
        },
        search.signal,
      );
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

  /** Shows the numbers of both searches, and how many boards of each layer they reached. */
  const showNumbers = () => {
    const shown = (description?.statistics ?? []).filter((row) => row.compared);
    /** @type {[string, (panel: Panel) => string][]} */
    const rows = [
      ['Boards reached', ({ reached }) => count(reached.length)],
      ['Share', shareOf],
      ...shown.map(
        (row) =>
          /** @type {[string, (panel: Panel) => string]} */ ([
            heading(row),
            ({ answer }) => statisticText(row, answer ?? {}),
          ]),
      ),
      [
        'Moves',
        ({ answer }) => (answer ? (answer.length === null ? 'none' : count(answer.length)) : ''),
      ],
      ['Proven shortest', ({ answer }) => (answer?.optimal ? 'yes' : 'no')],
    ];
    const here = space;
    const layers = here
      ? panels.map(({ reached }) => {
          const known = here.counts.map(() => 0);
          for (const rank of reached) known[here.distance(rank)]++;
          return known;
        })
      : [];
    numbers.replaceChildren(
      el('h2', {}, 'At the end'),
      table(
        'Searches on this board as a table',
        ['Search', ...panels.map(nameOf)],
        rows
          .map(([name, text]) => [name, ...panels.map(text)])
          .filter((row) => row.slice(1).some(Boolean)),
        [false, true, true],
      ),
      el(
        'p',
        { class: 'help' },
        'To reach a board is to meet it. To expand it is to try all its moves.',
      ),
      ...(here
        ? [
            el(
              'details',
              {},
              el('summary', {}, 'The layers as a table'),
              table(
                'Boards by distance',
                ['Distance', 'Boards', ...panels.map((panel) => nameOf(panel))],
                here.counts.map((all, distance) => [
                  String(distance),
                  count(all),
                  ...layers.map((known) => count(known[distance])),
                ]),
              ),
            ),
          ]
        : []),
    );
  };

  const stage = el('div', { class: 'panels' }, ...panels.map(({ element }) => element));
  const form = el('section', { class: 'card' });
  const estimates = el(
    'div',
    { class: 'halves' },
    ...panels.map(({ estimate }, i) =>
      field(`Heuristic of the ${i ? 'second' : 'first'} search`, estimate),
    ),
  );
  const link = () =>
    own ? `board=${problem().text.replaceAll(' ', '+')}&goal=${goalName()}` : state.query;
  root.append(
    el(
      'div',
      { class: 'row ends top' },
      headline,
      el('div', { class: 'row' }, size.element, again),
    ),
    note,
    el('div', { class: 'row ends explained' }, caption, legend, bred),
    stage,
    timeline.element,
    options(
      form,
      el('section', { class: 'card' }, estimates, numbers, copyLink(app, 'watch', undefined, link)),
    ),
  );
  const unmountForm = mountBoardForm(form, app);

  root.classList.add('loading');
  attempt(async () => {
    description = await app.describe;
    const { algorithms, heuristics } = description;
    /** @type {[string, string][]} */
    const choices = algorithms
      .filter(({ name }) => ['bfs', 'astar', 'idastar', 'wastar', 'greedy', 'ga'].includes(name))
      .map((algorithm) => [algorithm.name, shortName(algorithm)]);
    const known = heuristics.filter((name) => !name.startsWith('pdb'));
    const asked = ['searches', 'heuristics'].map((name) => (state.options[name] ?? '').split(','));
    panels.forEach((panel, i) => {
      if (choices.some(([name]) => name === asked[0][i])) panel.algorithm = asked[0][i];
      panel.heuristic =
        [asked[1][i], state.options.heuristic].find((name) => name && known.includes(name)) ??
        'manhattan';
      panel.choice.replaceChildren(
        ...choices.map(
          ([value, text]) => new Option(text, value, false, value === panel.algorithm),
        ),
      );
      panel.estimate.replaceChildren(
        ...heuristicChoices(known).map(
          ([value, text]) => new Option(text, value, false, value === panel.heuristic),
        ),
      );
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
