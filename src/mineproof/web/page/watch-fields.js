// What is chosen in Watch before a game: the board, one or two strategies.

/** @import { About } from "./engine.js" */
/** @import { Options } from "./view.js" */

import { button, dialog, el } from "./dom.js";
import { choiceField } from "./fields.js";
import { t } from "./texts.js";

export const STRATEGY = "saturate";

/**
 * Boards for a class: small, with an opening, and not to be solved by units alone.
 * @type {{ size: string, mines: number, seed: number }[]}
 */
const SMALL = [
  { size: "4x4", mines: 3, seed: 5 },
  { size: "5x5", mines: 5, seed: 0 },
  { size: "6x6", mines: 7, seed: 24 },
];
const SEED = 2026; // of the board of a level

/** @type {Options} the board that is shown first */
export const FIRST = { ...SMALL[1], start: "open", strategy: STRATEGY };

/**
 * A list of boards: the small ones, the levels, and the one that is shown if it is another.
 * @param {About} about
 * @param {Options} options
 * @param {(board: Options) => void} choose
 */
export function boardField(about, options, choose) {
  /** @type {Map<string, [text: string, board: Options]>} */
  const boards = new Map();
  for (const { size, mines, seed } of SMALL)
    boards.set(`${size}/${mines}`, [boardText(size, mines), { size, mines, seed, start: "open" }]);
  for (const [level, { rows, cols, mines }] of Object.entries(about.levels)) {
    const text = `${t(`level ${level}`)} · ${boardText(`${cols}x${rows}`, mines)}`;
    boards.set(level, [text, { level, seed: SEED, start: "open" }]);
  }
  const { level, size, mines } = options;
  const now = level ?? (size ? `${size}/${mines}` : "");
  if (!boards.has(now))
    boards.set(now, [size ? boardText(size, mines ?? 0) : t("custom"), options]);
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
const boardText = (size, mines) => t("board small", { size: size.replace("x", "×"), n: mines });

/**
 * A list of the strategies; the players of the operator stand apart.
 * @param {About} about
 * @param {string} chosen
 * @param {{ label: string, none?: boolean }} how `none` allows to choose nothing
 * @param {(name: string) => void} choose
 */
export function strategyField(about, chosen, { label, none = false }, choose) {
  const names = Object.keys(about.strategies);
  /** @param {string} name */
  const option = (name) => el("option", { value: name, selected: name === chosen }, name);
  const ours = names.filter(isOurs).map(option);
  const outside = names.filter((name) => !isOurs(name)).map(option);
  const field = el(
    "select",
    { "aria-label": t(label), class: "strategy" },
    none ? el("option", { value: "" }, t("nothing")) : null,
    ...(outside.length
      ? [
          el("optgroup", { label: t("own strategies") }, ...ours),
          el("optgroup", { label: t("outside players") }, ...outside),
        ]
      : ours),
  );
  field.addEventListener("change", () => choose(field.value));
  return field;
}

/** @param {string} name */
const isOurs = (name) => t.has(`strategy ${name}`);

/**
 * What a strategy does, in a line.
 * @param {About} about
 * @param {string} name
 */
export const strategyText = (about, name) =>
  isOurs(name) ? t(`strategy ${name}`) : (about.strategies[name]?.summary ?? "");

/**
 * A button that lists all strategies with what they do.
 * @param {About} about
 */
export const strategiesButton = (about) =>
  button("strategies", () => {
    const rows = Object.keys(about.strategies).flatMap((name) => [
      el("dt", {}, name),
      el("dd", {}, strategyText(about, name)),
    ]);
    dialog(t("strategies"), el("dl", { class: "strategies" }, ...rows));
  });
