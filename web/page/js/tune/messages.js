// The messages of the server about configurations (see /api/v1/openapi.yaml).

/**
 * The settings of the genetic algorithm, and the boards.
 * @typedef {{size: string, heuristic: string, population: number, generations: number,
 *   phases: number, boards: number, seed: number}} Settings
 */

/**
 * An estimate with its 95 % interval, from n boards.
 * @typedef {{value: number | null, low: number | null, high: number | null, n: number}} Interval
 */

/**
 * Settings that were tried, and what their trials show so far. Plans is the product of population,
 * generations and phases. Length and time are divided by those of A*. The command runs the same
 * trials. If mostly_overhead is true, the time is too small, because most of the time of A* is
 * overhead. Agreement compares the share solved with the study's, if the study tried these settings.
 * @typedef {Settings & {experiment: string, plans: number, trials: number, done: number,
 *   solved: Interval, length: Interval, time: Interval, mostly_overhead?: boolean,
 *   evaluated: number | null, seconds: number | null, command: string,
 *   agreement?: 'differ' | 'agree' | 'too few boards'}} Tried
 */

/**
 * Settings with what the study printed for them. The time is divided by that of A*.
 * @typedef {Settings & {plans: number, solved: Interval, seconds: number | null,
 *   time: number | null}} Printed
 */

/**
 * What can be tried: sizes and heuristics, and the largest numbers.
 * @typedef {{sizes: string[], heuristics: string[], population: number, generations: number,
 *   phases: number, boards: number}} Choices
 */

/**
 * The answer of the method configurations. The newest row comes first. Last is the name of the
 * experiment that began last.
 * @typedef {{choices: Choices, running?: string, last?: string, tried: Tried[], printed: Printed[]}} List
 */

/**
 * The answer of the method configuration: the experiment that tries settings.
 * @typedef {{experiment: string, definition: string, command: string, plans: number,
 *   trials: number}} Plan
 */

export {};
