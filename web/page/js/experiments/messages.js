// The messages of the server about experiments (see /api/v1/openapi.yaml).

/**
 * An experiment. Its definition is an experiment file.
 * @typedef {{experiment: string, kind: string, description: string, definition: string,
 *   trials: number, done: number, began: string, ended?: string}} Experiment
 */

/**
 * The results of a solver on a group of boards.
 * @typedef {{name: string, heuristic: string, trials: number, solved: number,
 *   accuracy: number | null, accuracy_low: number, accuracy_high: number,
 *   mean_length: number | null, gap: number | null, optimal_share: number | null,
 *   median_seconds: number | null}} Summary
 */

/**
 * The shares of the boards of a size that a solver solved within times.
 * @typedef {{size: string, solver: string, algorithm: string, seconds: number[],
 *   shares: number[]}} Within
 */

/**
 * The results of an experiment. The headline and the conclusions are those of the analysis.
 * @typedef {Experiment & {running: boolean, boards: number, time_limit: number, headline: string,
 *   conclusions: string[], within: Within[],
 *   groups: {group: string, size: string, puzzles: number, solvers: Summary[]}[]}} Results
 */

/**
 * A trial: a run of a solver on a board.
 * @typedef {import('../app.js').Answer & {key: string, puzzle: number, group: string,
 *   solver: string}} Trial
 */

/**
 * A worker on another machine, or why it was refused.
 * @typedef {{worker: string, machine: string, jobs: number, memory: number, calibration: number,
 *   trials: number, seconds: number, refused?: string}} Worker
 */

/**
 * An experiment that runs. It is yours if this browser started it.
 * @typedef {{experiment: string, running: boolean, yours: boolean, trials: number, done: number,
 *   proving: number, proven: number, solvers: {solver: string, done: number, solved: number}[],
 *   stopped: boolean, error?: string, warnings?: string[],
 *   shared?: {rate: number, workers: Worker[]}}} Run
 */

export {};
