// Chapter 9: beam search.

import { format, parse } from '../board.js';
import { button, el, svg } from '../dom.js';
import { count, plural } from '../text.js';
import { noteFor } from '../parts.js';
import { estimates, keyOf, successors } from './algorithms.js';
import { lay, randomBoard } from './chapter.js';
import { lab } from './lab.js';
import { stepper } from './stepper.js';
import { keys } from './treeview.js';

/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('./algorithms.js').Node} Node */

/** The maximum number of layers. */
const deepest = 60;

/**
 * Searches with a beam: of each layer, only the width nodes with the smallest h are kept. It yields
 * lines of the pseudocode.
 * @param {{layers: Node[][], expanded: number, found: Node | null, lost: boolean}} state
 * @param {Board} start
 * @param {number} width
 * @returns {Generator<number, void>}
 */
function* search(state, start, width) {
  const h = estimates.manhattan;
  const node = (/** @type {Board} */ board, /** @type {Node | null} */ parent, move = '') =>
    /** @type {Node} */ ({
      board,
      key: keyOf(board),
      parent,
      move,
      g: parent ? parent.g + 1 : 0,
      h: h(board),
      number: 0,
      state: 'open',
    });
  let beam = [node(start, null)];
  state.layers.push(beam); // before its line, so that the picture is never empty
  yield 0;
  const seen = new Set([beam[0].key]);
  while (beam.length && state.layers.length <= deepest) {
    yield 1;
    /** @type {Node[]} */
    const next = [];
    for (const parent of beam) {
      parent.state = 'closed';
      state.expanded++;
      for (const { move, board } of successors(parent.board, parent.move)) {
        const child = node(board, parent, move);
        if (seen.has(child.key)) continue;
        seen.add(child.key);
        next.push(child);
      }
    }
    state.layers.push(next);
    yield 2;
    state.found = next.find((child) => child.h === 0) ?? null;
    if (state.found) {
      yield 3;
      return;
    }
    next.sort((a, b) => a.h - b.h);
    yield 4;
    for (const child of next.slice(width)) child.state = 'cut';
    beam = next.slice(0, width);
    yield 5;
  }
  state.lost = true;
}

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  const fresh = () => ({
    layers: /** @type {Node[][]} */ ([]),
    expanded: 0,
    found: /** @type {Node | null} */ (null),
    lost: false,
  });
  let state = fresh();
  let board = /** @type {Board} */ (parse('7 5 2/8 4 3/0 1 6'));
  let shortest = 16;
  let width = 4;
  const { attempt } = noteFor(app);
  const drawing = svg('svg', { class: 'beam', role: 'img' });
  const frame = el(
    'div',
    { class: 'scroll beam-frame', tabIndex: 0, role: 'region', 'aria-label': 'Layers of the beam' },
    drawing,
  );
  const slider = el('input', {
    type: 'range',
    min: '1',
    max: '30',
    value: '4',
    'aria-label': 'Width of the beam',
    oninput: () => {
      width = Number(slider.value);
      label.textContent = `Width ${width}`;
      made.restart();
    },
  });
  const label = el('span', { class: 'label' }, 'Width 4');
  /** The lengths of the plans for all widths. */
  const byWidth = () =>
    [1, 2, 4, 8, 16, 32, 64]
      .map((w) => {
        const whole = fresh();
        for (const _ of search(whole, board, w));
        return `${w}: ${whole.found ? whole.found.g : 'none'}`;
      })
      .join(', ');
  const made = stepper(app, signal, {
    label: 'beam search',
    round: 1,
    unit: 'layer',
    picture: el(
      'div',
      { class: 'tree-view' },
      frame,
      keys(['open', 'kept'], ['cut', 'forgotten'], ['way', 'plan']),
    ),
    facts: ['Layer', 'Expanded', 'Kept at once'],
    lines: [
      'beam ← [start]',
      'while the beam is not empty',
      '  next ← the new successors of the beam',
      '  if next has the goal: return its plan',
      '  sort next by h',
      '  beam ← the first w nodes of next',
    ],
    settings: [
      el('div', { class: 'stack tight' }, label, slider),
      el(
        'div',
        { class: 'row' },
        button('Random board', () =>
          attempt(async () => {
            board = await randomBoard(app, '3x3');
            const params = { board: format(board), algorithm: 'astar' };
            shortest = (await app.backend.stream('solve', params, () => {}, signal)).length;
            made.restart();
          }),
        ),
      ),
    ],
    start: () => {
      state = fresh();
      return search(state, board, width);
    },
    show: () => {
      draw(drawing, state.layers, state.found);
      frame.scrollTop = frame.scrollHeight;
      return [String(Math.max(0, state.layers.length - 1)), count(state.expanded), String(width)];
    },
    says: () => {
      if (state.found)
        return (
          `A plan of ${plural(state.found.g, 'move')}; the shortest has ${shortest}. Moves by ` +
          `width: ${byWidth()}.`
        );
      if (state.lost)
        return (
          `No plan: all nodes of the beam were dead ends, or ${deepest} layers were not ` +
          `enough. Moves by width: ${byWidth()}.`
        );
      return (
        `Of each layer, the ${width === 1 ? 'board' : `${width} boards`} with the smallest h ` +
        'stay. The faded ones are dropped.'
      );
    },
  });
  lay(root, {
    lead: `Breadth-first search runs out of memory. Beam search keeps only the best few boards of
      each layer, and forgets the others for good. Choose how many.`,
    figure: made.element,
    terms: [
      ['beam', 'The nodes of a layer that are kept.'],
      ['width w', 'The maximum number of nodes in the beam.'],
      ['incomplete', 'A search that may end without a plan, although there is one.'],
    ],
    text: `
      Memory and time of each layer are bounded by the width, however large the board is. So beam
      search is used where A* and IDA* give up, as on boards of 8x8. Its plans are not proven, and
      they are usually longer than the shortest ones.

      What is dropped does not come back. If all paths to the goal leave the beam, the search ends
      without a plan, or walks on. A wider beam mostly finds shorter plans, but not always: a wider
      beam keeps other boards, and one of them can lead it astray. A better estimate helps more than
      a wider beam.`,
    lab: lab(app, signal, {
      title: 'Beam search in JavaScript',
      judge: 'search',
      about: 'Change the width. How small may it be before a plan is missing?',
      code: `
const width = 8;

function search(start, goal, successors, h) {
  let beam = [[start, ""]];
  const seen = new Set([start.join()]);
  for (let layer = 0; layer < 80; layer++) {
    const next = [];
    for (const [board, plan] of beam) {
      if (board.join() === goal.join()) return plan;
      for (const [move, child] of successors(board)) {
        if (seen.has(child.join())) continue;
        seen.add(child.join());
        next.push([child, plan + move]);
      }
    }
    next.sort((a, b) => h(a[0]) - h(b[0]));
    beam = next.slice(0, width);
  }
}`,
    }),
    go: 'search/beam/layers.go layers.advance',
    questions: [
      [
        'To which board does a beam of width 1 go?',
        'Hill climbing would stop where no neighbour is better. The beam goes on, and never back.',
        [
          'The best new neighbour, even a worse one',
          'The best neighbour, if it is better',
          'The best board of all',
        ],
      ],
      [
        'Which search is a beam of unlimited width?',
        'It drops no board, so it looks at all boards of a layer before the next.',
        ['Breadth-first search', 'A*', 'Greedy search'],
      ],
      [
        'Why does the order within a layer not need g?',
        'All boards of a layer are equally far from the start, so g is the same for all.',
      ],
    ],
  });
}

/**
 * Draws the layers from top to bottom: the boards that are kept, then those that were dropped.
 * @param {SVGElement} drawing
 * @param {Node[][]} layers
 * @param {Node | null} found
 */
function draw(drawing, layers, found) {
  const [cell, across, down, shown] = [11, 42, 62, 18];
  const most = Math.min(shown, Math.max(1, ...layers.map((layer) => layer.length)));
  const [width, height] = [40 + across * most + 30, 16 + down * layers.length];
  drawing.setAttribute('viewBox', `0 0 ${width} ${height}`);
  // few boards are large
  drawing.style.width = `max(${0.8 * width}px, min(100%, ${1.6 * width}px))`;
  drawing.setAttribute(
    'aria-label',
    `${plural(layers.length, 'layer')}. Kept and dropped in each: ${layers
      .map((layer) => {
        const cut = layer.filter(({ state }) => state === 'cut').length;
        return `${layer.length - cut} and ${cut}`;
      })
      .join('; ')}.`,
  );
  /** @type {Set<Node>} */
  const way = new Set();
  for (let node = found; node; node = node.parent) way.add(node);
  drawing.replaceChildren(
    ...layers.flatMap((layer, g) => [
      svg('text', { class: 'gh', x: 24, y: 34 + down * g, 'text-anchor': 'end' }, String(g)),
      ...layer.slice(0, shown).map((node, i) => {
        const [x, y] = [40 + across * i, 8 + down * g];
        return svg(
          'g',
          { class: `small-node ${node.state} ${way.has(node) ? 'way' : ''}` },
          svg('rect', {
            class: 'frame',
            x: x - 2,
            y: y - 2,
            width: 3 * cell + 4,
            height: 3 * cell + 4,
            rx: 3,
          }),
          ...node.board.tiles.flatMap((tile, at) => {
            const [left, top, placed] = [
              x + (at % 3) * cell,
              y + Math.floor(at / 3) * cell,
              tile === at + 1 ? 'placed' : '',
            ];
            return tile === 0
              ? []
              : [
                  svg('rect', {
                    class: `tiny ${placed}`,
                    x: left + 0.5,
                    y: top + 0.5,
                    width: cell - 1,
                    height: cell - 1,
                    rx: 1.5,
                  }),
                  svg(
                    'text',
                    { class: `digit ${placed}`, x: left + cell / 2, y: top + cell - 2.5 },
                    String(tile),
                  ),
                ];
          }),
          svg('text', { class: 'gh', x: x + 1.5 * cell, y: y + 3 * cell + 15 }, `h ${node.h}`),
        );
      }),
      ...(layer.length > shown
        ? [
            svg(
              'text',
              { class: 'gh', x: 44 + across * shown, y: 34 + down * g, 'text-anchor': 'start' },
              `+${layer.length - shown}`,
            ),
          ]
        : []),
    ]),
  );
}
