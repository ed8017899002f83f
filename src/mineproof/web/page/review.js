// After a game: was the loss avoidable, how lucky was it, and which moves were risks.

/** @import { Review, ReviewedMove } from "./engine.js" */
/** @import { Child } from "./dom.js" */

import { el, factList, sentence } from "./dom.js";
import { percentText } from "./format.js";
import { t } from "./texts.js";

const NOTABLE = ["risk", "needless", "wrong"];

/**
 * What the panel says of a game that is over.
 * @param {Review} review
 * @param {boolean} won
 * @param {(move: ReviewedMove) => void} look shows the board before a move
 * @returns {Child[]}
 */
export function reviewContent(review, won, look) {
  const notable = review.moves.filter((move) => NOTABLE.includes(move.verdict));
  return [
    won ? null : el("p", {}, ...sentence(avoidable(review.moves[review.moves.length - 1]))),
    factList(facts(review)),
    notable.length ? el("h3", {}, t("worth a look")) : el("p", { class: "quiet" }, t("no risks")),
    el("ol", { class: "review" }, ...notable.map((move) => moveItem(move, look))),
  ];
}

/**
 * @param {ReviewedMove} move
 * @param {(move: ReviewedMove) => void} look
 */
function moveItem(move, look) {
  return el(
    "li",
    {},
    el(
      "button",
      { type: "button", on: { click: () => look(move) } },
      el("span", { class: "quiet" }, String(move.number)),
      el("span", { class: move.verdict }, ...sentence(judgement(move))),
    ),
  );
}

/**
 * Whether the last move of a lost game was needed.
 * @param {ReviewedMove} last
 */
function avoidable({ cell, certain, risk, verdict }) {
  const values = { cell, certain, p: (100 * risk).toFixed(0) };
  if (verdict === "needless") return t("avoidable", values);
  return verdict === "risk" ? t("not avoidable", values) : t("unknown whether");
}

/**
 * @param {Review} review
 * @returns {[term: string, description: string][]}
 */
function facts(review) {
  const speed = review["3bv_per_second"];
  /** @type {[string, string][]} */
  const known = [
    [t("luck"), percentText(review.luck)],
    [t("risks taken"), String(review.risks)],
    [t("needless ones"), String(review.needless)],
    [t("3bv"), `${review.solved} / ${review["3bv"]}`],
  ];
  return speed ? [...known, [t("3bv per second"), speed.toFixed(2)]] : known;
}

/** @param {ReviewedMove} move */
function judgement({ cell, risk, certain, best, verdict }) {
  const values = { cell, p: (100 * risk).toFixed(0), certain, best: best?.cell };
  if (verdict === "needless") return t("took needless", values);
  if (verdict === "wrong") return t("took wrong flag", values);
  if (best && best.cell !== cell)
    return t("took risk, better", { ...values, q: (100 * (1 - best.safe)).toFixed(0) });
  return t("took risk", values);
}
