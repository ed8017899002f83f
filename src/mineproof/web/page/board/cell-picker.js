// While a CellPicker is on, a click on a cell of the board chooses the cell and makes no move.

/** @import { Grid } from "./grid.js" */

const PRESSES = ["pointerdown", "click", "contextmenu"];

export class CellPicker {
  on = false;
  /** @param {Event} event */
  #listener = (event) => this.#handle(event);

  /**
   * @param {Grid} grid
   * @param {(cell: number) => void} pick
   */
  constructor(grid, pick) {
    this.grid = grid;
    this.pick = pick;
  }

  /** @param {boolean} on */
  set(on) {
    this.on = on;
    this.grid.element.classList.toggle("picking", on);
    // The capture phase comes before the listeners of the board.
    for (const kind of [...PRESSES, "keydown"]) {
      if (on) this.grid.element.addEventListener(kind, this.#listener, true);
      else this.grid.element.removeEventListener(kind, this.#listener, true);
    }
  }

  /** @param {Event} event */
  #handle(event) {
    const cell = this.grid.cellAt(event);
    if (event instanceof KeyboardEvent && event.key !== " " && event.key !== "Enter") return;
    event.stopPropagation();
    if (event.type !== "pointerdown") event.preventDefault();
    if (cell === null || event.type === "pointerdown" || event.type === "contextmenu") return;
    this.grid.focus(cell);
    this.pick(cell);
  }
}
