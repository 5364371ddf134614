// Knows whether the server is there, and shows a note while it is not.
//
// While the page is seen, it asks the server each second what this browser may do. Every other piece
// of an answer counts as a sign of life, too.

import { button, el } from './dom.js';

/**
 * What this browser may do: whether the server serves a class, whether this browser is a guest of
 * the class, the code of the class race if it is open, whether many browsers share the server,
 * whether the server is ending, the name of the experiment that runs, and the number of experiments
 * that have begun.
 * @typedef {{class?: boolean, guest?: boolean, race?: string, shared?: boolean, ended?: boolean,
 *   running?: string, begun?: number}} Session
 */

/** The time between two questions, in milliseconds. */
const every = 1000;

/** The time that an answer may take, in milliseconds. With the one above, it is below two seconds. */
const patience = 950;

const silent = 'The server does not answer.';
const ended = 'The host has ended the server.';
const renewed = 'The server was started anew and does not know this browser.';

const words = el('span');
const note = el('div', { class: 'note bad lost', role: 'alert', hidden: true }, words);

/** Functions to call when the connection is lost (true) or back. @type {Set<(lost: boolean) => void>} */
const listeners = new Set();

/**
 * Functions to call with the time at which a request was sent that got no answer.
 * @type {Set<(sent: number) => void>}
 */
const unansweredListeners = new Set();

/** Functions to call when the server has said what this browser may do. @type {Set<(session: Session) => void>} */
const readers = new Set();

let lost = false;
let heardAt = 0; // the time of the last sign of life
let timer = 0; // id of the next question
/** @type {Session} */
let session = {};
/** @type {(signal: AbortSignal) => Promise<Session>} */
let question;

/** Whether the connection is lost. */
export const isLost = () => lost;

/** What this browser may do, as the server said last. */
export const currentSession = () => session;

/** Says what is wrong if the server does not answer. */
export function whySilent() {
  if (session.ended) return ended;
  if (session.guest) return `${silent} Is this device still in the network?`;
  return `${silent} Is npuzzle serve still running?`;
}

/**
 * Calls a function when the connection is lost (true) or back.
 * @param {(lost: boolean) => void} listener
 * @returns {() => void} ends the calls
 */
export function onConnection(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Calls a function with the time at which a request of a view was sent that got no answer.
 * @param {(sent: number) => void} listener
 */
export function onUnanswered(listener) {
  unansweredListeners.add(listener);
}

/** Tells that a request of a view got no answer. @param {number} sent the time of the request */
export function unanswered(sent) {
  for (const listener of unansweredListeners) listener(sent);
}

/** Requests a file that a view shows. @param {string} address */
export async function requestFile(address) {
  const sent = performance.now();
  try {
    return await fetch(address);
  } catch (error) {
    unanswered(sent);
    throw error;
  }
}

/** Calls a function when the server has said what this browser may do. @param {(session: Session) => void} reader */
export function onSession(reader) {
  readers.add(reader);
  reader(session);
}

/** Tells that the server has sent something. */
export function heard() {
  heardAt = performance.now();
  if (!lost || session.ended) return;
  lost = false;
  note.hidden = true;
  for (const listener of listeners) listener(false);
}

/**
 * Tells that the server did not answer.
 * @param {string} [why]
 * @param {Node} [remedy] a button; by default, one that tries again
 */
export function missed(why = whySilent(), remedy = button('Try again', look)) {
  if (!note.isConnected) document.body.append(note);
  const text = why.startsWith(silent) ? `${why} The page tries again.` : why;
  if (words.textContent !== text || note.hidden) {
    words.textContent = text;
    note.replaceChildren(words, remedy);
    note.hidden = false;
  }
  if (lost) return;
  lost = true;
  for (const listener of listeners) listener(true);
}

/**
 * Begins to ask the server whether it is there.
 * @param {(signal: AbortSignal) => Promise<Session>} ask
 */
export function watchConnection(ask) {
  question = ask;
  look();
  document.addEventListener('visibilitychange', () => document.hidden || look());
}

/** Asks the server, and again after a while. A page that nobody sees does not ask. */
async function look() {
  clearTimeout(timer);
  const asked = performance.now();
  try {
    session = await question(AbortSignal.timeout(patience));
    for (const reader of readers) reader(session);
    if (session.ended) missed(ended);
    else heard();
  } catch (error) {
    const { status } = /** @type {{status?: number}} */ (error);
    const enter = () => location.reload();
    if (status === 401) missed(renewed, button('Enter again', enter));
    else if (heardAt < asked) missed();
  }
  clearTimeout(timer);
  if (!document.hidden) timer = window.setTimeout(look, every);
}
