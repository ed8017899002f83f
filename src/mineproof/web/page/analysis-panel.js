// What the panel of the view Analyse says about a position.

/** @import { Analysis } from "./engine.js" */
/** @import { Child } from "./dom.js" */

import { el, factList, sentence } from "./dom.js";
import { countText } from "./format.js";
import { t } from "./texts.js";

/**
 * @param {Analysis} analysis
 * @returns {Child[]}
 */
export function analysisContent(analysis) {
  const { best } = analysis;
  return [
    el("h2", {}, t(titleKey(analysis))),
    factList(facts(analysis)),
    best && el("p", {}, ...sentence(bestText(best))),
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
 * @returns {[term: string, description: string][]}
 */
function facts({ layouts, safe, mined, wrong_flags: wrong }) {
  /** @type {[string, string][]} */
  const known = [
    [t("layouts"), countText(layouts)],
    [t("certainly safe"), String(safe.length)],
    [t("certainly mines"), String(mined.length)],
  ];
  return wrong.length ? [...known, [t("wrong flags"), wrong.join(", ")]] : known;
}

/** @param {NonNullable<Analysis["best"]>} best */
function bestText({ cell, safe }) {
  return safe === 1
    ? t("best safe", { cell })
    : t("best guess", { cell, p: (100 * (1 - safe)).toFixed(1) });
}
