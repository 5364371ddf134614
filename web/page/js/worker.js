// The backend that works without a server: the solvers as WebAssembly, in Web Workers.
//
// A worker that searches reads no messages. So each search has its own worker, which is terminated
// after the search. To stop a search, its worker is terminated, which also frees its memory at
// once. One more worker answers short requests. The next search takes this worker, because it is
// already loaded, and a new worker replaces it. The WebAssembly is compiled once, at the first
// request.

/**
 * The solvers: the compressed WebAssembly, and the script of the Go distribution that runs it.
 * @typedef {() => Promise<{wasm: ReadableStream<BufferSource>, exec: string}>} Source
 */

/** Reads the solvers from the standalone file. @type {Source} */
export async function fromPage() {
  /** @type {{wasm: string, exec: string}} */
  const { wasm, exec } = /** @type {any} */ (globalThis).npuzzleStandalone;
  const text = atob(wasm);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return { wasm: new Blob([bytes]).stream(), exec };
}

/** Reads the solvers from a folder beside the page. @param {string} folder @returns {Source} */
export const fromFolder = (folder) => async () => {
  const [wasm, exec] = await Promise.all(
    ['npuzzle.bin', 'wasm_exec.js'].map((name) => fetch(`${folder}/${name}`)),
  );
  if (!wasm.ok || !exec.ok || !wasm.body) throw new Error(`the folder ${folder} is incomplete`);
  return { wasm: wasm.body, exec: await exec.text() };
};

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

/**
 * Makes the backend. The function load starts to load the solvers, which otherwise happens with the
 * first request. Its promise is resolved when they are loaded.
 * @param {Source} source
 * @returns {import('./app.js').Backend & {load: () => Promise<unknown>}}
 */
export function worker(source) {
  /** @type {Promise<Program> | undefined} */
  let loaded;
  /** @type {Runner | undefined} */
  let next;

  /** Returns the worker for the next request. It starts one if there is none. */
  const waiting = () => {
    loaded ??= load(source);
    if (!next || next.ended) next = new Runner(loaded);
    return next;
  };
  return {
    served: false,
    session: {},
    shared: false,
    load: () => (loaded ??= load(source)),
    call: async (method, params) => waiting().send(method, params),
    stream: async (method, params, onEvent, signal) => {
      signal?.throwIfAborted();
      const idle = waiting().pending.size === 0;
      const runner = idle ? waiting() : new Runner(waiting().program);
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

/**
 * The compiled WebAssembly, and the address of the script of a worker.
 * @typedef {{module: WebAssembly.Module, script: string}} Program
 */

/**
 * Compiles the WebAssembly, and makes the script of the workers.
 * @param {Source} source
 * @returns {Promise<Program>}
 */
async function load(source) {
  const { wasm, exec } = await source();
  const stream = wasm.pipeThrough(new DecompressionStream('gzip'));
  const response = new Response(stream, { headers: { 'Content-Type': 'application/wasm' } });
  const module = await WebAssembly.compileStreaming(response);
  return {
    module,
    script: URL.createObjectURL(new Blob([exec, start], { type: 'text/javascript' })),
  };
}

/** A worker and its unanswered requests. */
class Runner {
  /** @param {Promise<Program>} program */
  constructor(program) {
    this.program = program;
    this.ended = false;
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: any) => void,
     *   onEvent: (event: string, data: any) => void}>} */
    this.pending = new Map();
    this.requests = 0;
    /** @type {Worker | undefined} */
    this.worker = undefined;
    this.ready = program.then(
      ({ module, script }) =>
        new Promise((/** @type {(worker: Worker) => void} */ resolve) => {
          if (this.ended) return;
          const worker = new Worker(script);
          this.worker = worker;
          worker.onerror = ({ message }) =>
            this.end(new Error(`The solvers do not run here: ${message}`));
          worker.onmessage = ({ data }) => {
            if (data.event === 'ready') resolve(worker);
            else if (data.event === 'exit')
              this.end(new Error(`The solvers stopped: ${data.data}.`));
            else this.receive(data);
          };
          worker.postMessage(module);
        }),
    );
    this.ready.catch((error) =>
      this.end(new Error(`The solvers cannot be loaded: ${error.message}`)),
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
      this.ready.then(
        (worker) => worker.postMessage({ id, method, params }),
        () => {},
      );
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
    this.worker?.terminate();
    for (const { reject } of this.pending.values()) reject(reason);
    this.pending.clear();
  }
}
