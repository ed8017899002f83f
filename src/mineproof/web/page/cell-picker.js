// Clicks on a board that choose cells instead of playing, while the reader asks for that.

/** @import { Grid } from "./grid.js" */

const PRESSES = ["pointerdown", "click", "contextmenu"];

export class CellPicker {
  on = false;
  /** @param {Event} event */
  #catch = (event) => this.#take(event);

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
    // In the capture phase: before the board acts on the event.
    for (const kind of [...PRESSES, "keydown"]) {
      if (on) this.grid.element.addEventListener(kind, this.#catch, true);
      else this.grid.element.removeEventListener(kind, this.#catch, true);
    }
  }

  /** @param {Event} event */
  #take(event) {
    const cell = this.grid.cellAt(event);
    if (event instanceof KeyboardEvent && event.key !== " " && event.key !== "Enter") return;
    event.stopPropagation();
    if (event.type !== "pointerdown") event.preventDefault();
    if (cell === null || event.type === "pointerdown" || event.type === "contextmenu") return;
    this.grid.focus(cell);
    this.pick(cell);
  }
}
