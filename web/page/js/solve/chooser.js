// The choice of a solver and its heuristic: chips beside the board, and a form under Options.

import { button, el, select } from '../dom.js';
import { chips } from '../parts.js';
import { optionsForm } from '../settings.js';
import { heuristicChoices, preferred, preferredHeuristics, shortName } from '../solvers.js';

/** @typedef {import('../app.js').Algorithm} Algorithm */

/** The options that every solver keeps when another one is chosen. */
const alwaysKept = ['algorithm', 'race', 'node-limit', 'time-limit'];

export class SolverChooser {
  /** @type {import('../app.js').Description | null} */
  description = null;

  /**
   * @param {import('../app.js').App} app
   * @param {object} listeners
   * @param {() => void} listeners.onChoose is called when another solver was chosen
   * @param {() => void} listeners.onChange is called when its settings have changed
   * @param {() => void} listeners.onMore opens the form
   */
  constructor(app, { onChoose, onChange, onMore }) {
    this.app = app;
    this.onChoose = onChoose;
    this.onChange = onChange;
    this.onMore = onMore;
    this.chips = el('div');
    this.form = el('section', { class: 'card' });
    /** The solvers, in place of the chips on a narrow screen. */
    this.menu = select([], '', (algorithm) => this.choose(algorithm));
    this.menu.setAttribute('aria-label', 'Solver');
    this.menu.className = 'menu';
    this.heuristic = select([], '', (heuristic) => {
      app.state.setOptions({ heuristic });
      this.show();
      onChange();
    });
    this.estimate = el('label', { class: 'choice' }, 'with', this.heuristic);
  }

  /** The algorithm that the user chose; undefined for the best one for the size. */
  get chosen() {
    return this.find(this.app.state.options.algorithm);
  }

  /** @param {string | undefined} algorithm @returns {Algorithm | undefined} */
  find(algorithm) {
    return this.description?.algorithms.find(({ name }) => name === algorithm);
  }

  /** Chooses a solver, and drops the options that it does not take. @param {string} algorithm */
  choose(algorithm) {
    const { state } = this.app;
    const kept = [...alwaysKept, ...(this.find(algorithm)?.takes ?? [])];
    if (this.find(algorithm)?.evaluates) kept.push('evaluations');
    /** @type {Record<string, string | undefined>} */
    const options = {};
    for (const name of Object.keys(state.options)) {
      if (!kept.includes(name)) options[name] = undefined;
    }
    state.setOptions({ ...options, algorithm });
    this.show();
    this.onChoose();
  }

  /** Shows the solver with the options in the address. */
  show() {
    if (!this.description) return;
    const { state, backend } = this.app;
    const form = optionsForm(this.description, state, this.onChange, backend);
    this.form.replaceChildren(el('h2', {}, 'Solver'), form);
    this.showChips();
  }

  /** Shows the chips of the usual solvers, and of the chosen one. */
  showChips() {
    if (!this.description) return;
    const { algorithm = '' } = this.app.state.options;
    const focused = this.focused;
    /** @type {[string, string][]} */
    const choices = [['', 'Best']];
    for (const known of preferred(this.description, algorithm)) {
      choices.push([known.name, shortName(known)]);
    }
    const { element, mark } = chips('Solver', choices, (value) => this.choose(value));
    element.classList.add('solvers');
    element.firstElementChild?.setAttribute('aria-label', 'Best for this size');
    element.firstElementChild?.setAttribute('title', 'The best solver for this size');
    mark(algorithm);
    this.showMenu(algorithm);
    this.showHeuristics();
    const more = button('More …', this.onMore, { title: 'All solvers, under Options' });
    element.append(more, this.estimate, el('p', { class: 'help' }, this.about));
    this.chips.replaceChildren(element);
    if (focused === null) return;
    [...element.querySelectorAll('button')].find(({ value }) => value === focused)?.focus();
  }

  /** The value of the chip that has the focus, or null. */
  get focused() {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLButtonElement)) return null;
    return this.chips.contains(activeElement) ? activeElement.value : null;
  }

  /** Fills the menu of solvers. @param {string} algorithm that is chosen */
  showMenu(algorithm) {
    const items = [['', 'Best for the size']];
    for (const known of this.description?.algorithms ?? []) {
      items.push([known.name, shortName(known)]);
    }
    fill(this.menu, items, algorithm);
  }

  /** Fills the menu of the usual heuristics, if the solver uses one. The form has all of them. */
  showHeuristics() {
    this.estimate.hidden = !this.chosen?.informed;
    const names = preferredHeuristics(this.description?.heuristics ?? [], this.usedHeuristic);
    fill(this.heuristic, heuristicChoices(names), this.usedHeuristic);
  }

  /** The heuristic that is chosen, or the default one. */
  get usedHeuristic() {
    return this.app.state.options.heuristic ?? this.chosen?.heuristic ?? '';
  }

  /** Says what the solver or its heuristic does. */
  get about() {
    const { chosen } = this;
    if (!chosen) return 'Best: IDA* up to 4x4, beam search on larger boards.';
    if (chosen.informed) return this.description?.heuristic_about[this.usedHeuristic];
    return `${chosen.label} ${chosen.about}.`;
  }
}

/**
 * Replaces the items of a select box.
 * @param {HTMLSelectElement} box
 * @param {string[][]} items pairs of a value and a text
 * @param {string} chosen the value of the item that is chosen
 */
function fill(box, items, chosen) {
  const options = items.map(([value, text]) => new Option(text, value, false, value === chosen));
  box.replaceChildren(...options);
}
