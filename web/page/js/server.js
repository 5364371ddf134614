// The backend of the served page: JSON over HTTP, and server-sent events for searches.

import {
  currentSession,
  heard,
  missed,
  unanswered,
  watchConnection,
  whySilent,
} from './connection.js';
import { showPlace } from './queue.js';

/** What is wrong if the server ends in the middle of an answer. */
const broken = 'The server closed the connection before it answered.';

/** The error of a request that got no answer, or a part of one. */
class Unanswered extends Error {}

/**
 * The page always asks for server-sent events, because then errors are events, too. Browsers would
 * log an answer with an error status as a fault of the page, even if a user only typed a wrong
 * board.
 * @returns {import('./app.js').Backend}
 */
export function server() {
  /** @type {import('./app.js').Stream} */
  const stream = async (method, params, onEvent, signal) => {
    let answer;
    const sent = performance.now();
    const place = showPlace();
    try {
      for await (const { event, data } of events(await post(method, params, signal))) {
        place(event === 'queue' ? data.place : 0);
        if (event === 'error') throw new Error(data.error);
        if (event === 'result')
          answer = data; // the last event
        else if (event !== 'queue') onEvent(event, data);
      }
    } catch (error) {
      if (error instanceof Unanswered) {
        missed();
        if (method !== 'session') unanswered(sent);
      }
      throw error;
    } finally {
      place(0);
    }
    if (!answer) throw new Error(broken);
    return answer;
  };
  const never = new AbortController().signal;
  watchConnection((signal) => stream('session', {}, () => {}, signal));
  return {
    served: true,
    get session() {
      return currentSession();
    },
    get shared() {
      return currentSession().shared === true;
    },
    stream,
    call: (method, params) => stream(method, params, () => {}, never),
  };
}

/**
 * Sends a request. The promise is rejected if the server does not run the method.
 * @param {string} method
 * @param {object} params
 * @param {AbortSignal} [signal]
 */
async function post(method, params, signal) {
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'text/event-stream',
    'Npuzzle-Client': client(),
  };
  const body = JSON.stringify(params);
  let response;
  try {
    response = await fetch(`api/v1/${method}`, { method: 'POST', headers, body, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unanswered(whySilent());
  }
  if (!response.ok) {
    const answer = await response.json().catch(() => ({}));
    const { status, statusText } = response;
    const why = answer.error ?? `The server answered ${status} ${statusText}.`;
    throw Object.assign(new Error(why), { status });
  }
  return response;
}

/**
 * The name of this browser, so that the server can share its time equally. Other pages of the host
 * can share the storage, so the name of the key begins with npuzzle.
 */
let name = '';

/** Returns the name of this browser. The browser draws it at random, and keeps it. */
function client() {
  try {
    name ||= localStorage.getItem('npuzzle-client') ?? '';
    if (name) return name;
    name = Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(36)).join('');
    localStorage.setItem('npuzzle-client', name);
  } catch {
    // Without storage, the name is forgotten with the page.
  }
  return name;
}

/**
 * Reads server-sent events from the body of a response.
 * @param {Response} response
 * @returns {AsyncGenerator<{event: string, data: any}>}
 */
async function* events(response) {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      if (error.name === 'AbortError' || error.name === 'TimeoutError') throw error;
      throw new Unanswered(broken);
    });
    if (done) return;
    heard();
    const blocks = (text + value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = /^event: ?(.*)$/m.exec(block)?.[1] ?? 'message';
      const data = [...block.matchAll(/^data: ?(.*)$/gm)].map((line) => line[1]).join('\n');
      if (data) yield { event, data: JSON.parse(data) };
    }
  }
}
