// The gallery: what the published studies found, and the experiments of the store.

import { el } from '../dom.js';
import { findings, found, readTable } from '../findings.js';
import { tally } from './claims.js';
import { addressOf, day, help, progressText, studyPage, titleOf } from './common.js';

/** @typedef {import('../findings.js').Finding} Finding */
/** @typedef {import('./messages.js').Experiment} Experiment */

/**
 * Makes the gallery: the first finding large, and the others in a row. It returns the sentence of
 * the first finding, and the rest of the page.
 * @param {string[]} examples the names of studies
 */
export async function gallery(examples) {
  const known = findings.filter(({ study }) => examples.includes(study));
  const shown = await Promise.all(known.map(read));
  const [first, ...others] = shown;
  const links = others.map(({ finding, sentence, small, claims }) => {
    const href = addressOf(studyPage(finding.study));
    const more = el('span', { class: 'more' }, 'See the study →');
    const link = el('a', { class: 'finding', href }, el('b', {}, sentence), small, claims, more);
    return el('li', {}, link);
  });
  const more = el('section', { class: 'stack' }, el('h2', {}, 'More findings'));
  more.append(el('ul', { class: 'findings' }, ...links));
  if (!first) return { sentence: 'What the experiments found', nodes: [more] };
  return { sentence: first.sentence, nodes: [large(first), more] };
}

/**
 * Reads a finding with its pictures, and the verdicts on its claims.
 * @param {Finding} finding
 */
async function read(finding) {
  const claims = tally(await readTable(finding.study, 'claims'));
  try {
    const { sentence, spoken, small } = await found(finding);
    return { finding, sentence, spoken, small, claims };
  } catch (error) {
    const why = /** @type {Error} */ (error).message;
    const spoken = el('p', { class: 'note bad' }, why);
    const small = el('div', { class: 'thumb' });
    return { finding, sentence: finding.title, spoken, small, claims };
  }
}

/**
 * Shows a finding large.
 * @param {Awaited<ReturnType<typeof read>>} shown
 */
function large({ finding, spoken, claims }) {
  const { study, title, origin, why } = finding;
  const link = el('a', { class: 'button', href: addressOf(studyPage(study)) }, 'See the study');
  const text = el('div', { class: 'stack' });
  text.append(
    el('p', {}, why),
    help(`Study: “${title}”. ${origin}.`),
    el('div', { class: 'row' }, link, claims),
  );
  return el('div', { class: 'beside' }, spoken, text);
}

/**
 * Makes links to the experiments of the store, the newest first.
 * @param {{experiments: Experiment[], running: string}} list
 */
export function ownExperiments({ experiments, running }) {
  return [...experiments].reverse().map((one) => {
    const progress = one.experiment === running ? 'running' : progressText(one.done, one.trials);
    return el(
      'li',
      {},
      el('a', { href: addressOf(one.experiment) }, titleOf(one)),
      el('span', { class: 'help' }, `${day(one.began)}, ${progress}`),
    );
  });
}
