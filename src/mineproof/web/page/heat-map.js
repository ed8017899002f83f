// The odds of a position as a heat map: a number and a shade for each cell beside an open one. The
// untouched cells of a sea all have the same odds, hence each sea shows one number.

/** @import { Board } from "./board.js" */
/** @import { Marks } from "./marks.js" */

import { oddsTag } from "./format.js";
import { t } from "./texts.js";

/** The least odds of each shade, from the second on. */
const SHADES = [0.05, 0.12, 0.22, 0.35, 0.5, 0.7, 0.9];

/**
 * The shade of a probability, from 0 to 7: the more likely a mine, the stronger.
 * @param {number} odds
 */
export const shade = (odds) => SHADES.filter((least) => odds >= least).length;

/**
 * @param {Board} board
 * @param {Record<string, number>} odds of every hidden cell, by name
 * @returns {Marks}
 */
export function oddsMarks(board, odds) {
  const byCell = new Map(Object.entries(odds).map(([name, chance]) => [board.cell(name), chance]));
  const silent = silentCells(board, byCell);
  /** @type {Marks} */
  const marks = new Map();
  for (const [cell, chance] of byCell) {
    const number = oddsTag(chance);
    const inSea = silent.has(cell);
    const kind = `odds k-heat-${shade(chance)}${inSea ? " k-sea" : ""}`;
    const tag = inSea ? undefined : number;
    marks.set(cell, { kind, tag, says: t("odds of", { p: number }) });
  }
  return marks;
}

/**
 * The odds of an untouched cell; null if every hidden cell touches an open one.
 * @param {Board} board
 * @param {Record<string, number>} odds
 */
export function seaOdds(board, odds) {
  const hidden = (/** @type {number} */ cell) => board.name(cell) in odds;
  const untouched = Object.keys(odds).find((name) => isUntouched(board, board.cell(name), hidden));
  return untouched === undefined ? null : odds[untouched];
}

/**
 * @param {Board} board
 * @param {number} cell
 * @param {(cell: number) => boolean} hidden
 */
const isUntouched = (board, cell, hidden) => board.neighbours(cell).every(hidden);

/**
 * The cells of each sea that leave the number to another cell of it.
 * @param {Board} board
 * @param {Map<number, number>} odds
 */
function silentCells(board, odds) {
  const sea = new Set(
    [...odds.keys()].filter((cell) => isUntouched(board, cell, (there) => odds.has(there))),
  );
  /** @type {Set<number>} */
  const silent = new Set();
  for (const start of sea) {
    if (silent.has(start)) continue;
    const part = partOf(board, sea, start);
    const speaker = middleOf(board, part);
    for (const cell of part) {
      sea.delete(cell); // each part is visited once
      if (cell !== speaker) silent.add(cell);
    }
  }
  return silent;
}

/**
 * The connected cells of a set, from one of them on.
 * @param {Board} board
 * @param {Set<number>} cells
 * @param {number} start
 */
function partOf(board, cells, start) {
  const part = new Set([start]);
  for (const cell of part) {
    for (const there of board.neighbours(cell)) if (cells.has(there)) part.add(there);
  }
  return part;
}

/**
 * The cell of a part that lies nearest to the middle of it.
 * @param {Board} board
 * @param {Set<number>} part
 */
function middleOf(board, part) {
  const at = [...part].map((cell) => ({
    cell,
    row: Math.floor(cell / board.cols),
    col: cell % board.cols,
  }));
  const row = at.reduce((sum, one) => sum + one.row, 0) / at.length;
  const col = at.reduce((sum, one) => sum + one.col, 0) / at.length;
  const distance = (/** @type {{ row: number, col: number }} */ one) =>
    (one.row - row) ** 2 + (one.col - col) ** 2;
  return at.reduce((best, one) => (distance(one) < distance(best) ? one : best)).cell;
}
