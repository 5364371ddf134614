// Formats numbers for readers.

const whole = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** @param {number} n a count, such as 12,345 */
export const count = (n) => whole.format(n);

/** @param {number} n a number, rounded to three significant digits if it is below 1,000 */
export const number = (n) => (Math.abs(n) >= 1000 ? whole.format(Math.round(n)) : short.format(n));

/**
 * A fraction as a percentage, such as 12.3 %. The space does not break.
 * @param {number} part
 * @param {number} [digits] after the decimal point; one by default, and two below 1 %
 */
export const percent = (part, digits = part > 0 && part < 0.01 ? 2 : 1) =>
  `${(100 * part).toFixed(digits)}\u00a0%`;

/**
 * A count and its noun: "1 move", "2 moves".
 * @param {number} n
 * @param {string} noun
 */
export const plural = (n, noun) => `${count(n)} ${noun}${n === 1 ? '' : 's'}`;

/** Makes the first letter of a text large. @param {string} text */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** @param {number} s a time in seconds, such as 12.3 ms */
export function seconds(s) {
  if (s < 0.9995e-3) return `${short.format(s * 1e6)} µs`; // not 1,000 µs
  if (s < 0.9995) return `${short.format(s * 1e3)} ms`;
  if (s < 100) return `${short.format(s)} s`;
  return clock(s);
}

/** @param {number} s a time in seconds, as 1:05 or 1:00:05 */
export function clock(s) {
  const parts = [Math.floor(s / 60) % 60, Math.floor(s) % 60];
  if (s >= 3600) parts.unshift(Math.floor(s / 3600));
  return parts.map((n, i) => (i ? String(n).padStart(2, '0') : n)).join(':');
}

/** @param {number} s a time in seconds on a stopwatch, such as 31.4 s or 2:05.3 */
export function stopwatch(s) {
  const tenths = Math.floor(s * 10);
  const rest = `.${tenths % 10}`;
  return s < 60
    ? `${Math.floor(tenths / 10)}${rest} s`
    : `${clock(Math.floor(tenths / 10))}${rest}`;
}

/** @param {number} n a size in bytes, such as 1.5 MiB */
export function bytes(n) {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  let i = 0;
  for (; n >= 1024 && i < units.length - 1; i++) n /= 1024;
  return `${number(n)} ${units[i]}`;
}
