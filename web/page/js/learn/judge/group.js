/** @typedef {import('./tools.js').Tiles} Tiles */

/**
 * The table of a pattern database: the moves of the tiles of a group, by where these tiles are.
 * @typedef {{tiles: number[], moves: Map<string, number>}} PatternTable
 */

/** Judges how a function divides the tiles into groups, each with a pattern database. */
export class GroupJudge {
  /** @param {import('./tools.js').Tools} tools */
  constructor(tools) {
    this.tools = tools;
    this.group = tools.own('group');
  }

  /** @returns {import('../lab.js').Verdict} */
  verdict() {
    const { tools } = this;
    const groups = this.groups();
    const sizes = groups.map((tiles) => tiles.length);
    if (Math.max(...sizes) > 5) {
      const text = 'A group may have at most 5 tiles, so that its table is built in a moment.';
      return { text, good: false };
    }
    const tables = groups.map((tiles) => this.table(tiles));
    const entries = tools.sum(tables.map(({ moves }) => moves.size));
    const estimate = (/** @type {Tiles} */ board) =>
      tools.sum(tables.map(({ tiles, moves }) => moves.get(this.placement(board, tiles)) ?? 0));
    const manhattan = (/** @type {Tiles} */ board) => tools.manhattan(board);
    const boards = tools.shuffled(20);
    return {
      text: `Groups of ${sizes.join(', ')} tiles: tables of ${tools.comma(entries)} entries.`,
      good: null,
      head: ['A* with', 'expanded on 20 boards'],
      rows: [
        ['your tables', tools.comma(tools.solveAll(boards, estimate).expanded)],
        ['Manhattan distance', tools.comma(tools.solveAll(boards, manhattan).expanded)],
      ],
    };
  }

  /** Returns the tiles of each group. */
  groups() {
    /** @type {Map<unknown, number[]>} */
    const groups = new Map();
    for (let tile = 1; tile <= 8; tile++) {
      const name = this.group(tile);
      const tiles = groups.get(name) ?? [];
      groups.set(name, [...tiles, tile]);
    }
    return [...groups.values()];
  }

  /** Returns where the tiles of a group are. @param {Tiles} board @param {number[]} tiles */
  placement(board, tiles) {
    return tiles.map((tile) => board.indexOf(tile)).join('');
  }

  /**
   * Builds the table of a group by a search from the goal. All other tiles are 9, and their moves
   * cost nothing.
   * @param {number[]} tiles
   * @returns {PatternTable}
   */
  table(tiles) {
    const { tools } = this;
    const goal = tools.goal.map((tile) => (tile === 0 || tiles.includes(tile) ? tile : 9));
    const moves = new Map();
    const seen = new Set([tools.key(goal)]);
    let layer = [goal];
    for (let cost = 0; layer.length; cost++) {
      const next = [];
      // The layer grows while it is read: by the boards that a move of another tile leads to.
      for (let i = 0; i < layer.length; i++) {
        const board = layer[i];
        const placement = this.placement(board, tiles);
        if (!moves.has(placement)) moves.set(placement, cost);
        for (const [, other] of tools.successors(board)) {
          if (seen.has(tools.key(other))) continue;
          const moved = other[board.indexOf(0)];
          if (moved === 9) {
            seen.add(tools.key(other));
            layer.push(other);
          } else next.push(other);
        }
      }
      layer = [];
      for (const board of next) {
        const key = tools.key(board);
        if (seen.has(key)) continue;
        seen.add(key);
        layer.push(board);
      }
    }
    return { tiles, moves };
  }
}
