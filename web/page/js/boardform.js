// The form for a new board. The user chooses a size and a goal, shuffles the board, or enters a
// text. Where boards are played, New puzzle shuffles them.

import { format, parse, swap } from './board.js';
import { button, el, field, select } from './dom.js';
import { chips, noteFor } from './parts.js';
import { plural } from './text.js';

/** The numbers of rows and columns to choose from. A link may have others. */
const sides = [2, 3, 4, 5, 6, 7, 8];

/** @type {[string, string][]} */
const goals = [
  ['blank-last', 'Blank last'],
  ['blank-first', 'Blank first'],
  ['snail', 'Snail'],
  ['', 'Another board'],
];

/** The last choices of the user in any view. */
const chosen = { uniform: true, walk: '50', seed: String(1 + Math.floor(Math.random() * 1000)) };

/** The sizes with a chip. @type {[string, string][]} */
const usual = ['3x3', '4x4', '5x5', '6x6'].map((size) => [size, size]);

/**
 * Makes chips of sizes, and a function that draws a new board. All boards of a size are equally
 * likely, so large boards are shuffled as well as small ones.
 * @param {import('./app.js').App} app
 */
export function sizeChips({ state }) {
  const fresh = (size = state.size) => {
    chosen.seed = String(Number(chosen.seed) + 1);
    return state.shuffle(size, Number(chosen.seed));
  };
  const { element, mark } = chips('Size', usual, (size) => state.resume(size) || fresh(size));
  mark(state.size);
  return { element, fresh, mark: () => mark(state.size) };
}

/**
 * Makes a button that swaps the two largest tiles, so that the board can be solved. The function
 * show shows the button if a swap helps.
 * @param {import('./app.js').App} app
 * @param {(action: () => Promise<unknown>) => Promise<void>} attempt
 */
export function repairButton({ state }, attempt) {
  const last = () => state.board.tiles.length - 1;
  const element = button(
    '',
    () => attempt(() => state.read(format(swap(state.board, last() - 1, last())))),
    { class: 'primary', hidden: true },
  );
  const show = () => {
    const { rows, cols } = state.board;
    element.hidden = !state.why || rows < 2 || cols < 2;
    element.textContent = `Swap ${last() - 1} and ${last()}`;
  };
  return { element, show };
}

/**
 * Builds the form in root. Returns a function that ends it.
 * @param {HTMLElement} root
 * @param {import('./app.js').App} app
 * @param {boolean} [shuffling] whether the user chooses how a board is shuffled, and with which seed
 */
export function mountBoardForm(root, app, shuffling = true) {
  const { state } = app;
  const { note, say, attempt } = noteFor(app);
  /** Waits for the request of a board, and shows a text or an error. */
  const run = (/** @type {Promise<void>} */ request, text = '') =>
    attempt(() => request.then(() => say(text)));

  // Size and goal.
  const resize = () => run(state.shuffle(`${rows.value}x${cols.value}`, Number(seed.value)));
  const rows = select([], '', resize);
  const cols = select([], '', resize);
  const goal = select(goals, '', (name) => {
    own.hidden = name !== '';
    if (name) attempt(() => aim(name));
  });
  /**
   * Takes another goal. If no moves lead from the board to it, a random board takes its place.
   * @param {string} name of the goal
   */
  const aim = async (name) => {
    await state.read(state.text, name);
    if (!state.why) return say('');
    await state.shuffle(state.size, Math.ceil(Math.random() * 1e6));
    say('No moves lead from the last board to this goal, so this is another board.');
  };
  const goalText = el('input', { placeholder: '1 2 3/8 0 4/7 6 5', spellcheck: false });
  const useGoal = () => run(state.read(state.text, goalText.value));
  const own = el(
    'form',
    { class: 'stack', onsubmit: submit(useGoal) },
    field('Goal as text', goalText, 'Rows separated by /, with 0 for the blank.'),
    el('button', {}, 'Use this goal'),
  );

  // Shuffle.
  const walk = el('input', {
    type: 'number',
    min: '0',
    max: '1000000',
    value: chosen.walk,
    required: true,
  });
  const seed = el('input', {
    type: 'number',
    min: '0',
    max: String(Number.MAX_SAFE_INTEGER),
    value: chosen.seed,
  });
  const moves = field('Moves', walk);
  /** @type {[string, string][]} */
  const ways = [
    ['uniform', 'Fully at random'],
    ['walk', 'By random moves'],
  ];
  const how = select(
    ways,
    chosen.uniform ? 'uniform' : 'walk',
    (value) => (moves.hidden = value === 'uniform'),
  );
  moves.hidden = chosen.uniform;
  const way = field('Shuffle', how);
  way.classList.add('wide');
  const shuffle = () => {
    Object.assign(chosen, { uniform: how.value === 'uniform', walk: walk.value, seed: seed.value });
    const by = chosen.uniform ? undefined : Number(walk.value);
    const used = Number(seed.value);
    seed.value = chosen.seed = String(used + 1); // the next shuffle gives another board
    const text = by === undefined ? 'Shuffled fully' : `Shuffled by ${plural(by, 'random move')}`;
    run(state.shuffle(`${rows.value}x${cols.value}`, used, by), `${text} with seed ${used}.`);
  };

  // Text.
  const text = el('textarea', { spellcheck: false, rows: 5 });
  const wrong = noteFor(app);
  const useText = () =>
    wrong.attempt(async () => {
      wrong.say('');
      try {
        await state.paste(text.value);
        scrollTo(0, 0); // to the board
      } catch (error) {
        throw new Error(plain(/** @type {Error} */ (error).message, text.value, state));
      }
    });

  /** Shows the size and the goal of the board. */
  const show = () => {
    const { board, goalText: current } = state;
    for (const [box, side] of /** @type {const} */ ([
      [rows, board.rows],
      [cols, board.cols],
    ])) {
      const all = sides.includes(side) ? sides : [...sides, side];
      box.replaceChildren(
        ...all.map((n) => new Option(String(n), String(n), n === side, n === side)),
      );
    }
    const named = goals.some(([name]) => name === current);
    text.placeholder = format(state.goal);
    goal.value = named ? current : '';
    own.hidden = named;
    if (!named && parse(current)) goalText.value = current;
  };

  root.append(
    el('h2', {}, 'Another board'),
    el('div', { class: 'row even' }, field('Rows', rows), field('Columns', cols)),
    el(
      'form',
      { class: 'stack', onsubmit: submit(shuffle), hidden: !shuffling },
      el('div', { class: 'row even' }, way, moves, field('Seed', seed)),
      el('button', { class: 'soft' }, 'Shuffle'),
    ),
    note,
    el('div', { class: 'stack' }, field('Goal', goal), own),
    el(
      'details',
      {},
      el('summary', {}, 'Type or paste a board'),
      el(
        'form',
        { class: 'stack', onsubmit: submit(useText) },
        field(
          'Board',
          text,
          'Rows on lines or separated by /, cells by spaces. The blank is 0, _, x, . or -.',
        ),
        wrong.note,
        el(
          'div',
          { class: 'row' },
          el('button', {}, 'Use this board'),
          button('Insert the current board', () => (text.value = state.text)),
        ),
      ),
    ),
  );
  show();
  return state.subscribe((change) => {
    if (change !== 'board') return;
    say('');
    wrong.say('');
    show();
  });
}

/**
 * Says what is wrong with the text of a board, with the row and the cell.
 * @param {string} message of the backend
 * @param {string} text
 * @param {import('./state.js').State} state
 */
function plain(message, text, { size, board }) {
  const rows = text
    .trim()
    .split('/')
    .map((row) => (row.match(/[\s,]/) ? row.trim().split(/[\s,]+/) : [...row]));
  if (/no board|no square board/.test(message)) {
    return (
      `A ${size} board needs ${plural(board.tiles.length, 'number')}, this has ` +
      `${rows.flat().filter(Boolean).length}.`
    );
  }
  return message.replace(
    /^board 1 \(line (\d+)(?:, field (\d+))?\): (.)/,
    (_, line, field, first) => {
      let [row, cell] = [0, Number(field)];
      if (/row \d+ has/.test(message)) return first.toUpperCase();
      if (line > 1) return `Line ${line}${field ? `, number ${field}` : ''}: ${first}`;
      while (cell > rows[row]?.length) cell -= rows[row++].length;
      return field ? `Row ${row + 1}, cell ${cell}: ${first}` : first.toUpperCase();
    },
  );
}

/**
 * Makes a listener for the event submit that calls a function.
 * @param {() => void} call
 */
function submit(call) {
  return (/** @type {Event} */ event) => {
    event.preventDefault();
    call();
  };
}
