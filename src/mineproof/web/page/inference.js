// One frame of a trace as the view Watch shows it: a card, a line of summary, marks on the board.

/** @import { Board } from "./board.js" */
/** @import { Marks } from "./marks.js" */
/** @import { BaseEvent, Clauses, Frame, MoveEvent } from "./trace.js" */

import { cellName, el, sentence } from "./dom.js";
import { t } from "./texts.js";
import { cellOf, isNegative, isRefusal, pivotOf } from "./trace.js";

const MOST_DELETED = 6; // deleted clauses that are listed
const DELETED = ["drop", "consume", "shorten"];

/** @type {Record<string, string>} the text that says why a clause is refused, by event */
const REFUSAL = { duplicate: "is duplicate", subsumed: "is subsumed", true: "is true" };

/**
 * The inference in full: the parents above, what they give below, what it deletes struck out.
 * @param {Frame} frame
 * @param {Clauses} clauses
 */
export function inferenceCard(frame, clauses) {
  const { main, move } = frame;
  const pivot = pivotOf(frame, clauses);
  const parents = (main?.parents ?? []).flatMap((id) => {
    const parent = clauses.get(id);
    return parent ? [clauseRow(id, parent.clause, { pivot, from: sourceText(parent.source) })] : [];
  });
  return el(
    "div",
    { class: "card now" },
    el(
      "h3",
      {},
      t(titleKey(main)),
      pivot ? ` ${t("pivot")} ` : null,
      pivot ? cellName(pivot) : null,
    ),
    ...parents,
    main && result(frame, main),
    move && el("p", {}, ...sentence(moveText(move))),
    ...deletedRows(frame),
  );
}

/**
 * The same in one line.
 * @param {Frame} frame
 */
export function inferenceSummary({ main, move, source }) {
  if (!main) return el("div", { class: "clause" }, ...sentence(move ? moveText(move) : ""));
  if (main.event === "tell")
    return el(
      "div",
      { class: "clause" },
      el("span", { class: "from" }, ...sentence(toldText(main))),
    );
  return clauseRow(main.step, main.clause, {
    gone: isRefusal(main),
    from: originText(main, source),
  });
}

/**
 * The cells that a frame speaks of.
 * @param {Board} board
 * @param {Frame} frame
 * @param {Clauses} clauses
 */
export function frameMarks(board, { main, move, source }, clauses) {
  /** @type {Marks} */
  const marks = new Map();
  /** @type {(name: string, kind: string, tag?: string) => void} */
  const mark = (name, kind, tag = "") => marks.set(board.cell(cellOf(name)), { kind, tag });
  /** @param {string | null | undefined} clue */
  const markClue = (clue) => {
    if (clue && clue !== "count") mark(clue, "clue");
  };
  for (const id of main?.parents ?? []) {
    const parent = clauses.get(id);
    for (const literal of parent?.clause ?? []) mark(literal, "one-of");
    markClue(parent?.source);
  }
  for (const literal of main?.clause ?? []) mark(literal, "one-of");
  markClue(main?.source ?? source);
  if (main?.clause.length === 1 && (main.event === "insert" || main.event === "take")) {
    const safe = isNegative(main.clause[0]);
    mark(main.clause[0], safe ? "safe" : "mine", safe ? "✓" : "⚑");
  }
  if (move)
    mark(move.cell, move.certain ? move.verdict : "best", move.verdict === "safe" ? "✓" : "⚑");
  return marks;
}

/** @param {BaseEvent | null} main */
function titleKey(main) {
  if (!main) return "moving";
  if (main.event === "take") return "taking";
  if (isRefusal(main)) return "refusing";
  return main.parents ? "resolving" : "telling";
}

/**
 * What is told or derived.
 * @param {Frame} frame
 * @param {BaseEvent} main
 */
function result({ source }, main) {
  if (main.event === "tell") return el("p", {}, ...sentence(toldText(main)));
  const refusal = REFUSAL[main.event];
  return el(
    "div",
    { class: main.parents ? "resolvent" : "" },
    clauseRow(main.step, main.clause, { from: main.parents ? "" : sourceText(source) }),
    refusal ? el("p", { class: "quiet" }, t(refusal, { id: main.by })) : null,
  );
}

/** @param {Frame} frame */
function deletedRows({ events }) {
  const deleted = events.flatMap((event) =>
    event.event !== "move" && DELETED.includes(event.event) ? [event] : [],
  );
  const rows = deleted
    .slice(0, MOST_DELETED)
    .map(({ step, clause, event }) =>
      clauseRow(step, clause, { gone: true, from: t(`gone ${event}`) }),
    );
  const more = deleted.length - MOST_DELETED;
  return more > 0 ? [...rows, el("p", { class: "quiet" }, t("and more", { n: more }))] : rows;
}

/** @param {MoveEvent} move */
const moveText = ({ cell, verdict, certain }) =>
  t(`marks ${verdict}${certain ? "" : " by risk"}`, { cell });

/** @param {BaseEvent} event */
const toldText = ({ source, mines, clause }) =>
  t.n("told", mines ?? 0, {
    source: sourceText(source),
    cells: clause.map(cellOf).join(", ") || "–",
  });

/** @param {string | null | undefined} source */
function sourceText(source) {
  if (!source) return "";
  return source === "count" ? t("the mine count") : t("clue at", { cell: source });
}

/**
 * @param {BaseEvent} main
 * @param {string | null} source
 */
function originText(main, source) {
  if (main.event === "take") return t("marked");
  return main.parents ? `#${main.parents.join(" ⊗ #")}` : sourceText(source);
}

/**
 * A clause with its number, and where it comes from.
 * @param {number | undefined} id
 * @param {string[]} clause
 * @param {{ pivot?: string, gone?: boolean, from?: string }} how `gone` strikes it out
 */
function clauseRow(id, clause, { pivot = "", gone = false, from = "" }) {
  const unit = isNegative(clause[0] ?? "") ? " unit-safe" : " unit-mine";
  const state = gone ? " gone" : "";
  return el(
    "div",
    { class: `clause${clause.length === 1 && !gone ? unit : state}` },
    el("span", { class: "id" }, id ? `#${id}` : ""),
    el("span", { class: "lits" }, ...literals(clause, pivot)),
    from ? el("span", { class: "from" }, from) : null,
  );
}

/**
 * @param {string[]} clause
 * @param {string} pivot
 */
function literals(clause, pivot) {
  if (!clause.length) return ["⊥"];
  return clause.flatMap((literal, i) => {
    const name = cellOf(literal);
    const classes = `cell-name${name === pivot ? " pivot" : ""}`;
    const shown = cellName(name, isNegative(literal) ? `¬${name}` : name, classes);
    return i ? [" ∨ ", shown] : [shown];
  });
}
