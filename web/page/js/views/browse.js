// The view Browse: the experiments of the store, their reports and trials, and new experiments.

import { BoardView } from '../boardview.js';
import { parse } from '../board.js';
import { experimentForm } from '../experimentform.js';
import { arrange, button, el } from '../dom.js';
import { figures, noteFor, table } from '../parts.js';
import { heading, statisticText } from '../outcome.js';
import { Player } from '../player.js';
import { count, number, plural, seconds } from '../text.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../app.js').Statistic} Statistic */

/**
 * The messages of the server (see /api/v1/openapi.yaml).
 * @typedef {{experiment: string, kind: string, description: string, definition: string, trials: number, done: number,
 *   began: string, ended?: string}} Experiment
 * @typedef {{name: string, trials: number, solved: number, accuracy: number | null, accuracy_low: number,
 *   accuracy_high: number, mean_length: number | null, gap: number | null, optimal_share: number | null,
 *   median_seconds: number | null}} Summary
 * @typedef {Experiment & {running: boolean, conclusions: string[],
 *   groups: {group: string, size: string, puzzles: number, solvers: Summary[]}[]}} Results
 * @typedef {import('../app.js').Answer & {key: string, puzzle: number, group: string, solver: string}} Trial
 * @typedef {{experiment: string, running: boolean, trials: number, done: number, proving: number, proven: number,
 *   solvers: {solver: string, done: number, solved: number}[], stopped: boolean, error?: string,
 *   warnings?: string[]}} Run
 */

/** The number of trials on a page. */
const pageSize = 20;

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  const { backend, state } = app;
  const life = new AbortController();
  const list = el('nav', { class: 'list', 'aria-label': 'Experiments' });
  const progress = runCard(app, life.signal, (name) => (name === current ? open(name) : refresh()));
  const { note, attempt } = noteFor(app);
  const body = el('div', { class: 'stack' });
  /** The name of the open experiment; empty for the form for a new one. */
  let current = '';
  let opened = 0; // number of experiments opened so far, to drop answers for an earlier one
  let listed = 0; // number of requests for the list so far, to drop answers to an earlier one

  /** Starts an experiment. An error is shown where the reader started the experiment. */
  const start = (/** @type {string} */ definition, /** @type {typeof attempt} */ where) => where(async () => {
    /** @type {Run} */
    const run = await backend.call('start', { definition });
    progress.follow(run);
    await open(run.experiment);
  });
  const form = experimentForm(app, start);

  /** Lists the experiments, the newest first. */
  const refresh = async () => {
    const turn = ++listed;
    const { experiments, running, store } = await backend.call('experiments', {});
    const names = experiments.map((/** @type {Experiment} */ e) => e.experiment);
    if (turn !== listed) return { running, names };
    const newest = [...experiments].reverse().map((/** @type {Experiment} */ e) =>
      link(e.experiment, e.experiment, `${day(e.began)}, ${progressText(e.done, e.trials)}`));
    arrange(list, [link('', 'New experiment', `in ${store}`), ...newest]);
    mark();
    return { running, names };
  };

  /** @type {Map<string, HTMLElement>} */
  const links = new Map();

  /** Returns the link of an experiment. Later calls return the same element. */
  const link = (/** @type {string} */ name, /** @type {string} */ text, /** @type {string} */ more) => {
    const known = links.get(name) ?? el('a', { href: `#/browse?experiment=${encodeURIComponent(name)}` },
      el('span', {}, `${text} `), el('span', { class: 'help' }));
    links.set(name, known);
    known.children[1].textContent = more;
    return known;
  };

  /** Marks the link of the open experiment. */
  const mark = () => links.forEach((link, name) => {
    if (name === current) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  });

  /** Opens an experiment, or the form for a new one. The list is requested again, unless it has just been. */
  const open = (/** @type {string} */ name, isListed = false) => attempt(async () => {
    const turn = ++opened;
    current = name;
    note.textContent = '';
    mark();
    state.setOptions({ experiment: name });
    if (!name) {
      body.replaceChildren(form);
      if (!isListed) await refresh();
      return;
    }
    const shown = (await app.describe).statistics.filter((row) => row.compared);
    /** @type {Results} */
    const results = await backend.call('experiment', { experiment: name });
    if (turn !== opened || life.signal.aborted) return;
    const { definition, running, done, trials } = results;
    body.replaceChildren(summaryCard(results, shown), trialsCard(app, life.signal, results, shown), reportCard(results),
      definitionCard(definition,
        button('Use for a new experiment', () => { form.load(definition); open(''); }),
        running || done === trials ? '' : button('Continue', () => start(definition, attempt))));
    if (!isListed) await refresh();
  });

  root.append(
    el('div', { class: 'intro' }, el('h1', {}, 'Browse'),
      el('p', { class: 'muted' }, 'An experiment tries several solvers on the same boards.')),
    el('div', { class: 'book shelf' }, list, el('div', { class: 'stack' }, progress.element, note, body)));

  attempt(async () => {
    const { running, names } = await refresh();
    if (running) progress.follow({ experiment: running });
    await open(state.options.experiment ?? names[names.length - 1] ?? '', true);
  });
  const unsubscribe = state.subscribe((change) => {
    const { experiment = '' } = state.options;
    if (change === 'address' && location.hash.startsWith('#/browse') && experiment !== current) open(experiment);
  });
  return () => {
    unsubscribe();
    life.abort();
    state.setOptions({ experiment: undefined });
  };
}

/**
 * Makes the card with the progress of a running experiment.
 * @param {App} app
 * @param {AbortSignal} signal
 * @param {(name: string) => Promise<unknown>} onEnd
 */
function runCard(app, signal, onEnd) {
  const bar = el('progress', { 'aria-label': 'Trials that have ended' });
  const text = el('p', {});
  const title = el('h2', {});
  const { note, say, attempt } = noteFor(app);
  const solvers = el('div');
  let name = '';
  const stop = button('Stop', () => attempt(async () => {
    stop.disabled = true;
    await app.backend.call('stop', { experiment: name });
  }));
  const element = el('section', { class: 'card', 'aria-label': 'Running experiment', hidden: true },
    el('div', { class: 'row ends' }, title, stop), bar, text, solvers, note);

  const show = (/** @type {Run} */ run) => {
    bar.max = run.trials;
    bar.value = run.done;
    text.textContent = progressText(run.done, run.trials) +
      (run.proving ? `. Optimal costs searched for: ${run.proven} of ${plural(run.proving, 'puzzle')}` : '');
    solvers.replaceChildren(table('Trials by solver', ['Solver', 'Ended', 'Solved'],
      run.solvers.map(({ solver, done, solved }) => [solver, count(done), count(solved)])));
  };

  /** Follows an experiment to its end. @param {{experiment: string, warnings?: string[]}} run */
  const follow = ({ experiment, warnings }) => attempt(async () => {
    name = experiment;
    element.hidden = stop.disabled = false;
    stop.hidden = false;
    title.textContent = `Running ${name}`;
    say(warnings?.join(' ') || '');
    /** @type {Run} */
    const last = await app.backend.stream('follow', { experiment }, (_, seen) => show(seen), signal);
    show(last);
    stop.hidden = true;
    title.textContent = `${last.stopped ? 'Stopped' : 'Ended'}: ${name}`;
    await onEnd(name); // shows the results before the end is announced
    if (last.error) say(last.error, last.stopped ? '' : 'bad');
    else if (last.stopped) say('Trials that have ended are kept. “Continue” below runs the others.');
    else say(`All ${plural(last.trials, 'trial')} have ended.`, 'good');
  });
  return { element, follow };
}

/**
 * Makes the card with the results of an experiment, by group and solver.
 * @param {Results} results
 * @param {Statistic[]} shown the statistics in the table
 */
function summaryCard({ experiment, description, began, done, trials, running, conclusions, groups }, shown) {
  const rows = groups.flatMap(({ group, size, solvers }) => solvers.map((s) => [
    group || size, s.name, `${count(s.solved)} of ${count(s.trials)}`,
    `${share(s.accuracy_low)} to ${share(s.accuracy_high)}`, figure(s.mean_length, number),
    figure(s.gap, (gap) => gap.toFixed(3)), share(s.optimal_share), figure(s.median_seconds, seconds),
    ...shown.map((row) => statisticText(row, s, `mean_${row.name}`)),
  ]));
  return el('section', { class: 'card' }, el('h2', {}, experiment),
    description ? el('p', {}, description) : null,
    el('p', { class: 'muted' }, `Began ${day(began)}. ${progressText(done, trials)}${running ? ', running' : ''}.`),
    conclusions.length ? el('ul', { class: 'conclusions' }, ...conclusions.map((text) => el('li', {}, text))) : null,
    rows.length ? table('Results by solver',
      ['Puzzles', 'Solver', 'Solved', 'Accuracy (95 %)', 'Mean length', 'Gap', 'Optimal', 'Median time',
        ...shown.map(heading)], rows) : el('p', {}, 'No trial has ended yet.'));
}

/**
 * Makes the card with the trials of an experiment, in pages, and the plan of the chosen trial.
 * @param {App} app
 * @param {AbortSignal} signal
 * @param {Results} results
 * @param {Statistic[]} shown the statistics of the chosen trial
 */
function trialsCard(app, signal, { experiment, done }, shown) {
  const rows = el('div');
  const { note, attempt } = noteFor(app);
  const position = el('span', { class: 'muted' });
  const back = button('Back', () => load(skip - pageSize));
  const next = button('Next', () => load(skip + pageSize));
  const view = new BoardView({ label: 'Board of the trial' });
  const title = el('h3', { tabIndex: -1 });
  const [facts, fill] = figures('Status', 'Length', 'Optimal', ...shown.map(heading), 'Time');
  /** @type {import('../board.js').Board} */
  let goal;
  const player = new Player((board) => view.show(board, goal), app.announce);
  const detail = el('div', { class: 'pair trial', hidden: true }, view.element,
    el('div', { class: 'stack' }, title, facts, player.element));
  let skip = 0;
  signal.addEventListener('abort', () => player.pause());

  const load = (/** @type {number} */ from) => attempt(async () => {
    skip = Math.max(0, from);
    /** @type {{done: number, trials: Trial[]}} */
    const page = await app.backend.call('trials', { experiment, skip, count: pageSize });
    rows.replaceChildren(table('Trials', ['Plan', 'Puzzle', 'Board', 'Solver', 'Status', 'Length', 'Time'],
      page.trials.map((trial) => [
        button('Show', () => show(trial), { 'aria-label': `Show puzzle ${trial.puzzle}, ${trial.solver}` }),
        [trial.group, count(trial.puzzle)].filter(Boolean).join(' '), trial.board, trial.solver,
        trial.status ?? 'failed', figure(trial.length, count), seconds(trial.seconds),
      ])));
    position.textContent = page.trials.length
      ? `${count(skip + 1)} to ${count(skip + page.trials.length)} of ${count(page.done)}` : 'No trials';
    back.disabled = skip === 0;
    next.disabled = skip + page.trials.length >= page.done;
  });

  const show = (/** @type {Trial} */ trial) => {
    const board = parse(trial.board);
    const end = parse(trial.goal);
    if (!board || !end) return;
    goal = end;
    detail.hidden = false;
    title.textContent = `Puzzle ${trial.puzzle}, ${trial.solver}`;
    fill(trial.status ?? 'failed', figure(trial.length, count), trial.optimal ? 'proven' : 'not proven',
      ...shown.map((row) => statisticText(row, trial) || '–'), seconds(trial.seconds));
    player.element.hidden = !trial.moves;
    player.load(board, trial.moves ? trial.moves.split(' ') : []);
    title.focus();
  };

  if (done) load(0);
  return el('section', { class: 'card' }, el('h2', {}, 'Trials'), note, detail, rows,
    el('div', { class: 'row' }, back, next, position));
}

/** Makes the card with the report, which is loaded when it is opened. @param {Results} results */
function reportCard({ experiment }) {
  const address = `api/v1/report?experiment=${encodeURIComponent(experiment)}`;
  const details = el('details', { ontoggle: () => {
    if (details.open && details.children.length === 1) {
      details.append(el('iframe', { class: 'report', src: address, title: `Report of ${experiment}` }));
    }
  } }, el('summary', {}, 'Show the report here'));
  return el('section', { class: 'card' }, el('h2', {}, 'Report'),
    el('p', {}, el('a', { href: address, target: '_blank', rel: 'noopener' }, 'Open the report in a new tab')),
    details);
}

/** Makes the card with the experiment file. @param {string} definition @param {...(Node | string)} buttons */
function definitionCard(definition, ...buttons) {
  return el('section', { class: 'card' }, el('h2', {}, 'Definition'),
    el('details', {}, el('summary', {}, 'Show the experiment file'),
      el('pre', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Experiment file' }, definition)),
    el('div', { class: 'row' }, ...buttons));
}

/** @param {number} done @param {number} trials */
const progressText = (done, trials) =>
  (done === trials ? plural(done, 'trial') : `${count(done)} of ${plural(trials, 'trial')}`);

/** @param {string} time in RFC 3339 */
const day = (time) => new Date(time).toLocaleDateString('en', { dateStyle: 'medium' });

/** @param {number | null} value @param {(value: number) => string} format */
const figure = (value, format) => (value === null ? '–' : format(value));

/** @param {number | null} part from 0 to 1 */
const share = (part) => figure(part, (n) => `${(100 * n).toFixed(1)} %`);
