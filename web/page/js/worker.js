// Placeholder of the backend of the standalone file.

/** @returns {import('./app.js').Backend} */
export function worker() {
  throw new Error('This page has no WebAssembly worker.');
}
