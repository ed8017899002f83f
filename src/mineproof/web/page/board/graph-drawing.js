// Where the cells of a graph lie in its drawing, in widths of a cell, and which cell an arrow key
// leads to; and the drawing.

/** @import { Board } from "./board.js" */

import { svg } from "../base/dom.js";

const APART = 1.6; // between the two cells that are nearest to each other
const MARGIN = 0.3; // around the drawing; below a cell stands its name
const NAME = 0.4;
const MOST_ON_A_CIRCLE = 100;

/** @typedef {[x: number, y: number]} Point */
/** @typedef {{ points: Point[], width: number, height: number }} Places */

/** @type {Record<string, Point>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** @type {WeakMap<Board, Places>} */
const known = new WeakMap();

/**
 * The places of all cells: those of the graph's points, or else in rows or on a circle.
 * @param {Board} board of a graph
 */
export function placesOf(board) {
  let places = known.get(board);
  if (!places) {
    places = (board.graph?.points && scaled(board.graph.points)) ?? spread(withoutPoints(board));
    known.set(board, places);
  }
  return places;
}

/**
 * The points, so far apart that no two cells overlap; null if the drawing would be too large for that.
 * @param {number[][]} points
 */
function scaled(points) {
  const nearest = nearestDistance(points);
  const scale = nearest === Infinity ? 1 : APART / nearest;
  if (!Number.isFinite(scale)) return null;
  const places = spread(points.map(([x, y]) => [x * scale, y * scale]));
  const { width, height } = places;
  const cells = points.length;
  const fits = Math.max(width, height) <= 2 * cells + 10 && width * height <= 100 * cells + 400;
  return fits ? places : null;
}

/**
 * The distance of the two points that are nearest to each other.
 * @param {number[][]} points
 */
function nearestDistance(points) {
  const sorted = [...points].sort(([a], [b]) => a - b);
  let nearest = Infinity;
  for (let i = 0; i < sorted.length; i += 1) {
    for (let j = i + 1; j < sorted.length && sorted[j][0] - sorted[i][0] < nearest; j += 1)
      nearest = Math.min(
        nearest,
        Math.hypot(sorted[j][0] - sorted[i][0], sorted[j][1] - sorted[i][1]),
      );
    if (nearest === 0) break;
  }
  return nearest;
}

/**
 * Cells without points lie in rows as their names say; if there is one row, on a circle, or if they are
 * many, in a square.
 * @param {Board} board
 * @returns {Point[]}
 */
function withoutPoints({ rows, cols, cells }) {
  const all = Array.from({ length: cells }, (_, cell) => cell);
  if (rows === 1 && cells > 2 && cells <= MOST_ON_A_CIRCLE) {
    const radius = APART / 2 / Math.sin(Math.PI / cells);
    return all.map((cell) => {
      const angle = (2 * Math.PI * cell) / cells;
      return [radius * Math.sin(angle), -radius * Math.cos(angle)];
    });
  }
  const width = rows === 1 ? Math.ceil(Math.sqrt(cells)) : cols;
  return all.map((cell) => [APART * (cell % width), APART * Math.floor(cell / width)]);
}

/**
 * Move the drawing to the corner, with a margin.
 * @param {Point[]} points
 * @returns {Places}
 */
function spread(points) {
  const [left, right] = range(points.map(([x]) => x));
  const [top, bottom] = range(points.map(([, y]) => y));
  return {
    points: points.map(([x, y]) => [x - left + MARGIN + 0.5, y - top + MARGIN + 0.5]),
    width: right - left + 1 + 2 * MARGIN,
    height: bottom - top + 1 + 2 * MARGIN + NAME,
  };
}

/** @param {number[]} numbers */
const range = (numbers) => [
  numbers.reduce((a, b) => Math.min(a, b)),
  numbers.reduce((a, b) => Math.max(a, b)),
];

/**
 * The cell that a key leads to: the nearest neighbour in the direction of an arrow, or if no neighbour
 * lies there, the nearest cell; PageUp and PageDown lead to the cell before and after by name.
 * @param {Board} board of a graph
 * @param {string} key
 * @param {number} from
 * @returns {number | null} null if the key leads nowhere
 */
export function cellTowards(board, key, from) {
  if (key === "PageUp" || key === "PageDown")
    return (from + (key === "PageUp" ? board.cells - 1 : 1)) % board.cells;
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const { points } = placesOf(board);
  return (
    nearestTowards(points, board.neighbours(from), from, arrow) ??
    nearestTowards(points, points.keys(), from, arrow) ??
    from
  );
}

/**
 * @param {Point[]} points
 * @param {Iterable<number>} cells
 * @param {number} from
 * @param {Point} direction
 */
function nearestTowards(points, cells, from, [right, down]) {
  const [x, y] = points[from];
  let best = null;
  let nearest = Infinity;
  for (const cell of cells) {
    const [dx, dy] = [points[cell][0] - x, points[cell][1] - y];
    const along = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    const away = Math.hypot(dx, dy);
    if (along > 0 && aside <= along * 1.0001 && away < nearest) [best, nearest] = [cell, away];
  }
  return best;
}

/**
 * Draw a graph: each cell at its place, lines between cells that touch, names below cells.
 * @param {HTMLElement} element the board
 * @param {HTMLElement[]} cells
 * @param {Board} board of a graph
 */
export function drawGraph(element, cells, board) {
  const { points, width, height } = placesOf(board);
  element.style.setProperty("--wide", String(width));
  element.style.setProperty("--high", String(height));
  for (const [cell, [x, y]] of points.entries()) {
    cells[cell].style.setProperty("--x", x.toFixed(3));
    cells[cell].style.setProperty("--y", y.toFixed(3));
    cells[cell].dataset.name = board.name(cell);
  }
  const picture = { class: "edges", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" };
  element.prepend(svg("svg", picture, svg("path", { d: linesBetween(points, board) })));
}

/**
 * A line for each two cells that touch, as a path.
 * @param {[x: number, y: number][]} points
 * @param {Board} board
 */
function linesBetween(points, board) {
  const parts = [];
  for (const [cell, from] of points.entries()) {
    for (const there of board.neighbours(cell)) {
      if (there < cell) continue;
      parts.push(`M${from.map(short).join(" ")}L${points[there].map(short).join(" ")}`);
    }
  }
  return parts.join("");
}

/** @param {number} number */
const short = (number) => number.toFixed(3);
