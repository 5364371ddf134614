// The host's view of a class race: the link, and then the leaderboard, large enough for a projector.

import { BoardView } from '../boardview.js';
import { button, el, field } from '../dom.js';
import { chips } from '../parts.js';
import { you } from '../race/races.js';
import { copyButton } from '../share.js';
import { count, plural, stopwatch } from '../text.js';
import { draw, heading, kindChips } from './common.js';

/** @typedef {import('./common.js').Race} Race */
/** @typedef {import('./common.js').View} View */

/** The time within which a second press confirms the first one, in milliseconds. */
const patience = 4000;

/** The command that lets a class in. */
const command = 'npuzzle serve --class';

/** The steps of a class race. */
const steps = [
  'All open the race on their phones, by a code or a link.',
  'All enter a name.',
  'You press Start. All get the same board at the same time.',
  'The first to solve it wins, in any number of moves. The leaderboard shows moves and seconds.',
];

/** @implements {View} */
export class HostView {
  size = ''; // of the board
  solving = 0; // the number of people who solve the board now
  pressed = 0; // when the button for the next board was pressed, as of performance.now; 0 if it was not
  listed = ''; // the names that have a button that removes them
  time = ''; // of the last place, once all have solved the board
  title = el('h1', { class: 'headline' });
  joined = el('p', { class: 'joined' });
  names = el('div', { class: 'row' });
  removal = el('details', { hidden: true }, el('summary', {}, 'Remove a name'), this.names);
  code = el('img', { class: 'code', alt: 'QR code of the link', hidden: true });
  link = el('textarea', { readOnly: true, rows: 2, onfocus: () => this.link.select() });
  address = el('strong');
  shown = new BoardView({ label: 'Board of the class' });
  start = button('Start for all', () => this.begin(), { class: 'primary', disabled: true });
  next = button('Next board', () => this.askForNext());

  /**
   * @param {import('./common.js').Parts} parts
   * @param {string} key of the host
   */
  constructor(parts, key) {
    this.parts = parts;
    this.key = key;
    const { app, race } = parts;
    const { element, mark } = chips(
      'Size',
      ['3x3', '4x4', '5x5'].map((name) => [name, name]),
      (size) => this.deal(size),
    );
    this.mark = mark;
    this.trial = el(
      'a',
      { href: `#/race?class=${race}`, target: '_blank', class: 'button' },
      'Try it in a second tab',
    );
    this.unreachable = el(
      'section',
      { class: 'steps-to', hidden: true },
      el('p', {}, 'To let a class in, start the page with this command:'),
      el('pre', {}, command),
      copyButton(app, 'Copy command', () => command, 'Command'),
    );
    this.course = el(
      'section',
      { class: 'stack', hidden: true },
      el('h2', {}, 'How a class race goes'),
      el('ol', { class: 'course' }, ...steps.map((text) => el('li', {}, text))),
    );
    this.invitation = this.invite();
    this.beginning = el(
      'div',
      { class: 'stack' },
      el('div', { class: 'row' }, el('span', { class: 'label' }, 'Board'), element),
      el('div', { class: 'row' }, this.start, this.trial),
      this.joined,
    );
    this.right = el('div', { class: 'stack' });
    this.right.append(this.invitation, this.beginning, parts.leaderboard, this.removal);
    this.left = el('div', { class: 'stack' });
    const nexts = el('div', { class: 'row' }, this.next);
    this.left.append(this.course, this.code, parts.curtain, this.shown.element, nexts);
    this.seats = el('div', { class: 'seats' }, this.left, this.right);
    this.lay();
  }

  /** Makes the part that tells how to join. */
  invite() {
    const { app, race } = this.parts;
    const how = 'All scan the code or open the link, and enter a name. Then you start the race.';
    const typed = el('p', { class: 'sentence' }, 'Or open ', this.address, ' and enter the code ');
    typed.append(el('strong', { class: 'mono' }, race.toUpperCase()), ', there or in Race.');
    const linked = field('Link for the class', this.link);
    const copy = copyButton(app, 'Copy link', () => this.link.value);
    const row = el('div', { class: 'row bottom' }, linked, copy);
    return el('div', { class: 'stack' }, el('p', { class: 'sentence' }, how), typed, row);
  }

  /** Puts the elements in their places. */
  lay() {
    const { root, app, note, clock } = this.parts;
    const kinds = kindChips(app, (kind) => this.leave(kind));
    kinds.mark('class');
    const projector = el('div', { class: 'projector' });
    projector.append(
      el('div', { class: 'groups' }, kinds.element),
      el('div', { class: 'row ends' }, this.title, clock),
      note,
      this.unreachable,
      this.seats,
    );
    root.append(projector);
  }

  /** Opens another kind of race. @param {string} kind */
  leave(kind) {
    if (kind === 'class') return;
    const race = kind === you ? `algorithm=${you}|algorithm=ga|algorithm=idastar` : undefined;
    this.parts.app.state.setOptions({ class: undefined, race });
  }

  /**
   * Asks the server to do something with the race.
   * @param {string} method
   * @param {() => Promise<object>} [params]
   */
  ask(method, params = async () => ({})) {
    const { app, attempt, race, refresh } = this.parts;
    return attempt(async () => {
      await app.backend.call(method, { race, key: this.key, ...(await params()) });
      refresh();
    });
  }

  begin() {
    return this.ask('start-race');
  }

  /** Gives the class another board. @param {string} size */
  deal(size) {
    return this.ask('reset-race', () => draw(this.parts.app, size));
  }

  /** Gives the class another board. While people solve the board, it takes two presses. */
  askForNext() {
    const now = performance.now();
    const confirmed = this.pressed > 0 && now - this.pressed <= patience;
    if (this.solving === 0 || confirmed) {
      this.pressed = 0;
      this.next.textContent = 'Next board';
      this.deal(this.size);
      return;
    }
    this.pressed = now;
    this.next.textContent = `${count(this.solving)} still solving. Next board?`;
    setTimeout(() => (this.next.textContent = 'Next board'), patience);
  }

  /** Makes a button for each name, which removes the name. @param {string[]} racers */
  listNames(racers) {
    this.removal.hidden = !racers.length;
    if (racers.join() === this.listed) return; // to make the buttons anew would take the focus
    this.listed = racers.join();
    this.names.replaceChildren(...racers.map((name) => this.removeButton(name)));
  }

  /** @param {string} name */
  removeButton(name) {
    const remove = () => this.ask('dismiss-racer', async () => ({ name }));
    return button(name, remove, { 'aria-label': `Remove ${name}`, class: 'quiet' });
  }

  /** Shows the state of the race. @param {Race} now */
  show(now) {
    const { started, places, playing } = now;
    const [first] = places;
    const over = first !== undefined && !playing.length;
    this.size = now.size;
    this.mark(now.size);
    this.solving = now.board ? playing.length : 0;
    this.time = over ? stopwatch(Math.max(...places.map(({ seconds }) => seconds))) : '';
    this.showInvitation(now);
    this.showNames(now);
    this.next.hidden = !now.board || !started;
    this.next.className = over ? 'primary' : '';
    this.start.disabled = playing.length === 0;
    this.title.textContent = headline(now);
    this.shown.element.hidden = !now.board;
    if (!now.board) return;
    const { rows, cols, tiles, target } = now.board;
    const goal = { rows, cols, tiles: target };
    this.shown.show(over ? goal : { rows, cols, tiles }, goal);
    this.parts.clock.style.visibility = over ? 'hidden' : ''; // the headline has the time
  }

  /** Shows how to join, before the start. @param {Race} now */
  showInvitation({ link, code, started }) {
    const { race, curtain } = this.parts;
    this.link.value = link ?? `${location.href.replace(/[?#].*/, '')}#/race?class=${race}`;
    this.address.textContent = this.link.value.replace(/[?#].*/, '');
    const alone = !link && !started; // no other machine reaches the page
    this.unreachable.hidden = !alone;
    this.course.hidden = !alone;
    this.trial.hidden = !alone;
    this.code.hidden = !code || started;
    if (!started) curtain.hidden = true;
    if (code) this.code.src = `data:image/svg+xml,${encodeURIComponent(code)}`;
    this.invitation.hidden = started || !link;
    this.beginning.hidden = started;
    this.seats.classList.toggle('inviting', !started);
    this.seats.classList.toggle('alone', alone);
  }

  /** Shows who has joined. @param {Race} now */
  showNames({ playing, places, away = [] }) {
    const names = playing.map((name) => {
      const joined = name.replaceAll(' ', '\u00a0'); // each stays on one line
      return away.includes(name) ? `${joined} (away)` : joined;
    });
    this.joined.textContent = names.length
      ? `${count(names.length)} joined: ${names.join(', ')}`
      : 'Nobody has joined yet.';
    this.listNames([...places.map(({ name }) => name), ...playing]);
  }

  name() {
    return '';
  }

  ended() {
    return this.time;
  }
}

/** Says how the race stands. @param {Race} now */
function headline({ started, board, places }) {
  if (!started) return heading;
  if (!board) return 'Get ready.';
  if (!places.length) return 'Who solves it first?';
  const [{ name, moves, seconds }] = places;
  return `${name} is first: ${plural(moves, 'move')} in ${stopwatch(seconds)}.`;
}
