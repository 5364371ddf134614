// A search tree that the reader grows.

import { format, inWords, legal, opposite, parse, same, slide, solved } from '../board.js';
import { button, el, field, select, svg } from '../dom.js';
import { figures, noteFor } from '../parts.js';
import { count, plural } from '../text.js';
import { card, heuristics, oneAtATime } from './chapter.js';

/** @typedef {import('../board.js').Board} Board */

/**
 * A node of the tree. Its state is open (on the open list), closed (expanded) or dropped (the search
 * knows a path to its board that is not longer). The reader chooses the element. The picture on it shows
 * the board, its figures and the edge to the parent.
 * @typedef {{number: number, board: Board, parent: Node | null, children: Node[], move: string, g: number, h: number,
 *   state: 'open' | 'closed' | 'dropped', element: SVGElement, picture: SVGElement, x: number, y: number}} Node
 */

/** The boards to choose from. */
const starts = { '5 moves': '1 2 3/5 7 6/4 0 8', '4 moves': '1 2 3/7 4 5/0 8 6', '6 moves': '2 3 0/1 5 6/4 7 8' };

/** The maximum number of expansions. */
const most = 100;

const cell = 17;
const size = { width: 3 * cell, height: 3 * cell + 30, across: 3 * cell + 24, down: 3 * cell + 72 };

/**
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal
 * @param {{title: string, order: 'bfs' | 'astar', heuristic: string}} options
 */
export function treeCard(app, signal, { title, order: firstOrder, heuristic: firstHeuristic }) {
  const goal = solved(3, 3);
  /** All nodes, in the order in which they were generated. @type {Node[]} */
  let nodes = [];
  /** The node that the Tab key reaches. @type {Node} */
  let current;
  let running = 0;

  const drawing = svg('svg', { class: 'tree', role: 'tree', 'aria-label': 'Search tree' });
  const frame = el('div', { class: 'scroll tree-frame' }, drawing);
  const order = select([['bfs', 'First in, first out (breadth-first)'], ['astar', 'Smallest f (A*)']], firstOrder,
    () => show());
  const heuristic = select(heuristics, firstHeuristic, () => estimateAgain());
  const start = select(Object.entries(starts).map(([name, board]) => [board, `${name} from the goal`]),
    starts['5 moves'], () => restart());
  const next = button('Expand next', () => expandNext(), { class: 'primary' });
  const run = button('Run', () => (running ? stop() : go()));
  const [facts, fill] = figures('Expanded', 'Generated', 'Open', 'Next node');
  const { note, attempt } = noteFor(app);

  const f = (/** @type {Node} */ node) => node.g + node.h;
  const open = () => nodes.filter(({ state }) => state === 'open');
  const closed = () => nodes.filter(({ state }) => state === 'closed');
  const atGoal = () => nodes.find(({ state, board }) => state === 'closed' && same(board, goal));

  /** The node that the search takes next. A* breaks ties by the larger g. */
  const best = () => open().reduce((/** @type {Node | null} */ a, b) =>
    (a && (order.value === 'bfs' || f(a) < f(b) || (f(a) === f(b) && a.g >= b.g)) ? a : b), null);

  /** @param {Board[]} boards @returns {Promise<number[]>} */
  const estimate = async (boards) => (await app.backend.call('estimate',
    { boards: boards.map(format), heuristic: heuristic.value })).estimates;

  /** @param {Board} board @param {Node | null} parent @param {string} move @param {number} h @returns {Node} */
  const add = (board, parent, move, h) => {
    const number = nodes.length;
    const element = svg('g', { role: 'treeitem', tabindex: -1 });
    const picture = svg('g', { 'aria-hidden': 'true' });
    /** @type {Node} */
    const node = { number, board, parent, children: [], move, g: parent ? parent.g + 1 : 0, h, state: 'open',
      element, picture, x: 0, y: 0 };
    // The new node is a duplicate if a known path to its board is not longer. If the known path is
    // longer, the known node is dropped.
    const known = nodes.filter((other) => other.state !== 'dropped' && same(other.board, board));
    if (known.some((other) => other.g <= node.g)) node.state = 'dropped';
    else for (const other of known) if (other.state === 'open') other.state = 'dropped';
    element.addEventListener('click', () => choose(node));
    element.addEventListener('keydown', (event) => onKey(event, node));
    parent?.children.push(node);
    nodes.push(node);
    drawing.append(element, picture);
    return node;
  };

  const act = oneAtATime(attempt);

  const restart = () => act(async () => {
    stop();
    const board = /** @type {Board} */ (parse(start.value));
    const [h] = await estimate([board]);
    nodes = [];
    drawing.replaceChildren();
    current = add(board, null, '', h);
    show();
    frame.scrollLeft = 0;
  });

  const estimateAgain = () => act(async () => {
    const all = await estimate(nodes.map(({ board }) => board));
    nodes.forEach((node, i) => (node.h = all[i]));
    show();
  });

  const expand = (/** @type {Node} */ node) => act(async () => {
    if (node.state !== 'open' || atGoal() || closed().length >= most) return;
    if (same(node.board, goal)) {
      node.state = 'closed';
    } else {
      const moves = legal(node.board).filter((move) => opposite[move] !== node.move);
      const boards = moves.map((move) => slide(node.board, move));
      const all = await estimate(boards);
      node.state = 'closed';
      boards.forEach((board, i) => add(board, node, moves[i], all[i]));
    }
    show();
    reveal(node);
    const known = node.children.filter(({ state }) => state === 'dropped').length;
    app.announce(atGoal() ? note.textContent ?? '' :
            `Expanded f ${f(node)}, g ${node.g}, h ${node.h}: ${plural(node.children.length - known, 'new board')}, ` +
      `${count(known)} known.`);
  });

  const choose = (/** @type {Node} */ node) => {
    current = node;
    show();
    return expand(node);
  };

  const expandNext = () => {
    const node = best();
    return node ? expand(node) : Promise.resolve();
  };

  const stop = () => {
    clearInterval(running);
    running = 0;
    run.textContent = 'Run';
  };

  const go = () => {
    run.textContent = 'Pause';
    running = setInterval(() => {
      if (atGoal() || closed().length >= most) stop();
      else expandNext();
    }, 350);
  };

  /** Moves the focus through the tree with arrow keys. @param {KeyboardEvent} event @param {Node} node */
  const onKey = (event, node) => {
    const level = nodes.filter(({ g }) => g === node.g).sort((a, b) => a.x - b.x);
    const at = level.indexOf(node);
    const to = {
      ArrowUp: node.parent, ArrowDown: node.children[0], ArrowLeft: level[at - 1], ArrowRight: level[at + 1],
    };
    if (event.key === 'Enter' || event.key === ' ') choose(node);
    else if (event.key in to) {
      const other = to[/** @type {keyof typeof to} */ (event.key)];
      if (other) {
        current = other;
        show();
        other.element.focus({ preventScroll: true });
        reveal(other);
      }
    } else return;
    event.preventDefault();
  };

  /** Scrolls the tree, but not the page, to a node. @param {Node} node */
  const reveal = (node) => {
    const left = node.x - frame.clientWidth / 2 + size.width / 2;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    frame.scrollTo({ left, behavior: calm ? 'auto' : 'smooth' });
  };

  const label = (/** @type {Node} */ node) => {
    const states = { open: 'Open.', closed: 'Expanded.', dropped: 'Duplicate, dropped.' };
    const arrived = node.move ? `By move ${node.move}. ` : 'Start. ';
    return `${arrived}f ${f(node)}, g ${node.g}, h ${node.h}. ${inWords(node.board)} ${states[node.state]}`;
  };

  /** Places the nodes and shows their states. */
  const show = () => {
    let leaves = 0;
    const place = (/** @type {Node} */ node) => {
      node.children.forEach(place);
      const [first, last] = [node.children[0], node.children[node.children.length - 1]];
      node.x = first ? (first.x + last.x) / 2 : 12 + leaves++ * size.across;
      node.y = 12 + node.g * size.down;
    };
    place(nodes[0]);
    const width = leaves * size.across;
    const height = Math.max(...nodes.map(({ y }) => y)) + size.height + 20;
    for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) {
      drawing.setAttribute(name, String(value));
    }
    const found = atGoal();
    /** The nodes from the start to the goal. @type {Set<Node>} */
    const way = new Set();
    for (let node = found; node; node = node.parent ?? undefined) way.add(node);
    const upNext = found ? null : best();
    for (const node of nodes) draw(node, way.has(node), node === upNext);
    next.disabled = run.disabled = !upNext || closed().length >= most;
    fill(count(closed().length), count(nodes.length - 1), count(open().length),
      upNext ? `f ${f(upNext)} = ${upNext.g} + ${upNext.h}` : '–');
    note.className = found ? 'note good' : 'note';
    if (found) {
      note.textContent = `The goal was taken from the open list: a plan of ${plural(found.g, 'move')}, ` +
        `found with ${plural(closed().length - 1, 'expansion')}.`;
    } else {
      note.textContent = closed().length >= most ? `The tree ends here, at ${most} expansions.` : '';
    }
  };

  /** @param {Node} node @param {boolean} onWay @param {boolean} upNext */
  const draw = (node, onWay, upNext) => {
    const { element, picture, parent, board, x, y } = node;
    const marks = `${node.state} ${onWay ? 'way' : ''} ${upNext ? 'next' : ''}`;
    element.setAttribute('class', `node ${marks}`);
    element.setAttribute('aria-label', label(node));
    element.setAttribute('aria-level', String(node.g + 1));
    element.setAttribute('tabindex', node === current ? '0' : '-1');
    if (node.children.length) element.setAttribute('aria-expanded', 'true');
    const [width, height] = [size.width + 14, size.height + 14];
    element.replaceChildren(svg('rect', { x: x - 7, y: y - 7, width, height, rx: 9 }));
    picture.setAttribute('class', `picture ${marks}`);
    const middle = x + size.width / 2;
    picture.replaceChildren(
      ...board.tiles.flatMap((tile, at) => {
        if (tile === 0) return [];
        const [left, top] = [x + (at % 3) * cell, y + Math.floor(at / 3) * cell];
        return [svg('rect', { x: left + 0.5, y: top + 0.5, width: cell - 1, height: cell - 1, rx: 3 }),
          svg('text', { class: 'digit', x: left + cell / 2, y: top + cell / 2 + 4 }, String(tile))];
      }),
      svg('text', { class: 'f', x: middle, y: y + size.width + 14 }, `f ${f(node)}`),
      svg('text', { class: 'gh', x: middle, y: y + size.width + 29 }, `g ${node.g}  h ${node.h}`));
    if (!parent) return;
    const [above, top, bottom] = [parent.x + size.width / 2, parent.y + size.height + 7, y - 7];
    const half = (top + bottom) / 2;
    picture.append(
      svg('path', { d: `M${above} ${top}C${above} ${half} ${middle} ${half} ${middle} ${bottom}` }),
      svg('text', { class: 'gh', x: middle + 12, y: bottom - 6 }, node.move));
  };

  signal.addEventListener('abort', stop);
  restart();
  return card(title,
    el('p', {}, 'Choose a node to expand it, or let the search take the next one, which is marked. Grey' +
      ' nodes are expanded. A dashed frame marks a duplicate.'),
    el('div', { class: 'halves' },
      field('The search takes', order), field('Heuristic', heuristic), field('Start', start)),
    el('div', { class: 'row' }, next, run, button('Start again', restart)),
    facts, frame, note,
    el('p', { class: 'help' }, 'Keys: arrows go from node to node, Enter expands.'));
}
