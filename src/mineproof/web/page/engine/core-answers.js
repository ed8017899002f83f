// Answers of the core in WebAssembly, which is loaded long before Python: positions, certain cells, odds, the
// best move, boards without guesses, judged exercises. An answer is Python's without its sentence (`why` is
// empty). Null is left to Python: refusals, other formats, graphs, large boards.

/** @import { Core } from "../../../../../native/wasm/core.mjs" */
/** @import { About, Analysis, Candidate, Dealt, Judgement, ReadText } from "./engine.js" */

import { Board, FLAG, HIDDEN, MINE, parse } from "../board/board.js";
import { deal } from "./deal.js";

const MOST_CELLS = 1000; // the core runs in the page itself: a larger board could stop it for a moment
const MOST_BOARDS = 3000; // that are tried for one without guesses
const AT_A_TIME = 16;
const LAYOUTS = 400; // that are sampled to refute a wrong answer
const POSITION = /^([1-9]\d{0,2})x([1-9]\d{0,2})x(\d{1,3})((?:[\s/]+[0-9a-cHF]+)+)\s*$/;

/** @typedef {{ board: Board, mines: number, values: Int8Array<ArrayBuffer> }} Position */
/** @typedef {{ position: string, shape?: unknown, [name: string]: unknown }} PositionBody */

export class CoreAnswers {
  /** @type {Map<string, [field: number, live: number, thinker: number]>} by size and shape */
  #boards = new Map();

  /**
   * @param {Core} core
   * @param {number[]} think the limits of the search, in the order of the core
   * @param {About} about
   */
  constructor(core, think, about) {
    this.core = core;
    this.think = Float64Array.from(think);
    this.about = about;
    core.functions.field_names(1);
    this.fields = core
      .message()
      .split(" ")
      .map((word) => word.split(":"));
  }

  /**
   * The answer to a question; null if only Python can answer it.
   * @param {string} name
   * @param {any} body
   * @returns {object | null}
   */
  answer(name, body) {
    if (name === "read") return this.#read(body);
    if (name === "analyse") return this.#analyse(body);
    if (name === "deal") return this.#deal(body);
    return name === "judge" ? this.#judge(body) : null;
  }

  /**
   * @param {string} name
   * @param {...number} numbers
   */
  #call(name, ...numbers) {
    return this.core.functions[name](...numbers);
  }

  /** @param {ArrayBufferView[]} parts the arguments of the next call */
  #send(...parts) {
    const room = this.core.input(parts.reduce((sum, part) => sum + part.byteLength, 0));
    let at = 0;
    for (const { buffer, byteOffset, byteLength } of parts) {
      room?.set(new Uint8Array(buffer, byteOffset, byteLength), at);
      at += byteLength;
    }
  }

  /** A copy of the result of the last call. */
  #output() {
    return this.core.output().slice().buffer;
  }

  /** @param {Board} board */
  #numbers(board) {
    const key = `${board.cols}x${board.rows} ${board.shapeName}`;
    let numbers = this.#boards.get(key);
    if (!numbers) {
      const ways = Math.max(8, board.directions);
      const table = new Int32Array(board.cells * ways).fill(board.cells);
      for (let cell = 0; cell < board.cells; cell += 1)
        table.set(board.neighbours(cell), cell * ways);
      this.#send(table);
      const field = this.#call("create_field_of_table", ways);
      numbers = [field, this.#call("create_live", field), this.#call("create_thinker", field)];
      this.#boards.set(key, numbers);
    }
    return numbers;
  }

  /**
   * A position that is written as the page writes it.
   * @param {unknown} text
   * @param {unknown} shape
   * @returns {Position | null}
   */
  #position(text, shape = "grid") {
    if (typeof text !== "string" || typeof shape !== "string") return null;
    const match = POSITION.exec(text);
    if (!match || !this.about.shapes.some((name) => name === shape)) return null;
    const lines = match[4].split(/[\s/]+/).filter(Boolean);
    const { rows, cols, mines, values } = parse(text);
    const hidden = values.filter((value) => value < 0).length;
    if (lines.length !== rows || lines.some((line) => line.length !== cols)) return null;
    if (rows * cols > MOST_CELLS || mines > hidden) return null;
    const board = new Board(rows, cols, /** @type {Board["shape"]} */ (shape));
    const possible = values.every((value, cell) => value <= board.neighbours(cell).length);
    return possible ? { board, mines, values: Int8Array.from(values) } : null;
  }

  /**
   * @param {{ [name: string]: unknown }} body
   * @returns {ReadText | null}
   */
  #read({ text, shape, mines, ...others }) {
    const read = this.#position(text, shape);
    if (!read || mines !== undefined || Object.keys(others).length) return null;
    const { schema } = this.about;
    const { board, values } = read;
    return {
      schema,
      kind: "position",
      text: board.write(values, read.mines),
      start: null,
      shape: /** @type {ReadText["shape"]} */ (board.shapeName),
    };
  }

  /** @param {Position} position */
  #certain({ board, mines, values }) {
    const [, live] = this.#numbers(board);
    this.#send(values);
    const ways = this.#call("analyse", live, mines);
    if (ways < 0) return null;
    const output = this.#output();
    const odds = new Float64Array(output, 0, board.cells);
    const all = new BigUint64Array(output, 8 * board.cells, ways);
    const rest = new Int32Array(output, 8 * (board.cells + ways));
    const [safe, mined, sea, left, fronts] = rest;
    if (fronts < 0) return null;
    const cells = rest.subarray(5);
    return {
      odds,
      safe: [...cells.subarray(0, safe)],
      mined: [...cells.subarray(safe, safe + mined)],
      layouts: () => layouts(all, cells.subarray(safe + mined), sea, left),
    };
  }

  /**
   * @param {PositionBody} body
   * @returns {Analysis | null}
   */
  #analyse({ position, shape, language: _, best: wanted = true, ...others }) {
    const read = this.#position(position, shape);
    if (!read || Object.keys(others).length) return null;
    const found = this.#certain(read);
    if (!found) return null;
    const { board, mines, values } = read;
    const { safe, mined, odds } = found;
    const names = (/** @type {number[]} */ cells) => cells.map((cell) => board.name(cell));
    const hidden = [...values.keys()].filter((cell) => values[cell] < 0);
    const decided = safe.length + mined.length === hidden.length;
    const [cell, candidates] =
      !wanted || safe.length || decided ? [safe[0], []] : this.#evaluate(board);
    if (cell !== undefined && (cell < 0 || (!safe.length && !candidates.length))) return null;
    return {
      schema: this.about.schema,
      rows: board.rows,
      cols: board.cols,
      mines,
      layouts: String(found.layouts()),
      safe: names(safe),
      mined: names(mined),
      best:
        wanted && cell !== undefined
          ? { cell: board.name(cell), safe: safe.length ? 1 : 1 - odds[cell], why: "" }
          : null,
      candidates,
      wrong_flags: names(safe.filter((one) => values[one] === FLAG)),
      odds: Object.fromEntries(hidden.map((one) => [board.name(one), odds[one]])),
    };
  }

  /**
   * The best guess in the position that was analysed last, and the candidates.
   * @param {Board} board
   * @returns {[number, Candidate[]]}
   */
  #evaluate(board) {
    const [, live, thinker] = this.#numbers(board);
    this.#send(this.think);
    const cell = this.#call("evaluate", thinker, live);
    const values = [...new Float64Array(this.#output())].slice(5);
    /** @type {[order: number[], candidate: Candidate][]} */
    const rows = [];
    for (let at = 0; at < values.length; at += this.fields.length) {
      const pairs = this.fields.map(([name, type], i) => [name, fieldOf(type, values[at + i])]);
      const { score, cell: index, ...others } = Object.fromEntries(pairs);
      const order = [Number(index !== cell), ...preference({ score, ...others }), index];
      rows.push([order, { cell: board.name(index), ...others }]);
    }
    rows.sort(([a], [b]) => a.map((value, i) => value - b[i]).find(Boolean) ?? 0);
    const candidates = rows.map(([, candidate]) => candidate);
    return [cell, candidates];
  }

  /**
   * The first board of the seed without guesses, as Python finds it. Its depth is not known here.
   * @param {{ [name: string]: unknown }} body
   * @returns {Dealt | null}
   */
  #deal({ no_guess: noGuess, ...rest }) {
    if (noGuess !== true) return null;
    for (let number = 0; number < MOST_BOARDS; number += AT_A_TIME) {
      const boards = Array.from({ length: AT_A_TIME }, (_, i) =>
        deal({ start: "open", ...rest }, this.about, BigInt(number + i)),
      );
      const [first] = boards;
      if (!first || first.start === "given" || first.rows * first.cols > MOST_CELLS) return null;
      const board = new Board(first.rows, first.cols, /** @type {Board["shape"]} */ (first.shape));
      const [field] = this.#numbers(board); // this call has arguments of its own
      const mined = boards.flatMap((one) => (one ? parse(one.truth).values : []));
      this.#send(Uint8Array.from(mined, (value) => Number(value === MINE)));
      const status = this.#call("play_many", field, board.cell(first.cells[0]), 0, 0);
      if (status < 0) return null;
      const rows = new Float64Array(this.#output());
      const won = boards.find((_, i) => rows[6 * i] === 1);
      if (won) return won;
    }
    return null;
  }

  /**
   * The verdict on an exercise in which something is certain.
   * @param {PositionBody} body
   * @returns {Judgement | null}
   */
  #judge(body) {
    const read = this.#position(body.position);
    const found = read && this.#certain(read);
    if (!found) return null;
    const { board, values } = read;
    /** @type {[claimed: string[], certain: string[], mine: number][]} */
    const sides = /** @type {const} */ (["safe", "mined"]).map((side, mine) => {
      const certain = found[side].filter((cell) => values[cell] === HIDDEN);
      return [/** @type {string[]} */ (body[side]), certain.map((cell) => board.name(cell)), mine];
    });
    const [safe, mined] = sides;
    if (!safe[1].length && !mined[1].length) return null; // an exercise about a guess
    const mistakes = [];
    for (const [claimed, certain, mine] of sides) {
      for (const name of claimed.filter((one) => !certain.includes(one)).sort()) {
        const mines = this.#refutation(read, board.cell(name), 1 - mine);
        if (!mines) return null;
        mistakes.push({ cell: name, mines });
      }
    }
    const { schema } = this.about;
    if (body.task === "safe") {
      const side = safe[1].length ? safe : mined;
      const right = !mistakes.length && side[0].some((one) => side[1].includes(one));
      return { schema, right, mistakes, missed: [] };
    }
    const missed = sides.flatMap(([claimed, certain]) =>
      certain.filter((one) => !claimed.includes(one)),
    );
    return { schema, right: !mistakes.length && !missed.length, mistakes, missed: missed.sort() };
  }

  /**
   * The mines of a layout of the position that was analysed last; null if none was found.
   * @param {Position} position
   * @param {number} cell
   * @param {number} mine what the cell is in it
   */
  #refutation({ board, values }, cell, mine) {
    if (values[cell] !== HIDDEN) return null;
    const [, live] = this.#numbers(board);
    this.#send(BigUint64Array.of(1n));
    if (this.#call("sample", live, LAYOUTS) < 0) return null;
    const layouts = new Uint8Array(this.#output());
    for (let at = 0; at < layouts.length; at += board.cells) {
      if (layouts[at + cell] !== mine) continue;
      const layout = layouts.subarray(at, at + board.cells);
      return [...layout.keys()].filter((one) => layout[one]).map((one) => board.name(one));
    }
    return null;
  }
}

/**
 * @param {string} type as Python calls it
 * @param {number} value
 */
function fieldOf(type, value) {
  if (Number.isNaN(value)) return null;
  return type === "bool" ? value !== 0 : value;
}

/**
 * The order of candidates, as `_preference` in core/_compiled.py.
 * @param {Candidate & { score: number }} candidate
 */
function preference({ survival, flip_loss: flipLoss, region_clears: clears, ...others }) {
  const inRegion = clears !== null;
  const values = [
    others.win,
    inRegion ? others.score : 0,
    clears,
    others.win_estimate,
    (survival ?? 0) * (1 - (flipLoss ?? 0)),
  ];
  return [Number(!inRegion), ...values.map((value) => -(value ?? 0).toFixed(9))];
}

/**
 * The number of layouts: the ways of all fronts by number of mines, times those of the sea.
 * @param {BigUint64Array} ways of all fronts, one after another
 * @param {Int32Array} fronts for each its fewest mines and its number of ways
 * @param {number} sea cells that no clue touches
 * @param {number} mines to place
 */
function layouts(ways, fronts, sea, mines) {
  let sums = new Map([[0, 1n]]); // by number of mines
  let at = 0;
  for (let front = 0; front < fronts.length; front += 2) {
    const joined = new Map();
    for (const [placed, count] of sums) {
      for (let i = 0; i < fronts[front + 1]; i += 1) {
        const all = placed + fronts[front] + i;
        joined.set(all, (joined.get(all) ?? 0n) + count * ways[at + i]);
      }
    }
    sums = joined;
    at += fronts[front + 1];
  }
  const choices = [1n]; // of the sea, by number of mines
  for (let k = 1; k <= mines; k += 1)
    choices.push((choices[k - 1] * BigInt(Math.max(0, sea - k + 1))) / BigInt(k));
  let total = 0n;
  for (const [placed, count] of sums) total += count * (choices[mines - placed] ?? 0n);
  return total;
}
