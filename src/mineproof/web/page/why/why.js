// Explains a cell. If it is decided: the clues are highlighted and the argument appears;
// pointing at a sentence highlights its cells. If it is undecided: two layouts that differ in the cell.
// If the position contradicts itself: the minimal set of conflicting clues.

/** @import { Board } from "../board/board.js" */
/** @import { ArgumentLine, CellQuestion, Explanation, Shape } from "../engine/engine.js" */
/** @import { Grid } from "../board/grid.js" */
/** @import { Marks } from "../board/marks.js" */
/** @import { Panels, Screen } from "../base/panels.js" */

import {
  actions,
  announce,
  button,
  download,
  el,
  loadPart,
  refusalText,
  sentence,
  toast,
} from "../base/dom.js";
import { language, t } from "../base/texts.js";
import { hashOf, oneLine, openShare } from "../base/view.js";
import { FLAG } from "../board/board.js";
import { certainMark, clueMark, markAll } from "../board/marks.js";
import { ask, isLoading, Refusal, unchangedSince } from "../engine/engine.js";

const SENTENCE_DELAY = 240; // ms between sentences

/**
 * The board of a question, and the panel for the answer.
 * @typedef {object} WhyHost
 * @property {Grid} grid
 * @property {Panels} panels
 * @property {Shape} shape
 * @property {() => string} position
 * @property {((cell: number, verdict: string) => void) | null} act opens or flags the cell; null if
 *   no moves are allowed
 * @property {(cell: string) => unknown} [decided] is told of a cell that the engine has explained
 */

/**
 * Explain a cell in a new screen of the panel.
 * @param {WhyHost} host
 * @param {number} cell
 * @param {Pick<Screen, "pressKey">} [keys]
 * @param {number} [step] the sentence to highlight
 */
export const showWhy = (host, cell, keys, step = 0) =>
  host.panels.open({
    ...keys,
    kind: "why",
    show: (screen) => explainCell(host, cell, screen, step),
    hide: () => hideArgument(host.grid),
  });

/**
 * Remove the marks of an argument from the board.
 * @param {Grid} grid
 */
export function hideArgument(grid) {
  grid.clear("why", "line", "clash");
  grid.mute("assist", false);
}

/**
 * Show the explanation of a cell as the content of a screen. The marks of the assistance are muted, so
 * that only the argument is marked.
 * @param {WhyHost} host
 * @param {number} cell
 * @param {Screen} screen
 * @param {number} [step] the sentence to highlight
 */
export async function explainCell(host, cell, screen, step = 0) {
  const { grid, panels } = host;
  const name = grid.board.name(cell);
  const question = { position: host.position(), shape: host.shape, cell: name, language };
  const unchanged = unchangedSince(host);
  const early = isLoading();
  hideArgument(grid);
  if (grid.values[cell] >= 0) {
    panels.put(
      screen,
      el("h2", {}, t("why open title")),
      el("p", { class: "quiet" }, ...sentence(t("why open", { cell: name }))),
    );
    return;
  }
  grid.mute("assist", true);
  grid.mark("line", new Map([[cell, { kind: "asked" }]]));
  panels.wait(screen, ...sentence(t("why title", { cell: name })));
  let explanation;
  try {
    explanation = await ask("explain", question);
  } catch (problem) {
    if (panels.top !== screen) return;
    grid.clear("line");
    if (problem instanceof Refusal && problem.kind === "contradiction")
      showContradiction(host, screen, problem);
    else panels.refuse(screen, problem, el("h2", {}, ...sentence(t("why title", { cell: name }))));
    return;
  }
  if (panels.top !== screen || !unchanged()) {
    // While Python was loading, the reader has gone on: answer for the present position.
    if (early && !screen.closed && host.grid === grid && grid.values[cell] < 0) showWhy(host, cell);
    return; // out of date
  }
  grid.clear("line");
  if (explanation.verdict === "undecided")
    await showUndecided(host, cell, explanation, question, screen);
  else {
    host.decided?.(name);
    showDecided(host, cell, explanation, question, screen, step);
  }
  grid.uncover(cell);
}

/**
 * @param {WhyHost} host
 * @param {number} cell
 * @param {Explanation} explanation
 * @param {CellQuestion} question
 * @param {Screen} screen
 * @param {number} step
 */
function showDecided(host, cell, explanation, question, screen, step) {
  const { grid, panels } = host;
  const { verdict } = explanation;
  const title = t(verdict === "mine" ? "why mine" : "why safe", { cell: explanation.cell });
  const lines = argumentLines(grid, explanation);
  const argument = el("ol", { class: "argument" });
  const conclusion = conclusionOf(explanation);
  const resolution = el("ol", {
    class: "told",
    hidden: true,
    tabindex: 0,
    "aria-label": t("as resolution"),
  });
  grid.mark("why", argumentMarks(grid.board, explanation));
  panels.put(
    screen,
    el("h2", {}, ...sentence(title)),
    el("p", { class: "quiet" }, cluesNeeded(explanation)),
    argument,
    conclusion,
    actions(
      moveButton(host, cell, verdict),
      lines.length > 1 ? button("step by step", () => stepThrough(grid, lines, explanation)) : null,
      button("share", () => shareWhy(host, question, lines)),
    ),
    el(
      "details",
      { class: "meanings" },
      el("summary", {}, t("details")),
      badges(explanation),
      actions(
        button("as resolution", () => toggleResolution(question, resolution)),
        button("files", () => downloadProof(question)),
      ),
      resolution,
    ),
  );
  appear(argument, lines, conclusion);
  for (let i = 0; i < Math.min(step, lines.length); i += 1) stepThrough(grid, lines, explanation);
  announce(`${title} ${explanation.why.join(" ")}`);
}

/**
 * Share the argument, at the sentence that is highlighted.
 * @param {WhyHost} host
 * @param {CellQuestion} question
 * @param {HTMLElement[]} lines
 */
async function shareWhy({ grid }, { position, shape, cell }, lines) {
  const step = lines.findIndex((line) => line.classList.contains("now")) + 1 || undefined;
  const options = { position: oneLine(position), shape, why: cell, step };
  await openShare({ links: [["share why", hashOf("analyse", options)]], grid, text: position });
}

/**
 * A button for the move that the explanation suggests; a note if the mine already has its flag.
 * @param {WhyHost} host
 * @param {number} cell
 * @param {string} verdict
 */
function moveButton({ act, grid }, cell, verdict) {
  if (!act) return null;
  const flagged = grid.values[cell] === FLAG;
  if (verdict !== "mine")
    return button(flagged ? "open flagged" : "open it", () => act(cell, verdict), {
      class: "main",
    });
  if (flagged) return el("span", { class: "badge mine" }, t("flagged already"));
  return button("flag it", () => act(cell, verdict), { class: "main" });
}

/**
 * The sentences as list items. Pointing at one, or focusing it, highlights its cells.
 * @param {Grid} grid
 * @param {Explanation} explanation
 */
function argumentLines(grid, explanation) {
  return explanation.argument.map((line, i) => {
    const on = () => grid.mark("line", litCells(grid.board, line, explanation.why[i]));
    const off = () => grid.clear("line");
    return el(
      "li",
      {
        tabindex: 0,
        class: "appear",
        on: { mouseenter: on, focus: on, mouseleave: off, blur: off },
      },
      el("div", {}, ...sentence(explanation.why[i])),
    );
  });
}

/**
 * Show the sentences one after another, then the conclusion; at once if the reader prefers no motion.
 * @param {HTMLElement} argument
 * @param {HTMLElement[]} lines
 * @param {HTMLElement} conclusion
 */
function appear(argument, lines, conclusion) {
  const delay = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : SENTENCE_DELAY;
  for (const [i, line] of lines.entries()) {
    if (delay * i === 0) argument.append(line);
    else setTimeout(() => argument.append(line), delay * i);
  }
  setTimeout(() => {
    conclusion.hidden = false;
  }, delay * lines.length);
}

/** @param {Explanation} explanation */
function conclusionOf({ verdict, cell }) {
  const mine = verdict === "mine";
  return el(
    "p",
    { class: `done appear${mine ? " mine" : ""}`, hidden: true },
    ...sentence(t(mine ? "proved mine" : "proved safe", { cell })),
  );
}

/** @param {Explanation} explanation */
function badges({ verdict, argument, clues, uses_count: usesCount }) {
  const depth = Math.max(...argument.map((line) => line.depth)); // of the argument that is shown
  return el(
    "div",
    { class: "badges" },
    el("span", { class: `badge ${verdict}` }, t(`verdict ${verdict}`)),
    el("span", { class: "badge" }, t("depth", { n: depth })),
    el("span", { class: "badge" }, t.n("clues", clues.length)),
    el("span", { class: "badge" }, t(usesCount ? "count used" : "count not used")),
  );
}

/** @param {Explanation} explanation */
function cluesNeeded({ clues, uses_count: usesCount, smallest }) {
  const enough = t.n(usesCount ? "enough with count" : "enough", clues.length);
  return smallest && clues.length > 1 ? [enough, t("no fewer")].join(t("sentence gap")) : enough;
}

/**
 * The marks of an argument: its clues and, by default, the cells of its premises and its
 * conclusions.
 * @param {Board} board
 * @param {Pick<Explanation, "argument" | "clues">} explanation
 * @param {{ cells?: boolean, conclusions?: boolean }} parts
 */
export function argumentMarks(
  board,
  { argument, clues },
  { cells: showCells = true, conclusions = true } = {},
) {
  /** @type {Marks} */
  const marks = new Map();
  // A cell in several sets shows the smallest set, because that one is set last.
  const sets = (showCells ? argument : [])
    .flatMap((line) => line.says)
    .sort((a, b) => b.cells.length - a.cells.length);
  for (const { cells, mines } of sets) {
    const tag = cells.length < 10 ? `${mines}/${cells.length}` : "";
    const says = t("n of m", { n: mines, m: cells.length });
    for (const name of cells) marks.set(board.cell(name), { kind: "one-of", tag, says });
  }
  for (const line of conclusions ? argument : []) {
    for (const [name, verdict] of Object.entries(line.concludes))
      marks.set(board.cell(name), certainMark(verdict));
  }
  return new Map([...marks, ...markAll(board, clues, clueMark())]);
}

/**
 * Marks for the cells that one sentence names or decides.
 * @param {Board} board
 * @param {ArgumentLine} line
 * @param {string} text
 */
function litCells(board, line, text) {
  const names = [...(text.match(/r\d+c\d+/g) ?? []), ...Object.keys(line.concludes)];
  return markAll(board, names, { kind: "lit" });
}

/**
 * Go to the next sentence and highlight its cells. After the last sentence, highlight nothing.
 * @param {Grid} grid
 * @param {HTMLElement[]} lines
 * @param {Explanation} explanation
 */
function stepThrough(grid, lines, { argument, why }) {
  const next = lines.findIndex((line) => line.classList.contains("now")) + 1;
  for (const line of lines) line.classList.remove("now");
  if (next >= lines.length) {
    grid.clear("line");
    return;
  }
  lines[next].classList.add("now");
  lines[next].scrollIntoView({ block: "nearest" });
  grid.mark("line", litCells(grid.board, argument[next], why[next]));
}

/**
 * Show or hide the steps of the resolution proof.
 * @param {CellQuestion} question
 * @param {HTMLElement} place
 */
async function toggleResolution(question, place) {
  const proved = place.hidden ? await prove(question) : null;
  if (place.hidden && !proved) return;
  if (proved) place.replaceChildren(...proved.told.map((line) => el("li", {}, ...sentence(line))));
  place.hidden = !place.hidden;
  place.scrollIntoView({ block: "nearest" });
}

/** @param {CellQuestion} question */
async function downloadProof(question) {
  const proved = await prove(question);
  if (!proved) return;
  download(`${question.cell}.cnf`, proved.cnf);
  download(`${question.cell}.lrat`, proved.lrat);
}

/**
 * Get the proof. If there is none, show a toast and return null.
 * @param {CellQuestion} question
 */
const prove = (question) =>
  ask("explain", { ...question, proof: true }).catch((problem) => {
    toast(refusalText(problem));
    return null;
  });

/**
 * @param {WhyHost} host
 * @param {number} cell
 * @param {Explanation} explanation
 * @param {CellQuestion} question
 * @param {Screen} screen
 */
async function showUndecided(host, cell, { cell: name, layouts }, { position }, screen) {
  const { grid, panels } = host;
  const both = layouts ?? [];
  const unchanged = unchangedSince(host);
  const parts = await loadPart(() => import("../board/two-boards.js"));
  if (!parts || panels.top !== screen || !unchanged()) return;
  const { chances, differenceMarks, differences, twoBoards } = parts;
  grid.mark("why", differenceMarks(cell, differences(both)));
  panels.put(
    screen,
    el("h2", {}, ...sentence(t("undecided title", { cell: name }))),
    el("p", { class: "quiet" }, t("undecided")),
    chances(position, host.shape, name),
    twoBoards(grid, panels.element, cell, both),
  );
  announce(t("undecided title", { cell: name }));
}

/**
 * Show that no layout fits a position, and highlight the conflicting clues.
 * @param {WhyHost} host
 * @param {Screen} screen
 * @param {Refusal} problem
 */
export function showContradiction({ grid, panels }, screen, problem) {
  grid.mark("clash", markAll(grid.board, problem.clues, { kind: "clash", says: t("clashes") }));
  panels.put(
    screen,
    el("h2", {}, t("clash title")),
    el("p", { class: "problem" }, ...sentence(contradictionText(grid, problem))),
  );
  announce(t("clash title"));
}

/**
 * @param {Grid} grid
 * @param {Refusal} problem
 */
function contradictionText(grid, problem) {
  const facts = problem.clues.map((name) =>
    t("clue says", { cell: name, n: grid.values[grid.board.cell(name)] }),
  );
  if (problem.usesCount) facts.push(t("the mine count"));
  const clues = facts.join(t("list comma"));
  if (facts.length === 0) return problem.message;
  if (facts.length === 1) return t("clash one", { clues });
  return t(facts.length === 2 ? "clash two" : "clash many", { clues });
}
