// Input of positions for the view Analyse: a text field, a file, drag and drop, the clipboard, strokes of the
// mouse.

import { actions, button, closest, el } from "../base/dom.js";
import { t } from "../base/texts.js";

/** @typedef {(input: string | File) => unknown} Take */

/** An example of the text that can be read: a position that is possible. A test analyses it. */
const PLACEHOLDER = "8x4x4\n00000000\n11111211\nHHHHHHHH\nHHHHHHHH";

/** @type {string} the last text that the reader typed: a new field shows it again */
let typed = "";

/**
 * A text field with a button that reads it, and a button that opens a file.
 * @param {Take} take
 */
export function positionField(take) {
  const text = el("textarea", {
    "aria-label": t("position text"),
    placeholder: PLACEHOLDER,
    spellcheck: "false",
    on: {
      input: () => {
        typed = text.value;
      },
    },
  });
  text.value = typed;
  const file = el("input", {
    type: "file",
    class: "hush",
    tabindex: -1,
    "aria-hidden": "true",
  });
  file.addEventListener("change", () => file.files?.[0] && take(file.files[0]));
  return el(
    "div",
    {},
    text,
    actions(
      button("read it", () => take(text.value), { class: "main" }),
      button("open file", () => file.click()),
      file,
    ),
  );
}

/**
 * Set the text of the next field, for example one that could not be read.
 * @param {string} text
 */
export function rememberText(text) {
  typed = text;
}

/**
 * A form for the number of mines, if the text of a position does not contain it.
 * @param {number} most
 * @param {(mines: number) => unknown} choose
 * @param {((mines: number) => unknown) | null} play deals a board instead
 */
export function mineCountForm(most, choose, play = null) {
  const field = el("input", { type: "number", min: 0, max: most, required: true, name: "mines" });
  return el(
    "form",
    {
      on: {
        submit: (event) => {
          event.preventDefault();
          choose(Number(field.value));
        },
      },
    },
    el("label", {}, t("mine number"), field),
    actions(
      el("button", { class: "main" }, t("read it")),
      play && button("play it", () => field.reportValidity() && play(Number(field.value))),
    ),
  );
}

/**
 * Read what is dropped on a view, or pasted while the view is shown.
 * @param {HTMLElement} view
 * @param {Take} take
 */
export function listenForPositions(view, take) {
  view.addEventListener("dragover", (event) => {
    event.preventDefault();
    view.classList.add("drop");
  });
  view.addEventListener("dragleave", () => view.classList.remove("drop"));
  view.addEventListener("drop", (event) => {
    event.preventDefault();
    view.classList.remove("drop");
    takeTransfer(event.dataTransfer, take);
  });
  document.addEventListener("paste", (event) => {
    if (view.hidden || closest(event, "input, textarea")) return;
    event.preventDefault();
    takeTransfer(event.clipboardData, take);
  });
}

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

/**
 * @param {DataTransfer | null} transfer
 * @param {Take} take
 */
function takeTransfer(transfer, take) {
  if (transfer) take(transfer.files[0] ?? transfer.getData("text"));
}
