// A search beside its pseudocode. The reader plays it, or steps through it by lines or by rounds.

import { button, disable, el, select } from '../dom.js';
import { figures } from '../parts.js';

/** Milliseconds for a line, by the name of the speed. @type {[string, string][]} */
const speeds = [
  ['400', 'slow'],
  ['80', 'normal'],
  ['8', 'fast'],
];

/**
 * Makes a search that can be watched.
 * @param {import('../app.js').App} app
 * @param {AbortSignal} signal stops it
 * @param {object} options
 * @param {string} options.label of the pseudocode, for screen readers
 * @param {string[]} options.lines the pseudocode; two spaces indent a line
 * @param {Node} options.picture
 * @param {(Node | null)[]} [options.settings] controls below the picture
 * @param {string[]} options.facts labels of figures
 * @param {() => Generator<number, void>} options.start begins the search anew. The generator yields
 *   the numbers of lines
 * @param {() => string[]} options.show draws the search, and returns the figures
 * @param {() => string} options.says a sentence on the search so far, or at its end
 * @param {number} options.round the line on which a round of the search begins
 * @param {string} options.unit what a round looks at, such as board
 * @param {() => number[]} [options.without] numbers of lines that are left out
 */
export function stepper(
  app,
  signal,
  {
    label,
    lines,
    picture,
    settings = [],
    facts,
    start,
    show,
    says,
    round,
    unit,
    without = () => [],
  },
) {
  const [numbers, fill] = figures(...facts);
  const rows = lines.map((text) => {
    const row = el('li', {}, el('span', {}, text.trimStart()));
    row.style.setProperty('--indent', String((text.length - text.trimStart().length) / 2));
    return row;
  });
  const program = el(
    'ol',
    { class: 'pseudocode', 'aria-label': `Pseudocode: ${label}`, tabIndex: 0 },
    ...rows,
  );
  const sentence = el('p', { class: 'sentence', 'aria-live': 'polite' });
  let search = start();
  let line = -1;
  let ended = false;
  let timer = 0;
  let begun = false; // whether the first round has begun

  const draw = () => {
    fill(...show());
    rows.forEach((row, i) => {
      row.classList.toggle('off', without().includes(i));
      if (i === line) row.setAttribute('aria-current', 'step');
      else row.removeAttribute('aria-current');
    });
    const marked = rows[line];
    if (marked)
      // on a phone
      program.scrollTop = marked.offsetTop - (program.clientHeight - marked.offsetHeight) / 2;
    for (const control of [run, step, next, end]) disable(control, ended, again);
    run.textContent = timer ? 'Pause' : 'Play';
    run.classList.toggle('primary', !ended);
    again.classList.toggle('primary', ended);
    sentence.textContent = says();
  };

  /** Goes to the next line that is not left out. */
  const advance = () => {
    do {
      const { value, done } = search.next();
      ended = Boolean(done);
      line = done ? -1 : /** @type {number} */ (value);
    } while (!ended && without().includes(line));
    begun ||= line === round;
  };

  const pause = () => {
    clearInterval(timer);
    timer = 0;
  };

  const step = button('Next line', () => {
    pause();
    advance();
    draw();
  });
  /** Goes to the next round. */
  const turn = () => {
    pause();
    if (!begun) while (!ended && line !== round) advance();
    do advance();
    while (!ended && line !== round);
    draw();
  };
  const next = button(`Next ${unit}`, turn);
  const end = button('To the end', () => {
    pause();
    while (!ended) advance();
    draw();
    app.announce(says());
  });
  const speed = select(speeds, '80', () => timer && play());
  speed.setAttribute('aria-label', 'Speed');
  const play = () => {
    pause();
    const wait = Number(speed.value);
    timer = setInterval(() => {
      advance();
      if (ended) {
        pause();
        app.announce(says());
      }
      draw();
    }, wait);
  };
  const run = button(
    'Play',
    () => {
      if (timer) pause();
      else play();
      draw();
    },
    { class: 'primary' },
  );
  const again = button('Start over', () => restart());

  /** Begins anew, as after a change of a setting. */
  const restart = () => {
    pause();
    search = start();
    line = -1;
    ended = begun = false;
    advance();
    draw();
  };

  signal.addEventListener('abort', pause);
  const element = el(
    'section',
    { class: 'stepper', 'aria-label': label },
    el('div', { class: 'stack' }, picture, sentence),
    el(
      'div',
      { class: 'stack' },
      program,
      el('div', { class: 'run' }, run, speed, step, next, end, again),
      ...settings,
      numbers,
    ),
  );
  restart();
  turn(); // a picture of the start alone would be empty
  return { element, restart };
}
