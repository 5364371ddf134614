// The view Experiments: the experiments of the store, their reports and trials, new experiments,
// and the reports of published studies as examples.

import { button, el } from '../dom.js';
import { ExperimentForm, newSeed } from '../experimentform.js';
import {
  addressOf,
  formPage,
  namesOf,
  reportPage,
  studyPage,
  titleOf,
} from '../experiments/common.js';
import { gallery, ownExperiments } from '../experiments/gallery.js';
import { RunProgress } from '../experiments/progress.js';
import { detailsOf, headline, plots, summaryCard } from '../experiments/results.js';
import { reportOf, study } from '../experiments/study.js';
import { noteFor } from '../parts.js';
import { copyLink } from '../share.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../experiments/messages.js').Results} Results */
/** @typedef {import('../experiments/messages.js').Run} Run */

/**
 * A page of the view: its title, the buttons beside it, and its parts.
 * @typedef {{title: string, buttons?: Node[], parts: Node[]}} Page
 */

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  const view = new ExperimentsView(root, app);
  return () => view.unmount();
}

class ExperimentsView {
  /** The name of the open experiment or page; empty for the gallery. @type {string | undefined} */
  current;
  opened = 0; // number of pages opened so far, to drop answers for an earlier one
  loading = false; // whether the results so far are being loaded
  /**
   * The number of runs that were in the store when an experiment began, by its name.
   * @type {Map<string, number>}
   */
  earlier = new Map();
  life = new AbortController(); // its signal ends what would go on without the view

  /**
   * @param {HTMLElement} root
   * @param {App} app
   */
  constructor(root, app) {
    this.app = app;
    this.note = noteFor(app);
    this.title = el('h1');
    this.back = el('a', { class: 'back', href: addressOf('') }, '← All findings');
    const where = 'Measured here, with the algorithms of published studies';
    this.kicker = el('p', { class: 'back', hidden: true }, where);
    this.actions = el('div', { class: 'row' });
    this.body = el('div', { class: 'stack results' });
    this.own = el('ul', { class: 'own' });
    this.below = el('section', { class: 'stack', hidden: true });
    this.below.append(el('h2', {}, 'Experiments on this server'), this.own);
    this.form = new ExperimentForm(app, (definition, attempt) => this.start(definition, attempt));
    const { signal } = this.life;
    this.progress = new RunProgress(app, signal, (name, ended) => this.refresh(name, ended));
    root.append(
      this.back,
      this.kicker,
      el('div', { class: 'head' }, this.title, this.actions),
      this.note.note,
      this.progress.note.note,
      this.progress.element,
      this.body,
      this.progress.solvers,
      this.below,
    );
    this.note.attempt(() => this.begin());
    this.unsubscribe = app.state.subscribe((change) => {
      if (change === 'address') this.follow();
    });
    // The link of the view in the head of the page leads back to the findings.
    const toFindings = (/** @type {HashChangeEvent} */ { newURL }) => {
      if (newURL.endsWith('#/experiments') && this.current) this.open('');
    };
    addEventListener('hashchange', toFindings, { signal });
  }

  unmount() {
    this.unsubscribe();
    this.life.abort();
    this.app.state.setOptions({ experiment: undefined });
  }

  /** Opens the page in the address, and follows the experiment that runs. */
  async begin() {
    const { backend, state } = this.app;
    await this.open(state.options.experiment ?? '');
    const { running } = await backend.call('experiments', {});
    if (running) this.progress.follow({ experiment: running });
  }

  /** Opens the page in the address, unless it is open. */
  follow() {
    const { experiment = '' } = this.app.state.options;
    if (!location.hash.startsWith('#/experiments') || experiment === this.current) return;
    this.open(experiment);
    scrollTo(0, 0);
  }

  /**
   * Starts an experiment.
   * @param {string} definition
   * @param {(action: () => Promise<unknown>) => Promise<void>} [attempt] shows an error where the
   *   reader started the experiment
   */
  start(definition, attempt = this.note.attempt) {
    return attempt(async () => {
      const { backend } = this.app;
      /** It may wait in the queue. @type {Run} */
      const run = await backend.stream('start', { definition }, () => {}, this.life.signal);
      this.earlier.set(run.experiment, run.done);
      this.progress.follow(run);
      await this.open(run.experiment);
    });
  }

  /**
   * Shows the results of a running experiment anew.
   * @param {string} name
   * @param {boolean} ended
   */
  async refresh(name, ended) {
    if (this.loading && !ended) return;
    this.loading = true;
    if (name === this.current || (ended && !this.current)) await this.open(this.current ?? '');
    this.loading = false;
  }

  /** Opens an experiment or a page. @param {string} name */
  open(name) {
    return this.note.attempt(async () => {
      this.opened++;
      const turn = this.opened;
      this.current = name;
      this.note.note.textContent = '';
      this.app.state.setOptions({ experiment: name });
      try {
        const page = await this.load(name);
        if (turn === this.opened && !this.life.signal.aborted) this.show(name, page);
      } catch (error) {
        if (name === this.current) throw error;
      }
    });
  }

  /**
   * Makes a page.
   * @param {string} name
   * @returns {Promise<Page>}
   */
  async load(name) {
    if (!name) return this.findings();
    if (name === formPage) {
      return { title: 'Which solver is best on these boards?', parts: [this.form.element] };
    }
    const description = await this.app.describe;
    const studied = after(name, studyPage(''));
    if (studied !== null) {
      const { title, page } = await study(studied, description);
      return { title, buttons: this.beginning(), parts: [page] };
    }
    const reported = after(name, reportPage(''));
    if (reported !== null) {
      const { title, text } = await reportOf(reported, description);
      const href = addressOf(studyPage(reported));
      const back = el('a', { class: 'button', href }, 'Back to the study');
      return { title, buttons: [back], parts: [text] };
    }
    /** @type {Results} */
    const results = await this.app.backend.call('experiment', { experiment: name });
    this.progress.nameOf = namesOf(results, description);
    if (results.running) {
      return { title: titleOf(results), parts: plots(results, description) };
    }
    const summary = summaryCard(
      results,
      this.earlier.get(name) ?? 0,
      description,
      this.again(results),
      this.change(results),
      copyLink(this.app, 'experiments'),
    );
    const details = detailsOf(this.app, this.life.signal, results, description);
    return { title: headline(results, description), parts: [summary, details] };
  }

  /**
   * Makes the gallery of findings.
   * @returns {Promise<Page>}
   */
  async findings() {
    const turn = this.opened;
    const list = await this.app.backend.call('experiments', {});
    const { sentence, nodes } = await gallery(list.examples);
    if (turn === this.opened) this.own.replaceChildren(...ownExperiments(list));
    return { title: sentence, buttons: this.beginning(), parts: nodes };
  }

  /** Makes the link to the form of a new experiment. Guests of a class get none. */
  beginning() {
    if (this.app.backend.session.guest) return [];
    const href = addressOf(formPage);
    return [el('a', { class: 'button primary', href }, 'Run your own experiment')];
  }

  /** Makes the button that continues or repeats an experiment. @param {Results} results */
  again({ definition, done, trials }) {
    const primary = { class: 'primary' };
    if (done < trials) return button('Continue', () => this.start(definition), primary);
    const repeat = () => this.start(withSeed(definition));
    return button('Run again with new boards', repeat, primary);
  }

  /** Makes the button that opens the form with an experiment. @param {Results} results */
  change({ definition }) {
    return button('Change', async () => {
      await this.open(formPage);
      this.form.load(definition);
    });
  }

  /**
   * Shows a page.
   * @param {string} name
   * @param {Page} page
   */
  show(name, { title, buttons = [], parts }) {
    const { progress } = this;
    this.title.textContent = title;
    this.back.hidden = !name;
    this.kicker.hidden = name !== '';
    this.below.hidden = name !== '' || !this.own.children.length;
    this.actions.replaceChildren(...buttons);
    this.body.replaceChildren(...parts);
    const next = name ? this.body : this.own; // what the progress stands before
    if (progress.element.nextSibling !== next) next.before(progress.element);
    progress.see(name);
  }
}

/**
 * Returns the rest of a name that begins with a text, or null.
 * @param {string} name
 * @param {string} beginning
 */
const after = (name, beginning) =>
  name.startsWith(beginning) ? name.slice(beginning.length) : null;

/**
 * Returns an experiment file without a name and with another seed, which draws other boards.
 * @param {string} definition
 */
const withSeed = (definition) =>
  `seed: ${newSeed()}\n${definition.replace(/^(seed|name):.*\n/gm, '')}`;
