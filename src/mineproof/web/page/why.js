// Why a cell is safe or a mine: the clues light up, the sentences appear, each lights its own cells.

import { Board, HIDDEN, parse } from "./board.js";
import { announce, button, download, el, put, refused, sentence } from "./dom.js";
import * as engine from "./engine.js";
import { Grid } from "./grid.js";
import { language, t } from "./texts.js";

const SLOWLY = 240; // ms between sentences

// `owner` has a grid and a panel, says position() and shape, and may act(cell, verdict).
export async function why(owner, cell) {
  const { grid, panel } = owner;
  const name = grid.board.name(cell);
  const position = owner.position();
  grid.clear("why", "line", "clash");
  if (grid.values[cell] >= 0) {
    sheet(
      panel,
      el("h2", {}, t("why open title")),
      el("p", { class: "quiet" }, t("why open", { cell: name })),
    );
    return;
  }
  grid.mark("line", new Map([[cell, { kind: "asked" }]]));
  let found;
  try {
    found = await engine.explain(position, owner.shape, name, language);
  } catch (problem) {
    if (problem.kind === "contradiction") clash(owner, problem);
    else sheet(panel, el("p", { class: "problem" }, refused(problem)));
    return;
  }
  if (owner.position() !== position) return; // the board has moved on
  grid.clear("line");
  if (found.verdict === "undecided") undecided(owner, cell, found);
  else decided(owner, cell, found, position);
  grid.uncover(cell);
}

function decided(owner, cell, found, position) {
  const { grid, panel } = owner;
  const mine = found.verdict === "mine";
  const all = () => grid.mark("why", marksOf(grid.board, found.argument, found));
  const lines = found.argument.map((line, i) =>
    el("li", { tabindex: 0, class: "appear" }, el("div", {}, ...sentence(found.why[i]))),
  );
  const light = (i) =>
    grid.mark("line", i === null ? new Map() : litBy(grid.board, found.argument[i], found.why[i]));
  lines.forEach((line, i) => {
    line.addEventListener("mouseenter", () => light(i));
    line.addEventListener("focus", () => light(i));
    line.addEventListener("mouseleave", () => light(null));
    line.addEventListener("blur", () => light(null));
  });
  all();
  const argument = el("ol", { class: "argument" });
  const done = el(
    "p",
    { class: `done appear${mine ? " mine" : ""}`, hidden: true },
    ...sentence(t.n(mine ? "proved mine" : "proved safe", found.steps, { cell: found.cell })),
  );
  const told = el("ol", {
    class: "told",
    hidden: true,
    tabindex: 0,
    "aria-label": t("as resolution"),
  });
  const clues = found.clues.length;
  sheet(
    panel,
    el("h2", {}, ...sentence(t(mine ? "why mine" : "why safe", { cell: found.cell }))),
    el("p", { class: "quiet" }, enough(found)),
    el(
      "div",
      { class: "badges" },
      el("span", { class: `badge ${found.verdict}` }, t(`verdict ${found.verdict}`)),
      el("span", { class: "badge" }, t("depth", { n: found.depth })),
      el("span", { class: "badge" }, t.n("clues", clues)),
      el("span", { class: "badge" }, t(found.uses_count ? "count used" : "count not used")),
    ),
    argument,
    done,
    el(
      "div",
      { class: "actions" },
      owner.act
        ? button(mine ? "flag it" : "open it", () => owner.act(cell, found.verdict), {
            class: "main",
          })
        : null,
      lines.length > 1 ? button("step by step", () => stepThrough(lines, light)) : null,
      button("as resolution", () => resolution(owner, found, position, told)),
      button("files", () => files(owner, found, position)),
    ),
    told,
  );
  const quick = matchMedia("(prefers-reduced-motion: reduce)").matches;
  lines.forEach((line, i) => {
    const add = () => {
      argument.append(line);
    };
    if (quick || i === 0) add();
    else setTimeout(add, SLOWLY * i);
  });
  setTimeout(
    () => {
      done.hidden = false;
    },
    quick ? 0 : SLOWLY * lines.length,
  );
  announce(`${t(mine ? "why mine" : "why safe", { cell: found.cell })} ${found.why.join(" ")}`);
}

function enough(found) {
  const clues = found.clues.length,
    count = found.uses_count;
  const how = t.n(count ? "enough with count" : "enough", clues);
  return found.smallest && clues > 1 ? `${how} ${t("no fewer")}` : how;
}

// All the clues of the argument, the cells they speak of, and the verdict.
function marksOf(board, argument, found) {
  const marks = new Map();
  // A cell of several sets says what the smallest of them does.
  const sets = argument
    .flatMap((line) => line.says)
    .sort((a, b) => b.cells.length - a.cells.length);
  for (const { cells, mines } of sets) {
    const tag = cells.length < 10 ? t("n of m", { n: mines, m: cells.length }) : "";
    for (const name of cells) marks.set(board.cell(name), { kind: "one-of", tag, says: tag });
  }
  // What was decided on the way is no longer one of several.
  for (const line of argument) {
    for (const [name, verdict] of Object.entries(line.concludes)) {
      marks.set(board.cell(name), {
        kind: verdict,
        tag: verdict === "safe" ? "✓" : "⚑",
        says: t(`verdict ${verdict}`),
      });
    }
  }
  for (const name of found.clues)
    marks.set(board.cell(name), { kind: "clue", says: t("a clue of it") });
  return marks;
}

function litBy(board, line, text) {
  const named = text.match(/r\d+c\d+/g) ?? [];
  return new Map(
    [...named, ...Object.keys(line.concludes)].map((name) => [board.cell(name), { kind: "lit" }]),
  );
}

// One sentence at a time, each on the board; the last one ends it.
function stepThrough(lines, light) {
  const now = lines.findIndex((line) => line.classList.contains("now"));
  lines.forEach((line) => line.classList.remove("now"));
  const next = now + 1;
  if (next >= lines.length) return light(null);
  lines[next].classList.add("now");
  lines[next].scrollIntoView({ block: "nearest" });
  return light(next);
}

async function proof(owner, found, position) {
  return engine.explain(position, owner.shape, found.cell, language, true);
}

async function resolution(owner, found, position, place) {
  if (place.hidden) {
    const { told } = await proof(owner, found, position);
    place.replaceChildren(...told.map((line) => el("li", {}, ...sentence(line))));
  }
  place.hidden = !place.hidden;
}

async function files(owner, found, position) {
  const { cnf, lrat } = await proof(owner, found, position);
  download(`${found.cell}.cnf`, cnf);
  download(`${found.cell}.lrat`, lrat);
}

function undecided({ grid, panel }, cell, found) {
  const twins = found.layouts.map((text, i) => {
    const { rows, cols, values } = parse(text);
    const place = el("div");
    const board = new Board(rows, cols, grid.board.shape);
    const small = new Grid(place, board, {
      small: true,
      label: t(i ? "layout mine" : "layout safe", { cell: found.cell }),
    });
    small.size(tiny(panel, cols));
    small.show((at) => (grid.values[at] >= 0 || values[at] < 0 ? values[at] : HIDDEN));
    small.mark("why", new Map([[cell, { kind: i ? "mine" : "safe", tag: i ? "●" : "✓" }]]));
    return el(
      "figure",
      {},
      el("figcaption", {}, ...sentence(t(i ? "layout mine" : "layout safe", { cell: found.cell }))),
      place,
    );
  });
  grid.mark("why", new Map([[cell, { kind: "one-of", tag: "?", says: t("verdict undecided") }]]));
  sheet(
    panel,
    el("h2", {}, ...sentence(t("undecided title", { cell: found.cell }))),
    el("p", { class: "quiet" }, t("undecided")),
    el(
      "div",
      { class: "badges" },
      el("span", { class: "badge undecided" }, t("verdict undecided")),
    ),
    el("div", { class: "twins" }, ...twins),
  );
  announce(t("undecided title", { cell: found.cell }));
}

// Cells so small that two boards stand side by side, or one fills the panel if that is too small.
function tiny(panel, cols) {
  const room = panel.clientWidth - 48;
  const half = Math.floor((room / 2 - 10) / cols);
  return Math.min(22, half >= 11 ? half : Math.max(11, Math.floor((room - 4) / cols)));
}

// A position that no layout fits: the clues that clash light up.
export function clash({ grid, panel }, problem) {
  grid.mark(
    "clash",
    new Map(
      problem.clues.map((name) => [grid.board.cell(name), { kind: "clash", says: t("clashes") }]),
    ),
  );
  const said = problem.clues.map((name) =>
    t("clue says", { cell: name, n: grid.values[grid.board.cell(name)] }),
  );
  if (problem.usesCount) said.push(t("the mine count"));
  sheet(
    panel,
    el("h2", {}, t("clash title")),
    el(
      "p",
      { class: "problem" },
      ...sentence(
        said.length > 1
          ? t(said.length === 2 ? "clash two" : "clash many", { clues: said.join(t("list comma")) })
          : said.length
            ? t("clash one", { clues: said[0] })
            : problem.message,
      ),
    ),
  );
  announce(t("clash title"));
}

// The panel's content; on a phone it comes up as a sheet.
export function sheet(panel, ...content) {
  put(
    panel,
    el(
      "button",
      {
        type: "button",
        class: "plain sheet-close",
        "aria-label": t("close"),
        onclick: () => panel.classList.remove("sheet"),
      },
      "×",
    ),
    ...content,
  );
  panel.classList.add("sheet");
  panel.scrollTop = 0;
}
