// Clauses and inferences as sentences: "either r5c6 is a mine or r8c6 is safe". No DOM is used.

/** @import { BaseEvent, Clauses, Frame, MoveEvent } from "./trace.js" */

import { t } from "../base/texts.js";
import { cellOf, isNegative, isRefusal, pivotOf } from "./trace.js";

/** @type {Record<string, string>} the key of the reason for a deletion, by event */
const DELETION = { drop: "deletes subsumed", consume: "deletes used", shorten: "deletes longer" };

/**
 * A clause in words, as a part of a sentence.
 * @param {string[]} clause
 */
export function clauseWords(clause) {
  const cells = clause.map(cellOf).join(t("list comma"));
  const safe = clause.filter(isNegative).length;
  if (!clause.length) return t("clause empty");
  if (clause.length === 1) return literalWords(clause[0]);
  if (safe === 0) return t("clause mines", { cells });
  if (safe === clause.length) return t("clause safe", { cells });
  const parts = clause.map(literalWords);
  if (parts.length === 2) return t("clause either", { a: parts[0], b: parts[1] });
  return t("clause mixed", { parts: parts.join(t("list or")) });
}

/** @param {string} literal */
const literalWords = (literal) =>
  t(isNegative(literal) ? "literal safe" : "literal mine", { cell: cellOf(literal) });

/**
 * What a frame does, in one to three sentences.
 * @param {Frame} frame
 * @param {Clauses} clauses
 */
export function frameWords(frame, clauses) {
  const { main, move } = frame;
  if (!main) return move ? moveWords(move) : "";
  if (main.event === "tell") return tellWords(main);
  if (main.event === "take") return takeWords(main, move);
  const inference = main.parents?.length
    ? resolutionWords(frame, main, clauses)
    : premiseWords(frame, main);
  return [inference, refusalWords(main), ...deletionWords(frame)]
    .filter(Boolean)
    .join(t("sentence gap"));
}

/**
 * What a frame does in one sentence without terms of logic. It leaves out the two clauses and what follows:
 * these stand below it.
 * @param {Frame} frame
 * @param {Clauses} clauses
 */
export function plainWords(frame, clauses) {
  const { main, move } = frame;
  if (!main || main.event === "tell") return frameWords(frame, clauses);
  if (main.event === "take")
    return (move ? moveWords(move) : clauseWords(main.clause)) + t("full stop");
  const said = main.parents?.length
    ? t("plain resolves", { pivot: pivotOf(frame, clauses) })
    : premiseWords(frame, main);
  return isRefusal(main) ? [said, t("nothing new")].join(t("sentence gap")) : said;
}

/**
 * A move, or a fact of KB0, in words.
 * @param {Pick<MoveEvent, "cell" | "verdict" | "certain">} move
 */
export const moveWords = ({ cell, verdict, certain }) =>
  t(`marks ${verdict}${certain ? "" : " by risk"}`, { cell });

/**
 * The source of a clause in words: a clue, the mine count, or "" if there is none.
 * @param {string | null | undefined} source
 */
export function sourceWords(source) {
  if (!source) return "";
  return source === "count" ? t("the mine count") : t("clue at", { cell: source });
}

/** @param {BaseEvent} event */
function tellWords({ source, mines, clause }) {
  const gaps = { source: sourceWords(source), cells: clause.map(cellOf).join(t("list comma")) };
  if (!clause.length) return capital(t("tells nothing", gaps));
  if (!mines) return capital(t("tells no mine", gaps));
  return capital(t.n("tells", mines, gaps));
}

/**
 * @param {BaseEvent} main
 * @param {MoveEvent | null} move
 */
function takeWords({ step, clause }, move) {
  const cell = cellOf(clause[0]);
  const verdict = isNegative(clause[0]) ? "safe" : "mine";
  return t(`takes ${verdict}${move ? "" : " again"}`, { cell, id: step });
}

/**
 * @param {Frame} frame
 * @param {BaseEvent} main
 */
function premiseWords({ source }, main) {
  const said = clauseWords(main.clause);
  return source
    ? capital(t("clause told", { source: sourceWords(source), said }))
    : capital(t("clause given", { said }));
}

/**
 * @param {Frame} frame
 * @param {BaseEvent} main
 * @param {Clauses} clauses
 */
function resolutionWords(frame, main, clauses) {
  const parents = (main.parents ?? []).map((id) => clauses.get(id)?.clause ?? []);
  const unit = parents.find((parent) => parent.length === 1);
  const result = clauseWords(main.clause);
  if (parents.length !== 2) return capital(t("clause follows", { said: result }));
  if (unit) {
    const other = parents.find((parent) => parent !== unit) ?? [];
    const gaps = { a: clauseWords(unit), b: clauseWords(other), result };
    return capital(t("resolves unit", gaps));
  }
  const [a, b] = parents.map(clauseWords);
  return capital(t("resolves", { a, b, pivot: pivotOf(frame, clauses), result }));
}

/** @param {BaseEvent} main */
function refusalWords(main) {
  if (!isRefusal(main)) return "";
  if (main.event === "subsumed") return t("not kept subsumed", { id: main.by });
  if (main.event === "true") return t("not kept true");
  return main.by ? t("not kept duplicate", { id: main.by }) : t("not kept known");
}

/** @param {Frame} frame */
function deletionWords({ events }) {
  /** @param {string} kind */
  const count = (kind) => events.filter((event) => event.event === kind).length;
  return Object.entries(DELETION).flatMap(([kind, key]) => {
    const n = count(kind);
    return n ? [t.n(key, n)] : [];
  });
}

/**
 * Capitalise the first letter, unless the text begins with the name of a cell.
 * @param {string} text
 */
const capital = (text) => (/^r\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));
