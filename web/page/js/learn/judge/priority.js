/**
 * Judges the priority of a best-first search: how long its plans are, and how many boards it
 * expands.
 */
export class PriorityJudge {
  /** @param {import('./tools.js').Tools} tools */
  constructor(tools) {
    this.tools = tools;
    this.priority = tools.own('priority');
  }

  /** @returns {import('../lab.js').Verdict} */
  verdict() {
    const { tools } = this;
    const boards = tools.shuffled(20);
    const manhattan = (/** @type {import('./tools.js').Tiles} */ tiles) => tools.manhattan(tiles);
    const shortest = tools.sum(tools.solveAll(boards, manhattan).lengths);
    /** @type {[string, (g: number, h: number) => number][]} */
    const priorities = [
      ['yours', this.priority],
      ['A*: g + h', (g, h) => g + h],
      ['greedy: h', (_, h) => h],
    ];
    const rows = priorities.map(([name, priority]) => {
      const { lengths, expanded } = tools.solveAll(boards, manhattan, priority);
      const ratio = tools.sum(lengths) / shortest;
      return [name, ratio.toFixed(3), tools.comma(expanded)];
    });
    const ratio = rows[0][1];
    return {
      text: `On 20 boards, your plans have ${ratio} times the moves of shortest plans.`,
      good: ratio === '1.000' ? true : null,
      head: ['priority', 'moves / shortest', 'expanded'],
      rows,
    };
  }
}
