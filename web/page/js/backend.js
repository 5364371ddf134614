// Chooses the backend: the solvers in this browser, a server, or both.

/** @returns {Promise<import('./app.js').Backend>} */
export async function open() {
  if ('npuzzleStandalone' in globalThis) {
    const { fromPage, worker } = await import('./worker.js');
    return worker(fromPage);
  }
  // written by the server and by web/standalone
  const { solvers, served } = document.documentElement.dataset;
  if (!solvers) return (await import('./server.js')).server();
  const [{ fromFolder, worker }, { server }] = await Promise.all([
    import('./worker.js'),
    import('./server.js'),
  ]);
  return served === 'false'
    ? worker(fromFolder(solvers))
    : both(server(), worker(fromFolder(solvers)));
}

/** The methods that do not differ between the two backends. */
const methods = ['solve', 'watch', 'estimate'];

/**
 * Makes a backend that solves in the browser where it can, so that a class does not need the
 * processor of the server. The server answers until the solvers are loaded. It also answers
 * everything that needs its files.
 * @param {import('./app.js').Backend} server
 * @param {ReturnType<typeof import('./worker.js').worker>} worker
 * @returns {import('./app.js').Backend}
 */
function both(server, worker) {
  let loaded = false;
  worker.load().then(
    () => (loaded = true),
    () => {},
  );
  const choose = (/** @type {string} */ method, /** @type {any} */ params) => {
    const heuristic = params.settings?.heuristic ?? params.heuristic ?? '';
    return loaded && methods.includes(method) && !/pdb/i.test(heuristic) ? worker : server;
  };
  return {
    served: true,
    get session() {
      return server.session;
    },
    get shared() {
      return !loaded && server.shared;
    },
    call: (method, params) => choose(method, params).call(method, params),
    stream: (method, params, ...rest) => choose(method, params).stream(method, params, ...rest),
  };
}
