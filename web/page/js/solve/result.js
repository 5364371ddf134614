// The result of a search: between which lengths the shortest plan is, the counters, and the plan,
// which is played back on the board.

import { el } from '../dom.js';
import { heading, statisticText } from '../outcome.js';
import { figures } from '../parts.js';
import { Player } from '../player.js';
import { bytes, count, seconds } from '../text.js';

/** @typedef {import('../app.js').Statistic} Statistic */
/** @typedef {import('../app.js').Stats} Stats */
/** @typedef {import('../board.js').Board} Board */

/** Arrows for moves. @type {Record<string, string>} */
const arrows = { U: '↑', D: '↓', L: '←', R: '→' };

export class Result {
  /**
   * @param {(board: Board) => void} show shows a board of the plan
   * @param {(text: string) => void} announce
   */
  constructor(show, announce) {
    this.player = new Player((board, at) => {
      show(board);
      this.mark(at);
    }, announce);
    this.lengths = new Between();
    this.counters = new Counters();
    this.plan = el('div', { class: 'plan', role: 'group', 'aria-label': 'Moves of the blank' });
    const about = 'Where the empty cell goes, move by move:';
    const label = el('span', { class: 'muted', 'aria-hidden': 'true' }, about);
    this.list = el('div', { class: 'moves' }, label, this.plan);
    this.element = el('section', { class: 'side', 'aria-label': 'Result' });
    const { main, meaning } = this.counters;
    this.element.append(
      this.lengths.element,
      el('div', { class: 'stack tight' }, main, meaning),
      this.player.element,
      this.list,
    );
  }

  /** Shows or hides the plan. @param {boolean} shown */
  showPlan(shown) {
    this.list.hidden = !shown;
    this.player.element.hidden = !shown;
  }

  /** Whether the user can play a plan. */
  get playable() {
    return !this.element.hidden && !this.player.element.hidden;
  }

  /**
   * Loads a plan.
   * @param {Board} board the start
   * @param {string[]} moves
   */
  load(board, moves) {
    const letters = moves.map((move, i) => {
      const onclick = () => this.player.seek(i + 1);
      return el('span', { onclick }, arrows[move]);
    });
    this.plan.replaceChildren(...letters);
    this.player.load(board, moves);
  }

  /** Marks a move of the plan. @param {number} at its number; 0 for none */
  mark(at) {
    this.plan.querySelector('[aria-current]')?.removeAttribute('aria-current');
    this.plan.children[at - 1]?.setAttribute('aria-current', 'step');
  }
}

/** The bar that shows between which lengths the shortest plan is. */
class Between {
  constructor() {
    this.range = el('span');
    this.low = el('b');
    this.high = el('b');
    this.words = el('p');
    const track = el('div', { class: 'track', 'aria-hidden': 'true' }, this.range);
    this.element = el('div', { class: 'between' }, track, this.words);
  }

  /**
   * @param {number} bound the proven lower bound
   * @param {number | null} length of the best plan; null if there is none
   */
  show(bound, length) {
    const proven = length !== null && bound >= length;
    const unknown = length === null && !bound;
    this.element.hidden = proven || unknown;
    this.element.classList.toggle('open', length === null);
    this.low.textContent = count(bound);
    if (length === null) {
      this.words.replaceChildren(this.low, ' (proved) ≤ shortest');
    } else {
      this.high.textContent = count(length);
      this.words.replaceChildren(this.low, ' (proved) ≤ shortest ≤ ', this.high, ' (found)');
    }
    const end = length ?? bound * 2; // of the track
    this.range.style.left = `${(100 * bound) / end}%`;
  }
}

/** The counters of a search: the main ones beside the board, and all in a card. */
class Counters {
  constructor() {
    const [main, showMain] = figures('States expanded', 'Time', 'Memory');
    main.classList.add('three');
    this.main = main;
    this.showMain = showMain;
    this.meaning = el('p', { class: 'help' });
    this.list = el('dl', { class: 'figures' });
    this.card = el('section', { class: 'card', 'aria-label': 'All counters' });
    this.card.append(el('h2', {}, 'All counters'), this.list);
  }

  /**
   * Shows the counters of a search.
   * @param {Stats} values
   * @param {Statistic[]} statistics
   */
  show(values, statistics) {
    const genetic = values.evaluated > 0;
    const amount = genetic ? values.evaluated : values.expanded;
    const name = genetic ? 'Plans evaluated' : 'States expanded';
    this.main.querySelectorAll('dt')[0].textContent = name;
    this.meaning.textContent = genetic
      ? 'To evaluate a plan is to see how far it comes.'
      : 'To expand a state, a board, is to try all its moves.';
    this.showMain(count(amount ?? 0), seconds(values.seconds), bytes(values.bytes ?? 0));
    const items = [];
    for (const statistic of statistics) {
      const text = statisticText(statistic, values);
      if (!text || statistic.name === 'expanded_before_last_f') continue;
      items.push(el('div', {}, el('dt', {}, heading(statistic)), el('dd', {}, text)));
    }
    this.list.replaceChildren(...items);
  }
}
