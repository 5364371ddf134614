// The script of the worker that runs and judges a program of the reader.

import { CrossoverJudge } from './crossover.js';
import { DecodeJudge } from './decode.js';
import { GroupJudge } from './group.js';
import { HeuristicJudge } from './heuristic.js';
import { PriorityJudge } from './priority.js';
import { SearchJudge } from './search.js';
import { SolvableJudge } from './solvable.js';
import { Tools } from './tools.js';

/**
 * A judge of a program of the reader.
 * @typedef {new (tools: Tools) => {verdict: () => import('../lab.js').Verdict}} Judge
 */

/** The judges, by the function that a program defines. @type {Record<string, Judge>} */
const judges = {
  h: HeuristicJudge,
  search: SearchJudge,
  solvable: SolvableJudge,
  priority: PriorityJudge,
  group: GroupJudge,
  decode: DecodeJudge,
  crossover: CrossoverJudge,
};

/** Globals that a program must not have. */
const forbidden = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'importScripts',
  'indexedDB',
  'caches',
  'Worker',
  'BroadcastChannel',
];

/**
 * Returns the script of a worker. The worker runs a program, and posts a verdict (see ../lab.js) on
 * a function of it. The worker cannot import modules, as the page may be a file from disk, so the
 * script holds the texts of the classes. The program is on the first lines, so that the numbers of
 * lines in errors are its own.
 * @param {string} code the program
 * @param {string} task the name of the function that is judged
 */
export function script(code, task) {
  const lock = `for (const name of ${JSON.stringify(forbidden)}) self[name] = undefined;`;
  const given = `{${task}: typeof ${task} === 'function' ? ${task} : null}`;
  return `${lock} ${code}
;(${run})(${Tools}, ${judges[task]}, ${given});`;
}

/**
 * Posts the verdict of a judge, or the error that the program throws. It runs in the worker.
 * @param {new (given: Record<string, any>) => Tools} Kit the class Tools
 * @param {Judge} Judge
 * @param {Record<string, any>} given the functions of the reader
 */
function run(Kit, Judge, given) {
  try {
    postMessage(new Judge(new Kit(given)).verdict());
  } catch (error) {
    if (!(error instanceof Error)) {
      postMessage({ text: String(error), good: false });
      return;
    }
    // The line where the error was thrown.
    const line = Number(/:(\d+):\d+\)?$/m.exec(error.stack ?? '')?.[1]);
    postMessage({ text: error.message, good: false, line });
  }
}
