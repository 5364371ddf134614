// The progress of an experiment that runs, and the table of its solvers.

import { button, el } from '../dom.js';
import { forPeople } from '../markdown.js';
import { noteFor, table } from '../parts.js';
import { bytes, count, number, plural, seconds } from '../text.js';
import { progressText } from './common.js';

/** @typedef {import('./messages.js').Run} Run */
/** @typedef {import('./messages.js').Worker} Worker */

export class RunProgress {
  name = ''; // of the running experiment
  page = ''; // the page that is open
  /**
   * The runs that had ended when the page began to follow, and the time then.
   * @type {{done: number, time: number} | undefined}
   */
  first;
  /** Names a solver. @type {((solver: string) => string) | undefined} */
  nameOf;

  /**
   * @param {import('../app.js').App} app
   * @param {AbortSignal} signal ends the following
   * @param {(name: string, ended: boolean) => Promise<unknown>} onChange called when trials have
   *   ended, and at the end
   */
  constructor(app, signal, onChange) {
    this.app = app;
    this.signal = signal;
    this.onChange = onChange;
    this.note = noteFor(app);
    this.bar = el('progress', { 'aria-label': 'Runs that have ended' });
    this.text = el('p');
    this.stop = button('Stop', () => this.end());
    this.solvers = el('div', { hidden: true });
    this.element = el(
      'section',
      { class: 'progress', 'aria-label': 'Running experiment', hidden: true },
      this.text,
      this.bar,
      this.stop,
    );
  }

  /** Ends the experiment. */
  end() {
    return this.note.attempt(async () => {
      this.stop.disabled = true;
      await this.app.backend.call('stop', { experiment: this.name });
    });
  }

  /**
   * Shows the parts that belong to a page: the progress is shown on the page of the experiment and
   * in the gallery.
   * @param {string} page its name
   */
  see(page) {
    this.page = page;
    this.element.hidden = !this.name || (page !== '' && page !== this.name);
    this.solvers.hidden = !this.name || page !== this.name;
  }

  /** Follows an experiment to its end. @param {{experiment: string, warnings?: string[]}} run */
  follow({ experiment, warnings = [] }) {
    const { app, note } = this;
    return note.attempt(async () => {
      this.name = experiment;
      this.first = undefined;
      this.see(this.page);
      this.stop.disabled = false;
      this.stop.hidden = true; // until it is known who started the experiment
      note.say(warnings.join(' '));
      const description = await app.describe;
      const onEvent = (/** @type {string} */ _, /** @type {Run} */ run) => {
        const named = (/** @type {string} */ solver) =>
          this.nameOf?.(solver) ?? forPeople(description, solver);
        this.show(run, named);
        // A change that could not be shown is shown after the next one. If the server is gone, the
        // stream fails, too, and says so.
        this.onChange(this.name, false).catch(() => {});
      };
      /** @type {Run} */
      const last = await app.backend.stream('follow', { experiment }, onEvent, this.signal);
      await this.onChange(experiment, true); // shows the results before the end is announced
      this.name = '';
      this.see(this.page);
      note.say(last.error && !last.stopped ? last.error : '', 'bad');
      app.announce(last.stopped ? 'The experiment was stopped.' : 'The experiment has ended.');
    });
  }

  /**
   * Shows how far an experiment is.
   * @param {Run} run
   * @param {(solver: string) => string} named names a solver
   */
  show(run, named) {
    this.stop.hidden = !run.yours;
    this.bar.max = run.trials;
    this.bar.value = run.done;
    this.text.textContent = this.sentence(run);
    const rows = run.solvers.map(({ solver, done, solved }) => [
      named(solver),
      count(done),
      count(solved),
    ]);
    const head = ['Solver', 'Boards tried', 'Boards solved'];
    this.solvers.replaceChildren(table('Runs by solver', head, rows));
    const workers = run.shared?.workers ?? [];
    if (workers.length) this.solvers.append(workersTable(workers));
  }

  /** Says how far an experiment is. @param {Run} run */
  sentence({ done, trials, shared, proving, proven }) {
    const now = performance.now();
    this.first ??= { done, time: now };
    const rate = shared?.rate || (1000 * (done - this.first.done)) / (now - this.first.time);
    let text = `Running: ${progressText(done, trials)}`;
    if (rate > 0) text += `, about ${seconds(Math.ceil((trials - done) / rate))} left`;
    if (shared) {
      const workers = plural(shared.workers.length, 'worker');
      text += `. ${workers}, ${number(shared.rate)} runs a second`;
    }
    if (proving) {
      text += `. Shortest plans searched for: ${proven} of ${plural(proving, 'board')}`;
    }
    return text;
  }
}

/** Makes the table of the workers on other machines. @param {Worker[]} workers */
function workersTable(workers) {
  const head = [
    'Worker',
    'State',
    'Machine',
    'Jobs',
    'Memory',
    'Calibration',
    'Runs',
    'Runs a second',
  ];
  const rows = workers.map((worker) => [
    worker.worker,
    worker.refused ?? 'works',
    worker.machine,
    count(worker.jobs),
    bytes(worker.memory),
    seconds(worker.calibration),
    count(worker.trials),
    number(worker.trials / Math.max(worker.seconds, 1)),
  ]);
  return table('Workers', head, rows);
}
