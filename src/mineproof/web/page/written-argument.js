// Write the argument yourself: choose clues and a rule, mark what follows, and have each line judged,
// until the cell in question is proved.

/** @import { Judged, ShownExercise } from "./engine.js" */
/** @import { Choice } from "./fields.js" */
/** @import { Marks } from "./marks.js" */

import { announce, button, el, icon, put, refusalParagraph, sentence } from "./dom.js";
import { engine } from "./engine.js";
import { ExerciseBoard } from "./exercise-board.js";
import { choiceField, labelled, numberField } from "./fields.js";
import { t } from "./texts.js";

/** @typedef {"single" | "pair" | "difference" | "case"} Rule */

/** @type {Rule[]} */
const RULES = ["single", "pair", "difference", "case"];

/**
 * A line that was accepted.
 * @typedef {object} Line
 * @property {Rule} rule
 * @property {string[]} clues
 * @property {string[]} safe
 * @property {string[]} mined
 * @property {string[]} among the cells of a difference
 * @property {number} mines of a difference
 */

/** @typedef {{ verdict: string, mines: string[] | null }} Verdict */

export class WrittenArgument {
  /** @type {Line[]} */
  accepted = [];
  /** @type {Set<string>} the clues of the line that is being written */
  clues = new Set();
  /** @type {Rule} */
  rule = "pair";
  mines = 1;
  proved = false;
  /** @type {Verdict | null} what was said of the last line, if it was not accepted */
  refusal = null;
  #sending = false;
  #closed = false;

  /**
   * @param {{ bar: HTMLElement, board: HTMLElement, actions: HTMLElement, panel: HTMLElement }} places
   * @param {ShownExercise} exercise
   * @param {{ next: () => void, more: () => HTMLElement, key: (key: string) => boolean }} on
   */
  constructor(places, exercise, on) {
    this.places = places;
    this.exercise = exercise;
    this.on = on;
    /** the cell that is to be proved */
    this.target = exercise.decided[0];
    this.board = new ExerciseBoard(places.board, exercise, {
      changed: () => this.#drawLine(),
      check: () => this.state(),
      clue: (cell) => this.#toggleClue(this.board.board.name(cell)),
      key: on.key,
    });
    this.draw();
  }

  get grid() {
    return this.board.grid;
  }

  /** The view shows something else: a verdict that comes later is not drawn. */
  close() {
    this.#closed = true;
  }

  /** @param {string} key */
  pressKey(key) {
    if (key !== "c") return false;
    this.state();
    return true;
  }

  /** @param {string} name */
  #toggleClue(name) {
    if (this.proved) return;
    if (!this.clues.delete(name)) this.clues.add(name);
    this.#drawLine();
  }

  /** @returns {Line} the line that is being written */
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

  /** Have the line judged. */
  async state() {
    const { line } = this;
    if (this.#sending || this.proved) return;
    if (!line.clues.length || !this.board.answer.size) return;
    this.#sending = true;
    try {
      const found = await this.#judge([...this.accepted, line]);
      if (!this.#closed) this.#take(line, found);
    } catch (problem) {
      if (this.#closed) return;
      put(
        this.places.panel,
        el("h2", {}, this.#title),
        refusalParagraph(problem),
        ...this.#writing(),
      );
    } finally {
      this.#sending = false;
    }
  }

  /**
   * @param {Line[]} lines
   * @returns {Promise<Judged>}
   */
  #judge(lines) {
    return engine.argue({
      position: this.exercise.position,
      cell: this.target,
      rules: lines.map((one) => one.rule),
      clues: lines.map((one) => one.clues),
      safe: lines.map((one) => one.safe),
      mined: lines.map((one) => one.mined),
      among: lines.map((one) => one.among),
      mines: lines.map((one) => one.mines),
    });
  }

  /**
   * @param {Line} line
   * @param {Judged} found
   */
  #take(line, { lines, proved }) {
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
      el("span", { class: "chip" }, icon("flag"), t("left", { n: this.board.left })),
      el("span", { class: "gap" }),
      this.on.more(),
    );
    this.board.clean();
    if (this.refusal?.mines) this.board.showLayout(this.refusal.mines, this.#wrong);
    this.#drawMarks();
    put(
      this.places.panel,
      el("h2", {}, ...sentence(this.#title)),
      this.accepted.length
        ? el(
            "ol",
            { class: "argument written" },
            ...this.accepted.map((line) =>
              el("li", {}, el("div", {}, ...sentence(lineText(line)))),
            ),
          )
        : null,
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
        : button("state line", () => this.state(), { class: "main" }),
      this.refusal?.mines ? button("try again", () => this.#goOn(), { class: "main" }) : null,
      this.proved ? button("next exercise", () => this.on.next(), { class: "main" }) : null,
    );
  }

  /** A cell that the refuted line speaks of. */
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
    /** @type {Choice[]} */
    const rules = RULES.map((rule) => [rule, t(`rule ${rule}`)]);
    return [
      el("p", { class: "quiet" }, t(coarse ? "how to write touch" : "how to write")),
      el(
        "div",
        { class: "fields" },
        labelled(
          "rule label",
          choiceField(rules, this.rule, { name: "rule" }, (rule) => {
            this.rule = RULES.find((one) => one === rule) ?? "pair";
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

  /** The mine count, and the differences that were accepted. */
  #otherPremises() {
    const names = [
      "count",
      ...this.accepted.flatMap(({ rule }, i) => (rule === "difference" ? [`#${i + 1}`] : [])),
    ];
    return names.map((name) =>
      el(
        "button",
        {
          type: "button",
          "aria-pressed": String(this.clues.has(name)),
          on: {
            click: () => {
              this.#toggleClue(name);
              this.draw();
            },
          },
        },
        name === "count" ? t("the mine count") : name,
      ),
    );
  }

  #drawMarks() {
    /** @type {Marks} */
    const marks = new Map();
    const { board } = this.board;
    for (const name of this.clues)
      if (name.startsWith("r"))
        marks.set(board.cell(name), { kind: "clue", says: t("a clue of it") });
    for (const line of this.accepted) {
      for (const name of line.safe)
        marks.set(board.cell(name), { kind: "safe", icon: "check", says: t("verdict safe") });
      for (const name of line.mined)
        marks.set(board.cell(name), { kind: "mine", icon: "flag", says: t("verdict mine") });
    }
    this.grid.mark("why", marks);
    const asked = { kind: "asked", tag: "?", says: t("hint cell") };
    this.grid.mark("line", new Map(this.proved ? [] : [[board.cell(this.target), asked]]));
  }

  #drawLine() {
    this.#drawMarks();
    const place = this.places.panel.querySelector(".now-line");
    if (place) put(place, ...sentence(lineText(this.line)));
  }
}

/**
 * A line in words.
 * @param {Line} line
 */
function lineText({ rule, clues, safe, mined, among, mines }) {
  const comma = t("list comma");
  const from =
    clues.map((name) => (name === "count" ? t("the mine count") : name)).join(comma) || "…";
  const states = [
    safe.length ? t("states safe", { cells: safe.join(comma) }) : "",
    mined.length ? t("states mine", { cells: mined.join(comma) }) : "",
    rule === "difference" ? t("states among", { n: mines, cells: among.join(comma) || "…" }) : "",
  ].filter(Boolean);
  return t("written line", { clues: from, states: states.join(comma) || "…" });
}
