// The introduction beside the board on a first visit: one decided cell, and the argument for it.
// The argument is fixed here, because the engine may still be loading on a first visit.

/** @import { Marks } from "../board/marks.js" */
/** @import { Panels, Screen } from "../base/panels.js" */

import { actions, announce, button, el } from "../base/dom.js";
import { loadStyle } from "../base/style-sheet.js";
import { t } from "../base/texts.js";
import { Board, parse } from "../board/board.js";
import { Grid } from "../board/grid.js";
import { certainMark } from "../board/marks.js";

/** A half-solved board. The tests check that the engine gives this argument for the cell. */
export const POSITION = "6x4x4/HHHHHH/11112H/110011/F10000";
export const CELL = "r1c3";
/** The clues of the argument, in the order in which they are highlighted. */
export const CLUES = ["r2c1", "r2c2"];
/** The cells of the first clue: one of them is a mine. */
const ONE_OF = ["r1c1", "r1c2"];

const SENTENCES = ["first run 1", "first run 2", "first run 3"];
const LAST = SENTENCES.length;
const READING = 2600; // ms to read a sentence

await loadStyle("game/first-run.css");

class FirstRun {
  /** the number of sentences shown; 0 until the reader asks */
  #shown = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Panels} panels */
  constructor(panels) {
    this.panels = panels;
    const { rows, cols, values } = parse(POSITION.replaceAll("/", "\n"));
    this.board = new Board(rows, cols);
    this.values = values;
  }

  /** @returns {Screen} */
  get screen() {
    return {
      kind: "first run",
      back: "skip",
      show: (screen) => this.#show(screen),
      end: () => clearTimeout(this.#timer),
    };
  }

  /** @param {Screen} screen */
  #show(screen) {
    const asked = this.#shown > 0;
    this.place = el("div", { class: "first-board" });
    this.lines = el("ol", { class: "argument" });
    this.done = el("div", { hidden: true });
    this.grid = new Grid(this.place, this.board, {
      small: true,
      label: t("first run board"),
      on: { open: (cell) => this.board.name(cell) === CELL && this.#ask(screen) },
    });
    this.grid.show((cell) => this.values[cell]);
    this.grid.focus(this.board.cell(CELL), { quietly: true });
    this.panels.put(
      screen,
      el("h2", {}, t(asked ? "first run why" : "first run title")),
      asked ? null : el("p", { class: "quiet" }, t("first run question")),
      this.place,
      asked ? null : actions(button("ask why", () => this.#ask(screen), { class: "main" })),
      this.lines,
      this.done,
    );
    this.#draw();
  }

  /** @param {Screen} screen */
  #ask(screen) {
    if (this.#shown) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#shown = still ? LAST : 1;
    this.#show(screen);
    announce(sentences().join(" "));
    const next = () => {
      if (this.#shown === LAST) return;
      this.#timer = setTimeout(() => {
        this.#shown += 1;
        this.#draw();
        next();
      }, READING);
    };
    next();
  }

  /** Show the sentences so far and their marks; after the last one, a button that starts the game. */
  #draw() {
    this.grid?.mark("why", this.#marks());
    const present = this.lines?.children.length ?? 0;
    const lines = sentences().slice(present, this.#shown);
    this.lines?.append(...lines.map((text) => el("li", { class: "appear" }, el("div", {}, text))));
    this.lines?.lastElementChild?.scrollIntoView({ block: "nearest" });
    if (this.#shown < LAST || !this.done?.hidden) return;
    this.done.hidden = false;
    this.done.append(
      el("p", { class: "done appear" }, t("first run done")),
      actions(button("now you", () => this.panels.back(), { class: "main" })),
    );
    this.done.scrollIntoView({ block: "nearest" });
  }

  #marks() {
    const { board } = this;
    /** @type {Marks} */
    const marks = new Map([[board.cell(CELL), { kind: "glow", says: t("first run cell") }]]);
    if (this.#shown > 0)
      for (const name of ONE_OF)
        marks.set(board.cell(name), { kind: "one-of", tag: t("n of m", { n: 1, m: 2 }) });
    for (const name of CLUES.slice(0, this.#shown))
      marks.set(board.cell(name), { kind: "clue", says: t("a clue of it") });
    if (this.#shown === LAST) marks.set(board.cell(CELL), certainMark("safe"));
    return marks;
  }
}

const sentences = () => SENTENCES.map((key) => t(key));

/**
 * Show the introduction in the panel. A move, the button or Escape ends it.
 * @param {Panels} panels
 */
export const showFirstRun = (panels) => panels.open(new FirstRun(panels).screen);
