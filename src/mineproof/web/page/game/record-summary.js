// Statistics of the finished games: best times, streaks, shares with their intervals, exports.

/** @import { GameRecord } from "./records.js" */

import { csvText } from "../base/tables.js";
import { speedOf } from "./records.js";

const DAY = 86_400_000; // ms
const Z = 1.959964; // the quantile for a 95 % interval

/** The names of levels, by columns, rows and mines. */
const NAMES = /** @type {Record<string, string>} */ ({
  "9x9/10": "beginner",
  "16x16/40": "intermediate",
  "16x16/25": "medium",
  "30x16/99": "expert",
});

/**
 * Statistics of the games on boards of the same settings.
 * @typedef {object} Group
 * @property {string | null} level the name of the level, if there is one
 * @property {string} size columns, rows and mines
 * @property {GameRecord["shape"]} shape
 * @property {string} start
 * @property {boolean} noGuess
 * @property {Share} won
 * @property {Share} guess the share of these boards that `guess` wins, among those it has played
 * @property {number | null} seconds the best time without help
 * @property {number | null} speed the best 3BV/s without help
 */

/** @typedef {{ count: number, of: number, low: number, high: number }} Share */

/**
 * A share with its Wilson interval.
 * @param {number} count
 * @param {number} of
 * @returns {Share}
 */
export function shareOf(count, of) {
  if (of === 0) return { count, of, low: 0, high: 1 };
  const share = count / of;
  const centre = share + (Z * Z) / (2 * of);
  const spread = Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of));
  const scale = 1 + (Z * Z) / of;
  return {
    count,
    of,
    low: Math.max(0, (centre - spread) / scale),
    high: Math.min(1, (centre + spread) / scale),
  };
}

/** @param {GameRecord} record */
export const withoutHelp = (record) => record.hints === 0 && !record.assisted;

/**
 * The games grouped by the settings of the board, the largest group first.
 * @param {GameRecord[]} records
 * @returns {Group[]}
 */
export function groups(records) {
  /** @type {Map<string, GameRecord[]>} */
  const byBoard = new Map();
  for (const record of records) {
    const { cols, rows, mines, shape, start, noGuess } = record;
    const key = [cols, rows, mines, shape, start, noGuess].join(" ");
    byBoard.set(key, [...(byBoard.get(key) ?? []), record]);
  }
  return [...byBoard.values()].map(group).sort((a, b) => b.won.of - a.won.of);
}

/**
 * @param {GameRecord[]} records of one group
 * @returns {Group}
 */
function group(records) {
  const [{ cols, rows, mines, shape, start, noGuess }] = records;
  const best = records.filter((game) => game.won && withoutHelp(game));
  const times = best.map(({ seconds }) => seconds);
  const speeds = best.map(speedOf).filter((speed) => speed !== null);
  const size = `${cols}x${rows}/${mines}`;
  return {
    level: NAMES[size] ?? null,
    size,
    shape,
    start,
    noGuess,
    ...shares(records),
    seconds: times.length ? Math.min(...times) : null,
    speed: speeds.length ? Math.max(...speeds) : null,
  };
}

/**
 * The share of games that the player won, and the share of these boards that `guess` wins.
 * @param {GameRecord[]} records
 */
export function shares(records) {
  const played = records.filter(({ guess }) => guess !== undefined);
  return {
    won: shareOf(records.filter(({ won }) => won).length, records.length),
    guess: shareOf(played.filter(({ guess }) => guess).length, played.length),
  };
}

/**
 * The number of consecutive wins: the present streak and the longest.
 * @param {GameRecord[]} records
 */
export function winStreak(records) {
  let now = 0;
  let best = 0;
  for (const { won } of records) {
    now = won ? now + 1 : 0;
    best = Math.max(best, now);
  }
  return { now, best };
}

/**
 * The number of consecutive days with a won board of that day. Today may be missing.
 * @param {GameRecord[]} records
 * @param {string} today YYYY-MM-DD, in UTC
 */
export function dayStreak(records, today) {
  const wins = records.filter(({ won, day, at }) => won && day && at.startsWith(day));
  const days = [...new Set(wins.map(({ day }) => Date.parse(String(day)) / DAY))].sort(
    (a, b) => a - b,
  );
  let run = 0;
  let best = 0;
  let last = Number.NaN;
  for (const day of days) {
    run = day === last + 1 ? run + 1 : 1;
    best = Math.max(best, run);
    last = day;
  }
  const now = last >= Date.parse(today) / DAY - 1 ? run : 0;
  return { now, best };
}

const COLUMNS = /** @type {(keyof GameRecord)[]} */ (
  "at level cols rows mines shape start noGuess day won seconds bbbv own hints assisted guess address".split(
    " ",
  )
);

/**
 * The games as CSV.
 * @param {GameRecord[]} records
 */
export const asCsv = (records) =>
  csvText([COLUMNS, ...records.map((game) => COLUMNS.map((name) => game[name]))]);

/**
 * The games as JSON, without the boards.
 * @param {GameRecord[]} records
 */
export const asJson = (records) =>
  JSON.stringify({
    schema: 1,
    games: records.map(({ board: _board, cells: _cells, ...rest }) => rest),
  });

/** Today's date in UTC. */
export const today = () => new Date().toISOString().slice(0, 10);
