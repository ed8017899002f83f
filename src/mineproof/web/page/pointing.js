// Why as a mode: the reader points at a cell, and the page says why. The mode lasts until its button
// is pressed again, or Escape.

/** @import { Grid } from "./grid.js" */

import { hideToast, toast } from "./dom.js";
import { t } from "./texts.js";

/**
 * The board that the mode is for.
 * @typedef {object} PointingTarget
 * @property {HTMLElement} place where the board stands
 * @property {() => HTMLElement[]} buttons show whether the mode is on
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

  /** The button: turn the mode on or off. A hidden cell that was chosen before is explained at once. */
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

  /** The key W: ask about the cell under the pointer or with the focus; without one, turn the mode on. */
  pressKey() {
    const { pointed } = this.target.grid();
    if (pointed !== null) this.target.ask(pointed);
    else if (!this.on) this.toggle();
  }

  /** A cell is clicked while the mode is on. @param {number} cell */
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

  /** Show the state on buttons that are drawn again. */
  draw() {
    for (const button of this.target.buttons())
      button.setAttribute("aria-pressed", String(this.on));
  }

  /** @param {boolean} on */
  #set(on) {
    this.on = on;
    this.target.place.classList.toggle("pointing", on);
    this.draw();
  }
}
