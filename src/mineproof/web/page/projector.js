// Projector mode: everything in Watch scales with the screen, for the back of the room.

import { button } from "./dom.js";

const KEY = "projector";
const { classList } = document.documentElement;

/** Restore the mode that was chosen before. */
export function restoreProjector() {
  classList.toggle(KEY, localStorage.getItem(KEY) === "yes");
}

/** Change between projector mode and the usual size. */
export function toggleProjector() {
  if (classList.toggle(KEY)) localStorage.setItem(KEY, "yes");
  else localStorage.removeItem(KEY);
  scrollTo({ top: 0 });
  dispatchEvent(new Event("resize"));
}

/**
 * The button of the mode.
 * @param {() => void} toggle
 */
export const projectorButton = (toggle) =>
  button("projector", toggle, { "aria-pressed": String(classList.contains(KEY)) });
