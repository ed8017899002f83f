// The dialog for a new board.

/** @import { About } from "../engine/engine.js" */
/** @import { Choice } from "../base/fields.js" */
/** @import { Options } from "../base/view.js" */

import { actions, dialog, el } from "../base/dom.js";
import { choiceField, choicesOf, labelled, numberField, switchField } from "../base/fields.js";
import { t } from "../base/texts.js";
import { randomSeed } from "../base/view.js";

const DEPTHS = ["1", "2", "3", "4"];
const STARTS = ["open", "safe", "given"];
const PLACES = ["uniform", "walk", "block"];

/** @typedef {ReturnType<typeof makeFields>} Fields */

/**
 * @param {About} about
 * @param {Options} now the options of the current board
 * @param {{ cols: number, rows: number, mines: number }} size the size of the current board
 * @param {(options: Options) => void} choose
 */
export function askForBoard(about, now, size, choose) {
  const fields = makeFields(about, now, size);
  const levelLabel = labelled("level", fields.level);
  const sizeLabels = [labelled("width", fields.width), labelled("height", fields.height)];
  const groups = {
    size: group(...sizeLabels, labelled("mine number", fields.mines)),
    depths: group(labelled("min depth", fields.minDepth), labelled("max depth", fields.maxDepth)),
    given: group(labelled("safe cells", fields.safeCells), labelled("place", fields.place)),
  };
  const adapt = () => {
    const graph = fields.shape.value === "graph"; // it has its size
    for (const label of [levelLabel, ...sizeLabels]) label.hidden = graph;
    groups.size.hidden = fields.level.value !== "custom" && !graph;
    const noGuess = fields.noGuess.checked;
    groups.depths.hidden = !noGuess;
    for (const option of fields.start.options)
      option.disabled = noGuess && option.value === "given";
    if (noGuess && fields.start.value === "given") fields.start.value = "open";
    groups.given.hidden = fields.start.value !== "given";
  };
  const form = el(
    "form",
    { method: "dialog", on: { change: adapt, submit: () => choose(chosenOptions(fields, now)) } },
    levelLabel,
    groups.size,
    el("label", { class: "check" }, fields.noGuess, t("no guess label")),
    groups.depths,
    group(labelled("start", fields.start), labelled("shape", fields.shape)),
    groups.given,
    labelled("seed label", fields.seed),
    actions(el("button", { class: "main", autofocus: true }, t("deal it"))),
  );
  adapt();
  dialog(t("new board"), form);
}

/**
 * The graph of the current board; null if its shape has a name.
 * @param {Options} now
 */
const graphOf = ({ shape }) => (typeof shape === "object" ? shape : null);

/** @param {HTMLElement[]} labels */
const group = (...labels) => el("div", { class: "fields" }, ...labels);

/**
 * @param {About} about
 * @param {Options} now
 * @param {{ cols: number, rows: number, mines: number }} size
 */
function makeFields(about, now, size) {
  const [width, height] = (now.size ?? `${size.cols}x${size.rows}`).split("x");
  const graph = graphOf(now);
  const level = now.level ?? (now.size || graph ? "custom" : "intermediate");
  /** @type {Choice[]} */
  const levels = Object.entries(about.levels).map(([name, { cols, rows, mines }]) => [
    name,
    `${t(`level ${name}`)} · ${cols}×${rows} / ${mines}`,
  ]);
  return {
    level: choiceField([...levels, ["custom", t("custom")]], level, { name: "level" }),
    width: numeric("width", width, 1, 1000),
    height: numeric("height", height, 1, 1000),
    mines: numeric("mines", now.mines ?? size.mines, 0, 10000),
    noGuess: switchField({ name: "no_guess", checked: Boolean(now.no_guess) }),
    minDepth: depthField("min_depth", now.min_depth ?? 1),
    maxDepth: depthField("max_depth", now.max_depth ?? 4),
    start: choiceField(choicesOf("start", STARTS), (now.start ?? "given").split(":")[0], {
      name: "start",
    }),
    shape: choiceField(
      choicesOf("shape", [...about.shapes, ...(graph ? ["graph"] : [])]),
      typeof now.shape === "object" ? "graph" : now.shape,
      { name: "shape" },
    ),
    safeCells: numeric("safe_cells", now.safe_cells ?? "", 0, 9999),
    place: choiceField(choicesOf("place", PLACES), now.place ?? "uniform", { name: "place" }),
    seed: el("input", {
      name: "seed",
      inputmode: "numeric",
      pattern: "[0-9]{1,15}",
      placeholder: t("any seed"),
    }),
  };
}

/**
 * @param {string} name
 * @param {string | number} value
 * @param {number} min
 * @param {number} max
 */
const numeric = (name, value, min, max) =>
  numberField({ name, value, min, max, inputmode: "numeric" });

/**
 * @param {string} name
 * @param {number} chosen
 */
const depthField = (name, chosen) =>
  choiceField(
    DEPTHS.map((depth) => [depth, depth]),
    String(chosen),
    { name },
  );

/**
 * The options that the fields hold, without defaults.
 * @param {Fields} fields
 * @param {Options} now
 * @returns {Options}
 */
function chosenOptions(fields, now) {
  /** @type {Options} */
  const chosen = {
    start: fields.start.value,
    seed: fields.seed.value ? Number(fields.seed.value) : randomSeed(),
  };
  const graph = fields.shape.value === "graph" ? graphOf(now) : null;
  if (graph) chosen.mines = Number(fields.mines.value);
  else if (fields.level.value === "custom") {
    chosen.size = `${fields.width.value}x${fields.height.value}`;
    chosen.mines = Number(fields.mines.value);
  } else chosen.level = fields.level.value;
  const shape = graph ?? /** @type {NonNullable<Options["shape"]>} */ (fields.shape.value);
  if (shape !== "grid") chosen.shape = shape;
  if (fields.noGuess.checked) {
    chosen.no_guess = true;
    if (fields.minDepth.value !== "1") chosen.min_depth = Number(fields.minDepth.value);
    if (fields.maxDepth.value !== "4") chosen.max_depth = Number(fields.maxDepth.value);
  }
  if (chosen.start === "given") {
    const place = /** @type {NonNullable<Options["place"]>} */ (fields.place.value);
    if (fields.safeCells.value) chosen.safe_cells = fields.safeCells.value;
    if (place !== "uniform") chosen.place = place;
  }
  return chosen;
}
