// Saves the finished games in this browser. Only the first finished game on a board counts, because
// its mines are known afterwards. Pasted boards do not count, nor do boards of a graph, nor games that
// were continued from an earlier position.

/** @import { Shape } from "../engine/engine.js" */
/** @import { Options } from "../base/view.js" */

import { hash, load, remove, save } from "../base/storage.js";
import { hashOf, oneLine } from "../base/view.js";
import { MINE } from "../board/board.js";
import { Game } from "./game.js";

const KEY = "records";
const MOST = 5000; // games; the oldest are deleted

/**
 * A finished game.
 * @typedef {object} GameRecord
 * @property {string} address the hash of the URL that deals the board
 * @property {string} id that of `boardId`
 * @property {string} at when the game ended, in UTC
 * @property {string} [level]
 * @property {number} rows
 * @property {number} cols
 * @property {number} mines
 * @property {Shape} shape
 * @property {string} start the rule: given, safe or open
 * @property {boolean} noGuess whether it is a no-guess board
 * @property {string} [day] the date of a board of the day
 * @property {boolean} won
 * @property {number} seconds
 * @property {number} bbbv the 3BV of the board
 * @property {number} [own] the part of it that the start does not do
 * @property {number} hints the number of times that the player asked for help
 * @property {boolean} assisted whether a move was made while an assistance switch was on
 * @property {string} [board] the full board, until `guess` has played it
 * @property {string} [cells] the cells that are open at the start
 * @property {boolean} [guess] whether the strategy `guess` wins the board
 */

/** @returns {GameRecord[]} the oldest first */
export function keptRecords() {
  const kept = load(KEY);
  return Array.isArray(kept) ? kept.filter(isRecord) : [];
}

const NUMBERS = ["rows", "cols", "mines", "seconds", "bbbv"];

/**
 * Whether a stored value is a record: the storage may be damaged.
 * @param {any} kept
 */
const isRecord = (kept) =>
  typeof kept?.won === "boolean" &&
  [kept.address, kept.start, kept.at].every((text) => typeof text === "string") &&
  NUMBERS.every((name) => Number.isFinite(kept[name])) &&
  !Number.isNaN(Date.parse(kept.at));

/**
 * The first finished game of a board.
 * @param {string} address
 */
export const recordAt = (address) => keptRecords().find((game) => game.address === address);

/** @param {GameRecord[]} records */
export const keepRecords = (records) => save(KEY, records.slice(-MOST));

export const eraseRecords = () => remove(KEY);

/**
 * Save a game that has just ended, if it counts.
 * @param {Game} game
 * @param {Options} options of its board
 */
export function recordGame(game, options) {
  if (!game.over || game.pointless || options.board !== undefined || game.origin) return;
  if (game.board.graph) return; // a record would need the graph
  const { board, dealt } = game;
  const address = hashOf("play", options);
  const id = boardId(game);
  const records = keptRecords();
  if (records.some((record) => record.address === address || record.id === id)) return;
  keepRecords([
    ...records,
    {
      address,
      id,
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
      own: leastClicks(game, new Game(dealt).seen),
      hints: game.hints,
      assisted: game.assisted,
      board: oneLine(dealt.truth),
      cells: dealt.cells.join(","),
    },
  ]);
}

/**
 * The name of a board with its given cells: several addresses deal one board.
 * @param {Game} game
 */
export const boardId = ({ board, dealt }) =>
  hash(`${board.shapeName} ${dealt.truth} ${dealt.cells.join(",")}`);

/**
 * The 3BV a second of the player's own clicks, as in the review.
 * @param {GameRecord} record
 */
export const speedOf = ({ bbbv, own = bbbv, seconds }) => (seconds > 0 ? own / seconds : null);

/**
 * The 3BV of a board: one click for each opening, and one for each clue that touches no zero.
 * @param {Game} game
 * @param {Int8Array} [seen] what is open already and does not count
 */
export function leastClicks({ board, truth }, seen) {
  const hidden = (/** @type {number} */ cell) => !seen || seen[cell] < 0;
  const reached = new Set();
  let clicks = 0;
  for (let cell = 0; cell < board.cells; cell += 1) {
    if (truth[cell] !== 0 || reached.has(cell)) continue;
    if (hidden(cell)) clicks += 1;
    const zeros = [cell];
    reached.add(cell);
    for (const zero of zeros) {
      for (const next of board.neighbours(zero)) {
        if (truth[next] === 0 && !reached.has(next)) zeros.push(next);
        reached.add(next);
      }
    }
  }
  const alone = [...truth.keys()].filter((cell) => truth[cell] !== MINE && !reached.has(cell));
  return clicks + alone.filter(hidden).length;
}
