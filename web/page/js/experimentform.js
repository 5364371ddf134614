// The form for a new experiment. It writes an experiment file, which the reader can edit.

import { button, el, field, select } from './dom.js';
import { noteFor, options } from './parts.js';
import { shortName } from './solvers.js';
import { plural } from './text.js';

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
  const puzzles = el('input', { type: 'number', min: '1', value: '20' });
  const walk = el('input', { type: 'number', min: '1', placeholder: 'any board' });
  const seed = el('input', { type: 'number', min: '0', value: '1' });
  const limit = el('input', { type: 'number', min: '0.1', step: 'any', value: '10' });
  const solvers = el('fieldset', {}, el('legend', {}, 'Solvers'));
  const heuristics = el('fieldset', {}, el('legend', {}, 'Heuristics of A*, IDA* and others like them'));
  const more = el('div', { class: 'stack' });
  const text = el('textarea', { rows: 15, spellcheck: false });
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

  /** The lines of an algorithm. The solvers are all combinations of the values. @param {import('./app.js').Algorithm} algorithm */
  const solver = ({ name, informed, takes }) => {
    const chosen = estimates.filter((box) => box.checked).map((box) => box.value);
    return [
      `  - algorithm: ${name}`,
      ...(informed && chosen.length ? [`    heuristic: ${list(chosen)}`] : []),
      ...(name === 'ga' ? [
        `    preset: [${presets.filter((box) => box.checked).map((box) => box.value).join(', ')}]`,
        ...(added.some((row) => row.name.value === 'patience') ? [] : ['    patience: 10  # generations without a shorter plan']),
      ] : []),
      ...added.filter((row) => takes.includes(row.name.value) && row.values.value.trim()).map((row) =>
        `    ${row.name.value}: ${list(row.values.value.split(',').map((value) => value.trim()).filter(Boolean))}`),
    ];
  };

  /** Writes the experiment file. */
  const write = () => {
    const used = choices.flatMap(([chosen, algorithm]) => (chosen() ? [shortName(algorithm)] : []));
    const boards = `${plural(Number(puzzles.value), 'board')} of ${size.value.trim()}`;
    const lines = [
      ...(name.value.trim() ? [`name: ${JSON.stringify(name.value.trim())}`] : []),
      `description: ${JSON.stringify(`${used.join(', ')} on ${boards}`)}`,
      `seed: ${seed.value}`,
      `time-limit: ${limit.value}s`,
      'puzzles:',
      `  - size: ${size.value.trim()}`,
      `    count: ${puzzles.value}`,
      ...(walk.value ? [`    walk: ${walk.value}`] : []),
      'solvers:',
      ...choices.flatMap(([chosen, algorithm]) => (chosen() ? solver(algorithm) : [])),
    ];
    text.value = `${lines.join('\n')}\n`;
  };

  attempt(async () => {
    const { algorithms, presets: names, heuristics: all, default_heuristic: usual, settings } = await app.describe;
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
        const { input, label } = box(title, name, name === 'astar');
        choices.push([() => input.checked, algorithm]);
        return [label];
      }
      const boxes = names.map((preset) => box(`${title}: ${preset}`, preset, true));
      presets = boxes.map(({ input }) => input);
      choices.push([() => presets.some((input) => input.checked), algorithm]);
      return boxes.map(({ label }) => label);
    });
    solvers.append(el('div', { class: 'halves choices' }, ...labels));
    write();
    run.disabled = false;
  });

  const run = el('button', { class: 'primary', disabled: true }, 'Start');
  const form = el('form', { class: 'card', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    note.textContent = '';
    start(text.value, attempt);
  } },
  el('p', { class: 'sentence' },
    'An experiment tries several solvers on the same boards. It runs here, and its results are kept.'),
  el('div', { class: 'stack', oninput: (/** @type {Event} */ event) => event.target !== text && write() },
    el('div', { class: 'row bottom' }, field('Size', size), field('Puzzles', puzzles), run),
    solvers, note,
    options(
      el('div', { class: 'stack' }, heuristics, el('div', { class: 'label' }, 'Settings'), more),
      el('div', { class: 'stack' },
        el('div', { class: 'halves tight' }, field('Random moves from the goal', walk), field('Seed', seed),
          field('Time limit of a trial (s)', limit), field('Name', name)),
        field('Experiment file (YAML)', text, 'The form writes this text. You can edit it, or paste another one.')))));
  return Object.assign(form, { load: (/** @type {string} */ definition) => {
    text.value = definition;
    for (const details of form.querySelectorAll('details')) details.open = true;
  } });
}
