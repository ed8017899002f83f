// Earlier and later positions of a board, and the buttons and the keys that undo and redo.

/** @import { Board } from "../board/board.js" */

import { closest, iconButton } from "../base/dom.js";
import { t } from "../base/texts.js";

const MOST = 200; // positions in the history

/** @typedef {{ board: Board, mines: number, values: Int8Array }} Position */

export class PositionHistory {
  /** @type {Position[]} */
  #before = [];
  /** @type {Position[]} */
  #after = [];
  #undo = iconButton("undo", "undo", () => this.#exchange(this.#before, this.#after));
  #redo = iconButton("redo", "redo", () => this.#exchange(this.#after, this.#before));

  /**
   * @param {HTMLElement} view the keys work while this view is shown
   * @param {() => Position} present
   * @param {(position: Position) => void} show
   */
  constructor(view, present, show) {
    this.present = present;
    this.show = show;
    addEventListener("keydown", (event) => {
      if (view.hidden || !(event.ctrlKey || event.metaKey)) return;
      if (closest(event, "input, select, textarea, dialog")) return;
      const key = event.key.toLowerCase();
      if (key === "y" || (key === "z" && event.shiftKey)) this.#redo.click();
      else if (key === "z") this.#undo.click();
      else return;
      event.preventDefault();
    });
  }

  /** Save the present position before it changes. */
  keep() {
    this.#before.push(copy(this.present()));
    if (this.#before.length > MOST) this.#before.shift();
    this.#after = [];
    this.#enable();
  }

  /** The buttons, in the page's language. */
  buttons() {
    for (const [button, key] of /** @type {const} */ ([
      [this.#undo, "undo"],
      [this.#redo, "redo"],
    ]))
      button.title = button.ariaLabel = t(key);
    this.#enable();
    return [this.#undo, this.#redo];
  }

  #enable() {
    this.#undo.disabled = !this.#before.length;
    this.#redo.disabled = !this.#after.length;
  }

  /**
   * @param {Position[]} from
   * @param {Position[]} to
   */
  #exchange(from, to) {
    const next = from.pop();
    if (!next) return;
    to.push(copy(this.present()));
    this.show(next);
  }
}

/**
 * @param {Position} position
 * @returns {Position}
 */
const copy = ({ board, mines, values }) => ({ board, mines, values: values.slice() });
