// Deals boards as `game/_random_words.py` and `game/deal.py` do: the same seed gives the same board. The
// static page uses it to show the first board before Python is loaded, any page while its server does not
// answer.

/** @import { About, DealRequest, Dealt } from "./engine.js" */

import { load, save } from "../base/storage.js";
import { Board } from "../board/board.js";

/** @typedef {"uniform" | "walk" | "block"} Place */

/**
 * How a game begins, as `Start` in `game/deal.py`.
 * @typedef {object} Start
 * @property {"given" | "safe" | "open"} rule
 * @property {number} [cell] the first cell; default: a corner (safe) or a cell near it (open)
 * @property {number} [safeCells] the number of given cells
 * @property {number} [ratio] the number of given cells, as a multiple of the default number
 * @property {Place} [place]
 */

/**
 * The seed and the number of a board: a seed has many boards.
 * @typedef {{ seed: bigint, number: bigint }} Which
 */

const G = 0x9e3779b97f4a7c15n;
const A = 0xbf58476d1ce4e5b9n;
const B = 0x94d049bb133111ebn;
const MASK = (1n << 64n) - 1n;
const MINES = 0n; // numbers of the two streams of random words
const INITIAL = 1n;

/** The options that this module supports. Python answers requests with other options. */
const FIELDS = "level size mines seed start safe_cells place shape".split(" ");
const MOST_MINES = 10_000;

/**
 * Deal a board. Returns null if Python must answer: the board needs a search, or is given as text,
 * or the request is refused.
 * @param {DealRequest} request
 * @param {About} about
 * @param {bigint} number of the board: a seed has many
 * @returns {Dealt | null}
 */
export function deal(request, about, number = 0n) {
  if (Object.keys(request).some((name) => !FIELDS.includes(name))) return null;
  const size = sizeOf(request, about);
  const { seed = 0, shape = "grid" } = request;
  if (!size || !Number.isSafeInteger(seed) || seed < 0) return null;
  if (typeof shape !== "string" || !about.shapes.includes(shape)) return null;
  const board = new Board(size.rows, size.cols, shape);
  const start = startOf(request, board);
  const which = { seed: BigInt(seed), number };
  const mines = start && dealMines(board, size.mines, start, which);
  const cells = mines && initialCells(board, mines, start, which);
  if (!mines || !cells) return null;
  const names = mines.map((cell) => board.name(cell));
  const first = start.rule === "given" ? "" : `:${board.name(firstCell(board, start))}`;
  return {
    schema: about.schema,
    rows: board.rows,
    cols: board.cols,
    mines: mines.length,
    shape,
    seed,
    start: `${start.rule}${first}`,
    cells: cells.map((cell) => board.name(cell)),
    truth: board.writeFull(names),
    depth: null,
  };
}

const DAY = 86_400_000; // ms
const DAYS_VERSION = 1; // as `play/day.py`

/**
 * The first of some days, and for each level the numbers of the boards of these days.
 * @typedef {{ first: string, numbers: Record<string, number[]> }} Days
 */

/**
 * Deal the board of a day. Its number is known, because the search for it takes a solver.
 * @param {DealRequest} request
 * @param {About} about
 * @param {Days} days
 */
export function dealDay({ day, level = "expert", ...others }, about, { first, numbers }) {
  const place = Object.keys(numbers).indexOf(String(level)) + 1;
  const at = Date.parse(String(day)) || 0;
  const number = numbers[String(level)]?.[(at - Date.parse(first)) / DAY];
  // Browsers read 31 November as 1 December.
  const isDate = new Date(at).toISOString().startsWith(`${day}T`);
  if (number === undefined || !isDate || Object.keys(others).length) return null;
  const seed = Number(`${DAYS_VERSION}${place}${day?.replaceAll("-", "")}`);
  return deal({ level, start: "open", seed }, about, BigInt(number));
}

/**
 * @param {DealRequest} request
 * @param {About} about
 */
function sizeOf({ level, size, mines }, about) {
  if (size === undefined) {
    const name = level ?? "easy";
    const known = typeof name === "string" && Object.hasOwn(about.levels, name);
    return known && mines === undefined ? about.levels[name] : null;
  }
  const match = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(String(size));
  if (!match || level !== undefined || !isCount(mines, MOST_MINES)) return null;
  const [cols, rows] = [Number(match[1]), Number(match[2])];
  return rows * cols <= about.most_cells ? { rows, cols, mines } : null;
}

/**
 * @param {unknown} value
 * @param {number} most
 * @returns {value is number}
 */
const isCount = (value, most) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;

/**
 * @param {DealRequest} request
 * @param {Board} board
 * @returns {Start | null}
 */
function startOf({ start = "given", safe_cells: safeCells, place = "uniform" }, board) {
  const match = /^(given|safe|open)(?::r([1-9]\d{0,4})c([1-9]\d{0,4}))?$/.exec(String(start));
  if (!match || !["uniform", "walk", "block"].includes(String(place))) return null;
  const rule = /** @type {Start["rule"]} */ (match[1]);
  if (rule === "given") {
    if (match[2]) return null;
    return { rule, place: /** @type {Place} */ (place), ...safeCellsOf(safeCells) };
  }
  if (safeCells !== undefined || place !== "uniform") return null;
  if (!match[2]) return { rule };
  const [row, col] = [Number(match[2]), Number(match[3])];
  return row <= board.rows && col <= board.cols
    ? { rule, cell: (row - 1) * board.cols + col - 1 }
    : null;
}

/**
 * Parse a number of cells (`9`) or a multiple of the default number (`x0.75`). Any other text gives
 * infinity, which no board allows.
 * @param {unknown} text
 */
function safeCellsOf(text) {
  if (text === undefined) return {};
  if (typeof text === "string" && /^\d{1,9}$/.test(text)) return { safeCells: Number(text) };
  if (typeof text === "string" && /^x\d{1,9}(\.\d{1,9})?$/.test(text))
    return { ratio: Number(text.slice(1)) };
  return { safeCells: Number.POSITIVE_INFINITY };
}

/**
 * The mined cells of a board in ascending order: the allowed cells with the smallest random words.
 * Null if there are more mines than allowed cells.
 * @param {Board} board
 * @param {number} mines
 * @param {Start} start
 * @param {Which} which
 */
export function dealMines(board, mines, start, which) {
  const free = freeCells(board, start);
  const allowed = cellsOf(board).filter((cell) => !free.has(cell));
  if (mines > allowed.length) return null;
  return smallest(allowed, keyOf(which, MINES), mines).sort((a, b) => a - b);
}

/**
 * The cells that are open at the start, in order. Null if there are not enough safe cells.
 * @param {Board} board
 * @param {number[]} mines
 * @param {Start} start
 * @param {Which} which
 */
export function initialCells(board, mines, start, which) {
  if (start.rule !== "given") return [firstCell(board, start)];
  const mined = new Set(mines);
  const safe = cellsOf(board).filter((cell) => !mined.has(cell));
  const count = howMany(start, board.cells, safe.length);
  if (count > safe.length) return null;
  const key = keyOf(which, INITIAL);
  if (start.place === "walk") return walk(board, mined, count, key);
  if (start.place !== "block" || !count) return smallest(safe, key, count);
  return nearest(board, safe, key, count);
}

/** @param {Board} board */
const cellsOf = (board) => Array.from({ length: board.cells }, (_, cell) => cell);

/**
 * @param {Board} board
 * @param {Start} start
 */
function firstCell(board, { rule, cell }) {
  if (cell !== undefined) return cell;
  if (rule === "safe") return 0;
  const inward = board.rows === 16 && board.cols === 30 ? 4 : 3;
  return (Math.min(inward, board.rows) - 1) * board.cols + Math.min(inward, board.cols) - 1;
}

/**
 * The cells that the start keeps free of mines.
 * @param {Board} board
 * @param {Start} start
 */
function freeCells(board, start) {
  if (start.rule === "given") return new Set();
  const first = firstCell(board, start);
  return new Set([first, ...(start.rule === "open" ? board.neighbours(first) : [])]);
}

/**
 * @param {Start} start
 * @param {number} cells
 * @param {number} safe
 */
function howMany({ safeCells, ratio }, cells, safe) {
  if (safeCells !== undefined) return safeCells;
  const usual = Math.round(Math.sqrt(cells));
  return Math.min(safe, ratio === undefined ? usual : Math.floor(usual * ratio));
}

/**
 * The safe cells on a random walk. A step goes to a neighbour, even a mine, or stays.
 * @param {Board} board
 * @param {Set<number>} mined
 * @param {number} count
 * @param {bigint} key
 */
function walk(board, mined, count, key) {
  const ways = BigInt(board.directions + 1);
  /** @type {Set<number>} */
  const walked = new Set();
  let here = Number(child(key, 0n) % BigInt(board.cells));
  const steps = board.shape === "knight" ? distances(board, here) : null;
  const reachable = steps?.filter((n, cell) => n < board.cells && !mined.has(cell)).length;
  if (reachable !== undefined && reachable < count) return null; // Python gives the reason
  for (let i = 1n; walked.size < count; i += 1n) {
    if (!mined.has(here)) walked.add(here);
    const neighbours = board.neighbours(here);
    here = neighbours[Number(child(key, i) % ways)] ?? here;
  }
  return [...walked];
}

/**
 * The safe cells nearest to the one with the smallest word; ties by their words.
 * @param {Board} board
 * @param {number[]} safe
 * @param {bigint} key
 * @param {number} count
 */
function nearest(board, safe, key, count) {
  const drawn = wordsOf(safe, key);
  const [centre] = smallest(safe, key, 1);
  const steps = distances(board, centre);
  return drawn
    .sort((a, b) => steps[a.cell] - steps[b.cell] || compare(a, b))
    .slice(0, count)
    .map(({ cell }) => cell);
}

/**
 * The number of steps from a cell to each cell; `board.cells` if there is no path.
 * @param {Board} board
 * @param {number} centre
 */
function distances(board, centre) {
  const steps = new Array(board.cells).fill(board.cells);
  steps[centre] = 0;
  const queue = [centre];
  for (const here of queue) {
    for (const there of board.neighbours(here)) {
      if (steps[there] <= steps[here] + 1) continue;
      steps[there] = steps[here] + 1;
      queue.push(there);
    }
  }
  return steps;
}

// Random words of 64 bits, the same on every machine (splitmix64)

/**
 * @param {bigint} h
 * @param {bigint} x
 */
function child(h, x) {
  let z = (h + G * (x + 1n)) & MASK;
  z = ((z ^ (z >> 30n)) * A) & MASK;
  z = ((z ^ (z >> 27n)) * B) & MASK;
  return z ^ (z >> 31n);
}

/**
 * The key of one stream of one board: its words are computed from it.
 * @param {Which} which
 * @param {bigint} stream
 */
const keyOf = ({ seed, number }, stream) => child(child(child(0n, seed), number), stream);

/** @typedef {{ cell: number, word: bigint }} DrawnCell */

/**
 * @param {number[]} cells
 * @param {bigint} key
 * @returns {DrawnCell[]}
 */
const wordsOf = (cells, key) => cells.map((cell) => ({ cell, word: child(key, BigInt(cell)) }));

/**
 * By word, ties by index.
 * @param {DrawnCell} a
 * @param {DrawnCell} b
 */
function compare(a, b) {
  if (a.word === b.word) return a.cell - b.cell;
  return a.word < b.word ? -1 : 1;
}

/**
 * The cells with the smallest words, the smallest first.
 * @param {number[]} cells
 * @param {bigint} key
 * @param {number} count
 */
const smallest = (cells, key, count) =>
  wordsOf(cells, key)
    .sort(compare)
    .slice(0, count)
    .map(({ cell }) => cell);

// Answers in place of a server that does not answer

const KEY = "about";

/**
 * The answer to "about" if none is saved: enough to play.
 * @type {About}
 */
export const LEAST = {
  schema: 3,
  version: "",
  most_cells: 10000,
  most_bytes: 1048576,
  shapes: ["grid", "torus", "hex", "knight", "orthogonal", "triangle"],
  levels: {
    beginner: { rows: 9, cols: 9, mines: 10 },
    intermediate: { rows: 16, cols: 16, mines: 40 },
    expert: { rows: 16, cols: 30, mines: 99 },
  },
  strategies: {},
};

/** @param {About} about */
export const keepAbout = (about) => save(KEY, about);

/** @returns {About} */
function knownAbout() {
  const kept = load(KEY);
  return kept?.levels ? kept : LEAST;
}

/**
 * The saved answer to "about", or a board; null if only the server can answer.
 * @param {string} name
 * @param {object} body
 */
export function answerHere(name, body) {
  if (name === "about") return knownAbout();
  return name === "deal" ? deal(body, knownAbout()) : null;
}
