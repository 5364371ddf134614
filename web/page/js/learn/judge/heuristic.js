/** @typedef {import('./tools.js').Tiles} Tiles */

/** Judges a heuristic: whether it is admissible, and how many boards A* expands with it. */
export class HeuristicJudge {
  /** @param {import('./tools.js').Tools} tools */
  constructor(tools) {
    this.tools = tools;
    this.h = tools.own('h');
  }

  /** @returns {import('../lab.js').Verdict} */
  verdict() {
    const { tools, h } = this;
    const distances = tools.distances();
    let sum = 0;
    let exact = 0;
    let tooHigh = 0;
    let example = '';
    for (const [key, distance] of distances) {
      const board = tools.show(tools.tilesOf(key));
      const estimate = h(tools.tilesOf(key));
      if (typeof estimate !== 'number' || !(estimate >= 0)) {
        const text = `h must return a number of at least 0. On ${board} it returned ${estimate}.`;
        return { text, good: false };
      }
      sum += estimate;
      if (estimate === distance) exact++;
      if (estimate > distance) {
        tooHigh++;
        example ||= `On ${board} it says ${estimate}, but ${distance} moves are enough.`;
      }
    }
    const all = tools.comma(distances.size);
    let text =
      `Not admissible: it estimates too much on ${tools.comma(tooHigh)} of all ${all} ` +
      `boards. ${example}`;
    if (!tooHigh) {
      const mean = (sum / distances.size).toFixed(2);
      text =
        `Admissible on all ${all} boards: it never estimates too much. Mean ` +
        `estimate ${mean}; exact on ${tools.comma(exact)} boards.`;
    }
    const head = ['A* with', 'expanded on 20 boards', 'shortest plans'];
    return { text, good: !tooHigh, head, rows: this.rows(distances) };
  }

  /**
   * Returns the rows of the table: A* with this heuristic and with others.
   * @param {Map<string, number>} distances
   */
  rows(distances) {
    const { tools, h } = this;
    const boards = tools.draw(20, distances, 18, 24);
    /** @type {[string, (tiles: Tiles) => number][]} */
    const heuristics = [
      ['yours', h],
      ['misplaced tiles', (tiles) => tools.misplaced(tiles)],
      ['Manhattan distance', (tiles) => tools.manhattan(tiles)],
    ];
    return heuristics.map(([name, heuristic]) => {
      const { lengths, expanded } = tools.solveAll(boards, heuristic);
      const shortest = lengths.filter(
        (length, i) => length === distances.get(tools.key(boards[i])),
      );
      return [name, tools.comma(expanded), `${shortest.length} of ${boards.length}`];
    });
  }
}
