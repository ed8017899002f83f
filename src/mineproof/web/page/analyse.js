// The view Analyse: paint, paste or drop a position. The board shows what it entails, and the
// address holds the position.

/** @import { Value } from "./board.js" */
/** @import { Analysis, ReadText, Shape } from "./engine.js" */
/** @import { Options, View, ViewContext } from "./view.js" */
/** @import { WhyHost } from "./why.js" */

import { analysisContent } from "./analysis-panel.js";
import { Board, FLAG, HIDDEN, parse } from "./board.js";
import {
  $,
  actions,
  announce,
  button,
  copy,
  el,
  lowerPanel,
  put,
  refusalParagraph,
  showPanel,
  toast,
} from "./dom.js";
import { engine, Refusal } from "./engine.js";
import { Grid } from "./grid.js";
import { analysisMarks, highlightCell } from "./marks.js";
import { Palette } from "./palette.js";
import { positionFields } from "./position-fields.js";
import { listenForPositions, positionField } from "./position-input.js";
import { t } from "./texts.js";
import { oneLine } from "./view.js";
import { showContradiction, showWhy } from "./why.js";

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
  panel = $("analyse-panel");
  palette = new Palette($("palette"));
  act = null; // a position allows no moves
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #analysing;
  /** texts and files taken so far */
  #taken = 0;

  /** @param {ViewContext} context */
  constructor(context) {
    this.context = context;
    this.grid = this.#makeGrid();
    this.#drawBar();
    this.#invite();
    listenForPositions($("view-analyse"), (given) => this.#take(given));
    this.#listenForStrokes();
  }

  get shape() {
    return this.board.shape;
  }

  position() {
    return this.board.write(this.values, this.mines);
  }

  /** @param {Options} wanted */
  async enter({ position, shape = "grid" }) {
    if (!position) {
      if (!this.empty) this.#writeAddress();
      return;
    }
    const shown = !this.empty && oneLine(this.position()) === position && this.shape === shape;
    if (!shown) await this.#load((await engine.read(position, shape)).text, shape);
  }

  describe() {
    return `${this.board.cols}×${this.board.rows} · ${t.n("mines", this.mines)}`;
  }

  languageChanged() {
    this.#draw();
    this.palette.draw();
    if (this.empty) this.#invite();
    else this.#analyse();
  }

  /** @param {string} key */
  pressKey(key) {
    if (key !== "w") return false;
    showWhy(this, this.grid.here);
    return true;
  }

  /**
   * @param {string} name
   * @param {boolean} on
   */
  highlight(name, on) {
    highlightCell(this.grid, name, on);
  }

  // Positions from outside: texts, files, addresses

  /**
   * Read a text or a file. If more is given meanwhile, only the last counts.
   * @param {string | File} given
   */
  async #take(given) {
    this.#taken += 1;
    const turn = this.#taken;
    try {
      const read = await this.#read(given);
      if (turn !== this.#taken) return;
      if (read.kind === "replay") await this.context.openReplay(read.text);
      else if (read.kind === "board") this.#playBoard(read);
      else {
        await this.#load(read.text, this.shape);
        if (turn === this.#taken) this.#writeAddress();
      }
    } catch (problem) {
      showPanel(
        this.panel,
        el("h2", {}, t("cannot read")),
        refusalParagraph(problem),
        this.#positionField(),
      );
    }
  }

  /**
   * A text without a mine count is read with the count of the current position.
   * @param {string | File} given
   */
  async #read(given) {
    try {
      return await engine.read(given, this.shape);
    } catch (problem) {
      return engine.read(given, this.shape, this.mines).catch(() => {
        throw problem;
      });
    }
  }

  /** @param {ReadText} read */
  #playBoard({ text, start }) {
    /** @type {Options} */
    const options = { board: oneLine(text) };
    if (start) options.start = start;
    if (this.shape !== "grid") options.shape = this.shape;
    this.context.go("play", options);
  }

  /**
   * @param {string} text
   * @param {Shape} shape
   */
  async #load(text, shape) {
    const { rows, cols, mines, values } = parse(text);
    this.#replace(new Board(rows, cols, shape), mines, values);
    await this.#analyse();
  }

  /**
   * Show another position.
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
    this.grid = this.#makeGrid();
    this.#drawBar();
  }

  #makeGrid() {
    const { board, values } = this;
    const grid = new Grid($("analyse-board"), board, {
      label: t("board of", { size: `${board.cols}×${board.rows}`, n: this.mines }),
      on: {
        open: (cell) => this.#paint(cell, this.palette.brush),
        flag: (cell) => this.#paint(cell, this.values[cell] === FLAG ? HIDDEN : FLAG),
        key: (key, cell) => this.#type(key, cell),
      },
    });
    grid.show((cell) => values[cell]);
    return grid;
  }

  // Painting

  // A stroke paints every cell that the pressed mouse passes over.
  #listenForStrokes() {
    let down = false;
    const place = $("analyse-board");
    place.addEventListener("pointerdown", (event) => {
      down = event.button === 0 && event.pointerType === "mouse";
    });
    addEventListener("pointerup", () => {
      down = false;
    });
    place.addEventListener("pointerover", (event) => {
      const cell = this.grid.cellAt(event);
      if (down && cell !== null && event.buttons === 1) this.#paint(cell, this.palette.brush);
    });
  }

  /**
   * @param {string} key
   * @param {number} cell
   */
  #type(key, cell) {
    if (key === "w") showWhy(this, cell);
    else if (/^[0-8]$/.test(key)) this.#paint(cell, Number(key));
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
    this.values[cell] = value;
    this.empty = false;
    this.grid.clear("why", "line", "clash", "assist");
    this.grid.show((at) => this.values[at], [cell]);
    clearTimeout(this.#analysing);
    this.#analysing = setTimeout(() => this.#changed(), PAUSE);
  }

  #changed() {
    this.#writeAddress();
    this.#analyse();
  }

  #writeAddress() {
    /** @type {Options} */
    const options = { position: oneLine(this.position()) };
    if (this.shape !== "grid") options.shape = this.shape;
    this.context.go("analyse", options, { replace: true });
    $("where").textContent = this.describe();
  }

  // The analysis

  async #analyse() {
    const position = this.position();
    let analysis;
    try {
      analysis = await engine.analyse(position, this.shape);
    } catch (problem) {
      if (problem instanceof Refusal && problem.kind === "contradiction")
        showContradiction(this.grid, this.panel, problem);
      else showPanel(this.panel, el("h2", {}, t("cannot analyse")), refusalParagraph(problem));
      return;
    }
    if (this.position() !== position) return;
    this.grid.clear("clash");
    this.grid.mark("assist", analysisMarks(this.board, analysis, { odds: true, certain: true }));
    this.#showAnalysis(analysis);
  }

  /** @param {Analysis} analysis */
  #showAnalysis(analysis) {
    showPanel(
      this.panel,
      ...analysisContent(analysis),
      actions(
        button("copy link", () => this.#copyLink(), { class: "main" }),
        button("copy text", () => copy(this.position())),
        button("paste other", () =>
          showPanel(this.panel, el("h2", {}, t("paste title")), this.#positionField()),
        ),
      ),
    );
    const [safe, mines] = [analysis.safe.length, analysis.mined.length];
    announce(`${t("certainly safe")}: ${safe}. ${t("certainly mines")}: ${mines}.`);
  }

  #copyLink() {
    this.#writeAddress();
    return copy(location.href);
  }

  // The panel of an empty board, and the bar above the board

  #invite() {
    const example = EXAMPLE.replaceAll("/", "\n");
    showPanel(
      this.panel,
      el("h2", {}, t("analyse invite")),
      el("p", { class: "quiet" }, t("analyse invite more")),
      this.#positionField(),
      actions(button("example", () => this.#take(example))),
    );
    lowerPanel(this.panel);
  }

  #positionField() {
    return positionField((given) => this.#take(given));
  }

  #drawBar() {
    put(
      $("analyse-bar"),
      ...positionFields(this.board, this.mines, this.context.about.shapes, {
        resize: (rows, cols) => this.#resize(rows, cols),
        reshape: (shape) => this.#reshape(shape),
        setMines: (mines) => {
          this.mines = mines;
          this.#changed();
        },
      }),
      el("span", { class: "gap" }),
      button("why button", () => showWhy(this, this.grid.here)),
      button("clear", () => this.#clear()),
    );
  }

  /**
   * Keep what fits into another size.
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
    this.#replace(new Board(rows, cols, board.shape), this.mines, kept);
    this.#changed();
  }

  /** @param {Shape} shape */
  #reshape(shape) {
    this.#replace(new Board(this.board.rows, this.board.cols, shape), this.mines, this.values);
    this.#changed();
  }

  #clear() {
    this.#replace(this.board, this.mines, this.values.fill(HIDDEN));
    this.empty = true;
    this.#writeAddress();
    this.#invite();
  }
}
