/** @typedef {import('./tools.js').Tiles} Tiles */

/** Judges a search: whether its plans lead to the goal, and whether they are shortest. */
export class SearchJudge {
  /** @param {import('./tools.js').Tools} tools */
  constructor(tools) {
    this.tools = tools;
    this.search = tools.own('search');
  }

  /** @returns {import('../lab.js').Verdict} */
  verdict() {
    /** Boards, and their distances from the goal. @type {[string, number][]} */
    const boards = [
      ['135402786', 6],
      ['123704586', 8],
      ['752843016', 16],
    ];
    let wrong = '';
    let longer = 0;
    const rows = boards.map(([key, distance]) => {
      const board = this.tools.show(this.tools.tilesOf(key));
      const { plan, expanded } = this.solve(this.tools.tilesOf(key));
      if (!plan) wrong ||= `The plan for ${board} does not lead to the goal.`;
      else if (plan.length !== distance) longer++;
      const length = plan ? String(plan.length) : 'no plan';
      return [board, length, String(distance), this.tools.comma(expanded)];
    });
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
  }

  /**
   * Runs the search on a board. The plan is null if it does not lead to the goal.
   * @param {Tiles} board
   */
  solve(board) {
    const { tools } = this;
    let expanded = 0;
    const successors = (/** @type {Tiles} */ tiles) => {
      expanded++;
      return tools.successors(tiles);
    };
    const manhattan = (/** @type {Tiles} */ tiles) => tools.manhattan(tiles);
    const answer = this.search(board, tools.goal, successors, manhattan) ?? '';
    const plan = [...answer].filter((move) => 'UDLR'.includes(move));
    /** @type {Tiles | undefined} */
    let tiles = board;
    for (const move of plan) tiles = tiles && tools.after(tiles, move);
    const solved = tiles !== undefined && tools.isGoal(tiles);
    return { plan: solved ? plan : null, expanded };
  }
}
