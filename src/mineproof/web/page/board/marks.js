// Marks on the cells of a grid: certain cells, odds, the best move.

/** @import { Board } from "./board.js" */
/** @import { Analysis } from "../engine/engine.js" */
/** @import { IconName } from "../base/dom.js" */
/** @import { Grid } from "./grid.js" */

import { t } from "../base/texts.js";
import { oddsMarks } from "./heat-map.js";

/**
 * A mark of one cell.
 * @typedef {object} Mark
 * @property {string} kind the style: safe, mine, clue, one-of, best, odds, clash, lit, wrong, asked
 * @property {string} [tag] a short text, shown if the cell has no content
 * @property {IconName} [icon] an icon instead of a text
 * @property {string} [says] an addition to the label for screen readers
 */

/** @typedef {Map<number, Mark>} Marks  by cell */

/**
 * The mark of a certain cell.
 * @param {string} verdict safe or mine
 * @returns {Mark}
 */
export const certainMark = (verdict) => ({
  kind: verdict,
  icon: verdict === "safe" ? "check" : "flag",
  says: t(`verdict ${verdict}`),
});

/** The mark of a clue of an argument. */
export const clueMark = () => ({ kind: "clue", says: t("a clue of it") });

/** The mark of the cell that a question is about. */
export const askedMark = () => ({ kind: "asked", tag: "?", says: t("hint cell") });

/**
 * The same mark for some cells.
 * @param {Board} board
 * @param {string[]} names
 * @param {Mark} mark
 * @returns {Marks}
 */
export const markAll = (board, names, mark) =>
  new Map(names.map((name) => [board.cell(name), mark]));

/**
 * The marks of certain cells.
 * @param {Board} board
 * @param {{ safe: string[], mined: string[] }} certain
 * @returns {Marks}
 */
export const certainMarks = (board, { safe, mined }) =>
  new Map([
    ...markAll(board, safe, certainMark("safe")),
    ...markAll(board, mined, certainMark("mine")),
  ]);

/**
 * The marks of an analysis, with the requested parts.
 * @param {Board} board
 * @param {Analysis} analysis
 * @param {{ odds?: boolean, certain?: boolean, best?: boolean }} parts
 */
export function analysisMarks(board, analysis, { odds, certain, best }) {
  /** @type {Marks} */
  const marks = new Map([
    ...(odds ? oddsMarks(board, analysis.odds) : []),
    ...(certain ? certainMarks(board, analysis) : []),
  ]);
  if (best && analysis.best) {
    const cell = board.cell(analysis.best.cell);
    marks.set(cell, bestMark(marks.get(cell)));
  }
  return marks;
}

/**
 * The mark of the best move, combined with the mark that its cell already has.
 * @param {Mark | undefined} below
 * @returns {Mark}
 */
function bestMark(below) {
  if (!below) return { kind: "best", icon: "star", says: t("the best move") };
  return {
    kind: `${below.kind} ${below.kind === "safe" ? "k-best-safe" : "k-best"}`,
    ...(below.tag ? { tag: below.tag } : { icon: below.icon ?? "star" }),
    says: [t("the best move"), below.says].join(", "),
  };
}

/**
 * Highlight one cell while the reader points at its name. The name may be of the board before: the panel
 * shows that until there is an answer.
 * @param {Grid} grid
 * @param {string} name
 * @param {boolean} on
 */
export function highlightCell(grid, name, on) {
  const cell = grid.board.cell(name);
  const lit = on && cell < grid.board.cells && grid.board.name(cell) === name;
  grid.mark("point", lit ? new Map([[cell, { kind: "lit" }]]) : new Map());
}
