/** Judges a test of solvability by random arrangements of the tiles. */
export class SolvableJudge {
  /** @param {import('./tools.js').Tools} tools */
  constructor(tools) {
    this.tools = tools;
    this.solvable = tools.own('solvable');
  }

  /** @returns {import('../lab.js').Verdict} */
  verdict() {
    let right = 0;
    let wrong = '';
    for (let i = 0; i < 1000; i++) {
      const { tiles, solvable } = this.arrangement();
      if (Boolean(this.solvable(tiles)) === solvable) right++;
      else {
        const truth = solvable ? 'can' : 'cannot';
        wrong ||= ` It is wrong on ${this.tools.show(tiles)}, which ${truth} be solved.`;
      }
    }
    const count = this.tools.comma(right);
    return {
      text: `Right on ${count} of 1,000 random arrangements.${wrong}`,
      good: right === 1000,
    };
  }

  /**
   * Returns a random arrangement, and whether it can be solved: the parity of the swaps that made
   * it is that of the blank's distance from its goal.
   */
  arrangement() {
    const { tools } = this;
    const tiles = [...tools.goal];
    let swaps = 0;
    for (let cell = 8; cell > 0; cell--) {
      const other = Math.floor(tools.random() * (cell + 1));
      if (other === cell) continue;
      swaps++;
      const tile = tiles[cell];
      tiles[cell] = tiles[other];
      tiles[other] = tile;
    }
    const blank = tiles.indexOf(0);
    const distance = 2 - Math.floor(blank / 3) + 2 - (blank % 3);
    return { tiles, solvable: (swaps + distance) % 2 === 0 };
  }
}
