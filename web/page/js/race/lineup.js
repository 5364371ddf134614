// The lanes of a race, with their names, and the forms of their solvers.

import { button, el } from '../dom.js';
import { solverForm, solverName } from '../settings.js';
import { heuristicName, shade, shortName } from '../solvers.js';
import { Lane } from './lane.js';
import { fewestSolvers, mostSolvers } from './races.js';

/** @typedef {import('../app.js').Description} Description */
/** @typedef {import('../settings.js').Values} Values */

export class Lineup {
  /** @type {Lane[]} */
  lanes = [];
  grid = el('div', { class: 'lanes' });
  forms = el('section', { class: 'card' });

  /**
   * @param {import('../app.js').App} app
   * @param {object} listeners
   * @param {(moves: string) => void} listeners.onMoves gets the moves of the user
   * @param {() => void} listeners.onEdit is called when the settings of a solver have changed
   * @param {(solvers: Values[]) => void} listeners.onReplace gets the solvers when the user adds or
   *   removes one
   */
  constructor(app, { onMoves, onEdit, onReplace }) {
    this.app = app;
    this.onMoves = onMoves;
    this.onEdit = onEdit;
    this.onReplace = onReplace;
  }

  /** The settings of all solvers. */
  get values() {
    return this.lanes.map(({ values }) => values);
  }

  /** The lane of the user. @returns {Lane | undefined} */
  get human() {
    return this.lanes.find(({ human }) => human);
  }

  /** The settings of the solvers, without the user. */
  get opponents() {
    return this.lanes.filter(({ human }) => !human).map(({ values }) => values);
  }

  /** Whether a solver can prove its plan. */
  get bounding() {
    return this.lanes.some(({ bounding }) => bounding);
  }

  /** Replaces the solvers. @param {Values[]} solvers */
  take(solvers) {
    for (const { player } of this.lanes) player.pause();
    this.lanes = solvers.map((values) => new Lane(values, this.app, this.onMoves));
    this.grid.replaceChildren(...this.lanes.map(({ element }) => element));
  }

  /** Names the lanes, and builds the forms of their solvers. @param {Description} description */
  build(description) {
    const forms = this.lanes.map((lane, i) => this.form(lane, i, description));
    const add = button(
      'Add a solver',
      () => this.onReplace([...this.values, { algorithm: 'idastar' }]),
      { disabled: this.lanes.length >= mostSolvers },
    );
    this.forms.replaceChildren(el('h2', {}, 'Solvers'), ...forms, add);
    this.name(description);
  }

  /**
   * Makes the form of a solver. The user has none.
   * @param {Lane} lane
   * @param {number} i its number
   * @param {Description} description
   */
  form(lane, i, description) {
    if (lane.human) return el('p', {}, `${i + 1}. You`);
    const change = (/** @type {Values} */ values) => {
      lane.values = values;
      this.name(description);
      this.onEdit();
    };
    const needed = this.lanes.length <= fewestSolvers;
    const remove = button(
      needed ? 'Remove this solver (two have to race)' : 'Remove this solver',
      () => {
        const others = this.lanes.filter((other) => other !== lane);
        this.onReplace(others.map(({ values }) => values));
      },
      { disabled: needed },
    );
    const settings = solverForm(description, lane.values, change, this.app.backend);
    const body = el('div', { class: 'stack' }, settings, remove);
    return el('details', { name: 'solver' }, lane.summary, body);
  }

  /**
   * Gives each lane its name and colour. Lanes with the same algorithm differ in both.
   * @param {Description} description
   */
  name(description) {
    /** The number of lanes so far with an algorithm. @type {Map<string, number>} */
    const seen = new Map();
    const short = this.lanes.map((lane) => shortNameOf(lane, description));
    for (const [i, lane] of this.lanes.entries()) {
      const { algorithm = '', heuristic } = lane.values;
      const full = fullNameOf(lane, description);
      const alone = short.indexOf(short[i]) === short.lastIndexOf(short[i]);
      const turn = seen.get(algorithm) ?? 0;
      seen.set(algorithm, turn + 1);
      lane.known = description.algorithms.find(({ name }) => name === algorithm);
      lane.colour = shade(algorithm, turn);
      lane.dashed = turn % 2 === 1;
      lane.name = alone ? short[i] : full;
      lane.label = lane.name;
      if (!alone && heuristic) lane.label = heuristicName(heuristic);
      lane.title.textContent = lane.label;
      lane.summary.textContent = `${i + 1}. ${full}`;
      lane.heuristic.textContent = '';
      if (lane.label !== short[i]) lane.heuristic.textContent = short[i];
      else if (full.includes(' with ')) {
        lane.heuristic.textContent = full.replace(/^.* with /, 'with ');
      }
      lane.view.label = `Board of ${lane.name}`;
      lane.element.setAttribute('aria-label', lane.name);
      lane.element.style.setProperty('--lane', lane.colour);
    }
  }
}

/**
 * The name of a solver, with its settings.
 * @param {Lane} lane
 * @param {Description} description
 */
function fullNameOf({ human, values }, description) {
  return human ? 'You' : solverName(description, values);
}

/**
 * The name of a solver's algorithm, with its preset.
 * @param {Lane} lane
 * @param {Description} description
 */
function shortNameOf(lane, description) {
  if (lane.human) return 'You';
  const { algorithm, preset } = lane.values;
  const known = description.algorithms.find(({ name }) => name === algorithm);
  const name = shortName(known) || fullNameOf(lane, description);
  return preset ? `${name} (${preset})` : name;
}
