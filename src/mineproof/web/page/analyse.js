// Analyse: paint, paste or drop a position; what it entails shows at once, and the link holds it.

import { FLAG, HIDDEN, Board, parse } from "./board.js";
import { $, announce, button, el, refused, sentence, toast } from "./dom.js";
import * as engine from "./engine.js";
import { Grid } from "./grid.js";
import { link, load as loadReplay, percent } from "./play.js";
import { t } from "./texts.js";
import { clash, sheet, why } from "./why.js";

const PAUSE = 220; // ms after a stroke before it is analysed
const BRUSHES = [HIDDEN, FLAG, 0, 1, 2, 3, 4, 5, 6, 7, 8];
const EXAMPLE =
  "9x9x10/000000000/000000000/000000011/22211001H/HHHH21011/HHHHH3100/HHHHHH210/HHHHHHH10/HHHHHHH10";
const MARKS = { [HIDDEN]: "■", [FLAG]: "⚑", 0: "·" };

let about = null,
  go = () => {};
let board = null,
  mines = 0,
  values = null,
  grid = null,
  brush = 1,
  waiting = null,
  found = null,
  empty = true;

const owner = {
  panel: $("analyse-panel"),
  get grid() {
    return grid;
  },
  get shape() {
    return board.shape;
  },
  position: () => board.write(values, mines),
  act: null,
};

export function begin(known, address) {
  [about, go] = [known, address];
  const view = $("view-analyse");
  view.addEventListener("dragover", (event) => {
    event.preventDefault();
    view.classList.add("drop");
  });
  view.addEventListener("dragleave", () => view.classList.remove("drop"));
  view.addEventListener("drop", async (event) => {
    event.preventDefault();
    view.classList.remove("drop");
    const [file] = event.dataTransfer.files;
    if (file) await take(file);
    else await take(event.dataTransfer.getData("text"));
  });
  document.addEventListener("paste", (event) => {
    if (view.hidden || event.target.closest("input, textarea")) return;
    event.preventDefault();
    take(event.clipboardData.files[0] ?? event.clipboardData.getData("text"));
  });
}

export async function enter(wanted) {
  if (wanted.position) {
    if (
      board &&
      link(owner.position()) === wanted.position &&
      board.shape === (wanted.shape ?? "grid")
    )
      return;
    const shape = wanted.shape ?? "grid";
    await load((await engine.read(wanted.position, shape)).text, shape);
  } else if (!board) {
    blank(9, 9, 10, "grid");
    invite();
  } else if (!empty) share();
}

export const describe = () => (board ? `${board.cols}×${board.rows} · ${t.n("mines", mines)}` : "");
export const key = (name) => {
  if (name !== "w" || !grid) return false;
  why(owner, grid.here);
  return true;
};
export const point = (name, on) =>
  grid.mark("point", on ? new Map([[board.cell(name), { kind: "lit" }]]) : new Map());

export function reword() {
  if (!board) return;
  build();
  if (empty) invite();
  else analyse();
}

// Whatever someone gives us: a text, or a file. If they give us more meanwhile, the last counts.
let taken = 0;
async function take(given) {
  const turn = (taken += 1);
  try {
    const shape = board?.shape ?? "grid";
    const read = await engine.read(given, shape).catch((problem) =>
      // A picture need not say how many mines there are: then it is the number above the board.
      engine.read(given, shape, mines).catch(() => {
        throw problem;
      }),
    );
    if (turn !== taken) return undefined;
    if (read.kind === "replay") {
      go("play", {});
      return loadReplay(read.text);
    }
    if (read.kind === "board")
      return go("play", {
        board: link(read.text),
        ...(read.start ? { start: read.start } : {}),
        ...(shape === "grid" ? {} : { shape }),
      });
    await load(read.text, shape);
    return turn === taken ? share() : undefined;
  } catch (problem) {
    return sheet(
      owner.panel,
      el("h2", {}, t("cannot read")),
      el("p", { class: "problem" }, refused(problem)),
      paster(),
    );
  }
}

async function load(text, shape) {
  const { rows, cols, mines: count, values: shown } = parse(text);
  blank(rows, cols, count, shape, shown);
  await analyse();
}

function blank(rows, cols, count, shape, given = null) {
  board = new Board(rows, cols, shape);
  mines = count;
  values = Int8Array.from(given ?? new Array(rows * cols).fill(HIDDEN));
  empty = !given;
  found = null;
  build();
}

function build() {
  grid = new Grid($("analyse-board"), board, {
    label: t("board of", { size: `${board.cols}×${board.rows}`, n: mines }),
    on: {
      open: (cell) => paint(cell, brush),
      flag: (cell) => paint(cell, values[cell] === FLAG ? HIDDEN : FLAG),
      chord: () => {},
      key: typed,
    },
  });
  grid.show((cell) => values[cell]);
  strokes();
  bar();
  palette();
}

// A stroke: every cell the pressed mouse passes over.
function strokes() {
  let down = false;
  grid.element.addEventListener("pointerdown", (event) => {
    down = event.button === 0 && event.pointerType === "mouse";
  });
  addEventListener("pointerup", () => {
    down = false;
  });
  grid.element.addEventListener("pointerover", (event) => {
    const cell = event.target.dataset?.i;
    if (down && cell !== undefined && event.buttons === 1) paint(Number(cell), brush);
  });
}

function typed(name, cell) {
  if (name === "w") why(owner, cell);
  else if (/^[0-8]$/.test(name)) paint(cell, Number(name));
  else if (name === "h" || name === "#" || name === "backspace" || name === "delete")
    paint(cell, HIDDEN);
  else return false;
  return true;
}

function paint(cell, value) {
  if (values[cell] === value) return;
  values[cell] = value;
  empty = false;
  grid.clear("why", "line", "clash", "assist");
  grid.show((at) => values[at], [cell]);
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    share();
    analyse();
  }, PAUSE);
}

function share() {
  const options = { position: link(owner.position()) };
  if (board.shape !== "grid") options.shape = board.shape;
  go("analyse", options, { replace: true });
  $("where").textContent = describe();
}

async function analyse() {
  const position = owner.position();
  try {
    found = await engine.analyse(position, board.shape);
  } catch (problem) {
    found = null;
    if (problem.kind === "contradiction") clash(owner, problem);
    else
      sheet(
        owner.panel,
        el("h2", {}, t("cannot analyse")),
        el("p", { class: "problem" }, refused(problem)),
      );
    return;
  }
  if (owner.position() !== position) return;
  grid.clear("clash");
  const marks = new Map();
  for (const [name, odds] of Object.entries(found.odds))
    marks.set(board.cell(name), {
      kind: "odds",
      tag: percent(odds),
      says: t("odds of", { p: percent(odds) }),
    });
  for (const name of found.safe)
    marks.set(board.cell(name), { kind: "safe", tag: "✓", says: t("verdict safe") });
  for (const name of found.mined)
    marks.set(board.cell(name), { kind: "mine", tag: "⚑", says: t("verdict mine") });
  grid.mark("assist", marks);
  tell();
}

function tell() {
  const { best, safe, mined, layouts, wrong_flags: wrong } = found;
  const facts = [
    [t("layouts"), big(layouts)],
    [t("certainly safe"), String(safe.length)],
    [t("certainly mines"), String(mined.length)],
    ...(wrong.length ? [[t("wrong flags"), wrong.join(", ")]] : []),
  ];
  sheet(
    owner.panel,
    el(
      "h2",
      {},
      t(
        safe.length
          ? "certain move"
          : Object.keys(found.odds).length > mined.length
            ? "no certain move"
            : "all decided",
      ),
    ),
    el(
      "dl",
      { class: "facts" },
      ...facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, ...sentence(value))]),
    ),
    best
      ? el(
          "p",
          {},
          ...sentence(
            best.safe === 1
              ? t("best safe", { cell: best.cell })
              : t("best guess", { cell: best.cell, p: (100 * (1 - best.safe)).toFixed(1) }),
          ),
        )
      : null,
    el("p", { class: "quiet" }, t("analyse why")),
    el(
      "div",
      { class: "actions" },
      button("copy link", copyLink, { class: "main" }),
      button("copy text", copyText),
      button("paste other", () => sheet(owner.panel, el("h2", {}, t("paste title")), paster())),
    ),
  );
  announce(`${t("certainly safe")}: ${safe.length}. ${t("certainly mines")}: ${mined.length}.`);
}

// 12345678901234 as 1.23 × 10¹³, small numbers as they are.
function big(digits) {
  if (digits.length <= 12) return digits.replace(/\B(?=(\d{3})+$)/g, " ");
  const raised = String(digits.length - 1).replace(/\d/g, (one) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[one]);
  return `${digits[0]}.${digits.slice(1, 3)} × 10${raised}`;
}

function invite() {
  sheet(
    owner.panel,
    el("h2", {}, t("analyse invite")),
    el("p", { class: "quiet" }, t("analyse invite more")),
    paster(),
    el(
      "div",
      { class: "actions" },
      button("example", () => take(EXAMPLE.replaceAll("/", "\n"))),
    ),
  );
  owner.panel.classList.remove("sheet");
}

function paster() {
  const text = el("textarea", {
    "aria-label": t("position text"),
    placeholder: "8x5x6\n00000000\n11211211\nHHHHHHHH\n…",
    spellcheck: "false",
  });
  const file = el("input", {
    type: "file",
    class: "hush",
    tabindex: -1,
    "aria-hidden": "true",
    onchange: () => file.files[0] && take(file.files[0]),
  });
  return el(
    "div",
    {},
    text,
    el(
      "div",
      { class: "actions" },
      button("read it", () => take(text.value), { class: "main" }),
      button("open file", () => file.click()),
      file,
    ),
  );
}

async function copyLink() {
  share();
  await copy(location.href);
}
async function copyText() {
  await copy(owner.position());
}
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  } catch {
    toast(text);
  }
}

function bar() {
  const field = (label, value, max, change) =>
    el(
      "label",
      {},
      t(label),
      el("input", {
        type: "number",
        min: label === "mine number" ? 0 : 1,
        max,
        value,
        onchange: (event) => change(Number(event.target.value)),
      }),
    );
  const resize = (rows, cols) => {
    if (!(rows >= 1 && cols >= 1 && rows * cols <= about.most_cells))
      return toast(t("too large", { n: about.most_cells }));
    const old = { board, values },
      kept = new Int8Array(rows * cols).fill(HIDDEN);
    for (let row = 0; row < Math.min(rows, old.board.rows); row += 1) {
      for (let col = 0; col < Math.min(cols, old.board.cols); col += 1)
        kept[row * cols + col] = old.values[row * old.board.cols + col];
    }
    blank(rows, cols, mines, board.shape, kept);
    share();
    return analyse();
  };
  $("analyse-bar").replaceChildren(
    field("width", board.cols, 1000, (cols) => resize(board.rows, cols)),
    field("height", board.rows, 1000, (rows) => resize(rows, board.cols)),
    field("mine number", mines, 10000, (count) => {
      mines = count;
      share();
      analyse();
    }),
    el(
      "label",
      {},
      t("shape"),
      el(
        "select",
        {
          onchange: (event) => {
            blank(board.rows, board.cols, mines, event.target.value, values);
            share();
            analyse();
          },
        },
        ...about.shapes.map((one) =>
          el("option", { value: one, selected: one === board.shape }, t(`shape ${one}`)),
        ),
      ),
    ),
    el("span", { class: "gap" }),
    button("why button", () => why(owner, grid.here)),
    button("clear", () => {
      blank(board.rows, board.cols, mines, board.shape);
      share();
      invite();
    }),
  );
}

function palette() {
  const choose = (value) => {
    brush = value;
    palette();
    $("palette").querySelector("[aria-checked=true]").focus();
  };
  $("palette").replaceChildren(
    ...BRUSHES.map((value, i) =>
      el(
        "button",
        {
          type: "button",
          role: "radio",
          "aria-checked": String(value === brush),
          tabindex: value === brush ? 0 : -1,
          class: value > 0 ? `n${value}` : value === FLAG ? "f" : "",
          "aria-label":
            value >= 0
              ? t("cell clue", { n: value })
              : t(value === FLAG ? "cell flag" : "cell hidden"),
          onclick: () => choose(value),
          onkeydown: (event) => {
            const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
            if (way) {
              event.preventDefault();
              choose(BRUSHES[(i + way + BRUSHES.length) % BRUSHES.length]);
            }
          },
        },
        MARKS[value] ?? String(value),
      ),
    ),
  );
}
