// Fields for the size, the mine count and the shape of a position.

/** @import { Board } from "../board/board.js" */
/** @import { About, Shape } from "../engine/engine.js" */

import { choiceField, choicesOf, labelled, numberField } from "../base/fields.js";

const MOST_ROWS = 1000;
const MOST_MINES = 10000;

/**
 * Handlers for changes of the fields.
 * @typedef {object} PositionChanges
 * @property {(rows: number, cols: number) => void} resize
 * @property {(shape: Shape) => void} reshape
 * @property {(mines: number) => void} setMines
 */

/**
 * @param {Board} board
 * @param {number} mines
 * @param {About["shapes"]} shapes
 * @param {PositionChanges} changes
 */
export function positionFields({ rows, cols, shapeName, graph }, mines, shapes, changes) {
  const size = { min: 1, max: MOST_ROWS };
  const count = { min: 0, max: MOST_MINES };
  const names = graph ? ["graph", ...shapes] : shapes;
  const sizes = [
    labelled(
      "width",
      numberField({ ...size, value: cols }, (wanted) => changes.resize(rows, wanted)),
    ),
    labelled(
      "height",
      numberField({ ...size, value: rows }, (wanted) => changes.resize(wanted, cols)),
    ),
  ];
  return [
    ...(graph ? [] : sizes), // a graph has its size
    labelled("mine number", numberField({ ...count, value: mines }, changes.setMines)),
    labelled(
      "shape",
      choiceField(choicesOf("shape", names), shapeName, {}, (name) =>
        changes.reshape(/** @type {Shape} */ (name)),
      ),
    ),
  ];
}
