// Projector mode: the view Watch scales with the screen, so that a whole class can read it.

import { button } from "../base/dom.js";
import { load, save } from "../base/storage.js";

const KEY = "projector";
const { classList } = document.documentElement;

/** Restore the mode of the last visit. */
export function restoreProjector() {
  classList.toggle(KEY, load(KEY) === true);
}

/** Change between projector mode and the usual size. */
export function toggleProjector() {
  save(KEY, classList.toggle(KEY));
  scrollTo({ top: 0 });
  dispatchEvent(new Event("resize"));
}

/**
 * The button of the mode.
 * @param {() => void} toggle
 */
export const projectorButton = (toggle) =>
  button("projector", toggle, { "aria-pressed": String(classList.contains(KEY)) });
