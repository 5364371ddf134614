// Chooses the backend: the server the page came from, or a WebAssembly worker in the
// standalone file.

/** @returns {Promise<import('./app.js').Backend>} */
export async function open() {
  if ('npuzzleStandalone' in globalThis) {
    const { worker } = await import('./worker.js');
    return worker();
  }
  const { server } = await import('./server.js');
  return server();
}
