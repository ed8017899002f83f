// The finished games that the browser keeps. Only the first finished game of a board counts: the
// second time its mines are known. Boards that were pasted, boards of a graph, and games played on
// from an earlier moment, do not count.

/** @import { Shape } from "./engine.js" */
/** @import { Game } from "./game.js" */
/** @import { Options } from "./view.js" */

import { MINE } from "./board.js";
import { hashOf, oneLine } from "./view.js";
import { originOf } from "./what-if.js";

const KEY = "records";
const MOST = 5000; // games that are kept; then the oldest go

/**
 * A finished game.
 * @typedef {object} GameRecord
 * @property {string} address of the board on the page
 * @property {string} at when the game ended, in UTC
 * @property {string} [level]
 * @property {number} rows
 * @property {number} cols
 * @property {number} mines
 * @property {Shape} shape
 * @property {string} start the rule: given, safe or open
 * @property {boolean} noGuess whether the board was made to need no guess
 * @property {string} [day] the date of a board of the day
 * @property {boolean} won
 * @property {number} seconds
 * @property {number} bbbv the 3BV of the board
 * @property {number} hints how often the player asked for help
 * @property {boolean} assisted whether a move was made while a switch of the help was on
 * @property {string} [board] the full board, until `guess` has played it
 * @property {string} [cells] the cells that are open at the start
 * @property {boolean} [guess] whether the player `guess` wins the board
 */

/** @returns {GameRecord[]} the oldest first */
export function keptRecords() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/**
 * The first finished game of a board.
 * @param {string} address
 */
export const recordAt = (address) => keptRecords().find((one) => one.address === address);

/** @param {GameRecord[]} records */
export function keepRecords(records) {
  try {
    localStorage.setItem(KEY, JSON.stringify(records.slice(-MOST)));
  } catch {
    // a browser that keeps nothing
  }
}

export function eraseRecords() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // nothing is kept
  }
}

/**
 * Keep a game that has just ended, if it counts.
 * @param {Game} game
 * @param {Options} options of its board
 */
export function recordGame(game, options) {
  if (!game.over || game.pointless || options.board !== undefined || originOf(game)) return;
  if (game.board.graph) return; // a record would need the graph
  const address = hashOf("play", options);
  const records = keptRecords();
  if (records.some((one) => one.address === address)) return;
  const { board, dealt } = game;
  keepRecords([
    ...records,
    {
      address,
      at: new Date().toISOString(),
      level: options.level ?? undefined,
      rows: board.rows,
      cols: board.cols,
      mines: game.mines,
      shape: board.shape,
      start: dealt.start.split(":")[0],
      noGuess: Boolean(options.no_guess || options.day),
      day: options.day ?? undefined,
      won: game.won,
      seconds: Math.round(game.seconds * 1000) / 1000,
      bbbv: leastClicks(game),
      hints: game.hints,
      assisted: game.assisted,
      board: oneLine(dealt.truth),
      cells: dealt.cells.join(","),
    },
  ]);
}

/**
 * The 3BV of a board: a click for each opening, and one for each number that touches no zero.
 * @param {Game} game
 */
export function leastClicks({ board, truth }) {
  const reached = new Set();
  let clicks = 0;
  for (let cell = 0; cell < board.cells; cell += 1) {
    if (truth[cell] !== 0 || reached.has(cell)) continue;
    clicks += 1;
    const zeros = [cell];
    reached.add(cell);
    for (const zero of zeros) {
      for (const there of board.neighbours(zero)) {
        if (truth[there] === 0 && !reached.has(there)) zeros.push(there);
        reached.add(there);
      }
    }
  }
  const alone = [...truth.keys()].filter((cell) => truth[cell] !== MINE && !reached.has(cell));
  return clicks + alone.length;
}
