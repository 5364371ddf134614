// The view Experiments: the experiments of the store, their reports and trials, new experiments, and the reports
// of published studies as examples.

import { BoardView } from '../boardview.js';
import { parse } from '../board.js';
import { experimentForm } from '../experimentform.js';
import { button, el } from '../dom.js';
import { findings, found, readTable } from '../findings.js';
import { figure as drawn } from '../learn/figure.js';
import { markdown, sections } from '../markdown.js';
import { figures, noteFor, table } from '../parts.js';
import { heading, statisticText } from '../outcome.js';
import { Player } from '../player.js';
import { heuristicName, inWords, shade } from '../solvers.js';
import { bytes, count, number, percent, plural, seconds } from '../text.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../app.js').Description} Description */
/** @typedef {import('../app.js').Statistic} Statistic */

/**
 * The messages of the server (see /api/v1/openapi.yaml).
 * @typedef {{experiment: string, kind: string, description: string, definition: string, trials: number, done: number,
 *   began: string, ended?: string}} Experiment
 * @typedef {{name: string, heuristic: string, trials: number, solved: number, accuracy: number | null, accuracy_low: number,
 *   accuracy_high: number, mean_length: number | null, gap: number | null, optimal_share: number | null,
 *   median_seconds: number | null}} Summary
 * @typedef {{size: string, solver: string, algorithm: string, seconds: number[], shares: number[]}} Within
 * @typedef {Experiment & {running: boolean, time_limit: number, conclusions: string[], within: Within[],
 *   groups: {group: string, size: string, puzzles: number, solvers: Summary[]}[]}} Results
 * @typedef {import('../app.js').Answer & {key: string, puzzle: number, group: string, solver: string}} Trial
 * @typedef {{experiment: string, running: boolean, yours: boolean, trials: number, done: number, proving: number, proven: number,
 *   solvers: {solver: string, done: number, solved: number}[], stopped: boolean, error?: string,
 *   warnings?: string[],
 *   shared?: {rate: number, workers: {worker: string, machine: string, jobs: number, memory: number, calibration: number,
 *     trials: number, seconds: number, refused?: string}[]}}} Run
 */

/** The number of boards on a page. */
const pageSize = 12;

/** The beginning of the name in the address of a study. */
const example = 'example:';

/** The name in the address of the form for a new experiment. */
const form = 'new:';

/** @param {string} name of an experiment or a page */
const addressOf = (name) => `#/experiments?experiment=${encodeURIComponent(name)}`;

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  const { backend, state } = app;
  const life = new AbortController();
  const { note, attempt } = noteFor(app);
  const title = el('h1');
  const back = el('a', { class: 'back', href: addressOf('') }, '← All findings');
  const kicker = el('p', { class: 'back', hidden: true }, 'What experiments found');
  const create = el('a', { class: 'button primary', href: addressOf(form), hidden: true }, 'Run your own experiment');
  const body = el('div', { class: 'stack results' });
  /** The name of the open experiment or page; empty for the gallery. @type {string | undefined} */
  let current;
  let opened = 0; // number of pages opened so far, to drop answers for an earlier one

  /** Starts an experiment. An error is shown where the reader started the experiment. */
  const start = (/** @type {string} */ definition, /** @type {typeof attempt} */ where) => where(async () => {
    /** @type {Run} */
    const run = await backend.stream('start', { definition }, () => {}, life.signal); // may wait in the queue
    progress.follow(run);
    await open(run.experiment);
  });
  const newExperiment = experimentForm(app, start);

  /** Opens an experiment or a page. */
  const open = (/** @type {string} */ name) => attempt(() => load(name).catch((error) => {
    if (name === current) throw error;
  }));
  const load = async (/** @type {string} */ name) => {
    const turn = ++opened;
    /** Shows a page, unless another one was opened meanwhile. */
    const show = (/** @type {string} */ text, /** @type {Node[]} */ ...nodes) => {
      if (turn !== opened || life.signal.aborted) return;
      title.textContent = text;
      back.hidden = !name;
      create.hidden = kicker.hidden = name !== '';
      body.replaceChildren(...nodes);
    };
    current = name;
    note.textContent = '';
    state.setOptions({ experiment: name });
    if (!name) {
      const { sentence, nodes } = await gallery(await backend.call('experiments', {}));
      return show(sentence, ...nodes);
    }
    if (name === form) return show('Which solver is best on these boards?', newExperiment);
    const description = await app.describe;
    if (name.startsWith(example)) {
      const { sentence, nodes } = await study(name.slice(example.length), description);
      return show(sentence, ...nodes);
    }
    const shown = description.statistics.filter((row) => row.compared);
    /** @type {Results} */
    const results = await backend.call('experiment', { experiment: name });
    const { definition, running, done, trials } = results;
    if (running) return show(titleOf(results), ...plots(results.within, description));
    show(headline(results, description), summaryCard(results, shown, description),
      trialsCard(app, life.signal, results, shown, description),
      filesCard(results,
        button('Use for a new experiment', () => { newExperiment.load(definition); open(form); }),
        running || done === trials ? '' : button('Continue', () => start(definition, attempt))));
  };
  let loading = false; // whether the results so far are being loaded
  const progress = runCard(app, life.signal, async (name, ended) => {
    if (loading && !ended) return;
    loading = true;
    if (name === current || (ended && !current)) await open(current ?? '');
    loading = false;
  });

  root.append(back, kicker, el('div', { class: 'row ends' }, title, create), progress.element, note, body);

  attempt(async () => {
    await open(state.options.experiment ?? '');
    const { running } = await backend.call('experiments', {});
    if (running) progress.follow({ experiment: running });
  });
  const unsubscribe = state.subscribe((change) => {
    const { experiment = '' } = state.options;
    if (change !== 'address' || !location.hash.startsWith('#/experiments') || experiment === current) return;
    open(experiment);
    scrollTo(0, 0);
  });
  // The link of the view in the head of the page leads back to the findings.
  addEventListener('hashchange', ({ newURL }) => {
    if (newURL.endsWith('#/experiments') && current) open('');
  }, { signal: life.signal });
  return () => {
    unsubscribe();
    life.abort();
    state.setOptions({ experiment: undefined });
  };
}

/** The title of an experiment for people. @param {{experiment: string, description: string}} experiment */
const titleOf = ({ experiment, description }) => description || experiment;

/**
 * Makes the gallery: the first finding large, the others in a list, and the experiments of the store, the newest first.
 * It returns the sentence of the first finding, and the rest of the page.
 * @param {{experiments: Experiment[], examples: string[]}} list
 */
async function gallery({ experiments, examples }) {
  const known = findings.filter(({ study }) => examples.includes(study));
  const read = await Promise.all(known.map((finding) => found(finding).catch((error) => ({ sentence: finding.title,
    picture: el('p', { class: 'note bad' }, error.message), small: el('div', { class: 'thumb' }) }))));
  const links = known.slice(1).map(({ study, title, origin }, i) => {
    const { sentence, small } = read[i + 1];
    return el('li', {}, el('a', { class: 'finding', href: addressOf(example + study) }, small,
      el('span', {}, el('b', {}, sentence), el('span', { class: 'help' }, `${title}. ${origin}`))));
  });
  const own = [...experiments].reverse().map((e) => el('li', {}, el('a', { href: addressOf(e.experiment) }, titleOf(e)),
    el('span', { class: 'help' }, `${day(e.began)}, ${progressText(e.done, e.trials)}`)));
  const [first] = known;
  const large = first ? [read[0].picture, el('p', {}, first.why), source(first),
    el('a', { class: 'button', href: addressOf(example + first.study) }, 'See the study')] : [];
  const others = el('section', { class: 'stack' }, el('h2', {}, 'More findings'),
    el('p', { class: 'help' }, 'Each is from a study that was run again with this program. See which of its claims hold.'),
    el('ul', { class: 'findings' }, ...links));
  const below = el('section', { class: 'stack' }, el('h2', {}, 'Experiments on this server'), el('ul', { class: 'own' }, ...own));
  return { sentence: read[0]?.sentence ?? 'What the experiments found',
    nodes: [el('div', { class: 'beside' }, el('div', { class: 'stack' }, ...large), others), ...(own.length ? [below] : [])] };
}

/** Names the study of a finding. @param {import('../findings.js').Finding} finding */
const source = ({ title, origin }) => el('p', { class: 'help' }, `Study: “${title}”. ${origin}.`);

/**
 * Makes the page of a study: its finding, the verdicts on its claims, and the whole report on request.
 * @param {string} name
 * @param {Description} description
 */
async function study(name, description) {
  const folder = `studies/${encodeURIComponent(name)}/`;
  const finding = findings.find((one) => one.study === name);
  const answer = await fetch(`${folder}${encodeURIComponent(name)}.md`);
  if (!finding || !answer.ok) throw new Error(`There is no study ${name}.`);
  const text = await answer.text();
  const [{ sentence, picture }, claims] = await Promise.all([found(finding), readTable(name, 'claims')]);
  const nodes = (/** @type {string} */ part) => markdown(part, folder, description);
  const parts = sections(text);
  const part = (/** @type {string} */ title) => parts.find((one) => one.title === title)?.text ?? '';
  const report = el('details', { ontoggle: () => {
    if (!report.open || report.children.length > 1) return;
    report.append(el('article', { class: 'study' }, ...nodes(text.replace(/^#.*\n/, ''))));
  } }, el('summary', {}, 'The whole report'));
  const rule = el('details', {}, el('summary', {}, 'How claims are judged'), ...nodes(part('Claims').split('\n\n')[0]));
  const names = part('Names') && el('details', {}, el('summary', {}, 'What the names mean'), ...nodes(part('Names')));
  const basis = finding.basis ? [await basisOf(finding.basis, name)] : [];
  const claimed = el('section', { class: 'stack' }, el('h2', {}, claims.length === 1 ? 'Does its claim hold?' : 'Do its claims hold?'),
    el('p', { class: 'help' }, 'Figures in claims are those of the study. The headline has ours. Open a claim to compare.'),
    verdicts(claims, description, finding.words));
  return { sentence, nodes: [el('div', { class: 'beside' },
    el('div', { class: 'stack' }, picture, el('p', {}, finding.why), source(finding), ...basis, el('div', {}, rule, names)),
    claimed), report] };
}

/** A claim of a study, and what was measured. @typedef {import('../findings.js').Row} Claim */

/**
 * Shows the claims of a study, those that are decided first. Claims that differ only in the size and the budget share
 * a table. Claims that differ only in what was run are one claim. What decides a claim is shown on request.
 * @param {Claim[]} claims
 * @param {Description} description
 * @param {[string, string][]} [plain] plain words for names
 */
function verdicts(claims, description, plain = []) {
  const words = (/** @type {string} */ text) => capital(inWords(description,
    plain.reduce((all, [name, word]) => all.replaceAll(name, word), text)));
  const badge = (/** @type {string} */ verdict) => el('b', { class: verdict.replaceAll(' ', '-') }, verdict);
  const on = /^On (\S+), within the budget of (.+?), (.+)$/;
  const tables = [...groupBy(claims.filter(({ claim }) => on.test(claim)), ({ claim }) => claim.replace(on, '$3'))];
  const grids = tables.map(([rest, list]) => {
    const cells = list.map((one) => ({ one, size: one.claim.replace(on, '$1'), budget: one.claim.replace(on, '$2') }));
    const budgets = [...new Set(cells.map(({ budget }) => budget))];
    const rows = [...groupBy(cells, ({ size }) => size)].map(([size, row]) => [size, ...budgets.map((budget) => {
      const cell = row.find((one) => one.budget === budget);
      return cell ? badge(cell.one.verdict) : '–';
    })]);
    const numbers = [...groupBy(list, ({ verdict }) => verdict)].map(([verdict, some]) => `${verdict} in ${some.length}`);
    const head = ['Boards', ...budgets.map((budget) => `In about ${budget}`)];
    return el('div', {}, el('h3', {}, words(rest)),
      el('p', { class: 'help' }, `Of ${list.length} cases: ${numbers.join(', ')}.`), table(words(rest), head, rows, []),
      el('details', {}, el('summary', {}, 'What decides each of them'), el('ul', { class: 'conclusions help' },
        ...cells.map(({ one, size, budget }) =>
          el('li', {}, `${size}, ${budget}: ${inWords(description, one['shown by'])}`)))));
  });

  /** The sentence of a claim, and what was run, which is in parentheses at its end. @param {Claim} claim */
  const parts = ({ claim }) => /^(.*?)(?: \((.*)\))?$/.exec(claim)?.slice(1) ?? [claim];
  const verdictOf = (/** @type {Claim[]} */ list) =>
    (list.every(({ verdict }) => verdict === list[0].verdict) ? list[0].verdict : 'holds in part');
  const order = ['holds', 'holds in part', 'fails', 'undecided'];
  const sentences = [...groupBy(claims.filter(({ claim }) => !on.test(claim)), (one) => parts(one)[0])]
    .sort(([, a], [, b]) => order.indexOf(verdictOf(a)) - order.indexOf(verdictOf(b)));
  const line = (/** @type {[string, Claim[]]} */ [sentence, list]) => el('li', {}, badge(verdictOf(list)), el('div', {},
    el('details', { open: claims.length === 1 }, el('summary', {}, words(sentence)), ...list.map((one) => el('p', { class: 'help' },
      [parts(one)[1], one['shown by']].filter(Boolean).map((text) => `${capital(inWords(description, text))}.`).join(' ')))),
    // What a claim holds for, and what not, comes before the colon in its parentheses.
    list.length > 1 && el('p', {}, list.map((one) => `${capital(one.verdict)} ${parts(one)[1].split(':')[0]}.`).join(' '))));
  const groups = groupBy(sentences, ([, list]) => String(verdictOf(list) === 'not judged'));
  const [judged = [], others = []] = [groups.get('false'), groups.get('true')];
  return el('div', { class: 'verdicts' }, ...grids, judged.length ? el('ul', {}, ...judged.map(line)) : '',
    claims.some(({ verdict }) => verdict === 'undecided') && el('p', { class: 'help' }, 'Undecided: the measurements do not tell.'),
    others.length > 0 && el('details', { open: !judged.length }, el('summary', {}, `${plural(others.length, 'claim')} not judged`),
      el('p', { class: 'help' }, 'These claims give no limit, or are about times, which depend on the computer.'),
      el('ul', {}, ...others.map(line))));
}

/**
 * Shows the comparison that a finding rests on, for all sizes and budgets.
 * @param {NonNullable<import('../findings.js').Finding['basis']>} basis
 * @param {string} name of the study
 */
async function basisOf({ table: from, row, title, help }, name) {
  const rows = (await readTable(name, from)).filter(row);
  const budgets = Object.keys(rows[0]).filter((key) => key.endsWith('_verdict')).map((key) => key.replace('_verdict', ''));
  const cell = (/** @type {string} */ ratio, /** @type {string} */ verdict) => {
    const [size, way] = [percent(Math.abs(Number(ratio) - 1)), Number(ratio) < 1 ? 'shorter' : 'longer'];
    if (verdict === 'same') return 'the same';
    return verdict === 'undecided' ? el('span', { class: 'muted' }, 'undecided') : `${size} ${way}`;
  };
  return el('section', { class: 'stack basis' }, el('h2', {}, title),
    table(title, ['Boards', ...budgets.map((key) => key.replace('_', ' '))],
      rows.map((one) => [one.size, ...budgets.map((key) => cell(one[key], one[`${key}_verdict`]))]), []),
    el('p', { class: 'help' }, help));
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/**
 * Makes the card with the progress of a running experiment.
 * @param {App} app
 * @param {AbortSignal} signal
 * @param {(name: string, ended: boolean) => Promise<unknown>} onChange called when trials have ended, and at the end
 */
function runCard(app, signal, onChange) {
  const bar = el('progress', { 'aria-label': 'Runs that have ended' });
  const text = el('p', {});
  const title = el('h2', {}, 'Running');
  const { note, say, attempt } = noteFor(app);
  const solvers = el('div');
  let name = '';
  const stop = button('Stop', () => attempt(async () => {
    stop.disabled = true;
    await app.backend.call('stop', { experiment: name });
  }));
  const element = el('section', { class: 'card', 'aria-label': 'Running experiment', hidden: true },
    el('div', { class: 'row ends' }, title, stop), bar, text, solvers, note);

  const show = (/** @type {Run} */ run, /** @type {Description} */ description) => {
    stop.hidden = !run.yours;
    bar.max = run.trials;
    bar.value = run.done;
    const { shared } = run;
    const left = shared?.rate ? `, ${seconds((run.trials - run.done) / shared.rate)} left` : '';
    text.textContent = progressText(run.done, run.trials) +
      (shared ? `. ${plural(shared.workers.length, 'worker')}, ${number(shared.rate)} runs a second${left}` : '') +
      (run.proving ? `. Optimal costs searched for: ${run.proven} of ${plural(run.proving, 'puzzle')}` : '');
    solvers.replaceChildren(table('Runs by solver', ['Solver', 'Ended', 'Solved'],
      run.solvers.map(({ solver, done, solved }) => [inWords(description, solver), count(done), count(solved)])),
    ...shared?.workers.length ? [table('Workers',
      ['Worker', 'State', 'Machine', 'Jobs', 'Memory', 'Calibration', 'Runs', 'Runs a second'],
      shared.workers.map((w) => [w.worker, w.refused ?? 'works', w.machine, count(w.jobs), bytes(w.memory), seconds(w.calibration),
        count(w.trials), number(w.trials / Math.max(w.seconds, 1))]))] : []);
  };

  /** Follows an experiment to its end. @param {{experiment: string, warnings?: string[]}} run */
  const follow = ({ experiment, warnings }) => attempt(async () => {
    name = experiment;
    element.hidden = stop.disabled = false;
    for (const part of [bar, text, solvers, title]) part.hidden = false;
    stop.hidden = true; // until it is known who started the experiment
    say(warnings?.join(' ') || '');
    const description = await app.describe;
    /** @type {Run} */
    const last = await app.backend.stream('follow', { experiment }, (_, seen) => {
      show(seen, description);
      onChange(name, false);
    }, signal);
    show(last, description);
    stop.hidden = true;
    for (const part of [bar, text, solvers, title]) part.hidden = true; // the results below have the numbers
    await onChange(name, true); // shows the results before the end is announced
    if (last.stopped) say('This experiment was stopped. Runs that have ended are kept. “Continue”, below the results, makes the others.');
    else if (last.error) say(last.error, 'bad');
    else say('');
  });
  return { element, follow };
}

/**
 * Says in a sentence which solvers did best: first by the boards solved, then by the length of plans. The time decides
 * among solvers that are equal.
 * @param {Results} results
 * @param {Description} known
 */
function headline({ groups, done, trials: all }, known) {
  const totals = [...groupBy(groups.flatMap(({ solvers }) => solvers), ({ name }) => name)].map(([name, list]) => {
    const sum = (/** @type {(one: Summary) => number} */ of) => list.reduce((total, one) => total + of(one), 0);
    const [solved, trials] = [sum((one) => one.solved), sum((one) => one.trials)];
    const compared = list.every((one) => one.gap !== null || !one.solved); // whether the optimal costs are known
    return { name: inWords(known, name), share: solved / trials, trials,
      gap: compared ? Number((sum((one) => (one.gap ?? 0) * one.solved) / solved).toFixed(3)) : 0,
      time: list.length === 1 ? list[0].median_seconds : null };
  }).filter(({ trials }) => trials);
  totals.sort((a, b) => b.share - a.share || a.gap - b.gap || (a.time ?? 0) - (b.time ?? 0));
  const [best] = totals;
  if (!best) return 'No board was tried by all solvers yet';
  const far = done < all ? `So far, on ${plural(best.trials, 'board')}: ` : '';
  if (!best.share) return `${far}No solver solved a board`;
  const equal = totals.filter(({ share, gap }) => share === best.share && gap === best.gap).map(({ name }) => name);
  const boards = best.share < 1 ? `${percent(best.share, 0)} of the boards`
    : best.trials === 1 ? 'the board' : `all ${count(best.trials)} boards`;
  const plans = best.gap === 0 ? '' : best.gap === 1 ? ' with shortest plans' : ` with plans ${percent(best.gap - 1)} above the shortest`;
  const last = equal.pop();
  const who = totals.length === 1 ? `${last} solved` : !equal.length ? `${last} did best: it solved`
    : equal.length === totals.length - 1 ? `All ${totals.length} solvers solved` : `${equal.join(', ')} and ${last} did best: they solved`;
  const fast = best.time === null ? '' : equal.length ? `. ${best.name} was the fastest: ${seconds(best.time)} each`
    : `, in ${seconds(best.time)} each`;
  return `${far}${who} ${boards}${plans}${fast}.`;
}

/**
 * Makes the results of an experiment: first a plot of the share of boards solved within a time, then the numbers by
 * group and solver.
 * @param {Results} experiment
 * @param {Statistic[]} shown the statistics in the table
 * @param {Description} known
 */
function summaryCard(experiment, shown, known) {
  const { began, done, trials, conclusions, groups, within, time_limit: limit } = experiment;
  const rows = groups.flatMap(({ group, size, solvers }) => solvers.map((s) => [
    inWords(known, s.name), ...(groups.length > 1 ? [group || size] : []), `${count(s.solved)} of ${count(s.trials)}`,
    figure(s.mean_length, number), figure(s.gap, (gap) => percent(gap - 1)), share(s.optimal_share),
    figure(firstPlan(within, size, s.name), seconds), figure(s.median_seconds, seconds),
    ...shown.map((row) => statisticText(row, s, `mean_${row.name}`)),
  ]));
  const head = ['Solver', ...(groups.length > 1 ? ['Boards'] : []), 'Solved', 'Moves', 'Above shortest', 'Shortest plans',
    'Time to first plan', 'Time to end', ...shown.map(({ label, unit }) => `${capital(unit)} ${label}`)];
  const results = rows.length ? table('Results by solver', head, rows, head.map((_, i) => i >= head.indexOf('Solved'))) : null;
  results?.classList.add('fixed');
  const estimates = [...new Map(groups.flatMap(({ solvers }) => solvers.filter(({ heuristic }) => heuristic !== 'zero')
    .map(({ name, heuristic }) => [name, heuristic])))].map(([name, used]) => `${inWords(known, name)}: ${heuristicName(used)}`);
  const conditions = `${limit ? `Time limit of a run: ${seconds(limit)}. ` : ''}${
    estimates.length ? `Estimates of the moves left: ${estimates.join('; ')}. ` : ''}`;
  return el('section', { class: 'card', 'aria-label': 'Results' },
    el('p', { class: 'sentence' }, `${titleOf(experiment)}. ${progressText(done, trials)}, begun ${day(began)}.`),
    el('p', { class: 'help' }, conditions,
      '“Best” means most boards solved, then shortest plans, then least time.'),
    el('p', { class: 'help' }, 'A line further to the left is faster. A line that ends higher has more boards.'),
    ...plots(within, known),
    ...results ? [results, el('p', { class: 'help' },
      'Moves and counts are means, times are medians. A solver that improves its plan goes on after its first plan.')] : [],
    conclusions.length > 0 && el('details', {}, el('summary', {}, 'How sure this is'),
      el('ul', { class: 'conclusions' }, ...conclusions.map((text) => el('li', {}, inWords(known, text))))));
}

/**
 * Returns the median time to the first plan of a solver. It returns null if half of the trials have none.
 * @param {Within[]} within
 * @param {string} size
 * @param {string} solver
 */
function firstPlan(within, size, solver) {
  const line = within.find((one) => one.size === size && one.solver === solver);
  return line?.seconds[line.shares.findIndex((part) => part >= 0.5)] ?? null;
}

/**
 * Draws the share of boards solved within a time, a plot for each size.
 * @param {Within[]} within
 * @param {Description} known
 */
function plots(within, known) {
  const bySize = groupBy(within, ({ size }) => size);
  return [...bySize].filter(([, lines]) => lines.some((line) => line.seconds.length)).map(([size, lines]) => {
    const [drawing, draw] = drawn();
    /** @type {Map<string, number>} */
    const used = new Map();
    draw({
      label: `Share of boards of ${size} with a plan within a time. At the end: ${lines.map(({ solver, shares }) =>
        `${inWords(known, solver)} ${share(shares[shares.length - 1] ?? 0)}`).join(', ')}.`,
      x: { label: `Time on boards of ${size}`, log: true, text: seconds },
      y: { label: 'Boards with a plan', zero: true, text: (n) => percent(n, 0) },
      series: lines.map(({ solver, algorithm, seconds: times, shares }) => {
        const turn = used.get(algorithm) ?? 0;
        used.set(algorithm, turn + 1);
        return { name: `${inWords(known, solver)}${times.length ? '' : ': none'}`, kind: 'line', colour: shade(algorithm, turn), dash: turn,
          // A step at each time: the share does not change between two plans.
          data: times.flatMap((time, i) => /** @type {[number, number][]} */ ([[time, i ? shares[i - 1] : 0], [time, shares[i]]])) };
      }),
    });
    return drawing;
  });
}

/**
 * Makes the trials of an experiment, in pages: a row for each board, with the solvers as columns. It also shows the
 * plan of the chosen trial.
 * @param {App} app
 * @param {AbortSignal} signal
 * @param {Results} results
 * @param {Statistic[]} shown the statistics of the chosen trial
 * @param {Description} known
 */
function trialsCard(app, signal, { experiment, done, trials, groups }, shown, known) {
  const rows = el('div');
  const { note, attempt } = noteFor(app);
  const position = el('span', { class: 'muted' });
  const solvers = [...new Set(groups.flatMap((group) => group.solvers.map(({ name }) => name)))];
  const boards = groups.reduce((sum, { puzzles }) => sum + puzzles, 0);
  const perBoard = Math.max(1, Math.round(trials / Math.max(1, boards))); // trials of a board
  const step = pageSize * perBoard;
  const back = button('Back', () => load(skip - step));
  const next = button('Next', () => load(skip + step));
  const view = new BoardView({ label: 'Board of the trial' });
  const title = el('h3', { tabIndex: -1 });
  const [facts, fill] = figures('Status', 'Moves', 'Shortest', ...shown.map(heading), 'Time');
  /** @type {import('../board.js').Board} */
  let goal;
  const player = new Player((board) => view.show(board, goal), app.announce);
  const detail = el('div', { class: 'two trial', hidden: true }, view.element,
    el('div', { class: 'stack' }, title, facts, player.element));
  let skip = 0;
  signal.addEventListener('abort', () => player.pause());

  const load = (/** @type {number} */ from) => attempt(async () => {
    skip = Math.max(0, from);
    /** @type {{done: number, trials: Trial[]}} */
    const page = await app.backend.call('trials', { experiment, skip, count: Math.min(1000, step) });
    const byBoard = groupBy(page.trials, ({ group, puzzle }) => `${group} ${puzzle}`.trim());
    const cell = (/** @type {Trial[]} */ list) => el('span', { class: 'cells' }, ...list.map((trial) => {
      const text = trial.length === null ? trial.status ?? 'failed' : count(trial.length);
      return button(text, () => show(trial), {
        class: `quiet ${trial.optimal ? 'proven' : ''}`, 'aria-label': `${text}${trial.optimal ? ', proven' : ''}: puzzle ${trial.puzzle}, ${inWords(known, trial.solver)}`,
        title: seconds(trial.seconds) });
    }));
    const head = ['No.', 'Board', ...solvers.map((solver) => inWords(known, solver))];
    const made = table('Trials', head, [...byBoard.values()].map((list) => [
      groups.length > 1 ? `${list[0].group} ${list[0].puzzle}`.trim() : String(list[0].puzzle),
      el('span', { class: 'mono' }, list[0].board),
      ...solvers.map((solver) => cell(list.filter((trial) => trial.solver === solver)))]), head.map((_, i) => i !== 1));
    rows.replaceChildren(made, el('p', { class: 'help' }, 'Moves of each plan; * is proven to be shortest. Press a number to see the plan.'));
    const last = skip + page.trials.length;
    position.textContent = page.trials.length
      ? `Boards ${count(skip / perBoard + 1)} to ${count(Math.ceil(last / perBoard))} of ${count(Math.ceil(page.done / perBoard))}` : 'No runs';
    back.disabled = skip === 0;
    next.disabled = last >= page.done;
  });

  const show = (/** @type {Trial} */ trial) => {
    const board = parse(trial.board);
    const end = parse(trial.goal);
    if (!board || !end) return;
    goal = end;
    detail.hidden = false;
    title.textContent = `Puzzle ${trial.puzzle}, ${inWords(known, trial.solver)}`;
    fill(trial.status ?? 'failed', figure(trial.length, count), trial.optimal ? 'proven' : 'not proven',
      ...shown.map((row) => statisticText(row, trial) || '–'), seconds(trial.seconds));
    player.element.hidden = !trial.moves;
    player.load(board, trial.moves ? trial.moves.split(' ') : []);
    title.focus();
  };

  if (done) load(0);
  return el('section', { class: 'card', 'aria-label': 'Trials by board' }, el('h2', {}, 'Boards'), note, detail, rows,
    el('div', { class: 'row' }, back, next, position));
}

/**
 * Makes the card with the report, which is loaded when it is opened, and the experiment file.
 * @param {Results} results
 * @param {...(Node | string)} buttons
 */
function filesCard(results, ...buttons) {
  const address = `api/v1/report?experiment=${encodeURIComponent(results.experiment)}`;
  const report = el('details', { ontoggle: () => {
    if (!report.open || report.children.length > 1) return;
    report.append(el('iframe', { class: 'report', src: address, title: `Report of ${titleOf(results)}` }));
  } }, el('summary', {}, 'Show the report here'));
  return el('section', { class: 'card' }, el('h2', {}, 'Report'), report,
    el('details', {}, el('summary', {}, 'Show the experiment file'),
      el('pre', { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Experiment file' }, results.definition)),
    el('div', { class: 'row' }, el('a', { class: 'button', href: address, target: '_blank', rel: 'noopener' },
      'Open the report in a new tab'), ...buttons));
}

/**
 * Groups values by a key, in the order of their first values.
 * @template T
 * @param {T[]} values
 * @param {(value: T) => string} key
 * @returns {Map<string, T[]>}
 */
function groupBy(values, key) {
  const groups = new Map();
  for (const value of values) groups.set(key(value), [...groups.get(key(value)) ?? [], value]);
  return groups;
}

/** @param {number} done @param {number} trials */
const progressText = (done, trials) =>
  (done === trials ? plural(done, 'run') : `${count(done)} of ${plural(trials, 'run')}`);

/** @param {string} time in RFC 3339 */
const day = (time) => new Date(time).toLocaleDateString('en', { dateStyle: 'medium' });

/** @param {number | null} value @param {(value: number) => string} format */
const figure = (value, format) => (value === null ? '–' : format(value));

/** @param {number | null} part from 0 to 1 */
const share = (part) => figure(part, (n) => percent(n, 1));
