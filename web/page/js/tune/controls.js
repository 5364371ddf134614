// The controls of the view Tune: the boards, the heuristic, and the settings of the genetic
// algorithm.

import { el, field, select } from '../dom.js';
import { chips } from '../parts.js';
import { capital } from '../text.js';
import { Slider } from './slider.js';
import { heuristicLabel } from './words.js';

/** @typedef {import('./messages.js').Choices} Choices */
/** @typedef {import('./messages.js').Printed} Printed */
/** @typedef {import('./messages.js').Settings} Settings */

/** The numbers of the sliders of population and generations. All those of the study are here. */
const stops = [10, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000];

/** The settings for sizes on which the study did not try the genetic algorithm. */
const unprinted = { population: 100, generations: 100, phases: 5, boards: 50 };

export class Controls {
  population = new Slider('Population', stops, 2, () => this.adjusted());
  generations = new Slider('Generations', stops, 1, () => this.adjusted());
  phases = new Slider('Phases', [1, 2, 3, 4, 5, 6, 8, 10, 15, 20], 1, () => this.adjusted());
  boards = el('input', { type: 'number', min: '1', step: '1', required: true });
  seed = el('input', {
    type: 'number',
    min: '0',
    max: String(Number.MAX_SAFE_INTEGER), // a larger one would be rounded
    step: '1',
    required: true,
  });
  size = '';
  before = ''; // the seed that comes back when the settings change; empty if it has not changed

  /**
   * @param {Choices} choices
   * @param {Printed[]} printed the settings of the study, which are the first ones of a size
   * @param {() => void} onChange
   */
  constructor(choices, printed, onChange) {
    this.onChange = onChange;
    this.printed = printed;
    const named = choices.sizes.map((size) => /** @type {[string, string]} */ ([size, size]));
    this.sizes = chips('Size of the boards', named, (size) => this.chooseSize(size));
    const heuristics = choices.heuristics.map(
      (name) => /** @type {[string, string]} */ ([name, capital(heuristicLabel(name))]),
    );
    this.heuristic = select(heuristics, choices.heuristics[0], () => this.adjusted());
    this.population.limit(choices.population);
    this.generations.limit(choices.generations);
    this.phases.limit(choices.phases);
    this.boards.max = String(choices.boards);
    for (const input of [this.boards, this.seed]) input.addEventListener('input', onChange);
    this.element = el(
      'div',
      { class: 'controls' },
      this.sizes.element,
      this.population.element,
      this.generations.element,
      this.phases.element,
      el(
        'div',
        { class: 'boards' },
        field('Heuristic of both', this.heuristic),
        field('Boards', this.boards),
        field('Seed', this.seed),
      ),
    );
  }

  /**
   * Takes a seed that draws other boards. It holds until the settings change.
   * @param {number} seed
   */
  redraw(seed) {
    this.before ||= this.seed.value;
    this.seed.value = String(seed);
    this.onChange();
  }

  /**
   * Takes changed settings. The boards are those from before redraw, so that settings are compared
   * on the same boards.
   */
  adjusted() {
    if (this.before) this.seed.value = this.before;
    this.before = '';
    this.onChange();
  }

  /** Takes a size, with the first settings of the study for it. @param {string} size */
  chooseSize(size) {
    this.settings = this.usual(size);
    this.onChange();
  }

  /**
   * The first settings of the study for a size, on the same number of boards.
   * @param {string} size
   * @returns {Settings}
   */
  usual(size) {
    const printed = this.printed.find((row) => row.size === size) ?? unprinted;
    const { population, generations, phases, boards } = printed;
    const heuristic = this.heuristic.options[0].value;
    return { size, heuristic, population, generations, phases, boards, seed: 1 };
  }

  /** The settings; numbers that are missing or out of range are NaN. @returns {Settings} */
  get settings() {
    const { size, heuristic, population, generations, phases, boards, seed } = this;
    const numberIn = (/** @type {HTMLInputElement} */ input) =>
      input.validity.valid ? Number(input.value) : Number.NaN;
    return {
      size,
      heuristic: heuristic.value,
      population: population.value,
      generations: generations.value,
      phases: phases.value,
      boards: numberIn(boards),
      seed: numberIn(seed),
    };
  }

  set settings({ size, heuristic, population, generations, phases, boards, seed }) {
    this.size = size;
    this.sizes.mark(size);
    this.heuristic.value = heuristic;
    this.population.value = population;
    this.generations.value = generations;
    this.phases.value = phases;
    this.boards.value = String(boards);
    this.seed.value = String(seed);
    this.before = '';
  }

  /** Says which number is wrong; empty if none is. */
  get wrong() {
    const fields = {
      population: this.population.number,
      generations: this.generations.number,
      phases: this.phases.number,
      boards: this.boards,
      seed: this.seed,
    };
    for (const [name, { validity, min, max }] of Object.entries(fields)) {
      if (validity.valid) continue;
      const range = max ? `from ${min} to ${max}` : `of at least ${min}`;
      return `Choose a whole number ${range} for ${name}.`;
    }
    return '';
  }
}
