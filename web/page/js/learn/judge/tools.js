/** A board of 3x3: nine numbers, row by row, 0 for the blank. @typedef {number[]} Tiles */

/**
 * What a best-first search keeps of a board.
 * @typedef {{tiles: Tiles, g: number, f: number, move: string}} Entry
 */

/**
 * What all judges use: boards of 3x3, random numbers that are the same in each run, and a search.
 * The text of this class is sent to a worker (see script.js). So it must not use anything outside.
 */
export class Tools {
  /** @param {Record<string, ((...args: any[]) => any) | null>} given the functions of the reader */
  constructor(given) {
    this.given = given;
    this.goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    /** The opposites of moves. @type {Record<string, string>} */
    this.opposite = { U: 'D', D: 'U', L: 'R', R: 'L' };
    /** Of the random numbers. */
    this.seed = 1;
  }

  /**
   * Returns a function of the reader. It gets copies of lists, so that it cannot change the boards.
   * @param {string} name
   */
  own(name) {
    const found = this.given[name];
    if (!found) throw new Error(`expected a function ${name}`);
    return (/** @type {any[]} */ ...params) => {
      const copies = params.map((param) => (Array.isArray(param) ? [...param] : param));
      return found(...copies);
    };
  }

  /** Returns a random number of at least 0 and below 1. */
  random() {
    this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0;
    return this.seed / 2 ** 32;
  }

  /** Returns a random element. @template T @param {T[]} list @returns {T} */
  pick(list) {
    return list[Math.floor(this.random() * list.length)];
  }

  /** Returns a whole number with commas. @param {number} n */
  comma(n) {
    return Math.round(n).toLocaleString('en');
  }

  /** Returns the sum of a list. @param {number[]} numbers */
  sum(numbers) {
    return numbers.reduce((total, number) => total + number, 0);
  }

  /** Returns a board as the key of a map. @param {Tiles} tiles */
  key(tiles) {
    return tiles.join('');
  }

  /** Returns the board of a key. @param {string} key */
  tilesOf(key) {
    return [...key].map(Number);
  }

  /** Returns a board as a text of three rows. @param {Tiles} tiles */
  show(tiles) {
    const rows = [0, 3, 6].map((start) => tiles.slice(start, start + 3).join(' '));
    return rows.join('/');
  }

  /** Reports whether a board is the goal. @param {Tiles} tiles */
  isGoal(tiles) {
    return this.key(tiles) === this.key(this.goal);
  }

  /**
   * Returns the legal moves of a board, and the boards that they lead to.
   * @param {Tiles} tiles
   * @returns {[string, Tiles][]}
   */
  successors(tiles) {
    const blank = tiles.indexOf(0);
    const column = blank % 3;
    /**
     * The moves, how far the blank goes in the list, and whether it can.
     * @type {[string, number, boolean][]}
     */
    const moves = [
      ['U', -3, blank > 2],
      ['D', 3, blank < 6],
      ['L', -1, column > 0],
      ['R', 1, column < 2],
    ];
    /** @type {[string, Tiles][]} */
    const found = [];
    for (const [move, step, legal] of moves) {
      if (!legal) continue;
      const next = [...tiles];
      next[blank] = next[blank + step];
      next[blank + step] = 0;
      found.push([move, next]);
    }
    return found;
  }

  /**
   * Returns the board that a move leads to, or undefined if the move is not legal.
   * @param {Tiles} tiles
   * @param {string} move
   */
  after(tiles, move) {
    return this.successors(tiles).find(([other]) => other === move)?.[1];
  }

  /** Returns the number of misplaced tiles. @param {Tiles} tiles */
  misplaced(tiles) {
    return tiles.filter((tile, cell) => tile !== 0 && tile !== cell + 1).length;
  }

  /** Returns the Manhattan distance. @param {Tiles} tiles */
  manhattan(tiles) {
    let total = 0;
    for (const [cell, tile] of tiles.entries()) {
      if (tile === 0) continue;
      const goal = tile - 1;
      total += Math.abs(Math.floor(goal / 3) - Math.floor(cell / 3));
      total += Math.abs((goal % 3) - (cell % 3));
    }
    return total;
  }

  /** Returns the distances of all boards from the goal. */
  distances() {
    const known = new Map([[this.key(this.goal), 0]]);
    let layer = [this.goal];
    for (let distance = 1; layer.length; distance++) {
      const next = [];
      for (const tiles of layer) {
        for (const [, other] of this.successors(tiles)) {
          const key = this.key(other);
          if (known.has(key)) continue;
          known.set(key, distance);
          next.push(other);
        }
      }
      layer = next;
    }
    return known;
  }

  /**
   * Draws n boards whose distances from the goal are in a range.
   * @param {number} n
   * @param {Map<string, number>} distances
   * @param {number} least
   * @param {number} most
   */
  draw(n, distances, least, most) {
    /** @type {string[]} */
    const keys = [];
    for (const [key, distance] of distances) {
      if (distance >= least && distance <= most) keys.push(key);
    }
    return Array.from({ length: n }, () => this.tilesOf(this.pick(keys)));
  }

  /** Returns n boards after many random moves. @param {number} n */
  shuffled(n) {
    return Array.from({ length: n }, () => {
      let tiles = this.goal;
      for (let i = 0; i < 80; i++) tiles = this.pick(this.successors(tiles))[1];
      return tiles;
    });
  }

  /**
   * Best-first search with a heap. Among equal priorities, the larger g comes first.
   * @param {Tiles} start
   * @param {(tiles: Tiles) => number} h
   * @param {(g: number, h: number) => number} priority
   */
  bestFirst(start, h, priority) {
    /** @type {Entry[]} */
    const heap = [];
    const best = new Map([[this.key(start), 0]]);
    this.push(heap, { tiles: start, g: 0, f: priority(0, h(start)), move: '' });
    let expanded = 0;
    while (heap.length) {
      const { tiles, g, move } = this.pop(heap);
      if (g > (best.get(this.key(tiles)) ?? 0)) continue;
      if (this.isGoal(tiles)) return { length: g, expanded };
      expanded++;
      for (const [next, other] of this.successors(tiles)) {
        if (next === this.opposite[move]) continue;
        const key = this.key(other);
        const known = best.get(key);
        if (known !== undefined && known <= g + 1) continue;
        best.set(key, g + 1);
        this.push(heap, { tiles: other, g: g + 1, f: priority(g + 1, h(other)), move: next });
      }
    }
    return { length: -1, expanded };
  }

  /**
   * A* on boards: the lengths of the plans, and the boards expanded in all.
   * @param {Tiles[]} boards
   * @param {(tiles: Tiles) => number} h
   * @param {(g: number, h: number) => number} [priority]
   */
  solveAll(boards, h, priority = (g, rest) => g + rest) {
    const answers = boards.map((board) => this.bestFirst(board, h, priority));
    return {
      lengths: answers.map(({ length }) => length),
      expanded: this.sum(answers.map(({ expanded }) => expanded)),
    };
  }

  /**
   * Reports whether an entry comes out of the heap before another.
   * @param {Entry} a
   * @param {Entry} b
   */
  before(a, b) {
    return a.f < b.f || (a.f === b.f && a.g > b.g);
  }

  /** Puts an entry into a binary heap. @param {Entry[]} heap @param {Entry} entry */
  push(heap, entry) {
    let place = heap.push(entry) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.before(entry, heap[parent])) break;
      heap[place] = heap[parent];
      place = parent;
    }
    heap[place] = entry;
  }

  /** Takes the first entry out of a binary heap. @param {Entry[]} heap */
  pop(heap) {
    const first = heap[0];
    const last = /** @type {Entry} */ (heap.pop());
    if (!heap.length) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.before(heap[child + 1], heap[child])) child++;
      if (!this.before(heap[child], last)) break;
      heap[place] = heap[child];
      place = child;
    }
    heap[place] = last;
    return first;
  }
}
