// The keys of each view, and the dialog that lists them.

/** @import { ViewName } from "./view.js" */

import { dialog, el } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {[action: string, keys: string][]} KeyList  the key of a text; keys separated by blanks */

/** @type {Record<ViewName, KeyList>} */
const KEYS = {
  play: [
    ["arrows", "↑ ↓ ← →"],
    ["opens", "space"],
    ["flags", "F"],
    ["chords", "C"],
    ["why key", "W"],
    ["hint key", "H"],
    ["best move", "B"],
    ["may I guess", "G"],
    ["new board", "N"],
    ["restart", "R"],
    ["undo flag", "U"],
    ["review keys", "← →"],
    ["mistake keys", "↑ ↓"],
    ["go back", "Esc"],
  ],
  watch: [
    ["run key", "space"],
    ["step keys", "← →"],
    ["new board", "N"],
    ["why key", "W"],
    ["projector", "P"],
    ["go back", "Esc"],
  ],
  analyse: [
    ["arrows", "↑ ↓ ← →"],
    ["brush key", "space"],
    ["digits key", "0 … 8"],
    ["flags", "F"],
    ["hides key", "H"],
    ["why key", "W"],
    ["undo", "Ctrl+Z"],
    ["redo", "Ctrl+Y"],
    ["go back", "Esc"],
  ],
  learn: [
    ["arrows", "↑ ↓ ← →"],
    ["mark safe key", "space"],
    ["mark mine key", "F"],
    ["check answer", "C"],
    ["hint key", "H"],
    ["show solution", "S"],
    ["undo", "U"],
    ["next exercise", "N"],
    ["go back", "Esc"],
  ],
  day: [],
  records: [],
};

/**
 * Show the keys of a view.
 * @param {ViewName} view
 */
export function showKeys(view) {
  /** @type {KeyList} */
  const all = [...KEYS[view], ["all keys", "?"]];
  const rows = all.flatMap(([action, keys]) => [
    el("dt", {}, ...keys.split(" ").map(keyElement)),
    el("dd", {}, t(action)),
  ]);
  dialog(t("keys of", { view: t(view) }), el("dl", { class: "keys" }, ...rows));
}

/** @param {string} key */
const keyElement = (key) =>
  key === "…" ? "… " : el("kbd", {}, key === "space" ? t("space bar") : key);
