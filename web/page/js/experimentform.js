// The form for a new experiment. It writes an experiment file, which the reader can edit.

import { parse } from './board.js';
import { BoardView } from './boardview.js';
import { button, el, field, select } from './dom.js';
import { chips, noteFor, options } from './parts.js';
import { heuristicName, shortName } from './solvers.js';
import { number, plural, seconds } from './text.js';

/** The solvers that the form offers first, and what they do. @type {Record<string, string>} */
const first = {
  bfs: 'tries all boards, the nearest first',
  astar: 'tries promising boards first',
  idastar: 'as A*, but needs little memory',
  beam: 'keeps only the best boards of each step',
};

/** What the presets of the genetic solver do. @type {Record<string, string>} */
const breeding = {
  study: 'breeds plans as a program of 2015 did',
  evolve: 'breeds plans, one after another',
  pure: 'breeds one plan, and shortens it',
  memetic: 'also shortens plans by small searches',
};

/**
 * Makes the form. It calls start with the text of the experiment file.
 * @param {import('./app.js').App} app
 * @param {(definition: string, attempt: (action: () => Promise<unknown>) => Promise<void>) =>
 *   Promise<void>} start
 * @returns {HTMLElement & {load: (definition: string) => Promise<void>}}
 */
export function experimentForm(app, start) {
  const { note, attempt } = noteFor(app);
  const name = el('input', { placeholder: 'numbered if empty' });
  const sizes = chips(
    'Size of the boards',
    ['2x3', '3x3', '3x4', '4x4'].map((usual) => [usual, usual]),
    (chosen) => {
      size.value = chosen;
      // Breadth-first search solves small boards only, and beam search is for larger ones.
      for (const [, { name }, input] of choices) {
        if (input && name === 'bfs') input.checked = isSmall();
        if (input && name === 'beam') input.checked = !isSmall();
      }
      write();
    },
  );
  const size = el('input', { value: '3x3', spellcheck: false });
  const puzzles = el('input', {
    type: 'number',
    min: '1',
    max: '10000',
    required: true,
    value: '100',
  });
  const walk = el('input', { type: 'number', min: '1', placeholder: 'any board' });
  const seed = el('input', { type: 'number', min: '0', value: newSeed() });
  const limit = el('input', { type: 'number', min: '0.1', step: 'any', value: '1' });
  const solvers = el('fieldset', {}, el('legend', {}, 'Solvers'));
  const others = el('fieldset', {}, el('legend', {}, 'More solvers'));
  const heuristics = el(
    'fieldset',
    {},
    el('legend', {}, 'Heuristics: estimates of the moves left, for A*, IDA* and others'),
  );
  const more = el('div', { class: 'stack' });
  const samples = el('div', { class: 'samples' });
  let sampled = ''; // the size of the boards that are shown
  const text = el('textarea', { rows: 15, spellcheck: false, oninput: () => useText() });
  let edited = false; // whether the text differs from the choices
  const effort = el('p', { class: 'muted' });
  const run = el('button', { class: 'primary', disabled: true }, 'Start');
  /**
   * Algorithms, whether each is chosen, and its box; the genetic solver has presets.
   * @type {[() => boolean, import('./app.js').Algorithm, HTMLInputElement?][]}
   */
  const choices = [];
  /** The presets of the genetic solver. @type {HTMLInputElement[]} */
  let presets = [];
  /** The heuristics. @type {HTMLInputElement[]} */
  let estimates = [];
  /**
   * The settings that were added, and their values.
   * @type {{name: HTMLSelectElement, values: HTMLInputElement}[]}
   */
  const added = [];

  /** Lets Start run the text as it is. */
  const useText = () => {
    edited = true;
    effort.textContent = 'Start runs the text under Options, not the choices above.';
    run.disabled = false;
  };

  const isSmall = () =>
    size.value
      .split('x')
      .map(Number)
      .reduce((rows, cols) => rows * cols) <= 9;

  /** Lets the next start draw other boards. */
  const renew = () => {
    seed.value = newSeed();
    write();
  };

  /** Returns a list of values, or the only value. @param {string[]} values */
  const list = (values) => (values.length === 1 ? values[0] : `[${values.join(', ')}]`);

  /**
   * The settings of an algorithm with their values. The solvers are all combinations of the values.
   */
  const valuesOf = (/** @type {import('./app.js').Algorithm} */ { informed, takes }) => {
    /** @type {[string, string[]][]} */
    const all = [
      ['heuristic', informed ? checked(estimates) : []],
      ['preset', takes.includes('preset') ? checked(presets) : []],
      ...added
        .filter((row) => takes.includes(row.name.value))
        .map(
          (row) =>
            /** @type {[string, string[]]} */ ([
              row.name.value,
              row.values.value
                .split(',')
                .map((value) => value.trim())
                .filter(Boolean),
            ]),
        ),
    ];
    return all.filter(([, values]) => values.length);
  };
  const checked = (/** @type {HTMLInputElement[]} */ boxes) =>
    boxes.filter((box) => box.checked).map((box) => box.value);

  /** The lines of an algorithm. @param {import('./app.js').Algorithm} algorithm */
  const solver = (algorithm) => {
    const settings = valuesOf(algorithm);
    return [
      `  - algorithm: ${algorithm.name}`,
      ...settings.map(([name, values]) => `    ${name}: ${list(values)}`),
      ...(algorithm.takes.includes('patience') && !settings.some(([name]) => name === 'patience')
        ? ['    patience: 10  # generations or descents without a shorter plan']
        : []),
    ];
  };

  /** Shows some boards of the size. The experiment draws its own. */
  const sample = async () => {
    const wanted = size.value.trim();
    sampled = wanted;
    const infos = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((seed) =>
        app.backend.call('shuffle', { size: wanted, seed, goal: 'blank-last' }),
      ),
    ).catch((error) => String(error.message));
    if (wanted !== sampled) return;
    if (typeof infos === 'string')
      return samples.replaceChildren(el('p', { class: 'note bad' }, infos));
    samples.replaceChildren(
      ...infos.map(({ board, goal }) => {
        const view = new BoardView();
        const [shown, end] = [parse(board), parse(goal)];
        if (shown && end) view.show(shown, end);
        return view.element;
      }),
    );
  };

  /** Writes the experiment file. */
  const write = () => {
    edited = false;
    sizes.mark(size.value.trim());
    if (size.value.trim() !== sampled) sample();
    const used = choices.flatMap(([chosen, algorithm]) => (chosen() ? [algorithm] : []));
    const boards = `${plural(Number(puzzles.value), 'board')} of ${size.value.trim()}`;
    const lines = [
      ...(name.value.trim() ? [`name: ${JSON.stringify(name.value.trim())}`] : []),
      `description: ${JSON.stringify(`${used.map(shortName).join(', ')} on ${boards}`)}`,
      `seed: ${seed.value}`,
      `time-limit: ${limit.value}s`,
      'puzzles:',
      `  - size: ${size.value.trim()}`,
      `    count: ${puzzles.value}`,
      ...(walk.value ? [`    walk: ${walk.value}`] : []),
      'solvers:',
      ...used.flatMap(solver),
    ];
    text.value = `${lines.join('\n')}\n`;
    const solvers = used.reduce(
      (sum, one) => sum + valuesOf(one).reduce((n, [, values]) => n * values.length, 1),
      0,
    );
    const trials = solvers * Number(puzzles.value);
    // Endless searches use all the time that they get.
    const quick = isSmall() && !used.some(({ endless }) => endless);
    const most = duration(trials * Number(limit.value));
    effort.textContent =
      `${plural(solvers, 'solver')} on ${boards}: ${plural(trials, 'run')}, each with a time ` +
      `limit of ${seconds(Number(limit.value))}. ` +
      (quick ? 'Most end in milliseconds.' : `This takes at most ${most}.`);
    let missing = '';
    if (!solvers) missing = 'a solver';
    else if (!puzzles.validity.valid) missing = 'a number of boards from 1 to 10,000';
    else if (!(Number(limit.value) > 0)) missing = 'a time limit';
    if (missing) effort.textContent = `Choose ${missing}.`;
    run.disabled = missing !== '';
  };

  const ready = attempt(async () => {
    const {
      algorithms,
      presets: names,
      heuristics: all,
      heuristic_about: abouts,
      default_heuristic: usual,
      default_preset: preset,
      settings,
    } = await app.describe;
    const box = (
      /** @type {string} */ title,
      /** @type {string} */ value,
      /** @type {boolean} */ checked,
      about = '',
    ) => {
      const input = el('input', { type: 'checkbox', value, checked, id: `choice-${title}` });
      const help = el('span', { class: 'help', id: `about-${title}` }, about);
      if (about) input.setAttribute('aria-describedby', help.id);
      return {
        input,
        label: el(
          'div',
          { class: 'choice' },
          input,
          el('div', {}, el('label', { for: input.id }, title), help),
        ),
      };
    };
    const some = all.map((name) => box(heuristicName(name), name, name === usual, abouts[name]));
    estimates = some.map(({ input }) => input);
    heuristics.append(el('div', { class: 'choices' }, ...some.map(({ label }) => label)));
    const rows = settings.filter(({ name }) => !['heuristic', 'preset'].includes(name));
    more.append(
      button('Add a setting', () => {
        const name = select(
          rows.map((row) => [row.name, row.name]),
          'weight',
          () => tell(),
        );
        const values = el('input', {
          placeholder: 'a value, or several with commas',
          'aria-label': 'Values',
        });
        name.setAttribute('aria-label', 'Setting');
        const help = el('p', { class: 'help' });
        const tell = () => {
          const row = rows.find((known) => known.name === name.value);
          help.textContent = row ? `${row.meaning} Values: ${row.values}.` : '';
        };
        tell();
        added.push({ name, values });
        more.append(el('div', { class: 'row even' }, name, values), help);
      }),
    );
    /** @type {HTMLElement[]} */
    const offered = [];
    /** @type {HTMLElement[]} */
    const further = [];
    for (const algorithm of algorithms) {
      const { name, about, takes } = algorithm;
      const title = shortName(algorithm);
      if (!takes.includes('preset')) {
        const { input, label } = box(
          title,
          name,
          ['astar', 'idastar', 'bfs'].includes(name),
          first[name] ?? about,
        );
        choices.push([() => input.checked, algorithm, input]);
        (first[name] ? offered : further).push(label);
        continue;
      }
      const boxes = names.map((name) =>
        box(name === preset ? title : `${title}: ${name}`, name, name === preset, breeding[name]),
      );
      presets = boxes.map(({ input }) => input);
      choices.push([() => presets.some((input) => input.checked), algorithm]);
      for (const { label, input } of boxes)
        (input.value === preset ? offered : further).push(label);
    }
    solvers.append(el('div', { class: 'choices' }, ...offered));
    others.append(el('div', { class: 'choices' }, ...further));
    write();
  });

  const form = el(
    'form',
    {
      class: 'card',
      noValidate: true,
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        note.textContent = '';
        run.disabled = true;
        await start(text.value, attempt);
        if (!edited) renew();
        run.disabled = false;
      },
    },
    el(
      'p',
      { class: 'sentence' },
      'All solvers get the same random boards, new ones at each start. You see live how many ' +
        'each solves, and how fast.',
    ),
    el(
      'div',
      { class: 'stack', oninput: (/** @type {Event} */ event) => event.target !== text && write() },
      el(
        'div',
        { class: 'row low' },
        el('div', { class: 'field' }, el('span', { class: 'label' }, 'Size'), sizes.element),
        field('Number of boards', puzzles, 'From 1 to 10,000'),
      ),
      el(
        'div',
        { class: 'field' },
        el('span', { class: 'label' }, 'Boards such as these'),
        samples,
      ),
      solvers,
      el('div', { class: 'row start' }, run, effort),
      note,
      options(
        el(
          'div',
          { class: 'stack' },
          others,
          heuristics,
          el('div', { class: 'label' }, 'Settings'),
          more,
        ),
        el(
          'div',
          { class: 'stack' },
          el(
            'div',
            { class: 'halves tight' },
            field('Another size', size),
            field('Random moves from the goal', walk),
            field('Seed', seed),
            field('Time limit of a run (s)', limit),
            field('Name', name),
          ),
          el(
            'details',
            {},
            el('summary', {}, 'Edit as text'),
            field(
              'Experiment file (YAML)',
              text,
              'The form writes this text. You can edit it, or paste another one.',
            ),
          ),
        ),
      ),
    ),
  );

  /**
   * Makes the choices that write an experiment file. If no choices do, Start runs the file as it
   * is.
   */
  const load = async (/** @type {string} */ definition) => {
    await ready;
    const all = (/** @type {string} */ key) =>
      [...definition.matchAll(RegExp(`^ *(?:- )?${key}: \\[?([^\\]\\n]*)`, 'gm'))].flatMap(
        ([, values]) => values.split(', '),
      );
    const read = (/** @type {string} */ key) => all(key)[0] ?? '';
    [size.value, puzzles.value, walk.value, seed.value] = ['size', 'count', 'walk', 'seed'].map(
      read,
    );
    limit.value = read('time-limit').replace('s', '');
    for (const [, algorithm, input] of choices)
      if (input) input.checked = all('algorithm').includes(algorithm.name);
    for (const input of presets) input.checked = all('preset').includes(input.value);
    if (all('heuristic').length)
      for (const input of estimates) input.checked = all('heuristic').includes(input.value);
    write();
    if (text.value === definition) return renew();
    text.value = definition;
    useText();
    for (const details of form.querySelectorAll('details')) details.open = true;
  };
  return Object.assign(form, { load });
}

/** Returns a seed that was hardly used before, which draws other boards. */
export const newSeed = () => String(1 + Math.floor(Math.random() * 1e6));

/** @param {number} s a time in seconds, rounded to minutes or hours */
function duration(s) {
  if (s < 100) return seconds(s);
  if (s < 6000) return plural(Math.round(s / 60), 'minute');
  return `${number(s / 3600)} hours`;
}
