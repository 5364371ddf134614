// The view Learn: a tutorial in chapters. Each chapter is a figure to play with, a text, code and
// questions.

import { button, el } from '../dom.js';

/**
 * A chapter builds its elements in root. When the signal is aborted, it stops its searches and
 * timers.
 * @typedef {{mount: (root: HTMLElement, app: import('../app.js').App, signal: AbortSignal) =>
 *   void}} Chapter
 */

/**
 * The chapters by name in the address, with a title and a short title. A chapter is loaded when it
 * is opened.
 * @type {Record<string, {title: string, short: string, load: () => Promise<Chapter>}>}
 */
const chapters = {
  states: {
    title: 'States, moves and parity',
    short: 'States',
    load: () => import('../learn/states.js'),
  },
  tree: { title: 'The search tree', short: 'Tree', load: () => import('../learn/tree.js') },
  bfs: {
    title: 'Breadth-first search',
    short: 'Breadth-first',
    load: () => import('../learn/bfs.js'),
  },
  heuristics: {
    title: 'Heuristics',
    short: 'Heuristics',
    load: () => import('../learn/heuristics.js'),
  },
  astar: { title: 'A*', short: 'A*', load: () => import('../learn/astar.js') },
  idastar: { title: 'IDA*', short: 'IDA*', load: () => import('../learn/idastar.js') },
  weighted: {
    title: 'Weighted A* and greedy search',
    short: 'Weighted',
    load: () => import('../learn/weighted.js'),
  },
  patterns: {
    title: 'Pattern databases',
    short: 'Patterns',
    load: () => import('../learn/patterns.js'),
  },
  beam: { title: 'Beam search', short: 'Beam', load: () => import('../learn/beam.js') },
  chromosomes: {
    title: 'Genes and chromosomes',
    short: 'Genes',
    load: () => import('../learn/chromosomes.js'),
  },
  evolution: {
    title: 'Evolution',
    short: 'Evolution',
    load: () => import('../learn/evolution.js'),
  },
};
const names = Object.keys(chapters);

/** The chapter that was open last. */
let current = names[0];

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  let life = new AbortController(); // aborted when the chapter is closed
  const body = el('article', { class: 'chapter' });

  /** Opens a chapter. If the reader asked for it, its heading gets the focus. */
  const open = async (/** @type {string} */ name, asked = true) => {
    current = name;
    life.abort();
    const own = new AbortController();
    life = own;
    const at = names.indexOf(name);
    const heading = el('h1', { tabIndex: -1 }, `${at + 1}. ${chapters[name].title}`);
    const turn = (/** @type {string} */ to, /** @type {string} */ text) =>
      chapters[to]
        ? button(`${text}: ${chapters[to].title}`, () => (location.hash = address(to)), {
            class: text === 'Next' ? 'primary' : '',
          })
        : el('span');
    const loading = el('p', { class: 'loading', role: 'status' }, 'Loading the chapter …');
    body.replaceChildren(heading, loading);
    links.forEach((link, i) => {
      if (i === at) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    });
    app.state.setOptions({ chapter: name });
    try {
      const chapter = await chapters[name].load();
      if (own.signal.aborted) return;
      loading.remove();
      chapter.mount(body, app, own.signal);
    } catch (error) {
      if (own.signal.aborted) return;
      loading.remove();
      // Browsers do not load a script again that did not load, so the page is loaded again.
      const again = button('Try again', () => location.reload(), { class: 'primary' });
      const why = el(
        'p',
        { class: 'note bad', role: 'alert' },
        `The chapter did not load: ${error}`,
      );
      body.append(why, el('div', { class: 'row' }, again));
    }
    const next =
      at < names.length - 1
        ? [turn(names[at + 1], 'Next')]
        : [
            el('a', { class: 'button', href: '#/watch' }, 'Watch searches side by side'),
            el('a', { class: 'button primary', href: '#/race' }, 'Race a solver'),
          ];
    body.append(
      el(
        'div',
        { class: 'row ends' },
        turn(names[at - 1], 'Back'),
        el('div', { class: 'row' }, ...next),
      ),
    );
    if (!asked) return;
    heading.focus({ preventScroll: true });
    scrollTo(0, 0);
  };

  const address = (/** @type {string} */ name) => `#/learn?chapter=${name}`;
  const links = names.map((name, i) =>
    el(
      'a',
      { href: address(name), title: chapters[name].title },
      String(i + 1),
      el('span', {}, `. ${chapters[name].short}`),
    ),
  ); // phones show the number alone
  const contents = el('nav', { class: 'contents', 'aria-label': 'Chapters' }, ...links);
  root.append(contents, body);

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
