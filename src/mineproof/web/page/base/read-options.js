// The view and its options for what a text or a file holds.

/** @import { ReadText } from "../engine/engine.js" */
/** @import { Options, ViewName } from "./view.js" */

import { Board, parse, shapeOf } from "../board/board.js";
import { oneLine, randomSeed } from "./view.js";

const DENSITY = 0.15; // mines a cell of a graph, where nobody says how many

/**
 * A graph and a board are played, a position is analysed.
 * @param {ReadText} read
 * @returns {[ViewName, Options]}
 */
export function viewFor(read) {
  if (read.kind === "graph") return ["play", graphOptions(read)];
  if (read.kind === "board") return ["play", boardOptions(read)];
  /** @type {Options} */
  const options = { position: oneLine(read.text) };
  if (read.shape !== "grid") options.shape = shapeOf(read);
  return ["analyse", options];
}

/**
 * A full board.
 * @param {ReadText} read
 */
function boardOptions(read) {
  /** @type {Options} */
  const options = { board: oneLine(read.text) };
  if (read.start) options.start = read.start;
  if (read.shape !== "grid") options.shape = shapeOf(read);
  return options;
}

/**
 * A board that is dealt on a graph.
 * @param {ReadText} read
 * @param {number} [mines]
 * @returns {Options}
 */
export function graphOptions(read, mines) {
  const { rows, cols } = parse(read.text);
  const shape = shapeOf(read);
  const chosen = mines ?? Math.round(rows * cols * DENSITY);
  // An open start needs a cell whose neighbours are no mines.
  const opens = chosen < rows * cols - new Board(rows, cols, shape).directions;
  return { mines: chosen, start: opens ? "open" : "safe", seed: randomSeed(), shape };
}
