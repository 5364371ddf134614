// Tests the program of a reader. The function runs in a worker, apart from the page: it must use
// nothing that is outside of it.

/**
 * Posts a verdict (see lab.js) on the functions of the reader.
 * @param {string} judge the name of the test
 * @param {Record<string, ((...args: any[]) => any) | null>} given the functions of the reader
 */
export function harness(judge, given) {
  /** A board of 3x3 is a list of nine numbers. @typedef {number[]} Tiles */
  const goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
  const key = (/** @type {Tiles} */ tiles) => tiles.join('');
  const opposite = /** @type {Record<string, string>} */ ({ U: 'D', D: 'U', L: 'R', R: 'L' });
  const comma = (/** @type {number} */ n) => Math.round(n).toLocaleString('en');
  /** @returns {[string, Tiles][]} */
  const successors = (/** @type {Tiles} */ tiles) => {
    const blank = tiles.indexOf(0);
    return /** @type {[string, number, boolean][]} */ ([
      ['U', -3, blank > 2],
      ['D', 3, blank < 6],
      ['L', -1, blank % 3 > 0],
      ['R', 1, blank % 3 < 2],
    ])
      .filter(([, , legal]) => legal)
      .map(([move, by]) => {
        const next = [...tiles];
        [next[blank], next[blank + by]] = [next[blank + by], 0];
        return [move, next];
      });
  };
  const misplaced = (/** @type {Tiles} */ tiles) =>
    tiles.filter((tile, at) => tile && tile !== at + 1).length;
  const manhattan = (/** @type {Tiles} */ tiles) =>
    tiles.reduce(
      (sum, tile, at) =>
        sum +
        (tile
          ? Math.abs(Math.floor((tile - 1) / 3) - Math.floor(at / 3)) +
            Math.abs(((tile - 1) % 3) - (at % 3))
          : 0),
      0,
    );

  /** Random numbers that are the same in each run. */
  let seed = 1;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };

  /** The distances of all boards from the goal. @returns {Map<string, number>} */
  const distances = () => {
    const known = new Map([[key(goal), 0]]);
    let layer = [goal];
    for (let distance = 1; layer.length; distance++) {
      const next = [];
      for (const tiles of layer) {
        for (const [, other] of successors(tiles)) {
          const text = key(other);
          if (known.has(text)) continue;
          known.set(text, distance);
          next.push(other);
        }
      }
      layer = next;
    }
    return known;
  };
  const tilesOf = (/** @type {string} */ text) => [...text].map(Number);
  const show = (/** @type {Tiles} */ tiles) =>
    [0, 3, 6].map((at) => tiles.slice(at, at + 3).join(' ')).join('/');

  /**
   * Boards that are not near the goal.
   * @param {number} n
   * @param {Map<string, number>} known
   * @param {number} least
   */
  const draw = (n, known, least, most = 31) => {
    const all = [...known.keys()].filter(
      (text) => (known.get(text) ?? 0) >= least && (known.get(text) ?? 0) <= most,
    );
    return Array.from({ length: n }, () => tilesOf(all[Math.floor(random() * all.length)]));
  };

  /**
   * Best-first search by a heap. Among equal priorities, the larger g comes first.
   * @param {Tiles} start
   * @param {(tiles: Tiles) => number} h
   * @param {(g: number, h: number) => number} priority
   */
  const bestFirst = (start, h, priority) => {
    /** @typedef {{tiles: Tiles, g: number, f: number, move: string}} Entry */
    /** @type {Entry[]} */
    const heap = [];
    const before = (/** @type {Entry} */ a, /** @type {Entry} */ b) =>
      a.f < b.f || (a.f === b.f && a.g > b.g);
    const push = (/** @type {Entry} */ entry) => {
      let at = heap.push(entry) - 1;
      for (let up = (at - 1) >> 1; at && before(entry, heap[up]); up = (at - 1) >> 1) {
        heap[at] = heap[up];
        at = up;
      }
      heap[at] = entry;
    };
    const pop = () => {
      const first = heap[0];
      const last = /** @type {Entry} */ (heap.pop());
      if (!heap.length) return first;
      let at = 0;
      for (let down = 1; down < heap.length; down = 2 * at + 1) {
        if (down + 1 < heap.length && before(heap[down + 1], heap[down])) down++;
        if (!before(heap[down], last)) break;
        heap[at] = heap[down];
        at = down;
      }
      heap[at] = last;
      return first;
    };
    const best = new Map([[key(start), 0]]);
    push({ tiles: start, g: 0, f: priority(0, h(start)), move: '' });
    let expanded = 0;
    while (heap.length) {
      const { tiles, g, move } = pop();
      if (g > (best.get(key(tiles)) ?? 0)) continue;
      if (key(tiles) === key(goal)) return { length: g, expanded };
      expanded++;
      for (const [next, other] of successors(tiles)) {
        if (next === opposite[move]) continue;
        const text = key(other);
        const known = best.get(text);
        if (known !== undefined && known <= g + 1) continue;
        best.set(text, g + 1);
        push({ tiles: other, g: g + 1, f: priority(g + 1, h(other)), move: next });
      }
    }
    return { length: -1, expanded };
  };

  /** Boards after many random moves. @param {number} n */
  const shuffled = (n) =>
    Array.from({ length: n }, () => {
      let tiles = goal;
      for (let i = 0; i < 80; i++) {
        const all = successors(tiles);
        tiles = all[Math.floor(random() * all.length)][1];
      }
      return tiles;
    });

  /**
   * The function of the reader. It gets copies of lists, so that it cannot change the boards.
   * @param {string} name
   */
  const own = (name) => {
    const found = given[name];
    if (!found) throw new Error(`expected a function ${name}`);
    return (/** @type {any[]} */ ...params) =>
      found(...params.map((param) => (Array.isArray(param) ? [...param] : param)));
  };

  /** @type {Record<string, () => import('./lab.js').Verdict>} */
  const judges = {
    heuristic() {
      const h = own('h');
      const known = distances();
      let [high, sum, exact] = [0, 0, 0];
      let worst = '';
      for (const [text, distance] of known) {
        const estimate = h(tilesOf(text));
        if (typeof estimate !== 'number' || !(estimate >= 0)) {
          return {
            text:
              `h must return a number of at least 0. On ${show(tilesOf(text))} it returned ` +
              `${estimate}.`,
            good: false,
          };
        }
        sum += estimate;
        if (estimate === distance) exact++;
        if (estimate > distance && high++ === 0) {
          const board = show(tilesOf(text));
          worst = `On ${board} it says ${estimate}, but ${distance} moves are enough.`;
        }
      }
      const ours = /** @type {[string, (tiles: Tiles) => number][]} */ ([
        ['yours', h],
        ['misplaced tiles', misplaced],
        ['Manhattan distance', manhattan],
      ]);
      const boards = draw(20, known, 18, 24);
      const rows = ours.map(([name, estimate]) => {
        const answers = boards.map((board) => bestFirst(board, estimate, (g, rest) => g + rest));
        const shortest = answers.filter(
          ({ length }, i) => length === known.get(key(boards[i])),
        ).length;
        return [
          name,
          comma(answers.reduce((all, { expanded }) => all + expanded, 0)),
          `${shortest} of ${boards.length}`,
        ];
      });
      const mean = (sum / known.size).toFixed(2);
      const text = high
        ? `Not admissible: it estimates too much on ${comma(high)} of all ${comma(known.size)} ` +
          `boards. ${worst}`
        : `Admissible on all ${comma(known.size)} boards: it never estimates too much. Mean ` +
          `estimate ${mean}; exact on ${comma(exact)} boards.`;
      return {
        text,
        good: !high,
        head: ['A* with', 'expanded on 20 boards', 'shortest plans'],
        rows,
      };
    },

    search() {
      const search = own('search');
      let wrong = '';
      // Boards and their distances.
      const rows = /** @type {[string, number][]} */ ([
        ['135402786', 6],
        ['123704586', 8],
        ['752843016', 16],
      ]).map(([text, length]) => {
        const board = tilesOf(text);
        let expanded = 0;
        const spy = (/** @type {Tiles} */ tiles) => {
          expanded++;
          return successors(tiles);
        };
        const plan = [...(search(board, goal, spy, manhattan) ?? '')].filter((move) =>
          'UDLR'.includes(move),
        );
        let at = board;
        for (const move of plan) at = successors(at).find(([other]) => other === move)?.[1] ?? [];
        const reached = at.join() === goal.join();
        if (!reached) wrong ||= `The plan for ${show(board)} does not lead to the goal.`;
        return [
          show(board),
          reached ? String(plan.length) : 'no plan',
          String(length),
          comma(expanded),
        ];
      });
      const longer = rows.filter(([, length, shortest]) => length !== shortest).length;
      const head = ['board', 'moves', 'shortest', 'expanded'];
      if (wrong) return { text: wrong, good: false, head, rows };
      if (longer) {
        const text =
          `All plans lead to the goal. ${longer} of ${rows.length} are longer than the ` +
          'shortest.';
        return { text, good: null, head, rows };
      }
      const text = 'All plans lead to the goal, and none is longer than the shortest.';
      return { text, good: true, head, rows };
    },

    solvable() {
      const solvable = own('solvable');
      let right = 0;
      let wrong = '';
      for (let i = 0; i < 1000; i++) {
        const tiles = [...goal];
        let swaps = 0;
        for (let at = 8; at > 0; at--) {
          const other = Math.floor(random() * (at + 1));
          if (other !== at) swaps++;
          [tiles[at], tiles[other]] = [tiles[other], tiles[at]];
        }
        const blank = tiles.indexOf(0);
        const truth = (swaps + 2 - Math.floor(blank / 3) + 2 - (blank % 3)) % 2 === 0;
        if (Boolean(solvable(tiles)) === truth) right++;
        else
          wrong ||= ` It is wrong on ${show(tiles)}, which ${truth ? 'can' : 'cannot'} be solved.`;
      }
      return {
        text: `Right on ${comma(right)} of 1,000 random arrangements.${wrong}`,
        good: right === 1000,
      };
    },

    priority() {
      const priority = own('priority');
      const boards = shuffled(20);
      const shortest = boards.reduce(
        (sum, board) => sum + bestFirst(board, manhattan, (g, h) => g + h).length,
        0,
      );
      const rows = /** @type {[string, (g: number, h: number) => number][]} */ ([
        ['yours', priority],
        ['A*: g + h', (g, h) => g + h],
        ['greedy: h', (_, h) => h],
      ]).map(([name, of]) => {
        const answers = boards.map((board) => bestFirst(board, manhattan, of));
        const moves = answers.reduce((sum, { length }) => sum + length, 0);
        return [
          name,
          (moves / shortest).toFixed(3),
          comma(answers.reduce((sum, { expanded }) => sum + expanded, 0)),
        ];
      });
      return {
        text: `On 20 boards, your plans have ${rows[0][1]} times the moves of shortest plans.`,
        good: rows[0][1] === '1.000' ? true : null,
        head: ['priority', 'moves / shortest', 'expanded'],
        rows,
      };
    },

    group() {
      const group = own('group');
      /** @type {Map<unknown, number[]>} */
      const groups = new Map();
      for (let tile = 1; tile <= 8; tile++) {
        const name = group(tile);
        groups.set(name, [...(groups.get(name) ?? []), tile]);
      }
      const sizes = [...groups.values()].map((tiles) => tiles.length);
      if (Math.max(...sizes) > 5)
        return {
          text: 'A group may have at most 5 tiles, so that its table is built in a moment.',
          good: false,
        };
      // The table of a group: the moves of its tiles, for each placement. Moves of other tiles cost
      // nothing.
      const tables = [...groups.values()].map((tiles) => {
        const only = (/** @type {Tiles} */ board) =>
          board.map((tile) => (tile === 0 || tiles.includes(tile) ? tile : 9));
        const table = new Map();
        const placement = (/** @type {Tiles} */ board) =>
          tiles.map((tile) => board.indexOf(tile)).join('');
        const seen = new Set([key(only(goal))]);
        let layer = [only(goal)];
        for (let moves = 0; layer.length; moves++) {
          const next = [];
          for (let i = 0; i < layer.length; i++) {
            const text = placement(layer[i]);
            if (!table.has(text)) table.set(text, moves);
            for (const [, other] of successors(layer[i])) {
              if (seen.has(key(other))) continue;
              if (other[layer[i].indexOf(0)] === 9) {
                seen.add(key(other));
                layer.push(other);
              } else next.push(other);
            }
          }
          layer = next.filter((board) => !seen.has(key(board)) && seen.add(key(board)));
        }
        return { table, placement };
      });
      const h = (/** @type {Tiles} */ board) =>
        tables.reduce((sum, { table, placement }) => sum + table.get(placement(board)), 0);
      const boards = shuffled(20);
      const total = (/** @type {(board: Tiles) => number} */ estimate) =>
        boards.reduce(
          (sum, board) => sum + bestFirst(board, estimate, (g, rest) => g + rest).expanded,
          0,
        );
      const entries = tables.reduce((sum, { table }) => sum + table.size, 0);
      return {
        text: `Groups of ${sizes.join(', ')} tiles: tables of ${comma(entries)} entries.`,
        good: null,
        head: ['A* with', 'expanded on 20 boards'],
        rows: [
          ['your tables', comma(total(h))],
          ['Manhattan distance', comma(total(manhattan))],
        ],
      };
    },

    decode() {
      const decode = own('decode');
      const boards = shuffled(50);
      let legal = 0;
      /** @type {Set<string>} */
      const used = new Set();
      for (let i = 0; i < 1000; i++) {
        let tiles = boards[i % boards.length];
        let last = '';
        let good = true;
        for (let n = 0; n < 20 && good; n++) {
          const choices = successors(tiles)
            .map(([move]) => move)
            .filter((move) => move !== opposite[last]);
          const move = decode(random(), choices);
          good = choices.includes(move);
          if (!good) break;
          used.add(move);
          last = move;
          tiles = successors(tiles).find(([other]) => other === move)?.[1] ?? tiles;
        }
        if (good) legal++;
      }
      return {
        text:
          `${comma(legal)} of 1,000 random chromosomes are legal plans of 20 moves. Moves in ` +
          `use: ${[...used].sort().join(' ')}.`,
        good: legal === 1000 && used.size === 4,
      };
    },

    crossover() {
      const cross = own('crossover');
      const boards = shuffled(40);
      /**
       * Evolves plans for a board, and returns whether one leads to the goal.
       * @param {Tiles} start
       * @param {Function} of
       */
      const evolve = (start, of) => {
        const run = (/** @type {number[]} */ genes) => {
          let tiles = start;
          let last = '';
          let least = Infinity;
          genes.forEach((gene, i) => {
            const choices = successors(tiles).filter(([move]) => move !== opposite[last]);
            [last, tiles] = choices[Math.floor(gene * choices.length)];
            least = Math.min(least, 900 * manhattan(tiles) + 100 * (i + 1));
            if (key(tiles) === key(goal)) least = -1;
          });
          return least;
        };
        let population = Array.from({ length: 60 }, () => Array.from({ length: 24 }, random)).map(
          (genes) => ({ genes, fitness: run(genes) }),
        );
        for (let generation = 0; generation < 60; generation++) {
          population.sort((a, b) => a.fitness - b.fitness);
          if (population[0].fitness < 0) return true;
          const parents = population.slice(0, 30);
          population = [
            ...parents,
            ...parents.map(({ genes }) => {
              const mate = parents[Math.floor(random() * parents.length)].genes;
              const child = [...of(genes, mate, random)]
                .slice(0, 40)
                .map((gene) => (gene >= 0 && gene < 1 ? gene : random()));
              if (!child.length) child.push(random());
              child[Math.floor(random() * child.length)] = random();
              return { genes: child, fitness: run(child) };
            }),
          ];
        }
        return false;
      };
      const count = (/** @type {Function} */ of) => {
        seed = 7;
        return boards.filter((board) => evolve(board, of)).length;
      };
      return {
        text:
          'Each run has 60 chromosomes and 60 generations. A difference of up to 8 boards may be ' +
          'chance. A copy keeps the 24 genes of its parent, so it misses plans that are longer.',
        good: null,
        head: ['children by', 'boards solved of 40'],
        rows: [
          ['yours', String(count(cross))],
          ['a copy of the first parent', String(count((/** @type {number[]} */ a) => a))],
        ],
      };
    },
  };

  try {
    postMessage(judges[judge]());
  } catch (error) {
    if (!(error instanceof Error)) return postMessage({ text: String(error), good: false });
    // where the error was thrown
    const line = Number(/:(\d+):\d+\)?$/m.exec(error.stack ?? '')?.[1]);
    postMessage({ text: error.message, good: false, line });
  }
}
