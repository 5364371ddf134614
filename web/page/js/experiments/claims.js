// The claims of a study, with the verdicts on them.

import { el } from '../dom.js';
import { forPeople } from '../markdown.js';
import { table } from '../parts.js';
import { capital, plural } from '../text.js';
import { groupBy, help, list } from './common.js';

/** A claim of a study, and what was measured. @typedef {import('../findings.js').Row} Claim */

/** A claim for a size and a budget. */
const forBudget = /^On (\S+), within the budget of (.+?), (.+)$/;

/** The verdicts, as they are sorted. */
const verdicts = ['holds', 'holds in part', 'fails', 'undecided'];

const notJudged = 'not judged';

/** The sentence of a claim, without what was run. @param {Claim} claim */
const sentenceOf = ({ claim }) => claim.replace(/ \(.*\)$/, '');

/** What was run for a claim. It is in parentheses at the end. @param {Claim} claim */
const setupOf = ({ claim }) => / \((.*)\)$/.exec(claim)?.[1] ?? '';

/** The sentence of a claim, without the size and the budget. @param {Claim} claim */
const titleOf = (claim) => sentenceOf(claim).replace(forBudget, '$3');

/** The verdict on claims that have the same sentence. @param {Claim[]} claims */
function verdictOf(claims) {
  const known = new Set(claims.map(({ verdict }) => verdict));
  if (known.size === 1) return claims[0].verdict;
  if (known.has('holds')) return 'holds in part';
  return known.has('fails') ? 'fails' : 'undecided';
}

/**
 * Shows a verdict.
 * @param {string} verdict
 * @param {string} [text]
 */
function badge(verdict, text = verdict) {
  return el('b', { class: `badge ${verdict.replaceAll(' ', '-')}` }, text);
}

/** Counts the claims of a study by their verdicts. @param {Claim[]} claims */
export function tally(claims) {
  const given = [...groupBy(claims, titleOf).values()].map(verdictOf);
  const badges = [];
  for (const verdict of verdicts) {
    const n = given.filter((one) => one === verdict).length;
    if (!n) continue;
    const word = n > 1 ? verdict.replace(/s$/, '') : verdict;
    badges.push(badge(verdict, `${n} ${word}`.replace('holds ', '')));
  }
  if (!badges.length) badges.push(badge(notJudged));
  return el('span', { class: 'tally' }, el('span', { class: 'help' }, 'Claims: '), ...badges);
}

/**
 * Shows the claims of a study, those that are decided first. Claims that differ only in the size
 * and the budget share a table. Claims that differ only in what was run are one claim. What decides
 * a claim is shown on request.
 * @param {Claim[]} claims
 * @param {import('../app.js').Description} description
 * @param {[string, string][]} [plain] plain words for names
 */
export function claimsList(claims, description, plain = []) {
  const words = (/** @type {string} */ text) => {
    let plainText = text;
    for (const [name, word] of plain) plainText = plainText.replaceAll(name, word);
    return capital(forPeople(description, plainText));
  };
  const element = el('div', { class: 'verdicts' });
  const withBudget = claims.filter(({ claim }) => forBudget.test(claim));
  for (const [title, group] of groupBy(withBudget, titleOf)) {
    element.append(budgetTable(title, group, words));
  }
  const withoutBudget = claims.filter(({ claim }) => !forBudget.test(claim));
  const groups = [...groupBy(withoutBudget, titleOf)].sort(
    ([, a], [, b]) => verdicts.indexOf(verdictOf(a)) - verdicts.indexOf(verdictOf(b)),
  );
  const open = claims.length === 1;
  const judged = groups.filter(([, group]) => verdictOf(group) !== notJudged);
  const others = groups.filter(([, group]) => verdictOf(group) === notJudged);
  const line = (/** @type {[string, Claim[]]} */ [title, group]) =>
    claimLine(title, group, open, words);
  if (judged.length) element.append(el('ul', {}, ...judged.map(line)));
  if (claims.some(({ verdict }) => verdict === 'undecided')) {
    const why = 'Undecided: chance alone could explain what was measured.';
    element.append(help(`${why} The report tells how claims are judged.`));
  }
  if (others.length) {
    const why = 'Not judged: claims that no measurement can decide. Each gives the reason.';
    element.append(
      el(
        'details',
        { open: !judged.length },
        el('summary', {}, `${plural(others.length, 'claim')} not judged`),
        help(why),
        el('ul', {}, ...others.map(line)),
      ),
    );
  }
  return element;
}

/**
 * Shows claims that differ only in the size and the budget, in a table.
 * @param {string} title their sentence
 * @param {Claim[]} claims
 * @param {(text: string) => string} words
 */
function budgetTable(title, claims, words) {
  const cells = claims.map((claim) => ({
    verdict: claim.verdict,
    reason: claim['shown by'],
    size: claim.claim.replace(forBudget, '$1'),
    budget: claim.claim.replace(forBudget, '$2'),
  }));
  const budgets = [...new Set(cells.map(({ budget }) => budget))];
  const rows = [...groupBy(cells, ({ size }) => size)].map(([size, row]) => {
    const badges = budgets.map((budget) => {
      const cell = row.find((one) => one.budget === budget);
      return cell ? badge(cell.verdict) : '–';
    });
    return [size, ...badges];
  });
  const numbers = [...groupBy(claims, ({ verdict }) => verdict)].map(
    ([verdict, group]) => `${verdict} in ${group.length}`,
  );
  const head = ['Boards', ...budgets.map((budget) => `In about ${budget}`)];
  const reasons = cells.map(({ size, budget, reason }) => `${size}, ${budget}: ${words(reason)}.`);
  const scale =
    'Numbers compare plans: 1.02 means that the plans of the simpler program are 2 % longer. ' +
    'The range is the 95 % interval.';
  return el(
    'div',
    {},
    el('h3', {}, words(title)),
    help(`Of ${claims.length} cases: ${numbers.join(', ')}.`),
    table(words(title), head, rows, []),
    el(
      'details',
      {},
      el('summary', {}, 'What decides each of them'),
      el('div', { class: 'help' }, scale, list(reasons)),
    ),
  );
}

/**
 * Shows claims with the same sentence in one line.
 * @param {string} title the sentence
 * @param {Claim[]} claims
 * @param {boolean} open whether it shows what decides them
 * @param {(text: string) => string} words
 */
function claimLine(title, claims, open, words) {
  const details = el(
    'details',
    { open: open || words(title).includes('%') },
    el('summary', {}, words(title)),
    ...claims.map((claim) => measurement(claim, words)),
  );
  const body = el('div', {}, details);
  if (claims.length > 1) {
    // What a claim holds for, and what not, comes before the colon in its parentheses.
    const scopes = claims.map(
      (claim) => `${capital(claim.verdict)} ${setupOf(claim).split(':')[0]}.`,
    );
    body.append(el('p', {}, scopes.join(' ')));
  }
  return el('li', {}, badge(verdictOf(claims)), body);
}

/**
 * Shows what decides a claim. Each measurement has a line.
 * @param {Claim} claim
 * @param {(text: string) => string} words
 */
function measurement(claim, words) {
  const setup = setupOf(claim);
  const texts = claim['shown by'].split('; ').map(words);
  return el(
    'div',
    { class: 'help' },
    setup ? `${words(setup)}. ` : '',
    'Measured here: ',
    texts.length === 1 ? `${texts[0]}.` : list(texts),
  );
}
