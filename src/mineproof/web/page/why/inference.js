// One frame of a trace in the view Watch: a card, a summary in one line, marks on the board.

/** @import { Board } from "../board/board.js" */
/** @import { IconName } from "../base/dom.js" */
/** @import { Marks } from "../board/marks.js" */
/** @import { Term } from "../base/definitions.js" */
/** @import { BaseEvent, Clauses, Frame } from "./trace.js" */

import { term } from "../base/definitions.js";
import { cellName, el, sentence } from "../base/dom.js";
import { t } from "../base/texts.js";
import { clauseWords, frameWords, plainWords, sourceWords } from "./clause-words.js";
import { cellOf, isNegative, isRefusal, pivotOf } from "./trace.js";

const MOST_DELETED = 6; // deleted clauses that are listed
const DELETED = ["drop", "consume", "shorten"];

/**
 * The full inference: a sentence, the parents, the result, and the deleted clauses, which are struck
 * out.
 * @param {Frame} frame
 * @param {Clauses} clauses
 */
export function inferenceCard(frame, clauses) {
  const { main } = frame;
  const pivot = pivotOf(frame, clauses);
  const parents = (main?.parents ?? []).flatMap((id) => {
    const parent = clauses.get(id);
    return parent
      ? [clauseRow(id, parent.clause, { pivot, from: sourceWords(parent.source) })]
      : [];
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
    el("p", { class: "words" }, ...sentence(frameWords(frame, clauses))),
    ...parents,
    main && main.event !== "tell" ? result(frame, main) : null,
    ...deletedRows(frame),
  );
}

/**
 * The inference for a reader who knows no clauses: a sentence, what the two clauses say, and what follows.
 * @param {Frame} frame
 * @param {Clauses} clauses
 */
export function plainCard(frame, clauses) {
  const { main } = frame;
  const parents = (main?.parents ?? []).map((id) => clauseWords(clauses.get(id)?.clause ?? []));
  const said = main && parents.length ? t("plain so", { said: clauseWords(main.clause) }) : "";
  return el(
    "div",
    { class: "card now" },
    el("p", { class: "words" }, ...sentence(plainWords(frame, clauses))),
    parents.length
      ? el("ul", { class: "premises" }, ...parents.map((text) => el("li", {}, ...sentence(text))))
      : null,
    said ? el("p", { class: `so ${clauseKind(main?.clause ?? [])}` }, ...sentence(said)) : null,
  );
}

/**
 * The inference in one line.
 * @param {Frame} frame
 * @param {Clauses} clauses
 */
export function inferenceSummary(frame, clauses) {
  const { main, source } = frame;
  if (!main || main.event === "tell")
    return el(
      "div",
      { class: "clause" },
      el("span", { class: "from" }, ...sentence(frameWords(frame, clauses))),
    );
  return clauseRow(main.step, main.clause, {
    gone: isRefusal(main),
    from: originText(main, source),
  });
}

/**
 * Marks for the cells of a frame.
 * @param {Board} board
 * @param {Frame} frame
 * @param {Clauses} clauses
 */
export function frameMarks(board, { main, move, source }, clauses) {
  /** @type {Marks} */
  const marks = new Map();
  /** @type {(name: string, kind: string, icon?: IconName) => void} */
  const mark = (name, kind, icon) => marks.set(board.cell(cellOf(name)), { kind, icon });
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
    mark(main.clause[0], safe ? "safe" : "mine", safe ? "check" : "flag");
  }
  if (move)
    mark(
      move.cell,
      move.certain ? move.verdict : "best",
      move.verdict === "safe" ? "check" : "flag",
    );
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
 * The clause that the frame adds, derives, refuses or takes.
 * @param {Frame} frame
 * @param {BaseEvent} main
 */
function result({ source }, main) {
  return el(
    "div",
    { class: main.parents ? "resolvent" : "" },
    clauseRow(main.step, main.clause, {
      from: main.parents ? "" : sourceWords(source),
      gone: isRefusal(main),
      words: resultTerms(main),
    }),
  );
}

/**
 * The terms that describe the result.
 * @param {BaseEvent} main
 */
function resultTerms(main) {
  /** @type {Term[]} */
  const terms = [];
  if (main.parents) terms.push("resolvent");
  if (main.clause.length === 1) terms.push("unit");
  if (main.event === "subsumed") terms.push("subsumed");
  return terms;
}

/** @param {Frame} frame */
function deletedRows({ events }) {
  const deleted = events.flatMap((event) =>
    event.event !== "move" && DELETED.includes(event.event) ? [event] : [],
  );
  const rows = deleted
    .slice(0, MOST_DELETED)
    .map(({ step, clause, event }) =>
      event === "drop"
        ? clauseRow(step, clause, { gone: true, words: ["subsumed"] })
        : clauseRow(step, clause, { gone: true, from: t(`gone ${event}`) }),
    );
  const more = deleted.length - MOST_DELETED;
  return more > 0 ? [...rows, el("p", { class: "quiet" }, t("and more", { n: more }))] : rows;
}

/**
 * @param {BaseEvent} main
 * @param {string | null} source
 */
function originText(main, source) {
  if (main.event === "take") return t("marked");
  return main.parents ? parentsText(main.parents) : sourceWords(source);
}

/** @param {number[]} parents */
export const parentsText = (parents) => `#${parents.join(" ⊗ #")}`;

/**
 * A clause with its number and its origin. Its tooltip has the clause in words.
 * @param {number | undefined} id
 * @param {string[]} clause
 * @param {{ pivot?: string, gone?: boolean, from?: string, words?: Term[] }} how `gone` strikes it
 *   out, `words` are terms that describe it
 */
function clauseRow(id, clause, { pivot = "", gone = false, from = "", words = [] }) {
  return el(
    "div",
    { class: `clause ${gone ? "gone" : clauseKind(clause)}`, title: clauseWords(clause) },
    ...clauseParts(id, clause, from, pivot),
    ...words.map(term),
  );
}

/**
 * The number, the literals and the origin of a clause.
 * @param {number | null | undefined} id
 * @param {string[]} clause
 * @param {string} from
 * @param {string} [pivot]
 */
export const clauseParts = (id, clause, from, pivot = "") => [
  el("span", { class: "id" }, id ? `#${id}` : ""),
  el("span", { class: "lits" }, ...literals(clause, pivot)),
  el("span", { class: "from" }, ...sentence(from)),
];

/**
 * The class of a clause: units have the colour of their verdict.
 * @param {string[]} clause
 */
export function clauseKind(clause) {
  if (clause.length !== 1) return "";
  return isNegative(clause[0]) ? "unit-safe" : "unit-mine";
}

/**
 * The literals of a clause; the pivot is underlined.
 * @param {string[]} clause
 * @param {string} [pivot]
 */
function literals(clause, pivot = "") {
  if (!clause.length) return ["⊥"];
  return clause.flatMap((literal, i) => {
    const name = cellOf(literal);
    const classes = `cell-name${name === pivot ? " pivot" : ""}`;
    const shown = cellName(name, isNegative(literal) ? `¬${name}` : name, classes);
    return i ? [" ∨ ", shown] : [shown];
  });
}
