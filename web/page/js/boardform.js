// The form for a new board. The user chooses a size and a goal, shuffles the board, or enters a
// text. Where boards are played, New puzzle shuffles them.

import { format, parse, swap } from './board.js';
import { button, el, field, select } from './dom.js';
import { chips, noteFor } from './parts.js';
import { capital, plural } from './text.js';

/** The numbers of rows and columns to choose from. A link may have others. */
const sides = [2, 3, 4, 5, 6, 7, 8];

/** @type {[string, string][]} */
const goals = [
  ['blank-last', 'Blank last'],
  ['blank-first', 'Blank first'],
  ['snail', 'Snail'],
  ['', 'Another board'],
];

/** @type {[string, string][]} */
const ways = [
  ['uniform', 'Fully at random'],
  ['walk', 'By random moves'],
];

/** The last choices of the user in any view. */
const chosen = { uniform: true, walk: '50', seed: String(1 + Math.floor(Math.random() * 1000)) };

/** The sizes with a chip. @type {[string, string][]} */
const usual = ['3x3', '4x4', '5x5', '6x6'].map((size) => [size, size]);

/**
 * Makes chips of sizes, and a function that draws a new board. All boards of a size are equally
 * likely, so large boards are shuffled as well as small ones.
 * @param {import('./app.js').App} app
 * @param {(action: () => Promise<unknown>) => Promise<void>} attempt
 */
export function sizeChips({ state }, attempt) {
  const fresh = (size = state.size) => {
    chosen.seed = String(Number(chosen.seed) + 1);
    return state.shuffle(size, Number(chosen.seed));
  };
  const { element, mark } = chips('Size', usual, (size) =>
    attempt(async () => (await state.resume(size)) || fresh(size)),
  );
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
  const form = new BoardForm(app);
  form.lay(root, shuffling);
  return app.state.subscribe((change) => {
    if (change === 'board') form.show();
  });
}

/** The fields of the size, the goal and the shuffle, and below them the form of a text. */
class BoardForm {
  rows = select([], '', () => this.resize());
  cols = select([], '', () => this.resize());
  how = select(ways, chosen.uniform ? 'uniform' : 'walk', () => this.showMoves());
  walk = el('input', {
    type: 'number',
    min: '0',
    max: '1000000',
    value: chosen.walk,
    required: true,
  });
  moves = field('Moves', this.walk);
  seed = el('input', {
    type: 'number',
    min: '0',
    max: String(Number.MAX_SAFE_INTEGER),
    value: chosen.seed,
  });
  goal = select(goals, '', (name) => this.chooseGoal(name));
  goalText = el('input', { placeholder: '1 2 3/8 0 4/7 6 5', spellcheck: false });
  /** The form of a goal that has no name. */
  own = el(
    'form',
    { class: 'stack', onsubmit: submit(() => this.useGoal()) },
    field('Goal as text', this.goalText, 'Rows separated by /, with 0 for the blank.'),
    el('button', {}, 'Use this goal'),
  );

  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.state = app.state;
    this.note = noteFor(app);
    this.text = new TextForm(app);
    this.showMoves();
    this.show();
  }

  /**
   * Puts the elements in their places.
   * @param {HTMLElement} root
   * @param {boolean} shuffling
   */
  lay(root, shuffling) {
    const way = field('Shuffle', this.how);
    way.classList.add('wide');
    const shuffle = el(
      'form',
      { class: 'stack', onsubmit: submit(() => this.shuffle()), hidden: !shuffling },
      el('div', { class: 'row even' }, way, this.moves, field('Seed', this.seed)),
      el('button', { class: 'soft' }, 'Shuffle'),
    );
    root.append(
      el('h2', {}, 'Another board'),
      el('div', { class: 'row even' }, field('Rows', this.rows), field('Columns', this.cols)),
      shuffle,
      this.note.note,
      el('div', { class: 'stack' }, field('Goal', this.goal), this.own),
      this.text.element,
    );
  }

  /** Shows the size and the goal of the board. */
  show() {
    const { board, goalText } = this.state;
    this.note.say('');
    offerSides(this.rows, board.rows);
    offerSides(this.cols, board.cols);
    const named = goals.some(([name]) => name === goalText);
    this.goal.value = named ? goalText : '';
    this.own.hidden = named;
    if (!named && parse(goalText)) this.goalText.value = goalText;
    this.text.show();
  }

  /** The size that is chosen, such as 3x4. */
  get size() {
    return `${this.rows.value}x${this.cols.value}`;
  }

  resize() {
    this.run(this.state.shuffle(this.size, Number(this.seed.value)));
  }

  /** Shows the number of moves if the board is shuffled by moves. */
  showMoves() {
    this.moves.hidden = this.how.value === 'uniform';
  }

  shuffle() {
    chosen.uniform = this.how.value === 'uniform';
    chosen.walk = this.walk.value;
    const seed = Number(this.seed.value);
    chosen.seed = String(seed + 1); // the next shuffle gives another board
    this.seed.value = chosen.seed;
    if (chosen.uniform) {
      this.run(this.state.shuffle(this.size, seed), `Shuffled fully with seed ${seed}.`);
      return;
    }
    const walk = Number(chosen.walk);
    const text = `Shuffled by ${plural(walk, 'random move')} with seed ${seed}.`;
    this.run(this.state.shuffle(this.size, seed, walk), text);
  }

  /** Takes a goal, or shows the form of a goal that has no name. @param {string} name */
  chooseGoal(name) {
    this.own.hidden = name !== '';
    if (name) this.note.attempt(() => this.aim(name));
  }

  /**
   * Takes another goal. If no moves lead from the board to it, a random board takes its place.
   * @param {string} name of the goal
   */
  async aim(name) {
    const { state, note } = this;
    await state.read(state.text, name);
    if (!state.why) {
      note.say('');
      return;
    }
    await state.shuffle(state.size, Math.ceil(Math.random() * 1e6));
    note.say('No moves lead from the last board to this goal, so this is another board.');
  }

  useGoal() {
    this.run(this.state.read(this.state.text, this.goalText.value));
  }

  /**
   * Waits for the request of a board, and shows a text or an error.
   * @param {Promise<void>} request
   * @param {string} [text]
   */
  run(request, text = '') {
    this.note.attempt(async () => {
      await request;
      this.note.say(text);
    });
  }
}

/** The form of a board that the user writes or copies. */
class TextForm {
  text = el('textarea', { spellcheck: false, rows: 5 });

  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.state = app.state;
    this.note = noteFor(app);
    const help = 'Rows on lines or separated by /, cells by spaces. The blank is 0, _, x, . or -.';
    const insert = button('Insert the current board', () => (this.text.value = this.state.text));
    const form = el(
      'form',
      { class: 'stack', onsubmit: submit(() => this.use()) },
      field('Board', this.text, help),
      this.note.note,
      el('div', { class: 'row' }, el('button', {}, 'Use this board'), insert),
    );
    this.element = el('details', {}, el('summary', {}, 'Type or paste a board'), form);
  }

  /** Shows the goal as an example. */
  show() {
    this.note.say('');
    this.text.placeholder = format(this.state.goal);
  }

  /** Makes the text the current board. */
  use() {
    this.note.attempt(async () => {
      this.note.say('');
      try {
        await this.state.paste(this.text.value);
        scrollTo(0, 0); // to the board
      } catch (error) {
        const { message } = /** @type {Error} */ (error);
        throw new Error(plain(message, this.text.value, this.state));
      }
    });
  }
}

/**
 * Fills a select box with numbers of rows or columns.
 * @param {HTMLSelectElement} box
 * @param {number} side the number that is selected
 */
function offerSides(box, side) {
  const all = sides.includes(side) ? sides : [...sides, side];
  const options = all.map((n) => new Option(String(n), String(n), n === side, n === side));
  box.replaceChildren(...options);
}

/**
 * Says what is wrong with the text of a board, with the row and the cell.
 * @param {string} message of the backend
 * @param {string} text
 * @param {import('./state.js').State} state
 */
function plain(message, text, { size, board }) {
  const rows = text.trim().split('/').map(cellsOf);
  if (/no board|no square board/.test(message)) {
    const numbers = rows.flat().filter(Boolean).length;
    return `A ${size} board needs ${plural(board.tiles.length, 'number')}, this has ${numbers}.`;
  }
  const placed = /^board 1 \(line (\d+)(?:, field (\d+))?\): (.+)/s.exec(message);
  if (!placed) return message;
  const [, line, field, why] = placed;
  if (/row \d+ has/.test(why)) return capital(why); // this names the row
  if (Number(line) > 1) {
    const place = field ? `${line}, number ${field}` : line;
    return `Line ${place}: ${why}`;
  }
  if (!field) return capital(why);
  const { row, cell } = placeOf(Number(field), rows);
  return `Row ${row}, cell ${cell}: ${why}`;
}

/** Returns the cells of a row, which may be written without spaces. @param {string} row */
function cellsOf(row) {
  return /[\s,]/.test(row) ? row.trim().split(/[\s,]+/) : [...row];
}

/**
 * Returns the place of a cell, counted from 1.
 * @param {number} number of the cell on the board, from 1
 * @param {string[][]} rows
 */
function placeOf(number, rows) {
  let cell = number;
  let row = 1;
  for (const { length } of rows) {
    if (cell <= length) break;
    cell -= length;
    row++;
  }
  return { row, cell };
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
