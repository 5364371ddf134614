// The view Tune: one sets population, generations and phases of the study's genetic algorithm, and
// sees the share of boards solved and the time beside A* as the trials end. Each try is an
// experiment of the store.

import { isLost, onConnection } from '../connection.js';
import { el } from '../dom.js';
import { addressOf } from '../experiments/common.js';
import { RunProgress } from '../experiments/progress.js';
import { Headline, noteFor } from '../parts.js';
import { copyButton } from '../share.js';
import { Controls } from '../tune/controls.js';
import { Picture, printedPoint, triedPoint } from '../tune/picture.js';
import { isSame, legend, matches, settingsTable } from '../tune/table.js';
import { effort, headline, sentence } from '../tune/words.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../tune/messages.js').List} List */
/** @typedef {import('../tune/messages.js').Plan} Plan */
/** @typedef {import('../tune/messages.js').Settings} Settings */

/** The time between two looks at what the server told about the session, in milliseconds. */
const every = 500;

/** The least time between two requests for the rows while an experiment runs, in milliseconds. */
const pause = { alone: 400, shared: 1500 };

/** @type {import('../app.js').Mount} */
export function mount(root, app) {
  if (!app.backend.served) {
    root.append(...withoutServer(app));
    return () => {};
  }
  const view = new TuneView(root, app);
  return () => view.unmount();
}

/** Says what to do without a server. @param {App} app */
function withoutServer(app) {
  const why =
    'Tune runs the genetic algorithm on many boards and keeps every run, so it needs the program ' +
    'and its server. Start it with this command:';
  const command = 'npuzzle serve --open';
  const repeat = el('div', { class: 'repeat alone' }, el('pre', {}, command));
  repeat.append(copyButton(app, 'Copy', () => command, 'Command'));
  const learn = el('a', { href: '#/learn?chapter=evolution' }, 'Learn');
  const watch = el('a', { href: '#/watch?searches=astar,ga' }, 'Watch');
  const words = new Headline();
  words.tell(headline(undefined, undefined), why);
  const here = el('p', { class: 'sentence' }, 'Here, you can read how evolution works in ');
  here.append(learn, ', and see it search in ', watch, '.');
  return [words.title, words.sentence, repeat, here];
}

class TuneView {
  /** What the server told last. @type {List | undefined} */
  list;
  /** The experiment for the settings. @type {Plan | undefined} */
  plan;
  /** @type {Controls | undefined} */
  controls;
  following = ''; // the experiment that is followed
  ended = ''; // the experiment that was followed last
  /** The experiments that were started here. @type {Set<string>} */
  own = new Set();
  begun = 0; // number of experiments that had begun at the last look
  shown = ''; // the experiment of somebody else whose settings were chosen last
  asked = 0; // number of requests for a plan so far, to drop answers to an earlier one
  loaded = 0; // time of the last request for the rows
  lost = false; // whether the server was gone at the last look
  drawn = ''; // what the picture shows
  listed = ''; // what the table shows
  life = new AbortController(); // its signal ends what would go on without the view

  /**
   * @param {HTMLElement} root
   * @param {App} app
   */
  constructor(root, app) {
    this.app = app;
    this.note = noteFor(app);
    this.words = new Headline();
    this.picture = new Picture((settings) => this.choose(settings));
    this.progress = new RunProgress(app, this.life.signal, (_, ended) => this.refresh(ended));
    this.try = el('button', { class: 'primary', type: 'submit' }, 'Try these settings');
    this.guest = el(
      'p',
      { class: 'note', hidden: true },
      'In a class, the host starts the experiments. What the host tries appears here.',
    );
    this.effort = el('p', { class: 'help' });
    this.form = el('form', { class: 'side', noValidate: true });
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.start();
    });
    this.rows = el('div', { class: 'tried' });
    this.command = el('pre', { class: 'command' });
    this.results = el('a', { hidden: true }, 'All boards and plans of this try');
    this.words.tell(headline(undefined, undefined), sentence(undefined, undefined));
    root.append(...this.layOut());
    this.note.attempt(() => this.begin());
    const timer = setInterval(() => this.look(), every);
    // At once, so that no press is lost on a button that only looks enabled.
    const unlisten = onConnection(() => this.look());
    this.life.signal.addEventListener('abort', () => {
      clearInterval(timer);
      unlisten();
    });
  }

  /** Returns the parts of the view. */
  layOut() {
    const copy = copyButton(this.app, 'Copy', () => this.plan?.command ?? '', 'Command');
    const words = el('div', { class: 'words' }, this.words.title, this.words.sentence);
    const stage = el('div', { class: 'stage' }, this.picture.element, this.form);
    const repeat = el('section', { class: 'stack tight' });
    repeat.append(
      el('h2', {}, 'The same from the command line'),
      el('div', { class: 'repeat' }, this.command, copy),
      el(
        'p',
        { class: 'help' },
        'It runs the same trials, and finds those that the store has. ',
        this.results,
      ),
    );
    const table = el('section', { class: 'stack tight' });
    table.append(el('h2', {}, 'Tried here, and in the study'), this.rows, legend());
    return [words, this.note.note, this.progress.note.note, stage, table, repeat];
  }

  unmount() {
    this.life.abort();
    this.app.state.setOptions({ tune: undefined });
  }

  /** Shows what was tried, and follows the experiment that runs. */
  async begin() {
    const list = await this.load();
    this.controls = new Controls(list.choices, list.printed, () => this.changed());
    const buttons = el('div', { class: 'row' }, this.try);
    this.form.append(
      this.controls.element,
      buttons,
      this.guest,
      this.progress.element,
      this.effort,
    );
    this.shown = list.last ?? '';
    this.controls.settings =
      fromText(this.app.state.options.tune) ?? list.tried[0] ?? this.controls.usual('3x3');
    this.changed();
    this.look();
  }

  /** Asks the server for the rows. */
  async load() {
    this.loaded = performance.now();
    /** @type {List} */
    const list = await this.app.backend.call('configurations', {});
    this.list = list;
    const row = list.tried.find(({ experiment }) => experiment === list.last);
    if (row && this.controls && !this.own.has(row.experiment) && this.shown !== row.experiment) {
      this.shown = row.experiment;
      this.choose(row);
    }
    this.show();
    return list;
  }

  /**
   * Shows the rows of a running experiment anew.
   * @param {boolean} ended
   */
  async refresh(ended) {
    const least = this.app.backend.session.shared ? pause.shared : pause.alone;
    if (!ended && performance.now() - this.loaded < least) return;
    await this.note.attempt(() => this.load());
  }

  /** Shows what the server and the guest of a class do. */
  look() {
    if (!this.controls) return;
    const lost = isLost();
    if (lost !== this.lost) {
      this.lost = lost;
      if (lost) this.tell();
      else this.restore();
    }
    const { guest = false, running = '', begun = 0 } = this.app.backend.session;
    this.guest.hidden = !guest;
    this.try.hidden = guest;
    if (running !== this.ended) this.ended = '';
    if (lost || this.following) return;
    if (running && !this.ended) this.follow({ experiment: running });
    else if (begun !== this.begun) this.note.attempt(() => this.load());
    this.begun = begun;
  }

  /** Shows what happened while the connection was lost. */
  restore() {
    this.note.say('');
    this.progress.note.say('');
    this.progress.name = '';
    this.progress.see('');
    this.note.attempt(async () => {
      await this.load();
      this.changed();
    });
  }

  /** Follows an experiment to its end. @param {{experiment: string, warnings?: string[]}} run */
  async follow(run) {
    this.following = run.experiment;
    this.tell();
    await this.progress.follow(run);
    this.ended = isLost() ? '' : run.experiment;
    this.following = '';
    this.tell();
    if (this.ended) this.app.announce(this.words.title.textContent ?? '');
  }

  /** Starts the experiment for the settings, or one with other boards if it has ended. */
  start() {
    if (!this.canStart) return;
    if (this.tried && this.tried.done === this.tried.trials) this.renew();
    return this.note.attempt(async () => {
      this.note.say('');
      const plan = await this.ask();
      this.following = plan.experiment; // so that a second press starts nothing
      this.own.add(plan.experiment);
      this.tell();
      try {
        const { backend } = this.app;
        const { definition } = plan;
        const run = await backend.stream('start', { definition }, () => {}, this.life.signal);
        await this.follow(run);
      } finally {
        this.following = '';
        this.tell();
      }
    });
  }

  /** Takes the next seed, which draws other boards. */
  renew() {
    if (!this.controls) return;
    const { settings } = this.controls;
    const seeds = this.list?.tried.filter((row) => matches(row, settings)).map(({ seed }) => seed);
    this.controls.redraw(Math.max(settings.seed, ...(seeds ?? [])) + 1);
  }

  /** Takes the settings of a row. @param {Settings} settings */
  choose(settings) {
    if (!this.controls) return;
    this.controls.settings = settings;
    this.changed();
    this.app.announce(this.words.title.textContent ?? '');
  }

  /** Shows the settings after a change of the controls. */
  changed() {
    if (!this.controls) return;
    this.app.state.setOptions({ tune: toText(this.controls.settings) });
    this.plan = undefined;
    this.show();
    if (this.controls.wrong) this.asked++;
    else this.note.attempt(() => this.ask());
  }

  /** Asks the server for the experiment that tries the settings. */
  async ask() {
    this.asked++;
    const turn = this.asked;
    /** @type {Plan} */
    const plan = await this.app.backend.call('configuration', this.controls?.settings ?? {});
    if (turn === this.asked) {
      this.plan = plan;
      this.show();
    }
    return plan;
  }

  /** The row of the settings and the boards, if they were tried. */
  get tried() {
    const settings = this.controls?.settings;
    return settings && this.list?.tried.find((row) => isSame(row, settings));
  }

  /** What the study printed for the settings. */
  get printed() {
    const settings = this.controls?.settings;
    return settings && this.list?.printed.find((row) => matches(row, settings));
  }

  /** Whether the settings can be tried now. */
  get canStart() {
    return !this.following && !isLost() && this.controls?.wrong === '';
  }

  /** Shows all that depends on the settings and the rows. */
  show() {
    const { list, controls } = this;
    if (!list || !controls) return;
    const { settings } = controls;
    const ofSize = (/** @type {Settings} */ row) => row.size === settings.size;
    const tried = list.tried.filter(ofSize);
    const printed = list.printed.filter(ofSize);
    // What has not changed stays, so that a press on it is not lost.
    const rows = JSON.stringify([tried, printed, settings]);
    if (rows !== this.listed) {
      this.listed = rows;
      this.showRows(tried, printed, settings);
    }
    const plans = this.tried?.plans ?? this.plan?.plans ?? 0;
    const drawn = `${rows} ${plans}`;
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      const isPale = (/** @type {Settings} */ row) => row.heuristic !== settings.heuristic;
      const points = [
        ...printed.map((row) => printedPoint(row, isPale(row))),
        ...tried.map((row) => triedPoint(row, isSame(row, settings), isPale(row))),
      ];
      this.picture.show(points, plans);
    }
    this.tell();
  }

  /**
   * Shows the table. The row that has the focus keeps it.
   * @param {import('../tune/messages.js').Tried[]} tried
   * @param {import('../tune/messages.js').Printed[]} printed
   * @param {Settings} settings
   */
  showRows(tried, printed, settings) {
    const { activeElement } = document;
    const focused = this.rows.contains(activeElement) && activeElement?.ariaLabel;
    const scrolled = this.rows.firstElementChild?.scrollLeft ?? 0;
    const table = settingsTable(tried, printed, settings, (chosen) => this.choose(chosen));
    this.rows.replaceChildren(table);
    table.scrollLeft = scrolled;
    if (!focused) return;
    const again = [table, ...table.querySelectorAll('button')];
    again.find(({ ariaLabel }) => ariaLabel === focused)?.focus({ preventScroll: true });
  }

  /** Says what was found, and what can be done. */
  tell() {
    const { tried, printed, plan, controls } = this;
    if (!controls) return;
    this.words.tell(headline(tried, printed), sentence(tried, printed));
    if (plan) this.command.replaceChildren(...pieces(plan.command));
    this.results.hidden = !tried;
    if (tried) this.results.href = addressOf(tried.experiment);
    this.effort.textContent = controls.wrong || (plan ? effort(plan) : '');
    this.try.textContent = this.action();
    this.try.setAttribute('aria-disabled', String(!this.canStart));
  }

  /** Says what the button does. */
  action() {
    const { tried } = this;
    if (this.following) return 'Running …';
    if (!tried) return 'Try these settings';
    return tried.done < tried.trials ? 'Continue' : 'Try on new boards';
  }
}

/**
 * Divides a command into its flags, so that a line ends between two flags.
 * @param {string} command
 */
function pieces(command) {
  const parts = command.split(/ (?=--)/);
  return parts.flatMap((part, i) => [i ? ' ' : '', el('span', {}, part)]);
}

/** The settings in the order in which the address has them. */
const keys = /** @type {const} */ ([
  'size',
  'heuristic',
  'population',
  'generations',
  'phases',
  'boards',
  'seed',
]);

/** Writes settings for the address. @param {Settings} settings */
const toText = (settings) => keys.map((key) => settings[key]).join(',');

/**
 * Reads settings from the address.
 * @param {string | undefined} text
 * @returns {Settings | undefined} undefined if there are none
 */
function fromText(text) {
  const parts = text?.split(',') ?? [];
  if (parts.length !== keys.length) return undefined;
  const [size, heuristic, ...numbers] = parts;
  const [population, generations, phases, boards, seed] = numbers.map(Number);
  return { size, heuristic, population, generations, phases, boards, seed };
}
