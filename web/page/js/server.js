// The backend of the served page: JSON over HTTP, and server-sent events for searches.

/** @returns {import('./app.js').Backend} */
export function server() {
  return {
    served: true,
    call: async (method, params) => (await post(method, params, 'application/json')).json(),
    stream: async (method, params, onEvent, signal) => {
      const response = await post(method, params, 'text/event-stream', signal);
      let answer;
      for await (const { event, data } of events(response)) {
        if (event === 'error') throw new Error(data.error);
        if (event === 'result') answer = data; // the last event
        else onEvent(event, data);
      }
      if (!answer) throw new Error('The server closed the connection before the search ended.');
      return answer;
    },
  };
}

/**
 * Sends a request. The promise is rejected if the answer is an error.
 * @param {string} method
 * @param {object} params
 * @param {string} accept the media type of the answer
 * @param {AbortSignal} [signal]
 */
async function post(method, params, accept, signal) {
  const headers = { 'Content-Type': 'application/json', Accept: accept };
  const body = JSON.stringify(params);
  let response;
  try {
    response = await fetch(`api/v1/${method}`, { method: 'POST', headers, body, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Error('The server does not answer. Is npuzzle serve still running?');
  }
  if (!response.ok) {
    const answer = await response.json().catch(() => ({}));
    throw new Error(answer.error ?? `The server answered ${response.status} ${response.statusText}.`);
  }
  return response;
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
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (text + value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = /^event: ?(.*)$/m.exec(block)?.[1] ?? 'message';
      const data = [...block.matchAll(/^data: ?(.*)$/gm)].map((line) => line[1]).join('\n');
      if (data) yield { event, data: JSON.parse(data) };
    }
  }
}
