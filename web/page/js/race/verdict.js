// What the headline of a race says: a title, and a sentence below it.

import { cellsToProve } from '../solvers.js';
import { capital, count, plural, seconds, stopwatch } from '../text.js';
import { bestBound, firstBy, standing } from './standing.js';

/** @typedef {import('./lane.js').Lane} Lane */
/** @typedef {[string, string]} Words a title and a sentence */

/** What the user does in a race. */
const toBegin = 'Move a tile or press Start. The fewest moves count.';

/** What to look out for in a race of solvers that the user chose. */
const general =
  'A plan is a list of moves to the goal. The first one is rarely the shortest. A proof takes ' +
  'longer.';

/**
 * Asks the question of a race.
 * @param {import('./races.js').Choice | undefined} race undefined for other solvers
 * @param {number} cells of the board
 * @param {boolean} proving whether a solver can prove its plan
 * @param {number} [limit] the limit of a search in seconds, if there is one
 * @returns {Words}
 */
export function introduction(race, cells, proving, limit) {
  const small = cells <= cellsToProve;
  const proof = small && proving ? ', and who proves it' : '';
  const title = race?.question ?? `Who finds the shortest plan first${proof}?`;
  if (race) return [title, race.about];
  if (small) return [title, general];
  const within = limit ? ` within the limit of ${limit} s` : '';
  return [title, `The shortest plan wins. A proof may not come${within}.`];
}

/**
 * Invites the user to a race.
 * @param {boolean} small whether the board is small
 * @returns {Words}
 */
export function invitation(small) {
  const why = small ? 'The board is small, so that you have a chance. ' : '';
  return ['Can you match their moves?', `${why}${toBegin}`];
}

/**
 * Says how a running race stands.
 * @param {Lane[]} lanes
 * @param {string} about the sentence, if there is no news
 * @returns {Words}
 */
export function live(lanes, about) {
  const { length, winner, proof } = standing(lanes);
  if (!winner) return ['No plan yet.', about];
  if (!proof) {
    const bound = bestBound(lanes);
    const needed = bound ? `; at least ${bound} are needed` : '';
    return [`${winner.name} leads: ${plural(length, 'move')}${needed}.`, about];
  }
  const { lane, estimated } = proof;
  const title = `${winner.name}'s ${plural(length, 'move')} are the shortest.`;
  const prover = estimated ? 'The first estimate rules out' : `${lane.name} has ruled out`;
  const ruledOut = `${prover} all plans of fewer than ${plural(length, 'move')}.`;
  if (lane.shortest) return [title, ruledOut];
  return [title, `${ruledOut} ${estimated ? lane.name : 'It'} has no plan of its own yet.`];
}

/**
 * Names the winner of a race, and says what else happened.
 * @param {Lane[]} lanes of solvers
 * @param {boolean} stopped
 * @param {boolean} counted whether the fewest states win
 * @returns {Words}
 */
export function verdict(lanes, stopped, counted) {
  const failed = lanes.filter((lane) => lane.failed);
  if (failed.length) return failure(failed, lanes);
  const now = standing(lanes);
  if (!now.winner) {
    const title = stopped
      ? 'The race was stopped before the first plan.'
      : 'No solver found a plan.';
    return [title, leastMoves(lanes)];
  }
  if (counted) return byStates(lanes);
  return now.proof
    ? proved(lanes, now, now.winner, now.proof)
    : best(lanes, now, now.winner, stopped);
}

/**
 * Says why a solver could not run.
 * @param {Lane[]} failed at least one lane
 * @param {Lane[]} lanes of all solvers
 * @returns {Words}
 */
function failure(failed, lanes) {
  const all = failed.length > 1 && failed.length === lanes.length;
  const [{ name, failed: reason }] = failed;
  const why = capital(reason).replace(/(?<![.?])$/, '.');
  const advice = /expected/.test(why) ? ' Change it under Options.' : '';
  const title = all ? 'No solver could run.' : `${name} could not run.`;
  return [title, `${why}${advice}`];
}

/** Says how long plans are at least, if it is known. @param {Lane[]} lanes */
function leastMoves(lanes) {
  const bound = bestBound(lanes);
  return bound ? `The shortest has at least ${plural(bound, 'move')}.` : '';
}

/**
 * Says who found the first plan. The text is empty if that plan is the best one.
 * @param {Lane[]} lanes of which one has a plan
 * @param {number} best the length of the best plan
 */
function firstPlan(lanes, best) {
  const first = firstBy(lanes, ({ lines }) => lines.plans[0][0]);
  if (!first) return '';
  const [[time], [length]] = first.lines.plans;
  if (length === best) return '';
  return `First plan: ${first.name}, ${plural(length, 'move')} after ${seconds(time)}.`;
}

/**
 * Describes a race without a proof.
 * @param {Lane[]} lanes
 * @param {import('./standing.js').Standing} now
 * @param {Lane} winner
 * @param {boolean} stopped
 * @returns {Words}
 */
function best(lanes, { length, at }, winner, stopped) {
  const end = stopped ? 'The race was stopped.' : '';
  const sentences = [end, firstPlan(lanes, length), leastMoves(lanes)];
  return [
    `${winner.name} found the best plan: ${plural(length, 'move')} after ${seconds(at)}.`,
    sentences.filter(Boolean).join(' '),
  ];
}

/**
 * Describes a race with a proof.
 * @param {Lane[]} lanes
 * @param {import('./standing.js').Standing} now
 * @param {Lane} winner
 * @param {{lane: Lane, at: number, estimated: boolean}} proof
 * @returns {Words}
 */
function proved(lanes, { length, at }, winner, proof) {
  const moves = plural(length, 'move');
  const when = seconds(proof.at);
  const late = [...lanes].sort((a, b) => b.ended - a.ended)[0];
  const after =
    firstPlan(lanes, length) || `${late.name} ended last, after ${seconds(late.ended)}.`;
  if (proof.estimated) {
    const why = `No plan is shorter: the first estimate is already ${moves}.`;
    return [`${winner.name} won: ${moves} after ${when}.`, `${why} ${after}`];
  }
  if (winner === proof.lane) {
    return [`${winner.name} won: ${moves}, proved shortest after ${when}.`, after];
  }
  const prover = proof.lane.name;
  const title = `${winner.name} found ${moves} first, ${prover} proved them shortest.`;
  const planned = proof.lane.reached; // when the solver of the proof had a plan of its own
  if (proof.at >= 0.98 * planned) {
    return [title, `Found after ${seconds(at)}, proved after ${when}.`];
  }
  const tried = `Proved after ${when}, when ${prover} had tried all shorter plans.`;
  return [title, `${tried} Its own plan came after ${seconds(planned)}.`];
}

/**
 * Names the lanes that expanded the fewest states, and those with the most.
 * @param {Lane[]} lanes of solvers, at least one of which is done
 * @returns {Words}
 */
function byStates(lanes) {
  const done = lanes.filter((lane) => lane.proved);
  const open = lanes.filter((lane) => !lane.proved);
  const amounts = done.map(({ states }) => states);
  const fewest = Math.min(...amounts);
  const most = Math.max(...amounts);
  const namesWith = (/** @type {number} */ states) =>
    labels(done.filter((lane) => lane.states === states));
  const length = plural(done[0].shortest ?? 0, 'move');
  const won = `${namesWith(fewest)} expanded the fewest states: ${count(fewest)}.`;
  if (open.length) return [won, `Not finished: ${labels(open)}. The shortest plan has ${length}.`];
  return [
    fewest === most ? `A draw: each expanded ${plural(fewest, 'state')}.` : won,
    `Most: ${namesWith(most)}, with ${count(most)}. All found a shortest plan, of ${length}.`,
  ];
}

/** The names of lanes. @param {Lane[]} lanes */
const labels = (lanes) => lanes.map(({ label }) => label).join(' and ');

/**
 * Says what the user did.
 * @param {Lane} human
 * @param {number} best the length of the best plan of a solver
 * @param {{placed: number, tiles: number}} board the number of tiles, and of those in place
 * @param {Words} words on the race of the solvers
 * @returns {Words}
 */
export function userVerdict(human, best, { placed, tiles }, [won, how]) {
  if (human.ended) {
    const moves = human.shortest ?? 0;
    return [
      `You solved it in ${plural(moves, 'move')} and ${stopwatch(human.ended)}.`,
      moves <= best
        ? 'Well done: no program has a shorter plan.'
        : `The programs do it in ${plural(best, 'move')}. ${won}`,
    ];
  }
  if (!human.moves) return [won, how];
  const made = plural(human.made, 'move');
  return [`You stopped after ${made}, with ${placed} of ${tiles} tiles in place.`, won];
}
