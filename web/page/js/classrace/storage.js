// The storage of the browser, in which a reload of the page finds what was kept.

/**
 * Reads a value from the storage.
 * @param {string} name
 * @returns {any} null if there is none
 */
export function load(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Writes a value to the storage, if the browser lets the page store anything.
 * @param {string} name
 * @param {unknown} value
 */
export function save(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage, a reload leaves the race.
  }
}
