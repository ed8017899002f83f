// The menu that a long press on a cell opens: a few buttons beside the cell. The finger can slide to
// a button, or lift and tap one.

/** @import { Action } from "../base/dom.js" */

import { button, el } from "../base/dom.js";
import { t } from "../base/texts.js";

const GAP = 6; // px between the neighbours of the cell and the menu
const EDGE = 8; // px between the menu and the edge of the window

/** @type {HTMLElement | null} */
let menu = null;
/** @type {HTMLElement | null} the cell of the menu */
let held = null;

/**
 * @param {HTMLElement} cell
 * @param {string} name of the cell
 * @param {Action[]} actions
 */
export function offerActions(cell, name, actions) {
  closeMenu();
  menu = el(
    "div",
    { class: "cell-menu", role: "menu", "aria-label": t("cell menu", { cell: name }) },
    ...actions.map(([key, act]) =>
      button(
        key,
        () => {
          closeMenu();
          act();
        },
        { role: "menuitem" },
      ),
    ),
  );
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    closeMenu();
    cell.focus();
  });
  held = cell;
  cell.classList.add("held");
  document.body.append(menu);
  place(menu, cell.getBoundingClientRect());
  menu.querySelector("button")?.focus({ preventScroll: true });
  addEventListener("pointerdown", closeOutside, true);
  addEventListener("scroll", closeMenu, true);
  addEventListener("hashchange", closeMenu);
}

export function closeMenu() {
  menu?.remove();
  menu = null;
  held?.classList.remove("held");
  removeEventListener("pointerdown", closeOutside, true);
  removeEventListener("scroll", closeMenu, true);
  removeEventListener("hashchange", closeMenu);
}

/**
 * Click the button at the point where the finger that opened the menu is lifted.
 * @param {{ x: number, y: number }} point
 */
export function releaseOver({ x, y }) {
  const under = document.elementFromPoint(x, y);
  if (under instanceof HTMLElement && menu?.contains(under)) under.closest("button")?.click();
}

/** @param {Event} event */
function closeOutside(event) {
  if (!(event.target instanceof Node && menu?.contains(event.target))) closeMenu();
}

/**
 * Place the menu above the cell, so that the finger does not cover it, or below if there is no room. The
 * clues around the cell stay in sight.
 * @param {HTMLElement} element
 * @param {DOMRect} cell
 */
function place(element, cell) {
  const { width, height } = element.getBoundingClientRect();
  const middle = cell.left + cell.width / 2 - width / 2;
  const left = Math.max(EDGE, Math.min(innerWidth - width - EDGE, middle));
  const away = cell.height + GAP;
  const above = cell.top - height - away;
  element.style.left = `${left}px`;
  element.style.top = `${above >= EDGE ? above : cell.bottom + away}px`;
}
