// Earlier and later positions of a board, for undo and redo.

/** @import { Board } from "../board/board.js" */

const MOST = 200; // positions in the history

/** @typedef {{ board: Board, mines: number, values: Int8Array }} Position */

export class PositionHistory {
  /** @type {Position[]} */
  #before = [];
  /** @type {Position[]} */
  #after = [];

  get canUndo() {
    return this.#before.length > 0;
  }

  get canRedo() {
    return this.#after.length > 0;
  }

  /**
   * Save a position before it changes.
   * @param {Position} position
   */
  keep(position) {
    this.#before.push(copy(position));
    if (this.#before.length > MOST) this.#before.shift();
    this.#after = [];
  }

  /**
   * The position before the present one; null if there is none.
   * @param {Position} present
   */
  undo(present) {
    return exchange(this.#before, this.#after, present);
  }

  /**
   * The position after the present one; null if no change was undone.
   * @param {Position} present
   */
  redo(present) {
    return exchange(this.#after, this.#before, present);
  }
}

/**
 * @param {Position[]} from
 * @param {Position[]} to
 * @param {Position} present
 */
function exchange(from, to, present) {
  const next = from.pop();
  if (!next) return null;
  to.push(copy(present));
  return next;
}

/**
 * @param {Position} position
 * @returns {Position}
 */
const copy = ({ board, mines, values }) => ({ board, mines, values: values.slice() });
