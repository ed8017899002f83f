// The fields of the view Watch: the board, and one or two strategies.

/** @import { About } from "../engine/engine.js" */
/** @import { Options } from "../base/view.js" */

import { dialog, el, iconButton } from "../base/dom.js";
import { choiceField } from "../base/fields.js";
import { t } from "../base/texts.js";

export const STRATEGY = "assignment";
/** The strategies of the assignment and of the reports on it. They come first in a list. */
const REPORTS = ["assignment", "two-literal", "consuming", "unit", "rebuild"];

/**
 * Boards for a class: small, with an opening, and units alone do not solve them.
 * @type {{ size: string, mines: number, seed: number }[]}
 */
const SMALL = [
  { size: "4x4", mines: 3, seed: 5 },
  { size: "5x5", mines: 5, seed: 14 },
  { size: "6x6", mines: 7, seed: 24 },
];
const SPEEDS = [1, 4, 16, 64, 256]; // steps a second
const SEED = 2026; // for boards of a level

/** @type {Options} the first board */
export const FIRST = { ...SMALL[1], start: "open", strategy: STRATEGY };

/**
 * A list of boards: the small ones, the levels, and the present board if it is another.
 * @param {About} about
 * @param {Options} options
 * @param {(board: Options) => void} choose
 */
export function boardField(about, options, choose) {
  /** @type {Map<string, [text: string, board: Options]>} */
  const boards = new Map();
  for (const { size, mines, seed } of SMALL)
    boards.set(`${size}/${mines}`, [smallText(size, mines), { size, mines, seed, start: "open" }]);
  for (const [level, { rows, cols, mines }] of Object.entries(about.levels)) {
    const text = `${t(`level ${level}`)} · ${smallText(`${cols}x${rows}`, mines)}`;
    boards.set(level, [text, { level, seed: SEED, start: "open" }]);
  }
  const { level, size, mines } = options;
  const now = level ?? (size ? `${size}/${mines}` : "");
  if (!boards.has(now))
    boards.set(now, [size ? smallText(size, mines ?? 0) : t("custom"), options]);
  return choiceField(
    [...boards].map(([value, [text]]) => [value, text]),
    now,
    { "aria-label": t("board") },
    (value) => choose(boards.get(value)?.[1] ?? options),
  );
}

/**
 * @param {string} size
 * @param {number} mines
 */
const smallText = (size, mines) => t("board small", { size: size.replace("x", "×"), n: mines });

/**
 * The board and the strategies, without the step and the mode.
 * @param {Options} options
 * @returns {Options}
 */
export function gameOf({ at: _, step: __, shift: ___, full: ____, ...game }) {
  return game;
}

/**
 * @param {number} now steps a second
 * @param {(speed: number) => void} choose
 */
export const speedField = (now, choose) =>
  choiceField(
    SPEEDS.map((speed) => [String(speed), t("steps a second", { n: speed })]),
    String(now),
    { "aria-label": t("speed") },
    (speed) => choose(Number(speed)),
  );

/**
 * A list of the strategies, in groups. Players that the operator of the server added are the last group.
 * @param {About} about
 * @param {string} chosen
 * @param {{ label: string, none?: boolean }} how with `none` the reader can choose none
 * @param {(name: string) => void} choose
 */
export function strategyField(about, chosen, { label, none = false }, choose) {
  const names = Object.keys(about.strategies);
  /** @param {string} name */
  const option = (name) => el("option", { value: name, selected: name === chosen }, name);
  /** @param {string} name */
  const groupOf = (name) => {
    if (REPORTS.includes(name)) return "report strategies";
    return isBuiltIn(name) ? "other strategies" : "outside players";
  };
  const groups = ["report strategies", "other strategies", "outside players"].map((key) => ({
    key,
    options: names.filter((name) => groupOf(name) === key).map(option),
  }));
  const field = el(
    "select",
    { "aria-label": t(label), class: "strategy" },
    none ? el("option", { value: "" }, t("nothing")) : null,
    ...groups.map(({ key, options }) =>
      options.length ? el("optgroup", { label: t(key) }, ...options) : "",
    ),
  );
  field.addEventListener("change", () => choose(field.value));
  return field;
}

/** @param {string} name */
const isBuiltIn = (name) => t.has(`strategy ${name}`);

/**
 * The description of a strategy in one line.
 * @param {About} about
 * @param {string} name
 */
export const strategyText = (about, name) =>
  isBuiltIn(name) ? t(`strategy ${name}`) : (about.strategies[name]?.summary ?? "");

/**
 * A button that lists all strategies and their descriptions.
 * @param {About} about
 */
export const strategiesButton = (about) =>
  iconButton("help", "strategies", () => {
    const rows = Object.keys(about.strategies).flatMap((name) => [
      el("dt", {}, name),
      el("dd", {}, strategyText(about, name)),
    ]);
    dialog(t("strategies"), el("dl", { class: "strategies" }, ...rows));
  });
