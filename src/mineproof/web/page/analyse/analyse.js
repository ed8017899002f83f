// The view Analyse: the reader paints, pastes or drops a position. The board shows what follows from
// it, and the URL holds it.

/** @import { Value } from "../board/board.js" */
/** @import { Action } from "../base/dom.js" */
/** @import { Analysis, Shape } from "../engine/engine.js" */
/** @import { Screen } from "../base/panels.js" */
/** @import { Options, View, ViewContext } from "../base/view.js" */
/** @import { WhyHost } from "../why/why.js" */

import {
  $,
  actions,
  announce,
  button,
  copy,
  download,
  el,
  put,
  refusalText,
  toast,
} from "../base/dom.js";
import { Panels } from "../base/panels.js";
import { boardText, language, t } from "../base/texts.js";
import { oneLine, openShare } from "../base/view.js";
import { Board, FLAG, HIDDEN, parse } from "../board/board.js";
import { Grid } from "../board/grid.js";
import { analysisMarks, highlightCell } from "../board/marks.js";
import { Palette } from "../board/palette.js";
import { Pointing } from "../board/pointing.js";
import { ask, Refusal, unchangedSince } from "../engine/engine.js";
import { showContradiction, showWhy } from "../why/why.js";
import { analysisContent } from "./candidates.js";
import { positionFields } from "./position-fields.js";
import { PositionHistory } from "./position-history.js";
import { listenForPositions, listenForStrokes } from "./position-input.js";
import { PositionReader } from "./position-reader.js";

const PAUSE = 220; // ms after a stroke of the brush before the position is analysed
const EXAMPLE =
  "9x9x10/000000000/000000000/000000011/22211001H/HHHH21011/HHHHH3100/HHHHHH210/HHHHHHH10/HHHHHHH10";
const HIDING_KEYS = ["h", "#", "backspace", "delete"];

/**
 * @implements {View}
 * @implements {WhyHost}
 */
export class AnalyseView {
  board = new Board(9, 9);
  mines = 10;
  /** @type {Int8Array} the values that are painted */
  values = new Int8Array(this.board.cells).fill(HIDDEN);
  /** nothing is painted yet */
  empty = true;
  panels = new Panels($("analyse-panel"));
  palette = new Palette($("palette"));
  act = null; // a position allows no moves
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {PositionReader} */
  #reader;
  #history = new PositionHistory(
    $("view-analyse"),
    () => ({ board: this.board, mines: this.mines, values: this.values }),
    (position) => {
      clearTimeout(this.#timer);
      this.#replace(position.board, position.mines, position.values);
      this.#changed();
    },
  );
  /** a stroke is in progress; the position before it is in the history */
  #painting = false;

  /** @param {ViewContext} context */
  constructor(context) {
    this.context = context;
    this.#reader = new PositionReader({
      context,
      panels: this.panels,
      shape: () => this.shape,
      show: (text, shape) => this.#load(text, shape),
    });
    this.grid = this.#makeGrid();
    this.pointing = new Pointing({
      place: $("analyse-board"),
      buttons: () => [], // the palette has the pointer
      grid: () => this.grid,
      ask: (cell) => showWhy(this, cell),
    });
    this.#drawBar();
    this.#invite();
    listenForPositions($("view-analyse"), (input) => this.#reader.take(input));
    listenForStrokes($("analyse-board"), (event) => {
      const cell = this.grid.cellAt(event);
      if (cell !== null && this.#paints) this.#paint(cell, this.palette.brush);
    });
  }

  get shape() {
    return this.board.shape;
  }

  position() {
    return this.board.write(this.values, this.mines);
  }

  /** @param {Options} wanted */
  async enter({ position, shape = "grid", why, step }) {
    if (!position) {
      if (!this.empty) this.#writeAddress();
      return;
    }
    const shown = !this.empty && oneLine(this.position()) === position && this.shape === shape;
    if (shown) return;
    const read = await this.#reader.take(position, shape);
    // The board must show the position of the URL or nothing.
    if (!read && !this.empty) this.#erase();
    if (read && why && /^r\d+c\d+$/.test(why)) {
      const cell = this.board.cell(why);
      if (cell < this.board.cells) await showWhy(this, cell, {}, step);
    }
  }

  describe() {
    return `${this.board.cols}×${this.board.rows} · ${t.n("mines", this.mines)}`;
  }

  languageChanged() {
    this.grid.relabel(boardText(this.board, this.mines));
    this.#drawBar();
    this.palette.draw();
    this.panels.again();
  }

  /** @param {string} key */
  pressKey(key) {
    if (key === "escape") return this.pointing.stop() || this.panels.back();
    if (key !== "w") return this.grid.enter(key);
    this.pointing.pressKey();
    return true;
  }

  /** Repeat the question that got no answer. */
  retry() {
    return this.#reader.retry() || this.panels.again();
  }

  /**
   * @param {string} name
   * @param {boolean} on
   */
  highlight(name, on) {
    highlightCell(this.grid, name, on);
  }

  /**
   * Show another position.
   * @param {string} text
   * @param {Shape} shape
   */
  async #load(text, shape) {
    const { rows, cols, mines, values } = parse(text);
    if (!this.empty) this.#history.keep();
    this.#replace(new Board(rows, cols, shape), mines, values);
    this.#writeAddress();
    await this.#analyse();
    const best = this.grid.element.querySelector(".k-best, .k-best-safe");
    best?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /**
   * @param {Board} board
   * @param {number} mines
   * @param {Iterable<Value>} values
   */
  #replace(board, mines, values) {
    this.board = board;
    this.mines = mines;
    this.values = Int8Array.from(values);
    this.empty = false;
    this.#draw();
  }

  #draw() {
    this.pointing.stop();
    this.palette.reachTo(this.board.directions);
    this.grid = this.#makeGrid();
    this.#drawBar();
  }

  #makeGrid() {
    const { board, values } = this;
    const grid = new Grid($("analyse-board"), board, {
      label: boardText(board, this.mines),
      on: {
        open: (cell) => this.#press(cell),
        flag: (cell) => this.#flag(cell),
        actions: (cell) => this.#actions(cell),
        key: (key, cell) => this.#type(key, cell),
      },
    });
    grid.show((cell) => values[cell]);
    return grid;
  }

  /**
   * The actions that a long press offers.
   * @param {number} cell
   * @returns {Action[]}
   */
  #actions(cell) {
    /** @type {Action} */
    const hide = ["hide it", () => this.#paint(cell, HIDDEN)];
    if (this.values[cell] >= 0) return [hide];
    return [
      [this.values[cell] === FLAG ? "unflag" : "flag it", () => this.#flag(cell)],
      ["why button", () => showWhy(this, cell)],
    ];
  }

  // Painting

  /** Whether a click paints. Otherwise it asks why. */
  get #paints() {
    return !this.palette.points && !this.pointing.on;
  }

  /** @param {number} cell */
  #press(cell) {
    if (this.#paints) this.#paint(cell, this.palette.brush);
    else if (this.values[cell] < 0 || this.pointing.on) this.pointing.choose(cell);
  }

  /** @param {number} cell */
  #flag(cell) {
    this.#paint(cell, this.values[cell] === FLAG ? HIDDEN : FLAG);
  }

  /**
   * @param {string} key
   * @param {number} cell
   */
  #type(key, cell) {
    if (key === "w" || key === "escape") return this.pressKey(key);
    if (/^[0-8]$/.test(key)) this.#paint(cell, Number(key));
    else if (HIDING_KEYS.includes(key)) this.#paint(cell, HIDDEN);
    else return false;
    return true;
  }

  /**
   * @param {number} cell
   * @param {Value} value
   */
  #paint(cell, value) {
    if (this.values[cell] === value) return;
    if (!this.#painting) this.#history.keep();
    this.#painting = true; // changes until the next analysis are undone together
    this.values[cell] = value;
    this.empty = false;
    this.panels.home();
    this.panels.fade();
    this.grid.clear("clash", "assist");
    this.grid.show(() => value, [cell]);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#changed(), PAUSE);
  }

  #changed() {
    this.#painting = false;
    this.#writeAddress();
    this.#analyse();
  }

  #writeAddress() {
    if ($("view-analyse").hidden) return; // the reader has left the view meanwhile
    /** @type {Options} */
    const options = { position: oneLine(this.position()) };
    if (this.shape !== "grid") options.shape = this.shape;
    this.context.go("analyse", options, { replace: true });
    $("where").textContent = this.describe();
  }

  // The analysis

  /** Show the analysis as the first screen of the panel. */
  #analyse() {
    return this.panels.begin({
      kind: "analysis",
      show: (screen) => this.#showAnalysis(screen),
      hide: () => this.grid.clear("clash", "why"),
    });
  }

  /** @param {Screen} screen */
  async #showAnalysis(screen) {
    const unchanged = unchangedSince(this);
    this.panels.wait(screen, t("analyse"));
    let analysis;
    try {
      analysis = await ask("analyse", { position: this.position(), shape: this.shape, language });
    } catch (problem) {
      if (this.panels.top !== screen) return;
      this.grid.clear("assist");
      if (problem instanceof Refusal && problem.kind === "contradiction")
        showContradiction(this, screen, problem);
      else this.panels.refuse(screen, problem, el("h2", {}, t("cannot analyse")));
      this.panels.element.append(actions(this.#pasteButton()));
      return;
    }
    if (!unchanged()) return;
    // The marks also fit if the reader has asked why meanwhile: the panel mutes them then.
    this.grid.mark(
      "assist",
      analysisMarks(this.board, analysis, { odds: true, certain: true, best: true }),
    );
    if (this.panels.top !== screen) return;
    this.#putAnalysis(screen, analysis);
  }

  /**
   * @param {Screen} screen
   * @param {Analysis} analysis
   */
  #putAnalysis(screen, analysis) {
    this.panels.put(
      screen,
      ...analysisContent(analysis, this),
      actions(
        button("share", () => this.#share(), { class: "main" }),
        this.#pasteButton(),
      ),
    );
    const [safe, mines] = [analysis.safe.length, analysis.mined.length];
    announce(`${t("certainly safe")}: ${safe}. ${t("certainly mines")}: ${mines}.`);
  }

  #pasteButton() {
    return button("paste other", () => this.#reader.ask());
  }

  /** Copy the position as a link to JSMinesweeper's analysis. */
  async #copyForJsm() {
    try {
      const { text } = await ask("convert", { text: this.position(), to: "jsm" });
      await copy(text);
    } catch (problem) {
      toast(refusalText(problem));
    }
  }

  /** A file that has the graph and the position. */
  #saveWithGraph() {
    const file = { ...this.board.graph, position: oneLine(this.position()) };
    download("mineproof-position.json", JSON.stringify(file));
  }

  async #share() {
    this.#writeAddress();
    /** @type {Action[]} */
    const more = [["copy text", () => copy(this.position())]];
    if (this.shape === "grid") more.push(["copy for jsm", () => this.#copyForJsm()]);
    if (this.board.graph) more.push(["save with graph", () => this.#saveWithGraph()]);
    const links = /** @type {[string, string][]} */ ([["share position", location.hash]]);
    await openShare({ links, grid: this.grid, text: this.position(), more });
  }

  // The panel of an empty board, and the bar above the board

  #invite() {
    this.panels.begin({
      kind: "invite",
      show: (screen) => {
        this.panels.put(
          screen,
          el("h2", {}, t("analyse invite")),
          el("p", { class: "quiet" }, t("analyse invite more")),
          this.#reader.field(),
          actions(button("example", () => this.#reader.take(EXAMPLE))),
        );
        this.panels.lower();
      },
    });
  }

  #drawBar() {
    put(
      $("analyse-bar"),
      ...positionFields(this.board, this.mines, this.context.about.shapes, {
        resize: (rows, cols) => this.#resize(rows, cols),
        reshape: (shape) => this.#reshape(shape),
        setMines: (mines) => {
          this.#history.keep();
          this.mines = mines;
          this.#changed();
        },
      }),
      el("span", { class: "gap" }),
      ...this.#history.buttons(),
      button("clear", () => this.#clear()),
    );
  }

  /**
   * Change the size; cells inside both sizes keep their values.
   * @param {number} rows
   * @param {number} cols
   */
  #resize(rows, cols) {
    const { board, values } = this;
    const most = this.context.about.most_cells;
    if (!(rows >= 1 && cols >= 1 && rows * cols <= most)) {
      toast(t("too large", { n: most }));
      return;
    }
    const kept = new Int8Array(rows * cols).fill(HIDDEN);
    for (let row = 0; row < Math.min(rows, board.rows); row += 1) {
      for (let col = 0; col < Math.min(cols, board.cols); col += 1)
        kept[row * cols + col] = values[row * board.cols + col];
    }
    this.#history.keep();
    this.#replace(new Board(rows, cols, board.shape), this.mines, kept);
    this.#changed();
  }

  /** @param {Shape} shape */
  #reshape(shape) {
    this.#history.keep();
    this.#replace(new Board(this.board.rows, this.board.cols, shape), this.mines, this.values);
    this.#changed();
  }

  #clear() {
    this.#history.keep();
    this.#erase();
    this.context.go("analyse", {}, { replace: true });
    this.#invite();
  }

  #erase() {
    this.#replace(this.board, this.mines, new Int8Array(this.board.cells).fill(HIDDEN));
    this.empty = true;
  }
}
