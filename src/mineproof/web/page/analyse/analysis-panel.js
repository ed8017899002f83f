// The content of the panel in the view Analyse.

/** @import { Analysis } from "../engine/engine.js" */
/** @import { GuessHost } from "./candidates.js" */
/** @import { Child } from "../base/dom.js" */

import { el, factList, sentence } from "../base/dom.js";
import { countText, shareText } from "../base/format.js";
import { t } from "../base/texts.js";
import { seaOdds } from "../board/heat-map.js";
import { guessContent } from "./candidates.js";

/**
 * @param {Analysis} analysis
 * @param {GuessHost} host
 * @returns {Child[]}
 */
export function analysisContent(analysis, host) {
  const { best } = analysis;
  return [
    el("h2", {}, t(titleKey(analysis))),
    factList(facts(analysis, seaOdds(host.grid.board, analysis.odds))),
    best && best.safe === 1 ? el("p", {}, ...sentence(t("best safe", { cell: best.cell }))) : null,
    ...(best && best.safe < 1 ? guessContent(host, analysis) : []),
    el("p", { class: "quiet" }, t("analyse why")),
  ];
}

/** @param {Analysis} analysis */
function titleKey({ safe, mined, odds }) {
  if (safe.length) return "certain move";
  return Object.keys(odds).length > mined.length ? "no certain move" : "all decided";
}

/**
 * @param {Analysis} analysis
 * @param {number | null} sea the odds of a sea cell; null if there is no sea
 * @returns {[term: string, description: string][]}
 */
function facts({ layouts, safe, mined, wrong_flags: wrong }, sea) {
  /** @type {[string, string][]} */
  const rows = [[t("layouts"), countText(layouts)]];
  if (safe.length) rows.push([t("certainly safe"), String(safe.length)]);
  if (mined.length) rows.push([t("certainly mines"), String(mined.length)]);
  if (sea !== null && sea > 0 && sea < 1)
    rows.push([t("untouched cells"), t("mine each", { p: shareText(sea) })]);
  return wrong.length ? [...rows, [t("wrong flags"), wrong.join(", ")]] : rows;
}
