// What the view Watch says about its searches.

import { heuristicName } from '../solvers.js';
import { count, number, plural } from '../text.js';

/** @typedef {import('../app.js').Answer} Answer */
/** @typedef {import('../generations.js').Generation} Generation */
/** @typedef {import('./panel.js').Panel} Panel */

export const loading = 'Loading the map of all boards …';

/** Says how far the plans of a generation come. @param {Generation} generation */
export function evolution({ number: n, phase, best, mean }) {
  const plan = `best plan ${plural(best, 'move')} from the goal`;
  return `Phase ${phase}, generation ${n}: ${plan}, average ${number(mean)}.`;
}

/**
 * Says what a search found, and in which generation a plan first led to the goal.
 * @param {Answer} answer
 * @param {Generation[]} generations
 */
export function result({ length, optimal }, generations) {
  const found = foundText(length, optimal, generations);
  const first = generations.find(({ best }) => best === 0);
  return first ? `${found}. ${bornText(first)}.` : `${found}.`;
}

/**
 * Says what a search found, without the full stop.
 * @param {number | null} length
 * @param {boolean} optimal
 * @param {Generation[]} generations
 */
function foundText(length, optimal, generations) {
  const plan = optimal ? 'the shortest plan' : 'a plan';
  if (length) return `Found ${plan}, ${plural(length, 'move')}`;
  const last = generations.at(-1);
  return last ? `Found no plan in ${plural(last.phase, 'phase')}` : 'Found no plan';
}

/**
 * Says when the first plan came, without the full stop.
 * @param {Generation} generation in which a plan first led to the goal
 */
function bornText({ number: n, phase }) {
  const inPhase = phase === 1 ? '' : ` of phase ${phase}`;
  return `The first came in generation ${n}${inPhase}`;
}

/**
 * The names of two searches. If both have one algorithm, the names say in what they differ.
 * @param {Panel[]} panels
 */
export function namesOf(panels) {
  const [first, second] = panels;
  if (first.algorithm !== second.algorithm) return panels.map(({ name }) => name);
  if (first.heuristic === second.heuristic) return panels.map(({ name }, i) => `${name} ${i + 1}`);
  return panels.map(({ name, heuristic }) => `${name} with ${heuristicName(heuristic)}`);
}

/** Asks the question of the view. @param {Panel[]} panels */
export const question = (panels) =>
  `Which search reaches fewer boards: ${namesOf(panels).map(inSentence).join(' or ')}?`;

/**
 * Compares the plans and the numbers of boards of both searches.
 * @param {Panel[]} panels
 */
export function comparison(panels) {
  const times = factor(panels);
  return times ? `${plansAndShares(panels)} ${times}` : plansAndShares(panels);
}

/** Compares the plans, and the shares of all boards that were reached. @param {Panel[]} panels */
function plansAndShares(panels) {
  const names = namesOf(panels);
  const lengths = panels.map(({ answer }) => answer?.length ?? 0);
  const [{ share: firstShare }, { share: secondShare }] = panels;
  if (lengths[0] && lengths[0] === lengths[1]) {
    const found = `Both found ${plural(lengths[0], 'move')}.`;
    const second = inSentence(names[1]);
    return `${found} ${names[0]} reached ${firstShare} of the boards, ${second} ${secondShare}.`;
  }
  const sentences = panels.map(({ share }, i) => {
    const plan = lengths[i] ? plural(lengths[i], 'move') : 'no plan';
    return `${names[i]} found ${plan} and reached ${share} of the boards.`;
  });
  return sentences.join(' ');
}

/**
 * Says how many times as many boards one search reached as the other, or nothing if both reached
 * about as many.
 * @param {Panel[]} panels
 */
function factor(panels) {
  const [firstName, secondName] = namesOf(panels);
  const [first, second] = panels.map(({ reached }) => reached.length);
  const [more, less] = first > second ? [firstName, secondName] : [secondName, firstName];
  const times = Math.max(first, second) / Math.min(first, second); // NaN if no board was reached
  if (Number.isNaN(times) || times < 1.05) return '';
  const rounded = times < 10 ? times.toFixed(1) : count(Math.round(times));
  return `${more} reached ${rounded} times as many as ${inSentence(less)}.`;
}

/**
 * Returns the name of a search within a sentence. "A*" keeps its capital letter.
 * @param {string} name
 */
const inSentence = (name) => name.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
