// The types that modules share. The messages are those of the Go package web/api.

/**
 * What each view gets when it is mounted.
 * @typedef {object} App
 * @property {Backend} backend answers the page's requests
 * @property {import('./state.js').State} state the current board, goal and options
 * @property {Promise<Description>} describe what the backend offers; asked for on first use
 * @property {(text: string) => void} announce reads a text out to users of screen readers
 */

/**
 * A view: builds its elements in root and returns a function that removes what outlives
 * them, such as timers and searches.
 * @typedef {(root: HTMLElement, app: App) => () => void} Mount
 */

/**
 * Answers requests, by HTTP or by a WebAssembly worker. A rejected promise holds an Error
 * whose message is one line for the user, or an AbortError.
 * @typedef {object} Backend
 * @property {boolean} served whether a server answers, which has a store to browse
 * @property {(method: string, params: object) => Promise<any>} call
 * @property {Stream} stream
 */

/**
 * Starts a request that sends events while it runs. Aborting the signal ends the search.
 * @typedef {(method: string, params: object, onEvent: (event: string, data: any) => void,
 *   signal: AbortSignal) => Promise<any>} Stream
 */

/**
 * The answer of the methods board and shuffle.
 * @typedef {object} BoardInfo
 * @property {string} board as "1 2/3 0"
 * @property {string} goal written like the board
 * @property {number} rows
 * @property {number} cols
 * @property {number[]} tiles row by row, 0 for the blank
 * @property {number[]} target the tiles of the goal
 * @property {boolean} solvable
 * @property {string} [why] why not, in a sentence
 */

/**
 * The answer of the method describe.
 * @typedef {object} Description
 * @property {Algorithm[]} algorithms
 * @property {string[]} heuristics
 * @property {string} default_heuristic
 * @property {string[]} goals
 * @property {string[]} presets of the genetic solver
 * @property {Setting[]} settings of the genetic solver
 * @property {number} max_cells 0 stands for no bound, here and below
 * @property {number} max_time in seconds
 * @property {number} max_memory in bytes
 * @property {number} max_workers
 */

/**
 * @typedef {object} Algorithm
 * @property {string} name
 * @property {boolean} informed whether it takes a heuristic
 * @property {string[]} takes the names of its settings
 */

/**
 * @typedef {object} Setting
 * @property {string} name
 * @property {string} kind int, float64, bool or string
 * @property {string} values the values it takes, for people
 * @property {string[]} [choices] its values, if there are few
 * @property {Record<string, string>} defaults by preset
 * @property {string} meaning
 */

/**
 * The parameters of the method solve.
 * @typedef {object} SolveRequest
 * @property {string} board
 * @property {string} [goal]
 * @property {string} [algorithm] chosen by the size if absent
 * @property {Record<string, string>} [settings]
 * @property {number} [time_limit] in seconds
 * @property {number} [node_limit]
 * @property {number} [memory_limit] in bytes
 */

/**
 * The counters of a search.
 * @typedef {object} Stats
 * @property {number} expanded
 * @property {number} generated
 * @property {number} evaluated
 * @property {number} open
 * @property {number} peak_stored
 * @property {number} bytes
 * @property {number} seconds
 */

/**
 * The event "progress" of a running search.
 * @typedef {Stats & {bound: number, max_depth: number, generation?: Generation,
 *   course?: {best: number, mean: number}[], moves?: string, length?: number}} Progress
 */

/**
 * @typedef {object} Generation
 * @property {number} subgoal
 * @property {number} phase
 * @property {number} number
 * @property {number} best fitness; less is better
 * @property {number} median
 * @property {number} mean
 * @property {number} diversity
 * @property {number} best_length
 */

/**
 * The answer of the method solve: the object that "npuzzle solve --json" prints.
 * @typedef {Stats & {board: string, goal: string, algorithm: string, heuristic: string,
 *   seed: number, status: string, moves: string | null, length: number | null, cost: number,
 *   optimal: boolean, lower_bound: number, node_limit?: number, time_limit?: number,
 *   found?: {length: number, evaluated: number, seconds?: number}[]}} Answer
 */

/**
 * The event "progress" of the method watch. Reached holds the ranks of the states that the
 * search generated next, in base64.
 * @typedef {{progress?: Progress, reached?: string, population?: Population}} WatchProgress
 */

/**
 * A generation of the genetic solver. Boards holds the tiles of the boards where the plans of
 * the fittest members end, in base64.
 * @typedef {Generation & {reached: number, members: number, fitness: number[], boards: string}} Population
 */

/**
 * The answer of the method space. Order holds the ranks of all boards in base64, the nearest
 * to the goal first.
 * @typedef {{goal: string, rows: number, cols: number, states: number, counts: number[], order: string}} SpaceAnswer
 */

export {};
