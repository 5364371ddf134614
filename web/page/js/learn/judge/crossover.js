/** @typedef {import('./tools.js').Tiles} Tiles */

/**
 * A crossover of two lists of genes.
 * @typedef {(a: number[], b: number[], random: () => number) => Iterable<number>} Cross
 */

/** Judges a crossover by how many boards a genetic algorithm solves with it. */
export class CrossoverJudge {
  /** @param {import('./tools.js').Tools} tools */
  constructor(tools) {
    this.tools = tools;
    this.boards = tools.shuffled(40);
  }

  /** @returns {import('../lab.js').Verdict} */
  verdict() {
    return {
      text:
        'Each run has 60 chromosomes and 60 generations. A difference of up to 8 boards may be ' +
        'chance. A copy keeps the 24 genes of its parent, so it misses plans that are longer.',
      good: null,
      head: ['children by', 'boards solved of 40'],
      rows: [
        ['yours', String(this.count(this.tools.own('crossover')))],
        ['a copy of the first parent', String(this.count((a) => a))],
      ],
    };
  }

  /** Returns on how many boards evolution finds a plan. @param {Cross} cross */
  count(cross) {
    this.tools.seed = 7;
    return this.boards.filter((board) => this.evolve(board, cross)).length;
  }

  /**
   * Evolves plans for a board, and returns whether one leads to the goal.
   * @param {Tiles} start
   * @param {Cross} cross
   */
  evolve(start, cross) {
    const { tools } = this;
    const random = () => tools.random();
    const individual = (/** @type {number[]} */ genes) => ({
      genes,
      fitness: this.fitness(start, genes),
    });
    let population = Array.from({ length: 60 }, () =>
      individual(Array.from({ length: 24 }, random)),
    );
    for (let generation = 0; generation < 60; generation++) {
      population.sort((a, b) => a.fitness - b.fitness);
      if (population[0].fitness < 0) return true;
      const parents = population.slice(0, 30);
      const children = parents.map(({ genes }) => {
        const mate = tools.pick(parents);
        return individual(this.child([...cross(genes, mate.genes, random)]));
      });
      population = [...parents, ...children];
    }
    return false;
  }

  /** Repairs the genes of a child, and changes one of them. @param {number[]} genes */
  child(genes) {
    const { tools } = this;
    const child = genes.slice(0, 40).map((gene) => (gene >= 0 && gene < 1 ? gene : tools.random()));
    if (!child.length) child.push(tools.random());
    const changed = Math.floor(tools.random() * child.length);
    child[changed] = tools.random();
    return child;
  }

  /**
   * Returns the fitness of genes, of which less is better. It is -1 if a board on the way is the
   * goal.
   * @param {Tiles} start
   * @param {number[]} genes
   */
  fitness(start, genes) {
    const { tools } = this;
    let tiles = start;
    let last = '';
    let least = Infinity;
    for (const [i, gene] of genes.entries()) {
      const choices = tools.successors(tiles).filter(([move]) => move !== tools.opposite[last]);
      const [move, next] = choices[Math.floor(gene * choices.length)];
      last = move;
      tiles = next;
      least = Math.min(least, 900 * tools.manhattan(tiles) + 100 * (i + 1));
      if (tools.isGoal(tiles)) least = -1;
    }
    return least;
  }
}
