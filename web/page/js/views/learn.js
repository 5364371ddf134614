// The view Learn: a tutorial in chapters. Each chapter has a text and interactive boards.

import { button, el } from '../dom.js';
import * as astar from '../learn/astar.js';
import * as bfs from '../learn/bfs.js';
import * as chromosomes from '../learn/chromosomes.js';
import * as evolution from '../learn/evolution.js';
import * as idastar from '../learn/idastar.js';
import * as optimality from '../learn/optimality.js';
import * as states from '../learn/states.js';
import * as tree from '../learn/tree.js';

/**
 * A chapter builds its elements in root. When the signal is aborted, it stops its searches and timers.
 * @typedef {{title: string,
 *   mount: (root: HTMLElement, app: import('../app.js').App, signal: AbortSignal) => void}} Chapter
 */

/** The chapters by name in the address. @type {Record<string, Chapter>} */
const chapters = { states, tree, bfs, astar, idastar, chromosomes, evolution, optimality };
const names = Object.keys(chapters);

/** The chapter that was open last. */
let current = names[0];

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  let life = new AbortController(); // aborted when the chapter is closed
  const body = el('article', { class: 'stack chapter' });

  /** Opens a chapter. If the reader asked for it, its heading gets the focus. */
  const open = (/** @type {string} */ name, asked = true) => {
    current = name;
    life.abort();
    life = new AbortController();
    const at = names.indexOf(name);
    const { title, mount: fill } = chapters[name];
    const heading = el('h2', { tabIndex: -1 }, `${at + 1}. ${title}`);
    const turn = (/** @type {string} */ to, /** @type {string} */ text) =>
      chapters[to] ? button(`${text}: ${chapters[to].title}`, () => (location.hash = address(to))) : el('span');
    body.replaceChildren(heading);
    fill(body, app, life.signal);
    body.append(el('div', { class: 'row ends' }, turn(names[at - 1], 'Back'), turn(names[at + 1], 'Next')));
    links.forEach((link, i) => {
      if (i === at) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    });
    contents.scrollLeft = links[at].offsetLeft - (contents.clientWidth - links[at].clientWidth) / 2; // for phones
    app.state.setOptions({ chapter: name });
    if (!asked) return;
    heading.focus({ preventScroll: true });
    root.scrollIntoView();
  };

  const address = (/** @type {string} */ name) => `#/learn?chapter=${name}`;
  const links = names.map((name, i) => el('a', { href: address(name) }, `${i + 1}. ${chapters[name].title}`));
  const contents = el('nav', { class: 'contents', 'aria-label': 'Chapters' }, ...links);
  root.append(
    el('div', { class: 'intro' }, el('h1', {}, 'Learn'),
      el('p', { class: 'muted' }, 'How sliding-tile puzzles are solved, in short chapters with boards to play with.')),
    el('div', { class: 'book' }, contents, body));

  /** Returns the chapter in the address or, if there is none, the chapter that was open last. */
  const asked = () => {
    const { chapter = '' } = app.state.options;
    return Object.hasOwn(chapters, chapter) ? chapter : current;
  };
  open(asked(), false);
  const unsubscribe = app.state.subscribe((change) => {
    if (change === 'address' && asked() !== current) open(asked());
  });
  return () => {
    unsubscribe();
    life.abort();
    app.state.setOptions({ chapter: undefined });
  };
}
