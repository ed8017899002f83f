// A board on the page: a grid of cells for mouse, touch, keyboard and screen reader.
// It shows values and marks, and reports what the reader asks of a cell; it decides nothing.

/** @import { Board, Value } from "./board.js" */
/** @import { Marks } from "./marks.js" */

import { EXPLODED, FLAG, HIDDEN, MINE } from "./board.js";
import { fitCells } from "./cell-size.js";
import { closest, el } from "./dom.js";
import { t } from "./texts.js";
import { TouchGestures } from "./touch.js";

const MANY = 1500; // above so many cells, cells out of sight are not drawn, and labels are set late

/** @type {Record<string, [down: number, right: number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * How each value but the clues from 1 to 8 is shown.
 * @type {Record<Value, { classes: string, sign: string, label: string }>}
 */
const APPEARANCE = {
  0: { classes: "c o", sign: "", label: "cell zero" },
  [HIDDEN]: { classes: "c h", sign: "", label: "cell hidden" },
  [FLAG]: { classes: "c h f", sign: "⚑", label: "cell flag" },
  [MINE]: { classes: "c h m", sign: "●", label: "cell mine" },
  [EXPLODED]: { classes: "c x", sign: "✹", label: "cell exploded" },
};

/**
 * What the reader can ask of a cell.
 * @typedef {object} GridHandlers
 * @property {(cell: number, touch: boolean) => void} [open]
 * @property {(cell: number) => void} [flag]
 * @property {(cell: number) => void} [chord]
 * @property {(key: string, cell: number) => boolean} [key] any other key; false if it has no meaning
 */

export class Grid {
  /** @type {HTMLElement[]} */
  cells = [];
  /** @type {Map<string, Marks>} marks by layer; later layers lie over earlier ones */
  #layers = new Map();
  /** the cell that has the focus, or gets it when the board does */
  here = 0;
  /** the width of a cell */
  pixels = 0;

  /**
   * @param {HTMLElement} place gets the board as its only child
   * @param {Board} board
   * @param {{ on?: GridHandlers, label?: string, small?: boolean }} [options]
   */
  constructor(place, board, { on = {}, label = "", small = false } = {}) {
    this.board = board;
    this.on = on;
    this.values = new Int8Array(board.cells).fill(HIDDEN);
    this.many = board.cells > MANY;
    this.ruler = el("div", { class: "ruler", "aria-hidden": "true" }, el("i"));
    this.element = el("div", {
      class: `board ${board.shape}${small ? " small" : ""}${this.many ? " many" : ""}`,
      role: "grid",
      "aria-label": label,
      "aria-rowcount": board.rows,
      "aria-colcount": board.cols,
    });
    this.#build();
    place.replaceChildren(el("div", { class: "scroll" }, this.element));
    this.gestures = this.#listen();
    if (!small) fitCells(place, board, (pixels) => this.size(pixels));
  }

  #build() {
    const { rows, cols } = this.board;
    for (let col = 1; col <= cols; col += 1) this.ruler.append(el("i", {}, String(col)));
    const lines = Array.from({ length: rows }, (_, row) => {
      const number = el("i", { "aria-hidden": "true" }, String(row + 1));
      const line = el("div", { class: "row", role: "row" }, number);
      for (let cell = row * cols; cell < (row + 1) * cols; cell += 1) line.append(this.#cell(cell));
      return line;
    });
    this.element.append(this.ruler, ...lines);
    this.cells[0].tabIndex = 0;
    this.#labelAll();
  }

  /**
   * Ten thousand of these are made at a time: no helper that loops over attributes.
   * @param {number} cell
   */
  #cell(cell) {
    const element = document.createElement("div");
    element.className = "c h";
    element.setAttribute("role", "gridcell");
    element.tabIndex = -1;
    element.dataset.i = String(cell);
    this.cells[cell] = element;
    return element;
  }

  /** @param {number} pixels */
  size(pixels) {
    this.pixels = pixels;
    this.element.style.setProperty("--cell", `${pixels}px`);
  }

  /**
   * Show the values of all cells, or of some.
   * @param {(cell: number) => Value} value
   * @param {Iterable<number>} cells
   */
  show(value, cells = this.cells.keys()) {
    for (const cell of cells) {
      const now = value(cell);
      if (this.values[cell] === now) continue;
      this.values[cell] = now;
      this.#draw(cell);
    }
  }

  /**
   * Replace the marks of a layer.
   * @param {string} layer
   * @param {Marks} marks
   */
  mark(layer, marks) {
    const before = this.#layers.get(layer) ?? new Map();
    this.#layers.set(layer, marks);
    for (const cell of new Set([...before.keys(), ...marks.keys()])) this.#draw(cell);
  }

  /** @param {string[]} layers */
  clear(...layers) {
    for (const layer of layers) if (this.#layers.has(layer)) this.mark(layer, new Map());
  }

  /** @param {number} cell */
  #marksOf(cell) {
    const marks = [];
    for (const layer of this.#layers.values()) {
      const mark = layer.get(cell);
      if (mark) marks.push(mark);
    }
    return marks;
  }

  /** @param {number} cell */
  #draw(cell) {
    const value = this.values[cell];
    const element = this.cells[cell];
    let classes = value > 0 ? `c o n${value}` : APPEARANCE[value].classes;
    let text = value > 0 ? String(value) : APPEARANCE[value].sign;
    let tag = "";
    for (const mark of this.#marksOf(cell)) {
      classes += ` k-${mark.kind}`;
      if (mark.tag) tag = mark.tag;
    }
    if (tag && !text) {
      text = tag;
      if (tag.length > 1) classes += " tag";
    }
    element.className = classes;
    if (element.textContent !== text) element.textContent = text;
    if (!this.many || cell === this.here) this.#label(cell);
    else if (element.ariaLabel) element.ariaLabel = null;
  }

  /** @param {number} cell */
  #label(cell) {
    const value = this.values[cell];
    const shows = value > 0 ? t("cell clue", { n: value }) : t(APPEARANCE[value].label);
    const says = this.#marksOf(cell).flatMap((mark) => (mark.says ? [mark.says] : []));
    const label = [this.board.name(cell), shows, ...says].join(", ");
    this.cells[cell].setAttribute("aria-label", label);
  }

  // On a large board a cell gets its label when it gets the focus: to set ten thousand labels at
  // once takes too long, and a screen reader reads only the label of the focused cell.
  #labelAll() {
    if (this.many) this.#label(this.here);
    else for (let cell = 0; cell < this.board.cells; cell += 1) this.#label(cell);
  }

  /**
   * Write all labels again, in another language.
   * @param {string} label
   */
  relabel(label) {
    this.element.setAttribute("aria-label", label);
    this.#labelAll();
  }

  /**
   * Make a cell the current one, and give it the focus unless that is to be done quietly.
   * @param {number} cell
   */
  focus(cell, { quietly = false } = {}) {
    this.cells[this.here].tabIndex = -1;
    this.here = cell;
    this.cells[cell].tabIndex = 0;
    if (this.many) this.#label(cell);
    if (!quietly) this.cells[cell].focus({ preventScroll: false });
  }

  /**
   * On a phone the panel covers the lower half: scroll the cell out from under it.
   * @param {number} cell
   */
  uncover(cell) {
    const element = this.cells[cell];
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (matchMedia("(max-width: 900px)").matches)
      scrollBy({ top: element.getBoundingClientRect().top - innerHeight / 4 });
  }

  /**
   * The cell that an event is about.
   * @param {Event} event
   */
  cellAt(event) {
    const element = closest(event, "[data-i]");
    return element ? Number(element.dataset.i) : null;
  }

  #listen() {
    const { element } = this;
    element.addEventListener("focusin", (event) => {
      const cell = this.cellAt(event);
      if (cell === null) return;
      this.focus(cell, { quietly: true });
      this.#markRulers(cell);
    });
    element.addEventListener("focusout", () => this.#markRulers(null));
    element.addEventListener("keydown", (event) => {
      const cell = this.cellAt(event);
      if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!this.#moveFocus(event.key, cell) && !this.#act(event.key, cell)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    element.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      const cell = this.cellAt(event);
      // A touch flags by a long press, see below.
      const touch = event instanceof PointerEvent && event.pointerType === "touch";
      if (!touch && cell !== null) this.on.flag?.(cell);
    });
    element.addEventListener("auxclick", (event) => {
      const cell = this.cellAt(event);
      if (event.button === 1 && cell !== null) this.on.chord?.(cell);
    });
    element.addEventListener("click", (event) => {
      const cell = this.cellAt(event);
      if (cell === null || this.gestures.held) return;
      this.focus(cell);
      this.on.open?.(cell, event instanceof PointerEvent && event.pointerType === "touch");
    });
    return this.#touch();
  }

  #touch() {
    return new TouchGestures({
      element: this.element,
      pixels: () => this.pixels,
      cellAt: (event) => this.cellAt(event),
      longPress: (cell) => {
        this.focus(cell);
        this.on.flag?.(cell);
      },
      resize: (pixels) => this.size(pixels),
    });
  }

  /**
   * Move the focus by a key; false if the key does not move it.
   * @param {string} key
   * @param {number} cell
   */
  #moveFocus(key, cell) {
    const { rows, cols, shape } = this.board;
    if (key === "Home" || key === "End") {
      this.focus(Math.floor(cell / cols) * cols + (key === "Home" ? 0 : cols - 1));
      return true;
    }
    const step = ARROWS[key];
    if (!step) return false;
    let row = Math.floor(cell / cols) + step[0];
    let col = (cell % cols) + step[1];
    if (shape === "torus") [row, col] = [(row + rows) % rows, (col + cols) % cols];
    if (row >= 0 && col >= 0 && row < rows && col < cols) this.focus(row * cols + col);
    return true;
  }

  /**
   * @param {string} pressed
   * @param {number} cell
   */
  #act(pressed, cell) {
    const key = pressed.toLowerCase();
    if (key === " " || key === "enter") this.on.open?.(cell, false);
    else if (key === "f") this.on.flag?.(cell);
    else if (key === "c") this.on.chord?.(cell);
    else return this.on.key?.(key, cell) ?? false;
    return true;
  }

  /**
   * Mark the row and the column of the focused cell in the rulers.
   * @param {number | null} cell
   */
  #markRulers(cell) {
    for (const old of this.element.querySelectorAll("i.here")) old.classList.remove("here");
    if (cell === null) return;
    this.ruler.children[(cell % this.board.cols) + 1].classList.add("here");
    this.cells[cell].parentElement?.firstElementChild?.classList.add("here");
  }
}
