// The edges of a torus: beyond each edge, a pale copy of the row or column that continues it shows which
// cells are neighbours. Copies are only for display: input works on the cells themselves.

/** @import { Board } from "./board.js" */

import { el } from "../base/dom.js";

export class TorusEdge {
  /** @type {Map<number, HTMLElement[]>} the copies of a cell */
  #ghosts = new Map();

  /**
   * @param {HTMLElement} element the board, with its rows
   * @param {HTMLElement[]} cells
   * @param {Board} board
   */
  constructor(element, cells, board) {
    this.cells = cells;
    const { rows, cols } = board;
    element.classList.add("wrapped");
    for (let row = 0; row < rows; row += 1) {
      const line = cells[row * cols].parentElement;
      line?.firstElementChild?.after(this.#ghost(row * cols + cols - 1));
      line?.append(this.#ghost(row * cols));
    }
    cells[0].parentElement?.before(this.#beyond(rows - 1, cols, "↑"));
    element.append(this.#beyond(0, cols, "↓"));
  }

  /**
   * A copy of a whole row, with the corners.
   * @param {number} row
   * @param {number} cols
   * @param {string} sign
   */
  #beyond(row, cols, sign) {
    const first = row * cols;
    const last = first + cols - 1;
    return el(
      "div",
      { class: "row beyond", "aria-hidden": "true" },
      el("i", {}, sign),
      this.#ghost(last, "corner"),
      ...Array.from({ length: cols }, (_, col) => this.#ghost(first + col)),
      this.#ghost(first, "corner"),
    );
  }

  /**
   * @param {number} cell
   * @param {string} [corner]
   */
  #ghost(cell, corner = "") {
    const ghost = el("div", { "aria-hidden": "true", "data-ghost": cell, "data-corner": corner });
    this.#ghosts.set(cell, [...(this.#ghosts.get(cell) ?? []), ghost]);
    this.#draw(ghost, this.cells[cell]);
    return ghost;
  }

  /**
   * Update the copies of a cell.
   * @param {number} cell
   */
  copy(cell) {
    for (const ghost of this.#ghosts.get(cell) ?? []) this.#draw(ghost, this.cells[cell]);
  }

  /**
   * @param {HTMLElement} ghost
   * @param {HTMLElement} cell
   */
  #draw(ghost, cell) {
    ghost.className = `${cell.className} ${ghost.dataset.corner}`.replace(/^c /, "g ").trim();
    ghost.replaceChildren(...[...cell.childNodes].map((child) => child.cloneNode(true)));
  }
}
