// The form for a new experiment. It writes an experiment file, which the reader can edit.

import { button, el, field, select } from './dom.js';
import { chips, noteFor, options } from './parts.js';
import { shortName } from './solvers.js';
import { number, plural, seconds } from './text.js';

/**
 * Makes the form. It calls start with the text of the experiment file.
 * @param {import('./app.js').App} app
 * @param {(definition: string, attempt: (action: () => Promise<unknown>) => Promise<void>) => void} start
 * @returns {HTMLElement & {load: (definition: string) => void}}
 */
export function experimentForm(app, start) {
  const { note, attempt } = noteFor(app);
  const name = el('input', { placeholder: 'numbered if empty' });
  const size = el('input', { value: '3x3', spellcheck: false });
  const sizes = chips('Usual sizes', ['2x3', '3x3', '3x4', '4x4'].map((usual) => [usual, usual]), (chosen) => {
    size.value = chosen;
    write();
  });
  const puzzles = el('input', { type: 'number', min: '1', value: '20' });
  const walk = el('input', { type: 'number', min: '1', placeholder: 'any board' });
  const seed = el('input', { type: 'number', min: '0', value: '1' });
  const limit = el('input', { type: 'number', min: '0.1', step: 'any', value: '10' });
  const solvers = el('fieldset', {}, el('legend', {}, 'Solvers'));
  const heuristics = el('fieldset', {}, el('legend', {}, 'Heuristics of A*, IDA* and others like them'));
  const more = el('div', { class: 'stack' });
  const text = el('textarea', { rows: 15, spellcheck: false, oninput: () => { effort.textContent = ''; run.disabled = false; } });
  const effort = el('p', { class: 'muted' });
  const run = el('button', { class: 'primary', disabled: true }, 'Start');
  /** Algorithms, and whether each is chosen. @type {[() => boolean, import('./app.js').Algorithm][]} */
  const choices = [];
  /** The presets of the genetic solver. @type {HTMLInputElement[]} */
  let presets = [];
  /** The heuristics. @type {HTMLInputElement[]} */
  let estimates = [];
  /** The settings that were added, and their values. @type {{name: HTMLSelectElement, values: HTMLInputElement}[]} */
  const added = [];

  /** Returns a list of values, or the only value. @param {string[]} values */
  const list = (values) => (values.length === 1 ? values[0] : `[${values.join(', ')}]`);

  /** The settings of an algorithm with their values. The solvers are all combinations of the values. */
  const valuesOf = (/** @type {import('./app.js').Algorithm} */ { name, informed, takes }) => {
    /** @type {[string, string[]][]} */
    const all = [
      ['heuristic', informed ? checked(estimates) : []],
      ['preset', name === 'ga' ? checked(presets) : []],
      ...added.filter((row) => takes.includes(row.name.value)).map((row) => /** @type {[string, string[]]} */ (
        [row.name.value, row.values.value.split(',').map((value) => value.trim()).filter(Boolean)])),
    ];
    return all.filter(([, values]) => values.length);
  };
  const checked = (/** @type {HTMLInputElement[]} */ boxes) => boxes.filter((box) => box.checked).map((box) => box.value);

  /** The lines of an algorithm. @param {import('./app.js').Algorithm} algorithm */
  const solver = (algorithm) => {
    const settings = valuesOf(algorithm);
    return [
      `  - algorithm: ${algorithm.name}`,
      ...settings.map(([name, values]) => `    ${name}: ${list(values)}`),
      ...(algorithm.name === 'ga' && !settings.some(([name]) => name === 'patience')
        ? ['    patience: 10  # generations without a shorter plan'] : []),
    ];
  };

  /** Writes the experiment file. */
  const write = () => {
    sizes.mark(size.value.trim());
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
    const solvers = used.reduce((sum, one) => sum + valuesOf(one).reduce((n, [, values]) => n * values.length, 1), 0);
    const trials = solvers * Number(puzzles.value);
    effort.textContent = `${plural(solvers, 'solver')} on ${boards}: ${plural(trials, 'trial')} of at most ${
      seconds(Number(limit.value))}, so at most ${duration(trials * Number(limit.value))} on one core. Most trials end sooner.`;
    run.disabled = !solvers;
  };

  attempt(async () => {
    const { algorithms, presets: names, heuristics: all, default_heuristic: usual, default_preset: preset,
      settings } = await app.describe;
    const box = (/** @type {string} */ title, /** @type {string} */ value, /** @type {boolean} */ checked) => {
      const input = el('input', { type: 'checkbox', value, checked });
      return { input, label: el('label', { class: 'choice' }, input, title) };
    };
    const some = all.map((name) => box(name, name, name === usual));
    estimates = some.map(({ input }) => input);
    heuristics.append(el('div', { class: 'halves choices' }, ...some.map(({ label }) => label)));
    const rows = settings.filter(({ name }) => !['heuristic', 'preset'].includes(name));
    more.append(button('Add a setting', () => {
      const name = select(rows.map((row) => [row.name, row.name]), 'weight', () => tell());
      const values = el('input', { placeholder: 'a value, or several with commas', 'aria-label': 'Values' });
      name.setAttribute('aria-label', 'Setting');
      const help = el('p', { class: 'help' });
      const tell = () => {
        const row = rows.find((known) => known.name === name.value);
        help.textContent = row ? `${row.meaning} Values: ${row.values}.` : '';
      };
      tell();
      added.push({ name, values });
      more.append(el('div', { class: 'row even' }, name, values), help);
    }));
    const labels = algorithms.flatMap((algorithm) => {
      const { name, label: title } = algorithm;
      if (name !== 'ga') {
        const { input, label } = box(title, name, ['astar', 'idastar', 'bfs'].includes(name));
        choices.push([() => input.checked, algorithm]);
        return [label];
      }
      const boxes = names.map((name) => box(`${title}: ${name}`, name, name === preset));
      presets = boxes.map(({ input }) => input);
      choices.push([() => presets.some((input) => input.checked), algorithm]);
      return boxes.map(({ label }) => label);
    });
    solvers.append(el('div', { class: 'halves choices' }, ...labels));
    write();
  });

  const form = el('form', { class: 'card', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    note.textContent = '';
    start(text.value, attempt);
  } },
  el('p', { class: 'sentence' },
    'An experiment tries several solvers on the same boards. It runs here, and its results are kept.'),
  el('div', { class: 'stack', oninput: (/** @type {Event} */ event) => event.target !== text && write() },
    el('div', { class: 'row low' }, field('Size', size), sizes.element, field('Puzzles', puzzles)), solvers,
    options(
      el('div', { class: 'stack' }, heuristics, el('div', { class: 'label' }, 'Settings'), more),
      el('div', { class: 'stack' },
        el('div', { class: 'halves tight' }, field('Random moves from the goal', walk), field('Seed', seed),
          field('Time limit of a trial (s)', limit), field('Name', name)),
        field('Experiment file (YAML)', text, 'The form writes this text. You can edit it, or paste another one.')))),
  note, el('div', { class: 'row start' }, run, effort));
  return Object.assign(form, { load: (/** @type {string} */ definition) => {
    text.value = definition;
    effort.textContent = '';
    run.disabled = false;
    for (const details of form.querySelectorAll('details')) details.open = true;
  } });
}

/** @param {number} s a time in seconds, rounded to minutes or hours */
const duration = (s) => (s < 100 ? seconds(s) : s < 6000 ? plural(Math.round(s / 60), 'minute') : `${number(s / 3600)} hours`);
