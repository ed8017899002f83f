// The game of one strategy in the view Watch: its board, the present step, and its knowledge base.

/** @import { KnowledgeHandlers } from "./kb-list.js" */
/** @import { Marks } from "../board/marks.js" */
/** @import { Options } from "../base/view.js" */
/** @import { Playback } from "../why/trace.js" */

import { TERMS, term } from "../base/definitions.js";
import { el, icon, put, sentence } from "../base/dom.js";
import { boardText, t } from "../base/texts.js";
import { hashOf, oneLine, openShare } from "../base/view.js";
import { EXPLODED, FLAG } from "../board/board.js";
import { Grid } from "../board/grid.js";
import { frameWords, plainWords } from "../why/clause-words.js";
import { frameMarks, inferenceCard, inferenceSummary, plainCard } from "../why/inference.js";
import { ancestry, cellOf } from "../why/trace.js";
import { SizeChart } from "./chart.js";
import { KnowledgeList } from "./kb-list.js";
import { gameOf } from "./watch-fields.js";

const LONGEST = 6; // longer clauses are counted with this length
const MOST_BEFORE = 5; // earlier frames that are listed
const LEGEND = [
  ["", "legend clue"],
  ["l-one", "legend cells"],
  ["l-safe", "legend safe"],
  ["l-mine", "legend mine"],
];

export class Run {
  /**
   * @param {HTMLElement} place the run becomes its last child
   * @param {Playback} playback
   * @param {string} summary what the strategy does
   * @param {boolean} full whether the clauses are listed, and each step is told in the terms of logic
   * @param {Pick<KnowledgeHandlers, "filter" | "seek">} on
   */
  constructor(place, playback, summary, full, on) {
    this.playback = playback;
    this.summary = summary;
    this.full = full;
    const { sizes } = playback;
    this.bar = el("div", { class: "bar" });
    this.sentence = el("p", { class: "sentence" }); // shown on a phone only, in place of that in the panel
    this.step = el("div", { role: "group", class: "step", "aria-label": t("step"), tabindex: "0" });
    this.before = el("div", {
      role: "group",
      class: "before",
      "aria-label": t("just before"),
      tabindex: "0",
    });
    this.chart = new SizeChart(sizes);
    this.list = new KnowledgeList(playback, { ...on, choose: (id) => this.#markAncestry(id) });
    this.grid = this.#build(place, on);
    this.show();
  }

  /**
   * @param {HTMLElement} place
   * @param {Pick<KnowledgeHandlers, "filter">} on
   */
  #build(place, on) {
    const { board, game, clauses } = this.playback;
    const boardPlace = el("div", { class: "place" });
    const legend = LEGEND.map(([classes, key]) => el("span", { class: classes }, t(key)));
    const words = el("p", { class: "legend terms" }, ...TERMS.map(term));
    const panel = el(
      "div",
      {
        class: `panel${clauses.size || !this.full ? "" : " no-base"}`,
        role: "group",
        "aria-label": game.strategy,
      },
      el(
        "div",
        { class: "regions" },
        this.step,
        ...(this.full ? [this.list.element, this.before] : []),
      ),
    );
    const left = el(
      "div",
      { class: "left" },
      this.bar,
      this.sentence,
      boardPlace,
      el("p", { class: "legend" }, ...legend),
      clauses.size && this.full ? words : null,
    );
    place.append(el("div", { class: "run" }, left, panel));
    return new Grid(boardPlace, board, {
      label: boardText(board, game.mines),
      on: {
        open: (cell) => {
          if (!this.full) return;
          const name = board.name(cell);
          on.filter(this.list.cell === name ? null : name);
        },
      },
    });
  }

  /** @param {number} at */
  seek(at) {
    this.playback.seek(at);
    this.show();
  }

  show() {
    const { board, values, frame, clauses } = this.playback;
    this.grid.show((cell) => values[cell]);
    this.grid.mark("frame", frame ? frameMarks(board, frame, clauses) : new Map());
    this.#showBar();
    if (!this.full) {
      this.#showPlainStep();
      return;
    }
    this.#showStep();
    this.list.show();
    this.#showBefore();
  }

  /**
   * Share what is shown.
   * @param {Options} shown
   */
  share(shown) {
    const { strategy: _, against: __, ...board } = gameOf(shown);
    const text = this.grid.board.write(this.playback.values, this.playback.game.mines);
    const position = { position: oneLine(text), shape: this.grid.board.shape };
    return openShare({
      links: [
        ["share step", hashOf("watch", shown)],
        ["share board", hashOf("play", board)],
        ["share position", hashOf("analyse", position)],
      ],
      grid: this.grid,
      text,
    });
  }

  /**
   * List only the clauses of a cell, or all.
   * @param {string | null} name
   */
  filter(name) {
    this.list.filter(name);
    /** @type {Marks} */
    const marks = new Map();
    if (name) marks.set(this.playback.board.cell(name), { kind: "asked" });
    this.grid.mark("filter", marks);
  }

  /**
   * Mark the clues of the ancestry of a clause, and its own cells.
   * @param {number | null} id
   */
  #markAncestry(id) {
    const { board, clauses } = this.playback;
    /** @type {Marks} */
    const marks = new Map();
    if (id !== null) {
      for (const ancestor of ancestry(clauses, id)) {
        const source = clauses.get(ancestor)?.source;
        if (source && source !== "count") marks.set(board.cell(source), { kind: "clue" });
      }
      for (const literal of clauses.get(id)?.clause ?? [])
        marks.set(board.cell(cellOf(literal)), { kind: "lit" });
    }
    this.grid.mark("ancestry", marks);
  }

  #showBar() {
    const { game, values, ended } = this.playback;
    const marked = values.filter((value) => value === FLAG || value === EXPLODED).length;
    const result = game.outcome === "won" ? "won" : "lost";
    put(
      this.bar,
      el("span", { class: "chip" }, icon("flag"), t("left", { n: game.mines - marked })),
      el("span", { class: "chip name", title: game.strategy }, game.strategy),
      ended ? el("span", { class: `chip ${result}` }, t(`outcome ${game.outcome}`)) : null,
    );
  }

  get #progress() {
    const { board, at, facts, frames, plainSteps } = this.playback;
    const steps = this.full
      ? { n: at, of: frames.length }
      : { n: plainSteps.filter((step) => step <= at).length, of: plainSteps.length };
    return t("step of", { ...steps, marked: facts.length, cells: board.cells });
  }

  #showPlainStep() {
    const { game, frame, clauses } = this.playback;
    const begin = t("watch begin plain");
    put(
      this.step,
      el("p", { class: "quiet" }, this.#progress),
      game.fault ? el("p", { class: "quiet" }, game.fault) : null,
      frame ? plainCard(frame, clauses) : el("div", { class: "card now" }, begin),
    );
    put(this.sentence, ...sentence(frame ? plainWords(frame, clauses) : begin));
  }

  #showStep() {
    const { game, frame, clauses } = this.playback;
    put(
      this.step,
      el("h2", {}, el("span", { class: "cell-name" }, game.strategy)),
      el("p", { class: "quiet summary" }, this.summary),
      el("p", { class: "quiet" }, this.#progress),
      game.cut ? el("p", { class: "quiet" }, t("cut")) : null,
      game.fault ? el("p", { class: "quiet" }, game.fault) : null,
      clauses.size ? null : el("p", { class: "quiet" }, t("no base")),
      frame ? inferenceCard(frame, clauses) : el("div", { class: "card" }, t("watch begin")),
    );
    put(this.sentence, ...sentence(frame ? frameWords(frame, clauses) : t("watch begin")));
    this.sentence.scrollTop = 0;
    this.step.scrollTop = 0;
  }

  /** Show the previous frames and the size of the knowledge base. */
  #showBefore() {
    const { at, frames, clauses } = this.playback;
    const earlier = frames.slice(Math.max(0, at - 1 - MOST_BEFORE), Math.max(0, at - 1)).reverse();
    put(
      this.before,
      clauses.size ? this.#figures() : null,
      el("h3", {}, t("just before")),
      ...earlier.map((frame) => inferenceSummary(frame, clauses)),
    );
  }

  #figures() {
    const { at, sizes } = this.playback;
    const [kb, facts] = sizes[at];
    this.chart.seek(at);
    return el(
      "div",
      { class: "figures" },
      el("div", {}, el("h3", {}, t("by length")), this.#lengths()),
      el("div", {}, el("h3", {}, t("kb size", { kb, facts })), this.chart.element),
    );
  }

  /** A bar chart of the number of clauses by length. */
  #lengths() {
    const counts = new Array(LONGEST).fill(0);
    for (const clause of this.playback.kb.values())
      counts[Math.min(clause.length, LONGEST) - 1] += 1;
    const most = Math.max(1, ...counts);
    const rows = counts.flatMap((count, i) => {
      const bar = el("b");
      bar.style.width = `${(100 * count) / most}%`;
      return [
        el("span", {}, i + 1 === LONGEST ? `${LONGEST}+` : String(i + 1)),
        el("span", {}, bar),
        el("span", {}, String(count)),
      ];
    });
    return el("div", { class: "lengths" }, ...rows);
  }
}
