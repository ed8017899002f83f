// An exercise in which the reader writes a refutation: the reader chooses two clauses at a time, until
// the empty clause follows. The engine judges each pair.

/** @import { Child } from "../base/dom.js" */
/** @import { ShownExercise, WrittenResolution } from "../engine/engine.js" */
/** @import { Places, WritingHandlers } from "./exercise-board.js" */
/** @import { Marks } from "../board/marks.js" */

import {
  announce,
  button,
  buttonWith,
  copy,
  download,
  el,
  icon,
  put,
  refusal,
  sentence,
} from "../base/dom.js";
import { t } from "../base/texts.js";
import { askedMark, certainMark, clueMark, markAll } from "../board/marks.js";
import { ask } from "../engine/engine.js";
import { clauseWords, sourceWords } from "../why/clause-words.js";
import { clauseKind, clauseParts, parentsText } from "../why/inference.js";
import { cellOf } from "../why/trace.js";
import { WrittenExercise } from "./exercise-board.js";

/** @typedef {WrittenResolution["clauses"][number]} ProofClause */

export class WrittenProof extends WrittenExercise {
  /** @type {number[][]} the accepted pairs */
  pairs = [];
  /** @type {WrittenResolution | null} the clauses so far, and the verdicts */
  reply = null;
  /** @type {number | null} the first clause of the next pair */
  chosen = null;
  /** @type {number[] | null} the last judged pair, until the reader does something else */
  judged = null;
  /** whether the next pair of the engine's refutation is shown */
  hinted = false;
  /** @type {unknown} the reason if there is no answer */
  problem = null;
  #asking = false;

  /**
   * @param {Places} places
   * @param {ShownExercise} exercise
   * @param {WritingHandlers} on
   */
  constructor(places, exercise, on) {
    super(places, exercise, on);
    this.board.open = false;
    this.draw();
    this.#ask([]);
  }

  get #proved() {
    return this.reply?.proved ?? false;
  }

  /**
   * Let the engine judge pairs; false if there is no answer.
   * @param {number[][]} pairs
   */
  async #ask(pairs) {
    if (this.#asking) return false;
    this.#asking = true;
    this.problem = null;
    try {
      this.reply = await ask("resolve", { position: this.exercise.position, pairs });
    } catch (problem) {
      this.problem = problem;
    } finally {
      this.#asking = false;
    }
    this.draw();
    return !this.problem;
  }

  /**
   * Choose a clause. A second clause is resolved with the first; the same clause is deselected.
   * @param {number} number
   */
  async choose(number) {
    if (this.#asking || this.#proved) return;
    const first = this.chosen;
    this.judged = null;
    this.chosen = first === null ? number : null;
    if (first === null || first === number) {
      this.draw();
      return;
    }
    const pair = [first, number];
    if (!(await this.#ask([...this.pairs, pair]))) return;
    this.judged = pair;
    if (this.#verdict?.verdict === "accepted") {
      this.pairs.push(pair);
      this.hinted = false;
    }
    this.draw();
    this.#uncoverLast();
    announce(this.#proved ? this.#doneText : this.#verdictText);
  }

  async undo() {
    if (this.#asking || !this.pairs.length) return;
    const pairs = this.pairs.slice(0, -1);
    this.chosen = null;
    this.judged = null;
    this.hinted = false;
    if (await this.#ask(pairs)) this.pairs = pairs;
    this.draw();
  }

  hint() {
    if (!this.reply || this.#proved) return;
    this.hinted = true;
    this.judged = null;
    this.draw();
    announce(this.#hintText);
  }

  /** @param {string} key */
  pressKey(key) {
    if (key === "h") this.hint();
    else if (key === "u") this.undo();
    else if (key === "n" && this.#proved) this.on.next();
    else if (key === "arrowdown") this.#moveFocus(1);
    else if (key === "arrowup") this.#moveFocus(-1);
    else return false;
    return true;
  }

  /** @returns {HTMLButtonElement[]} */
  get #rows() {
    return [...this.places.panel.querySelectorAll("button")].filter((row) => row.dataset.clause);
  }

  /** @param {number} step */
  #moveFocus(step) {
    const rows = this.#rows;
    const at = rows.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const start = step > 0 ? 0 : rows.length - 1;
    rows[at < 0 ? start : Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
  }

  #uncoverLast() {
    if (this.#verdict?.verdict === "accepted")
      this.#rows[this.#rows.length - 1]?.scrollIntoView({ block: "nearest" });
  }

  // Texts

  get #title() {
    if (!this.reply) return t("one moment");
    return t(this.reply.mine ? "prove mine" : "prove safe", { cell: this.reply.cell });
  }

  get #verdict() {
    return this.judged ? (this.reply?.judged.at(-1) ?? null) : null;
  }

  get #verdictText() {
    const { reply, judged } = this;
    const verdict = this.#verdict;
    if (!reply || !judged || !verdict) return "";
    const [a, b] = judged;
    const cells = verdict.clashing.join(t("list comma"));
    const values = { a, b, cells, n: reply.clauses.length, other: verdict.other };
    const subsumed = verdict.verdict === "accepted" && verdict.other !== null;
    return t(`resolution ${subsumed ? "subsumed" : verdict.verdict}`, values);
  }

  get #hintText() {
    const [a, b] = this.reply?.next ?? [];
    return t("resolution hint", { a, b });
  }

  get #doneText() {
    const { cell = "", ours = 0, used } = this.reply ?? {};
    const steps = this.pairs.length;
    const unused = steps - (used ?? steps);
    return [
      t.n("resolution proved", steps, { cell }),
      unused ? t.n("resolution unused", unused) : "",
      t.n("resolution ours", ours),
    ]
      .filter(Boolean)
      .join(t("sentence gap"));
  }

  /** The whole proof as text, one clause per line. */
  get text() {
    const clauses = this.reply?.clauses ?? [];
    const lines = clauses.map((step, i) => {
      const clause = step.clause.map((literal) => literal.replace("-", "¬")).join(" ∨ ") || "⊥";
      return `${i + 1}. ${clause}  (${originText(step)})`;
    });
    return [this.#title, ...lines, this.#proved ? "∎" : ""].join("\n");
  }

  // Drawing

  draw() {
    if (this.closed) return;
    const { bar, panel, actions } = this.places;
    const active = document.activeElement;
    const focused = active instanceof HTMLElement ? active.dataset.clause : undefined;
    const scrolled = panel.scrollTop;
    put(
      bar,
      el("span", { class: "chip" }, icon("flag"), t("left", { n: this.board.minesLeft })),
      this.reply ? el("span", { class: "chip" }, t.n("resolution steps", this.pairs.length)) : null,
      el("span", { class: "gap" }),
      this.on.more(),
    );
    put(
      panel,
      el("h2", {}, ...sentence(this.#title)),
      this.reply ? el("p", { class: "quiet" }, t("how to resolve")) : null,
      this.reply ? this.#clauseList(this.reply) : null,
      el("div", { class: "proof-said" }, ...this.#messages()),
    );
    panel.scrollTop = scrolled;
    put(actions, ...this.#buttons());
    if (focused) this.#rows.find((row) => row.dataset.clause === focused)?.focus();
    this.#drawMarks();
  }

  /** @returns {Child[]} */
  #messages() {
    if (this.problem) return refusal(this.problem, () => this.#ask(this.pairs));
    if (this.#proved) return [el("p", { class: "guided-done" }, `∎ ${this.#doneText}`)];
    const refused = this.#verdict && this.#verdict.verdict !== "accepted";
    const text = this.#verdictText;
    return [
      text
        ? el("p", { class: refused ? "refutation" : "hint", role: "status" }, ...sentence(text))
        : null,
      this.hinted && !text ? el("p", { class: "hint", role: "status" }, this.#hintText) : null,
    ];
  }

  #buttons() {
    const { reply, pairs } = this;
    if (!reply) return [];
    const undo = button("undo", () => this.undo(), { disabled: !pairs.length });
    if (!this.#proved) return [button("hint", () => this.hint()), undo];
    return [
      button("next exercise", () => this.on.next(), { class: "main" }),
      button("copy proof", () => copy(this.text)),
      button("files", () => this.#download(reply)),
      undo,
    ];
  }

  /** @param {WrittenResolution} reply */
  #download({ cell, cnf, lrat }) {
    download(`${cell}.cnf`, cnf ?? "");
    download(`${cell}.lrat`, lrat ?? "");
  }

  /** @param {WrittenResolution} reply */
  #clauseList({ clauses, next }) {
    const parents = this.judged ?? [];
    const hinted = this.hinted ? next : [];
    return el(
      "ol",
      { class: "proof-clauses", "aria-label": t("resolution clauses") },
      ...clauses.map((step, i) => {
        const number = i + 1;
        const classes = [
          "clause",
          clauseKind(step.clause),
          hinted.includes(number) ? "hinted" : "",
          parents.includes(number) ? "parent" : "",
        ];
        return el(
          "li",
          { class: step.parents.length ? "derived" : "" },
          buttonWith(
            clauseParts(number, step.clause, originText(step), this.#pivot(number)),
            () => this.choose(number),
            {
              class: classes.filter(Boolean).join(" "),
              "data-clause": number,
              "aria-pressed": String(this.chosen === number),
              title: clauseWords(step.clause),
              disabled: this.#proved,
            },
          ),
        );
      }),
    );
  }

  /**
   * The cell on which the last pair was resolved, if the clause is in this pair; else "".
   * @param {number} number
   */
  #pivot(number) {
    if (this.#verdict?.verdict !== "accepted" || !this.judged?.includes(number)) return "";
    return this.#verdict.clashing[0];
  }

  #drawMarks() {
    const { reply, chosen, hinted, judged } = this;
    if (!reply) return;
    const { board } = this.board;
    /** @type {Marks} */
    const marks = new Map();
    const shown = chosen ? [chosen] : (judged ?? (hinted ? reply.next : []));
    for (const number of shown) {
      const { clause, sources } = reply.clauses[number - 1];
      for (const literal of clause)
        marks.set(board.cell(cellOf(literal)), { kind: "one-of", says: t("legend cells") });
      for (const source of sources)
        if (source.startsWith("r")) marks.set(board.cell(source), clueMark());
    }
    if (reply.proved) marks.set(board.cell(reply.cell), certainMark(reply.mine ? "mine" : "safe"));
    this.grid.mark("why", marks);
    this.grid.mark("line", markAll(board, reply.proved ? [] : [reply.cell], askedMark()));
  }
}

/**
 * The origin of a clause: its clues, the negated goal, or its two parents.
 * @param {ProofClause} clause
 */
function originText({ sources, parents }) {
  if (parents.length) return parentsText(parents);
  if (sources[0] === "denial") return t("resolution denial");
  return sources.map(sourceWords).join(t("list comma"));
}
