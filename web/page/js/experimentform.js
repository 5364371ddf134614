// The form for a new experiment. It writes an experiment file, which the reader can edit.

import { el, field, select } from './dom.js';
import { noteFor } from './parts.js';

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
  const heuristic = select([], '');
  const text = el('textarea', { rows: 15, spellcheck: false });
  /** Algorithms, and whether each is chosen. @type {[() => boolean, import('./app.js').Algorithm][]} */
  const choices = [];
  /** The presets of the genetic solver. @type {HTMLInputElement[]} */
  let presets = [];

  /** The lines of an algorithm. Each preset is a separate solver. @param {import('./app.js').Algorithm} algorithm */
  const solver = ({ name, informed }) => [
    `  - algorithm: ${name}`,
    ...(informed ? [`    heuristic: ${heuristic.value}`] : []),
    ...(name === 'ga' ? [
      `    preset: [${presets.filter((box) => box.checked).map((box) => box.value).join(', ')}]`,
      '    patience: 10  # generations without a shorter plan',
    ] : []),
  ];

  /** Writes the experiment file. */
  const write = () => {
    const lines = [
      ...(name.value.trim() ? [`name: ${JSON.stringify(name.value.trim())}`] : []),
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
    const { algorithms, presets: names, heuristics, default_heuristic: usual } = await app.describe;
    const box = (/** @type {string} */ title, /** @type {string} */ value, /** @type {boolean} */ checked) => {
      const input = el('input', { type: 'checkbox', value, checked });
      return { input, label: el('label', { class: 'choice' }, input, title) };
    };
    heuristic.replaceChildren(...heuristics.map((h) => new Option(h, h, h === usual, h === usual)));
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
  });

  const form = el('form', { class: 'card', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    note.textContent = '';
    start(text.value, attempt);
  } },
  el('h2', {}, 'New experiment'),
  el('div', { class: 'stack', oninput: (/** @type {Event} */ event) => event.target !== text && write() },
    el('div', { class: 'halves' },
      field('Size', size, 'rows x columns; [3x3, 3x4] for both'), field('Puzzles', puzzles),
      field('Random moves from the goal', walk), field('Seed', seed), field('Time limit of a trial (s)', limit),
      field('Name', name)),
    field('Heuristic', heuristic), solvers),
  field('Experiment file (YAML)', text, 'The form writes this text. You can edit it, or paste another one.'),
  el('div', { class: 'row' }, el('button', { class: 'primary' }, 'Start')), note);
  return Object.assign(form, { load: (/** @type {string} */ definition) => (text.value = definition) });
}
