// The analysis of the position during a game, and the warnings before a bad move.

/** @import { Analysis, Shape } from "../engine/engine.js" */
/** @import { Game } from "./game.js" */

import { refusalText, toast } from "../base/dom.js";
import { language } from "../base/texts.js";
import { HIDDEN } from "../board/board.js";
import { ask } from "../engine/engine.js";

const MOST_ANALYSES = 20; // in the memo

/**
 * Keep a position of a game in which the player needed a reason: it becomes an exercise.
 * @param {{ act: unknown, game: Game }} session
 * @param {string} cell
 */
export async function keepMissed({ act, game }, cell) {
  if (!act) return;
  const part = await import("../learn/own-games.js").catch(() => null);
  part?.keepWhy(game, cell);
}

/** A memo of analyses: the engine is asked once for each position. */
export class AnalysisMemo {
  /** @type {Map<string, Promise<Analysis | null>>} */
  #known = new Map();

  /**
   * Analyse a position, with reasons in the page's language. A refusal gives null and a toast.
   * @param {string} position
   * @param {Shape} shape of all positions until the memo is cleared
   */
  analyse(position, shape) {
    const key = `${language} ${position}`;
    let analysis = this.#known.get(key);
    if (!analysis) {
      if (this.#known.size > MOST_ANALYSES) this.#known.clear();
      analysis = ask("analyse", { position, shape, language }).catch((problem) => {
        this.#known.delete(key);
        const text = refusalText(problem);
        if (problem.kind !== "away") toast(text); // the banner shows that
        return null;
      });
      this.#known.set(key, analysis);
    }
    return analysis;
  }

  clear() {
    this.#known.clear();
  }
}

/**
 * A warning to the player: the key of its text, the name of its cell, and the cell whose explanation
 * gives the reason.
 * @typedef {{ key: string, cell: string, whyCell: number }} Warning
 */

/**
 * Warn if a cell to open is certainly a mine, or if it is not certainly safe while another cell is.
 * @param {Game} game
 * @param {Analysis} analysis
 * @param {number[]} cells
 * @returns {Warning | null}
 */
export function openWarning({ board, seen }, analysis, cells) {
  const names = cells.map((cell) => board.name(cell));
  const mine = names.find((name) => analysis.mined.includes(name));
  if (mine) return { key: "warn mine", cell: mine, whyCell: board.cell(mine) };
  const risk = names.find((name) => !analysis.safe.includes(name));
  const better = analysis.safe.find((name) => seen[board.cell(name)] === HIDDEN);
  if (!risk || !better) return null;
  return { key: "warn risk", cell: risk, whyCell: board.cell(better) };
}

/**
 * Warn if a cell to flag is certainly safe.
 * @param {Game} game
 * @param {Analysis} analysis
 * @param {number} cell
 * @returns {Warning | null}
 */
export function flagWarning({ board }, analysis, cell) {
  const name = board.name(cell);
  if (!analysis.safe.includes(name)) return null;
  return { key: "warn flag", cell: name, whyCell: cell };
}
