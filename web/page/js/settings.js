// The form of a solver: its algorithm, heuristic, preset, settings and limits. The choices come
// from the method describe, so the form shows new settings without a change.

import { el, field, select } from './dom.js';
import { algorithmOf, heuristicChoices, heuristicName } from './solvers.js';
import { capital, count } from './text.js';

/** @typedef {import('./app.js').Description} Description */

/**
 * The values of the form by name: algorithm, heuristic, preset, the names of settings,
 * node-limit, evaluations and time-limit. A value that is absent is the default.
 * @typedef {Record<string, string>} Values
 */

/**
 * The solver of the shuffle study: A* up to 200,000 generated states, which take about 100,000
 * expansions.
 */
const shuffleStudy = { algorithm: 'astar', heuristic: 'manhattan', 'node-limit': '200000' };

/** The text for no choice of an algorithm. */
const suggested = 'Suggested for the size';

/** Names of values that are not sent as settings. */
const notSettings = ['algorithm', 'node-limit', 'evaluations', 'time-limit'];

/**
 * Returns the name of a solver, such as "A* with Manhattan distance".
 * @param {Description} description
 * @param {{algorithm?: string, preset?: string, heuristic?: string}} values
 */
export function solverName(description, values) {
  const {
    label,
    informed,
    heuristic: usual = '',
  } = algorithmOf(description, values.algorithm) ?? {};
  const name = label ?? (values.algorithm || suggested);
  const preset = values.preset ? ` (${values.preset})` : '';
  return `${name}${preset}${informed ? ` with ${heuristicName(values.heuristic ?? usual)}` : ''}`;
}

/**
 * Converts values to parameters of the method solve.
 * @param {Description} description
 * @param {Values} values
 * @returns {Partial<import('./app.js').SolveRequest>}
 */
export function solverRequest(description, values) {
  const taken = names(description, values.algorithm);
  const { evaluates = false } = algorithmOf(description, values.algorithm) ?? {};
  const settings = Object.entries(values).filter(
    ([name]) => taken.includes(name) && !notSettings.includes(name),
  );
  return {
    algorithm: values.algorithm,
    settings: Object.fromEntries(settings),
    node_limit: Number(values['node-limit']) || undefined,
    evaluation_limit: evaluates ? Number(values.evaluations) || undefined : undefined,
    time_limit: Number(values['time-limit']) || undefined,
  };
}

/**
 * Returns the names of the values that an algorithm takes.
 * @param {Description} description
 * @param {string} [algorithm]
 */
function names(description, algorithm) {
  const { takes = [], evaluates = false } = algorithmOf(description, algorithm) ?? {};
  const limits = notSettings.filter((name) => name !== 'evaluations' || evaluates);
  const known = ['heuristic', 'preset', ...description.settings.map(({ name }) => name)];
  return [...limits, ...takes.filter((name) => known.includes(name))];
}

/**
 * Makes the form of a solver. Its values are the options in the address.
 * @param {Description} description
 * @param {import('./state.js').State} state
 * @param {() => void} onChange called after each change
 * @param {import('./app.js').Backend} backend
 */
export function optionsForm(description, state, onChange, backend) {
  let old = state.options;
  return solverForm(
    description,
    old,
    (values) => {
      const removed = Object.fromEntries(Object.keys(old).map((name) => [name, undefined]));
      state.setOptions({ ...removed, ...values });
      old = values;
      onChange();
    },
    backend,
  );
}

/**
 * Makes the form of a solver. It calls onChange with all values after each change. It marks a field
 * with a value that the solver does not take.
 * @param {Description} description
 * @param {Values} initial
 * @param {(values: Values) => void} onChange
 * @param {import('./app.js').Backend} backend
 */
export function solverForm(description, initial, onChange, backend) {
  const values = { ...initial };
  const form = el('form', {
    class: 'stack solver',
    onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
  });
  let more = false; // whether all settings are shown

  /** Changes values. An empty value means the default. */
  const set = (/** @type {Values} */ changed, rebuild = false) => {
    for (const [name, value] of Object.entries(changed)) {
      if (value === '') delete values[name];
      else values[name] = value;
    }
    if (rebuild) {
      const name = /** @type {HTMLInputElement} */ (document.activeElement).labels?.[0]
        ?.textContent;
      build();
      // The new control with the same label gets the focus of the old one.
      if (name)
        [...form.querySelectorAll('label')]
          .find((label) => label.textContent === name)
          ?.control?.focus();
    }
    onChange({ ...values });
    check();
  };

  let checks = 0;

  /**
   * Lets the solver say what is wrong with a setting, and shows it at its field. Only the newest
   * answer counts.
   */
  const check = async () => {
    const asked = ++checks;
    const request = { board: '1 2/3 0', ...solverRequest(description, values) };
    const message = await backend.call('solve', request).then(
      () => '',
      (/** @type {Error} */ error) => error.message,
    );
    if (asked !== checks) return;
    for (const old of form.querySelectorAll('.note.bad')) old.remove();
    const [, name, why] = /^settings: ([\w-]+): (.*)/.exec(message) ?? [];
    for (const { textContent, control, parentElement } of form.querySelectorAll('label')) {
      control?.setAttribute('aria-invalid', String(textContent === name));
      if (textContent === name)
        parentElement?.append(el('p', { class: 'note bad', role: 'alert' }, `${capital(why)}.`));
    }
  };

  /** Changes the algorithm, and drops the values that the new algorithm does not take. */
  const choose = (/** @type {Values} */ changed) => {
    const kept = names(description, changed.algorithm);
    for (const name of Object.keys(values)) if (!kept.includes(name)) delete values[name];
    set(changed, true);
  };

  const input = (/** @type {string} */ name, /** @type {string} */ placeholder, props = {}) =>
    el('input', {
      value: values[name] ?? '',
      placeholder,
      onchange: (/** @type {any} */ event) => {
        if (event.target.reportValidity()) set({ [name]: event.target.value.trim() });
      },
      ...props,
    });

  /** Makes the control of a setting. The backend describes the settings. */
  const setting = (/** @type {string} */ name) => {
    const row = description.settings.find((s) => s.name === name);
    if (!row) return field(name, input(name, 'default'));
    const usual =
      row.defaults[values.algorithm ?? ''] ??
      row.defaults[values.preset ?? description.default_preset] ??
      '';
    const control = row.choices
      ? select(
          row.choices.map((c) => [c, c]),
          values[name] ?? usual,
          (v) => set({ [name]: v === usual ? '' : v }),
        )
      : input(name, usual);
    return field(
      name,
      control,
      row.choices ? row.meaning : `${row.meaning} Values: ${row.values}.`,
    );
  };

  const heuristic = (/** @type {string} */ usual) => {
    const current = values.heuristic ?? usual;
    const other = !description.heuristics.includes(current);
    const box = select(
      [...heuristicChoices(description.heuristics), ['', 'Another one']],
      other ? '' : current,
      (value) => {
        own.hidden = value !== '';
        if (value) set({ heuristic: value }, true);
      },
    );
    const own = field(
      'Name of the heuristic',
      input('heuristic', 'max(manhattan,walking-distance)'),
    );
    own.hidden = !other;
    return [field('Heuristic', box, description.heuristic_about[current]), own];
  };

  const build = () => {
    const { algorithm = '' } = values;
    const known = algorithmOf(description, algorithm);
    const evolving = description.algorithms.find(({ takes }) => takes.includes('preset'));
    /** @type {[string, string][]} */
    const choices = [['', suggested]];
    for (const { name, label } of description.algorithms) choices.push([name, label]);
    const rest = names(description, algorithm).filter(
      (name) => ![...notSettings, 'heuristic', 'preset'].includes(name),
    );
    const study = Object.entries(shuffleStudy).every(
      ([name, value]) => name === 'heuristic' || values[name] === value,
    );
    /** @type {[string, string][]} */
    const presets = [
      ['', 'None'],
      ['shuffle-study', `Shuffle study: A*, ${count(Number(shuffleStudy['node-limit']))} states`],
      ...description.presets.map(
        (name) => /** @type {[string, string]} */ ([name, `Genetic algorithm: ${name}`]),
      ),
    ];
    let preset = '';
    if (known && known === evolving) preset = values.preset ?? description.default_preset;
    else if (study) preset = 'shuffle-study';
    const details = el(
      'details',
      { open: more, ontoggle: () => (more = details.open) },
      el('summary', {}, `All settings (${rest.length})`),
      el('div', { class: 'settings' }, ...rest.map(setting)),
    );
    form.replaceChildren(
      field(
        'Preset',
        select(presets, preset, (name) => {
          for (const old of Object.keys(values)) delete values[old];
          if (name === 'shuffle-study') set({ ...shuffleStudy }, true);
          else if (name && evolving) set({ algorithm: evolving.name, preset: name }, true);
          else set({}, true);
        }),
      ),
      field(
        'Algorithm',
        select(choices, algorithm, (name) => choose({ algorithm: name })),
        known && `${known.label} ${known.about}.`,
      ),
      ...(known?.informed ? heuristic(known.heuristic) : []),
      el(
        'div',
        { class: 'row even' },
        field('Node limit', input('node-limit', 'none', { type: 'number', min: '1' })),
        ...(known?.evaluates
          ? [field('Evaluations', input('evaluations', 'none', { type: 'number', min: '1' }))]
          : []),
        field(
          'Time limit (s)',
          input('time-limit', 'none', { type: 'number', min: '0', step: 'any' }),
        ),
      ),
      el('p', { class: 'help' }, 'The node limit counts generated states.'),
      ...(rest.length ? [details] : []),
    );
  };
  build();
  return form;
}
