// The drawing of a graph: each cell at its place, lines between cells that touch, names below cells.

/** @import { Board } from "./board.js" */

import { svg } from "../base/dom.js";
import { placesOf } from "./graph-places.js";

/**
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
