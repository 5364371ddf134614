// The controls of a figure of a chapter: first, back, play, step and last, a slider and a speed.
// They are those of Watch.

import { Timeline } from '../timeline.js';

/** Names of speeds, in steps per second. @type {[string, string][]} */
const speeds = [
  ['2', 'Slow'],
  ['12', 'Normal'],
  ['60', 'Fast'],
];

/**
 * Makes the controls of a figure. They stop when the chapter is closed.
 * @param {AbortSignal} signal
 * @param {string} noun names a step, as in "Line 3 of 9"
 * @param {(at: number) => void} show shows a step; the first one is 1
 * @param {string} [speed] the speed at first
 */
export function strip(signal, noun, show, speed = '12') {
  const timeline = new Timeline({ noun, show, speeds, speed });
  signal.addEventListener('abort', () => timeline.pause());
  return timeline;
}
