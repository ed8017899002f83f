// The knowledge of a strategy after a step: lists of the clauses of KB and the facts of KB0, with a
// search, a filter by cell, and the ancestry of a clicked clause.

/** @import { Clause, Fact, Playback } from "../why/trace.js" */

import { term } from "../base/definitions.js";
import { button, buttonWith, closeButton, el, put, sentence } from "../base/dom.js";
import { t } from "../base/texts.js";
import { clauseWords, moveWords, sourceWords } from "../why/clause-words.js";
import { clauseKind, clauseParts, parentsText } from "../why/inference.js";
import { ancestry, cellOf } from "../why/trace.js";

const MOST_ROWS = 300; // clauses in the list

/**
 * Handlers of the run that shows the list.
 * @typedef {object} KnowledgeHandlers
 * @property {(id: number | null) => void} choose the list shows the ancestry of this clause, or of none
 * @property {(cell: string | null) => void} filter the reader wants the clauses of a cell, or all
 * @property {(at: number) => void} seek the reader wants to see this step
 */

export class KnowledgeList {
  /** @type {string | null} the cell whose clauses are listed; null for all */
  cell = null;
  /** @type {number | null} the clause whose ancestry is shown */
  chosen = null;
  /** @type {Map<number, HTMLElement>} a memo of rows by clause; a clause never changes */
  #rows = new Map();
  #search = el("input", { type: "search", class: "search", spellcheck: "false" });
  #chip = el("span", { class: "filter" });
  #clauses = el("ul", { class: "rows kb-rows", tabindex: "0", "aria-label": "KB" });
  #facts = el("ul", { class: "rows kb0-rows", tabindex: "0", "aria-label": "KB0" });
  #clauseCount = el("span");
  #factCount = el("span");
  #lists = el(
    "div",
    { class: "knowledge-lists" },
    el("div", { class: "kb" }, el("h3", {}, term("KB"), " ", this.#clauseCount), this.#clauses),
    el("div", { class: "kb0" }, el("h3", {}, term("KB0"), " ", this.#factCount), this.#facts),
  );
  #ancestry = el("div", { class: "knowledge-lists ancestry", hidden: true });

  /**
   * @param {Playback} playback
   * @param {KnowledgeHandlers} on
   */
  constructor(playback, on) {
    this.playback = playback;
    this.on = on;
    this.#search.placeholder = t("search clauses");
    this.#search.ariaLabel = t("search clauses");
    this.#search.addEventListener("input", () => {
      this.choose(null);
    });
    const head = el("div", { class: "knowledge-head" }, this.#search, this.#chip);
    this.element = el(
      "div",
      { role: "group", class: "knowledge", "aria-label": t("knowledge"), title: t("filter hint") },
      head,
      this.#lists,
      this.#ancestry,
    );
  }

  /** Show the knowledge at the present step. */
  show() {
    if (this.chosen !== null) return; // an ancestry does not change
    const { kb, facts } = this.playback;
    this.#clauseCount.textContent = t.n("clauses in kb", kb.size);
    this.#factCount.textContent = t.n("facts in kb0", facts.length);
    this.#showClauses();
    this.#showFacts();
  }

  /**
   * List only the clauses and facts of a cell, or all.
   * @param {string | null} cell
   */
  filter(cell) {
    this.cell = cell;
    const label = cell ? t("only cell", { cell }) : "";
    const close = closeButton(() => this.on.filter(null));
    close.ariaLabel = label;
    put(this.#chip, cell ? el("b", {}, cell) : null, cell ? close : null);
    this.choose(null);
  }

  /**
   * Show the ancestry of a clause, or the lists if `id` is null.
   * @param {number | null} id
   */
  choose(id) {
    const before = this.chosen;
    this.chosen = id;
    this.#lists.hidden = id !== null;
    this.#ancestry.hidden = id === null;
    if (id === null) this.show();
    else this.#showAncestry(id);
    if (id !== before) this.on.choose(id);
  }

  // The lists

  #showClauses() {
    const { kb, clauses, frame } = this.playback;
    const ids = [...kb.keys()].sort((a, b) => lengthOf(kb, a) - lengthOf(kb, b) || a - b);
    const wanted = ids.filter((id) => this.#matches(id, clauses.get(id)));
    const inserted = frame?.main?.event === "insert" ? frame.main.step : undefined;
    const rows = wanted.slice(0, MOST_ROWS).map((id) => {
      const row = this.#row(id);
      row.classList.toggle("new", id === inserted);
      row.classList.toggle("parent", frame?.main?.parents?.includes(id) ?? false);
      return row;
    });
    const more = wanted.length - rows.length;
    put(
      this.#clauses,
      ...rows,
      more > 0 ? quietRow(t("and more", { n: more })) : null,
      rows.length ? null : quietRow(t(ids.length ? "none found" : "none in kb")),
    );
    this.#uncover(rows.find((row) => row.classList.contains("new")));
  }

  #showFacts() {
    const { facts } = this.playback;
    const wanted = facts.filter((fact) => this.#matches(fact.unit, undefined, fact.cell));
    put(
      this.#facts,
      ...wanted.reverse().map((fact) => this.#factRow(fact)),
      wanted.length ? null : quietRow(t(facts.length ? "none found" : "none in kb0")),
    );
  }

  /**
   * Scroll the list of clauses to a row. The page does not scroll.
   * @param {HTMLElement | undefined} row
   */
  #uncover(row) {
    if (!row) return;
    const list = this.#clauses.getBoundingClientRect();
    const { top, bottom } = row.getBoundingClientRect();
    if (bottom > list.bottom) this.#clauses.scrollTop += bottom - list.bottom;
    if (top < list.top) this.#clauses.scrollTop += top - list.top;
  }

  /**
   * Whether a clause or a fact matches the search and the filter.
   * @param {number | null} id
   * @param {Clause | undefined} clause
   * @param {string} [cell] of a fact
   */
  #matches(id, clause, cell) {
    const shown = clause ? clause.clause.map(shownLiteral) : [cell ?? ""];
    const cells = clause ? clause.clause.map(cellOf) : [cell ?? ""];
    if (this.cell && !cells.includes(this.cell)) return false;
    const text = [id ? `#${id}` : "", ...shown, clause?.source ?? ""].join(" ");
    const words = this.#search.value.toLowerCase().replaceAll("-", "¬").split(/\s+/);
    return words.every((word) => text.includes(word));
  }

  /** @param {number} id */
  #row(id) {
    const row = this.#rows.get(id) ?? this.#clauseRow(id);
    this.#rows.set(id, row);
    return row;
  }

  /** @param {number} id */
  #clauseRow(id) {
    const { clause, source, parents } = this.playback.clauses.get(id) ?? NO_CLAUSE;
    const premise = sourceWords(source) || t("given cell");
    const from = parents.length ? parentsText(parents) : premise;
    return el(
      "li",
      {},
      buttonWith(clauseParts(id, clause, from), () => this.choose(id), {
        class: `clause ${clauseKind(clause)}`,
        title: clauseWords(clause),
      }),
    );
  }

  /** @param {Fact} fact */
  #factRow({ cell, verdict, certain, unit }) {
    const words = moveWords({ cell, verdict, certain });
    const kind = certain ? ` unit-${verdict}` : "";
    const literal = verdict === "mine" ? cell : `-${cell}`;
    const content = clauseParts(unit, [literal], words);
    if (!unit) return el("li", {}, el("div", { class: `clause${kind}` }, ...content));
    const classes = { class: `clause${kind}` };
    return el(
      "li",
      {},
      buttonWith(content, () => this.choose(unit), classes),
    );
  }

  // The ancestry

  /** @param {number} id */
  #showAncestry(id) {
    const { clauses } = this.playback;
    const { clause, at } = clauses.get(id) ?? NO_CLAUSE;
    const ids = ancestry(clauses, id);
    const premises = ids.filter((ancestor) => !clauses.get(ancestor)?.parents.length).length;
    const rows = ids.reverse().map((ancestor) => {
      const row = this.#clauseRow(ancestor);
      row.classList.toggle("chosen", ancestor === id);
      return row;
    });
    put(
      this.#ancestry,
      el(
        "div",
        { class: "ancestry-head" },
        button("back to list", () => this.choose(null)),
        button("to its step", () => this.on.seek(at)),
      ),
      el("h3", {}, t("came about", { id })),
      el("p", { class: "words" }, ...sentence(`${clauseWords(clause)}.`)),
      el("p", { class: "quiet" }, t.n("rests on", premises)),
      el("ul", { class: "rows", tabindex: "0", "aria-label": t("came about", { id }) }, ...rows),
    );
  }
}

/** @type {Clause} */
const NO_CLAUSE = { clause: [], source: null, parents: [], at: 0 };

/**
 * @param {Map<number, string[]>} kb
 * @param {number} id
 */
const lengthOf = (kb, id) => kb.get(id)?.length ?? 0;

/** @param {string} text */
const quietRow = (text) => el("li", { class: "quiet" }, text);

/** @param {string} literal */
const shownLiteral = (literal) => literal.replace("-", "¬");
