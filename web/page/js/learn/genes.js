// Decodes chromosomes as the genetic solver does with the decoding "ordered" (see package ga).

import { format, legal, opposite, slide } from '../board.js';
import { count } from '../text.js';

/** @typedef {import('../board.js').Board} Board */

/**
 * A decoded gene: the legal moves, the move that the gene selects, and the board after this move.
 * @typedef {{choices: string[], move: string, board: Board}} Decoded
 */

/**
 * Decodes genes one after another. Each gene is decoded on the board after the moves of the genes
 * before.
 * @param {Board} board
 * @param {number[]} genes numbers of at least 0 and less than 1
 * @returns {Decoded[]}
 */
export function decode(board, genes) {
  let last = '';
  return genes.map((gene) => {
    const all = legal(board);
    const choices = all.length > 1 ? all.filter((move) => opposite[move] !== last) : all;
    last = choices[Math.floor(gene * choices.length)];
    board = slide(board, last);
    return { choices, move: last, board };
  });
}

/** Returns a random gene. It has two decimals, so that it is easy to read. */
export const randomGene = () => Math.floor(Math.random() * 100) / 100;

/** @param {number} n */
export const randomGenes = (n) => Array.from({ length: n }, randomGene);

/** @param {number} gene */
export const geneText = (gene) => gene.toFixed(2);

/**
 * Computes the fitness of plans as the study of 2015 and the program do: 900 for each move of the
 * estimate of the plan's last board, plus 100 for each gene. Smaller is better.
 * @param {import('../app.js').Backend} backend
 * @param {Board[]} ends
 * @param {number[]} lengths
 * @returns {Promise<{h: number, sum: string, value: string}[]>}
 */
export async function fitness(backend, ends, lengths) {
  const { estimates } = await backend.call('estimate', {
    boards: ends.map(format),
    heuristic: 'linear-conflict',
  });
  return estimates.map((/** @type {number} */ h, /** @type {number} */ i) => ({
    h,
    sum: `900 × ${h} + 100 × ${lengths[i]}`,
    value: count(900 * h + 100 * lengths[i]),
  }));
}
