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
  const known = algorithmOf(description, values.algorithm);
  const name = known?.label ?? (values.algorithm || suggested);
  const preset = values.preset ? ` (${values.preset})` : '';
  if (!known?.informed) return `${name}${preset}`;
  return `${name}${preset} with ${heuristicName(values.heuristic ?? known.heuristic)}`;
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
  return new SolverForm(description, initial, onChange, backend).element;
}

class SolverForm {
  more = false; // whether all settings are shown
  checks = 0; // the number of times that the solver was asked what is wrong
  element = el('form', {
    class: 'stack solver',
    onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
  });

  /**
   * @param {Description} description
   * @param {Values} initial
   * @param {(values: Values) => void} onChange
   * @param {import('./app.js').Backend} backend
   */
  constructor(description, initial, onChange, backend) {
    this.description = description;
    this.values = { ...initial };
    this.onChange = onChange;
    this.backend = backend;
    this.build();
  }

  /** Fills the form with the fields of the algorithm that is chosen. */
  build() {
    const { known } = this;
    const rest = this.otherSettings();
    this.element.replaceChildren(
      this.presetField(),
      this.algorithmField(),
      ...(known?.informed ? this.heuristicFields(known.heuristic) : []),
      this.limits(),
      el('p', { class: 'help' }, 'The node limit counts generated states.'),
    );
    if (rest.length) this.element.append(this.disclosure(rest));
  }

  /** The algorithm that is chosen; undefined if the size decides. */
  get known() {
    return algorithmOf(this.description, this.values.algorithm);
  }

  /** The algorithm that has presets. */
  get evolving() {
    return this.description.algorithms.find(({ takes }) => takes.includes('preset'));
  }

  /** The name of the preset that is chosen; empty for none. */
  get preset() {
    const { known, evolving, values, description } = this;
    if (known && known === evolving) return values.preset ?? description.default_preset;
    const limited = values['node-limit'] === shuffleStudy['node-limit'];
    if (limited && values.algorithm === shuffleStudy.algorithm) return 'shuffle-study';
    return '';
  }

  /** Returns the names of the settings that have no other field. */
  otherSettings() {
    const shown = [...notSettings, 'heuristic', 'preset'];
    const taken = names(this.description, this.values.algorithm);
    return taken.filter((name) => !shown.includes(name));
  }

  presetField() {
    const states = count(Number(shuffleStudy['node-limit']));
    /** @type {[string, string][]} */
    const presets = [
      ['', 'None'],
      ['shuffle-study', `Shuffle study: A*, ${states} states`],
    ];
    for (const name of this.description.presets) presets.push([name, `Genetic algorithm: ${name}`]);
    const box = select(presets, this.preset, (name) => this.choosePreset(name));
    return field('Preset', box);
  }

  algorithmField() {
    const { known, description, values } = this;
    /** @type {[string, string][]} */
    const choices = [['', suggested]];
    for (const { name, label } of description.algorithms) choices.push([name, label]);
    const box = select(choices, values.algorithm ?? '', (name) => this.chooseAlgorithm(name));
    return field('Algorithm', box, known && `${known.label} ${known.about}.`);
  }

  /**
   * Makes a field of the usual heuristics, and one for the name of another heuristic.
   * @param {string} usual the default one
   */
  heuristicFields(usual) {
    const { heuristics, heuristic_about: abouts } = this.description;
    const current = this.values.heuristic ?? usual;
    const listed = heuristics.includes(current);
    const example = 'max(manhattan,walking-distance)';
    const other = field('Name of the heuristic', this.input('heuristic', example));
    other.hidden = listed;
    /** @type {[string, string][]} */
    const choices = [...heuristicChoices(heuristics), ['', 'Another one']];
    const box = select(choices, listed ? current : '', (heuristic) => {
      other.hidden = heuristic !== '';
      if (heuristic) this.change({ heuristic });
    });
    return [field('Heuristic', box, abouts[current]), other];
  }

  /** Makes the row of limits. */
  limits() {
    const whole = { type: 'number', min: '1' };
    const time = { type: 'number', min: '0', step: 'any' };
    const row = el('div', { class: 'row even' });
    row.append(field('Node limit', this.input('node-limit', 'none', whole)));
    if (this.known?.evaluates) {
      row.append(field('Evaluations', this.input('evaluations', 'none', whole)));
    }
    row.append(field('Time limit (s)', this.input('time-limit', 'none', time)));
    return row;
  }

  /**
   * Makes the part of the form that is folded at first.
   * @param {string[]} rest the names of its settings
   */
  disclosure(rest) {
    const fields = rest.map((name) => this.settingField(name));
    const details = el(
      'details',
      { open: this.more, ontoggle: () => (this.more = details.open) },
      el('summary', {}, `All settings (${rest.length})`),
      el('div', { class: 'settings' }, ...fields),
    );
    return details;
  }

  /** Makes the field of a setting. The backend describes the settings. @param {string} name */
  settingField(name) {
    const row = this.description.settings.find((setting) => setting.name === name);
    if (!row) return field(name, this.input(name, 'default'));
    const usual = this.usual(row);
    if (!row.choices) {
      return field(name, this.input(name, usual), `${row.meaning} Values: ${row.values}.`);
    }
    /** @type {[string, string][]} */
    const choices = row.choices.map((choice) => [choice, choice]);
    const box = select(choices, this.values[name] ?? usual, (value) =>
      this.set({ [name]: value === usual ? '' : value }),
    );
    return field(name, box, row.meaning);
  }

  /** Returns the default value of a setting. @param {import('./app.js').Setting} setting */
  usual({ defaults }) {
    const { algorithm = '', preset = this.description.default_preset } = this.values;
    return defaults[algorithm] ?? defaults[preset] ?? '';
  }

  /**
   * Makes a box for a value.
   * @param {string} name
   * @param {string} placeholder
   * @param {Record<string, string>} [props]
   */
  input(name, placeholder, props = {}) {
    const input = el('input', {
      value: this.values[name] ?? '',
      placeholder,
      onchange: () => {
        if (input.reportValidity()) this.set({ [name]: input.value.trim() });
      },
      ...props,
    });
    return input;
  }

  /** Takes the values of a preset. @param {string} name */
  choosePreset(name) {
    this.values = {};
    if (name === 'shuffle-study') this.change(shuffleStudy);
    else if (name && this.evolving) this.change({ algorithm: this.evolving.name, preset: name });
    else this.change({});
  }

  /** Takes an algorithm, and drops the values that it does not take. @param {string} algorithm */
  chooseAlgorithm(algorithm) {
    const kept = names(this.description, algorithm);
    for (const name of Object.keys(this.values)) {
      if (!kept.includes(name)) delete this.values[name];
    }
    this.change({ algorithm });
  }

  /** Changes values on which other fields depend. @param {Values} changed */
  change(changed) {
    this.take(changed);
    this.rebuild();
    this.tell();
  }

  /** Changes values. @param {Values} changed */
  set(changed) {
    this.take(changed);
    this.tell();
  }

  /** Takes values. An empty one means the default. @param {Values} changed */
  take(changed) {
    for (const [name, value] of Object.entries(changed)) {
      if (value === '') delete this.values[name];
      else this.values[name] = value;
    }
  }

  /** Builds the form anew. The new control with the same label gets the focus of the old one. */
  rebuild() {
    const focused = /** @type {HTMLInputElement} */ (document.activeElement);
    const name = focused.labels?.[0]?.textContent;
    this.build();
    if (!name) return;
    const labels = [...this.element.querySelectorAll('label')];
    labels.find((label) => label.textContent === name)?.control?.focus();
  }

  /** Tells the view the values, and checks them. */
  tell() {
    this.onChange({ ...this.values });
    this.check();
  }

  /** Lets the solver say what is wrong with a setting. Only the newest answer counts. */
  async check() {
    const asked = ++this.checks;
    const request = { board: '1 2/3 0', ...solverRequest(this.description, this.values) };
    let message = '';
    try {
      await this.backend.call('solve', request);
    } catch (error) {
      message = /** @type {Error} */ (error).message;
    }
    if (asked === this.checks) this.showProblem(message);
  }

  /** Shows what is wrong with a setting at its field. @param {string} message of the solver */
  showProblem(message) {
    for (const old of this.element.querySelectorAll('.note.bad')) old.remove();
    const [, name, why] = /^settings: ([\w-]+): (.*)/.exec(message) ?? [];
    for (const { textContent, control, parentElement } of this.element.querySelectorAll('label')) {
      const wrong = textContent === name;
      control?.setAttribute('aria-invalid', String(wrong));
      if (!wrong) continue;
      parentElement?.append(el('p', { class: 'note bad', role: 'alert' }, `${capital(why)}.`));
    }
  }
}
