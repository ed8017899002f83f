// An exercise in which the reader writes an argument: the reader chooses clues and a rule, and marks
// the conclusions. The engine judges each line, until the target cell is proved.

/** @import { Judged, ShownExercise } from "../engine/engine.js" */
/** @import { Places, WritingHandlers } from "./exercise-board.js" */

import {
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
import { choiceField, choicesOf, labelled, numberField } from "../base/fields.js";
import { t } from "../base/texts.js";
import { askedMark, certainMarks, clueMark, markAll } from "../board/marks.js";
import { ask } from "../engine/engine.js";
import { WrittenExercise } from "./exercise-board.js";

/** @typedef {"single" | "pair" | "difference" | "case"} Rule */

/** @type {Rule[]} */
const RULES = ["single", "pair", "difference", "case"];

/**
 * A line of the argument.
 * @typedef {object} Line
 * @property {Rule} rule
 * @property {string[]} clues
 * @property {string[]} safe
 * @property {string[]} mined
 * @property {string[]} among the cells of the rule "difference"
 * @property {number} mines the number of mines in them
 */

/** @typedef {{ verdict: string, mines: string[] | null }} Verdict */

export class WrittenArgument extends WrittenExercise {
  /** @type {Line[]} */
  accepted = [];
  /** @type {Set<string>} the clues of the present line */
  clues = new Set();
  /** @type {Rule} */
  rule = "pair";
  mines = 1;
  proved = false;
  /** @type {Verdict | null} the verdict on the last line, if it was not accepted */
  refusal = null;
  #sending = false;

  /**
   * @param {Places} places
   * @param {ShownExercise} exercise
   * @param {WritingHandlers} on
   */
  constructor(places, exercise, on) {
    super(places, exercise, on, {
      changed: () => this.#drawLine(),
      check: () => this.submit(),
      clue: (cell) => this.#toggleClue(this.board.board.name(cell)),
    });
    /** the cell to prove */
    this.target = exercise.decided[0];
    this.draw();
  }

  /** @param {string} key */
  pressKey(key) {
    if (key !== "c") return false;
    this.submit();
    return true;
  }

  /** @param {string} name */
  #toggleClue(name) {
    if (this.proved) return;
    if (!this.clues.delete(name)) this.clues.add(name);
    this.#drawLine();
  }

  /** @returns {Line} the present line */
  get line() {
    const difference = this.rule === "difference";
    const safe = this.board.marked("safe");
    const mined = this.board.marked("mine");
    return {
      rule: this.rule,
      clues: [...this.clues],
      safe: difference ? [] : safe,
      mined: difference ? [] : mined,
      among: difference ? [...safe, ...mined] : [],
      mines: difference ? this.mines : 0,
    };
  }

  /** Let the engine judge the present line. */
  async submit() {
    const { line } = this;
    if (this.#sending || this.proved) return;
    if (!line.clues.length || !this.board.answer.size) return;
    this.#sending = true;
    try {
      const judged = await this.#judge([...this.accepted, line]);
      if (!this.closed) this.#handle(line, judged);
    } catch (problem) {
      if (this.closed) return;
      put(this.places.panel, el("h2", {}, this.#title), ...refusal(problem), ...this.#writing());
    } finally {
      this.#sending = false;
    }
  }

  /**
   * @param {Line[]} lines
   * @returns {Promise<Judged>}
   */
  #judge(lines) {
    return ask("argue", {
      position: this.exercise.position,
      cell: this.target,
      rules: lines.map((line) => line.rule),
      clues: lines.map((line) => line.clues),
      safe: lines.map((line) => line.safe),
      mined: lines.map((line) => line.mined),
      among: lines.map((line) => line.among),
      mines: lines.map((line) => line.mines),
    });
  }

  /**
   * @param {Line} line
   * @param {Judged} judged
   */
  #handle(line, { lines, proved }) {
    const verdict = lines[lines.length - 1];
    this.refusal = verdict.verdict === "accepted" ? null : verdict;
    if (!this.refusal) {
      this.accepted.push(line);
      this.clues.clear();
      this.board.answer.clear();
    }
    this.proved = proved;
    this.board.open = !proved;
    this.draw();
    announce(proved ? t("argument proved", { cell: this.target }) : t(`line ${verdict.verdict}`));
  }

  get #title() {
    return t(this.exercise.safe.includes(this.target) ? "prove safe" : "prove mine", {
      cell: this.target,
    });
  }

  draw() {
    put(
      this.places.bar,
      el("span", { class: "chip" }, icon("flag"), t("left", { n: this.board.minesLeft })),
      el("span", { class: "gap" }),
      this.on.more(),
    );
    this.board.clean();
    if (this.refusal?.mines) this.board.showLayout(this.refusal.mines, this.#wrong);
    this.#drawMarks();
    put(
      this.places.panel,
      el("h2", {}, ...sentence(this.#title)),
      this.accepted.length ? argumentList(this.accepted.map(lineText), "argument written") : null,
      this.refusal
        ? el("p", { class: "refutation", role: "status" }, t(`line ${this.refusal.verdict}`))
        : null,
      this.proved
        ? el("p", { class: "guided-done" }, `∎ ${t("argument proved", { cell: this.target })}`)
        : el("div", { class: "writing" }, ...this.#writing()),
    );
    put(
      this.places.actions,
      this.proved || this.refusal?.mines
        ? null
        : button("state line", () => this.submit(), { class: "main" }),
      this.refusal?.mines ? button("try again", () => this.#goOn(), { class: "main" }) : null,
      this.proved ? button("next exercise", () => this.on.next(), { class: "main" }) : null,
    );
  }

  /** A cell of the refuted line. */
  get #wrong() {
    const { safe, mined, among } = this.line;
    return [...safe, ...mined, ...among][0];
  }

  #goOn() {
    this.refusal = null;
    this.draw();
  }

  #writing() {
    const coarse = matchMedia("(pointer: coarse)").matches;
    return [
      el("p", { class: "quiet" }, t(coarse ? "how to write touch" : "how to write")),
      el(
        "div",
        { class: "fields" },
        labelled(
          "rule label",
          choiceField(choicesOf("rule", RULES), this.rule, { name: "rule" }, (rule) => {
            this.rule = RULES.find((name) => name === rule) ?? "pair";
            this.draw();
          }),
        ),
        this.rule === "difference"
          ? labelled(
              "mines among",
              numberField({ name: "mines", value: this.mines, min: 0, max: 8 }, (mines) => {
                this.mines = mines;
                this.#drawLine();
              }),
            )
          : null,
        ...this.#otherPremises(),
      ),
      el("p", { class: "now-line" }, ...sentence(lineText(this.line))),
    ];
  }

  /** Buttons for premises that are not clues: the mine count, and accepted differences. */
  #otherPremises() {
    const names = [
      "count",
      ...this.accepted.flatMap(({ rule }, i) => (rule === "difference" ? [`#${i + 1}`] : [])),
    ];
    return names.map((name) => {
      const act = () => {
        this.#toggleClue(name);
        this.draw();
      };
      return buttonWith([premiseText(name)], act, { "aria-pressed": String(this.clues.has(name)) });
    });
  }

  #drawMarks() {
    const { board } = this.board;
    const clues = [...this.clues].filter((name) => name.startsWith("r"));
    const marks = new Map([
      ...markAll(board, clues, clueMark()),
      ...this.accepted.flatMap((line) => [...certainMarks(board, line)]),
    ]);
    this.grid.mark("why", marks);
    this.grid.mark("line", markAll(board, this.proved ? [] : [this.target], askedMark()));
  }

  #drawLine() {
    this.#drawMarks();
    const place = this.places.panel.querySelector(".now-line");
    if (place) put(place, ...sentence(lineText(this.line)));
  }
}

/** @param {string} name of a clue or of a difference, or "count" */
const premiseText = (name) => (name === "count" ? t("the mine count") : name);

/**
 * A line in words.
 * @param {Line} line
 */
function lineText({ rule, clues, safe, mined, among, mines }) {
  const comma = t("list comma");
  const from = clues.map(premiseText).join(comma) || "…";
  const states = [
    safe.length ? t("states safe", { cells: safe.join(comma) }) : "",
    mined.length ? t("states mine", { cells: mined.join(comma) }) : "",
    rule === "difference" ? t("states among", { n: mines, cells: among.join(comma) || "…" }) : "",
  ].filter(Boolean);
  return t("written line", { clues: from, states: states.join(comma) || "…" });
}
