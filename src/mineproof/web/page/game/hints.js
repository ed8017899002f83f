// A hint in three stages, each on request: the clues, then the decided cells, then the argument.

/** @import { Analysis, Explanation } from "../engine/engine.js" */
/** @import { Screen } from "../base/panels.js" */
/** @import { WhyHost } from "../why/why.js" */

import { actions, announce, button, el } from "../base/dom.js";
import { language, t } from "../base/texts.js";
import { FLAG } from "../board/board.js";
import { askedMark, markAll } from "../board/marks.js";
import { ask } from "../engine/engine.js";
import { argumentMarks, hideArgument, showWhy } from "../why/why.js";

/**
 * Show the first stage of a hint: only the clues that decide a cell are highlighted.
 * @param {WhyHost} host
 * @param {Analysis} analysis
 */
export function showHint(host, analysis) {
  const { grid, panels } = host;
  const cell = decidedCell(host, analysis);
  let stage = 1; // 1 or 2; the argument is a screen of its own
  /** @type {Explanation | null} */
  let explanation = null;
  const next = () => {
    if (!explanation || !cell) return true;
    if (stage === 2) showWhy(host, grid.board.cell(cell), { pressKey: (key) => key === "h" });
    else {
      stage = 2;
      panels.again();
    }
    return true;
  };
  return panels.open({
    kind: "hint",
    show: async (screen) => {
      if (cell === null) {
        showNothingCertain(host, screen);
        return;
      }
      const question = { position: host.position(), shape: host.shape, cell, language };
      try {
        explanation ??= await ask("explain", question);
      } catch (problem) {
        panels.refuse(screen, problem, el("h2", {}, t("hint")));
        return;
      }
      if (panels.top !== screen) return;
      showStage(host, screen, explanation, stage, next);
    },
    // H goes on: to the next stage, and not back to the first one from the argument
    pressKey: (key) => key === "h" && next(),
    hide: () => hideArgument(grid),
  });
}

/**
 * A certain cell for the hint: the best move, else a safe cell, else a mine without a flag.
 * @param {WhyHost} host
 * @param {Analysis} analysis
 */
function decidedCell({ grid }, { best, safe, mined }) {
  if (best && safe.includes(best.cell)) return best.cell;
  const unflagged = mined.find((name) => grid.values[grid.board.cell(name)] !== FLAG);
  return safe[0] ?? unflagged ?? null;
}

/**
 * @param {WhyHost} host
 * @param {Screen} screen
 */
function showNothingCertain({ panels }, screen) {
  panels.put(
    screen,
    el("h2", {}, t("guess needed")),
    el("p", { class: "quiet" }, t("guess needed more")),
  );
  announce(t("guess needed"));
}

/**
 * @param {WhyHost} host
 * @param {Screen} screen
 * @param {Explanation} explanation
 * @param {number} stage
 * @param {() => unknown} next
 */
function showStage({ grid, panels }, screen, explanation, stage, next) {
  const cells = stage > 1;
  grid.mute("assist", true);
  grid.mark("why", argumentMarks(grid.board, explanation, { cells, conclusions: false }));
  if (cells) grid.mark("line", markAll(grid.board, [explanation.cell], askedMark()));
  const { clues, uses_count: usesCount } = explanation;
  const clueText = t.n(usesCount ? "hint clues with count" : "hint clues", clues.length);
  const text = cells ? t("hint cells") : clueText;
  panels.put(
    screen,
    el("h2", {}, t("hint stage", { n: stage })),
    el("p", {}, text),
    actions(button(cells ? "hint words" : "hint more", next, { class: "main" })),
  );
  const [first] = clues;
  if (first) grid.uncover(grid.board.cell(cells ? explanation.cell : first));
  announce(text);
}
