// Draws a state space on a canvas. Each state is a cell, whose colour shows when a search reached the
// state. The states at one distance from the goal form a layer. The goal is at the top. Within a layer,
// states nearer to the start are further left.

import { el } from './dom.js';
import { colours, fit, onLook } from './theme.js';

/** @typedef {import('./space.js').Space} Space */

/**
 * What is drawn on a space. States are given by ranks. The list reached has the states in the order in
 * which the search reached them, and at is how many of them are shown. Most is the largest number of states that
 * this picture or one beside it shows: dots are largest if it is small. The list plan has the states of a
 * plan, and members has the last states of the plans of a population.
 * @typedef {{reached: Uint32Array, at: number, plan: number[], start: number, members: number[],
 *   most: number}} Drawn
 */

/** Space in pixels for the numbers of layers at the left, and for marks at the top and the bottom. */
const left = 42;
const top = 8;

/** The number of columns of a block of cells. A layer is a row of blocks. */
const block = 12;

/** If fewer states than this are reached, they are drawn larger than their cells. */
const few = 10000;

/** The possible sides of a cell, in pixels. Sides below 1 may be parts of pixels of the screen, whose colours are mixed. */
const sides = [24, 20, 16, 14, 12, 10, 8, 7, 6, 5, 4, 3, 2.5, 2, 1.5, 1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65,
  0.6, 0.55, 0.5, 0.45, 0.4];

export class Layers {
  /**
   * @param {(rank: number | null) => void} onPoint called with the state under the pointer
   * @param {() => number} tallest returns the maximum height of the canvas in pixels. It is exceeded only if the
   *   smallest cells do not fit.
   */
  constructor(onPoint, tallest) {
    this.tallest = tallest;
    this.canvas = el('canvas', { role: 'img' });
    this.element = el('div', { class: 'layers' }, this.canvas);
    /** @type {Space | null} */
    this.space = null;
    /** @type {Drawn} */
    this.drawn = { reached: new Uint32Array(), at: 0, plan: [], start: -1, members: [], most: 0 };
    this.side = 0; // side of a cell, in pixels of the screen
    this.columns = 0;
    this.width = 0;
    /** The y of the upper edge of each layer, in pixels of the screen. @type {number[]} */
    this.tops = [];
    /** The number of rows of each layer. @type {number[]} */
    this.rows = [];
    /** A hidden canvas with all cells, one pixel each. */
    this.cells = document.createElement('canvas');
    /** The first row of each layer in the canvas cells. @type {number[]} */
    this.firstRow = [];
    /** The pixel of each rank in the canvas cells. */
    this.pixels = new Uint32Array();
    /** The place of each rank in the list of all states, layer by layer. */
    this.place = new Uint32Array();
    /** The rank at each place of this list. */
    this.ranks = new Uint32Array();
    this.height = 0;
    this.ratio = 1;
    this.frame = 0;
    // Colours of the theme.
    this.unreached = this.ink = this.muted = this.member = this.surface = '';
    /** The colours of cells, from the state reached first to the state reached last. */
    this.table = new Uint32Array();
    const point = (/** @type {PointerEvent} */ event) => onPoint(this.rankAt(event.offsetX, event.offsetY));
    this.canvas.addEventListener('pointermove', point);
    this.canvas.addEventListener('pointerdown', point);
    this.canvas.addEventListener('pointerleave', () => onPoint(null));
    this.unlook = onLook(this.element, () => this.layOut());
  }

  /**
   * Shows a space.
   * @param {Space} space
   * @param {Space} fromStart the same states by their distance from the start
   */
  open(space, fromStart) {
    this.space = space;
    this.place = new Uint32Array(space.states);
    this.ranks = new Uint32Array(space.states);
    const next = [...space.first];
    for (const rank of fromStart.ranks) {
      const place = next[space.distance(rank)]++;
      this.place[rank] = place;
      this.ranks[place] = rank;
    }
    this.layOut();
  }

  /** @param {Partial<Drawn>} drawn the properties that changed */
  draw(drawn) {
    Object.assign(this.drawn, drawn);
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  }

  destroy() {
    cancelAnimationFrame(this.frame);
    this.unlook();
  }

  /** Chooses the largest side of cells with which all layers fit. */
  layOut() {
    const { space, element } = this;
    const width = element.clientWidth;
    if (width) element.style.minHeight = `${this.tallest()}px`; // what is below keeps its place
    if (!space || !width) return;
    const room = width - left - 8;
    this.ratio = devicePixelRatio || 1;
    for (const side of sides) {
      if (side > 1 && (side * this.ratio) % 1) continue;
      const gap = space.counts.length <= 12 ? 8 : side < 0.7 ? 0.5 : side < 1 ? 1 : 2;
      this.side = side;
      this.columns = Math.floor(room / side / block) * block;
      this.rows = space.counts.map((count) => Math.ceil(count / this.columns));
      this.tops = [];
      this.firstRow = [];
      let [y, row] = [top, 0];
      for (const rows of this.rows) {
        this.tops.push(y);
        this.firstRow.push(row);
        y += rows * side + gap;
        row += rows;
      }
      this.cells.width = this.columns;
      this.cells.height = row;
      this.height = y - gap + top;
      if (this.height <= this.tallest()) break;
    }
    const spare = Math.max(0, Math.min(6, (this.tallest() - this.height) / (this.tops.length - 1)));
    const apart = this.side < 1 ? spare : Math.floor(spare); // the height that is left goes between the layers
    this.tops = this.tops.map((y, layer) => y + layer * apart);
    this.height += (this.tops.length - 1) * apart;
    this.pixels = new Uint32Array(space.states);
    space.ranks.forEach((rank) => {
      const { layer, column, row } = this.cellOf(rank);
      this.pixels[rank] = (this.firstRow[layer] + row) * this.columns + column;
    });
    this.width = width;
    fit(this.canvas, width, this.height);
    const [unreached, ink, muted, member, surface, ...ramp] = colours(element, '--unreached', '--text', '--muted',
      '--member', '--surface', '--ramp-1', '--ramp-2', '--ramp-3', '--ramp-4');
    Object.assign(this, { unreached, ink, muted, member, surface, table: gradient(ramp) });
    this.paint();
  }

  /**
   * Returns the layer of a rank, and its column and row in the layer.
   * @param {number} rank
   */
  cellOf(rank) {
    const { first } = /** @type {Space} */ (this.space);
    const place = this.place[rank];
    let layer = 0;
    while (first[layer + 1] <= place) layer++;
    return { layer, ...cell(place - first[layer], this.rows[layer]) };
  }

  /** Returns the middle of the cell of a rank. @param {number} rank @returns {[number, number]} */
  middle(rank) {
    const { layer, column, row } = this.cellOf(rank);
    return [left + (column + 0.5) * this.side, this.tops[layer] + (row + 0.5) * this.side];
  }

  /**
   * Returns the rank of the state at a point of the canvas, or null.
   * @param {number} x
   * @param {number} y
   */
  rankAt(x, y) {
    const { space, tops, rows, side } = this;
    if (!space) return null;
    let layer = tops.length - 1;
    while (layer > 0 && tops[layer] > y) layer--;
    const [column, row] = [Math.floor((x - left) / side), Math.floor((y - tops[layer]) / side)];
    const at = Math.floor(column / block) * block * rows[layer] + row * block + (column % block);
    const valid = column >= 0 && row >= 0 && row < rows[layer] && at < space.counts[layer];
    return valid ? this.ranks[space.first[layer] + at] : null;
  }

  paint() {
    const { space, side, ratio, columns, table } = this;
    const context = this.canvas.getContext('2d');
    const inner = this.cells.getContext('2d');
    if (!space || !context || !inner || !this.width) return;
    const { reached, at, plan, start, members, most } = this.drawn;

    // The cells, one pixel each.
    const image = inner.createImageData(this.cells.width, this.cells.height);
    const pixels = new Uint32Array(image.data.buffer);
    const plain = pixel(parts(this.unreached));
    for (const at of this.pixels) pixels[at] = plain;
    const scale = (table.length - 1) / Math.max(1, reached.length - 1);
    for (let i = 0; i < at; i++) pixels[this.pixels[reached[i]]] = table[Math.floor(i * scale)];
    inner.putImageData(image, 0, 0);

    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.imageSmoothingEnabled = (side * ratio) % 1 !== 0;
    context.scale(ratio, ratio);
    this.tops.forEach((y, layer) => {
      const rows = this.rows[layer];
      context.drawImage(this.cells, 0, this.firstRow[layer], columns, rows, left, y, columns * side, rows * side);
    });
    if (side >= 5) this.grid(context);
    else if (reached.length < few) { // small cells would be hard to see
      const large = most < few / 10 ? 5 : 3;
      for (let i = 0; i < at; i++) {
        const [x, y] = this.middle(reached[i]);
        context.fillStyle = cssOf(table[Math.floor(i * scale)]);
        context.fillRect(Math.round(x - large / 2), Math.round(y - large / 2), large, large);
      }
    }
    this.number(context);
    const size = Math.max(4, side * 0.5);
    for (const [grown, colour] of /** @type {[number, string][]} */ ([[1, this.surface], [0, this.member]])) {
      context.fillStyle = colour;
      for (const rank of members) {
        const [x, y] = this.middle(rank);
        context.fillRect(x - size / 2 - grown, y - size / 2 - grown, size + 2 * grown, size + 2 * grown);
      }
    }
    if (plan.length) this.line(context, plan);
    if (at > 0) this.ring(context, reached[at - 1], 4);
    if (start >= 0) this.ring(context, start, 6, 'start');
    this.ring(context, this.ranks[0], 6, 'goal');
  }

  /** Draws lines between large cells. @param {CanvasRenderingContext2D} context */
  grid(context) {
    const { width, height, side } = this;
    context.strokeStyle = this.surface;
    context.lineWidth = side >= 10 ? 2 : 1;
    context.beginPath();
    for (let i = 0; i <= this.columns; i++) {
      context.moveTo(left + i * side, 0);
      context.lineTo(left + i * side, height);
    }
    this.tops.forEach((y, layer) => {
      for (let i = 0; i <= this.rows[layer]; i++) {
        context.moveTo(left, y + i * side);
        context.lineTo(width, y + i * side);
      }
    });
    context.stroke();
  }

  /** Writes the distances beside the layers, where there is room, and what they are. @param {CanvasRenderingContext2D} context */
  number(context) {
    context.fillStyle = this.muted;
    context.font = '12px system-ui, sans-serif';
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    let below = -Infinity;
    this.tops.forEach((y, layer) => {
      const middle = y + (this.rows[layer] * this.side) / 2;
      if (middle - below < 14) return;
      below = middle;
      context.fillText(String(layer), left - 12, middle);
    });
    context.save();
    context.translate(7, this.height / 2);
    context.rotate(-Math.PI / 2);
    context.textAlign = 'center';
    context.fillText('moves to the goal', 0, 0);
    context.restore();
  }

  /**
   * Draws a plan.
   * @param {CanvasRenderingContext2D} context
   * @param {number[]} plan
   */
  line(context, plan) {
    context.lineJoin = 'round';
    for (const [width, colour] of /** @type {[number, string][]} */ ([[4, this.surface], [1.75, this.ink]])) {
      context.lineWidth = width;
      context.strokeStyle = colour;
      context.beginPath();
      for (const rank of plan) context.lineTo(...this.middle(rank));
      context.stroke();
    }
  }

  /**
   * Draws a ring around a state, with a name beside it.
   * @param {CanvasRenderingContext2D} context
   * @param {number} rank
   * @param {number} radius
   * @param {string} [name]
   */
  ring(context, rank, radius, name = '') {
    const [x, y] = this.middle(rank);
    const around = Math.max(radius, this.side * 0.6);
    const right = x < this.width - 60; // whether the name is to the right of the ring
    context.font = '600 13px system-ui, sans-serif';
    context.textAlign = right ? 'left' : 'right';
    context.textBaseline = 'middle';
    context.fillStyle = this.ink;
    for (const [width, stroke] of /** @type {[number, string][]} */ ([[4.5, this.surface], [2, this.ink]])) {
      context.lineWidth = width;
      context.strokeStyle = stroke;
      context.beginPath();
      context.arc(x, y, around, 0, 2 * Math.PI);
      context.stroke();
      if (stroke === this.surface) context.strokeText(name, x + (right ? 1 : -1) * (around + 5), y);
    }
    context.fillText(name, x + (right ? 1 : -1) * (around + 5), y);
  }
}

/**
 * Returns the column and the row of a state within a layer.
 * @param {number} at the number of states before it in the layer
 * @param {number} rows the number of rows of the layer
 */
function cell(at, rows) {
  const before = Math.floor(at / (block * rows)); // number of blocks before the state
  const inside = at - before * block * rows;
  return { column: before * block + (inside % block), row: Math.floor(inside / block) };
}

/** Returns the red, green and blue of a computed colour. @param {string} colour */
function parts(colour) {
  return (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
}

/** Converts a pixel of an image to a colour in CSS. @param {number} pixel */
function cssOf(pixel) {
  return `rgb(${[...new Uint8Array(Uint32Array.of(pixel).buffer, 0, 3)].join(' ')})`;
}

/** Converts a colour to a pixel of an image. @param {number[]} rgb */
function pixel([red, green, blue]) {
  const bytes = new Uint8Array([red, green, blue, 255]);
  return new Uint32Array(bytes.buffer)[0];
}

/**
 * Returns pixels whose colours go evenly from the first of the given colours to the last.
 * @param {string[]} stops
 */
function gradient(stops) {
  const colour = stops.map(parts);
  return Uint32Array.from({ length: 256 }, (_, i) => {
    const at = (i / 255) * (colour.length - 1);
    const from = Math.min(Math.floor(at), colour.length - 2);
    return pixel(colour[from].map((part, k) => part + (colour[from + 1][k] - part) * (at - from)));
  });
}
