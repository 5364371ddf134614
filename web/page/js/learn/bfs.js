// Chapter 3: breadth-first search.

import { solverCard } from './solver.js';
import { prose } from './chapter.js';

export const title = 'Breadth-first search';

/** The board that the solvers of the tutorial start with. */
export const firstBoard = '7 5 2/8 4 3/0 1 6';

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  root.append(prose(`
    _Breadth-first search_ (Moore 1959) expands boards in the order in which it generated them. Its open
    list is a queue: first in, first out. So the search looks at all boards that are one move from the
    start, then at all that are two moves away, and so on.

    It meets the goal by a shortest way, since it has looked at all shorter ways before. Its plan is
    optimal. The price is the number of boards: it expands nearly every board that is nearer to the start
    than the goal is. That number grows exponentially with the distance, and so does the memory.

    Shuffle with 10, 20 and 30 random moves, and compare the number of expanded boards. On 4x4 the search
    soon stops at 200,000 generated boards. Random moves often undo each other, so the plan found is usually
    shorter than the shuffle.`));
  root.append(solverCard(app, signal, { title: 'Breadth-first search', board: firstBoard, algorithm: 'bfs' }).element);
}
