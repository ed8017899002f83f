// Boards and positions as text, as in `game/board.py`. A cell is an index, counted row by row from 0;
// the name of cell 0 is `r1c1`. This module uses no DOM and no engine.

/** @import { Graph } from "../../api.d.ts" */
/** @import { Shape } from "../engine/engine.js" */

/**
 * What a cell shows: a clue, or one of the four constants below.
 * @typedef {number} Value
 */
export const HIDDEN = -1;
export const FLAG = -2;
export const MINE = -3;
export const EXPLODED = -4;

/**
 * All steps that go so far at most, in each direction.
 * @param {number} far
 */
const around = (far) => {
  const offsets = Array.from({ length: 2 * far + 1 }, (_, i) => i - far);
  const steps = offsets.flatMap((down) =>
    offsets.map((right) => /** @type {const} */ ([down, right])),
  );
  return steps.filter(([down, right]) => down || right);
};

const EIGHT = around(1);
const KNIGHT = around(2).filter(([down, right]) => Math.abs(down * right) === 2);
/** A triangle that points up touches the two cells on each side of it, five below it, three above it. */
const UPWARD = around(2).filter(
  ([down, right]) => down === 0 || down === 1 || (down === -1 && Math.abs(right) < 2),
);
const DOWNWARD = UPWARD.map(([down, right]) => /** @type {const} */ ([-down, right]));
/** @type {Record<string, number>} */
const DIRECTIONS = { hex: 6, orthogonal: 4, triangle: 12 };

/**
 * The shape of an answer: its graph, if it has one.
 * @param {{ shape?: string, graph?: Graph }} answer
 */
export const shapeOf = ({ shape = "grid", graph }) => graph ?? /** @type {Shape} */ (shape);

/**
 * The steps from a cell to its neighbours. Some may lead outside the board.
 * @param {string} shape
 * @param {number} row
 * @param {number} col
 */
function stepsFrom(shape, row, col) {
  if (shape === "knight") return KNIGHT;
  if (shape === "triangle") return (row + col) % 2 ? DOWNWARD : UPWARD;
  if (shape === "orthogonal") return EIGHT.filter(([down, right]) => !down || !right);
  if (shape !== "hex") return EIGHT;
  // In the rows above and below, a cell touches its own column and the next: left if its row is even.
  return EIGHT.filter(([down, right]) => !down || right !== (row % 2 ? -1 : 1));
}

/** @type {Record<string, Value>} */
const VALUE_OF_MARK = { H: HIDDEN, F: FLAG, M: MINE };

export class Board {
  /** @type {number[][]} a memo of the neighbours of each cell */
  #neighbours = [];

  /**
   * @param {number} rows
   * @param {number} cols
   * @param {Shape} shape
   */
  constructor(rows, cols, shape = "grid") {
    this.rows = rows;
    this.cols = cols;
    this.shape = shape;
    /** the graph that the board is; null if its shape has a name */
    this.graph = typeof shape === "string" ? null : shape;
    /** the name of the shape */
    this.shapeName = typeof shape === "string" ? shape : "graph";
    this.cells = rows * cols;
  }

  /** The largest number of neighbours of a cell. */
  get directions() {
    if (this.graph) return this.graph.neighbours.reduce((a, near) => Math.max(a, near.length), 0);
    return DIRECTIONS[this.shapeName] ?? 8;
  }

  /** @param {number} cell */
  name(cell) {
    return `r${Math.floor(cell / this.cols) + 1}c${(cell % this.cols) + 1}`;
  }

  /**
   * The index of a cell, by its name.
   * @param {string} name
   */
  cell(name) {
    const match = /^r(\d+)c(\d+)$/.exec(name);
    if (!match) throw new Error(`${name} is not the name of a cell (such as r2c1)`);
    return (Number(match[1]) - 1) * this.cols + (Number(match[2]) - 1);
  }

  /**
   * The cells that touch a cell, in ascending order.
   * @param {number} cell
   */
  neighbours(cell) {
    this.#neighbours[cell] ??= this.graph
      ? [...this.graph.neighbours[cell]].sort((a, b) => a - b)
      : this.#compute(Math.floor(cell / this.cols), cell % this.cols);
    return this.#neighbours[cell];
  }

  /**
   * @param {number} row
   * @param {number} col
   */
  #compute(row, col) {
    /** @type {Set<number>} a set, because two steps can lead to one cell on a narrow torus */
    const touching = new Set();
    for (const [down, right] of stepsFrom(this.shapeName, row, col)) {
      let r = row + down;
      let c = col + right;
      if (this.shape === "torus") {
        r = (r + this.rows) % this.rows;
        c = (c + this.cols) % this.cols;
      } else if (r < 0 || c < 0 || r >= this.rows || c >= this.cols) continue;
      if (r !== row || c !== col) touching.add(r * this.cols + c);
    }
    return [...touching].sort((a, b) => a - b);
  }

  /**
   * A position as `.mine` text. Mines that are shown after a loss are written as hidden cells.
   * @param {ArrayLike<Value>} values
   * @param {number} mines
   */
  write(values, mines) {
    return this.#text(mines, (cell) => {
      if (values[cell] >= 0) return markOf(values[cell]);
      return values[cell] === FLAG ? "F" : "H";
    });
  }

  /**
   * A full board as `.mine` text, from the names of its mines.
   * @param {string[]} mines
   */
  writeFull(mines) {
    const mined = new Set(mines.map((name) => this.cell(name)));
    return this.#text(mined.size, (cell) =>
      mined.has(cell)
        ? "M"
        : markOf(this.neighbours(cell).filter((neighbour) => mined.has(neighbour)).length),
    );
  }

  /**
   * @param {number} mines
   * @param {(cell: number) => string} mark
   */
  #text(mines, mark) {
    const lines = [`${this.cols}x${this.rows}x${mines}`];
    for (let row = 0; row < this.rows; row += 1) {
      lines.push(
        Array.from({ length: this.cols }, (_, col) => mark(row * this.cols + col)).join(""),
      );
    }
    return `${lines.join("\n")}\n`;
  }
}

/**
 * A clue as one character: 10 is `a`.
 * @param {number} clue
 */
const markOf = (clue) => clue.toString(36);

/**
 * Parse a `.mine` text of the engine, on several lines or on one. Errors in it are not detected.
 * @param {string} text
 */
export function parse(text) {
  const [head, ...lines] = text.trim().split(/[\s/]+/);
  const [cols, rows, mines] = head.split("x").map(Number);
  const values = Array.from(
    lines.join(""),
    (mark) => VALUE_OF_MARK[mark] ?? Number.parseInt(mark, 36),
  );
  return { rows, cols, mines, values };
}
