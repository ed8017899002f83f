// A board on the page: cells as a grid that mouse, touch, keyboard and screen reader can use.
// It shows values and marks, and tells its owner what was asked of which cell; it decides nothing.

import { EXPLODED, FLAG, HIDDEN, MINE } from "./board.js";
import { el } from "./dom.js";
import { t } from "./texts.js";

const LONG_PRESS = 380; // ms
const SLIP = 12; // px that a finger may move in a press
const MANY = 1500; // cells from which on only what is in sight, or heard, is made
const RULER = 32; // px for the numbers of the rows
const PANEL = 346; // px that the panel and the gap before it need at least
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Grid {
  // on: {open, flag, chord, key, focus}, each given the cell; all may be left out.
  constructor(place, board, { on = {}, label = "", small = false } = {}) {
    Object.assign(this, { board, on });
    this.cells = new Array(board.cells);
    this.values = new Int8Array(board.cells).fill(HIDDEN);
    this.marks = new Map();
    this.here = 0;
    this.many = board.cells > MANY;
    this.element = el("div", {
      class: `board ${board.shape}${small ? " small" : ""}${this.many ? " many" : ""}`,
      role: "grid",
      "aria-label": label,
      "aria-rowcount": board.rows,
      "aria-colcount": board.cols,
    });
    this.#build();
    this.scroller = el("div", { class: "scroll" }, this.element);
    place.replaceChildren(this.scroller);
    this.#listen();
    if (!small) this.#fit(place);
  }

  #build() {
    const { board } = this;
    const rule = el("div", { class: "ruler", "aria-hidden": "true" }, el("i"));
    for (let col = 1; col <= board.cols; col += 1) rule.append(el("i", {}, String(col)));
    this.ruler = rule;
    const rows = [rule];
    for (let row = 0; row < board.rows; row += 1) {
      const line = el(
        "div",
        { class: "row", role: "row" },
        el("i", { "aria-hidden": "true" }, String(row + 1)),
      );
      for (let cell = row * board.cols; cell < (row + 1) * board.cols; cell += 1) {
        const made = document.createElement("div");
        made.className = "c h";
        made.setAttribute("role", "gridcell");
        made.tabIndex = -1;
        made.dataset.i = cell;
        this.cells[cell] = made;
        line.append(made);
      }
      rows.push(line);
    }
    this.element.append(...rows);
    this.cells[0].tabIndex = 0;
    this.#labels();
  }

  // On a large board a cell gets its label when the focus comes to it: ten thousand at a time, of
  // which one is heard, would keep everybody waiting.
  #labels() {
    if (this.many) this.#label(this.here);
    else for (let cell = 0; cell < this.board.cells; cell += 1) this.#label(cell);
  }

  // Cells as large as fit, within what can be read and hit; `--cell` is all the style needs.
  #fit(place) {
    const view = place.closest(".view");
    const measure = () => {
      if (!place.isConnected) return watching.disconnect();
      if (!view.clientWidth) return undefined;
      const narrow = matchMedia("(max-width: 900px)").matches;
      const touch = narrow || matchMedia("(pointer: coarse)").matches;
      const cols = this.board.cols + (this.board.shape === "hex" ? 0.5 : 0);
      const inner = roomIn(view, narrow, place),
        room = (inner - RULER) / cols;
      const high =
        (innerHeight - (place.closest(".two") ? 395 : place.closest(".runs") ? 248 : 215)) /
        this.board.rows;
      const wanted = touch ? room : Math.min(room, Math.max(high, place.closest(".two") ? 26 : 30));
      const most = place.closest(".two") ? 36 : 44;
      this.size(Math.floor(Math.max(touch ? 34 : 26, Math.min(most, wanted))));
      // The panel takes what the board leaves, not the other way round.
      place.parentElement.style.minWidth = `${Math.min(inner, this.pixels * cols + RULER)}px`;
      return undefined;
    };
    const watching = new ResizeObserver(measure);
    watching.observe(view);
    measure();
  }

  size(pixels) {
    this.pixels = pixels;
    this.element.style.setProperty("--cell", `${pixels}px`);
  }

  // Show values: all, or those of some cells.
  show(value, cells = this.cells.keys()) {
    for (const cell of cells) {
      const now = value(cell);
      if (this.values[cell] === now) continue;
      this.values[cell] = now;
      this.#draw(cell);
    }
  }

  // Marks lie over cells: {cell: {kind, tag, says}}. Kinds: safe, mine, clue, one-of, best, odds,
  // clash, lit, wrong. They replace those of the same layer.
  mark(layer, marks) {
    const before = this.marks.get(layer) ?? new Map();
    this.marks.set(layer, marks);
    for (const cell of new Set([...before.keys(), ...marks.keys()])) this.#draw(cell);
  }

  clear(...layers) {
    for (const layer of layers) if (this.marks.has(layer)) this.mark(layer, new Map());
  }

  #draw(cell) {
    const value = this.values[cell],
      one = this.cells[cell];
    let names =
      value > 0
        ? `c o n${value}`
        : { 0: "c o", [HIDDEN]: "c h", [FLAG]: "c h f", [MINE]: "c h m", [EXPLODED]: "c x" }[value];
    let text =
      value > 0 ? String(value) : ({ [FLAG]: "⚑", [MINE]: "●", [EXPLODED]: "✹" }[value] ?? "");
    let tag = "";
    for (const marks of this.marks.values()) {
      const mark = marks.get(cell);
      if (!mark) continue;
      names += ` k-${mark.kind}`;
      if (mark.tag) tag = mark.tag;
    }
    if (tag && !text) {
      text = tag;
      if (tag.length > 1) names += " tag";
    }
    one.className = names;
    if (one.textContent !== text) one.textContent = text;
    if (!this.many || cell === this.here) this.#label(cell);
    else if (one.ariaLabel) one.ariaLabel = null;
  }

  #label(cell) {
    const value = this.values[cell];
    const what =
      value > 0
        ? t("cell clue", { n: value })
        : t(
            {
              0: "cell zero",
              [HIDDEN]: "cell hidden",
              [FLAG]: "cell flag",
              [MINE]: "cell mine",
              [EXPLODED]: "cell exploded",
            }[value],
          );
    const said = [];
    for (const marks of this.marks.values())
      if (marks.get(cell)?.says) said.push(marks.get(cell).says);
    this.cells[cell].setAttribute("aria-label", [this.board.name(cell), what, ...said].join(", "));
  }

  relabel(label) {
    this.element.setAttribute("aria-label", label);
    this.#labels();
  }

  focus(cell, { quietly = false } = {}) {
    this.cells[this.here].tabIndex = -1;
    this.here = cell;
    this.cells[cell].tabIndex = 0;
    if (this.many) this.#label(cell);
    if (!quietly) this.cells[cell].focus({ preventScroll: false });
  }

  // On a phone the panel covers the lower half: move the cell out from under it.
  uncover(cell) {
    const one = this.cells[cell];
    one.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (matchMedia("(max-width: 900px)").matches)
      scrollBy({ top: one.getBoundingClientRect().top - innerHeight / 4 });
  }

  #listen() {
    const grid = this.element;
    const at = (event) => {
      const found = event.target.closest?.("[data-i]");
      return found ? Number(found.dataset.i) : null;
    };
    grid.addEventListener("focusin", (event) => {
      const cell = at(event);
      if (cell === null) return;
      this.focus(cell, { quietly: true });
      this.#rule(cell);
      this.on.focus?.(cell);
    });
    grid.addEventListener("focusout", () => this.#rule(null));
    grid.addEventListener("keydown", (event) => this.#key(event, at(event)));
    grid.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      // A touch asks by holding; that is heard below.
      if (event.pointerType !== "touch" && at(event) !== null) this.on.flag?.(at(event));
    });
    grid.addEventListener("auxclick", (event) => {
      if (event.button === 1 && at(event) !== null) this.on.chord?.(at(event));
    });
    grid.addEventListener("click", (event) => {
      const cell = at(event);
      if (cell === null || this.held) return;
      this.focus(cell);
      this.on.open?.(cell, event.pointerType === "touch");
    });
    this.#touch(at);
  }

  #touch(at) {
    const grid = this.element;
    let timer = null,
      from = null;
    const fingers = new Map();
    let spread = 0,
      sized = 0;
    const distance = () => {
      const [a, b] = [...fingers.values()];
      return Math.hypot(a.x - b.x, a.y - b.y);
    };
    const stop = () => {
      clearTimeout(timer);
      timer = null;
    };
    grid.addEventListener("pointerdown", (event) => {
      this.held = false;
      if (event.pointerType !== "touch") return;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      from = { x: event.clientX, y: event.clientY };
      const cell = at(event);
      stop();
      if (fingers.size === 2) {
        [spread, sized] = [distance(), this.pixels];
      } else if (cell !== null) {
        timer = setTimeout(() => {
          this.held = true;
          navigator.vibrate?.(15);
          this.focus(cell);
          this.on.flag?.(cell);
        }, LONG_PRESS);
      }
    });
    grid.addEventListener("pointermove", (event) => {
      if (!fingers.has(event.pointerId)) return;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size === 2 && spread) {
        this.held = true;
        this.size(Math.round(Math.max(32, Math.min(72, (sized * distance()) / spread))));
      } else if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLIP) stop();
    });
    for (const end of ["pointerup", "pointercancel"]) {
      grid.addEventListener(end, (event) => {
        fingers.delete(event.pointerId);
        stop();
      });
    }
  }

  #key(event, cell) {
    if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = ARROWS[event.key];
    const { rows, cols, shape } = this.board;
    if (step) {
      let row = Math.floor(cell / cols) + step[0],
        col = (cell % cols) + step[1];
      if (shape === "torus") [row, col] = [(row + rows) % rows, (col + cols) % cols];
      if (row >= 0 && col >= 0 && row < rows && col < cols) this.focus(row * cols + col);
    } else if (event.key === "Home" || event.key === "End") {
      this.focus(Math.floor(cell / cols) * cols + (event.key === "Home" ? 0 : cols - 1));
    } else if (event.key === " " || event.key === "Enter") this.on.open?.(cell, false);
    else if (event.key.toLowerCase() === "f") this.on.flag?.(cell);
    else if (event.key.toLowerCase() === "c") this.on.chord?.(cell);
    else if (!this.on.key?.(event.key.toLowerCase(), cell)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // The row and column of the focused cell stand out in the rulers.
  #rule(cell) {
    for (const old of this.element.querySelectorAll("i.here")) old.classList.remove("here");
    if (cell === null) return;
    this.ruler.children[(cell % this.board.cols) + 1].classList.add("here");
    this.cells[cell].parentElement.firstElementChild.classList.add("here");
  }
}

// The width there is for a board: beside the panel, or half of the view where two stand side by side.
function roomIn(view, narrow, place) {
  const { paddingLeft, paddingRight } = getComputedStyle(view);
  const inner = view.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  if (narrow) return inner;
  return place.closest(".two") ? (inner - 26) / 2 : inner - PANEL;
}
