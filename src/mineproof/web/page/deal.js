// Boards dealt in the page: a twin of `game/words.py` and `game/deal.py`, so that the first board of
// the static page can be played before Python is there. The same seed gives the same board.

/** @import { About, DealRequest, Dealt } from "./engine.js" */

import { Board } from "./board.js";

/** @typedef {"uniform" | "walk" | "block"} Place */

/**
 * How a game begins, as `Start` in `game/deal.py`.
 * @typedef {object} Start
 * @property {"given" | "safe" | "open"} rule
 * @property {number} [cell] the first cell; by default a corner, or a few cells in
 * @property {number} [safeCells] how many cells are given
 * @property {number} [ratio] the same as a share of the usual number
 * @property {Place} [place]
 */

/**
 * Which board: the boards of a seed are numbered.
 * @typedef {{ seed: bigint, number: bigint }} Which
 */

const G = 0x9e3779b97f4a7c15n;
const A = 0xbf58476d1ce4e5b9n;
const B = 0x94d049bb133111ebn;
const MASK = (1n << 64n) - 1n;
const MINES = 0n; // the streams
const INITIAL = 1n;

/** The options that are dealt here; any other is left to Python. */
const FIELDS = "level size mines seed start safe_cells place shape".split(" ");
const MOST_MINES = 10_000;

/**
 * A board, or null if Python must answer: because it takes logic to find the board, because the
 * board is written down, or because the request is to be refused.
 * @param {DealRequest} request
 * @param {About} about
 * @returns {Dealt | null}
 */
export function deal(request, about) {
  if (Object.keys(request).some((name) => !FIELDS.includes(name))) return null;
  const size = sizeOf(request, about);
  const { seed = 0, shape = "grid" } = request;
  if (!size || !Number.isSafeInteger(seed) || seed < 0) return null;
  if (typeof shape !== "string" || !about.shapes.includes(shape)) return null;
  const board = new Board(size.rows, size.cols, shape);
  const start = startOf(request, board);
  const which = { seed: BigInt(seed), number: 0n };
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
  const found = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(String(size));
  if (!found || level !== undefined || !isCount(mines, MOST_MINES)) return null;
  const [cols, rows] = [Number(found[1]), Number(found[2])];
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
  const found = /^(given|safe|open)(?::r([1-9]\d{0,4})c([1-9]\d{0,4}))?$/.exec(String(start));
  if (!found || !["uniform", "walk", "block"].includes(String(place))) return null;
  const rule = /** @type {Start["rule"]} */ (found[1]);
  if (rule === "given") {
    if (found[2]) return null;
    return { rule, place: /** @type {Place} */ (place), ...safeCellsOf(safeCells) };
  }
  if (safeCells !== undefined || place !== "uniform") return null;
  if (!found[2]) return { rule };
  const [row, col] = [Number(found[2]), Number(found[3])];
  return row <= board.rows && col <= board.cols
    ? { rule, cell: (row - 1) * board.cols + col - 1 }
    : null;
}

/**
 * A count (`9`) or a share of the usual number (`x0.75`); a number that no board has if it is
 * neither.
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
 * The mined cells of a board in ascending order: of the cells that may hold one, those with the
 * smallest words. Null if there are too many mines.
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
 * The cells that are open at the start, in order. Null if there are not so many.
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
 * Steps to any neighbour or to none, across mines and old cells, collecting new safe cells.
 * @param {Board} board
 * @param {Set<number>} mined
 * @param {number} count
 * @param {bigint} key
 */
function walk(board, mined, count, key) {
  const ways = BigInt(board.directions + 1);
  /** @type {Set<number>} */
  const found = new Set();
  let here = Number(child(key, 0n) % BigInt(board.cells));
  const away = board.shape === "knight" ? distances(board, here) : null;
  const within = away?.filter((steps, cell) => steps < board.cells && !mined.has(cell)).length;
  if (within !== undefined && within < count) return null; // Python says why
  for (let i = 1n; found.size < count; i += 1n) {
    if (!mined.has(here)) found.add(here);
    const near = board.neighbours(here);
    here = near[Number(child(key, i) % ways)] ?? here;
  }
  return [...found];
}

/**
 * The safe cells nearest to the one with the smallest word; equally near ones by their words.
 * @param {Board} board
 * @param {number[]} safe
 * @param {bigint} key
 * @param {number} count
 */
function nearest(board, safe, key, count) {
  const drawn = wordsOf(safe, key);
  const [centre] = smallest(safe, key, 1);
  const away = distances(board, centre);
  return drawn
    .sort((a, b) => away[a.cell] - away[b.cell] || compare(a, b))
    .slice(0, count)
    .map(({ cell }) => cell);
}

/**
 * Steps from a cell to every cell.
 * @param {Board} board
 * @param {number} centre
 */
function distances(board, centre) {
  const away = new Array(board.cells).fill(board.cells);
  away[centre] = 0;
  const queue = [centre];
  for (const here of queue) {
    for (const there of board.neighbours(here)) {
      if (away[there] <= away[here] + 1) continue;
      away[there] = away[here] + 1;
      queue.push(there);
    }
  }
  return away;
}

// Words: 64 bits each, the same on every machine

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
 * What the words of one stream of one board start from.
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
