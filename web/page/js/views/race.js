// The view Race: two to four solvers on one board at the same time. The user can be one of them,
// and a class can race on one board.

import { Bars } from '../bars.js';
import { same, slide, target } from '../board.js';
import { mountBoardForm, repairButton, sizeChips } from '../boardform.js';
import { BoardView } from '../boardview.js';
import { add, beyond, Chart, proof } from '../chart.js';
import { kindChips, mountClass, openClass, you } from '../classrace.js';
import { button, el, select } from '../dom.js';
import { ending, heading, statisticText } from '../outcome.js';
import { noteFor, options, table } from '../parts.js';
import { Player } from '../player.js';
import { solverForm, solverName, solverRequest } from '../settings.js';
import { copyLink } from '../share.js';
import { cellsToProve, heuristicName, shade, shortName, usualLimit } from '../solvers.js';
import { defaultGoal, firstBoard } from '../state.js';
import { capital, count, plural, seconds, stopwatch } from '../text.js';

/** @typedef {import('../app.js').Answer} Answer */
/** @typedef {import('../app.js').Description} Description */
/** @typedef {import('../app.js').Progress} Progress */
/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('../chart.js').Points} Points */
/** @typedef {import('../settings.js').Values} Values */

const most = 4;
const fewest = 2;

/**
 * A race that ends sooner, in seconds, is shown in slow motion, for the given number of seconds.
 */
const soon = 0.5;
const slow = 4;

/** What the user does in a race. */
const toBegin = 'Move a tile or press Start. The fewest moves count.';

/** What to look out for in a race of solvers that the user chose. */
const general =
  'A plan is a list of moves to the goal. The first one is rarely the shortest. A proof takes ' +
  'longer.';

/**
 * The first race. The genetic solver has a plan at once, and IDA* needs some seconds to prove it
 * shortest.
 */
const opening = '14 2 12 8/4 11 5 13/0 6 10 9/15 1 3 7';

/**
 * The races to choose from, with the size of their board, and perhaps a board. Races with presets
 * also have the genetic solver with each preset of the description. A race that compares settings
 * of one kind of search asks a question. About is what to look out for.
 * @type {{title: string, board?: string, size: string, solvers: Values[], presets?: boolean,
 *   question?: string, about: string}[]}
 */
const races = [
  {
    title: 'Plan and proof',
    size: '4x4',
    board: opening,
    about:
      'Genetic has a plan at once and makes it shorter. IDA* takes longer, but proves that none ' +
      'is shorter.',
    solvers: ['ga', 'idastar'].map((algorithm) => ({ algorithm })),
  },
  {
    title: 'Slow motion',
    size: '3x3',
    about: 'All is over in less than a second, so it is shown in slow motion.',
    solvers: ['ga', 'astar'].map((algorithm) => ({ algorithm })),
  },
  {
    title: 'Three solvers',
    size: '4x4',
    about: 'Genetic improves its plan. A* and IDA* end with a proof.',
    solvers: ['ga', 'astar', 'idastar'].map((algorithm) => ({ algorithm })),
  },
  {
    title: 'Large board',
    size: '6x6',
    about: 'A proof is out of reach here. The shortest plan wins.',
    solvers: ['ga', 'beam', 'wastar'].map((algorithm) => ({ algorithm })),
  },
  {
    title: 'Heuristics',
    question: 'Which heuristic helps A* most?',
    size: '3x3',
    about:
      'A heuristic estimates how many moves are left. With a better estimate, A* has less to ' +
      'look at.',
    solvers: ['misplaced', 'manhattan', 'linear-conflict', 'walking-distance'].map((heuristic) => ({
      algorithm: 'astar',
      heuristic,
    })),
  },
  {
    title: 'Blind or guided',
    question: 'How much does an estimate help?',
    size: '3x3',
    about: 'Breadth-first search is blind. A* and IDA* estimate how many moves are left.',
    solvers: ['bfs', 'astar', 'idastar'].map((algorithm) => ({ algorithm })),
  },
  {
    title: 'Genetic presets',
    question: 'Which settings make Genetic best?',
    size: '3x3',
    about: 'The same genetic solver with each of its presets, beside A*.',
    solvers: [{ algorithm: 'astar' }],
    presets: true,
  },
];

/** A time that stays on one line. @param {number} s in seconds */
const joined = (s) => seconds(s).replace(' ', '\u00a0');

/** A solver in the race. */
class Lane {
  /** @type {Answer | null} */
  answer = null;
  /** The last event of the search. @type {Progress | null} */
  latest = null;
  /** The best plan. */
  moves = '';
  running = false;
  /** The lengths of plans and the bounds over time. @type {{plans: Points, bounds: Points}} */
  lines = { plans: [[], []], bounds: [[], []] };
  proved = 0; // the time at which the plan was proved shortest; 0 for never
  ended = 0; // the time at which the search ended
  /**
   * What the backend says about the algorithm.
   * @type {import('../app.js').Algorithm | undefined}
   */
  known;
  name = '';
  label = ''; // the name in the chart
  colour = '';
  dashed = false;
  counted = false; // whether the status has the states expanded, and not the time
  failed = ''; // why the search could not run
  time = 0; // when the user solved the board or stopped
  /** Ends the game of the user. */
  finishGame = () => {};

  /**
   * @param {Values} values
   * @param {(text: string) => void} announce
   * @param {(moves: string) => void} onMoves
   */
  constructor(values, announce, onMoves) {
    this.values = values;
    this.human = values.algorithm === you;
    this.view = new BoardView({ label: 'Board', onMoves: this.human ? onMoves : undefined });
    /** @type {(board: Board) => void} */
    this.show = () => {};
    this.player = new Player((board) => this.show(board), announce);
    this.title = el('h2');
    this.heuristic = el('p', { class: 'help' });
    this.status = el('p', { class: 'status' });
    const { slider, label, toggle } = this.player;
    toggle.className = 'soft';
    this.playback = el(
      'div',
      { class: 'playback stack tight', hidden: true },
      slider,
      el('div', { class: 'row ends' }, label, toggle),
    );
    this.goal = new BoardView({ label: 'Goal' });
    this.element = el(
      'section',
      { class: this.human ? 'lane human' : 'lane' },
      this.view.element,
      el(
        'div',
        { class: 'stack tight' },
        this.title,
        this.heuristic,
        this.status,
        this.playback,
        this.human && el('div', { class: 'goal' }, el('h3', {}, 'Goal'), this.goal.element),
      ),
    );
    this.clear();
  }

  /** Removes the results of the last race. */
  clear() {
    this.player.pause();
    this.playback.hidden = true;
    this.status.className = 'status';
    this.status.textContent = this.human
      ? 'Blue tiles are in place.'
      : this.known
        ? `${capital(this.known.about)}.`
        : '';
    this.answer = this.latest = null;
    this.moves = this.failed = '';
    this.running = false;
    this.lines = { plans: [[], []], bounds: [[], []] };
    this.proved = this.ended = 0;
  }

  /** The number of moves of the user. */
  get made() {
    return this.moves ? this.moves.split(' ').length : 0;
  }

  /** Whether the bound of the search rises to the length of its plan. */
  get bounding() {
    return this.known?.optimal ?? false;
  }

  /** The length of the best plan so far. @returns {number | undefined} */
  get shortest() {
    return this.lines.plans[1].at(-1);
  }

  /** The best lower bound on the length of plans so far, or 0. */
  get bound() {
    return Math.max(this.answer?.lower_bound ?? 0, this.lines.bounds[1].at(-1) ?? 0);
  }

  /** The number of states expanded so far. */
  get states() {
    return (this.answer ?? this.latest)?.expanded ?? 0;
  }

  /**
   * Takes an event of the search.
   * @param {Progress} progress
   */
  progress(progress) {
    const { seconds: at, length, moves, bound, generation, evaluated, expanded } = progress;
    this.latest = progress;
    if (length && moves) {
      add(this.lines.plans, at, length);
      this.moves = moves;
    }
    if (this.bounding && bound > (this.lines.bounds[1].at(-1) ?? 0))
      add(this.lines.bounds, at, bound);
    const done = generation ? plural(evaluated, 'plan') : plural(expanded, 'state');
    this.status.textContent = `${this.shortest ? `${plural(this.shortest, 'move')}. ` : ''}Searching: ${done}`;
  }

  /**
   * Takes the result of the search.
   * @param {Answer} answer
   */
  finish(answer) {
    this.answer = answer;
    this.moves = answer.moves ?? '';
    this.ended = answer.seconds;
    if (answer.found) {
      this.lines.plans = [[], []];
      for (const plan of answer.found) add(this.lines.plans, plan.seconds ?? 0, plan.length);
    }
    if (answer.length !== null && this.shortest !== answer.length)
      add(this.lines.plans, answer.seconds, answer.length);
    const { optimal, lower_bound: bound } = answer;
    if (optimal && this.bounding) this.proved = answer.seconds;
    if ((this.bounding || optimal) && bound) add(this.lines.bounds, answer.seconds, bound);
  }

  /** When the search found its best plan, or 0. */
  get reached() {
    const {
      plans: [times, lengths],
    } = this.lines;
    return times[lengths.indexOf(this.shortest ?? 0)] ?? 0;
  }

  /** Shows the result. */
  tell() {
    const { answer, reached, ended } = this;
    if (!answer) return;
    const end = `${answer.status === 'solved' ? 'ended' : 'stopped'} at ${joined(ended)}`;
    const when = this.counted
      ? plural(answer.expanded, 'state')
      : `found after ${joined(reached)}${reached < 0.98 * ended ? `, ${end}` : ''}`;
    this.status.textContent =
      answer.length === null
        ? `No plan. ${ending(answer)}`
        : `${plural(answer.length, 'move')}, ${when}`;
  }

  /** The line of the chart. @returns {import('../chart.js').Line} */
  get line() {
    const {
      label: name,
      colour,
      dashed,
      proved,
      ended,
      lines: { plans, bounds },
    } = this;
    return { name, colour, dashed, proved, ended, plans, bounds };
  }
}

/**
 * Shows the class race that the address names, or the race of solvers.
 * @type {import('../app.js').Mount}
 */
export function mount(root, app) {
  const { state } = app;
  let code = state.options.class;
  let unmount = (code ? mountClass : mountRace)(root, app);
  const unsubscribe = state.subscribe((change) => {
    if (!['address', 'options'].includes(change) || state.options.class === code) return;
    if (!location.hash.startsWith('#/race')) return; // another view opens
    code = state.options.class;
    unmount();
    root.replaceChildren();
    unmount = (code ? mountClass : mountRace)(root, app);
  });
  return () => {
    unsubscribe();
    unmount();
    state.setOptions({ class: undefined });
  };
}

/** @type {import('../app.js').Mount} */
function mountRace(root, app) {
  const { state, announce, backend } = app;
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  /** @type {Description | null} */
  let description = null;
  /** @type {Lane[]} */
  let lanes = [];
  /** @type {AbortController | null} */
  let race = null;
  let began = 0; // the time at which the race began, as of performance.now
  let mine = state.board; // the board of the user
  let larger = ''; // the board before the user joined, if it was larger
  let counted = false; // whether the race is for the fewest states expanded

  const start = button('Start', () => ready.then(run), { class: 'primary' });
  const stop = button('Stop', () => race?.abort(), { class: 'primary', hidden: true });
  const again = copyLink(app, 'race', 'Copy link', () => `${state.query}&run=1`);
  again.hidden = true;
  const fresh = button('New board', () => attempt(() => sizes.fresh()));
  const title = el('h1', { class: 'headline' });
  const sentence = el('p', { class: 'sentence' });
  const { note, say, attempt } = noteFor(app);
  const chart = new Chart();
  const bars = new Bars();
  const picture = el('div', { class: 'story' }, chart.element, bars.element);
  const grid = el('div', { class: 'lanes' });
  const results = el('section', { class: 'stack', hidden: true, 'aria-label': 'Results' });
  const solvers = el('section', { class: 'card' });
  const form = el('section', { class: 'card' });
  const sizes = sizeChips(app);
  const repair = repairButton(app, attempt);
  const { element: kinds, mark: markKind } = kindChips(app, (kind) =>
    kind === 'class'
      ? attempt(() => openClass(app, state.text === opening ? '' : state.text))
      : join(kind === you),
  );
  const menu = select(
    [
      ['', ''],
      ...races.map(
        ({ title, size }) => /** @type {[string, string]} */ ([title, `${title}, ${size}`]),
      ),
    ],
    '',
    (title) => {
      choose(races.find((one) => one.title === title) ?? races[0]);
    },
  );
  menu.options[0].hidden = true; // it stands for a race that the menu does not have
  const tell = (/** @type {string} */ text, /** @type {string} */ below) => {
    title.textContent = text;
    sentence.textContent = below;
  };

  /** The solvers of a race. Those that the backend does not have are left out. */
  const solversOf = (/** @type {typeof races[number]} */ { solvers: all, presets }) => {
    const listed =
      presets && description
        ? [...description.presets.map((preset) => ({ algorithm: 'ga', preset })), ...all].slice(
            0,
            most,
          )
        : all;
    const known = description?.algorithms;
    return listed
      .filter(({ algorithm }) => !known || known.some(({ name }) => name === algorithm))
      .map((values) => ({ ...values }));
  };

  /** Uses the solvers of a race, and draws a board of its size. */
  const choose = (/** @type {typeof races[number]} */ chosen) =>
    attempt(async () => {
      await ready; // the solvers have their presets
      take(
        [
          ...lanes.filter(({ human }) => human).map(({ values }) => values),
          ...solversOf(chosen),
        ].slice(0, most),
      );
      remember();
      if (chosen.board && state.text !== chosen.board) await state.read(chosen.board, defaultGoal);
      else if (state.size !== chosen.size) await sizes.fresh(chosen.size);
    });

  /** Adds or removes the user. A person gets a board that a person can solve. */
  const join = (/** @type {boolean} */ joins) =>
    attempt(async () => {
      await ready;
      const others = lanes.filter(({ human }) => !human).map(({ values }) => values);
      if (joins !== (others.length === lanes.length)) return;
      take(joins ? [{ algorithm: you }, ...others.slice(0, most - 1)] : others);
      remember();
      await state.settled();
      if (joins) {
        larger = state.untouched ? opening : state.size === '3x3' ? '' : state.text;
        if (state.size !== '3x3') await state.read(firstBoard, defaultGoal);
      } else if (larger && state.text === firstBoard) await state.read(larger, defaultGoal);
      // for the arrow keys
      lanes.find(({ human }) => human)?.view.element.focus({ preventScroll: true });
    });

  /** The solvers as a text for the address. */
  const written = () => lanes.map(({ values }) => new URLSearchParams(values).toString()).join('|');
  const remember = () => state.setOptions({ race: written() });

  /** Uses the solvers in the address. If it has none, it uses those of the first race. */
  const read = () => {
    const linked = (state.options.race ?? '')
      .split('|')
      .filter(Boolean)
      .map((text) => Object.fromEntries(new URLSearchParams(text)));
    const valid = linked.length >= fewest && linked.length <= most;
    take(valid ? linked : solversOf(races[0]));
  };

  /** Replaces the solvers. */
  const take = (/** @type {Values[]} */ all) => {
    for (const { player } of lanes) player.pause();
    lanes = all.map((values) => new Lane(values, announce, (moves) => playMine(moves)));
    for (const lane of lanes) {
      lane.show = (board) => {
        lane.view.show(board, state.goal, state.picture);
        if (lane.human) lane.goal.show(state.goal, state.goal, state.picture);
      };
    }
    grid.replaceChildren(...lanes.map(({ element }) => element));
    if (lanes.some(({ human }) => human))
      lanes[0].element.after(picture); // beside the large board
    else grid.before(picture);
    root.style.setProperty('--lanes', String(lanes.length));
    build(); // names the lanes, which the headline needs
    clear();
  };

  /** Gives each lane its name and colour. Lanes with the same algorithm differ in both. */
  const nameLanes = (/** @type {Description} */ known) => {
    /** @type {Map<string, number>} */
    const seen = new Map();
    const full = lanes.map(({ human, values }) => (human ? 'You' : solverName(known, values)));
    const short = lanes.map(({ human, values }, i) => {
      const about = known.algorithms.find(({ name }) => name === values.algorithm);
      return human
        ? 'You'
        : `${shortName(about) || full[i]}${values.preset ? ` (${values.preset})` : ''}`;
    });
    lanes.forEach((lane, i) => {
      const { algorithm = '', heuristic } = lane.values;
      const turn = seen.get(algorithm) ?? 0;
      seen.set(algorithm, turn + 1);
      lane.known = known.algorithms.find(({ name }) => name === algorithm);
      if (!lane.answer && !race) lane.clear();
      const alone = short.indexOf(short[i]) === short.lastIndexOf(short[i]);
      lane.label = alone ? short[i] : heuristic ? heuristicName(heuristic) : full[i];
      lane.name = alone ? short[i] : full[i];
      lane.colour = shade(algorithm, turn);
      lane.dashed = turn % 2 === 1;
      lane.title.textContent = lane.label;
      lane.heuristic.textContent =
        lane.label !== short[i]
          ? short[i]
          : full[i].includes(' with ')
            ? full[i].replace(/^.* with /, 'with ')
            : '';
      lane.view.label = `Board of ${lane.name}`;
      lane.element.setAttribute('aria-label', lane.name);
      lane.element.style.setProperty('--lane', lane.colour);
      lane.show(lane.human ? mine : state.board);
    });
    return full;
  };

  /** Shows the names and the forms of the solvers. */
  const build = () => {
    const known = description;
    if (!known) return;
    const summaries = lanes.map(() => el('summary'));
    const rename = () =>
      nameLanes(known).forEach((name, i) => (summaries[i].textContent = `${i + 1}. ${name}`));
    rename();
    mark();
    const forms = lanes.map((lane, i) => {
      const changed = (/** @type {Values} */ values) => {
        lane.values = values;
        rename();
        clear();
        remember();
        mark();
      };
      return lane.human
        ? el('p', {}, `${i + 1}. You`)
        : el(
            'details',
            { name: 'solver' },
            summaries[i],
            el(
              'div',
              { class: 'stack' },
              solverForm(known, lane.values, changed, backend),
              button(
                lanes.length > fewest
                  ? 'Remove this solver'
                  : 'Remove this solver (two have to race)',
                () => {
                  take(lanes.filter((other) => other !== lane).map(({ values }) => values));
                  remember();
                },
                { disabled: lanes.length <= fewest },
              ),
            ),
          );
    });
    solvers.replaceChildren(
      el('h2', {}, 'Solvers'),
      ...forms,
      button(
        'Add a solver',
        () => {
          take([...lanes.map(({ values }) => values), { algorithm: 'idastar' }]);
          remember();
        },
        { disabled: lanes.length >= most },
      ),
    );
    start.disabled = Boolean(state.why) || state.solved;
  };

  /**
   * Returns the number of the race with the solvers of the lanes and the size of the board, or -1.
   */
  const chosen = () => {
    const values = JSON.stringify(lanes.filter(({ human }) => !human).map(({ values }) => values));
    return races.findIndex(
      (one) => one.size === state.size && JSON.stringify(solversOf(one)) === values,
    );
  };

  /** Marks the button of the user, and the race in the menu. */
  const mark = () => {
    const own = lanes.some(({ human }) => human);
    markKind(own ? you : '');
    root.classList.toggle('own', own);
    menu.options[0].textContent = `${own ? 'With you' : 'Your own'}, ${state.size}`;
    menu.value = races[chosen()]?.title ?? '';
  };

  /** Removes the results of the last race. */
  const clear = () => {
    const running = race;
    race = null;
    running?.abort();
    mine = state.board;
    counted = countsStates(lanes);
    for (const lane of lanes) {
      lane.counted = counted;
      lane.clear();
      if (state.why) lane.status.textContent = '';
      lane.show(state.board);
    }
    picture.hidden = Boolean(state.why); // it promises a plan
    repair.show();
    chart.proving = !description || lanes.some(({ bounding }) => bounding);
    chart.minimum = 0;
    chart.set([], 0);
    bars.set(lanes, 1);
    chart.element.hidden = counted;
    bars.element.hidden = !counted;
    results.hidden = again.hidden = true;
    start.textContent = 'Start';
    busy(false);
    say('');
    if (state.why)
      tell(
        'This board cannot be solved.',
        repair.element.hidden
          ? state.why
          : 'No moves lead to the goal. Swap two tiles, or take a new board.',
      );
    else if (state.solved) tell('This is the goal.', 'Take a new board.');
    else {
      const { question, about } = races[chosen()] ?? {};
      const human = lanes.some((lane) => lane.human);
      const small = state.board.tiles.length <= cellsToProve;
      const provable = small && chart.proving;
      tell(
        human
          ? 'Can you match their moves?'
          : (question ??
              `Who finds the shortest plan first${provable ? ', and who proves it' : ''}?`),
        human
          ? `${state.size === '3x3' ? 'The board is small, so that you have a chance. ' : ''}${toBegin}`
          : (about ??
              (small
                ? general
                : `The shortest plan wins. A proof may not come${
                    description?.max_time ? ` within the limit of ${description.max_time} s` : ''
                  }.`)),
      );
    }
  };

  /** Draws the race up to a time in seconds. */
  const draw = (/** @type {number} */ now) => {
    chart.minimum = lanes.some(({ bounding }) => bounding)
      ? 0
      : Math.max(0, ...lanes.map(({ bound }) => bound));
    if (!counted)
      chart.set(
        lanes.map(({ line }) => line),
        now,
      );
    else bars.set(lanes, Math.max(1, ...lanes.map(({ states }) => states)));
  };

  const busy = (/** @type {boolean} */ is) => {
    stop.hidden = !is;
    fresh.hidden = is;
    start.hidden = is || !repair.element.hidden;
    start.disabled = Boolean(state.why) || state.solved;
  };

  /** Makes moves on the board of the user. */
  const playMine = (/** @type {string} */ moves) => {
    const lane = lanes.find(({ human }) => human);
    if (!lane) return;
    if (!lane.running) {
      // the first move starts the race
      if (race || lane.moves || start.disabled) return;
      run();
    }
    for (const move of moves) {
      if (target(mine, move) < 0) break;
      mine = slide(mine, move);
      lane.moves += lane.moves ? ` ${move}` : move;
    }
    lane.show(mine);
    if (same(mine, state.goal)) lane.finishGame();
  };

  /** Lets the user solve the board, until it is solved or the race is stopped. */
  const playGame = (/** @type {Lane} */ lane, /** @type {AbortSignal} */ signal) =>
    new Promise((/** @type {(value?: unknown) => void} */ done) => {
      const timer = setInterval(() => {
        const { made } = lane;
        const { length } = standing(lanes.filter(({ human }) => !human));
        lane.status.textContent = `${plural(made, 'move')}, ${stopwatch((performance.now() - began) / 1000)}${
          length < Infinity ? `. To match: ${plural(length, 'move')}` : ''
        }`;
      }, 100);
      lane.finishGame = () => {
        clearInterval(timer);
        const time = (lane.time = (performance.now() - began) / 1000);
        const length = lane.made;
        if (same(mine, state.goal)) {
          lane.ended = time;
          add(lane.lines.plans, time, length);
          lane.status.textContent = `Solved in ${plural(length, 'move')} and ${stopwatch(time)}`;
        } else lane.status.textContent = `Stopped after ${plural(length, 'move')}`;
        done();
      };
      signal.addEventListener('abort', () => lane.finishGame());
      lane.view.element.focus();
    });

  /** When a solver proved the best plan of the race shortest, or 0. */
  const provedBy = (/** @type {Lane} */ lane) => {
    const { proof } = standing(lanes.filter(({ human }) => !human));
    return proof?.lane === lane ? proof.at : 0;
  };

  /** Runs the search of a lane to its end. */
  const runSearch = async (
    /** @type {Lane} */ lane,
    /** @type {Description} */ known,
    /** @type {AbortController} */ controller,
  ) => {
    const { board, text, goalText: goal } = state;
    const request = {
      board: text,
      goal,
      ...solverRequest(known, { workers: '1', ...lane.values }),
    };
    request.time_limit ??= usualLimit(request.algorithm, board.tiles.length);
    lane.status.textContent = 'Searching';
    if (lane.bounding && lane.known?.informed) {
      // the estimate of the start is the first bound
      backend.call('estimate', { boards: [text], goal, heuristic: lane.values.heuristic }).then(
        ({ estimates }) => {
          const {
            bounds: [times, bounds],
          } = lane.lines;
          if (controller !== race || estimates[0] >= (bounds[0] ?? Infinity)) return;
          times.unshift(0);
          bounds.unshift(estimates[0]);
        },
        () => {},
      );
    }
    try {
      /** @type {Answer} */
      const answer = await backend.stream(
        'solve',
        request,
        (_, progress) => {
          if (controller === race) lane.progress(progress);
        },
        controller.signal,
      );
      if (controller !== race) return;
      lane.finish(answer);
      lane.tell();
    } catch (error) {
      if (controller !== race) return;
      const found = lane.shortest;
      lane.ended = controller.signal.aborted ? (performance.now() - began) / 1000 : 0;
      if (!controller.signal.aborted) {
        lane.failed = /** @type {Error} */ (error).message.replace(
          /^settings: ([\w-]+): \1 /,
          '$1 ',
        );
        lane.status.className = 'status wrong';
      }
      lane.status.textContent =
        lane.failed ||
        (found ? `Stopped. Best plan: ${plural(found, 'move')}` : 'Stopped without a plan');
    } finally {
      if (controller === race && lane.moves)
        state.learn(board, lane.moves.split(' '), lane.answer?.optimal ?? false);
    }
  };

  const run = async () => {
    const known = description;
    if (!known) return;
    clear();
    const controller = (race = new AbortController());
    const { board } = state;
    busy(true);
    stop.focus({ preventScroll: true });
    tell(
      'They are off.',
      lanes.some((lane) => lane.human)
        ? 'Put your tiles in order, in few moves.'
        : (sentence.textContent ?? ''),
    );
    began = performance.now();
    const running = [...lanes];
    const human = running.find((lane) => lane.human);
    const passed = () => (performance.now() - began) / 1000;
    let drawn = 0;
    let told = false; // whether the headline about the solvers was shown
    let slowing = false; // whether the race is being shown in slow motion
    const watch = () => {
      if (controller !== race) return;
      if (passed() > soon && performance.now() - drawn > 50 && !slowing) {
        drawn = performance.now();
        draw(passed());
        if (!told && !counted) tell(...live(running, sentence.textContent ?? ''));
      }
      requestAnimationFrame(watch);
    };
    watch();
    /**
     * Plays the plan of a lane that is done. A race that ends soon is shown later, in slow motion.
     */
    const searches = Promise.all(
      running
        .filter((lane) => !lane.human)
        .map(async (lane) => {
          lane.running = true;
          await runSearch(lane, known, controller);
          lane.running = false;
          if (controller !== race) return;
          if (passed() > soon && !human) playBack(lane, board);
        }),
    );
    const game = human && ((human.running = true), playGame(human, controller.signal));
    await searches;
    if (controller !== race) return;
    const solved = running.filter((lane) => !lane.human);
    const took = Math.max(...solved.map(({ ended }) => ended));
    if (took < soon && !still.matches && !human && !controller.signal.aborted) {
      told = slowing = true;
      tell(
        'Slow motion.',
        `All was over after ${seconds(took)}. ${
          counted
            ? 'Here, each solver expands the same number of states per second.'
            : `It is shown in ${slow} s, on a logarithmic scale.`
        }`,
      );
      await slowly(running, took, controller, board);
      if (controller !== race) return;
    }
    const replay = () => {
      for (const lane of solved) if (lane.playback.hidden) playBack(lane, board);
    };
    if (!human) replay(); // it would show a plan to the user
    told = true;
    draw(Math.max(took, human ? passed() : 0) * beyond);
    const [won, result] = verdict(solved, controller.signal.aborted, counted);
    const how =
      slowing && !counted ? `${result} Shown in ${slow} s, on a logarithmic scale.` : result;
    tell(won, how);
    announce(`${won} ${how}`);
    if (game) {
      const best = standing(solved).length;
      tell(
        best < Infinity ? `Can you match their ${plural(best, 'move')}?` : won,
        'Your turn: finish your board, or press Stop. Then their plans play.',
      );
      await game;
      human.running = false;
      if (controller !== race) return;
      replay();
      draw(1.5 * passed()); // room for the plan of the user
      const made = human.shortest ?? 0;
      const placed = state.goal.tiles.filter((tile, i) => tile && tile === mine.tiles[i]).length;
      if (human.ended) {
        tell(
          `You solved it in ${plural(made, 'move')} and ${stopwatch(human.ended)}.`,
          made <= best
            ? 'Well done: no program has a shorter plan.'
            : `The programs do it in ${plural(best, 'move')}. ${won}`,
        );
      } else if (human.moves) {
        tell(
          `You stopped after ${plural(human.made, 'move')}, with ${
            placed
          } of ${mine.tiles.length - 1} tiles in place.`,
          won,
        );
      } else tell(won, how);
      announce(title.textContent ?? '');
    }
    race = null;
    again.hidden = false;
    start.textContent = 'Race again';
    compare(running);
    busy(false);
    if (document.activeElement === document.body) start.focus({ preventScroll: true });
  };

  /** Shows a race that is over in slow motion, on a logarithmic scale of time. */
  const slowly = (
    /** @type {Lane[]} */ all,
    /** @type {number} */ took,
    /** @type {AbortController} */ controller,
    /** @type {Board} */ board,
  ) =>
    new Promise((/** @type {(value?: unknown) => void} */ done) => {
      const firsts = all
        .flatMap(({ lines: { plans, bounds } }) => [plans[0][0], bounds[0][0]])
        .filter(Boolean);
      const from = Math.min(...firsts, took) / 2;
      const lines = all.map(({ line }) => line);
      const started = performance.now();
      const longest = Math.max(1, ...all.map(({ states }) => states));
      for (const lane of all) {
        lane.player.pause(); // it plays already if the answers came late
        lane.playback.hidden = true;
        lane.show(board);
        lane.status.textContent = 'Searching';
      }
      const tick = () => {
        if (controller !== race) return done();
        const part = Math.min(1, (performance.now() - started) / 1000 / slow);
        // in states or in seconds
        const now = counted ? longest * part : from * (took / from) ** part;
        if (counted)
          bars.set(
            all.map((lane) => ({ ...lane, states: Math.min(lane.states, Math.floor(now)) })),
            longest,
          );
        else chart.set(lines, now, took * beyond);
        for (const lane of all) {
          if ((counted ? lane.states : lane.ended) <= now * 1.0001 && lane.playback.hidden) {
            lane.tell();
            playBack(lane, board);
          } else if (lane.playback.hidden && !counted) {
            const [times, lengths] = lane.lines.plans;
            const i = times.filter((time) => time <= now).length - 1;
            if (i >= 0) lane.status.textContent = `${plural(lengths[i], 'move')}, ${joined(now)}`;
          }
        }
        if (part === 1 || controller.signal.aborted) done();
        else requestAnimationFrame(tick);
      };
      tick();
    });

  /** Plays the plan of a solver that is done. */
  const playBack = (/** @type {Lane} */ lane, /** @type {Board} */ board) => {
    if (!lane.moves) return;
    lane.playback.hidden = false;
    lane.player.slider.setAttribute('aria-label', `Position in the plan of ${lane.name}`);
    lane.player.load(board, lane.moves.split(' '));
    if (!still.matches) lane.player.play();
  };

  /** Shows a table that compares the solvers that are done. */
  const compare = (/** @type {Lane[]} */ all) => {
    const shown = (description?.statistics ?? []).filter(
      (row) =>
        (row.compared || row.unit === 'bytes') &&
        all.some(({ answer, latest }) => statisticText(row, answer ?? latest ?? {})),
    );
    const { length: least, proof: proved } = standing(all);
    const base = proved ? least : Math.max(0, ...all.map((lane) => lane.bound));
    const made = (/** @type {Lane} */ { answer, shortest }) => answer?.length ?? shortest;
    const rows = [
      [
        'How it ended',
        ...all.map(({ answer, human, ended, proved, failed }) =>
          failed
            ? 'not started'
            : human
              ? ended
                ? 'solved'
                : 'stopped'
              : !answer
                ? 'stopped'
                : answer.status !== 'solved'
                  ? answer.status.replace('-', ' ')
                  : proved
                    ? 'plan and proof'
                    : 'plan, not proved',
        ),
      ],
      [
        'Moves',
        ...all.map((lane) => (lane.human ? count(lane.made) : (made(lane)?.toString() ?? ''))),
      ],
      [
        'Moves above the shortest',
        ...all.map((lane) => {
          const length = made(lane);
          return !length || !base ? '' : `${proved ? '' : 'at most '}${count(length - base)}`;
        }),
      ],
      [
        'Found its best plan after',
        ...all.map(({ human, reached }) =>
          !reached ? '' : human ? stopwatch(reached) : seconds(reached),
        ),
      ],
      [
        'Ruled out shorter plans after',
        ...all.map((lane) => {
          const at = provedBy(lane) || lane.proved;
          return at ? seconds(at) : '';
        }),
      ],
      [
        'Ended after',
        ...all.map(({ human, ended, time }) =>
          human ? stopwatch(time) : ended ? seconds(ended) : '',
        ),
      ],
      ...shown.map((row) => [
        heading(row.unit === 'bytes' ? row : { ...row, label: `${row.unit} ${row.label}` }),
        ...all.map(({ answer, latest }) => statisticText(row, answer ?? latest ?? {})),
      ]),
    ];
    const heads = all.map(({ label, colour }) => {
      const dot = el('span', { class: 'dot' });
      dot.style.background = colour;
      return el('span', { class: 'solver' }, dot, capital(label));
    });
    results.replaceChildren(
      el('h2', {}, 'The race in numbers'),
      table(
        'Results of the race',
        ['Solver', ...heads],
        rows.map((row) => row.map((text) => text || '–')),
        [false, ...all.map(() => true)],
      ),
      el('p', { class: 'help' }, 'A dash: this did not happen, or the solver does not count it.'),
    );
    results.hidden = false;
  };

  root.append(
    el('div', { class: 'groups row ends' }, kinds, el('label', { class: 'row' }, 'Race', menu)),
    el(
      'div',
      { class: 'verdict' },
      el('div', { class: 'words' }, title, note, sentence),
      el('div', { class: 'row' }, fresh, repair.element, start, stop),
    ),
    grid,
    el(
      'div',
      { class: 'row ends below' },
      el('p', { class: 'help' }, 'Blue tiles are in place.'),
      again,
    ),
    results,
    options(solvers, form),
  );

  const unmountForm = mountBoardForm(form, app);
  const unsubscribe = state.subscribe((change) => {
    if (change === 'board' || change === 'move') {
      clear();
      mark();
    }
    if (change === 'address') read();
    if (change === 'picture') for (const lane of lanes) lane.show(state.board);
  });
  read();
  /**
   * Ends when the description and the first board are there. Buttons that are pressed sooner wait
   * for it.
   */
  const ready = attempt(async () => {
    description = await app.describe;
    if (state.untouched && !state.options.race) await state.read(opening, defaultGoal);
    else if (state.solved) await sizes.fresh(); // there is nothing to race for on the goal
    build();
    clear();
    if (!state.options.run || start.disabled) return;
    state.setOptions({ run: undefined });
    run();
  });
  return () => {
    clear();
    chart.destroy();
    unsubscribe();
    unmountForm();
  };
}

/**
 * Returns the lane that was first, by the given time.
 * @param {Lane[]} lanes
 * @param {(lane: Lane) => number | undefined} time
 */
const firstBy = (lanes, time) =>
  [...lanes].filter((lane) => time(lane)).sort((a, b) => (time(a) ?? 0) - (time(b) ?? 0))[0];

/**
 * Returns how a race stands: the length of the best plan, the lane that found it first, and when.
 * If a bound has reached that length, proof has the lane of the bound, and when. Estimated is
 * whether that bound is the estimate of the start, and no search was needed.
 * @param {Lane[]} lanes
 */
function standing(lanes) {
  const length = Math.min(...lanes.map(({ shortest }) => shortest ?? Infinity));
  const found = (
    /** @type {Lane} */ {
      lines: {
        plans: [times, lengths],
      },
    },
  ) => times[lengths.indexOf(length)];
  const winner = firstBy(lanes, found);
  const proved = proof(lanes.map(({ lines }) => lines));
  const lane = lanes[proved?.by ?? 0];
  return {
    length,
    winner,
    at: winner && found(winner),
    proof: proved && {
      lane,
      at: proved.at,
      estimated: !lane.bounding || lane.lines.bounds[1][0] >= length,
    },
  };
}

/**
 * Says how a running race stands, in a headline and a sentence.
 * @param {Lane[]} lanes
 * @param {string} about the sentence, if there is no news
 * @returns {[string, string]}
 */
function live(lanes, about) {
  const { length, winner, proof } = standing(lanes);
  if (!winner) return ['No plan yet.', about];
  if (!proof) {
    const bound = Math.max(0, ...lanes.map((lane) => lane.bound));
    return [
      `${winner.name} leads: ${plural(length, 'move')}${bound ? `; at least ${bound} are needed` : ''}.`,
      about,
    ];
  }
  const { lane, estimated } = proof;
  const fewer = `all plans of fewer than ${plural(length, 'move')}`;
  return [
    `${winner.name}'s ${plural(length, 'move')} are the shortest.`,
    `${estimated ? `The first estimate rules out ${fewer}` : `${lane.name} has ruled out ${fewer}`}.${
      lane.shortest ? '' : ` ${estimated ? lane.name : 'It'} has no plan of its own yet.`
    }`,
  ];
}

/**
 * Names the winner of a race in a headline, and says in a sentence what else happened.
 * @param {Lane[]} lanes of solvers
 * @param {boolean} stopped
 * @param {boolean} counted whether the fewest states win
 * @returns {[string, string]}
 */
function verdict(lanes, stopped, counted) {
  const { length, winner, at, proof } = standing(lanes);
  const bound = Math.max(0, ...lanes.map((lane) => lane.bound));
  const least = bound ? `The shortest has at least ${plural(bound, 'move')}.` : '';
  const wrong = lanes.find((lane) => lane.failed);
  if (wrong) {
    const why = capital(wrong.failed).replace(/(?<![.?])$/, '.');
    return [
      `${wrong.name} could not run.`,
      /expected/.test(why) ? `${why} Change it under Options.` : why,
    ];
  }
  if (!winner) {
    return [
      stopped ? 'The race was stopped before the first plan.' : 'No solver found a plan.',
      least,
    ];
  }
  if (counted) return byStates(lanes);
  const early = firstBy(lanes, ({ lines: { plans } }) => plans[0][0]);
  const [[time], [plan]] = early.lines.plans;
  const first =
    plan === length
      ? ''
      : `First plan: ${early.name}, ${plural(plan, 'move')} after ${seconds(time)}.`;
  const late = [...lanes].sort((a, b) => b.ended - a.ended)[0];
  const after = first || `${late.name} ended last, after ${seconds(late.ended)}.`;
  const [name, moves] = [winner.name, plural(length, 'move')];
  if (!proof) {
    const end = stopped ? 'The race was stopped.' : '';
    return [
      `${name} found the best plan: ${moves} after ${seconds(at)}.`,
      [end, first, least].filter(Boolean).join(' '),
    ];
  }
  const when = seconds(proof.at);
  const own = proof.lane.reached; // when the solver of the proof had a plan of its own
  const later =
    proof.at < 0.98 * own
      ? `Proved after ${when}, when ${proof.lane.name} had tried all shorter plans. Its own plan ` +
        `came after ${seconds(own)}.`
      : `Found after ${seconds(at)}, proved after ${when}.`;
  if (proof.estimated) {
    return [
      `${name} won: ${moves} after ${when}.`,
      `No plan is shorter: the first estimate is already ${moves}. ${after}`,
    ];
  }
  return [
    winner === proof.lane
      ? `${name} won: ${moves}, proved shortest after ${when}.`
      : `${name} found ${moves} first, ${proof.lane.name} proved them shortest.`,
    winner === proof.lane ? after : later,
  ];
}

/**
 * Whether the fewest states win. All solvers end with a shortest plan, and what differs is what
 * they know: they have one algorithm with different heuristics, or one has no heuristic.
 * @param {Lane[]} lanes
 */
const countsStates = (lanes) =>
  lanes.every(({ bounding }) => bounding) &&
  (new Set(lanes.map(({ known }) => known)).size === 1 ||
    lanes.some(({ known }) => !known?.informed));

/** The names of lanes. @param {Lane[]} lanes */
const labels = (lanes) => lanes.map(({ label }) => label).join(' and ');

/**
 * Names the lanes that expanded the fewest states, and those with the most.
 * @param {Lane[]} lanes of solvers, at least one of which is done
 * @returns {[string, string]}
 */
function byStates(lanes) {
  const done = lanes.filter(({ proved }) => proved);
  const open = lanes.filter(({ proved }) => !proved);
  const [fewest, most] = [Math.min, Math.max].map((choose) =>
    choose(...done.map(({ states }) => states)),
  );
  const lanesWith = (/** @type {number} */ n) => labels(done.filter(({ states }) => states === n));
  const length = plural(done[0].shortest ?? 0, 'move');
  if (open.length) {
    return [
      `${lanesWith(fewest)} expanded the fewest states: ${count(fewest)}.`,
      `Not finished: ${labels(open)}. The shortest plan has ${length}.`,
    ];
  }
  return [
    fewest === most
      ? `A draw: each expanded ${plural(fewest, 'state')}.`
      : `${lanesWith(fewest)} expanded the fewest states: ${count(fewest)}.`,
    `Most: ${lanesWith(most)}, with ${count(most)}. All found a shortest plan, of ${length}.`,
  ];
}
