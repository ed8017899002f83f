// Watch: a strategy plays, one inference at a time, its knowledge base beside the board.

import { EXPLODED, FLAG, HIDDEN, MINE, Board, parse } from "./board.js";
import { $, button, el, put, refused, sentence } from "./dom.js";
import * as engine from "./engine.js";
import { Grid } from "./grid.js";
import { t } from "./texts.js";
import { randomSeed } from "./play.js";

const SPEEDS = [1, 4, 16, 64, 256]; // steps a second
const LONGEST = 6; // clauses of so many literals and more share a bar
const BEFORE = 5; // what came just before
const REFUSED = new Set(["duplicate", "subsumed", "true"]);
const SVG = "http://www.w3.org/2000/svg";

let about = null,
  go = () => {};
let options = null,
  runs = [],
  timer = null,
  speed = 4;

export function begin(known, address) {
  [about, go] = [known, address];
}

export async function enter(wanted) {
  if (!Object.keys(wanted).length) {
    wanted = options ?? { level: "intermediate", start: "open", seed: 2026, strategy: "saturate" };
    go("watch", wanted, { replace: true });
  }
  const same = options && JSON.stringify(wanted) === JSON.stringify(options);
  if (same && runs.length) return;
  options = wanted;
  stop();
  const { against, strategy = "saturate", at, ...board } = options;
  $("runs").replaceChildren(el("p", { class: "quiet" }, t("thinking")));
  $("controls").replaceChildren();
  runs = [];
  try {
    const played = await Promise.all(
      [strategy, against].filter(Boolean).map((name) => engine.solve({ ...board, strategy: name })),
    );
    runs = played.map((one) => new Run(one));
  } catch (problem) {
    $("runs").replaceChildren(el("p", { class: "problem" }, refused(problem)));
    controls();
    return;
  }
  draw();
  seek(Number(at ?? 0));
}

export function reword() {
  if (!runs.length) return;
  const now = runs.map((run) => run.at);
  draw();
  runs.forEach((run, i) => run.seek(now[i]));
  position();
}

export const describe = () => {
  if (!options) return "";
  const { level, size, mines, start = "given", seed = 0 } = options;
  return [
    level ? t(`level ${level}`) : `${size}, ${t.n("mines", mines)}`,
    t(`start ${start.split(":")[0]}`),
    t("seed", { n: seed }),
  ].join(" · ");
};

export function key(name) {
  const keys = {
    " ": toggle,
    arrowright: () => step(1),
    arrowleft: () => step(-1),
    n: anotherBoard,
  };
  if (!runs.length || !keys[name]) return false;
  keys[name]();
  return true;
}

export function point(name, on) {
  for (const run of runs)
    run.grid.mark("point", on ? new Map([[run.board.cell(name), { kind: "lit" }]]) : new Map());
}

const longest = () => Math.max(...runs.map((run) => run.frames.length));
const here = () => Math.max(...runs.map((run) => run.at));

function seek(at) {
  for (const run of runs) run.seek(Math.max(0, Math.min(at, run.frames.length)));
  position();
}

function step(by) {
  stop();
  seek(here() + by);
}

function toggle() {
  if (timer) return stop();
  if (here() >= longest()) seek(0);
  // Fast speeds take several steps a tick: a screen shows no more than thirty a second.
  const each = Math.max(1, Math.round(speed / 30));
  timer = setInterval(
    () => {
      seek(here() + each);
      if (here() >= longest()) stop();
    },
    (1000 * each) / speed,
  );
  return position();
}

function stop() {
  clearInterval(timer);
  timer = null;
  position();
}

function position() {
  const range = $("controls").querySelector("input[type=range]");
  if (!range) return;
  range.value = here();
  const run = $("controls").querySelector(".run-button");
  run.textContent = timer ? t("pause") : t("run");
}

// The next frame in which a cell is marked.
function nextMark(way) {
  stop();
  const [run] = [...runs].sort((a, b) => b.frames.length - a.frames.length);
  let at = run.at + way;
  while (at > 0 && at < run.frames.length && !run.frames[at - 1].move) at += way;
  seek(at);
}

const anotherBoard = () => go("watch", { ...options, seed: randomSeed() });

function draw() {
  const place = $("runs");
  place.classList.toggle("two", runs.length === 2);
  place.replaceChildren(...runs.map((run) => run.build()));
  for (const run of runs) run.placed(runs.length === 2);
  controls();
}

function controls() {
  const names = Object.keys(about.strategies);
  const pick = (label, chosen, none, change) =>
    el(
      "label",
      {},
      none ? t(label) : null,
      el(
        "select",
        { "aria-label": t(label), onchange: (event) => change(event.target.value) },
        none ? el("option", { value: "" }, t("nothing")) : null,
        ...names.map((name) => el("option", { value: name, selected: name === chosen }, name)),
      ),
    );
  const set = (name) => (value) => {
    const next = { ...options, [name]: value };
    if (!value) delete next[name];
    delete next.at;
    go("watch", next);
  };
  const large = el("input", {
    type: "checkbox",
    role: "switch",
    checked: $("runs").classList.contains("large"),
    onchange: (event) => {
      $("runs").classList.toggle("large", event.target.checked);
    },
  });
  $("controls").replaceChildren(
    el(
      "button",
      {
        type: "button",
        "aria-label": t("to start"),
        title: t("to start"),
        onclick: () => step(-Infinity),
      },
      "⏮",
    ),
    button("step back", () => step(-1)),
    button("run", toggle, { class: "main run-button" }),
    button("step on", () => step(1)),
    button("next mark", () => nextMark(1)),
    el("input", {
      type: "range",
      min: 0,
      max: runs.length ? longest() : 0,
      value: 0,
      "aria-label": t("step"),
      oninput: (event) => {
        const at = Number(event.target.value);
        stop();
        seek(at);
      },
    }),
    el(
      "label",
      {},
      el(
        "select",
        {
          "aria-label": t("speed"),
          onchange: (event) => {
            speed = Number(event.target.value);
            if (timer) {
              stop();
              toggle();
            }
          },
        },
        ...SPEEDS.map((one) => el("option", { value: one, selected: one === speed }, `${one}/s`)),
      ),
    ),
    pick("strategy", options.strategy ?? "saturate", false, set("strategy")),
    pick("compare with", options.against, true, set("against")),
    el("label", {}, large, t("larger type")),
    el(
      "button",
      {
        type: "button",
        "aria-label": t("new board"),
        title: t("new board"),
        onclick: anotherBoard,
      },
      "↻",
    ),
  );
}

// One game by one strategy, cut into frames: an inference each, with what it deletes.
class Run {
  constructor(played) {
    this.played = played;
    this.board = new Board(played.rows, played.cols, played.shape);
    this.truth = parse(played.truth).values;
    this.clauses = new Map(); // every clause there ever was: {clause, parents, source}
    this.frames = cut(played.trace, this.clauses);
    this.sizes = [[0, 0]];
    this.#reset();
    for (let i = 0; i < this.frames.length; i += 1) {
      this.#apply(this.frames[i]);
      this.sizes.push([this.kb.size, this.facts]);
    }
    this.marks = this.frames.filter((frame) => frame.move).length;
    this.#reset();
  }

  #reset() {
    this.at = 0;
    this.kb = new Map();
    this.facts = 0;
    this.values = new Int8Array(this.board.cells).fill(HIDDEN);
    this.changed = null; // all
  }

  #apply(frame) {
    for (const event of frame.events) {
      if (event.event === "insert") this.kb.set(event.step, event.clause);
      else if (
        ["drop", "shorten", "consume", "take"].includes(event.event) ||
        (event.event === "true" && event.step)
      )
        this.kb.delete(event.step);
      if (event.event === "move") {
        const cell = this.board.cell(event.cell),
          mine = this.truth[cell] === MINE;
        this.values[cell] = event.verdict === "mine" ? FLAG : mine ? EXPLODED : this.truth[cell];
        this.facts += 1;
      }
    }
    this.at += 1;
  }

  build() {
    this.place = el("div", { class: "place" });
    this.panel = el("div", { class: "panel", role: "group", "aria-label": this.played.strategy });
    this.bar = el("div", { class: "bar" });
    return el(
      "div",
      { class: "run" },
      el(
        "div",
        { class: "left" },
        this.bar,
        this.place,
        el(
          "p",
          { class: "legend" },
          ...[
            ["", "legend clue"],
            ["l-one", "legend cells"],
            ["l-safe", "legend safe"],
            ["l-mine", "legend mine"],
          ].map(([name, text]) => el("span", { class: name }, t(text))),
        ),
      ),
      this.panel,
    );
  }

  placed() {
    this.grid = new Grid(this.place, this.board, {
      label: t("board of", { size: `${this.board.cols}×${this.board.rows}`, n: this.played.mines }),
    });
    this.chart = chart(this.sizes);
    this.#reset();
    this.seek(0);
  }

  seek(at) {
    if (at < this.at) this.#reset();
    while (this.at < at) this.#apply(this.frames[this.at]);
    this.show();
  }

  show() {
    const frame = this.frames[this.at - 1];
    this.grid.show((cell) => this.values[cell]);
    this.grid.mark("frame", frame ? marksOf(this.board, frame, this.clauses) : new Map());
    const left =
      this.played.mines -
      this.values.reduce((sum, value) => sum + (value === FLAG || value === EXPLODED), 0);
    const ended = this.at === this.frames.length;
    put(
      this.bar,
      el("span", { class: "chip" }, `⚑ ${t("left", { n: left })}`),
      el("span", { class: "chip" }, this.played.strategy),
      ended
        ? el(
            "span",
            { class: `chip ${this.played.outcome === "solved" ? "won" : "lost"}` },
            t(`outcome ${this.played.outcome}`),
          )
        : null,
    );
    put(
      this.panel,
      el("h2", {}, t("watch title"), " ", el("span", { class: "cell-name" }, this.played.strategy)),
      el(
        "p",
        { class: "quiet" },
        t("step of", {
          n: this.at,
          of: this.frames.length,
          marked: this.facts,
          cells: this.board.cells,
        }),
      ),
      this.played.cut ? el("p", { class: "quiet" }, t("cut")) : null,
      this.clauses.size ? null : el("p", { class: "quiet" }, t("no base")),
      frame ? inference(frame, this.clauses) : el("div", { class: "card" }, t("watch begin")),
      this.at > 1 ? this.#before() : null,
      this.clauses.size ? this.#figures() : null,
    );
  }

  #before() {
    const lines = [];
    for (let i = this.at - 2; i >= 0 && lines.length < BEFORE; i -= 1)
      lines.push(summary(this.frames[i], this.clauses));
    return el("div", { class: "card" }, el("h3", {}, t("just before")), ...lines);
  }

  #figures() {
    const counts = new Array(LONGEST).fill(0);
    for (const clause of this.kb.values()) counts[Math.min(clause.length, LONGEST) - 1] += 1;
    const most = Math.max(1, ...counts);
    const bars = counts.flatMap((count, i) => {
      const bar = el("b");
      bar.style.width = `${(100 * count) / most}%`;
      return [
        el("span", {}, i + 1 === LONGEST ? `${LONGEST}+` : String(i + 1)),
        el("span", {}, bar),
        el("span", {}, String(count)),
      ];
    });
    const now = this.sizes[this.at];
    this.chart.at(this.at);
    return el(
      "div",
      { class: "figures" },
      el("div", {}, el("h3", {}, t("by length")), el("div", { class: "lengths" }, ...bars)),
      el("div", {}, el("h3", {}, t("kb size", { kb: now[0], facts: now[1] })), this.chart.element),
    );
  }
}

// Events into frames. What is deleted goes with the clause that did it: "drop" after an insert,
// "shorten" before the shorter clause comes, "consume" after the resolvents. A taken unit and the
// move it makes are one, though the base shortens its clauses in between. "match" only says what is about to be resolved.
function cut(trace, clauses) {
  const frames = [];
  let waiting = [],
    source = null,
    taken = null;
  for (const event of trace) {
    const last = frames.at(-1);
    if (event.event === "match") continue;
    if (event.event === "shorten") waiting.push(event);
    else if (last && (event.event === "drop" || event.event === "consume")) last.events.push(event);
    else if (event.event === "move" && taken?.main.clause[0].endsWith(event.cell)) {
      taken.events.push(event);
      taken.move = event;
      taken = null;
    } else {
      if (event.event === "tell") source = event.source;
      if (event.event === "insert")
        clauses.set(event.step, { ...event, source: event.parents ? null : source });
      const told = event.event === "insert" || event.event === "tell" || REFUSED.has(event.event);
      frames.push({
        main: event,
        source: told && !event.parents ? source : null,
        events: [...waiting, event],
        move: event.event === "move" ? event : null,
      });
      if (event.event === "take") taken = frames.at(-1);
      waiting = [];
    }
  }
  if (waiting.length && frames.length) frames.at(-1).events.push(...waiting);
  return frames;
}

const variable = (literal) => literal.replace("-", "");
const denied = (literal) => (literal.startsWith("-") ? literal.slice(1) : `-${literal}`);

// The variable that two parents disagree about.
function pivotOf(frame, clauses) {
  const [a, b] = (frame.main.parents ?? []).map((id) => clauses.get(id)?.clause ?? []);
  return a && b ? variable(a.find((literal) => b.includes(denied(literal))) ?? "") : "";
}

function marksOf(board, frame, clauses) {
  const marks = new Map();
  const { main } = frame;
  const put = (name, kind, tag = "") => marks.set(board.cell(variable(name)), { kind, tag });
  for (const id of main.parents ?? []) {
    for (const literal of clauses.get(id)?.clause ?? []) put(literal, "one-of");
    const origin = clauses.get(id)?.source;
    if (origin && origin !== "count") put(origin, "clue");
  }
  for (const literal of main.clause ?? []) put(literal, "one-of");
  const origin = main.source ?? frame.source;
  if (origin && origin !== "count") put(origin, "clue");
  const [only] = main.clause ?? [];
  if (main.clause?.length === 1 && ["insert", "take"].includes(main.event)) {
    put(only, only.startsWith("-") ? "safe" : "mine", only.startsWith("-") ? "✓" : "⚑");
  }
  if (frame.move)
    put(
      frame.move.cell,
      frame.move.certain ? frame.move.verdict : "best",
      frame.move.verdict === "safe" ? "✓" : "⚑",
    );
  return marks;
}

function literals(clause, pivot) {
  if (!clause.length) return ["⊥"];
  return clause.flatMap((literal, i) => {
    const name = variable(literal);
    const shown = el(
      "span",
      { class: `cell-name${name === pivot ? " pivot" : ""}`, "data-cell": name },
      literal.startsWith("-") ? `¬${name}` : name,
    );
    return i ? [" ∨ ", shown] : [shown];
  });
}

function row(id, clause, { pivot = "", gone = false, from = "" } = {}) {
  const unit =
    clause.length === 1 && !gone ? ` unit-${clause[0].startsWith("-") ? "safe" : "mine"}` : "";
  return el(
    "div",
    { class: `clause${gone ? " gone" : ""}${unit}` },
    el("span", { class: "id" }, id ? `#${id}` : ""),
    el("span", { class: "lits" }, ...literals(clause, pivot)),
    from ? el("span", { class: "from" }, from) : null,
  );
}

const origin = (one) =>
  !one?.source
    ? ""
    : one.source === "count"
      ? t("the mine count")
      : t("clue at", { cell: one.source });

// The inference in hand: parents above, what they give below, what it deletes struck out.
function inference(frame, clauses) {
  const { main } = frame;
  const card = el("div", { class: "card now" });
  const pivot = pivotOf(frame, clauses);
  const title = {
    tell: "telling",
    insert: main.parents ? "resolving" : "telling",
    take: "taking",
    move: "moving",
    duplicate: "refusing",
    subsumed: "refusing",
    true: "refusing",
  }[main.event];
  card.append(
    el(
      "h3",
      {},
      t(title),
      pivot ? ` ${t("pivot")} ` : "",
      pivot ? el("span", { class: "cell-name", "data-cell": pivot }, pivot) : "",
    ),
  );
  for (const id of main.parents ?? []) {
    const parent = clauses.get(id);
    if (parent) card.append(row(id, parent.clause, { pivot, from: origin(parent) }));
  }
  if (main.event === "tell")
    card.append(
      el(
        "p",
        {},
        ...sentence(
          t.n("told", main.mines, {
            source:
              main.source === "count" ? t("the mine count") : t("clue at", { cell: main.source }),
            cells: main.clause.map(variable).join(", ") || "–",
          }),
        ),
      ),
    );
  else if (main.clause) {
    const below = el(
      "div",
      { class: main.parents ? "resolvent" : "" },
      row(main.step, main.clause, { from: main.parents ? "" : origin(frame) }),
    );
    const words = { duplicate: "is duplicate", subsumed: "is subsumed", true: "is true" }[
      main.event
    ];
    if (words) below.append(el("p", { class: "quiet" }, t(words, { id: main.by ?? "" })));
    card.append(below);
  }
  if (frame.move)
    card.append(
      el(
        "p",
        {},
        ...sentence(
          t(`marks ${frame.move.verdict}${frame.move.certain ? "" : " by risk"}`, {
            cell: frame.move.cell,
          }),
        ),
      ),
    );
  const gone = frame.events.filter((event) => ["drop", "consume", "shorten"].includes(event.event));
  for (const event of gone.slice(0, 6))
    card.append(row(event.step, event.clause, { gone: true, from: t(`gone ${event.event}`) }));
  if (gone.length > 6)
    card.append(el("p", { class: "quiet" }, t("and more", { n: gone.length - 6 })));
  return card;
}

function summary(frame, clauses) {
  const { main } = frame;
  if (main.event === "tell")
    return el(
      "div",
      { class: "clause" },
      el(
        "span",
        { class: "from" },
        ...sentence(
          t.n("told", main.mines, {
            source:
              main.source === "count" ? t("the mine count") : t("clue at", { cell: main.source }),
            cells: main.clause.map(variable).join(", ") || "–",
          }),
        ),
      ),
    );
  if (main.event === "move")
    return el(
      "div",
      { class: "clause" },
      ...sentence(t(`marks ${main.verdict}${main.certain ? "" : " by risk"}`, { cell: main.cell })),
    );
  const from =
    main.event === "take"
      ? t("marked")
      : main.parents
        ? `#${main.parents.join(" ⊗ #")}`
        : origin(frame);
  return row(main.step, main.clause, { gone: REFUSED.has(main.event), from });
}

// The size of KB and KB0 over the game, and where we are in it.
function chart(sizes) {
  const make = (tag, attributes) => {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  };
  const [wide, high] = [200, 84],
    last = Math.max(1, sizes.length - 1);
  const curve = (which) => {
    const top = Math.max(1, ...sizes.map((one) => one[which]));
    const each = Math.max(1, Math.floor(sizes.length / 400));
    const points = sizes
      .map((one, i) => [i, one[which]])
      .filter(([i]) => i % each === 0 || i === last);
    return points
      .map(
        ([i, n]) =>
          `${((wide * i) / last).toFixed(1)},${(high - (high - 4) * (n / top)).toFixed(1)}`,
      )
      .join(" ");
  };
  const now = make("line", { class: "now", y1: 0, y2: high, x1: 0, x2: 0 });
  const element = make("svg", {
    class: "chart",
    viewBox: `0 0 ${wide} ${high}`,
    role: "img",
    "aria-label": t("chart label"),
    preserveAspectRatio: "none",
  });
  element.append(
    make("line", { class: "base", x1: 0, x2: wide, y1: high, y2: high }),
    make("polyline", { class: "facts", points: curve(1) }),
    make("polyline", { class: "kb", points: curve(0) }),
    now,
  );
  return {
    element,
    at: (i) => {
      for (const end of ["x1", "x2"]) now.setAttribute(end, (wide * i) / last);
    },
  };
}
