// The review of a game and of each move, in words and numbers. Other modules draw the board.

/** @import { Review, ReviewedMove } from "../engine/engine.js" */
/** @import { Child } from "../base/dom.js" */

import { buttonWith, el, sentence } from "../base/dom.js";
import { clockText, percentText, shareText } from "../base/format.js";
import { t } from "../base/texts.js";

/** A guess whose risk exceeds that of the best guess by more than this is a mistake. */
const TOLERANCE = 0.01;

/**
 * Classify a move. A mistake opens a certain mine, takes a needless risk, sets a wrong flag, or is a
 * guess while another was safer. A move without risk is "certain".
 * @param {ReviewedMove} move
 * @returns {"mistake" | "guess" | "certain"}
 */
export function moveKind({ verdict, risk, best }) {
  if (risk === 1 || verdict === "needless" || verdict === "wrong") return "mistake";
  if (verdict !== "risk") return "certain";
  return best && risk - (1 - best.safe) > TOLERANCE ? "mistake" : "guess";
}

/**
 * A move in one line, for lists.
 * @param {ReviewedMove} move
 */
export function moveLine(move) {
  const { cell, risk, certain, best, verdict } = move;
  const values = { cell, p: shareText(risk), certain, best: best?.cell };
  if (risk === 1) return t("took certain mine", values);
  if (verdict === "needless") return t("took needless", values);
  if (verdict === "wrong") return t("took wrong flag", values);
  if (verdict !== "risk") return t(`did ${move.do}`, values);
  return best && moveKind(move) === "mistake"
    ? t("took risk, better", { ...values, q: shareText(1 - best.safe) })
    : t("took risk", values);
}

/**
 * The verdict on a move, in a sentence.
 * @param {ReviewedMove} move
 */
export function verdictText(move) {
  const { cell, risk, certain, best, verdict } = move;
  const values = { cell, p: shareText(risk), certain, best: best?.cell };
  if (risk === 1) return t("judged certain mine", values);
  if (verdict !== "risk") return t(`judged ${verdict}`, values);
  if (best && moveKind(move) === "mistake")
    return t("judged worse guess", { ...values, q: shareText(1 - best.safe) });
  return t("judged risk", values);
}

/**
 * Whether the loss at the last move was avoidable, in words.
 * @param {ReviewedMove} last
 */
function avoidable({ cell, certain, risk, verdict }) {
  const values = { cell, certain, p: shareText(risk) };
  if (risk === 1) return t("avoidable mine", values);
  if (verdict === "needless") return t("avoidable", values);
  return verdict === "risk" ? t("not avoidable", values) : t("unknown whether");
}

/**
 * The summary of a game: whether a loss was avoidable, the statistics that players compare, and the
 * mistakes and guesses.
 * @param {Review} review
 * @param {number} given the part of the 3BV that the start does; the player's own figures are without it
 * @param {(place: number) => void} go shows the position before a move
 * @returns {Child[]}
 */
export function summary(review, given, go) {
  const notable = review.moves.filter((move) => moveKind(move) !== "certain");
  const last = review.moves.at(-1);
  const lost = review.outcome === "lost" && last;
  return [
    lost ? el("p", {}, ...sentence(avoidable(last))) : null,
    statistics(review, given),
    notable.length ? el("h3", {}, t("worth a look")) : el("p", { class: "quiet" }, t("no risks")),
    el("ol", { class: "review" }, ...notable.map((move) => moveItem(move, go))),
  ];
}

/**
 * @param {Review} review
 * @param {number} given
 */
function statistics(review, given) {
  const { seconds, efficiency } = review;
  const speed = review["3bv_per_second"];
  /** @type {[key: string, value: string | null][]} */
  const numbers = [
    ["time", seconds === null ? null : clockText(seconds)],
    ["3bv", `${review.solved - given} / ${review["3bv"] - given}`],
    ["3bv per second", speed === null ? null : speed.toFixed(2)],
    ["clicks", String(review.clicks)],
    ["efficiency", efficiency === null ? null : percentText(efficiency)],
    ["luck", percentText(review.luck)],
    ["risks taken", String(review.risks)],
    ["needless ones", String(review.needless)],
  ];
  return el(
    "dl",
    { class: "facts statistics" },
    ...numbers.flatMap(([key, value]) =>
      value === null
        ? []
        : [el("div", { title: t(`about ${key}`) }, el("dt", {}, t(key)), el("dd", {}, value))],
    ),
  );
}

/**
 * @param {ReviewedMove} move
 * @param {(place: number) => void} go
 */
function moveItem(move, go) {
  const kind = moveKind(move);
  return el(
    "li",
    {},
    buttonWith(
      [
        el("span", { class: "quiet" }, String(move.number)),
        el(
          "span",
          { class: kind },
          el("span", { "aria-hidden": "true" }, kind === "mistake" ? "✗ " : "? "),
          ...sentence(moveLine(move)),
        ),
      ],
      () => go(move.number),
    ),
  );
}
