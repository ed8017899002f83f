// The first visit: one cell that can be known, one that nobody can know, then what to do next. Everything is
// fixed here, because the engine may still be loading.

import { $, actions, announce, button, el, loadStyle, put } from "../base/dom.js";
import { save } from "../base/storage.js";
import { t } from "../base/texts.js";
import { hashOf, randomSeed } from "../base/view.js";
import { Board, parse } from "../board/board.js";
import { Grid } from "../board/grid.js";
import { certainMark, certainMarks, clueMark, markAll } from "../board/marks.js";

/** A half-solved board. The tests check that the engine gives this argument for the cell. */
export const POSITION = "6x4x4/HHHHHH/11112H/110011/F10000";
export const CELL = "r1c3";
/** What the cell shows when it opens. */
export const CLUE = 1;
/** The clues of the argument, one for each of the first sentences. */
export const CLUES = ["r2c1", "r2c2"];
/** The cells of the first clue: one of them is a mine. */
const ONE_OF = ["r1c1", "r1c2"];
/** A board on which nobody can know, and the cell. */
export const GUESS = "5x4x3/00122/001FF/0013H/0001H";
export const GUESS_CELL = "r3c5";
export const OTHER_CELL = "r4c5";

const SENTENCES = ["first run 1", "first run 2", "first run 3"];
const READING = 1100; // ms between sentences
const LEVELS = ["beginner", "intermediate", "expert"];
const MORE = /** @type {const} */ (["analyse", "learn", "watch"]);

await loadStyle("game/first-run.css");

class FirstRun {
  #place = $("intro");
  /** what is shown: the cell that can be known, the one that nobody can know, or what to do next */
  #stage = 0;
  /** @type {"safe" | "mine" | null} what the reader has said about the cell of this stage */
  #said = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    this.pressKey = (/** @type {KeyboardEvent} */ event) => this.#pressKey(event);
    addEventListener("keydown", this.pressKey, { capture: true });
    addEventListener("hashchange", () => this.end(), { once: true });
    document.body.classList.add("introducing");
    this.#place.hidden = false;
    this.draw();
  }

  end() {
    save("first run", "shown");
    clearTimeout(this.#timer);
    removeEventListener("keydown", this.pressKey, { capture: true });
    document.body.classList.remove("introducing");
    this.#place.hidden = true;
    this.#place.replaceChildren();
    shown = null;
  }

  /** @param {KeyboardEvent} event */
  #pressKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "escape") this.end();
    else if (key === "s" && this.#asks) this.#answer("safe");
    else if (key === "m" && this.#asks) this.#answer("mine");
    if (!["tab", "enter", " "].includes(key)) event.stopPropagation();
  }

  get #asks() {
    return this.#stage < 2 && !this.#said;
  }

  /** Show the stage, in a new language too. */
  draw() {
    clearTimeout(this.#timer);
    const skip = button("skip", () => this.end(), { class: "plain skip" });
    if (this.#stage === 0) put(this.#place, ...this.#knowable(), skip);
    else if (this.#stage === 1) put(this.#place, ...this.#guess(), skip);
    else put(this.#place, ...this.#next());
    // Nothing suggests an answer.
    if (!this.#asks) this.#place.querySelector("button")?.focus({ preventScroll: true });
  }

  /** @param {"safe" | "mine"} said */
  #answer(said) {
    this.#said = said;
    this.draw();
  }

  #go() {
    this.#stage += 1;
    this.#said = null;
    this.draw();
  }

  #question() {
    return actions(
      button("safe it is", () => this.#answer("safe"), { class: "main" }),
      button("mine it is", () => this.#answer("mine"), { class: "main" }),
    );
  }

  /** The cell that can be known: after the answer its clues light up one after the other, and it opens. */
  #knowable() {
    const { grid, element } = board(POSITION, t("first run board"));
    const cell = grid.board.cell(CELL);
    if (!this.#said) {
      grid.mark("why", markAll(grid.board, [CELL], glow()));
      return [el("h2", {}, t("first run title")), element, this.#question()];
    }
    const says = t("n of m", { n: 1, m: 2 });
    const marks = new Map([
      ...markAll(grid.board, [CELL], glow()),
      ...markAll(grid.board, ONE_OF, { kind: "one-of", tag: "1/2", says }),
    ]);
    const lines = el("ol", { class: "argument" });
    const sentences = SENTENCES.map((key) => t(key));
    const title = t(this.#said === "safe" ? "first run right" : "first run wrong");
    announce(`${title} ${sentences.join(" ")}`);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    // Each sentence lights what it speaks of: a clue and its cells, the next clue, the cell that opens.
    const light = (/** @type {number} */ step) => {
      const kind = `clue k-pulse k-nth-${step}`;
      if (step < CLUES.length) marks.set(grid.board.cell(CLUES[step]), { ...clueMark(), kind });
      else {
        marks.set(cell, certainMark("safe"));
        grid.show(() => CLUE, [cell]);
      }
      grid.mark("why", marks);
    };
    const next = () => {
      do {
        const step = lines.children.length;
        lines.append(el("li", { class: "appear" }, el("div", {}, sentences[step])));
        light(step);
      } while (still && lines.children.length < sentences.length);
      if (lines.children.length < sentences.length) this.#timer = setTimeout(next, READING);
    };
    next();
    const on = actions(button("first run on", () => this.#go(), { class: "main" }));
    return [el("h2", {}, title), element, lines, on];
  }

  /** The cell that nobody can know: after the answer two boards that fit. */
  #guess() {
    if (!this.#said) {
      const { grid, element } = board(GUESS, t("first run board"));
      grid.mark("why", markAll(grid.board, [GUESS_CELL], glow()));
      return [el("h2", {}, t("first run guess")), element, this.#question()];
    }
    const twins = [OTHER_CELL, GUESS_CELL].map((mined, i) => {
      const label = t(i ? "first run fits mine" : "first run fits safe");
      const { grid, element } = board(GUESS, label);
      const safe = i ? OTHER_CELL : GUESS_CELL;
      grid.mark("why", certainMarks(grid.board, { safe: [safe], mined: [mined] }));
      return el("figure", {}, el("figcaption", {}, label), element);
    });
    announce(t("first run both"));
    return [
      el("h2", {}, t("first run nobody")),
      el("div", { class: "twins" }, ...twins),
      el("p", {}, t("first run both")),
      actions(button("first run on", () => this.#go(), { class: "main" })),
    ];
  }

  #next() {
    const link = (/** @type {string} */ hash, /** @type {string} */ text, classes = "") =>
      el("a", { href: hash, class: `choice ${classes}`, on: { click: () => this.end() } }, text);
    const seed = randomSeed();
    return [
      el("h2", {}, t("first run done")),
      el(
        "div",
        { class: "choices" },
        ...LEVELS.map((level) =>
          link(hashOf("play", { level, start: "open", seed }), t(`level ${level}`), "main"),
        ),
      ),
      el("div", { class: "choices" }, link("#day", t("day today"))),
      el(
        "p",
        { class: "choices" },
        el("span", { class: "quiet" }, t("more")),
        ...MORE.map((view) => link(`#${view}`, t(view), "small")),
      ),
    ];
  }
}

/** The mark of the cell that the question is about. */
const glow = () => ({ kind: "glow", says: t("first run cell") });

/**
 * A board that is only shown.
 * @param {string} position
 * @param {string} label
 */
function board(position, label) {
  const element = el("div", { class: "first-board" });
  const { rows, cols, values } = parse(position);
  const grid = new Grid(element, new Board(rows, cols), { small: true, label });
  grid.show((cell) => values[cell]);
  return { grid, element };
}

/** @type {FirstRun | null} */
let shown = null;

/** Show the introduction over the page. Escape, the button or a choice ends it. */
export function showFirstRun() {
  shown ??= new FirstRun();
}

/** Show its texts in a new language. */
export const relabelFirstRun = () => shown?.draw();
