// The view Experiments: the experiments of the store, their reports and trials, new experiments,
// and the reports of published studies as examples.

import { BoardView } from '../boardview.js';
import { parse } from '../board.js';
import { experimentForm, newSeed } from '../experimentform.js';
import { button, el } from '../dom.js';
import { findings, found, readTable } from '../findings.js';
import { figure as drawn } from '../learn/figure.js';
import { forPeople, markdown } from '../markdown.js';
import { figures, noteFor, table } from '../parts.js';
import { heading, statisticText } from '../outcome.js';
import { Player } from '../player.js';
import { copyLink } from '../share.js';
import { heuristicName, shade } from '../solvers.js';
import { bytes, count, number, percent, plural, seconds } from '../text.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../app.js').Description} Description */
/** @typedef {import('../app.js').Statistic} Statistic */

/**
 * The messages of the server (see /api/v1/openapi.yaml).
 * @typedef {{experiment: string, kind: string, description: string, definition: string, trials:
 *   number, done: number, began: string, ended?: string}} Experiment
 * @typedef {{name: string, heuristic: string, trials: number, solved: number, accuracy: number |
 *   null, accuracy_low: number, accuracy_high: number, mean_length: number | null, gap: number |
 *   null, optimal_share: number | null, median_seconds: number | null}} Summary
 * @typedef {{size: string, solver: string, algorithm: string, seconds: number[], shares: number[]}}
 *   Within
 * @typedef {Experiment & {running: boolean, boards: number, time_limit: number, headline: string,
 *   conclusions: string[], within: Within[], groups: {group: string, size: string, puzzles: number,
 *   solvers: Summary[]}[]}} Results
 * @typedef {import('../app.js').Answer & {key: string, puzzle: number, group: string, solver:
 *   string}} Trial
 * @typedef {{experiment: string, running: boolean, yours: boolean, trials: number, done: number,
 *   proving: number, proven: number, solvers: {solver: string, done: number, solved: number}[],
 *   stopped: boolean, error?: string, warnings?: string[], shared?: {rate: number, workers:
 *   {worker: string, machine: string, jobs: number, memory: number, calibration: number, trials:
 *   number, seconds: number, refused?: string}[]}}} Run
 */

/** The number of boards on a page. */
const pageSize = 12;

/** The beginning of the name in the address of a study. */
const example = 'example:';

/** The beginning of the name in the address of the report of a study. */
const reported = 'report:';

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
  const kicker = el(
    'p',
    { class: 'back', hidden: true },
    'Measured here, with the algorithms of published studies',
  );
  const actions = el('div', { class: 'row' });
  const create = el(
    'a',
    { class: 'button primary', href: addressOf(form) },
    'Run your own experiment',
  );
  const body = el('div', { class: 'stack results' });
  const own = el('ul', { class: 'own' });
  const below = el(
    'section',
    { class: 'stack', hidden: true },
    el('h2', {}, 'Experiments on this server'),
    own,
  );
  /** The name of the open experiment or page; empty for the gallery. @type {string | undefined} */
  let current;
  let opened = 0; // number of pages opened so far, to drop answers for an earlier one
  /**
   * The number of runs that were in the store when an experiment began, by its name.
   * @type {Map<string, number>}
   */
  const earlier = new Map();

  /** Starts an experiment. An error is shown where the reader started the experiment. */
  const start = (/** @type {string} */ definition, where = attempt) =>
    where(async () => {
      /** @type {Run} */
      // may wait in the queue
      const run = await backend.stream('start', { definition }, () => {}, life.signal);
      earlier.set(run.experiment, run.done);
      progress.follow(run);
      await open(run.experiment);
    });
  const newExperiment = experimentForm(app, start);

  /** Opens an experiment or a page. */
  const open = (/** @type {string} */ name) =>
    attempt(() =>
      load(name).catch((error) => {
        if (name === current) throw error;
      }),
    );
  const load = async (/** @type {string} */ name) => {
    const turn = ++opened;
    /** Shows a page, unless another one was opened meanwhile. */
    const show = (
      /** @type {string} */ text,
      /** @type {Node[]} */ buttons,
      /** @type {Node[]} */ ...nodes
    ) => {
      if (turn !== opened || life.signal.aborted) return;
      title.textContent = text;
      back.hidden = !name;
      kicker.hidden = name !== '';
      below.hidden = name !== '' || !own.children.length;
      actions.replaceChildren(...buttons);
      body.replaceChildren(...nodes);
      const next = name ? body : own; // what the progress of a running experiment stands before
      if (progress.element.nextSibling !== next) next.before(progress.element);
      progress.see(name);
    };
    current = name;
    note.textContent = '';
    state.setOptions({ experiment: name });
    if (!name) {
      const list = await backend.call('experiments', {});
      const { sentence, nodes } = await gallery(list.examples);
      if (turn === opened) own.replaceChildren(...ownExperiments(list));
      return show(sentence, [create], ...nodes);
    }
    if (name === form) return show('Which solver is best on these boards?', [], newExperiment);
    const description = await app.describe;
    if (name.startsWith(example)) {
      const { sentence, nodes } = await study(name.slice(example.length), description);
      return show(sentence, [create], ...nodes);
    }
    if (name.startsWith(reported)) {
      const of = name.slice(reported.length);
      const { title, text } = await reportOf(of, description);
      return show(
        title,
        [el('a', { class: 'button', href: addressOf(example + of) }, 'Back to the study')],
        text,
      );
    }
    /** @type {Results} */
    const results = await backend.call('experiment', { experiment: name });
    const { definition, running, done, trials } = results;
    progress.nameOf = namesOf(results, description);
    if (running) return show(titleOf(results), [], ...plots(results, description));
    const main =
      done < trials
        ? button('Continue', () => start(definition), { class: 'primary' })
        : button('Run again with new boards', () => start(withSeed(definition)), {
            class: 'primary',
          });
    const change = button('Change', () => open(form).then(() => newExperiment.load(definition)));
    show(
      headline(results, description),
      [],
      summaryCard(
        results,
        earlier.get(name) ?? 0,
        description,
        main,
        change,
        copyLink(app, 'experiments'),
      ),
      ...detailsOf(app, life.signal, results, description),
    );
  };
  let loading = false; // whether the results so far are being loaded
  const progress = runCard(app, life.signal, async (name, ended) => {
    if (loading && !ended) return;
    loading = true;
    if (name === current || (ended && !current)) await open(current ?? '');
    loading = false;
  });

  root.append(
    back,
    kicker,
    el('div', { class: 'head' }, title, actions),
    note,
    progress.note,
    progress.element,
    body,
    progress.solvers,
    below,
  );

  attempt(async () => {
    await open(state.options.experiment ?? '');
    const { running } = await backend.call('experiments', {});
    if (running) progress.follow({ experiment: running });
  });
  const unsubscribe = state.subscribe((change) => {
    const { experiment = '' } = state.options;
    if (
      change !== 'address' ||
      !location.hash.startsWith('#/experiments') ||
      experiment === current
    )
      return;
    open(experiment);
    scrollTo(0, 0);
  });
  // The link of the view in the head of the page leads back to the findings.
  addEventListener(
    'hashchange',
    ({ newURL }) => {
      if (newURL.endsWith('#/experiments') && current) open('');
    },
    { signal: life.signal },
  );
  return () => {
    unsubscribe();
    life.abort();
    state.setOptions({ experiment: undefined });
  };
}

/**
 * Returns an experiment file without a name and with another seed, which draws other boards.
 * @param {string} definition
 */
const withSeed = (definition) =>
  `seed: ${newSeed()}\n${definition.replace(/^(seed|name):.*\n/gm, '')}`;

/**
 * Returns a function that names a solver of an experiment with its estimate of the moves left.
 * @param {Pick<Results, 'groups'>} results
 * @param {Description} known
 */
function namesOf({ groups }, known) {
  const estimates = new Map(
    groups.flatMap(({ solvers }) => solvers.map(({ name, heuristic }) => [name, heuristic])),
  );
  return (/** @type {string} */ solver) => {
    const heuristic = estimates.get(solver) ?? 'zero';
    const [shown, estimate] = [forPeople(known, solver), heuristicName(heuristic)];
    return heuristic === 'zero' || shown.toLowerCase().includes(estimate.toLowerCase())
      ? shown
      : `${shown} (${estimate})`;
  };
}

/**
 * The title of an experiment for people.
 * @param {{experiment: string, description: string}} experiment
 */
const titleOf = ({ experiment, description }) => description || experiment;

/**
 * Makes the gallery: the first finding large, and the others in a row. It returns the sentence of
 * the first finding, and the rest of the page.
 * @param {string[]} examples the names of studies
 */
async function gallery(examples) {
  const known = findings.filter(({ study }) => examples.includes(study));
  const read = await Promise.all(
    known.map((finding) =>
      found(finding).catch((error) => ({
        sentence: finding.title,
        spoken: el('p', { class: 'note bad' }, error.message),
        small: el('div', { class: 'thumb' }),
      })),
    ),
  );
  const tallies = await Promise.all(
    known.map(({ study }) => readTable(study, 'claims').then(tally)),
  );
  const links = known
    .slice(1)
    .map(({ study }, i) =>
      el(
        'li',
        {},
        el(
          'a',
          { class: 'finding', href: addressOf(example + study) },
          el('b', {}, read[i + 1].sentence),
          read[i + 1].small,
          tallies[i + 1],
          el('span', { class: 'more' }, 'See the study →'),
        ),
      ),
    );
  const [first] = known;
  const large = first
    ? [
        el(
          'div',
          { class: 'beside' },
          read[0].spoken,
          el(
            'div',
            { class: 'stack' },
            el('p', {}, first.why),
            el('p', { class: 'help' }, `Study: “${first.title}”. ${first.origin}.`),
            el(
              'div',
              { class: 'row' },
              el('a', { class: 'button', href: addressOf(example + first.study) }, 'See the study'),
              tallies[0],
            ),
          ),
        ),
      ]
    : [];
  return {
    sentence: read[0]?.sentence ?? 'What the experiments found',
    nodes: [
      ...large,
      el(
        'section',
        { class: 'stack' },
        el('h2', {}, 'More findings'),
        el('ul', { class: 'findings' }, ...links),
      ),
    ],
  };
}

/**
 * Makes links to the experiments of the store, the newest first.
 * @param {{experiments: Experiment[], running: string}} list
 */
const ownExperiments = ({ experiments, running }) =>
  [...experiments]
    .reverse()
    .map((e) =>
      el(
        'li',
        {},
        el('a', { href: addressOf(e.experiment) }, titleOf(e)),
        el(
          'span',
          { class: 'help' },
          `${day(e.began)}, ` +
            `${e.experiment === running ? 'running' : progressText(e.done, e.trials)}`,
        ),
      ),
    );

/** Counts the claims of a study by their verdicts. @param {Claim[]} claims */
function tally(claims) {
  const verdicts = [...groupBy(claims, title).values()].map(verdictOf);
  const judged = order
    .filter((verdict) => verdicts.includes(verdict))
    .map((verdict) => {
      const n = verdicts.filter((one) => one === verdict).length;
      return badge(
        verdict,
        `${n} ${n > 1 ? verdict.replace(/s$/, '') : verdict}`.replace('holds ', ''),
      );
    });
  return el(
    'span',
    { class: 'tally' },
    el('span', { class: 'help' }, 'Claims: '),
    ...(judged.length ? judged : [badge('not judged')]),
  );
}

/**
 * Makes the report of a study.
 * @param {string} name
 * @param {Description} description
 */
async function reportOf(name, description) {
  const folder = `studies/${encodeURIComponent(name)}/`;
  const finding = findings.find((one) => one.study === name);
  const answer = await fetch(`${folder}${encodeURIComponent(name)}.md`);
  if (!finding || !answer.ok) throw new Error(`There is no study ${name}.`);
  const text = (await answer.text()).replace(/^#.*\n/, ''); // without the title
  return {
    title: `The report of “${finding.title}”`,
    text: el('article', { class: 'study' }, ...markdown(text, folder, description)),
  };
}

/**
 * Makes the page of a study: the verdicts on its claims, the finding, and a link to the whole
 * report. If some claims are about the finding, the other claims are shown on request.
 * @param {string} name
 * @param {Description} description
 */
async function study(name, description) {
  const finding = findings.find((one) => one.study === name);
  if (!finding) throw new Error(`There is no study ${name}.`);
  const [{ sentence, picture }, claims] = await Promise.all([
    found(finding),
    readTable(name, 'claims'),
  ]);
  const about = claims.filter(({ claim }) => finding.claim?.test(claim));
  const shown = about.length ? about : claims;
  const others = claims.filter((one) => !shown.includes(one));
  const basis = finding.basis ? [await basisOf(finding.basis, name)] : [];
  const repeated = !finding.origin.includes('this project');
  const claimed = el(
    'section',
    { class: 'stack' },
    el('h2', {}, 'What the study claims'),
    repeated &&
      el(
        'p',
        { class: 'help' },
        'Figures in a claim are the study’s own. What was measured here decides whether it holds.',
      ),
    verdicts(shown, description, finding.words),
    others.length
      ? el(
          'details',
          {},
          el('summary', {}, plural(others.length, 'other claim')),
          verdicts(others, description, finding.words),
        )
      : '',
    ...basis,
  );
  const from = el(
    'p',
    { class: 'help' },
    `${finding.origin}. The numbers were measured here${
      repeated ? ', with the study’s algorithms' : ''
    }. `,
    el('a', { href: addressOf(reported + name) }, 'The whole report'),
  );
  return {
    sentence: finding.title,
    nodes: [
      el(
        'div',
        { class: 'beside' },
        claimed,
        el(
          'section',
          { class: 'stack' },
          el('h2', {}, 'What we measured'),
          el('p', {}, el('b', {}, sentence)),
          picture,
          el('p', {}, finding.why),
          from,
        ),
      ),
    ],
  };
}

/** A claim of a study, and what was measured. @typedef {import('../findings.js').Row} Claim */

/** A claim for a size and a budget. */
const on = /^On (\S+), within the budget of (.+?), (.+)$/;

/**
 * The sentence of a claim, and what was run, which is in parentheses at its end.
 * @param {Claim} claim
 */
const parts = ({ claim }) => /^(.*?)(?: \((.*)\))?$/.exec(claim)?.slice(1) ?? [claim];

/** The sentence of a claim, without the size, the budget and what was run. @param {Claim} one */
const title = (one) => parts(one)[0].replace(on, '$3');

/** The verdicts, as they are sorted. */
const order = ['holds', 'holds in part', 'fails', 'undecided'];

/** The verdict on claims that have the same sentence. @param {Claim[]} list */
function verdictOf(list) {
  const has = (/** @type {string} */ verdict) => list.some((one) => one.verdict === verdict);
  if (list.every(({ verdict }) => verdict === list[0].verdict)) return list[0].verdict;
  return has('holds') ? 'holds in part' : has('fails') ? 'fails' : 'undecided';
}

/** Shows a verdict. @param {string} verdict */
const badge = (verdict, text = verdict) =>
  el('b', { class: `badge ${verdict.replaceAll(' ', '-')}` }, text);

/**
 * Shows the claims of a study, those that are decided first. Claims that differ only in the size
 * and the budget share a table. Claims that differ only in what was run are one claim. What decides
 * a claim is shown on request.
 * @param {Claim[]} claims
 * @param {Description} description
 * @param {[string, string][]} [plain] plain words for names
 */
function verdicts(claims, description, plain = []) {
  const words = (/** @type {string} */ text) =>
    capital(
      forPeople(
        description,
        plain.reduce((all, [name, word]) => all.replaceAll(name, word), text),
      ),
    );
  const tables = [
    ...groupBy(
      claims.filter(({ claim }) => on.test(claim)),
      title,
    ),
  ];
  const grids = tables.map(([rest, list]) => {
    const cells = list.map((one) => ({
      one,
      size: one.claim.replace(on, '$1'),
      budget: one.claim.replace(on, '$2'),
    }));
    const budgets = [...new Set(cells.map(({ budget }) => budget))];
    const rows = [...groupBy(cells, ({ size }) => size)].map(([size, row]) => [
      size,
      ...budgets.map((budget) => {
        const cell = row.find((one) => one.budget === budget);
        return cell ? badge(cell.one.verdict) : '–';
      }),
    ]);
    const numbers = [...groupBy(list, ({ verdict }) => verdict)].map(
      ([verdict, some]) => `${verdict} in ${some.length}`,
    );
    const head = ['Boards', ...budgets.map((budget) => `In about ${budget}`)];
    return el(
      'div',
      {},
      el('h3', {}, words(rest)),
      el('p', { class: 'help' }, `Of ${list.length} cases: ${numbers.join(', ')}.`),
      table(words(rest), head, rows, []),
      el(
        'details',
        {},
        el('summary', {}, 'What decides each of them'),
        el(
          'div',
          { class: 'help' },
          'Numbers compare plans: 1.02 means that the plans of the simpler program are 2 % ' +
            'longer. The range is the 95 % interval.',
          el(
            'ul',
            { class: 'conclusions' },
            ...cells.map(({ one, size, budget }) =>
              el('li', {}, `${size}, ${budget}: ${words(one['shown by'])}.`),
            ),
          ),
        ),
      ),
    );
  });

  const sentences = [
    ...groupBy(
      claims.filter(({ claim }) => !on.test(claim)),
      title,
    ),
  ].sort(([, a], [, b]) => order.indexOf(verdictOf(a)) - order.indexOf(verdictOf(b)));
  /** What decides a claim. Each measurement has a line. @param {Claim} one */
  const measured = (one) => {
    const all = one['shown by'].split('; ').map(words);
    return el(
      'div',
      { class: 'help' },
      parts(one)[1] ? `${words(parts(one)[1])}. ` : '',
      'Measured here: ',
      all.length === 1
        ? `${all[0]}.`
        : el('ul', { class: 'conclusions' }, ...all.map((text) => el('li', {}, text))),
    );
  };
  const line = (/** @type {[string, Claim[]]} */ [sentence, list]) =>
    el(
      'li',
      {},
      badge(verdictOf(list)),
      el(
        'div',
        {},
        el(
          'details',
          { open: claims.length === 1 || words(sentence).includes('%') },
          el('summary', {}, words(sentence)),
          ...list.map(measured),
        ),
        // What a claim holds for, and what not, comes before the colon in its parentheses.
        list.length > 1 &&
          el(
            'p',
            {},
            list.map((one) => `${capital(one.verdict)} ${parts(one)[1].split(':')[0]}.`).join(' '),
          ),
      ),
    );
  const groups = groupBy(sentences, ([, list]) => String(verdictOf(list) === 'not judged'));
  const [judged = [], others = []] = [groups.get('false'), groups.get('true')];
  return el(
    'div',
    { class: 'verdicts' },
    ...grids,
    judged.length ? el('ul', {}, ...judged.map(line)) : '',
    claims.some(({ verdict }) => verdict === 'undecided') &&
      el(
        'p',
        { class: 'help' },
        'Undecided: chance alone could explain what was measured. The report tells how claims ' +
          'are judged.',
      ),
    others.length > 0 &&
      el(
        'details',
        { open: !judged.length },
        el('summary', {}, `${plural(others.length, 'claim')} not judged`),
        el(
          'p',
          { class: 'help' },
          'Not judged: claims that no measurement can decide. Each gives the reason.',
        ),
        el('ul', {}, ...others.map(line)),
      ),
  );
}

/**
 * Shows the comparison that a finding rests on, for all sizes and budgets.
 * @param {NonNullable<import('../findings.js').Finding['basis']>} basis
 * @param {string} name of the study
 */
async function basisOf({ table: from, row, title, help }, name) {
  const rows = (await readTable(name, from)).filter(row);
  const budgets = Object.keys(rows[0])
    .filter((key) => key.endsWith('_verdict'))
    .map((key) => key.replace('_verdict', ''));
  const cell = (/** @type {string} */ ratio, /** @type {string} */ verdict) => {
    const [size, way] = [
      percent(Math.abs(Number(ratio) - 1)),
      Number(ratio) < 1 ? 'shorter' : 'longer',
    ];
    if (verdict === 'same') return 'as long';
    return verdict === 'undecided'
      ? el('span', { class: 'muted' }, 'no clear difference')
      : `${size} ${way}`;
  };
  return el(
    'section',
    { class: 'stack basis' },
    el('h2', {}, title),
    table(
      title,
      ['Boards', ...budgets.map((key) => key.replace('_', ' '))],
      rows.map((one) => [one.size, ...budgets.map((key) => cell(one[key], one[`${key}_verdict`]))]),
      [],
    ),
    el('p', { class: 'help' }, help),
  );
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/**
 * Makes the progress of a running experiment, and the table of its solvers. The function see tells
 * which page is open: the progress is shown on the page of the experiment and in the gallery. The
 * function nameOf names solvers.
 * @param {App} app
 * @param {AbortSignal} signal
 * @param {(name: string, ended: boolean) => Promise<unknown>} onChange called when trials have
 *   ended, and at the end
 */
function runCard(app, signal, onChange) {
  const bar = el('progress', { 'aria-label': 'Runs that have ended' });
  const text = el('p', {});
  const { note, say, attempt } = noteFor(app);
  const solvers = el('div', { hidden: true });
  let name = ''; // of the running experiment
  let page = '';
  /**
   * The runs that had ended when the page began to follow, and the time then.
   * @type {{done: number, at: number} | undefined}
   */
  let first;
  const stop = button('Stop', () =>
    attempt(async () => {
      stop.disabled = true;
      await app.backend.call('stop', { experiment: name });
    }),
  );
  const element = el(
    'section',
    { class: 'progress', 'aria-label': 'Running experiment', hidden: true },
    text,
    bar,
    stop,
  );

  /** Shows the parts that belong to a page. @param {string} open its name */
  const see = (open) => {
    page = open;
    element.hidden = !name || (page !== '' && page !== name);
    solvers.hidden = !name || page !== name;
  };
  const show = (/** @type {Run} */ run, /** @type {Description} */ description) => {
    stop.hidden = !run.yours;
    bar.max = run.trials;
    bar.value = run.done;
    const { shared } = run;
    first ??= { done: run.done, at: performance.now() };
    const rate = shared?.rate || (1000 * (run.done - first.done)) / (performance.now() - first.at);
    const left =
      rate > 0 ? `, about ${seconds(Math.ceil((run.trials - run.done) / rate))} left` : '';
    text.textContent =
      `Running: ${progressText(run.done, run.trials)}${left}` +
      (shared
        ? `. ${plural(shared.workers.length, 'worker')}, ${number(shared.rate)} runs a second`
        : '') +
      (run.proving
        ? `. Shortest plans searched for: ${run.proven} of ${plural(run.proving, 'board')}`
        : '');
    solvers.replaceChildren(
      table(
        'Runs by solver',
        ['Solver', 'Boards tried', 'Boards solved'],
        run.solvers.map(({ solver, done, solved }) => [
          card.nameOf?.(solver) ?? forPeople(description, solver),
          count(done),
          count(solved),
        ]),
      ),
      ...(shared?.workers.length
        ? [
            table(
              'Workers',
              [
                'Worker',
                'State',
                'Machine',
                'Jobs',
                'Memory',
                'Calibration',
                'Runs',
                'Runs a second',
              ],
              shared.workers.map((w) => [
                w.worker,
                w.refused ?? 'works',
                w.machine,
                count(w.jobs),
                bytes(w.memory),
                seconds(w.calibration),
                count(w.trials),
                number(w.trials / Math.max(w.seconds, 1)),
              ]),
            ),
          ]
        : []),
    );
  };

  /** Follows an experiment to its end. @param {{experiment: string, warnings?: string[]}} run */
  const follow = ({ experiment, warnings }) =>
    attempt(async () => {
      name = experiment;
      first = undefined;
      see(page);
      stop.disabled = false;
      stop.hidden = true; // until it is known who started the experiment
      say(warnings?.join(' ') || '');
      const description = await app.describe;
      /** @type {Run} */
      const last = await app.backend.stream(
        'follow',
        { experiment },
        (_, seen) => {
          show(seen, description);
          onChange(name, false);
        },
        signal,
      );
      await onChange(experiment, true); // shows the results before the end is announced
      name = '';
      see(page);
      say(last.error && !last.stopped ? last.error : '', 'bad');
      app.announce(last.stopped ? 'The experiment was stopped.' : 'The experiment has ended.');
    });
  const card = {
    element,
    solvers,
    note,
    see,
    follow,
    nameOf: /** @type {((solver: string) => string) | undefined} */ (undefined),
  };
  return card;
}

/**
 * Says in a sentence what the trials show: the conclusion of the analysis, which knows what may be
 * chance.
 * @param {Results} results
 * @param {Description} known
 */
function headline({ headline: conclusion, groups, done, trials, boards }, known) {
  if (!conclusion) return 'No board was tried by all solvers yet';
  const tried = groups.reduce((sum, { puzzles }) => sum + puzzles, 0);
  const far = done < trials ? `After ${count(tried)} of ${plural(boards, 'board')}: ` : '';
  return capital(far + forPeople(known, conclusion));
}

/**
 * Makes the results of an experiment: first a plot of the share of boards solved within a time,
 * then the numbers by group and solver.
 * @param {Results} experiment
 * @param {number} earlier the number of its runs that were in the store when it was started here
 * @param {Description} known
 * @param {...Node} actions
 */
function summaryCard(experiment, earlier, known, ...actions) {
  const { began, done, trials, groups, within } = experiment;
  const compared = known.statistics.filter((row) => row.compared);
  const work = (/** @type {Summary} */ s) =>
    compared
      .map((row) => [statisticText(row, s, `mean_${row.name}`), row.unit])
      .filter(([text]) => text)
      .map((parts) => parts.join(' '))
      .join(', ');
  const nameOf = namesOf(experiment, known);
  const rows = groups.flatMap(({ group, size, solvers }) =>
    solvers.map((s) => [
      nameOf(s.name),
      ...(groups.length > 1 ? [group || size] : []),
      `${count(s.solved)} of ${count(s.trials)}`,
      figure(s.mean_length, number),
      figure(s.gap, (gap) => percent(gap - 1)),
      share(s.optimal_share),
      figure(firstPlan(within, size, s.name), seconds),
      figure(s.median_seconds, seconds),
      work(s),
    ]),
  );
  const head = [
    'Solver',
    ...(groups.length > 1 ? ['Boards'] : []),
    'Solved',
    'Moves',
    'Above shortest',
    'Shortest plans',
    'Time to first plan',
    'Time to end',
    'Work',
  ];
  const results = rows.length
    ? table(
        'Results by solver',
        head,
        rows,
        head.map((_, i) => i >= head.indexOf('Solved')),
      )
    : null;
  results?.classList.add('fixed');
  return el(
    'section',
    { class: 'card', 'aria-label': 'Results' },
    el(
      'div',
      { class: 'head' },
      el(
        'p',
        { class: 'sentence' },
        `${titleOf(experiment)}. ${done < trials ? 'Stopped after ' : ''}${progressText(done, trials)}, begun ${day(
          began,
        )}. ${earlier ? `${earlier === done ? 'All' : count(earlier)} runs are from an earlier run with the same choices.` : ''}`,
      ),
      el('div', { class: 'row' }, ...actions),
    ),
    ...plots(experiment, known),
    ...(results
      ? [
          results,
          el(
            'p',
            { class: 'help' },
            'Moves and work are means: states expanded, or plans tried. Times are medians. A ' +
              'solver that improves its plan goes on after its first plan. The heading says what ' +
              'these runs show, and not which mean is the largest. Parentheses name the estimate ' +
              'of the moves left.',
          ),
        ]
      : []),
  );
}

/**
 * Returns the median time to the first plan of a solver. It returns null if half of the trials have
 * none.
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
 * @param {Results} results
 * @param {Description} known
 */
function plots({ groups, within, time_limit: limit }, known) {
  const nameOf = namesOf({ groups }, known);
  const bySize = groupBy(within, ({ size }) => size);
  return [...bySize]
    .filter(([, lines]) => lines.some((line) => line.seconds.length))
    .map(([size, lines]) => {
      const [drawing, draw] = drawn(false);
      /** @type {Map<string, number>} */
      const used = new Map();
      const tried = Math.max(
        0,
        ...groups
          .filter((group) => group.size === size)
          .flatMap(({ solvers }) => solvers.map(({ trials }) => trials)),
      );
      draw({
        label: `Share of boards of ${size} with a plan within a time. At the end: ${lines
          .map(
            ({ solver, shares }) =>
              `${forPeople(known, solver)} ${share(shares[shares.length - 1] ?? 0)}`,
          )
          .join(', ')}.`,
        x: {
          label: limit
            ? `Time to the first plan (dashed: the limit of ${seconds(limit)})`
            : 'Time to the first plan',
          log: true,
          text: seconds,
        },
        y: {
          label: `Solved, of ${plural(tried, 'board')}`,
          zero: true,
          text: (n) => percent(n, 0),
        },
        rules: limit ? [limit] : [],
        halves: true,
        series: lines.map(({ solver, algorithm, seconds: times, shares }) => {
          const turn = used.get(algorithm) ?? 0;
          used.set(algorithm, turn + 1);
          return {
            name: `${nameOf(solver)}${times.length ? '' : ': none'}`,
            kind: 'line',
            colour: shade(algorithm, turn),
            dash: turn,
            // A step at each time: the share does not change between two plans.
            data: times.flatMap(
              (time, i) =>
                /** @type {[number, number][]} */ ([
                  [time, i ? shares[i - 1] : 0],
                  [time, shares[i]],
                ]),
            ),
          };
        }),
      });
      return el(
        'section',
        { class: 'stack tight' },
        el(
          'div',
          { class: 'row ends' },
          el('h2', {}, `Share of ${size} boards solved within a time`),
          el(
            'p',
            { class: 'help' },
            'A line further to the left is faster. A line that ends higher has more boards.',
          ),
        ),
        drawing,
      );
    });
}

/**
 * Makes the trials of an experiment, in pages: a row for each board, with the solvers as columns.
 * It also shows the plan of the chosen trial.
 * @param {App} app
 * @param {AbortSignal} signal
 * @param {Results} results
 * @param {Statistic[]} shown the statistics of the chosen trial
 * @param {Description} known
 */
function trialsCard(app, signal, { experiment, trials, groups, boards }, shown, known) {
  const rows = el('div');
  const { note, attempt } = noteFor(app);
  const position = el('span', { class: 'muted' });
  const solvers = [...new Set(groups.flatMap((group) => group.solvers.map(({ name }) => name)))];
  const perBoard = Math.max(1, Math.round(trials / boards)); // trials of a board
  const step = pageSize * perBoard;
  const back = button('Back', () => load(skip - step));
  const next = button('Next', () => load(skip + step));
  const view = new BoardView({ label: 'Board of the trial' });
  const title = el('h3', { tabIndex: -1 });
  const [facts, fill] = figures('Status', 'Moves', 'Shortest', ...shown.map(heading), 'Time');
  /** @type {import('../board.js').Board} */
  let goal;
  const player = new Player((board) => view.show(board, goal), app.announce);
  const detail = el(
    'div',
    { class: 'two trial', hidden: true },
    view.element,
    el('div', { class: 'stack' }, title, facts, player.element),
  );
  let skip = 0;
  signal.addEventListener('abort', () => player.pause());

  const load = (/** @type {number} */ from) =>
    attempt(async () => {
      skip = Math.max(0, from);
      /** @type {{done: number, trials: Trial[]}} */
      const page = await app.backend.call('trials', {
        experiment,
        skip,
        count: Math.min(1000, step),
      });
      const byBoard = groupBy(page.trials, ({ group, puzzle }) => `${group} ${puzzle}`.trim());
      const cell = (/** @type {Trial[]} */ list) =>
        el(
          'span',
          { class: 'cells' },
          ...list.map((trial) => {
            const text =
              trial.length === null
                ? (trial.status ?? 'failed').replace('-', ' ')
                : count(trial.length);
            return button(text, () => show(trial), {
              class: `quiet ${trial.optimal ? 'proven' : ''}`,
              'aria-label': `${text}${trial.optimal ? ', proven' : ''}: puzzle ${trial.puzzle}, ${forPeople(known, trial.solver)}`,
              title: seconds(trial.seconds),
            });
          }),
        );
      const head = ['No.', 'Board', ...solvers.map(namesOf({ groups }, known))];
      const made = table(
        'Trials',
        head,
        [...byBoard.values()].map((list) => [
          groups.length > 1 ? `${list[0].group} ${list[0].puzzle}`.trim() : String(list[0].puzzle),
          el('span', { class: 'mono' }, list[0].board),
          ...solvers.map((solver) => cell(list.filter((trial) => trial.solver === solver))),
        ]),
        head.map((_, i) => i !== 1),
      );
      rows.replaceChildren(
        made,
        el(
          'p',
          { class: 'help' },
          'Moves of each plan; * is proven to be shortest. Press a number to see the plan.',
        ),
      );
      const last = skip + page.trials.length;
      const tried = Math.ceil(page.done / perBoard);
      position.textContent = page.trials.length
        ? `Boards ${count(skip / perBoard + 1)} to ${count(Math.ceil(last / perBoard))} of ${count(
            boards,
          )}${tried < boards ? `, ${count(tried)} begun` : ''}`
        : 'No runs';
      back.disabled = skip === 0;
      next.disabled = last >= page.done;
    });

  const show = (/** @type {Trial} */ trial) => {
    const board = parse(trial.board);
    const end = parse(trial.goal);
    if (!board || !end) return;
    goal = end;
    detail.hidden = false;
    title.textContent = `Puzzle ${trial.puzzle}, ${forPeople(known, trial.solver)}`;
    fill(
      trial.status ?? 'failed',
      figure(trial.length, count),
      trial.optimal ? 'proven' : 'not proven',
      ...shown.map((row) => statisticText(row, trial) || '–'),
      seconds(trial.seconds),
    );
    player.element.hidden = !trial.moves;
    player.load(board, trial.moves ? trial.moves.split(' ') : []);
    title.focus();
  };

  load(0);
  return el(
    'section',
    { class: 'card', 'aria-label': 'Trials by board' },
    note,
    detail,
    rows,
    el('div', { class: 'row' }, back, next, position),
  );
}

/**
 * Makes what is shown on request: how sure the results are, the boards, the report and the
 * experiment file.
 * @param {App} app
 * @param {AbortSignal} signal
 * @param {Results} results
 * @param {Description} known
 */
function detailsOf(app, signal, results, known) {
  const { experiment, conclusions, definition, done } = results;
  const address = `api/v1/report?experiment=${encodeURIComponent(experiment)}`;
  const shown = known.statistics.filter((row) => row.compared);
  return [
    el(
      'div',
      { class: 'stack' },
      conclusions.length > 0 &&
        later('How sure this is', () =>
          el(
            'ul',
            { class: 'conclusions' },
            ...conclusions.map((text) => el('li', {}, forPeople(known, text))),
          ),
        ),
      done > 0 &&
        later('Every board and its plans', () => trialsCard(app, signal, results, shown, known)),
      later('The experiment file', () =>
        el(
          'pre',
          { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'Experiment file' },
          definition,
        ),
      ),
      el(
        'a',
        { href: address, target: '_blank', rel: 'noopener' },
        'The report, with all figures (in a new tab)',
      ),
    ),
  ];
}

/**
 * Makes a disclosure whose content is made when it is first opened.
 * @param {string} title
 * @param {() => Node} content
 */
function later(title, content) {
  const details = el(
    'details',
    {
      ontoggle: () => {
        if (details.open && details.children.length === 1) details.append(content());
      },
    },
    el('summary', {}, title),
  );
  return details;
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
  for (const value of values) groups.set(key(value), [...(groups.get(key(value)) ?? []), value]);
  return groups;
}

/** @param {number} done @param {number} trials */
const progressText = (done, trials) =>
  done === trials ? plural(done, 'run') : `${count(done)} of ${plural(trials, 'run')}`;

/** @param {string} time in RFC 3339 */
const day = (time) =>
  new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });

/** @param {number | null} value @param {(value: number) => string} format */
const figure = (value, format) => (value === null ? '–' : format(value));

/** @param {number | null} part from 0 to 1 */
const share = (part) => figure(part, (n) => percent(n, 1));
