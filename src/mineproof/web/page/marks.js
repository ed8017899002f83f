// Marks that lie over the cells of a grid: what is certain, the odds, the best move.

/** @import { Board } from "./board.js" */
/** @import { Analysis } from "./engine.js" */
/** @import { Grid } from "./grid.js" */

import { oddsTag } from "./format.js";
import { t } from "./texts.js";

/**
 * A mark of one cell.
 * @typedef {object} Mark
 * @property {string} kind names the style: safe, mine, clue, one-of, best, odds, clash, lit, wrong, asked
 * @property {string} [tag] a short text in the cell, if the cell has none
 * @property {string} [says] what a screen reader adds to the label of the cell
 */

/** @typedef {Map<number, Mark>} Marks  by cell */

/**
 * A cell that is certain.
 * @param {string} verdict safe or mine
 * @returns {Mark}
 */
export const certainMark = (verdict) => ({
  kind: verdict,
  tag: verdict === "safe" ? "✓" : "⚑",
  says: t(`verdict ${verdict}`),
});

/**
 * The marks of an analysis: each part only if it is asked for.
 * @param {Board} board
 * @param {Analysis} analysis
 * @param {{ odds?: boolean, certain?: boolean, best?: boolean }} parts
 */
export function analysisMarks(board, analysis, { odds, certain, best }) {
  /** @type {Marks} */
  const marks = new Map();
  if (odds) {
    for (const [name, chance] of Object.entries(analysis.odds)) {
      const tag = oddsTag(chance);
      marks.set(board.cell(name), { kind: "odds", tag, says: t("odds of", { p: tag }) });
    }
  }
  if (certain) {
    for (const name of analysis.safe) marks.set(board.cell(name), certainMark("safe"));
    for (const name of analysis.mined) marks.set(board.cell(name), certainMark("mine"));
  }
  if (best && analysis.best) {
    const cell = board.cell(analysis.best.cell);
    marks.set(cell, bestMark(marks.get(cell)));
  }
  return marks;
}

/**
 * The best move, over the mark that its cell has already.
 * @param {Mark | undefined} below
 * @returns {Mark}
 */
function bestMark(below) {
  return {
    kind: below && below.kind !== "odds" ? `${below.kind} k-best-safe` : "best",
    tag: below?.tag ?? "★",
    says: t("the best move"),
  };
}

/**
 * Light up one cell while its name is pointed at.
 * @param {Grid} grid
 * @param {string} name
 * @param {boolean} on
 */
export function highlightCell(grid, name, on) {
  grid.mark("point", on ? new Map([[grid.board.cell(name), { kind: "lit" }]]) : new Map());
}
