// The odds of a position as a heat map: a shade for each hidden cell, and its number. The cells of the
// sea have equal odds, so each connected part of the sea shows one number.

/** @import { Board } from "./board.js" */
/** @import { Marks } from "./marks.js" */

import { oddsTag } from "../base/format.js";
import { t } from "../base/texts.js";

/** The lower limit of each shade but the first. The neutral one has the density of usual boards. */
const SHADES = [0.05, 0.1, 0.15, 0.28, 0.4, 0.6, 0.85];

/**
 * The shade of a probability, from 0 to 7. It is stronger if a mine is more likely.
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
  const withoutNumber = seaWithoutNumber(board, byCell);
  /** @type {Marks} */
  const marks = new Map();
  for (const [cell, chance] of byCell) {
    const number = oddsTag(chance);
    const kind = `odds k-heat-${shade(chance)}`;
    const tag = withoutNumber.has(cell) ? undefined : number;
    marks.set(cell, { kind, tag, says: t("odds of", { p: number }) });
  }
  return marks;
}

/**
 * The odds of a cell of the sea; null if there is no sea.
 * @param {Board} board
 * @param {Record<string, number>} odds
 */
export function seaOdds(board, odds) {
  const hidden = (/** @type {number} */ cell) => board.name(cell) in odds;
  const seaCell = Object.keys(odds).find((name) => isSea(board, board.cell(name), hidden));
  return seaCell === undefined ? null : odds[seaCell];
}

/**
 * @param {Board} board
 * @param {number} cell
 * @param {(cell: number) => boolean} hidden
 */
const isSea = (board, cell, hidden) => board.neighbours(cell).every(hidden);

/**
 * The sea cells without a number: all but one of each connected part.
 * @param {Board} board
 * @param {Map<number, number>} odds
 */
function seaWithoutNumber(board, odds) {
  const sea = new Set(
    [...odds.keys()].filter((cell) => isSea(board, cell, (neighbour) => odds.has(neighbour))),
  );
  /** @type {Set<number>} */
  const withoutNumber = new Set();
  for (const start of sea) {
    if (withoutNumber.has(start)) continue;
    const part = partOf(board, sea, start);
    const numbered = middleOf(board, part);
    for (const cell of part) {
      sea.delete(cell); // each part is visited once
      if (cell !== numbered) withoutNumber.add(cell);
    }
  }
  return withoutNumber;
}

/**
 * The cells of a set that are connected with `start`.
 * @param {Board} board
 * @param {Set<number>} cells
 * @param {number} start
 */
function partOf(board, cells, start) {
  const part = new Set([start]);
  for (const cell of part) {
    for (const next of board.neighbours(cell)) if (cells.has(next)) part.add(next);
  }
  return part;
}

/**
 * The cell of a part that is nearest to its middle.
 * @param {Board} board
 * @param {Set<number>} part
 */
function middleOf(board, part) {
  const places = [...part].map((cell) => ({
    cell,
    row: Math.floor(cell / board.cols),
    col: cell % board.cols,
  }));
  const row = places.reduce((sum, place) => sum + place.row, 0) / places.length;
  const col = places.reduce((sum, place) => sum + place.col, 0) / places.length;
  const distance = (/** @type {{ row: number, col: number }} */ place) =>
    (place.row - row) ** 2 + (place.col - col) ** 2;
  return places.reduce((best, place) => (distance(place) < distance(best) ? place : best)).cell;
}
