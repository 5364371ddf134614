// The form for a new experiment. It writes an experiment file, which the reader can edit.

import { parse } from './board.js';
import { BoardView } from './boardview.js';
import { button, el, field, select } from './dom.js';
import { chips, noteFor, options } from './parts.js';
import { heuristicName, shortName } from './solvers.js';
import { number, plural, seconds } from './text.js';

/** @typedef {import('./app.js').Algorithm} Algorithm */

/** The solvers that the form offers first, and what they do. @type {Record<string, string>} */
const first = {
  bfs: 'tries all boards, the nearest first',
  astar: 'tries promising boards first',
  idastar: 'as A*, but needs little memory',
  beam: 'keeps only the best boards of each step',
};

/** The solvers that are chosen at first, besides the default preset of the genetic solver. */
const chosenAtFirst = ['astar', 'idastar', 'bfs'];

/** What the presets of the genetic solver do. @type {Record<string, string>} */
const breeding = {
  study: 'breeds plans as a program of 2015 did',
  evolve: 'breeds plans, one after another',
  pure: 'breeds one plan, and shortens it',
  memetic: 'also shortens plans by small searches',
};

/** The sizes that are offered as buttons. */
const usualSizes = ['2x3', '3x3', '3x4', '4x4'];

/** The number of boards that are shown as samples. */
const samples = 6;

/**
 * An algorithm that can be chosen. The genetic solver has no box of its own, because its presets
 * have.
 * @typedef {object} Choice
 * @property {Algorithm} algorithm
 * @property {HTMLInputElement} [box]
 * @property {() => boolean} chosen
 */

/** The form for a new experiment. */
export class ExperimentForm {
  /** @type {Choice[]} */
  choices = [];
  /** The boxes of the presets of the genetic solver. @type {HTMLInputElement[]} */
  presets = [];
  /** The boxes of the heuristics. @type {HTMLInputElement[]} */
  heuristics = [];
  /**
   * The settings that were added, and their values.
   * @type {{name: HTMLSelectElement, values: HTMLInputElement}[]}
   */
  added = [];
  // The fields.
  name = el('input', { placeholder: 'numbered if empty' });
  sizes = chips(
    'Size of the boards',
    usualSizes.map((usual) => [usual, usual]),
    (size) => this.chooseSize(size),
  );
  size = el('input', { value: '3x3', spellcheck: false });
  puzzles = el('input', {
    type: 'number',
    min: '1',
    max: '10000',
    required: true,
    value: '100',
  });
  walk = el('input', { type: 'number', min: '1', placeholder: 'any board' });
  seed = el('input', { type: 'number', min: '0', value: newSeed() });
  limit = el('input', { type: 'number', min: '0.1', step: 'any', value: '1' });
  offered = el('fieldset', {}, el('legend', {}, 'Solvers'));
  further = el('fieldset', {}, el('legend', {}, 'More solvers'));
  estimates = el(
    'fieldset',
    {},
    el('legend', {}, 'Heuristics: estimates of the moves left, for A*, IDA* and others'),
  );
  settings = el('div', { class: 'stack' });
  samples = el('div', { class: 'samples' });
  text = el('textarea', { rows: 15, spellcheck: false, oninput: () => this.useText() });
  effort = el('p', { class: 'muted' });
  run = el('button', { class: 'primary', disabled: true }, 'Start');

  sampled = ''; // the size of the boards that are shown
  edited = false; // whether the text differs from the choices

  /**
   * @param {import('./app.js').App} app
   * @param {(definition: string, attempt: (action: () => Promise<unknown>) => Promise<void>) =>
   *   Promise<void>} start runs an experiment file
   */
  constructor(app, start) {
    this.app = app;
    this.start = start;
    const { note, attempt } = noteFor(app);
    this.note = note;
    this.attempt = attempt;
    this.element = this.layOut();
    this.ready = attempt(() => this.fill());
  }

  /** Returns the form with its fields. */
  layOut() {
    const choices = el(
      'div',
      { class: 'stack', oninput: (/** @type {Event} */ event) => this.changed(event) },
      el(
        'div',
        { class: 'row low' },
        el('div', { class: 'field' }, el('span', { class: 'label' }, 'Size'), this.sizes.element),
        field('Number of boards', this.puzzles, 'From 1 to 10,000'),
      ),
      el(
        'div',
        { class: 'field' },
        el('span', { class: 'label' }, 'Boards such as these'),
        this.samples,
      ),
      this.offered,
      el('div', { class: 'row start' }, this.run, this.effort),
      this.note,
      this.layOutOptions(),
    );
    const purpose =
      'All solvers get the same random boards, new ones at each start. You see live how many ' +
      'each solves, and how fast.';
    return el(
      'form',
      {
        class: 'card',
        noValidate: true,
        onsubmit: (/** @type {Event} */ event) => this.submit(event),
      },
      el('p', { class: 'sentence' }, purpose),
      choices,
    );
  }

  /** Returns the part of the form that is folded at first. */
  layOutOptions() {
    const solvers = el(
      'div',
      { class: 'stack' },
      this.further,
      this.estimates,
      el('div', { class: 'label' }, 'Settings'),
      this.settings,
    );
    const boards = el(
      'div',
      { class: 'halves tight' },
      field('Another size', this.size),
      field('Random moves from the goal', this.walk),
      field('Seed', this.seed),
      field('Time limit of a run (s)', this.limit),
      field('Name', this.name),
    );
    const help = 'The form writes this text. You can edit it, or paste another one.';
    const file = el(
      'details',
      {},
      el('summary', {}, 'Edit as text'),
      field('Experiment file (YAML)', this.text, help),
    );
    return options(solvers, el('div', { class: 'stack' }, boards, file));
  }

  /** Offers the algorithms, heuristics and settings. */
  async fill() {
    const description = await this.app.describe;
    const { heuristic_about: abouts, default_heuristic: usual } = description;
    const labels = [];
    for (const name of description.heuristics) {
      const { input, label } = choiceBox(heuristicName(name), name, name === usual, abouts[name]);
      this.heuristics.push(input);
      labels.push(label);
    }
    this.estimates.append(el('div', { class: 'choices' }, ...labels));

    const rows = description.settings.filter(({ name }) => !['heuristic', 'preset'].includes(name));
    this.settings.append(button('Add a setting', () => this.addSetting(rows)));

    /** @type {HTMLElement[]} */
    const offered = [];
    /** @type {HTMLElement[]} */
    const further = [];
    for (const algorithm of description.algorithms) {
      if (algorithm.takes.includes('preset')) {
        this.offerPresets(algorithm, description, offered, further);
      } else {
        this.offer(algorithm, offered, further);
      }
    }
    this.offered.append(el('div', { class: 'choices' }, ...offered));
    this.further.append(el('div', { class: 'choices' }, ...further));
    this.write();
  }

  /**
   * Adds the box of an algorithm to the solvers that are offered first, or to the others.
   * @param {Algorithm} algorithm
   * @param {HTMLElement[]} offered
   * @param {HTMLElement[]} further
   */
  offer(algorithm, offered, further) {
    const { name, about } = algorithm;
    const chosen = chosenAtFirst.includes(name);
    const { input, label } = choiceBox(shortName(algorithm), name, chosen, first[name] ?? about);
    this.choices.push({ algorithm, box: input, chosen: () => input.checked });
    const place = first[name] ? offered : further;
    place.push(label);
  }

  /**
   * Adds a box for each preset of the genetic solver. The default preset is offered first.
   * @param {Algorithm} algorithm
   * @param {import('./app.js').Description} description
   * @param {HTMLElement[]} offered
   * @param {HTMLElement[]} further
   */
  offerPresets(algorithm, { presets, default_preset: usual }, offered, further) {
    const title = shortName(algorithm);
    for (const preset of presets) {
      const isUsual = preset === usual;
      const name = isUsual ? title : `${title}: ${preset}`;
      const { input, label } = choiceBox(name, preset, isUsual, breeding[preset]);
      this.presets.push(input);
      const place = isUsual ? offered : further;
      place.push(label);
    }
    this.choices.push({ algorithm, chosen: () => checked(this.presets).length > 0 });
  }

  /**
   * Adds a row for a setting and its values.
   * @param {import('./app.js').Setting[]} rows the settings that can be chosen
   */
  addSetting(rows) {
    const help = el('p', { class: 'help' });
    const tell = () => {
      const row = rows.find((known) => known.name === name.value);
      help.textContent = row ? `${row.meaning} Values: ${row.values}.` : '';
    };
    const name = select(
      rows.map((row) => [row.name, row.name]),
      'weight',
      tell,
    );
    name.setAttribute('aria-label', 'Setting');
    const values = el('input', {
      placeholder: 'a value, or several with commas',
      'aria-label': 'Values',
    });
    tell();
    this.added.push({ name, values });
    this.settings.append(el('div', { class: 'row even' }, name, values), help);
  }

  /** Takes a size that is offered as a button. @param {string} size */
  chooseSize(size) {
    this.size.value = size;
    // Breadth-first search solves small boards only, and beam search is for larger ones.
    for (const { algorithm, box } of this.choices) {
      if (box && algorithm.name === 'bfs') box.checked = this.isSmall();
      if (box && algorithm.name === 'beam') box.checked = !this.isSmall();
    }
    this.write();
  }

  /** Writes the file after a choice. @param {Event} event */
  changed(event) {
    if (event.target !== this.text) this.write();
  }

  /** Runs the file. The next experiment draws other boards. @param {Event} event */
  async submit(event) {
    event.preventDefault();
    this.note.textContent = '';
    this.run.disabled = true;
    await this.start(this.text.value, this.attempt);
    if (!this.edited) this.renew();
    this.run.disabled = false;
  }

  /** Lets Start run the text as it is. */
  useText() {
    this.edited = true;
    this.effort.textContent = 'Start runs the text under Options, not the choices above.';
    this.run.disabled = false;
  }

  /** Lets the next start draw other boards. */
  renew() {
    this.seed.value = newSeed();
    this.write();
  }

  /** Reports whether all boards of the size can be searched in a moment. */
  isSmall() {
    const [rows, cols] = this.size.value.split('x').map(Number);
    return rows * cols <= 9;
  }

  /** Returns the algorithms that are chosen. */
  chosen() {
    return this.choices.filter(({ chosen }) => chosen()).map(({ algorithm }) => algorithm);
  }

  /**
   * Returns the settings of an algorithm with their values. The solvers are all combinations of the
   * values.
   * @param {Algorithm} algorithm
   */
  valuesOf({ informed, takes }) {
    /** @type {[string, string[]][]} */
    const all = [
      ['heuristic', informed ? checked(this.heuristics) : []],
      ['preset', takes.includes('preset') ? checked(this.presets) : []],
    ];
    for (const { name, values } of this.added) {
      if (!takes.includes(name.value)) continue;
      const list = values.value.split(',').map((value) => value.trim());
      all.push([name.value, list.filter(Boolean)]);
    }
    return all.filter(([, values]) => values.length);
  }

  /** Returns the lines of an algorithm in the file. @param {Algorithm} algorithm */
  linesOf(algorithm) {
    const settings = this.valuesOf(algorithm);
    const lines = [`  - algorithm: ${algorithm.name}`];
    for (const [name, values] of settings) {
      lines.push(`    ${name}: ${values.length === 1 ? values[0] : `[${values.join(', ')}]`}`);
    }
    const patient = settings.some(([name]) => name === 'patience');
    if (algorithm.takes.includes('patience') && !patient) {
      lines.push('    patience: 10  # generations or descents without a shorter plan');
    }
    return lines;
  }

  /** Writes the experiment file, and what it takes. */
  write() {
    this.edited = false;
    const size = this.size.value.trim();
    this.sizes.mark(size);
    if (size !== this.sampled) this.sample();
    const used = this.chosen();
    const boards = `${plural(Number(this.puzzles.value), 'board')} of ${size}`;
    const name = this.name.value.trim();
    const lines = [
      ...(name ? [`name: ${JSON.stringify(name)}`] : []),
      `description: ${JSON.stringify(`${used.map(shortName).join(', ')} on ${boards}`)}`,
      `seed: ${this.seed.value}`,
      `time-limit: ${this.limit.value}s`,
      'puzzles:',
      `  - size: ${size}`,
      `    count: ${this.puzzles.value}`,
      ...(this.walk.value ? [`    walk: ${this.walk.value}`] : []),
      'solvers:',
      ...used.flatMap((algorithm) => this.linesOf(algorithm)),
    ];
    this.text.value = `${lines.join('\n')}\n`;
    this.tellEffort(used, boards);
  }

  /**
   * Says how many runs the experiment has, and how long it takes at most, or what is missing.
   * @param {Algorithm[]} used
   * @param {string} boards their number and size
   */
  tellEffort(used, boards) {
    let solvers = 0;
    for (const algorithm of used) {
      const values = this.valuesOf(algorithm);
      solvers += values.reduce((combinations, [, list]) => combinations * list.length, 1);
    }
    const limit = Number(this.limit.value);
    const trials = solvers * Number(this.puzzles.value);
    // Endless searches use all the time that they get.
    const quick = this.isSmall() && !used.some(({ endless }) => endless);
    const time = quick
      ? 'Most end in milliseconds.'
      : `This takes at most ${duration(trials * limit)}.`;
    let missing = '';
    if (!solvers) missing = 'a solver';
    else if (!this.puzzles.validity.valid) missing = 'a number of boards from 1 to 10,000';
    else if (!(limit > 0)) missing = 'a time limit';
    this.effort.textContent = missing
      ? `Choose ${missing}.`
      : `${plural(solvers, 'solver')} on ${boards}: ${plural(trials, 'run')}, each with a time ` +
        `limit of ${seconds(limit)}. ${time}`;
    this.run.disabled = missing !== '';
  }

  /** Shows some boards of the size. The experiment draws its own. */
  async sample() {
    const size = this.size.value.trim();
    this.sampled = size;
    const drawn = [];
    for (let seed = 1; seed <= samples; seed++) {
      drawn.push(this.app.backend.call('shuffle', { size, seed, goal: 'blank-last' }));
    }
    try {
      const boards = await Promise.all(drawn);
      if (size === this.sampled) this.samples.replaceChildren(...boards.map(pictureOf));
    } catch (error) {
      if (size !== this.sampled) return;
      const message = error instanceof Error ? error.message : String(error);
      this.samples.replaceChildren(el('p', { class: 'note bad' }, message));
    }
  }

  /**
   * Makes the choices that write an experiment file. If no choices do, Start runs the file as it
   * is.
   * @param {string} definition
   */
  async load(definition) {
    await this.ready;
    const [algorithms, presets, heuristics] = ['algorithm', 'preset', 'heuristic'].map((key) =>
      valuesIn(definition, key),
    );
    const read = (/** @type {string} */ key) => valuesIn(definition, key)[0] ?? '';
    this.size.value = read('size');
    this.puzzles.value = read('count');
    this.walk.value = read('walk');
    this.seed.value = read('seed');
    this.limit.value = read('time-limit').replace('s', '');
    for (const { algorithm, box } of this.choices) {
      if (box) box.checked = algorithms.includes(algorithm.name);
    }
    for (const box of this.presets) box.checked = presets.includes(box.value);
    if (heuristics.length) {
      for (const box of this.heuristics) box.checked = heuristics.includes(box.value);
    }
    this.write();
    if (this.text.value === definition) {
      this.renew();
      return;
    }
    this.text.value = definition;
    this.useText();
    for (const details of this.element.querySelectorAll('details')) details.open = true;
  }
}

/** Returns the values of the boxes that are checked. @param {HTMLInputElement[]} boxes */
function checked(boxes) {
  return boxes.filter((box) => box.checked).map((box) => box.value);
}

/**
 * Makes a box with a title and an explanation.
 * @param {string} title
 * @param {string} value
 * @param {boolean} checked
 * @param {string} [about]
 */
function choiceBox(title, value, checked, about = '') {
  const input = el('input', { type: 'checkbox', value, checked, id: `choice-${title}` });
  const help = el('span', { class: 'help', id: `about-${title}` }, about);
  if (about) input.setAttribute('aria-describedby', help.id);
  const text = el('div', {}, el('label', { for: input.id }, title), help);
  return { input, label: el('div', { class: 'choice' }, input, text) };
}

/** Returns the picture of a board. @param {{board: string, goal: string}} info */
function pictureOf({ board, goal }) {
  const view = new BoardView();
  const [start, end] = [parse(board), parse(goal)];
  if (start && end) view.show(start, end);
  return view.element;
}

/**
 * Returns all values of a key of an experiment file.
 * @param {string} definition
 * @param {string} key
 */
function valuesIn(definition, key) {
  const lines = definition.matchAll(RegExp(`^ *(?:- )?${key}: \\[?([^\\]\\n]*)`, 'gm'));
  return [...lines].flatMap(([, values]) => values.split(', '));
}

/** Returns a seed that was hardly used before, which draws other boards. */
export const newSeed = () => String(1 + Math.floor(Math.random() * 1e6));

/** @param {number} s a time in seconds, rounded to minutes or hours */
function duration(s) {
  if (s < 100) return seconds(s);
  if (s < 6000) return plural(Math.round(s / 60), 'minute');
  return `${number(s / 3600)} hours`;
}
