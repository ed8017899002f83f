// Modes in which a click on a cell makes no move: "why" explains the cell, until the reader ends the mode
// with its button or with Escape; a CellPicker chooses the cell.

/** @import { Grid } from "./grid.js" */

import { hideToast, toast } from "../base/dom.js";
import { t } from "../base/texts.js";

/**
 * The board on which the mode works.
 * @typedef {object} PointingTarget
 * @property {HTMLElement} place the container of the board
 * @property {() => HTMLElement[]} buttons the buttons that show whether the mode is on
 * @property {() => Grid} grid
 * @property {(cell: number) => unknown} ask
 */

export class Pointing {
  /** whether a click asks why */
  on = false;

  /** @param {PointingTarget} target */
  constructor(target) {
    this.target = target;
  }

  /** Turn the mode on or off. If a hidden cell had the focus before, explain it at once. */
  toggle() {
    if (this.on) {
      this.stop();
      return;
    }
    const { chosen, values } = this.target.grid();
    this.#set(true);
    if (chosen !== null && values[chosen] < 0) this.target.ask(chosen);
    else toast(t("point at a cell"), ["done", () => this.stop()]);
  }

  /** Handle the key W: explain the pointed or focused cell. Without one, turn the mode on. */
  pressKey() {
    const { pointed } = this.target.grid();
    if (pointed !== null) this.target.ask(pointed);
    else if (!this.on) this.toggle();
  }

  /** Explain a cell that is clicked while the mode is on. @param {number} cell */
  choose(cell) {
    hideToast();
    return this.target.ask(cell);
  }

  /** Turn the mode off; false if it is not on. */
  stop() {
    if (!this.on) return false;
    hideToast();
    this.#set(false);
    return true;
  }

  /** @param {boolean} on */
  #set(on) {
    this.on = on;
    this.target.place.classList.toggle("pointing", on);
    for (const button of this.target.buttons()) button.setAttribute("aria-pressed", String(on));
  }
}

const PRESSES = ["pointerdown", "click", "contextmenu"];

/** While it is on, a click on a cell of the board chooses the cell. */
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
