// Chapter 2: the search tree.

import { prose } from './chapter.js';
import { treeCard } from './treeview.js';

export const title = 'The search tree';

/** @type {import('../views/learn.js').Chapter['mount']} */
export function mount(root, app, signal) {
  root.append(prose(`
    A search starts at one board. To _expand_ a board means to generate its _successors_: the boards that
    one move leads to. The boards and moves found in this way form the _search tree_. Each node of the tree
    stands for one way from the start to a board. The number of moves on this way is called g.

    The _open list_ holds the nodes that wait to be expanded. The _closed list_ holds those that were
    expanded. Search algorithms differ in the node that they take from the open list next. The search ends
    when it takes the goal.

    Several ways can lead to the same board. _Graph search_ keeps each board once, by its shortest way so
    far, and drops other nodes as duplicates. _Tree search_ has no closed list. It needs less memory and
    expands many boards more than once.

    The _branching factor_ is the number of successors of a board. The move that undoes the last one is
    useless and is left out, so between one and three moves remain. A tree of tree search grows by a factor
    of 1.73 with each move on 3x3, and by 2.13 on 4x4 (Edelkamp and Korf 1998).`));
  root.append(treeCard(app, signal, { title: 'Grow a search tree', order: 'bfs', heuristic: 'manhattan' }));
  root.append(prose(`
    Each node shows the estimate h of the moves that are left, and f = g + h. Chapter 4 explains both. For
    now, use first in, first out.`));
}
