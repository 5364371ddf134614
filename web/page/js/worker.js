// The backend of the standalone file: the solvers as WebAssembly, in Web Workers.
//
// A worker that searches reads no messages. So each search has its own worker, which is terminated
// after the search. To stop a search, its worker is terminated, which also frees its memory at once.
// One more worker answers short requests. The next search takes this worker, because it is already
// loaded, and a new worker replaces it. The WebAssembly is compiled once, at the first request.

/**
 * The object in the standalone file that holds the solvers.
 * @typedef {object} Standalone
 * @property {string} wasm the compressed WebAssembly, in base64
 * @property {string} exec the script of the Go distribution that runs it
 */

/**
 * A message from a worker. See web/wasm.
 * @typedef {{id: number, event: string, data: any}} Message
 */

// The script of a worker. The first message to a worker is the compiled WebAssembly. The program
// then receives the other messages itself.
const start = `
onmessage = async ({ data: program }) => {
  const go = new Go();
  go.exit = () => postMessage({ event: 'exit', data: 'perhaps because memory ran out' });
  try {
    await go.run(await WebAssembly.instantiate(program, go.importObject));
  } catch (error) {
    postMessage({ event: 'exit', data: String(error) });
  }
};`;

/** @returns {import('./app.js').Backend} */
export function worker() {
  /** @type {{program: Promise<WebAssembly.Module>, script: string} | undefined} */
  let loaded;
  /** @type {Runner | undefined} */
  let next;

  /** Returns the worker for the next request. It starts one if there is none. */
  const waiting = () => {
    loaded ??= load();
    if (!next || next.ended) next = new Runner(loaded.program, loaded.script);
    return next;
  };
  return {
    served: false,
    call: async (method, params) => waiting().send(method, params),
    stream: async (method, params, onEvent, signal) => {
      signal?.throwIfAborted();
      const idle = waiting().pending.size === 0;
      const runner = idle ? waiting() : new Runner(waiting().program, waiting().script);
      if (idle) next = undefined;
      const abort = () => runner.end(signal.reason);
      signal?.addEventListener('abort', abort);
      try {
        const answer = runner.send(method, params, onEvent);
        waiting();
        return await answer;
      } finally {
        signal?.removeEventListener('abort', abort);
        runner.end(new Error('The search has ended.'));
      }
    },
  };
}

/** Starts compiling the WebAssembly, and makes the script of the workers. */
function load() {
  /** @type {Standalone} */
  const { wasm, exec } = /** @type {any} */ (globalThis).npuzzleStandalone;
  const text = atob(wasm);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const response = new Response(stream, { headers: { 'Content-Type': 'application/wasm' } });
  const program = WebAssembly.compileStreaming(response);
  return { program, script: URL.createObjectURL(new Blob([exec, start], { type: 'text/javascript' })) };
}

/** A worker and its unanswered requests. */
class Runner {
  /**
   * @param {Promise<WebAssembly.Module>} program
   * @param {string} script the address of the script of a worker
   */
  constructor(program, script) {
    this.program = program;
    this.script = script;
    this.ended = false;
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: any) => void,
     *   onEvent: (event: string, data: any) => void}>} */
    this.pending = new Map();
    this.requests = 0;
    this.worker = new Worker(script);
    this.worker.onerror = ({ message }) => this.end(new Error(`The solvers do not run here: ${message}`));
    this.ready = new Promise((resolve) => {
      this.worker.onmessage = ({ data }) => {
        if (data.event === 'ready') resolve(undefined);
        else if (data.event === 'exit') this.end(new Error(`The solvers stopped: ${data.data}.`));
        else this.receive(data);
      };
    });
    program.then(
      (module) => this.worker.postMessage(module),
      (error) => this.end(new Error(`The solvers cannot be loaded: ${error.message}`)),
    );
  }

  /**
   * Sends a request and returns its answer.
   * @param {string} method
   * @param {object} params
   * @param {(event: string, data: any) => void} [onEvent]
   * @returns {Promise<any>}
   */
  send(method, params, onEvent = () => {}) {
    const id = ++this.requests;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject, onEvent });
      this.ready.then(() => this.worker.postMessage({ id, method, params }));
    });
  }

  /** @param {Message} message */
  receive({ id, event, data }) {
    const request = this.pending.get(id);
    if (!request) return;
    if (event !== 'result' && event !== 'error') return request.onEvent(event, data);
    this.pending.delete(id);
    if (event === 'result') request.resolve(data);
    else request.reject(new Error(data.error));
  }

  /** Terminates the worker and rejects its unanswered requests. @param {any} reason */
  end(reason) {
    this.ended = true;
    this.worker.terminate();
    for (const { reject } of this.pending.values()) reject(reason);
    this.pending.clear();
  }
}
