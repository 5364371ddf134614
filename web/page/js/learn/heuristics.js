// Chapter 4: heuristics.

import { BoardView } from '../boardview.js';
import { format, parse, solved } from '../board.js';
import { button, el, svg } from '../dom.js';
import { noteFor, table } from '../parts.js';
import { count, plural } from '../text.js';
import { estimates, steps } from './algorithms.js';
import { after, card, heuristics, lastAsked, lay, randomBoard } from './chapter.js';
import { lab } from './lab.js';
import { stepper } from './stepper.js';

/** @typedef {import('../board.js').Board} Board */

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  lay(root, {
    lead: `How far is this board from the goal, at least? Each tile needs as many moves as it is
      rows and columns away from its cell. Point at a tile to see its way, or play the sum.`,
    figure: arrows(app, signal),
    terms: [
      ['heuristic', 'A function h that estimates the distance of a board.'],
      ['admissible', 'Never too large: h is at most the distance.'],
      ['misplaced tiles', 'The number of tiles that are not on their goal cell.'],
      ['Manhattan distance', 'The rows and columns between each tile and its goal cell, added up.'],
      [
        'linear conflict',
        'Two tiles in their goal line, in the wrong order. One has to leave the line, which ' +
          'takes two more moves.',
      ],
    ],
    text: `
      The first two estimates are distances in simpler puzzles (Pearl 1984). If a tile may jump to
      any cell, the distance is the number of misplaced tiles. If tiles may slide over each other,
      it is the Manhattan distance. A simpler puzzle never needs more moves, so these estimates are
      admissible.

      Linear conflict adds two moves for each tile that has to leave its line to let another pass
      (Hansson, Mayer and Yung 1992). No estimate counts the blank.

      A larger admissible estimate is better. The next chapter shows why: A* expands the boards that
      the estimate does not rule out.`,
    more: [
      card('Which expands fewer?', prediction(app, signal)),
      card('Three estimates of one board', compare(app, signal)),
    ],
    lab: lab(app, signal, {
      title: 'Write your own heuristic',
      judge: 'heuristic',
      about:
        'The function gets nine numbers, row by row, with 0 for the blank. It is tested on all ' +
        '181,440 boards, and A* solves 20 boards with it and with ours.',
      code: `
// An estimate of the moves that are left.
function h(tiles) {
  let sum = 0;
  for (let cell = 0; cell < 9; cell++) {
    const tile = tiles[cell];
    if (tile === 0) continue;
    const home = tile - 1;
    const rows = Math.floor(cell / 3) - Math.floor(home / 3);
    const columns = cell % 3 - home % 3;
    sum += Math.abs(rows) + Math.abs(columns);
  }
  return sum;
}`,
    }),
    go: 'heuristics/tilesum.go manhattan',
    questions: [
      [
        'Is 0 an admissible heuristic?',
        'It never estimates too much. A* with it looks at boards in the order of their distance, ' +
          'like breadth-first search.',
        ['Yes', 'No'],
      ],
      [
        'Is twice the Manhattan distance admissible?',
        'One move from the goal it says 2, but the distance is 1.',
        ['No', 'Yes'],
      ],
      [
        'Two heuristics are admissible. What about the larger of the two, board by board?',
        'It never estimates too much either, and it is at least as good as each. The program ' +
          'writes it as max(a,b).',
        ['It is admissible', 'It may not be admissible'],
      ],
      [
        'Why must the blank not be counted in misplaced tiles?',
        'One move from the goal, one tile is misplaced and the distance is 1. With the blank the ' +
          'count would be 2.',
      ],
    ],
  });
}

/**
 * Makes a board on which arrows show the Manhattan distance of each tile.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 */
function arrows(app, signal) {
  const goal = solved(3, 3);
  let board = /** @type {Board} */ (parse('7 2 4/5 0 6/8 3 1'));
  let pointed = -1; // the cell under the pointer
  let counted = -1; // the last cell that the search has counted
  let sum = 0;
  const view = new BoardView({
    label: 'Board',
    onMoves: (moves) => {
      board = after(board, moves);
      pointed = -1;
      made.restart();
    },
  });
  const overlay = svg('svg', { class: 'arrows', viewBox: '0 0 3 3', 'aria-hidden': 'true' });
  const picture = el('div', { class: 'with-arrows' }, view.element, overlay);
  const point = (/** @type {Event} */ event) => {
    const tile = event.target instanceof Element ? event.target.closest('.tile') : null;
    const number = tile ? Number(tile.textContent) : 0;
    pointed = number ? board.tiles.indexOf(number) : -1;
    draw();
  };
  view.element.addEventListener('pointerover', point);
  view.element.addEventListener('pointerleave', () => {
    pointed = -1;
    draw();
  });

  /** Draws the way of each counted tile, and that of the tile under the pointer on top. */
  const draw = () => {
    const shown =
      pointed >= 0
        ? [pointed]
        : board.tiles.map((_, cell) => cell).filter((cell) => cell <= counted);
    overlay.replaceChildren(
      ...shown
        .filter((cell) => board.tiles[cell])
        .map((cell) => {
          const [down, right] = steps(board, cell);
          // The lines are below and to the right of the digits, so that these can be read.
          const [x, y] = [(cell % 3) + 0.8, Math.floor(cell / 3) + 0.8];
          if (!down && !right) return svg('circle', { cx: x, cy: y, r: 0.08 });
          const [sx, sy] = [Math.sign(right), Math.sign(down)];
          // The arrow goes along the row, then along the column. Its head is at the goal cell.
          const [ex, ey] = [x + right, y + down];
          const [hx, hy] = down ? [0, sy] : [sx, 0];
          const head =
            `M${ex - hx * 0.16 - hy * 0.12} ${ey - hy * 0.16 - hx * 0.12}L${ex} ` +
            `${ey}L${ex - hx * 0.16 + hy * 0.12} ${ey - hy * 0.16 + hx * 0.12}`;
          return svg('path', {
            class: cell === (pointed >= 0 ? pointed : counted) ? 'now' : '',
            d: `M${x} ${y}H${ex}V${ey}${head}`,
          });
        }),
    );
  };
  const wordsOf = (/** @type {number} */ cell) => {
    const [down, right] = steps(board, cell).map(Math.abs);
    return (
      `Tile ${board.tiles[cell]}: ${plural(down, 'row')} and ${plural(right, 'column')}, so ` +
      `${down + right}.`
    );
  };
  const told = el('p', { class: 'muted told' });
  view.element.addEventListener(
    'pointerover',
    () => (told.textContent = pointed >= 0 ? wordsOf(pointed) : ''),
  );
  view.element.addEventListener('pointerleave', () => (told.textContent = ''));
  const made = stepper(app, signal, {
    label: 'Manhattan distance',
    round: 1,
    unit: 'tile',
    picture: el('div', { class: 'stack' }, picture, told),
    facts: ['Sum so far', 'Misplaced tiles', 'Manhattan distance'],
    lines: [
      'sum ← 0',
      'for each tile',
      '  rows ← rows to its goal cell',
      '  columns ← columns to its goal cell',
      '  sum ← sum + rows + columns',
      'return sum',
    ],
    settings: [
      el(
        'div',
        { class: 'row' },
        button('Random board', () =>
          attempt(async () => {
            board = await randomBoard(app, '3x3');
            made.restart();
          }),
        ),
      ),
    ],
    start: function* () {
      sum = 0;
      counted = -1;
      yield 0;
      for (const [cell, tile] of board.tiles.entries()) {
        if (!tile) continue;
        counted = cell;
        yield 1;
        yield 2;
        yield 3;
        sum += steps(board, cell).reduce((a, b) => a + Math.abs(b), 0);
        yield 4;
      }
      yield 5;
    },
    show: () => {
      view.show(board, goal);
      draw();
      return [count(sum), count(estimates.misplaced(board)), count(estimates.manhattan(board))];
    },
    says: () => (counted < 0 ? 'Point at a tile or tap it, or play the sum.' : wordsOf(counted)),
  });
  const { attempt } = noteFor(app);
  made.restart(); // the board is there before the sum
  return made.element;
}

/**
 * Makes a question that the reader answers before two heuristics are compared.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 */
function prediction(app, signal) {
  let board = /** @type {Board} */ (parse('7 2 4/5 0 6/8 3 1'));
  const view = new BoardView({ label: 'Board' });
  const { note, say, attempt } = noteFor(app);
  const act = lastAsked(attempt);
  const bars = el('div', { class: 'bars' });
  const choices = el('div', { class: 'row', role: 'group', 'aria-label': 'Your prediction' });

  const predict = (/** @type {string} */ guess) =>
    act(async () => {
      const shown = board;
      const answers = await Promise.all(
        heuristics.slice(0, 2).map(async ([heuristic, name]) => {
          const params = { board: format(shown), algorithm: 'astar', settings: { heuristic } };
          /** @type {import('../app.js').Answer} */
          const answer = await app.backend.stream('solve', params, () => {}, signal);
          return { name, expanded: answer.expanded, length: answer.length };
        }),
      );
      if (shown !== board) return;
      const most = Math.max(...answers.map(({ expanded }) => expanded));
      bars.replaceChildren(
        ...answers.map(({ name, expanded }) => {
          const bar = el('span', { class: 'amount' });
          bar.style.width = `${Math.max(1, (100 * expanded) / most)}%`;
          return el(
            'div',
            {},
            el('span', {}, name),
            el('span', {}, bar),
            el('strong', {}, count(expanded)),
          );
        }),
      );
      const [a, b] = answers;
      const ratio =
        Math.max(a.expanded, b.expanded) / Math.max(1, Math.min(a.expanded, b.expanded));
      let best = a.expanded < b.expanded ? a.name : b.name;
      if (ratio < 1.2) best = 'About the same';
      const times =
        ratio < 1.2
          ? 'Both expand about as many boards'
          : `${best} expands ${ratio < 10 ? ratio.toFixed(1) : count(Math.round(ratio))} times ` +
            'fewer boards';
      say(
        `${best === guess ? 'Right.' : 'Not quite.'} ${times}, and both plans have ${a.length} ` +
          'moves.',
        best === guess ? 'good' : '',
      );
    });
  choices.append(
    ...[...heuristics.slice(0, 2).map(([, name]) => name), 'About the same'].map((guess) =>
      button(guess, () => predict(guess)),
    ),
  );
  const show = (/** @type {Board} */ next) => {
    board = next;
    view.show(board, solved(3, 3));
    bars.replaceChildren();
    say('');
  };
  show(board);
  return el(
    'div',
    { class: 'two' },
    el(
      'div',
      { class: 'stack' },
      view.element,
      el(
        'div',
        { class: 'row' },
        button('Another board', () => act(async () => show(await randomBoard(app, '3x3')))),
      ),
    ),
    el(
      'div',
      { class: 'stack' },
      el(
        'p',
        {},
        'A* solves this board with misplaced tiles and with the Manhattan distance. With which ' +
          'one does it expand fewer boards?',
      ),
      choices,
      bars,
      note,
    ),
  );
}

/**
 * Makes a board with its estimates and its distance.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 */
function compare(app, signal) {
  const goal = solved(3, 3);
  let board = /** @type {Board} */ (parse('2 1 3/5 4 0/6 7 8'));
  const view = new BoardView({
    label: 'Board to estimate',
    onMoves: (moves) => show(after(board, moves)),
  });
  const result = el('div');
  const { note, attempt } = noteFor(app);
  const act = lastAsked(attempt);
  const show = (/** @type {Board} */ next) => {
    board = next;
    view.show(board, goal);
    act(async () => {
      const text = format(board);
      const rows = await Promise.all(
        heuristics.map(async ([heuristic, name]) => [
          name,
          count((await app.backend.call('estimate', { boards: [text], heuristic })).estimates[0]),
        ]),
      );
      const params = {
        board: text,
        algorithm: 'astar',
        settings: { heuristic: 'linear-conflict' },
      };
      const { length } = await app.backend.stream('solve', params, () => {}, signal);
      rows.push(['Distance', count(length)]);
      result.replaceChildren(
        table('Estimates and distance of the board', ['Estimate', 'Moves'], rows),
      );
      app.announce(rows.map((row) => row.join(' ')).join(', '));
    });
  };
  show(board);
  return el(
    'div',
    { class: 'two' },
    el(
      'div',
      { class: 'stack' },
      view.element,
      el(
        'div',
        { class: 'row' },
        button('Draw a board', () => attempt(async () => show(await randomBoard(app, '3x3')))),
      ),
    ),
    el('div', { class: 'stack' }, result, note),
  );
}
