// A board on the page: a grid of cells for mouse, touch, keyboard and screen reader.
// It shows values and marks, and calls handlers for the reader's input; it knows no rules of the game.
//
// The cells are elements, not parts of a canvas: what is focused, read out and zoomed is what is seen. 10,000
// cells stay quick because rows out of sight are skipped (`content-visibility`) and only the focused cell of a
// large board has a label: a click on 100x100 shows after 24 ms (`python bench/page.py`, 160 clicks).

/** @import { Board, Value } from "./board.js" */
/** @import { Action, IconName } from "../base/dom.js" */
/** @import { Marks } from "./marks.js" */

import { closest, el, icon } from "../base/dom.js";
import { t } from "../base/texts.js";
import { EXPLODED, FLAG, HIDDEN, MINE } from "./board.js";
import { offerActions, releaseOver } from "./cell-menu.js";
import { fitCells } from "./cell-size.js";
import { cellTowards, drawGraph } from "./graph-drawing.js";
import { TorusEdge } from "./torus-edge.js";
import { TouchGestures } from "./touch.js";

const MANY = 1500; // larger boards do not draw cells out of sight, and set labels late

/** Shapes in which the drawing does not show which cells are neighbours. */
const HIDDEN_NEIGHBOURS = ["knight", "orthogonal", "triangle", "graph"];

/** @type {Record<string, [down: number, right: number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * The appearance of each value except the clues from 1.
 * @type {Record<Value, { classes: string, icon?: IconName, label: string }>}
 */
const APPEARANCE = {
  0: { classes: "c o", label: "cell zero" },
  [HIDDEN]: { classes: "c h", label: "cell hidden" },
  [FLAG]: { classes: "c h f", icon: "flag", label: "cell flag" },
  [MINE]: { classes: "c h m", icon: "mine", label: "cell mine" },
  [EXPLODED]: { classes: "c x", icon: "burst", label: "cell exploded" },
};

/**
 * Handlers for the reader's input on a cell.
 * @typedef {object} GridHandlers
 * @property {(cell: number, touch: boolean) => void} [open]
 * @property {(cell: number) => void} [flag]
 * @property {(cell: number) => void} [chord]
 * @property {(cell: number) => boolean} [hold] a long press; if false, the actions are offered
 * @property {(cell: number) => Action[]} [actions] the menu of a long press
 * @property {(key: string, cell: number) => boolean} [key] any other key; false if it has no meaning
 */

export class Grid {
  /** @type {HTMLElement[]} */
  cells = [];
  /** @type {Map<string, Marks>} marks by layer; later layers lie over earlier ones */
  #layers = new Map();
  /** @type {Set<string>} layers that are not drawn */
  #muted = new Set();
  /** the cell that has the focus, or gets it when the board gets it */
  here = 0;
  /** @type {number | null} the cell that had the focus last; null if none had it yet */
  chosen = null;
  /** @type {number | null} the cell that was last pointed at or focused */
  pointed = null;
  /** @type {Element[]} the marked numbers of the row and the column */
  #markedNumbers = [];
  /** @type {number[]} the marked neighbours of `pointed` */
  #near = [];
  /** @type {HTMLElement[]} the numbers of the rows, if they are outside the rows */
  #numbers = [];
  /** @type {string[]} the content of each cell: a text, or a blank and the name of an icon */
  #drawn = [];
  /** the width of a cell */
  pixels = 0;

  /**
   * @param {HTMLElement} place the board becomes its only child
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
      class: `board ${board.shapeName}${small ? " small" : ""}${this.many ? " many" : ""}`,
      role: "grid",
      "aria-label": label,
      "aria-rowcount": board.rows,
      "aria-colcount": board.cols,
    });
    this.#build();
    /** the copies of cells beyond the edges of a torus */
    this.edge =
      board.shape === "torus" && !small ? new TorusEdge(this.element, this.cells, board) : null;
    place.replaceChildren(el("div", { class: "scroll" }, this.element));
    this.gestures = this.#listen();
    if (!small) fitCells(this.element, place, board, (pixels) => this.size(pixels));
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
    this.element.append(this.ruler, ...this.#numberColumn(), ...lines);
    if (this.board.graph) drawGraph(this.element, this.cells, this.board);
    this.cells[0].tabIndex = 0;
    this.#labelAll();
  }

  /**
   * The numbers of the rows of a large grid, in one sticky element. A hundred sticky elements would
   * take a third of the time of a click.
   */
  #numberColumn() {
    const { rows, shape } = this.board;
    if (!this.many || shape !== "grid") return [];
    this.element.classList.add("numbered");
    this.#numbers = Array.from({ length: rows }, (_, row) => el("i", {}, String(row + 1)));
    return [
      el("div", { class: "numbers", "aria-hidden": "true" }, el("div", {}, ...this.#numbers)),
    ];
  }

  /**
   * Make a cell. `el` is too slow here: a board can have ten thousand cells.
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
   * Show the values of all or of some cells.
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

  /**
   * Hide the marks of a layer without removing them, or show them again.
   * @param {string} layer
   * @param {boolean} muted
   */
  mute(layer, muted) {
    if (this.#muted.has(layer) === muted) return;
    if (muted) this.#muted.add(layer);
    else this.#muted.delete(layer);
    for (const cell of this.#layers.get(layer)?.keys() ?? []) this.#draw(cell);
  }

  /** @param {number} cell */
  #marksOf(cell) {
    const marks = [];
    for (const [name, layer] of this.#layers) {
      const mark = this.#muted.has(name) ? undefined : layer.get(cell);
      if (mark) marks.push(mark);
    }
    return marks;
  }

  /** @param {number} cell */
  #draw(cell) {
    const value = this.values[cell];
    const element = this.cells[cell];
    let classes = value > 0 ? `c o n${value}` : APPEARANCE[value].classes;
    const own = value > 0 ? String(value) : iconText(APPEARANCE[value].icon);
    let tag = "";
    for (const mark of this.#marksOf(cell)) {
      classes += ` k-${mark.kind}`;
      tag = mark.tag || iconText(mark.icon) || tag;
    }
    const content = own || tag;
    if (!own && tag.length > 1 && !tag.startsWith(" ")) classes += " tag";
    element.className = classes;
    this.#fill(cell, content);
    this.edge?.copy(cell);
    if (!this.many || cell === this.here) this.#label(cell);
    else if (element.ariaLabel) element.ariaLabel = null;
  }

  /**
   * @param {number} cell
   * @param {string} content
   */
  #fill(cell, content) {
    if ((this.#drawn[cell] ?? "") === content) return;
    this.#drawn[cell] = content;
    const element = this.cells[cell];
    if (content.startsWith(" "))
      element.replaceChildren(icon(/** @type {IconName} */ (content.slice(1))));
    else element.textContent = content;
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
   * Set all labels in another language.
   * @param {string} label
   */
  relabel(label) {
    this.element.setAttribute("aria-label", label);
    this.#labelAll();
  }

  /**
   * Make a cell the current one. It gets the focus too, unless `quietly` is true.
   * @param {number} cell
   */
  focus(cell, { quietly = false } = {}) {
    this.cells[this.here].tabIndex = -1;
    this.here = cell;
    this.cells[cell].tabIndex = 0;
    if (this.many) this.#label(cell);
    // A click has set the focus already. Setting it again would cost a layout.
    if (!quietly && document.activeElement !== this.cells[cell]) this.cells[cell].focus();
  }

  /**
   * Enter the board by an arrow key; false if the key is another, or if it scrolls what has the focus.
   * @param {string} key
   */
  enter(key) {
    if (!key.startsWith("arrow") || document.activeElement?.matches("[tabindex]")) return false;
    this.focus(this.here);
    return true;
  }

  /**
   * Scroll a cell into view: on a phone, out of the lower half, which the panel covers.
   * @param {number} cell
   */
  uncover(cell) {
    const element = this.cells[cell];
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (matchMedia("(max-width: 900px)").matches)
      scrollBy({ top: element.getBoundingClientRect().top - innerHeight / 4 });
  }

  /**
   * The cell of an event; null if it has none.
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
      this.chosen = cell;
      this.pointed = cell;
      this.#markRulers(cell);
      this.#markNear();
    });
    element.addEventListener("focusout", () => {
      if (!element.matches(":hover")) this.pointed = null;
      this.#markRulers(null);
      this.#markNear();
    });
    element.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this.pointed = this.cellAt(event) ?? this.pointed;
      this.#markNear();
    });
    element.addEventListener("pointerleave", () => {
      this.pointed = element.contains(document.activeElement) ? this.here : null;
      this.#markNear();
    });
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
      // A long press of a finger opens the menu instead.
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
    this.#listenForPresses();
    return this.#touch();
  }

  /** Show the hidden neighbours of a clue as pressed while the clue is pressed. */
  #listenForPresses() {
    /** @type {HTMLElement[]} */
    let pressed = [];
    const release = () => {
      for (const cell of pressed) cell.classList.remove("pressed");
      pressed = [];
    };
    this.element.addEventListener("pointerdown", (event) => {
      const cell = this.cellAt(event);
      if (!this.on.chord || cell === null || event.button === 2 || this.values[cell] < 1) return;
      const hidden = this.board.neighbours(cell).filter((next) => this.values[next] === HIDDEN);
      pressed = hidden.map((next) => this.cells[next]);
      for (const element of pressed) element.classList.add("pressed");
    });
    for (const event of ["pointerup", "pointercancel", "pointerleave"])
      this.element.addEventListener(event, release);
  }

  #touch() {
    return new TouchGestures({
      element: this.element,
      pixels: () => this.pixels,
      cellAt: (event) => this.cellAt(event),
      longPress: (cell) => {
        this.focus(cell);
        if (this.on.hold?.(cell)) return;
        const actions = this.on.actions?.(cell) ?? [];
        if (actions.length) offerActions(this.cells[cell], this.board.name(cell), actions);
      },
      release: releaseOver,
      resize: (pixels) => this.size(pixels),
    });
  }

  /**
   * Move the focus by a key; false if the key does not move it.
   * @param {string} key
   * @param {number} cell
   */
  #moveFocus(key, cell) {
    if (this.board.graph) {
      const to = cellTowards(this.board, key, cell);
      if (to !== null) this.focus(to);
      if (to !== null) return true;
    }
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

  /** Mark the neighbours of `pointed` on shapes whose drawing does not show them. */
  #markNear() {
    if (!HIDDEN_NEIGHBOURS.includes(this.board.shapeName)) return;
    for (const cell of this.#near) delete this.cells[cell].dataset.near;
    this.#near = this.pointed === null ? [] : this.board.neighbours(this.pointed);
    for (const cell of this.#near) this.cells[cell].dataset.near = "";
  }

  /**
   * Mark the numbers of the row and the column of a cell.
   * @param {number | null} cell
   */
  #markRulers(cell) {
    for (const number of this.#markedNumbers) number.classList.remove("here");
    this.#markedNumbers = [];
    if (cell === null) return;
    const own = this.#numbers[Math.floor(cell / this.board.cols)];
    const row = own ?? this.cells[cell].parentElement?.firstElementChild;
    this.#markedNumbers = [this.ruler.children[(cell % this.board.cols) + 1]];
    if (row) this.#markedNumbers.push(row);
    for (const number of this.#markedNumbers) number.classList.add("here");
  }
}

/** @param {IconName | undefined} name */
const iconText = (name) => (name ? ` ${name}` : "");
