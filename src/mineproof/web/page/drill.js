// A drill: one exercise after another. The reader marks what is certain, is judged, and is told why.

/** @import { Judgement, ShownExercise } from "./engine.js" */
/** @import { ExerciseSource } from "./exercise-source.js" */
/** @import { Child } from "./dom.js" */

import { announce, button, el, icon, put, refusalParagraph, sentence } from "./dom.js";
import { engine } from "./engine.js";
import { ExerciseBoard } from "./exercise-board.js";
import { inThisLanguage } from "./exercise-source.js";
import { clockText } from "./format.js";
import { keepAttempt } from "./learn-store.js";
import { t } from "./texts.js";

const LAST_STAGE = 3; // of a hint: the clues, the cells, the words
const TIMED = 180; // seconds of a timed drill

/** @typedef {"certain" | "safe"} Task */

/**
 * What was answered to one exercise.
 * @typedef {object} Given
 * @property {string[]} safe
 * @property {string[]} mined
 * @property {number} seconds
 * @property {boolean} right
 */

/**
 * @typedef {object} DrillOptions
 * @property {ExerciseSource} source
 * @property {Task} task
 * @property {boolean} timed whether the drill ends after a time
 * @property {boolean} final whether the first answer to an exercise is the only one
 * @property {(number: number) => string} progress says which exercise this is
 * @property {() => Child[]} [above] what stands above the task
 * @property {() => Child[]} more what stands at the end of the bar
 * @property {(given: Given[]) => void} ended
 * @property {(exercise: ShownExercise, given: Given) => void} [answered]
 * @property {(key: string) => boolean} key a key that the drill has no meaning for
 */

/** @typedef {{ bar: HTMLElement, board: HTMLElement, actions: HTMLElement, panel: HTMLElement }} Places */

export class Drill {
  /** @type {Given[]} */
  given = [];
  /** @type {ShownExercise | null} */
  exercise = null;
  /** @type {ExerciseBoard | null} */
  board = null;
  /** @type {"loading" | "asked" | "judged" | "over"} */
  state = "loading";
  /** whether the exercise was answered before; a second answer is not kept */
  #kept = false;
  /** how many stages of the hint were shown */
  #hints = 0;
  #since = 0;
  /** @type {(() => void) | null} draws the panel again */
  #redraw = null;
  #clock = el("span", { class: "chip", role: "timer" });
  #end = 0;
  /** @type {ReturnType<typeof setInterval> | null} */
  #ticking = null;
  #closed = false;
  /** whether the last answer is right, be it the first or not */
  #solved = false;
  #solution = () => this.#showSolution();

  /**
   * @param {Places} places
   * @param {DrillOptions} options
   */
  constructor(places, options) {
    this.places = places;
    this.options = options;
  }

  async start() {
    if (this.options.timed) {
      this.#end = Date.now() + 1000 * TIMED;
      this.#ticking = setInterval(() => this.#tick(), 250);
      this.#tick();
    }
    await this.next();
  }

  /** The view shows something else. */
  close() {
    this.#closed = true;
    if (this.#ticking) clearInterval(this.#ticking);
  }

  #tick() {
    const left = Math.max(0, Math.ceil((this.#end - Date.now()) / 1000));
    this.#clock.textContent = clockText(left);
    if (left === 0) this.#finish();
  }

  #finish() {
    if (this.state === "over") return;
    this.state = "over";
    this.close();
    this.options.ended(this.given);
  }

  async next() {
    if (this.state === "over") return;
    this.state = "loading";
    this.#kept = false;
    this.#panel(el("p", { class: "quiet" }, t("finding exercise")));
    put(this.places.actions);
    let found;
    try {
      found = await this.options.source.next();
    } catch (problem) {
      if (this.#closed) return;
      this.#panel(
        refusalParagraph(problem),
        button("retry", () => this.next(), { class: "retry" }),
      );
      return;
    }
    if (this.#closed) return;
    if (found) this.#ask(found);
    else this.#finish();
  }

  /** @param {ShownExercise} exercise */
  #ask(exercise) {
    this.exercise = exercise;
    this.#kept = false;
    this.#hints = 0;
    this.board = new ExerciseBoard(this.places.board, exercise, {
      changed: () => this.#changed(),
      check: () => this.check(),
      key: (key) => this.pressKey(key),
    });
    this.#since = Date.now();
    this.#begin();
  }

  /** Ask, or ask again. */
  #begin() {
    this.state = "asked";
    if (this.board) this.board.open = true;
    this.#showTask();
    announce(this.#task);
  }

  /** One mark is an answer: there is nothing to complete. */
  get #oneCell() {
    return (
      this.exercise?.kind === "guess" || (this.exercise?.depth && this.options.task === "safe")
    );
  }

  get #task() {
    const { depth, kind, safe = [] } = this.exercise ?? {};
    if (!depth) return t(kind === "guess" ? "task guess" : "task flip");
    if (this.options.task === "certain") return t("task certain");
    return t(safe.length ? "task safe" : "task mine");
  }

  #changed() {
    if (this.#oneCell) this.check();
    else this.#drawActions();
  }

  /** @param {Child[]} content */
  #panel(...content) {
    const { above, more, progress } = this.options;
    const number = this.given.length + (this.#kept ? 0 : 1);
    put(
      this.places.bar,
      el("span", { class: "chip" }, progress(number)),
      this.board
        ? el("span", { class: "chip" }, icon("flag"), t("left", { n: this.board.left }))
        : null,
      this.options.timed ? this.#clock : null,
      this.given.length
        ? el(
            "span",
            { class: "chip score" },
            t("score chip", { n: this.#right, m: this.given.length }),
          )
        : null,
      ...more(),
    );
    put(this.places.panel, ...(above?.() ?? []), ...content);
    this.places.panel.scrollTop = 0;
  }

  get #right() {
    return this.given.filter(({ right }) => right).length;
  }

  #showTask() {
    this.#redraw = () => this.#showTask();
    this.#panel(
      el("h2", {}, this.#task),
      el("p", { class: "quiet" }, howTo(Boolean(this.#oneCell))),
      ...this.#hintTexts(),
    );
    this.#drawActions();
  }

  #hintTexts() {
    const { argument = [], clues = [] } = this.exercise ?? {};
    if (!this.#hints) return [];
    if (this.#hints === 1) {
      const text = clues.length ? t.n("hint clues", clues.length) : t("hint no clue");
      return [el("p", { class: "hint", role: "status" }, text)];
    }
    if (this.#hints === 2) {
      const text = t(clues.length ? "hint cells" : "hint right cells");
      return [el("p", { class: "hint", role: "status" }, text)];
    }
    return [argumentList(argument)];
  }

  #drawActions() {
    const none = !this.board?.answer.size;
    put(
      this.places.actions,
      this.state === "asked" && !this.#oneCell
        ? button("check answer", () => this.check(), { class: "main", disabled: none })
        : null,
      this.state === "asked"
        ? button("hint", () => this.hint(), { disabled: this.#hints === LAST_STAGE })
        : null,
      this.state === "asked" ? button("show solution", () => this.giveUp()) : null,
      this.state === "judged" && !this.#solved && !this.options.final
        ? button("try again", () => this.again())
        : null,
      this.state === "judged" && !this.#solved && this.#redraw !== this.#solution
        ? button("show solution", () => this.#showSolution())
        : null,
      this.state === "judged"
        ? button("next exercise", () => this.next(), { class: "main next-exercise" })
        : null,
    );
  }

  hint() {
    if (this.state !== "asked" || this.#hints === LAST_STAGE) return;
    this.#hints += 1;
    if (this.#hints < LAST_STAGE) this.board?.showHint(this.#hints);
    this.#showTask();
  }

  again() {
    this.board?.clean();
    this.#begin();
  }

  /** Give up: that is an empty answer. */
  giveUp() {
    if (this.state !== "asked") return;
    this.board?.answer.clear();
    this.#keep({ right: false });
    this.#showSolution();
  }

  async check() {
    const { board, exercise } = this;
    if (this.state === "judged") return void this.next();
    if (this.state !== "asked" || !board || !exercise || !board.answer.size) return undefined;
    const seconds = this.#seconds;
    board.open = false;
    this.state = "loading";
    try {
      const judged = await engine.judge({
        position: exercise.position,
        kind: exercise.kind,
        safe: board.marked("safe"),
        mined: board.marked("mine"),
        task: this.options.task,
      });
      if (this.#closed) return undefined;
      this.#keep(judged, seconds);
      if (judged.right) this.#showSolution();
      else this.#showMistakes(judged);
    } catch (problem) {
      if (this.#closed) return undefined;
      this.#begin();
      this.#panel(el("h2", {}, this.#task), refusalParagraph(problem));
    }
    return undefined;
  }

  get #seconds() {
    return Math.min(999_999, Math.round((Date.now() - this.#since) / 1000));
  }

  /**
   * The first answer counts.
   * @param {{ right: boolean }} judged
   * @param {number} seconds
   */
  #keep({ right }, seconds = this.#seconds) {
    const { board, exercise } = this;
    this.state = "judged";
    if (board) board.open = false;
    if (!board || !exercise) return;
    const given = { safe: board.marked("safe"), mined: board.marked("mine"), seconds, right };
    if (!this.#kept) {
      this.given.push(given);
      keepAttempt(exercise, { right, seconds, hints: this.#hints });
    }
    this.#kept = true;
    this.#solved = right;
    this.options.answered?.(exercise, given);
  }

  /** Everything certain on the board, and the easiest argument in words. */
  #showSolution() {
    this.#redraw = this.#solution;
    this.board?.showSolution();
    const { argument = [] } = this.exercise ?? {};
    const title = t(this.#solved ? "answer right" : "the solution");
    this.#panel(
      el("h2", { class: this.#solved ? "right" : "" }, title),
      argumentList(argument),
      el(
        "p",
        { class: "quiet" },
        t(this.exercise?.depth ? "solution shown" : "solution guess shown"),
      ),
    );
    this.#drawActions();
    announce(`${title} ${argument.join(" ")}`);
  }

  /**
   * What was marked wrong, each with a layout that refutes it; then what was missed.
   * @param {Judgement} judged
   * @param {number} at the mistake whose layout is shown
   */
  #showMistakes(judged, at = 0) {
    const { board } = this;
    this.#redraw = () => this.#showMistakes(judged, at);
    const { mistakes, missed } = judged;
    const mistake = mistakes[at];
    if (mistake?.mines) board?.showLayout(mistake.mines, mistake.cell);
    else if (mistake) board?.showWrong(mistakes.map(({ cell }) => cell));
    const title = t(mistakes.length ? "answer wrong" : "answer incomplete");
    const text = this.#mistakeText(mistake);
    this.#panel(
      el("h2", { class: "wrong" }, title),
      text ? el("p", { class: "refutation" }, ...sentence(text)) : null,
      mistakes.length > 1 && mistake?.mines
        ? el(
            "div",
            { class: "actions" },
            ...mistakes.map(({ cell }, i) =>
              el(
                "button",
                {
                  type: "button",
                  "aria-pressed": String(i === at),
                  on: { click: () => this.#showMistakes(judged, i) },
                },
                cell,
              ),
            ),
          )
        : null,
      missed.length ? el("p", {}, t.n("answer missed", missed.length)) : null,
    );
    this.#drawActions();
    announce(`${title} ${text}`);
  }

  /** @param {Judgement["mistakes"][number] | undefined} mistake */
  #mistakeText(mistake) {
    if (!mistake) return "";
    const { cell, mines } = mistake;
    if (!mines) return t("not best", { cell });
    return t(mines.includes(cell) ? "refuted safe" : "refuted mine", { cell });
  }

  /** Write everything again, in another language. */
  async languageChanged() {
    if (this.exercise) this.exercise = await inThisLanguage(this.exercise);
    if (this.#closed || !this.board || !this.exercise) return;
    this.board.exercise = this.exercise;
    this.board.grid.relabel(this.board.label);
    this.#redraw?.();
  }

  get grid() {
    return this.board?.grid;
  }

  /** The engine answers again. */
  retry() {
    if (this.state === "loading") this.next();
  }

  /** @param {string} key */
  pressKey(key) {
    if (key === "c" || (key === "enter" && this.state === "judged")) this.check();
    else if (key === "h") this.hint();
    else if (key === "s") this.state === "judged" ? this.#showSolution() : this.giveUp();
    else if (key === "n" && this.state === "judged") this.next();
    else return this.options.key(key);
    return true;
  }
}

/** @param {boolean} oneCell whether one mark is the answer */
function howTo(oneCell) {
  if (matchMedia("(pointer: coarse)").matches)
    return t(oneCell ? "how to choose touch" : "how to mark touch");
  return t(oneCell ? "how to choose" : "how to mark");
}

/**
 * The sentences of an argument.
 * @param {string[]} argument
 */
const argumentList = (argument) =>
  el(
    "ol",
    { class: "argument" },
    ...argument.map((line) => el("li", {}, el("div", {}, ...sentence(line)))),
  );
