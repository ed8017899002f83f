// A drill: a sequence of exercises. The reader marks cells; the page judges the marks and explains.

/** @import { ShownExercise } from "../engine/engine.js" */
/** @import { ExerciseSource, Judged } from "./exercise-source.js" */
/** @import { Child } from "../base/dom.js" */
/** @import { Places } from "./exercise-board.js" */

import {
  actions,
  announce,
  argumentList,
  button,
  buttonWith,
  el,
  icon,
  put,
  refusal,
  sentence,
} from "../base/dom.js";
import { clockText } from "../base/format.js";
import { t } from "../base/texts.js";
import { ask } from "../engine/engine.js";
import { ExerciseBoard } from "./exercise-board.js";
import { inThisLanguage } from "./exercise-source.js";
import { keepAttempt } from "./learn-store.js";

const LAST_STAGE = 3; // the stages of a hint: clues, cells, words
const TIMED = 180; // seconds that a timed drill lasts

/** @typedef {"certain" | "safe"} Task */

/**
 * The reader's answer to one exercise.
 * @typedef {object} DrillAnswer
 * @property {string[]} safe
 * @property {string[]} mined
 * @property {number} seconds
 * @property {boolean} right
 */

/**
 * @typedef {object} DrillOptions
 * @property {ExerciseSource} source
 * @property {Task} task
 * @property {boolean} timed whether the drill has a time limit
 * @property {boolean} [final] whether the first answer to an exercise is the only one
 * @property {(number: number) => string} progress the text for the number of the exercise
 * @property {() => Child[]} [above] the content above the task
 * @property {() => Child[]} more the content at the end of the bar
 * @property {(answers: DrillAnswer[]) => void} ended
 * @property {DrillAnswer[]} [answers] those that were given before a reload; the source skips their exercises
 * @property {(exercise: ShownExercise, answer: DrillAnswer) => void} [answered]
 */

export class Drill {
  /** @type {DrillAnswer[]} */
  answers = [];
  /** @type {ShownExercise | null} */
  exercise = null;
  /** @type {ExerciseBoard | null} */
  board = null;
  /** @type {"loading" | "asked" | "judging" | "judged" | "over"} */
  state = "loading";
  /** whether the first answer to this exercise is saved; later answers are not */
  #saved = false;
  /** the number of stages of the hint that are shown */
  #hints = 0;
  #since = 0;
  /** @type {(() => void) | null} redraws the panel */
  #redraw = null;
  #clock = el("span", { class: "chip", role: "timer" });
  #end = 0;
  /** @type {ReturnType<typeof setInterval> | null} */
  #ticking = null;
  #closed = false;
  /** whether the latest answer to this exercise is right */
  #solved = false;
  #solution = () => this.#showSolution();

  /**
   * @param {Places} places
   * @param {DrillOptions} options
   */
  constructor(places, options) {
    this.places = places;
    this.options = options;
    this.answers = [...(options.answers ?? [])];
  }

  async start() {
    if (this.options.timed) {
      this.#end = Date.now() + 1000 * TIMED;
      this.#ticking = setInterval(() => this.#tick(), 250);
      this.#tick();
    }
    await this.next();
  }

  /** End the drill: the view shows something else. */
  close() {
    this.#closed = true;
    if (this.#ticking) clearInterval(this.#ticking);
  }

  #tick() {
    const seconds = Math.max(0, Math.ceil((this.#end - Date.now()) / 1000));
    this.#clock.textContent = clockText(seconds);
    if (seconds === 0) this.#finish();
  }

  #finish() {
    if (this.state === "over") return;
    this.state = "over";
    this.close();
    this.options.ended(this.answers);
  }

  async next() {
    if (this.state === "over") return;
    this.state = "loading";
    this.#saved = false;
    this.#panel(el("p", { class: "quiet" }, t("finding exercise")));
    put(this.places.actions);
    let exercise;
    try {
      exercise = await this.options.source.next();
    } catch (problem) {
      if (this.#closed) return;
      this.#panel(...refusal(problem, () => this.next()));
      return;
    }
    if (this.#closed) return;
    if (exercise) this.#ask(exercise);
    else this.#finish();
  }

  /** @param {ShownExercise} exercise */
  #ask(exercise) {
    this.exercise = exercise;
    this.#saved = false;
    this.#hints = 0;
    this.board = new ExerciseBoard(this.places.board, exercise, {
      changed: () => this.#changed(),
      check: () => this.check(),
    });
    this.#since = Date.now();
    this.#begin();
  }

  /** Let the reader answer, for the first time or again. */
  #begin() {
    this.state = "asked";
    if (this.board) this.board.open = true;
    this.#showTask();
    announce(this.#task);
  }

  /** Whether one mark is the whole answer. */
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
    const number = this.answers.length + (this.#saved ? 0 : 1);
    put(
      this.places.bar,
      el("span", { class: "chip" }, progress(number)),
      this.board
        ? el("span", { class: "chip" }, icon("flag"), t("left", { n: this.board.minesLeft }))
        : null,
      this.options.timed ? this.#clock : null,
      this.answers.length
        ? el(
            "span",
            { class: "chip score" },
            t("score chip", { n: this.#right, m: this.answers.length }),
          )
        : null,
      ...more(),
    );
    put(this.places.panel, ...(above?.() ?? []), ...content);
    this.places.panel.scrollTop = 0;
  }

  get #right() {
    return this.answers.filter(({ right }) => right).length;
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
    if (this.#hints === LAST_STAGE) return [argumentList(argument)];
    const ofClues = clues.length ? t.n("hint clues", clues.length) : t("hint no clue");
    const ofCells = t(clues.length ? "hint cells" : "hint right cells");
    return [el("p", { class: "hint", role: "status" }, this.#hints === 1 ? ofClues : ofCells)];
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
    this.board?.showHint(this.#hints);
    this.#showTask();
  }

  again() {
    if (this.#oneCell) this.board?.answer.clear();
    this.board?.clean();
    this.#begin();
  }

  /** Give up: this counts as an empty answer. */
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
    this.state = "judging";
    try {
      const marked = { safe: board.marked("safe"), mined: board.marked("mine") };
      const { source, task } = this.options;
      const { position, kind } = exercise;
      const judged = await (source.judge?.(exercise, marked) ??
        ask("judge", { position, kind, ...marked, task }));
      if (this.#closed) return undefined;
      this.#keep(judged, seconds);
      if (judged.right) this.#showSolution();
      else this.#showMistakes(judged);
    } catch (problem) {
      if (this.#closed) return undefined;
      this.#begin();
      this.#panel(el("h2", {}, this.#task), ...refusal(problem));
    }
    return undefined;
  }

  get #seconds() {
    return Math.min(999_999, Math.round((Date.now() - this.#since) / 1000));
  }

  /**
   * Save the answer if it is the first one to this exercise.
   * @param {{ right: boolean }} judged
   * @param {number} seconds
   */
  #keep({ right }, seconds = this.#seconds) {
    const { board, exercise } = this;
    this.state = "judged";
    if (board) board.open = false;
    if (!board || !exercise) return;
    const answer = { safe: board.marked("safe"), mined: board.marked("mine"), seconds, right };
    if (!this.#saved) {
      this.answers.push(answer);
      keepAttempt(exercise, { right, seconds, hints: this.#hints });
    }
    this.#saved = true;
    this.#solved = right;
    this.options.answered?.(exercise, answer);
  }

  /** Show all certain cells on the board, and the easiest argument in words. */
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
   * Show the wrong marks, each with a layout that refutes it, and the number of missed cells.
   * @param {Judged} judged
   * @param {number} at the mistake whose layout is shown
   */
  #showMistakes(judged, at = 0) {
    const { board } = this;
    this.#redraw = () => this.#showMistakes(judged, at);
    const { mistakes, missed } = judged;
    const mistake = mistakes[at];
    if (mistake?.mines) board?.showLayout(mistake.mines, mistake.cell);
    else if (mistake) board?.showWrong(mistakes.map(({ cell }) => cell));
    const wrong = mistake?.mines ? "answer wrong" : "answer false"; // a layout, or the opposite is certain
    const title = t(mistake ? wrong : "answer incomplete");
    const text = this.#mistakeText(mistake);
    this.#panel(
      el("h2", { class: "wrong" }, title),
      text ? el("p", { class: "refutation" }, ...sentence(text)) : null,
      mistakes.length > 1 && mistake?.mines
        ? actions(
            ...mistakes.map(({ cell }, i) =>
              buttonWith([cell], () => this.#showMistakes(judged, i), {
                "aria-pressed": String(i === at),
              }),
            ),
          )
        : null,
      missed.length ? el("p", {}, t.n("answer missed", missed.length)) : null,
    );
    this.#drawActions();
    announce(`${title} ${text}`);
  }

  /** @param {Judged["mistakes"][number] | undefined} mistake */
  #mistakeText(mistake) {
    if (!mistake) return "";
    const { cell, mines } = mistake;
    if (!mines && this.exercise?.depth)
      return t(this.board?.marked("safe").includes(cell) ? "warn mine" : "warn flag", { cell });
    if (!mines) return t("not best", { cell });
    return t(mines.includes(cell) ? "refuted safe" : "refuted mine", { cell });
  }

  /** Show all texts in the new language. */
  async languageChanged() {
    if (this.exercise)
      this.exercise = await (this.options.source.translated?.() ?? inThisLanguage(this.exercise));
    if (this.#closed || !this.board || !this.exercise) return;
    this.board.exercise = this.exercise;
    this.board.grid.relabel(this.board.label);
    this.#redraw?.();
  }

  get grid() {
    return this.board?.grid;
  }

  /** Repeat the question for an exercise, when the engine answers again. */
  retry() {
    if (this.state === "loading") this.next();
  }

  /** @param {string} key */
  pressKey(key) {
    if (key === "c" || (key === "enter" && this.state === "judged")) this.check();
    else if (key === "h") this.hint();
    else if (key === "s") this.state === "judged" ? this.#showSolution() : this.giveUp();
    else if (key === "n" && this.state === "judged") this.next();
    else return false;
    return true;
  }
}

/** @param {boolean} oneCell whether one mark is the answer */
function howTo(oneCell) {
  if (matchMedia("(pointer: coarse)").matches)
    return t(oneCell ? "how to choose touch" : "how to mark touch");
  return t(oneCell ? "how to choose" : "how to mark");
}
