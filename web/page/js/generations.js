// Draws the generations of the genetic solver on a canvas. Each column is a generation. A row tells
// how far plans end from the goal, which is at the top. Lines show the best plan and the average.

/**
 * A generation: its number and that of its phase, and its plans. The list counts has the number of
 * plans that end in each row, and ranks has a board where such a plan ends. Best is the row nearest
 * to the goal, and mean is the average.
 * @typedef {{phase: number, number: number, reached: number, size: number, counts: number[], ranks:
 *   number[], best: number, mean: number}} Generation
 */

/**
 * Returns what is drawn of a population.
 * @param {import('./app.js').Population} population
 * @param {number[]} ranks of the boards where its plans end
 * @param {import('./space.js').Space} space
 * @returns {Generation}
 */
export function generationOf({ phase, number, reached }, ranks, space) {
  /** @type {number[]} */
  const ends = [];
  const counts = space.counts.map(() => 0);
  let sum = 0;
  for (const rank of ranks) {
    const row = space.distance(rank);
    ends[row] ??= rank;
    counts[row]++;
    sum += row;
  }
  return {
    phase,
    number,
    reached,
    size: ranks.length,
    counts,
    ranks: ends,
    best: counts.findIndex(Boolean),
    mean: sum / ranks.length,
  };
}

/**
 * Draws the first generations of a run.
 * @param {CanvasRenderingContext2D} context
 * @param {Generation[]} generations all of the run, which tell the width of a column
 * @param {number} now the number of generations to draw
 * @param {{left: number, right: number, width: number, pitch: number, solver: string, ink: string,
 *   muted: string, paper: string, faint: string, font: (size: number, weight?: number) => string}}
 *   frame in pixels; pitch: the height of a row
 */
export function paintGenerations(
  context,
  generations,
  now,
  { left, right, width, pitch, solver, ink, muted, paper, faint, font },
) {
  const wide = (right - left) / generations.length;
  const shown = generations.slice(0, now);
  const bottom = pitch * shown[0].counts.length;
  const x = (/** @type {number} */ i) => left + wide * (i + 0.5);
  const y = (/** @type {number} */ row) => pitch * (row + 0.5);

  context.fillStyle = solver;
  for (const [i, { counts, size }] of shown.entries()) {
    for (const [row, n] of counts.entries()) {
      if (!n) continue;
      context.globalAlpha = Math.min(0.9, 0.1 + 4 * (n / size));
      context.fillRect(left + wide * i, pitch * row, wide + 0.3, pitch - 1);
    }
  }
  context.globalAlpha = 1;

  const phases = generations[generations.length - 1].phase;
  const name = right - left < 60 * phases ? '' : 'phase ';
  shown.forEach(({ phase, number }, i) => {
    if (number || phases === 1) return; // each phase begins with generation 0
    context.fillStyle = muted;
    if (i) context.fillRect(left + wide * i, 0, 1, bottom);
    label(
      context,
      `${name}${phase}`,
      left + wide * i + 4,
      bottom - pitch / 2,
      muted,
      paper,
      font(12),
    );
  });
  context.fillStyle = faint;
  context.fillRect(left, bottom, right - left, 1);
  context.fillStyle = muted;
  context.font = font(12);
  context.textAlign = 'left';
  context.fillText('generations →', left, bottom + 9);

  const end = x(now - 1);
  /**
   * @type {(value: (generation: Generation) => number, name: string, dash: number[], above: number)
   *   => void}
   */
  const line = (value, name, dash, above) => {
    context.lineJoin = 'round';
    for (const [thick, colour] of /** @type {[number, string][]} */ ([
      [5, paper],
      [2.5, ink],
    ])) {
      context.lineWidth = thick;
      context.strokeStyle = colour;
      context.setLineDash(colour === ink ? dash : []);
      context.beginPath();
      shown.forEach((generation, i) => {
        if (generation.number) context.lineTo(x(i), y(value(generation)));
        else context.moveTo(x(i), y(value(generation)));
      });
      context.stroke();
    }
    context.setLineDash([]);
    const at = y(value(shown[now - 1]));
    const words = font(13, 600);
    context.font = words;
    const long = context.measureText(name).width;
    if (end + 8 + long < width) label(context, name, end + 8, at, ink, paper, words);
    else
      label(context, name, Math.max(left, end - long), Math.max(8, at + above), ink, paper, words);
  };
  line(({ mean }) => mean, 'average', [5, 4], 14);
  line(({ best }) => best, 'best', [], 14);
}

/**
 * Writes a text with a halo, so that it can be read over a picture.
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} x of its left edge
 * @param {number} y of its middle
 * @param {string} ink
 * @param {string} paper
 * @param {string} font
 */
export function label(context, text, x, y, ink, paper, font) {
  context.font = font;
  context.textAlign = 'left';
  context.lineJoin = 'round';
  context.lineWidth = 5;
  context.strokeStyle = paper;
  context.strokeText(text, x, y);
  context.fillStyle = ink;
  context.fillText(text, x, y);
}
