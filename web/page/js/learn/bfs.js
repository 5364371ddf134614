// Chapter 3: breadth-first search as growing layers.

import { parse } from '../board.js';
import { el, select, svg, field } from '../dom.js';
import { count, plural } from '../text.js';
import { begin, bestFirst, lines } from './algorithms.js';
import { lay } from './chapter.js';
import { lab } from './lab.js';
import { stepper } from './stepper.js';
import { keys } from './treeview.js';
import { pseudocode } from './tree.js';

/** @typedef {import('../board.js').Board} Board */
/** @typedef {import('./algorithms.js').Node} Node */

/** Boards to choose from, by the number of moves to the goal. @type {[string, string][]} */
const starts = [
  ['1 2 3/4 8 0/7 6 5', '5 moves from the goal'],
  ['1 3 5/4 0 2/7 8 6', '6 moves from the goal'],
  ['1 5 2/4 3 6/7 0 8', '7 moves from the goal'],
  ['1 2 3/7 0 4/5 8 6', '8 moves from the goal'],
];

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  let search = begin();
  let board = starts[1][0];
  const drawing = svg('svg', { class: 'growing', role: 'img' });
  const made = stepper(app, signal, {
    label: 'breadth-first search',
    lines: pseudocode('take the oldest node from open'),
    round: lines.loop,
    unit: 'board',
    picture: el(
      'div',
      { class: 'growing-frame' },
      drawing,
      keys(
        ['dot-now', 'looked at now'],
        ['dot-closed', 'expanded'],
        ['dot-open', 'waits'],
        ['dot-way', 'plan'],
      ),
    ),
    facts: ['Layer', 'Expanded', 'Open'],
    settings: [
      field(
        'Start',
        select(starts, board, (value) => {
          board = value;
          made.restart();
        }),
      ),
    ],
    start: () => {
      search = begin();
      return bestFirst(search, /** @type {Board} */ (parse(board)), { most: 2000 });
    },
    show: () => {
      draw(drawing, search.nodes, search.current, search.found);
      const open = search.nodes.filter(({ state }) => state === 'open').length;
      return [String(search.current?.g ?? 0), count(search.expanded), count(open)];
    },
    says: () =>
      search.found
        ? `The goal is in layer ${search.found.g}: a shortest plan has ` +
          `${plural(search.found.g, 'move')}. ${count(search.expanded)} boards were expanded to ` +
          'find it.'
        : 'Each dot is a board. A ring holds all boards that are equally far from the start.',
  });
  lay(root, {
    lead: `Breadth-first search looks at all boards one move from the start, then at all two moves
      away, and so on. Watch the layers grow, and choose a start that is one move farther.`,
    figure: made.element,
    terms: [
      ['queue', 'An open list from which the node that was added first is taken first.'],
      ['layer', 'The boards at one distance from the start.'],
      ['optimal', 'A plan is optimal if no plan for the board is shorter.'],
      ['exponential growth', 'Growth by a constant factor with each layer.'],
    ],
    text: `
      The search meets the goal by a shortest path, because it has looked at all shorter paths
      before (Moore 1959). Its plan is optimal, and it needs no estimate.

      The price is the number of boards. The search expands nearly every board that is nearer to the
      start than the goal is. This number grows exponentially with the distance, and so does the
      memory. A board 20 moves away needs tens of thousands of expansions on 3x3. The ten trillion
      boards of 4x4 were searched completely once, layer by layer. It took 28 days, and disks
      instead of memory (Korf and Schultze 2005).`,
    lab: lab(app, signal, {
      title: 'Breadth-first search in JavaScript',
      judge: 'search',
      about:
        'Change the queue to a stack: take the last node with open.pop(). What happens to the ' +
        'plans?',
      code: `
function search(start, goal, successors) {
  const parents = new Map([[start.join(), null]]);
  const open = [start];
  while (open.length) {
    const board = open.shift();
    if (board.join() === goal.join()) break;
    for (const [move, next] of successors(board)) {
      if (parents.has(next.join())) continue;
      parents.set(next.join(), [move, board]);
      open.push(next);
    }
  }
  let plan = "";
  let step = parents.get(goal.join());
  while (step) {
    plan = step[0] + plan;
    step = parents.get(step[1].join());
  }
  return plan;
}`,
    }),
    go: 'search/bfs/bfs.go breadthFirst.run',
    questions: [
      [
        'Why is the first plan that breadth-first search finds a shortest one?',
        'It takes boards in the order of their distance from the start, so every shorter path ' +
          'was looked at before.',
      ],
      [
        'What happens if open is a stack?',
        'The search follows one path as deep as it goes. Its plans can have thousands of moves.',
        ['Plans become very long', 'Plans stay shortest', 'No plan is found'],
      ],
      [
        'How could the search expand fewer boards without an estimate?',
        'Search from both ends. Two searches of half the depth meet in the middle, and each has ' +
          'far fewer layers.',
      ],
    ],
  });
}

/**
 * Draws the layers as rings around the start.
 * @param {SVGElement} drawing
 * @param {Node[]} nodes
 * @param {Node | null} current
 * @param {Node | null} found
 */
function draw(drawing, nodes, current, found) {
  const shown = nodes.filter(({ state }) => state !== 'dropped');
  const deepest = Math.max(1, ...shown.map(({ g }) => g));
  const radius = Math.max(24, 200 / deepest);
  /** @type {Map<Node, Node[]>} */
  const children = new Map(shown.map((node) => [node, []]));
  for (const node of shown) if (node.parent) children.get(node.parent)?.push(node);
  /**
   * The angle of each node: the leaves are spread evenly, and a parent is in the middle of its
   * children.
   * @type {Map<Node, number>}
   */
  const angles = new Map();
  const leaves = shown.filter((node) => !children.get(node)?.length).length;
  let leaf = 0;
  const turn = (/** @type {Node} */ node) => {
    const below = children.get(node) ?? [];
    below.forEach(turn);
    angles.set(
      node,
      below.length
        ? below.reduce((sum, other) => sum + (angles.get(other) ?? 0), 0) / below.length
        : (2 * Math.PI * leaf++) / leaves,
    );
  };
  if (shown[0]) turn(shown[0]);
  const at = (/** @type {Node} */ node) => {
    const angle = (angles.get(node) ?? 0) - Math.PI / 2;
    return [radius * node.g * Math.cos(angle), radius * node.g * Math.sin(angle)];
  };
  const size = radius * deepest + 16;
  drawing.setAttribute('viewBox', `${-size} ${-size} ${2 * size} ${2 * size}`);
  drawing.setAttribute(
    'aria-label',
    `Boards by their distance from the start: ${Array.from(
      { length: deepest + 1 },
      (_, g) => shown.filter((node) => node.g === g).length,
    ).join(', ')}.`,
  );
  const dot = Math.max(2.2, Math.min(6, radius / 5));
  /** @type {Set<Node>} */
  const way = new Set();
  for (let node = found; node; node = node.parent) way.add(node);
  drawing.replaceChildren(
    ...Array.from({ length: deepest }, (_, g) =>
      svg('circle', { class: 'ring', r: radius * (g + 1) }),
    ),
    ...shown
      .filter(({ parent }) => parent)
      .map((node) => {
        const [[x1, y1], [x2, y2]] = [at(/** @type {Node} */ (node.parent)), at(node)];
        return svg('line', { class: way.has(node) ? 'way' : '', x1, y1, x2, y2 });
      }),
    ...shown.map((node) => {
      const [cx, cy] = at(node);
      /** @type {string} */
      let kind = node.state;
      if (way.has(node)) kind = 'way';
      else if (node === current) kind = 'now';
      return svg('circle', {
        class: kind,
        cx,
        cy,
        r: node === current || way.has(node) ? dot * 1.5 : dot,
      });
    }),
  );
}
