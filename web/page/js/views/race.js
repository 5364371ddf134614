// The view Race: two to four solvers on one board, side by side.

import { mountBoardForm } from '../boardform.js';
import { BoardView } from '../boardview.js';
import { add, Chart } from '../chart.js';
import { button, el, field, select } from '../dom.js';
import { ending, heading, statisticText } from '../outcome.js';
import { noteFor, table } from '../parts.js';
import { Player } from '../player.js';
import { solverForm, solverName, solverRequest } from '../settings.js';
import { copyLink } from '../share.js';
import { count, number, plural, seconds } from '../text.js';

/** @typedef {import('../app.js').Answer} Answer */
/** @typedef {import('../app.js').Description} Description */
/** @typedef {import('../app.js').Progress} Progress */
/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('../chart.js').Points} Points */
/** @typedef {import('../settings.js').Values} Values */

const most = 4;
const fewest = 2;

/** The races to choose from, with their board size.
 * @type {{title: string, size: string, solvers: Values[], presets?: boolean}[]} */
const races = [
  { title: 'Genetic algorithm against A* on 3x3', size: '3x3', solvers: [{ algorithm: 'ga' }, { algorithm: 'astar' }] },
  {
    title: 'Genetic algorithm against A* and IDA* on 4x4',
    size: '4x4',
    solvers: [{ algorithm: 'ga' }, { algorithm: 'astar' }, { algorithm: 'idastar' }],
  },
  {
    title: 'Genetic algorithms against A* on 3x3',
    size: '3x3',
    solvers: [{ algorithm: 'astar' }], // and the genetic solver with each preset of the description
    presets: true,
  },
  {
    title: 'Breadth-first search, A* and IDA* on 3x3',
    size: '3x3',
    solvers: [{ algorithm: 'bfs' }, { algorithm: 'astar' }, { algorithm: 'idastar' }],
  },
  {
    title: 'A* with four heuristics on 3x3',
    size: '3x3',
    solvers: ['misplaced', 'manhattan', 'linear-conflict', 'walking-distance'].map((heuristic) =>
      ({ algorithm: 'astar', heuristic })),
  },
];

/**
 * The lines of a solver in the charts: the length of its best plan, its bound and the length of its open
 * list over time, and the best and the mean fitness of each generation.
 * @typedef {Record<'plans' | 'bounds' | 'open' | 'best' | 'mean', Points>} Lines
 */

/** Lines without points. @returns {Lines} */
const noLines = () => ({ plans: [[], []], bounds: [[], []], open: [[], []], best: [[], []], mean: [[], []] });

/** A solver in the race. */
class Lane {
  /** @type {Answer | null} */
  answer = null;
  /** The best plan. */
  moves = '';
  running = false;
  lines = noLines();
  /** What the backend says about the algorithm. @type {import('../app.js').Algorithm | undefined} */
  known;

  /**
   * @param {number} index
   * @param {Values} values
   * @param {(text: string) => void} announce
   */
  constructor(index, values, announce) {
    this.values = values;
    this.colour = `--series-${index + 1}`;
    this.name = '';
    this.view = new BoardView({ label: 'Board' });
    /** @type {(board: Board) => void} */
    this.show = () => {};
    this.player = new Player((board) => this.show(board), announce);
    this.title = el('h2');
    this.heuristic = el('p', { class: 'muted' });
    this.status = el('p', { class: 'status' });
    const { slider, label, toggle } = this.player;
    this.playback = el('div', { class: 'stack tight', hidden: true }, slider,
      el('div', { class: 'row ends' }, label, toggle));
    this.element = el('section', { class: 'card lane' },
      this.title, this.heuristic, this.view.element, this.status, this.playback);
    this.element.style.setProperty('--lane', `var(${this.colour})`);
    this.clear();
  }

  /** Removes the results of the last race. */
  clear() {
    this.player.pause();
    this.playback.hidden = true;
    this.status.textContent = 'Ready';
    this.answer = null;
    this.moves = '';
    this.running = false;
    this.lines = noLines();
  }

  get evolving() {
    return this.values.algorithm === 'ga';
  }

  /** Whether the bound of the search rises to the length of its plan. */
  get bounding() {
    return this.known?.optimal ?? false;
  }

  /** Whether the search keeps an open list. */
  get listing() {
    return this.known?.reports.includes('open') ?? false;
  }

  /** The length of the best plan so far. @returns {number | undefined} */
  get shortest() {
    const [, lengths] = this.lines.plans;
    return lengths[lengths.length - 1];
  }

  /**
   * Shows an event of the search.
   * @param {Progress} progress
   */
  progress(progress) {
    const { seconds: at, length, moves, bound, open, generation, course = [] } = progress;
    if (length && moves) {
      add(this.lines.plans, at, length);
      this.moves = moves;
    }
    if (this.bounding) add(this.lines.bounds, at, bound);
    if (this.listing) add(this.lines.open, at, open);
    for (const { best, mean } of course) {
      const next = this.lines.best[0].length;
      add(this.lines.best, next, best);
      add(this.lines.mean, next, mean);
    }
    const done = generation ? plural(progress.evaluated, 'plan') : plural(progress.expanded, 'state');
    this.status.textContent = `Searching: ${done}, ${seconds(at)}${
      this.shortest ? `. Best plan: ${plural(this.shortest, 'move')}` : ''}`;
  }

  /**
   * Shows the result of the search.
   * @param {Answer} answer
   */
  finish(answer) {
    this.answer = answer;
    this.moves = answer.moves ?? '';
    if (answer.found) {
      this.lines.plans = [[], []];
      for (const plan of answer.found) add(this.lines.plans, plan.seconds ?? 0, plan.length);
    }
    if (answer.length !== null) add(this.lines.plans, answer.seconds, answer.length);
    if (this.bounding && answer.lower_bound) add(this.lines.bounds, answer.seconds, answer.lower_bound);
    if (this.listing) add(this.lines.open, answer.seconds, answer.open);
    this.status.textContent = answer.length === null ? `No plan. ${ending(answer)}`
      : `${plural(answer.length, 'move')}${answer.optimal ? ', proven optimal' : ''}, ${seconds(answer.seconds)}`;
  }
}

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  const { state, announce, backend } = app;
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  /** @type {Description | null} */
  let description = null;
  /** @type {Lane[]} */
  let lanes = [];
  /** @type {Chart[]} */
  let charts = [];
  /** @type {AbortController | null} */
  let race = null;

  const start = button('Start', () => run(), { class: 'primary', disabled: true });
  const stop = button('Stop all', () => race?.abort(), { disabled: true });
  const replayAll = button('Play all plans', () => lanes.forEach(({ player, moves }) => {
    if (!moves) return;
    player.seek(0);
    player.play();
  }), { disabled: true });
  const { note, say, attempt } = noteFor(app);
  const grid = el('div', { class: 'lanes' });
  const graphs = el('div', { class: 'charts' });
  const results = el('section', { class: 'card', hidden: true, 'aria-label': 'Results' });
  const solvers = el('section', { class: 'card' });
  const form = el('section', { class: 'card' });
  /** @type {[string, string][]} */
  const titles = races.map(({ title }, i) => [String(i), title]);
  titles.push(['', 'Own choice']);
  const preset = select(titles, '', (i) => i && choose(races[Number(i)]));

  /** Uses the solvers of a race, and draws a board of its size. */
  const choose = (/** @type {typeof races[number]} */ { solvers: all, size }) => attempt(async () => {
    take(all.map((values) => ({ ...values })));
    remember();
    if (state.size === size) return;
    await state.shuffle(size, 1 + Math.floor(Math.random() * 1000), size === '4x4' ? 200 : undefined);
  });

  /** The solvers as a text for the address. */
  const written = () => lanes.map(({ values }) => new URLSearchParams(values).toString()).join('|');
  const remember = () => state.setOptions({ race: written() });

  /** Uses the solvers in the address. If it has none, it uses those of the first race. */
  const read = () => {
    const linked = (state.options.race ?? '').split('|').filter(Boolean)
      .map((text) => Object.fromEntries(new URLSearchParams(text)));
    const valid = linked.length >= fewest && linked.length <= most;
    take(valid ? linked : races[0].solvers.map((values) => ({ ...values })));
  };

  /** Replaces the solvers. */
  const take = (/** @type {Values[]} */ all) => {
    for (const { player } of lanes) player.pause();
    lanes = all.map((values, i) => new Lane(i, values, announce));
    for (const lane of lanes) lane.show = (board) => lane.view.show(board, state.goal, state.picture);
    grid.replaceChildren(...lanes.map(({ element }) => element));
    clear();
    build();
  };

  /** Shows the names and the forms of the solvers. */
  const build = () => {
    const known = description;
    if (!known) return;
    /** Names the solvers. If solvers would have the same name, their names include the heuristic. */
    const title = () => {
      const names = lanes.map(({ values }) => solverName(known, values));
      const short = names.map((name) => name.split(' with ')[0]);
      lanes.forEach((lane, i) => {
        lane.known = known.algorithms.find(({ name }) => name === lane.values.algorithm);
        lane.name = short.indexOf(short[i]) === short.lastIndexOf(short[i]) ? short[i] : names[i];
        lane.title.textContent = short[i];
        lane.heuristic.textContent = names[i].slice(short[i].length);
        lane.view.label = `Board of ${lane.name}`;
        lane.element.setAttribute('aria-label', lane.name);
        lane.show(state.board);
      });
      summaries.forEach((summary, i) => (summary.textContent = `${i + 1}. ${names[i]}`));
    };
    const summaries = lanes.map(() => el('summary'));
    title();
    const chosen = JSON.stringify(lanes.map(({ values }) => values));
    const same = races.findIndex(({ solvers: all }) => JSON.stringify(all) === chosen);
    preset.value = same < 0 ? '' : String(same);
    const forms = lanes.map((lane, i) => {
      const changed = (/** @type {Values} */ values) => {
        lane.values = values;
        title();
        preset.value = '';
        clear();
        remember();
      };
      return el('details', { name: 'solver' }, summaries[i],
        el('div', { class: 'settings' }, solverForm(known, lane.values, changed),
          lanes.length > fewest && button('Remove this solver', () => {
            take(lanes.filter((other) => other !== lane).map(({ values }) => values));
            remember();
          })));
    });
    solvers.replaceChildren(el('h2', {}, 'Solvers'), ...forms,
      button('Add a solver', () => {
        take([...lanes.map(({ values }) => values), { algorithm: 'idastar' }]);
        remember();
      }, { disabled: lanes.length >= most }));
    start.disabled = Boolean(state.why);
  };

  /** Removes the results of the last race. */
  const clear = () => {
    const running = race;
    race = null;
    running?.abort();
    stop.disabled = true;
    for (const lane of lanes) {
      lane.clear();
      lane.show(state.board);
    }
    for (const chart of charts) chart.destroy();
    charts = [];
    graphs.replaceChildren();
    results.hidden = replayAll.disabled = true;
    say(state.why, 'bad');
    start.disabled = !description || Boolean(state.why);
  };

  /** Makes the charts for which the solvers have data. */
  const plot = () => {
    const line = (/** @type {Lane} */ lane, text = '', form = {}) =>
      ({ label: `${lane.name}${text}`, colour: lane.colour, ...form });
    const bounded = lanes.filter((lane) => lane.bounding);
    const listed = lanes.filter((lane) => lane.listing);
    const evolving = lanes.filter((lane) => lane.evolving);
    const points = (/** @type {Lane[]} */ of, /** @type {keyof Lines} */ name) => of.map(({ lines }) => lines[name]);
    const time = (/** @type {number} */ t) => (t === 0 ? '0' : seconds(t));
    /** @type {[Chart, () => Points[]][]} */
    const made = [[new Chart({
      title: 'Length of the best plan, and bound',
      xName: 'moves against time; the bound is the f that is being searched', x: time, y: number,
      lines: [...lanes.map((lane) => line(lane, '', { stepped: true })),
        ...bounded.map((lane) => line(lane, ', bound', { dashed: true, stepped: true }))],
    }), () => [...points(lanes, 'plans'), ...points(bounded, 'bounds')]]];
    if (evolving.length) {
      made.push([new Chart({
        title: 'Fitness: less is better',
        xName: 'best and mean against generations, then rounds of improvement', x: count, y: count,
        lines: [...evolving.map((lane) => line(lane, ', best')),
          ...evolving.map((lane) => line(lane, ', mean', { dashed: true }))],
      }), () => [...points(evolving, 'best'), ...points(evolving, 'mean')]]);
    }
    if (listed.length) {
      made.push([new Chart({
        title: 'Open list', xName: 'states against time', x: time, y: count,
        lines: listed.map((lane) => line(lane)),
      }), () => points(listed, 'open')]);
    }
    charts = made.map(([chart]) => chart);
    graphs.replaceChildren(...charts.map(({ element }) => el('section', { class: 'card' }, element)));
    return () => made.forEach(([chart, current]) => chart.set(current()));
  };

  const run = async () => {
    const known = description;
    if (!known) return;
    clear();
    const controller = (race = new AbortController());
    const { board, text, goalText } = state;
    const draw = plot();
    start.disabled = true;
    stop.disabled = false;
    say(`${plural(lanes.length, 'solver')} on one board. Each has one thread.`);
    const running = [...lanes];
    const began = performance.now();
    await Promise.all(running.map(async (lane) => {
      const request = { board: text, goal: goalText, ...solverRequest(known, { workers: '1', ...lane.values }) };
      lane.running = true;
      if (lane.listing) add(lane.lines.open, 0, 1); // at first, only the start is open
      lane.status.textContent = 'Searching';
      try {
        /** @type {Answer} */
        const answer = await backend.stream('solve', request, (_, progress) => {
          if (controller !== race) return;
          lane.progress(progress);
          draw();
        }, controller.signal);
        if (controller !== race) return;
        lane.finish(answer);
        announce(`${lane.name}: ${lane.status.textContent}`);
      } catch (error) {
        if (controller !== race) return;
        const found = lane.shortest;
        lane.status.textContent = !controller.signal.aborted ? /** @type {Error} */ (error).message
          : found ? `Stopped. Best plan: ${plural(found, 'move')}` : 'Stopped without a plan';
      } finally {
        lane.running = false;
        if (controller === race) {
          if (lane.moves) playBack(lane, board);
          draw();
          compare(running);
        }
      }
    }));
    if (controller !== race) return;
    race = null;
    start.disabled = false;
    stop.disabled = true;
    replayAll.disabled = !running.some(({ moves }) => moves);
    const took = (performance.now() - began) / 1000;
    for (const { shortest, lines: { plans: [times, lengths] } } of running) { // extend lines to the end of the race
      if (!shortest || controller.signal.aborted) continue;
      add([times, lengths], Math.max(took, times[times.length - 1]), shortest);
    }
    draw();
    say(controller.signal.aborted ? 'The race was stopped.' : `The race has ended after ${seconds(took)}.`);
    announce([note.textContent, ...running.map((lane) => `${lane.name}: ${lane.status.textContent}.`)].join(' '));
  };

  /** Plays the plan of a solver that is done. */
  const playBack = (/** @type {Lane} */ lane, /** @type {Board} */ board) => {
    const moves = lane.moves.split(' ');
    lane.playback.hidden = false;
    lane.player.slider.setAttribute('aria-label', `Position in the plan of ${lane.name}`);
    lane.player.load(board, moves);
    state.learn(board, moves, lane.answer?.optimal ?? false);
    if (!still.matches) lane.player.play();
  };

  /** Shows a table that compares the solvers that are done. */
  const compare = (/** @type {Lane[]} */ all) => {
    const shown = (description?.statistics ?? []).filter(({ compared, unit }) => compared || unit === 'bytes');
    const proven = all.find(({ answer }) => answer?.optimal);
    const bound = Math.max(0, ...all.map(({ answer }) => answer?.lower_bound ?? 0));
    const base = proven?.answer?.length ?? bound;
    const gap = (/** @type {number} */ length) =>
      (base ? `${proven ? '' : 'at most '}${(length / base).toFixed(3)}` : 'unknown');
    const rows = all.map((lane) => {
      const { answer } = lane;
      const length = answer ? answer.length : lane.shortest ?? null;
      const status = answer ? answer.status.replace('-', ' ') : lane.running ? 'searching' : 'stopped';
      const spent = [answer ? seconds(answer.seconds) : '', ...shown.map((row) => statisticText(row, answer ?? {}))];
      const cells = [status, ...(length === null ? ['', ''] : [count(length), gap(length)]), ...spent];
      const swatch = el('span', { class: 'swatch' });
      swatch.style.color = `var(${lane.colour})`;
      return [el('span', { class: 'choice' }, swatch, lane.name), ...cells];
    });
    const heads = ['Solver', 'Status', 'Moves', 'Gap', 'Time', ...shown.map(heading)];
    const explained = proven
      ? `The gap is the length of a plan divided by ${count(base)}, the length that ${proven.name} has proven optimal.`
      : base ? 'No solver has proven its plan optimal yet. The gap is the length of a plan divided by '
        + `${number(base)} moves, the best lower bound, so it is at most that large.`
        : 'No solver has proven its plan optimal, and there is no lower bound, so the gap is unknown.';
    results.replaceChildren(el('h2', {}, 'Results'),
      table('Results of the race', heads, rows),
      el('p', { class: 'help' }, explained));
    results.hidden = false;
  };

  root.append(
    el('div', { class: 'intro' }, el('h1', {}, 'Race'),
      el('p', { class: 'muted' }, 'Two to four solvers search on the same board at the same time.')),
    el('div', { class: 'row bottom' }, field('Race', preset), el('div', { class: 'row' }, start, stop, replayAll)),
    note, grid, results, graphs,
    el('div', { class: 'halves' }, solvers, el('div', { class: 'stack' }, form, copyLink(app, 'race'))));

  const unmountForm = mountBoardForm(form, app);
  const unsubscribe = state.subscribe((change) => {
    if (change === 'board' || change === 'move') clear();
    if (change === 'address') read();
    if (change === 'picture') for (const lane of lanes) lane.show(state.board);
  });
  read();
  attempt(async () => {
    description = await app.describe;
    const evolving = description.presets.map((preset) => ({ algorithm: 'ga', preset }));
    for (const race of races) if (race.presets) race.solvers = [...evolving, { algorithm: 'astar' }];
    build();
  });
  return () => {
    clear();
    unsubscribe();
    unmountForm();
  };
}
