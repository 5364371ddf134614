// Draws a state space on a canvas. Each dot is a board. The boards at one distance from the goal
// form a row, which grows from the middle to both sides. The goal is at the top. Boards that a
// search reached come first in their row.

import { el, textScale } from './dom.js';
import { label, paintGenerations } from './generations.js';
import { colours, fit, onLook } from './theme.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./space.js').Space} Space */
/** @typedef {import('./generations.js').Generation} Generation */

/**
 * What is drawn on a space. Boards are given by ranks. The list reached has the boards in the order
 * in which the search reached them. The first at of them are shown, and the last fresh of these are
 * marked. The list plan has the boards of a plan, which are the first of their rows. The plan is
 * drawn if the search has ended. The genetic solver has generations. If the number now of those
 * that are shown is not 0, they take the place of the boards.
 * @typedef {{reached: Uint32Array, at: number, fresh: number, plan: number[], ended: boolean,
 *   generations: Generation[], now: number}} Drawn
 */

/**
 * A dot of a row: its box, relative to the middle of the upper edge of the row.
 * @typedef {[x: number, y: number, width: number, height: number]} Dot
 */

/**
 * The side of the smallest dots that are drawn one by one, in pixels. Smaller dots are drawn
 * together.
 */
const smallest = 3.5;

/** The height below the rows, in pixels, where generations have their name. */
const foot = 18;

/**
 * The number of dots of a row that have the same size. The other dots are smaller, so that all fit
 * the row.
 */
const even = 16;

export class Layers {
  /**
   * @param {(rank: number | null) => void} onPoint called with the board under the pointer
   * @param {() => number} tallest returns the maximum height of the canvas in pixels
   */
  constructor(onPoint, tallest) {
    this.tallest = tallest;
    this.canvas = el('canvas', { role: 'img' });
    this.element = el('div', { class: 'layers' }, this.canvas);
    /** @type {Space | null} */
    this.space = null;
    /** @type {Board | null} */
    this.start = null;
    /** @type {Drawn} */
    this.drawn = {
      reached: new Uint32Array(),
      at: 0,
      fresh: 0,
      plan: [],
      ended: false,
      generations: [],
      now: 0,
    };
    /** For each row, when its boards are reached: indices in reached. @type {number[][]} */
    this.ticks = [];
    /** The dots of a row, as long as they are not too small. @type {Dot[]} */
    this.dots = [];
    this.pitch = this.power = this.axis = this.width = 0;
    this.frame = 0;
    /** @type {string[]} */
    this.colours = [];
    const point = (/** @type {PointerEvent} */ event) =>
      onPoint(this.rankAt(event.offsetX, event.offsetY));
    this.canvas.addEventListener('pointermove', point);
    this.canvas.addEventListener('pointerdown', point);
    this.canvas.addEventListener('pointerleave', () => onPoint(null));
    this.unlook = onLook(this.element, () => this.layOut());
  }

  /**
   * Shows a space.
   * @param {Space} space
   * @param {Board} start
   */
  open(space, start) {
    Object.assign(this, { space, start });
    this.layOut();
  }

  /** @param {Partial<Drawn>} drawn the properties that changed */
  draw(drawn) {
    const arranged = drawn.reached === this.drawn.reached && drawn.plan === this.drawn.plan;
    Object.assign(this.drawn, drawn);
    if (!arranged) this.arrange();
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  }

  destroy() {
    cancelAnimationFrame(this.frame);
    this.unlook();
  }

  /** Whether there is no room beside the rows. */
  get narrow() {
    return this.element.clientWidth < 300;
  }

  /**
   * Where generations are drawn, in pixels. There is room for names to the left and to the right.
   */
  get plot() {
    return this.narrow
      ? { left: 28 * textScale(), right: this.width - 8 }
      : { left: 80 * textScale(), right: this.width - 128 };
  }

  /** The height of a row, without the space below. */
  get height() {
    return this.pitch - (this.pitch > 8 ? 2 : 1);
  }

  /**
   * Returns the width of a row of n dots. There are two dots one above the other, and one in the
   * middle.
   * @param {number} n
   */
  across(n) {
    return (this.height / 4) * (Math.min(n, even) + 1) * Math.max(1, n / even) ** this.power;
  }

  /**
   * Returns a font of the page. It follows the size of texts that the reader has set.
   * @param {number} size in pixels, where texts have their usual size
   * @param {number} [weight]
   */
  font(size, weight = 400) {
    const names = getComputedStyle(this.element).getPropertyValue('--sans');
    return `${weight} ${size * textScale()}px ${names}`;
  }

  /** Gives each reached board a place in its row. */
  arrange() {
    const {
      space,
      drawn: { reached, plan },
    } = this;
    if (!space) return;
    const onPlan = new Set(plan);
    const [first, rest] = [
      space.counts.map(() => /** @type {number[]} */ ([])),
      space.counts.map(() => /** @type {number[]} */ ([])),
    ];
    for (const [tick, rank] of reached.entries()) {
      const ticks = onPlan.has(rank) ? first : rest;
      ticks[space.distance(rank)].push(tick);
    }
    this.ticks = first.map((ticks, row) => ticks.concat(rest[row]));
  }

  /** Fits rows and dots to the size of the element. */
  layOut() {
    const { space, element } = this;
    const width = element.clientWidth;
    if (width) element.style.minHeight = `${this.tallest()}px`; // what is below keeps its place
    if (!space || !width) return;
    const scale = textScale();
    const names = this.narrow ? 20 * scale : 72 * scale; // the room for the names of rows
    const [left, right] = [names, this.narrow ? 4 : 64]; // and for the start
    this.width = width;
    this.axis = left + (width - left - right) / 2;
    this.pitch = Math.min(28, (this.tallest() - foot) / space.counts.length);
    const most = Math.max(...space.counts);
    this.power = 0;
    if (most > even)
      this.power = Math.min(
        1,
        Math.log((width - left - right) / this.across(even)) / Math.log(most / even),
      );
    this.dots = [[-this.height / 4, this.height / 4, this.height / 2, this.height / 2]];
    while (this.dots.length < most) {
      const n = this.dots.length;
      const side = Math.sqrt(this.height * (this.across(n + 1) - this.across(n)));
      if (side < smallest) break;
      // dots one above the other, to the right and to the left
      const stack = Math.max(1, Math.round(this.height / side));
      const [from, to] = [this.across(n) / 2, this.across(n + 2 * stack) / 2];
      for (const x of [from, -to]) {
        for (let i = 0; i < stack; i++)
          this.dots.push([x, (i * this.height) / stack, to - from, this.height / stack]);
      }
    }
    this.colours = colours(
      element,
      '--unreached',
      '--solver',
      '--mark',
      '--text',
      '--muted',
      '--bg',
      '--line',
    );
    this.arrange();
    this.paint();
  }

  /**
   * Returns the rank of the reached board at a point of the canvas, or null.
   * @param {number} x
   * @param {number} y
   */
  rankAt(x, y) {
    const {
      drawn: { reached, at, generations, now },
    } = this;
    const row = Math.floor(y / this.pitch);
    if (now) {
      const { left, right } = this.plot;
      const column = Math.floor(((x - left) / (right - left)) * generations.length);
      return column < now ? (generations[column]?.ranks[row] ?? null) : null;
    }
    const [right, down] = [x - this.axis, y - row * this.pitch];
    const dot = this.dots.findIndex(
      ([left, top, width, height]) =>
        right >= left && right < left + width && down >= top && down < top + height,
    );
    const tick =
      this.ticks[row]?.[
        dot < 0
          ? Math.floor(even * ((2 * Math.abs(right)) / this.across(even)) ** (1 / this.power))
          : dot
      ];
    return tick < at ? reached[tick] : null;
  }

  paint() {
    const { space, start, ticks, pitch, width } = this;
    const context = this.canvas.getContext('2d');
    if (!space || !start || !context || !width) return;
    const { at, fresh, plan, ended, generations, now } = this.drawn;
    const [unreached, solver, mark, ink, muted, paper, faint] = this.colours;
    const ratio = fit(this.canvas, width, pitch * space.counts.length + foot);
    context.scale(ratio, ratio);
    context.textBaseline = 'middle';
    this.nameRows(context);
    if (now) {
      const { left, right } = this.plot;
      paintGenerations(context, generations, now, {
        left,
        right,
        width,
        pitch,
        solver,
        ink,
        muted,
        paper,
        faint,
        font: (size, weight) => this.font(size, weight),
      });
      return;
    }

    space.counts.forEach((all, row) => {
      const shown = ticks[row].filter((tick) => tick < at).length;
      const old = ticks[row].filter((tick) => tick < at - fresh).length;
      this.row(context, row, 0, old, solver);
      this.row(context, row, old, shown, mark);
      this.row(context, row, shown, all, unreached);
    });
    if (ended && plan.length) this.line(context, plan);
    this.name(context, 'goal', space.goal, 0);
    this.name(context, 'start', start, space.distance(space.ranking.rank(start.tiles)));
  }

  /**
   * Draws the dots of a row from the number begin to the number end.
   * @param {CanvasRenderingContext2D} context
   * @param {number} row
   * @param {number} begin
   * @param {number} end
   * @param {string} colour
   */
  row(context, row, begin, end, colour) {
    const { axis, pitch, height, dots } = this;
    const y = row * pitch;
    context.fillStyle = colour;
    context.beginPath();
    for (const [left, top, width, high] of dots.slice(begin, Math.max(begin, end))) {
      const [x, middle] = [axis + left + width / 2, y + top + high / 2];
      context.moveTo(x, middle);
      context.arc(x, middle, Math.max(1, Math.min(width, high) / 2 - 0.4), 0, 2 * Math.PI);
    }
    context.fill();
    if (end <= Math.max(begin, dots.length)) return;
    const [from, to] = [this.across(Math.max(begin, dots.length)) / 2, this.across(end) / 2];
    context.globalAlpha = 0.75; // as much colour as between dots
    context.fillRect(axis + from, y, to - from, height);
    context.fillRect(axis - to, y, to - from, height);
    context.globalAlpha = 1;
  }

  /**
   * Writes beside every fifth row how far its boards are from the goal.
   * @param {CanvasRenderingContext2D} context
   */
  nameRows(context) {
    const {
      space,
      pitch,
      height,
      axis,
      narrow,
      drawn: { now },
    } = this;
    const [, , , , muted, , faint] = this.colours;
    context.font = this.font(narrow ? 12 : 13);
    context.textAlign = 'left';
    for (let row = now ? 0 : 5; space && row < space.counts.length; row += 5) {
      const y = row * pitch + height / 2;
      let text = `${row} moves`;
      if (!row) text = 'goal';
      else if (narrow) text = String(row);
      else if (row === 5 && !now) text = '5 moves from the goal';
      context.fillStyle = faint;
      const from = context.measureText(text).width + 8;
      const to = now ? this.plot.right : axis - this.across(space.counts[row]) / 2 - 4;
      context.fillRect(from, y - 0.5, Math.max(0, to - from), 1);
      context.fillStyle = muted;
      context.fillText(text, 0, Math.max(7 * textScale(), y));
    }
    if (narrow && !now) {
      context.fillText('moves from', 0, 7 * textScale());
      context.fillText('the goal', 0, 21 * textScale());
    }
  }

  /**
   * Draws a plan from the start to the goal.
   * @param {CanvasRenderingContext2D} context
   * @param {number[]} plan
   */
  line(context, plan) {
    const {
      space,
      drawn: { reached },
      ticks,
      dots,
    } = this;
    const [, , , ink, , paper] = this.colours;
    if (!space) return;
    context.lineJoin = context.lineCap = 'round';
    for (const [width, colour] of /** @type {[number, string][]} */ ([
      [5, paper],
      [2.5, ink],
    ])) {
      context.lineWidth = width;
      context.strokeStyle = colour;
      context.beginPath();
      for (const rank of plan) {
        const row = space.distance(rank);
        const [left, top, wide, high] =
          dots[ticks[row].findIndex((tick) => reached[tick] === rank)] ?? dots[0];
        context.lineTo(this.axis + left + wide / 2, row * this.pitch + top + high / 2);
      }
      context.stroke();
    }
  }

  /**
   * Draws a small board beside its row, with a name, and a line to its dot.
   * @param {CanvasRenderingContext2D} context
   * @param {string} name
   * @param {Board} board
   * @param {number} row
   */
  name(context, name, { rows, cols, tiles }, row) {
    const { space, axis, pitch, height, width } = this;
    const [, , , ink, , paper] = this.colours;
    if (!space) return;
    const cell = Math.floor(48 / Math.max(rows, cols));
    const [middle, ring] = [row * pitch + height / 2, Math.max(4, height / 2)];
    if (this.narrow) {
      context.lineWidth = 1;
      context.strokeStyle = ink;
      context.beginPath();
      context.arc(axis, middle, ring, 0, 2 * Math.PI);
      context.stroke();
      label(context, name, axis + ring + 4, Math.max(7, middle), ink, paper, this.font(12, 600));
      return;
    }
    const y = Math.max(
      1,
      Math.min(middle - (rows * cell) / 2, pitch * space.counts.length - rows * cell - 18),
    );
    const beside = space.counts.slice(
      Math.floor(y / pitch),
      Math.ceil((y + rows * cell + 16) / pitch),
    );
    const x = Math.min(axis + this.across(Math.max(...beside)) / 2 + 8, width - cols * cell - 1);
    for (const [line, colour] of /** @type {[number, string][]} */ ([
      [3, paper],
      [1, ink],
    ])) {
      context.lineWidth = line;
      context.strokeStyle = colour;
      context.beginPath();
      context.arc(axis, middle, ring, 0, 2 * Math.PI);
      context.moveTo(axis + ring, middle);
      context.lineTo(x, middle);
      context.stroke();
    }
    const [tray, ivory, digits, placed, onPlaced] = colours(
      this.element,
      '--tray',
      '--tile',
      '--tile-text',
      '--placed',
      '--placed-text',
    );
    context.fillStyle = ink;
    context.fillRect(x - 1, y - 1, cols * cell + 2, rows * cell + 2);
    const names = getComputedStyle(this.element).getPropertyValue('--digits');
    context.font = `600 ${cell - 3}px ${names}`;
    context.textAlign = 'center';
    tiles.forEach((tile, at) => {
      const home = space.goal.tiles[at] === tile;
      const [left, top] = [x + (at % cols) * cell, y + Math.floor(at / cols) * cell];
      context.fillStyle = home ? placed : ivory;
      if (tile === 0) context.fillStyle = tray;
      context.fillRect(left + 0.5, top + 0.5, cell - 1, cell - 1);
      context.fillStyle = home ? onPlaced : digits;
      if (tile) context.fillText(String(tile), left + cell / 2, top + cell / 2 + 0.5);
    });
    context.fillStyle = ink;
    context.font = this.font(13, 600);
    context.fillText(name, x + (cols * cell) / 2, y + rows * cell + 10 * textScale());
  }
}
