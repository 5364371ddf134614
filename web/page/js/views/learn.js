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

/** The address of a chapter. @param {string} name */
const address = (name) => `#/learn?chapter=${name}`;

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  const view = new Learn(root, app);
  return () => view.unmount();
}

class Learn {
  /**
   * @param {HTMLElement} root
   * @param {import('../app.js').App} app
   */
  constructor(root, app) {
    this.app = app;
    /** Aborted when the chapter is closed. */
    this.life = new AbortController();
    this.body = el('article', { class: 'chapter' });
    this.links = names.map(linkTo);
    const contents = el('nav', { class: 'contents', 'aria-label': 'Chapters' }, ...this.links);
    root.append(contents, this.body);
    this.open(this.asked, false);
    this.unsubscribe = app.state.subscribe((change) => {
      if (change === 'address' && this.asked !== current) this.open(this.asked, true);
    });
  }

  unmount() {
    this.unsubscribe();
    this.life.abort();
    this.app.state.setOptions({ chapter: undefined });
  }

  /** The chapter in the address or, if there is none, the chapter that was open last. */
  get asked() {
    const { chapter = '' } = this.app.state.options;
    return Object.hasOwn(chapters, chapter) ? chapter : current;
  }

  /**
   * Opens a chapter. If the reader turned to it, its heading gets the focus.
   * @param {string} name
   * @param {boolean} turned
   */
  async open(name, turned) {
    current = name;
    this.life.abort();
    const life = new AbortController();
    this.life = life;
    const index = names.indexOf(name);
    const title = `${index + 1}. ${chapters[name].title}`;
    const heading = el('h1', { tabIndex: -1 }, title);
    this.body.replaceChildren(heading);
    this.mark(index);
    this.app.state.setOptions({ chapter: name });
    await this.load(name, life.signal);
    if (life.signal.aborted) return;
    this.body.append(ends(index));
    if (!turned) return;
    heading.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  /** Marks the link of a chapter. @param {number} index */
  mark(index) {
    for (const [i, link] of this.links.entries()) {
      if (i === index) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  }

  /**
   * Loads a chapter, and shows it or why it did not load.
   * @param {string} name
   * @param {AbortSignal} signal
   */
  async load(name, signal) {
    const loading = el('p', { class: 'loading', role: 'status' }, 'Loading the chapter …');
    this.body.append(loading);
    try {
      const chapter = await chapters[name].load();
      if (signal.aborted) return;
      loading.remove();
      chapter.mount(this.body, this.app, signal);
    } catch (error) {
      if (signal.aborted) return;
      loading.remove();
      this.body.append(...failure(error));
    }
  }
}

/**
 * Makes the link to a chapter. Phones show the number alone.
 * @param {string} name
 * @param {number} i
 */
function linkTo(name, i) {
  const { title, short } = chapters[name];
  return el('a', { href: address(name), title }, String(i + 1), el('span', {}, `. ${short}`));
}

/**
 * Makes a button that turns to a chapter.
 * @param {string} text
 * @param {string} name
 */
function turnTo(text, name) {
  const props = { class: text === 'Next' ? 'primary' : '' };
  const turn = () => {
    location.hash = address(name);
  };
  return button(`${text}: ${chapters[name].title}`, turn, props);
}

/** Makes the ways on and back from a chapter. @param {number} index */
function ends(index) {
  const back = index > 0 ? turnTo('Back', names[index - 1]) : el('span');
  const on = el('div', { class: 'row' });
  if (index < names.length - 1) {
    on.append(turnTo('Next', names[index + 1]));
  } else {
    on.append(
      el('a', { class: 'button', href: '#/watch' }, 'Watch searches side by side'),
      el('a', { class: 'button primary', href: '#/race' }, 'Race a solver'),
    );
  }
  return el('div', { class: 'row ends' }, back, on);
}

/**
 * Says why a chapter did not load. Browsers do not load a script again that did not load, so the
 * page is loaded again.
 * @param {unknown} error
 */
function failure(error) {
  const text = `The chapter did not load: ${error}`;
  const again = button('Try again', () => location.reload(), { class: 'primary' });
  return [el('p', { class: 'note bad', role: 'alert' }, text), el('div', { class: 'row' }, again)];
}
