// Where cells lie and which touch; positions as text. The geometry of `game/board.py`, no page here.

export const HIDDEN = -1,
  FLAG = -2,
  MINE = -3,
  EXPLODED = -4;

export class Board {
  constructor(rows, cols, shape = "grid") {
    Object.assign(this, { rows, cols, shape, cells: rows * cols });
    this.near = new Array(this.cells);
  }

  name(cell) {
    return `r${Math.floor(cell / this.cols) + 1}c${(cell % this.cols) + 1}`;
  }

  cell(name) {
    const [, row, col] = /^r(\d+)c(\d+)$/.exec(name);
    return (row - 1) * this.cols + (col - 1);
  }

  neighbours(cell) {
    return (this.near[cell] ??= this.#neighbours(Math.floor(cell / this.cols), cell % this.cols));
  }

  #neighbours(row, col) {
    const found = new Set();
    for (let down = -1; down <= 1; down += 1) {
      for (let right = -1; right <= 1; right += 1) {
        // Of a hexagon's row above and below, the even rows touch left, the odd ones right.
        if (this.shape === "hex" && down && right === (row % 2 ? -1 : 1)) continue;
        let r = row + down,
          c = col + right;
        if (this.shape === "torus") {
          r = (r + this.rows) % this.rows;
          c = (c + this.cols) % this.cols;
        } else if (r < 0 || c < 0 || r >= this.rows || c >= this.cols) continue;
        if (r !== row || c !== col) found.add(r * this.cols + c);
      }
    }
    return [...found].sort((a, b) => a - b);
  }

  // A position as `.mine` text; the mine that went off is a hidden cell to whoever analyses.
  write(values, mines) {
    const marks = Array.from(values, (value) => (value >= 0 ? value : value === FLAG ? "F" : "H"));
    const rows = [];
    for (let low = 0; low < this.cells; low += this.cols)
      rows.push(marks.slice(low, low + this.cols).join(""));
    return `${this.cols}x${this.rows}x${mines}\n${rows.join("\n")}\n`;
  }
}

// A full board as `.mine` text, from its mines by name.
export function fullText(board, mines) {
  const mined = new Set(mines.map((name) => board.cell(name)));
  const marks = Array.from({ length: board.cells }, (_, cell) =>
    mined.has(cell) ? "M" : board.neighbours(cell).filter((there) => mined.has(there)).length,
  );
  const rows = [];
  for (let low = 0; low < board.cells; low += board.cols)
    rows.push(marks.slice(low, low + board.cols).join(""));
  return `${board.cols}x${board.rows}x${mined.size}\n${rows.join("\n")}\n`;
}

// The values of a `.mine` text that the server wrote.
export function parse(text) {
  const [head, ...rows] = text.trim().split(/\s+/);
  const [cols, height, mines] = head.split("x").map(Number);
  const values = { H: HIDDEN, F: FLAG, M: MINE };
  return {
    rows: height,
    cols,
    mines,
    values: Array.from(rows.join(""), (mark) => values[mark] ?? Number(mark)),
  };
}
