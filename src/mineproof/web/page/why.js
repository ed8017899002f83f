// Why a cell is safe or a mine: the clues light up, then the sentences of the argument appear; each
// sentence lights up its own cells. For an undecided cell, two layouts that differ there; for a
// contradiction, the clues that cannot all hold.

/** @import { ArgumentLine, CellQuestion, Explanation, Shape } from "./engine.js" */
/** @import { Marks } from "./marks.js" */

import { Board, HIDDEN, parse } from "./board.js";
import {
  actions,
  announce,
  button,
  download,
  el,
  refusalParagraph,
  sentence,
  showPanel,
} from "./dom.js";
import { engine, Refusal } from "./engine.js";
import { Grid } from "./grid.js";
import { certainMark } from "./marks.js";
import { language, t } from "./texts.js";

const SENTENCE_DELAY = 240; // ms between sentences

/**
 * The board that a question is asked about, and the panel for the answer.
 * @typedef {object} WhyHost
 * @property {Grid} grid
 * @property {HTMLElement} panel
 * @property {Shape} shape
 * @property {() => string} position
 * @property {((cell: number, verdict: string) => void) | null} act open or flag the cell, where
 *   moves are possible
 */

/**
 * @param {WhyHost} host
 * @param {number} cell
 */
export async function showWhy(host, cell) {
  const { grid, panel } = host;
  const name = grid.board.name(cell);
  const question = { position: host.position(), shape: host.shape, cell: name, language };
  grid.clear("why", "line", "clash");
  if (grid.values[cell] >= 0) {
    showPanel(
      panel,
      el("h2", {}, t("why open title")),
      el("p", { class: "quiet" }, t("why open", { cell: name })),
    );
    return;
  }
  grid.mark("line", new Map([[cell, { kind: "asked" }]]));
  let explanation;
  try {
    explanation = await engine.explain(question);
  } catch (problem) {
    if (problem instanceof Refusal && problem.kind === "contradiction")
      showContradiction(grid, panel, problem);
    else showPanel(panel, refusalParagraph(problem));
    return;
  }
  if (host.position() !== question.position) return; // the board has changed meanwhile
  grid.clear("line");
  if (explanation.verdict === "undecided") showUndecided(host, cell, explanation);
  else showDecided(host, cell, explanation, question);
  grid.uncover(cell);
}

/**
 * @param {WhyHost} host
 * @param {number} cell
 * @param {Explanation} explanation
 * @param {CellQuestion} question
 */
function showDecided(host, cell, explanation, question) {
  const { grid, panel } = host;
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
  const { act } = host;
  const actKey = verdict === "mine" ? "flag it" : "open it";
  grid.mark("why", argumentMarks(grid.board, explanation));
  showPanel(
    panel,
    el("h2", {}, ...sentence(title)),
    el("p", { class: "quiet" }, cluesNeeded(explanation)),
    badges(explanation),
    argument,
    conclusion,
    actions(
      act && button(actKey, () => act(cell, verdict), { class: "main" }),
      lines.length > 1 ? button("step by step", () => stepThrough(grid, lines, explanation)) : null,
      button("as resolution", () => toggleResolution(question, resolution)),
      button("files", () => downloadProof(question)),
    ),
    resolution,
  );
  appear(argument, lines, conclusion);
  announce(`${title} ${explanation.why.join(" ")}`);
}

/**
 * The sentences as list items; pointing at one, or focusing it, lights up its cells.
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
 * The sentences one after another, then the conclusion; at once if the reader wants no motion.
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
function conclusionOf({ verdict, cell, steps }) {
  const mine = verdict === "mine";
  return el(
    "p",
    { class: `done appear${mine ? " mine" : ""}`, hidden: true },
    ...sentence(t.n(mine ? "proved mine" : "proved safe", steps ?? 0, { cell })),
  );
}

/** @param {Explanation} explanation */
function badges({ verdict, depth, clues, uses_count: usesCount }) {
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
  return smallest && clues.length > 1 ? `${enough} ${t("no fewer")}` : enough;
}

/**
 * The clues of the argument, the cells they speak of, and what is concluded.
 * @param {Board} board
 * @param {Explanation} explanation
 */
function argumentMarks(board, { argument, clues }) {
  /** @type {Marks} */
  const marks = new Map();
  // A cell in several sets shows the smallest one, which is set last.
  const sets = argument
    .flatMap((line) => line.says)
    .sort((a, b) => b.cells.length - a.cells.length);
  for (const { cells, mines } of sets) {
    const tag = cells.length < 10 ? t("n of m", { n: mines, m: cells.length }) : "";
    for (const name of cells) marks.set(board.cell(name), { kind: "one-of", tag, says: tag });
  }
  for (const line of argument) {
    for (const [name, verdict] of Object.entries(line.concludes))
      marks.set(board.cell(name), certainMark(verdict));
  }
  for (const name of clues) marks.set(board.cell(name), { kind: "clue", says: t("a clue of it") });
  return marks;
}

/**
 * The cells that one sentence names or decides.
 * @param {Board} board
 * @param {ArgumentLine} line
 * @param {string} text
 * @returns {Marks}
 */
function litCells(board, line, text) {
  const names = [...(text.match(/r\d+c\d+/g) ?? []), ...Object.keys(line.concludes)];
  return new Map(names.map((name) => [board.cell(name), { kind: "lit" }]));
}

/**
 * Go on to the next sentence, and light up its cells; after the last one, to none.
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
  if (place.hidden) {
    const { told } = await engine.prove(question);
    place.replaceChildren(...told.map((line) => el("li", {}, ...sentence(line))));
  }
  place.hidden = !place.hidden;
}

/** @param {CellQuestion} question */
async function downloadProof(question) {
  const { cnf, lrat } = await engine.prove(question);
  download(`${question.cell}.cnf`, cnf);
  download(`${question.cell}.lrat`, lrat);
}

/**
 * @param {WhyHost} host
 * @param {number} cell
 * @param {Explanation} explanation
 */
function showUndecided({ grid, panel }, cell, { cell: name, layouts }) {
  const [safe, mined] = layouts ?? [];
  grid.mark("why", new Map([[cell, { kind: "one-of", tag: "?", says: t("verdict undecided") }]]));
  showPanel(
    panel,
    el("h2", {}, ...sentence(t("undecided title", { cell: name }))),
    el("p", { class: "quiet" }, t("undecided")),
    el(
      "div",
      { class: "badges" },
      el("span", { class: "badge undecided" }, t("verdict undecided")),
    ),
    el(
      "div",
      { class: "twins" },
      layoutFigure(grid, panel, safe, { cell, kind: "safe", tag: "✓", label: "layout safe" }),
      layoutFigure(grid, panel, mined, { cell, kind: "mine", tag: "●", label: "layout mine" }),
    ),
  );
  announce(t("undecided title", { cell: name }));
}

/**
 * A small board with one layout that fits; the cell in question is marked.
 * @param {Grid} grid
 * @param {HTMLElement} panel
 * @param {string} layout
 * @param {{ cell: number, kind: string, tag: string, label: string }} mark
 */
function layoutFigure(grid, panel, layout, { cell, kind, tag, label: key }) {
  const { rows, cols, values } = parse(layout);
  const label = t(key, { cell: grid.board.name(cell) });
  const place = el("div");
  const small = new Grid(place, new Board(rows, cols, grid.board.shape), { small: true, label });
  small.size(smallCell(panel, cols));
  small.show((at) => (grid.values[at] >= 0 || values[at] < 0 ? values[at] : HIDDEN));
  small.mark("why", new Map([[cell, { kind, tag }]]));
  return el("figure", {}, el("figcaption", {}, ...sentence(label)), place);
}

/**
 * Cells small enough for two boards side by side; if that is too small to see, for one.
 * @param {HTMLElement} panel
 * @param {number} cols
 */
function smallCell(panel, cols) {
  const room = panel.clientWidth - 48;
  const half = Math.floor((room / 2 - 10) / cols);
  return Math.min(22, half >= 11 ? half : Math.max(11, Math.floor((room - 4) / cols)));
}

/**
 * Show that no layout fits a position: the clues that contradict each other light up.
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
