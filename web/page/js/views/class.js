// The view Class, which the host of a class sees: how students get in, who is connected, and what
// the server does for them.

import { openClass } from '../classrace.js';
import { button, el } from '../dom.js';
import { noteFor } from '../parts.js';
import { copyButton } from '../share.js';
import { algorithmOf, shortName } from '../solvers.js';
import { count, plural } from '../text.js';

/** @typedef {import('../app.js').App} App */

/**
 * A search that waits or runs. Client is a name in the class race, or empty.
 * @typedef {{id: number, client: string, host: boolean, method: string, size: string,
 *   algorithm: string, waiting: boolean, seconds: number}} Search
 */

/** An experiment that runs. @typedef {{experiment: string, done: number, trials: number}} Experiment */

/**
 * The answer of the method class.
 * @typedef {{address: string, code: string, picture?: string, race?: string,
 *   guests: {name?: string}[], searches: Search[], experiment?: Experiment}} Class
 */

/**
 * A row of the list of what runs: the text, who or what is stopped, and the method with its
 * parameters that stops it. No two have the same key.
 * @typedef {{key: string, text: string, whose: string, method: string, params: object}} Task
 */

/** The time between two requests, in milliseconds. */
const every = 1000;

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  const view = new ClassView(root, app);
  return () => view.unmount();
}

class ClassView {
  timer = 0; // id of the next request
  left = false;
  listed = ''; // the keys of the tasks for which there are buttons
  /** The texts of these tasks. @type {HTMLElement[]} */
  texts = [];
  title = el('h1', {}, 'Your class');
  way = el('p', { class: 'joined' });
  code = el('img', { class: 'code', alt: 'QR code of the address', hidden: true });
  connected = el('h2', {}, 'Connected');
  names = el('p', { class: 'sentence' });
  work = el('ul', { class: 'own' });
  idle = el('p', { class: 'help' }, 'No long search runs.');
  address = '';

  /**
   * @param {HTMLElement} root
   * @param {App} app
   */
  constructor(root, app) {
    this.app = app;
    this.note = noteFor(app);
    this.open = button('Open the class race', () => this.note.attempt(() => openClass(app, '')), {
      class: 'primary',
    });
    const copy = copyButton(app, 'Copy address', () => this.address);
    const right = el('div', { class: 'stack' });
    const rules = 'Guests can neither start experiments nor search for longer than ten seconds.';
    right.append(
      this.way,
      el('div', { class: 'row' }, this.open, copy),
      el('p', {}, rules),
      el('section', { class: 'stack tight' }, this.connected, this.names),
      el('section', { class: 'stack tight' }, el('h2', {}, 'Running'), this.idle, this.work),
    );
    const seats = el('div', { class: 'seats' }, el('div', { class: 'stack' }, this.code), right);
    root.append(el('div', { class: 'projector' }, this.title, this.note.note, seats));
    this.poll();
  }

  unmount() {
    this.left = true;
    clearTimeout(this.timer);
  }

  /** Requests what goes on, and shows it, again and again. */
  async poll() {
    clearTimeout(this.timer);
    await this.note.attempt(async () => {
      /** @type {Class} */
      const now = await this.app.backend.call('class', {});
      if (!this.left) await this.show(now);
    });
    if (this.left) return;
    clearTimeout(this.timer); // of a request that ended meanwhile
    this.timer = window.setTimeout(() => this.poll(), every);
  }

  /** Shows what goes on. @param {Class} now */
  async show(now) {
    this.open.textContent = now.race ? 'Go to the class race' : 'Open the class race';
    this.showAddress(now);
    this.showGuests(now);
    await this.showWork(now);
  }

  /** Shows how students get in. @param {Class} now */
  showAddress({ address, code, picture }) {
    this.address = address || location.href.replace(/[?#].*/, '');
    this.way.replaceChildren(
      'Students open ',
      el('strong', {}, this.address),
      ' and enter the code ',
      el('strong', { class: 'mono' }, code.toUpperCase()),
      picture ? ', or scan the picture.' : '.',
    );
    this.code.hidden = !picture;
    if (picture) this.code.src = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  }

  /** Shows who is connected. @param {Class} now */
  showGuests({ guests }) {
    /** @type {string[]} */
    const parts = [];
    for (const { name } of guests) {
      if (name) parts.push(name.replaceAll(' ', '\u00a0')); // each stays on one line
    }
    const others = guests.length - parts.length;
    if (others) parts.push(parts.length ? `${others} without a name` : 'without a name so far');
    this.connected.textContent = `${plural(guests.length, 'student')} connected`;
    this.names.textContent = parts.join(', ');
  }

  /** Lists what runs, with buttons that stop it. @param {Class} now */
  async showWork({ searches, experiment }) {
    this.idle.hidden = searches.length > 0 || experiment !== undefined;
    const description = await this.app.describe;
    const tasks = searches.map((search) => searchTask(search, description));
    if (experiment) tasks.push(experimentTask(experiment));
    const listed = tasks.map(({ key }) => key).join();
    if (listed === this.listed) {
      // To make the buttons anew would take the focus, and what a finger presses.
      for (const [i, { text }] of tasks.entries()) this.texts[i].textContent = text;
      return;
    }
    this.listed = listed;
    this.texts = tasks.map(({ text }) => el('span', {}, text));
    this.work.replaceChildren(...tasks.map((task, i) => this.row(task, this.texts[i])));
  }

  /**
   * Makes a row of the list of what runs.
   * @param {Task} task
   * @param {HTMLElement} text
   */
  row({ whose, method, params }, text) {
    const stop = button('Stop', () => this.stop(method, params), { 'aria-label': `Stop ${whose}` });
    return el('li', {}, text, stop);
  }

  /**
   * Stops what runs.
   * @param {string} method
   * @param {object} params
   */
  stop(method, params) {
    return this.note.attempt(async () => {
      await this.app.backend.call(method, params);
      await this.poll();
    });
  }
}

/**
 * Describes a search that waits or runs.
 * @param {Search} search
 * @param {import('../app.js').Description} description
 * @returns {Task}
 */
function searchTask(search, description) {
  const { id, client, host, method, size, algorithm, waiting } = search;
  const whose = client || (host ? 'You' : 'A student');
  const solver = shortName(algorithmOf(description, algorithm)) || 'the best solver';
  const does = method === 'watch' ? 'watches' : 'solves';
  const state = waiting ? 'waits' : 'runs';
  const time = `${count(Math.round(search.seconds))} s`;
  const text = `${whose} ${does} ${size} with ${solver}, ${state} for ${time}`;
  return { key: `search ${id}`, text, whose, method: 'end-search', params: { id } };
}

/**
 * Describes an experiment that runs.
 * @param {Experiment} experiment
 * @returns {Task}
 */
function experimentTask({ experiment, done, trials }) {
  return {
    key: `experiment ${experiment}`,
    text: `Experiment ${experiment}: ${done} of ${plural(trials, 'run')}`,
    whose: experiment,
    method: 'stop',
    params: { experiment },
  };
}
