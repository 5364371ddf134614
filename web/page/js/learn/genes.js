// Chromosomes, decoded as the genetic solver does with ordered genes: see package ga.

import { format, legal, opposite, slide } from '../board.js';

/** @typedef {import('../board.js').Board} Board */

/**
 * What a gene stands for: the moves to choose from, the one it chooses, and the board after it.
 * @typedef {{choices: string[], move: string, board: Board}} Decoded
 */

/**
 * Decodes genes one after another, each on the board that the genes before it have led to.
 * @param {Board} board
 * @param {number[]} genes numbers from 0 up to, but less than, 1
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

/** Draws a gene, with two decimals so that it can be read. */
export const randomGene = () => Math.floor(Math.random() * 100) / 100;

/** @param {number} n */
export const randomGenes = (n) => Array.from({ length: n }, randomGene);

/** @param {number} gene */
export const geneText = (gene) => gene.toFixed(2);

/**
 * The fitness of plans by the rule of the study of 2015: nine tenths of the estimate of the
 * board that a plan ends on and a tenth of its length. Less is better.
 * @param {import('../app.js').Backend} backend
 * @param {Board[]} ends
 * @param {number[]} lengths
 * @returns {Promise<{h: number, sum: string, value: string}[]>}
 */
export async function fitness(backend, ends, lengths) {
  const { estimates } = await backend.call('estimate', { boards: ends.map(format), heuristic: 'linear-conflict' });
  return estimates.map((/** @type {number} */ h, /** @type {number} */ i) => ({
    h, sum: `0.9 × ${h} + 0.1 × ${lengths[i]}`, value: (0.9 * h + 0.1 * lengths[i]).toFixed(1),
  }));
}
