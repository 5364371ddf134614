// The types that modules share. The Go package web/api defines the messages. Only the keys that the
// page uses are listed here.

/**
 * What each view gets when it is mounted.
 * @typedef {object} App
 * @property {Backend} backend answers the page's requests
 * @property {import('./state.js').State} state the current board, goal and options
 * @property {Promise<Description>} describe what the backend offers; requested on first use
 * @property {(text: string) => void} announce reads a text out to users of screen readers
 */

/**
 * A view: builds its elements in root. It returns a function that stops everything that would go on
 * without the elements, such as timers and searches.
 * @typedef {(root: HTMLElement, app: App) => () => void} Mount
 */

/**
 * Answers requests, by HTTP or by a WebAssembly worker. A rejected promise holds an Error
 * whose message is one line for the user, or an AbortError.
 * @typedef {object} Backend
 * @property {boolean} served whether the backend is a server, which has a store of experiments
 * @property {import('./connection.js').Session} session what the server lets this browser do
 * @property {boolean} shared whether many share the processor that solves
 * @property {(method: string, params: object) => Promise<any>} call
 * @property {Stream} stream
 */

/**
 * Starts a request that sends events while it runs. Aborting the signal ends the search.
 * @typedef {(method: string, params: object, onEvent: (event: string, data: any) => void,
 *   signal: AbortSignal) => Promise<any>} Stream
 */

/**
 * The answer of the methods board and shuffle. The lists tiles (of the board) and target (of the
 * goal) are row by row, with 0 for the blank. If the board is not solvable, why explains it in a
 * sentence.
 * @typedef {{board: string, goal: string, goal_name: string, rows: number, cols: number, tiles:
 *   number[], target: number[], solvable: boolean, why?: string}} BoardInfo
 */

/**
 * The answer of the method describe. Presets are those of the genetic solver.
 * @typedef {{algorithms: Algorithm[], heuristics: string[],
 *   heuristic_about: Record<string, string>, default_heuristic: string, presets: string[],
 *   max_time: number, default_preset: string, settings: Setting[], statistics: Statistic[]}}
 *   Description
 */

/**
 * An algorithm. For people it is called label, and about says in a line what it does. The list
 * takes has the names of its settings, and reports has the keys of its statistics. Informed
 * algorithms take a heuristic, by default the one with the name heuristic. Anytime algorithms go on
 * after the first plan, and only a limit or a proof ends those that are endless. Evaluates tells
 * that an algorithm evaluates plans, and generations that it reports generations.
 * @typedef {{name: string, label: string, about: string, optimal: boolean, informed: boolean,
 *   takes: string[], heuristic: string, reports: string[], anytime: boolean, endless: boolean,
 *   evaluates: boolean, generations: boolean}} Algorithm
 */

/**
 * A setting. The text values describes its values, choices lists them if there are few, and
 * defaults has the default value by preset.
 * @typedef {{name: string, values: string, choices?: string[], defaults: Record<string, string>,
 *   meaning: string}} Setting
 */

/**
 * A statistic: a number that solvers report under a key, the name. Tables of solvers show it if
 * compared is true.
 * @typedef {{name: string, label: string, unit: string, compared: boolean}} Statistic
 */

/**
 * The parameters of the method solve. The algorithm is chosen by the size if it is absent.
 * @typedef {{board: string, goal?: string, algorithm?: string, settings?: Record<string, string>,
 *   time_limit?: number, node_limit?: number, evaluation_limit?: number, race?: string,
 *   lanes?: number}} SolveRequest
 */

/**
 * The counters of a search.
 * @typedef {{expanded: number, generated: number, evaluated: number, open: number, peak_stored:
 *   number, bytes: number, seconds: number}} Stats
 */

/**
 * The event "progress" of a running search.
 * @typedef {Stats & {bound: number, generation?: Generation, course?: {best: number, mean:
 *   number}[], moves?: string, length?: number}} Progress
 */

/**
 * A generation of the genetic solver. A smaller fitness is better.
 * @typedef {{subgoal: number, phase: number, number: number, best: number, mean: number,
 *   diversity: number}} Generation
 */

/**
 * The answer of the method solve: the object that "npuzzle solve --json" prints.
 * @typedef {Stats & {board: string, goal: string, algorithm: string, heuristic: string, seed:
 *   number, status: string, moves: string | null, length: number | null, cost: number, optimal:
 *   boolean, lower_bound: number, node_limit?: number, evaluation_limit?: number, time_limit?:
 *   number, found?: {length: number, evaluated: number, seconds?: number}[]}} Answer
 */

/**
 * The event "progress" of the method watch. Reached has the ranks of the states that the search
 * generated since the last event, in base64.
 * @typedef {{progress?: Progress, reached?: string, population?: Population}} WatchProgress
 */

/**
 * A generation of the genetic solver. Boards has the tiles of the last boards of the plans of the
 * fittest members, in base64.
 * @typedef {Generation & {reached: number, members: number, fitness: number[], boards: string}}
 *   Population
 */

export {};
