// Painting a position: strokes of the mouse, undo and redo.

/** @import { PositionHistory } from "../analyse/position-history.js" */

import { closest, el, icon } from "../base/dom.js";
import { t } from "../base/texts.js";

/**
 * Call `pass` for each element that the mouse enters while its left button is pressed.
 * @param {HTMLElement} place
 * @param {(event: Event) => void} pass
 */
export function listenForStrokes(place, pass) {
  let down = false;
  place.addEventListener("pointerdown", (event) => {
    down = event.button === 0 && event.pointerType === "mouse";
  });
  addEventListener("pointerup", () => {
    down = false;
  });
  place.addEventListener("pointerover", (event) => {
    if (down && event.buttons === 1) pass(event);
  });
}

/** The buttons that undo and redo, and their keys. */
export class UndoButtons {
  /**
   * @param {HTMLElement} view the keys work while this view is shown
   * @param {PositionHistory} history
   * @param {{ undo: () => void, redo: () => void }} on
   */
  constructor(view, history, on) {
    this.history = history;
    this.undo = el("button", { type: "button", on: { click: on.undo } }, icon("undo"));
    this.redo = el("button", { type: "button", on: { click: on.redo } }, icon("redo"));
    addEventListener("keydown", (event) => {
      if (view.hidden || !(event.ctrlKey || event.metaKey)) return;
      if (closest(event, "input, select, textarea, dialog")) return;
      const key = event.key.toLowerCase();
      if (key === "y" || (key === "z" && event.shiftKey)) on.redo();
      else if (key === "z") on.undo();
      else return;
      event.preventDefault();
    });
  }

  /** Enable what is possible, and set the labels in the page's language. */
  draw() {
    this.undo.disabled = !this.history.canUndo;
    this.redo.disabled = !this.history.canRedo;
    for (const [button, key] of /** @type {const} */ ([
      [this.undo, "undo"],
      [this.redo, "redo"],
    ])) {
      button.title = t(key);
      button.setAttribute("aria-label", t(key));
    }
  }
}
