// A position that no layout fits: the clues that contradict each other light up.

/** @import { Refusal } from "./engine.js" */
/** @import { Grid } from "./grid.js" */

import { announce, el, sentence } from "./dom.js";
import { showPanel } from "./panel.js";
import { t } from "./texts.js";

/**
 * @param {Grid} grid
 * @param {HTMLElement} panel
 * @param {Refusal} problem
 */
export function showContradiction(grid, panel, problem) {
  const mark = { kind: "clash", says: t("clashes") };
  grid.mark("clash", new Map(problem.clues.map((name) => [grid.board.cell(name), mark])));
  showPanel(
    panel,
    el("h2", {}, t("clash title")),
    el("p", { class: "problem" }, ...sentence(explanation(grid, problem))),
  );
  announce(t("clash title"));
}

/**
 * @param {Grid} grid
 * @param {Refusal} problem
 */
function explanation(grid, problem) {
  const facts = problem.clues.map((name) =>
    t("clue says", { cell: name, n: grid.values[grid.board.cell(name)] }),
  );
  if (problem.usesCount) facts.push(t("the mine count"));
  const clues = facts.join(t("list comma"));
  if (facts.length === 0) return problem.message;
  if (facts.length === 1) return t("clash one", { clues });
  return t(facts.length === 2 ? "clash two" : "clash many", { clues });
}
