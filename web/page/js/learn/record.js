// Records an algorithm line by line, so that a figure can show any of its steps.

/**
 * Runs an algorithm to its end. It keeps a frame for each line before the line runs, and one for
 * the end, whose line is -1.
 * @template T
 * @param {Iterable<number>} steps the algorithm, which yields the numbers of lines
 * @param {() => T} keep returns what the algorithm holds now
 * @returns {(T & {line: number})[]}
 */
export function record(steps, keep) {
  const frames = [];
  for (const line of steps) frames.push({ ...keep(), line });
  frames.push({ ...keep(), line: -1 });
  return frames;
}
