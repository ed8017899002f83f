// Fields for the size, the mine count and the shape of a position.

/** @import { Board } from "./board.js" */
/** @import { Shape } from "./engine.js" */

import { choiceField, labelled, numberField } from "./fields.js";
import { t } from "./texts.js";

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
 * @param {Shape[]} shapes
 * @param {PositionChanges} changes
 */
export function positionFields({ rows, cols, shape }, mines, shapes, changes) {
  const size = { min: 1, max: MOST_ROWS };
  const count = { min: 0, max: MOST_MINES };
  return [
    labelled(
      "width",
      numberField({ ...size, value: cols }, (wanted) => changes.resize(rows, wanted)),
    ),
    labelled(
      "height",
      numberField({ ...size, value: rows }, (wanted) => changes.resize(wanted, cols)),
    ),
    labelled("mine number", numberField({ ...count, value: mines }, changes.setMines)),
    labelled(
      "shape",
      choiceField(
        shapes.map((name) => [name, t(`shape ${name}`)]),
        shape,
        {},
        (name) => changes.reshape(/** @type {Shape} */ (name)),
      ),
    ),
  ];
}
