/** Judges the decoding of genes: whether each gene becomes a legal move. */
export class DecodeJudge {
  /** @param {import('./tools.js').Tools} tools */
  constructor(tools) {
    this.tools = tools;
    this.decode = tools.own('decode');
    /** The moves that genes have become. @type {Set<string>} */
    this.used = new Set();
  }

  /** @returns {import('../lab.js').Verdict} */
  verdict() {
    const boards = this.tools.shuffled(50);
    let legal = 0;
    for (let i = 0; i < 1000; i++) {
      if (this.isLegal(boards[i % boards.length])) legal++;
    }
    const moves = [...this.used].sort().join(' ');
    return {
      text:
        `${this.tools.comma(legal)} of 1,000 random chromosomes are legal plans of 20 moves. ` +
        `Moves in use: ${moves}.`,
      good: legal === 1000 && this.used.size === 4,
    };
  }

  /** Decodes a random chromosome from a board. @param {import('./tools.js').Tiles} board */
  isLegal(board) {
    let tiles = board;
    let last = '';
    for (let gene = 0; gene < 20; gene++) {
      const successors = this.tools
        .successors(tiles)
        .filter(([move]) => move !== this.tools.opposite[last]);
      const choices = successors.map(([move]) => move);
      const move = this.decode(this.tools.random(), choices);
      const chosen = successors.find(([other]) => other === move);
      if (!chosen) return false;
      this.used.add(move);
      last = chosen[0];
      tiles = chosen[1];
    }
    return true;
  }
}
