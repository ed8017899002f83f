// The panel beside a board. On a phone it comes up as a sheet that covers the lower half.

/** @import { Child } from "./dom.js" */

import { closeButton, el, put } from "./dom.js";

/**
 * Replace the content of a panel, and bring it up.
 * @param {HTMLElement} panel
 * @param {Child[]} content
 */
export function showPanel(panel, ...content) {
  put(
    panel,
    closeButton(() => lowerPanel(panel), "plain sheet-close"),
    ...content,
  );
  panel.classList.add("sheet");
  panel.scrollTop = 0;
}

/**
 * On a phone, take the panel away from the board.
 * @param {HTMLElement} panel
 */
export function lowerPanel(panel) {
  panel.classList.remove("sheet");
}

/**
 * A row of buttons.
 * @param {Child[]} buttons
 */
export const actions = (...buttons) => el("div", { class: "actions" }, ...buttons);
