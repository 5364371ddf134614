// The script of the page. It handles navigation, the theme and the open view.

import { open } from './backend.js';
import { isLost, onConnection, onSession, onUnanswered } from './connection.js';
import { button, el } from './dom.js';
import { State } from './state.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./app.js').Mount} Mount */

/**
 * The views by name in the address. The script of a view is loaded when the view is first opened,
 * and so is learn.css for the views that need it. The tab of a view for hosts is shown to the host
 * of a class.
 * @type {Record<string, {title: string, served?: boolean, styled?: boolean, hosts?: boolean, load:
 *   () => Promise<{mount: Mount}>}>}
 */
const views = {
  play: { title: 'Play', load: () => import('./views/play.js') },
  watch: { title: 'Watch', styled: true, load: () => import('./views/watch.js') },
  race: { title: 'Race', styled: true, load: () => import('./views/race.js') },
  learn: { title: 'Learn', styled: true, load: () => import('./views/learn.js') },
  solve: { title: 'Solve', load: () => import('./views/solve.js') },
  tune: { title: 'Tune', styled: true, load: () => import('./views/tune.js') },
  experiments: {
    title: 'Experiments',
    styled: true,
    served: true,
    load: () => import('./views/experiments.js'),
  },
  class: {
    title: 'Class',
    styled: true,
    served: true,
    hosts: true,
    load: () => import('./views/class.js'),
  },
};

const main = find('main');
const nav = find('nav');

/** @param {string} id */
function find(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * Lets screen readers read a text. A repeated text gets a space, to be read again.
 * @param {string} text
 */
function announce(text) {
  const live = find('live');
  live.textContent = live.textContent === text ? `${text} ` : text;
}

const backend = await open();
const state = new State(backend);
/** @type {Promise<import('./app.js').Description> | undefined} */
let description;
/** @type {App} */
const app = {
  backend,
  state,
  announce,
  get describe() {
    description ??= backend.call('describe', {});
    description.catch(() => (description = undefined)); // so that the next use requests it again
    return description;
  },
};

let current = '';
let failed = ''; // the view that did not load
let mounted = 0; // when the view was opened
let troubled = false; // whether the view lacks the answer to a request that opened it
let interrupted = false; // whether the connection was lost while the view was open
let shows = 0; // the number of views opened, to drop one that another has replaced
let address = ''; // the part of the address after #, as it was last read or written
let replaced = ''; // the address before the page wrote this one
let unmount = () => {};

/** Shows the view and the board that the address names. */
async function navigate() {
  address = location.hash;
  replaced = '';
  const [, name = '', query = ''] = /^#\/(\w*)(?:\?(.*))?$/.exec(address) ?? [];
  document.querySelector('body > .warning')?.remove(); // a warning about the previous address
  const opened = state
    .open(query)
    .catch((error) => warn(`The address holds no board: ${error.message}`));
  const view =
    Object.hasOwn(views, name) && (backend.served || !views[name].served) ? name : 'play';
  if (view !== current && !(await show(view))) return;
  await opened;
  writeAddress();
}

/**
 * Opens a view. The current view opens again with the options that the address gave it. Returns
 * false if another view was opened meanwhile.
 * @param {string} view
 */
async function show(view) {
  const kept = view === current ? { ...state.options } : undefined;
  shows++;
  const turn = shows;
  current = view;
  failed = '';
  const { title, load, styled } = views[view];
  for (const link of nav.children) {
    if (link.textContent === title) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = `${title} - npuzzle`;
  unmount(); // which removes the options that only this view has
  unmount = () => {};
  if (kept) state.options = kept;
  main.replaceChildren(el('p', { class: 'loading', role: 'status' }, `Loading ${title} …`));
  try {
    const [{ mount }] = await Promise.all([load(), styled && loadStyle()]);
    if (turn !== shows) return false;
    mounted = performance.now();
    troubled = false;
    interrupted = isLost();
    const root = el('div', { class: `view ${view}` });
    main.replaceChildren(root);
    unmount = mount(root, app);
  } catch (error) {
    if (turn !== shows) return false;
    failed = view;
    const why = `The view ${title} did not load: ${error}`;
    const again = button('Try again', reload, { class: 'primary' });
    main.replaceChildren(el('p', { class: 'note bad', role: 'alert' }, why), again);
  }
  scrollTo(0, 0);
  return true;
}

/** The time in milliseconds after which an open view has asked the server for all that it needs. */
const settling = 3000;

/** Notes that the view lacks something. @param {number} sent when it was asked for */
function lack(sent) {
  troubled ||= sent - mounted < settling;
}

/** Opens the view again that could not get what it needs, once the server is back. */
function reconnect(/** @type {boolean} */ lost) {
  if (lost) interrupted = true;
  else if (failed) reload();
  else if (troubled) show(current);
}

/**
 * Loads the page again, if the server answers. Browsers do not load a script again that did not
 * load.
 */
async function reload() {
  const answer = await fetch(location.pathname, { cache: 'no-store' }).catch(() => null);
  if (answer?.ok) location.reload();
}

/** @type {Promise<unknown> | undefined} */
let style;

/** Loads learn.css, unless the page is one file, which has it. */
function loadStyle() {
  style ??=
    'npuzzleStandalone' in globalThis
      ? Promise.resolve()
      : new Promise((done, failed) => {
          const link = el('link', {
            rel: 'stylesheet',
            href: 'learn.css',
            onload: done,
            onerror: () => failed(new Error('learn.css is missing')),
          });
          document.querySelector('link[rel="stylesheet"]')?.before(link); // style.css comes last
        });
  return style;
}

/** @param {string} text */
function warn(text) {
  const note = el('p', { class: 'note bad warning', role: 'alert' }, text);
  note.append(button('Close', () => note.remove(), { class: 'quiet' }));
  main.before(note);
}

let timer = 0;

/**
 * Writes the state into the address after a short delay, because browsers limit how often this is
 * allowed.
 */
function writeAddress() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    timer = 0;
    if (location.hash !== address) return; // the user followed a link, so navigate will run
    replaced = address;
    history.replaceState(null, '', `#/${current}?${state.query}`);
    address = location.hash;
  }, 200);
}

/** The name in the storage of the tab of the address that a reload should open. */
const newest = 'npuzzle-address';

/**
 * Keeps what a reload needs: the moves made, and the address. A reload may ask for an older address,
 * because the newest one waits to be written, or because the browser itself has not noticed yet that
 * it was written.
 */
function leave() {
  state.keep();
  const older = [address, replaced];
  const after = timer ? `#/${current}?${state.query}` : address;
  try {
    sessionStorage.setItem(newest, JSON.stringify({ older, after }));
  } catch {
    // Without storage, a reload loses the last moves.
  }
}

/** After a reload, or on the way back, writes the address that the page had when it was left. */
function restoreAddress() {
  const [visit] = performance.getEntriesByType('navigation');
  const type = /** @type {PerformanceNavigationTiming | undefined} */ (visit)?.type;
  try {
    const { older = [], after } = JSON.parse(sessionStorage.getItem(newest) ?? '{}');
    sessionStorage.removeItem(newest);
    const again = type === 'reload' || type === 'back_forward';
    if (again && older.includes(location.hash)) history.replaceState(null, '', after);
  } catch {
    // There is no storage.
  }
}

/** Lets the user choose between the theme of the system, light and dark. */
function themes() {
  // The first press always changes what is seen.
  const names = matchMedia('(prefers-color-scheme: dark)').matches
    ? ['auto', 'light', 'dark']
    : ['auto', 'dark', 'light'];
  const toggle = find('theme');
  const set = (/** @type {string} */ name) => {
    document.documentElement.dataset.theme = name;
    toggle.title = `Theme: ${name}`;
    toggle.setAttribute('aria-label', toggle.title);
    try {
      localStorage.setItem('npuzzle-theme', name);
    } catch {
      // Without storage, the theme is not remembered.
    }
  };
  let saved = null;
  try {
    saved = localStorage.getItem('npuzzle-theme');
  } catch {
    // As above.
  }
  set(names.includes(saved ?? '') ? String(saved) : 'auto');
  toggle.addEventListener('click', () => {
    set(names[(names.indexOf(document.documentElement.dataset.theme ?? '') + 1) % names.length]);
  });
}

for (const [name, { title, served, hosts }] of Object.entries(views)) {
  if (served && !backend.served) continue;
  const again = () => {
    if (failed === name) reload();
    else if (current === name && interrupted) show(name);
  };
  const tab = el('a', { href: `#/${name}`, onclick: again, hidden: hosts === true }, title);
  nav.append(tab);
  if (hosts) onSession(({ class: serves, guest }) => (tab.hidden = !serves || guest === true));
}
find('skip').addEventListener('click', (event) => {
  event.preventDefault(); // the address holds the view
  main.focus();
});
/** The class race to which the reader was called, so that nobody is called twice. */
let called = '';

/** Calls a guest of a class to the class race once it is open. */
function callToRace(/** @type {import('./connection.js').Session} */ { guest, race = '' }) {
  if (!guest || race === called) return;
  called = race;
  document.querySelector('body > .call')?.remove();
  if (!race || location.hash.includes(`class=${race}`)) return;
  const note = el('div', { class: 'note call', role: 'status' }, 'The class race is open.');
  const close = () => note.remove();
  const join = el('a', { class: 'button', href: `#/race?class=${race}`, onclick: close }, 'Join');
  note.append(el('div', { class: 'row' }, join, button('Close', close, { class: 'quiet' })));
  document.body.append(note);
}

themes();
onSession(callToRace);
state.subscribe(writeAddress);
onConnection(reconnect);
onUnanswered(lack);
addEventListener('hashchange', navigate);
addEventListener('pagehide', leave);
restoreAddress();
navigate();
