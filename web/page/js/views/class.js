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

/**
 * The answer of the method class.
 * @typedef {{address: string, code: string, picture?: string, race?: string,
 *   guests: {name?: string}[], searches: Search[],
 *   experiment?: {experiment: string, done: number, trials: number}}} Class
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
  listed = ''; // the searches for which there are buttons
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
    const { address, code, picture, guests } = now;
    this.address = address || location.href.replace(/[?#].*/, '');
    this.open.textContent = now.race ? 'Go to the class race' : 'Open the class race';
    this.way.replaceChildren(
      'Students open ',
      el('strong', {}, this.address),
      ' and enter the code ',
      el('strong', { class: 'mono' }, code.toUpperCase()),
      picture ? ', or scan the picture.' : '.',
    );
    this.code.hidden = !picture;
    if (picture) this.code.src = `data:image/svg+xml,${encodeURIComponent(picture)}`;
    this.connected.textContent = `${plural(guests.length, 'student')} connected`;
    const named = guests.flatMap(({ name }) => name ?? []);
    const others = guests.length - named.length;
    const parts = [...named.map((name) => name.replaceAll(' ', '\u00a0'))];
    if (others) parts.push(named.length ? `${others} without a name` : 'without a name so far');
    this.names.textContent = parts.join(', ');
    await this.listWork(now);
  }

  /** Lists what runs, with buttons that stop it. @param {Class} now */
  async listWork({ searches, experiment }) {
    this.idle.hidden = searches.length > 0 || experiment !== undefined;
    const description = await this.app.describe;
    const rows = searches.map((search) => {
      const { id, client, host, method, size, algorithm, waiting } = search;
      const who = client || (host ? 'You' : 'A student');
      const solver = shortName(algorithmOf(description, algorithm)) || 'the best solver';
      const what = method === 'watch' ? 'watches' : 'solves';
      const state = waiting ? 'waits' : 'runs';
      const time = `${count(Math.round(search.seconds))} s`;
      const ask = () => this.stop('end-search', { id });
      return row(`${who} ${what} ${size} with ${solver}, ${state} for ${time}`, who, ask);
    });
    if (experiment) {
      const { experiment: name, done, trials } = experiment;
      const ask = () => this.stop('stop', { experiment: name });
      rows.push(row(`Experiment ${name}: ${done} of ${plural(trials, 'run')}`, name, ask));
    }
    // To make the buttons anew would take the focus, and what a finger presses.
    const listed = [...searches.map(({ id }) => id), experiment?.experiment].join();
    if (listed === this.listed) {
      for (const [i, { text }] of rows.entries()) {
        const shown = this.work.children[i].firstChild;
        if (shown) shown.textContent = text;
      }
      return;
    }
    this.listed = listed;
    this.work.replaceChildren(...rows.map(({ element }) => element));
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
 * Makes a row of the list of what runs.
 * @param {string} text
 * @param {string} whose
 * @param {() => void} onStop
 */
function row(text, whose, onStop) {
  const stop = button('Stop', onStop, { 'aria-label': `Stop ${whose}` });
  return { text, element: el('li', {}, el('span', {}, text), stop) };
}
