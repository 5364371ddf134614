// The page of a study: what it claims and what was measured here. The page of its report.

import { requestFile } from '../connection.js';
import { el } from '../dom.js';
import { findings, found, readTable } from '../findings.js';
import { markdown } from '../markdown.js';
import { table } from '../parts.js';
import { percent, plural } from '../text.js';
import { claimsList } from './claims.js';
import { addressOf, help, reportPage } from './common.js';

/** @typedef {import('../app.js').Description} Description */
/** @typedef {import('../findings.js').Finding} Finding */

/** Returns the finding of a study. @param {string} name */
function findingOf(name) {
  const finding = findings.find(({ study }) => study === name);
  if (!finding) throw new Error(`There is no study ${name}.`);
  return finding;
}

/**
 * Makes the report of a study, and returns it with its title.
 * @param {string} name
 * @param {Description} description
 */
export async function reportOf(name, description) {
  const finding = findingOf(name);
  const folder = `studies/${encodeURIComponent(name)}/`;
  const answer = await requestFile(`${folder}${encodeURIComponent(name)}.md`);
  if (!answer.ok) throw new Error(`There is no study ${name}.`);
  const text = (await answer.text()).replace(/^#.*\n/, ''); // without the title
  return {
    title: `The report of “${finding.title}”`,
    text: el('article', { class: 'study' }, ...markdown(text, folder, description)),
  };
}

/**
 * Makes the page of a study: the verdicts on its claims, the finding, and a link to the whole
 * report. It returns the page with its title.
 * @param {string} name
 * @param {Description} description
 */
export async function study(name, description) {
  const finding = findingOf(name);
  const [{ sentence, picture }, claims] = await Promise.all([
    found(finding),
    readTable(name, 'claims'),
  ]);
  const repeated = !finding.origin.includes('this project');
  const claimed = claimsOf(finding, claims, repeated, description);
  if (finding.basis) claimed.append(await basisOf(finding.basis, name));
  const how = repeated ? ', with the study’s algorithms' : '';
  const measured = el('section', { class: 'stack' });
  measured.append(
    el('h2', {}, 'What we measured'),
    el('p', {}, el('b', {}, sentence)),
    picture,
    el('p', {}, finding.why),
    help(
      `${finding.origin}. The numbers were measured here${how}. `,
      el('a', { href: addressOf(reportPage(name)) }, 'The whole report'),
    ),
  );
  if (finding.own) {
    measured.append(
      el('a', { class: 'button', href: `#/${finding.own}` }, 'Try your own settings'),
    );
  }
  return { title: finding.title, page: el('div', { class: 'beside' }, claimed, measured) };
}

/**
 * Shows the claims of a study. If some claims are about the finding, the other claims are shown on
 * request.
 * @param {Finding} finding
 * @param {import('./claims.js').Claim[]} claims
 * @param {boolean} repeated whether the study is of others, and was repeated here
 * @param {Description} description
 */
function claimsOf(finding, claims, repeated, description) {
  const element = el('section', { class: 'stack' }, el('h2', {}, 'What the study claims'));
  if (repeated) {
    const whose = 'Figures in a claim are the study’s own.';
    element.append(help(`${whose} What was measured here decides whether it holds.`));
  }
  const about = claims.filter(({ claim }) => finding.claim?.test(claim));
  const shown = about.length ? about : claims;
  const others = claims.filter((claim) => !shown.includes(claim));
  element.append(claimsList(shown, description, finding.words));
  if (others.length) {
    const summary = el('summary', {}, plural(others.length, 'other claim'));
    element.append(el('details', {}, summary, claimsList(others, description, finding.words)));
  }
  return element;
}

/**
 * Shows the comparison that a finding rests on, for all sizes and budgets.
 * @param {NonNullable<Finding['basis']>} basis
 * @param {string} name of the study
 */
async function basisOf({ table: source, row: wanted, title, help: text }, name) {
  const rows = (await readTable(name, source)).filter(wanted);
  const budgets = [...new Set(rows.map((row) => row.budget))];
  const sizes = [...new Set(rows.map((row) => row.size))];
  const head = ['Boards', ...budgets];
  const cells = sizes.map((size) => [
    size,
    ...budgets.map((budget) =>
      ratioCell(rows.find((row) => row.size === size && row.budget === budget)),
    ),
  ]);
  const element = el('section', { class: 'stack basis' }, el('h2', {}, title));
  element.append(table(title, head, cells, []), help(text));
  return element;
}

/**
 * Writes the ratio of lengths of a row.
 * @param {import('../findings.js').Row | undefined} row
 */
function ratioCell(row) {
  if (!row) return '–';
  const ratio = numberIn(row, 'relative length');
  const low = numberIn(row, 'relative length, 95 % from');
  const high = numberIn(row, 'relative length, 95 % to');
  if (low === 1 && high === 1) return 'as long';
  if (low <= 1 && 1 <= high) return el('span', { class: 'muted' }, 'no clear difference');
  return `${percent(Math.abs(ratio - 1))} ${ratio < 1 ? 'shorter' : 'longer'}`;
}

/**
 * Reads a number in a row.
 * @param {import('../findings.js').Row} row
 * @param {string} column
 */
function numberIn(row, column) {
  if (!row[column]) throw new Error(`A table of the study has no value for ${column}.`);
  return Number(row[column]);
}
