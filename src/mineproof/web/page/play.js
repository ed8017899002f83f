// Play: a game in the page; the server deals, analyses and explains.

import { HIDDEN } from "./board.js";
import {
  $,
  announce,
  button,
  dialog,
  download,
  el,
  hush,
  refused,
  sentence,
  toast,
} from "./dom.js";
import * as engine from "./engine.js";
import { Game } from "./game.js";
import { Grid } from "./grid.js";
import { t } from "./texts.js";
import { reviewed, share } from "./review.js";
import { sheet, why } from "./why.js";

const ASSISTS = ["certain", "odds", "warn", "best"];
let game = null,
  options = null,
  about = null,
  ticking = null,
  stopped = null;
let past = null; // the game at an earlier move, while that is looked at
let go = () => {};

// `owner` of the why panel.
const owner = {
  panel: $("play-panel"),
  get grid() {
    return grid;
  },
  get shape() {
    return game.board.shape;
  },
  position: () => (past ?? game).position,
  get act() {
    return past ? null : act;
  },
};
const act = (cell, verdict) => (verdict === "mine" ? flag(cell, true) : open(cell, true));
let grid = null;

export function begin(levels, address) {
  [about, go] = [levels, address];
  $("may-guess").onclick = $("thumb-guess").onclick = mayGuess;
  $("ask-why").onclick = $("thumb-why").onclick = () => why(owner, grid.here);
  $("new").onclick = newBoard;
  $("restart").onclick = restart;
  $("copy-link").onclick = copyLink;
  $("save").onclick = () => download("mineproof-game.json", JSON.stringify(game.replay));
  $("load").onclick = () => $("load-file").click();
  $("load-file").onchange = async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (file) await load(await file.text());
  };
  $("to-analyse").onclick = () =>
    go("analyse", { position: link(game.position), shape: game.board.shape });
  $("to-watch").onclick = () => go("watch", options);
  $("flag-mode").onclick = () => {
    const on = $("flag-mode").getAttribute("aria-pressed") !== "true";
    $("flag-mode").setAttribute("aria-pressed", String(on));
  };
  for (const name of ASSISTS) $(`assist-${name}`).onchange = assist;
  for (const name of ["more"]) menu($(name), $(`${name}-list`));
}

function menu(opener, list) {
  const set = (open) => {
    list.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
  };
  opener.onclick = (event) => {
    event.stopPropagation();
    set(list.hidden);
  };
  document.addEventListener("click", () => set(false));
  list.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      set(false);
      opener.focus();
    }
  });
}

export const link = (position) => position.trim().replaceAll("\n", "/");

// A new game by what the address says.
export async function enter(wanted) {
  if (game && JSON.stringify(wanted) === JSON.stringify(options)) return;
  if (game && !Object.keys(wanted).length) {
    go("play", options, { replace: true }); // back to the game that was left
    return;
  }
  options = Object.keys(wanted).length ? wanted : usual();
  let dealt;
  try {
    dealt = await engine.deal(options);
    if (JSON.stringify(wanted) !== JSON.stringify(options) && Object.keys(wanted).length) return; // asked again meanwhile
  } catch (problem) {
    sheet(
      owner.panel,
      el("h2", {}, t("no board")),
      el("p", { class: "problem" }, refused(problem)),
      el("div", { class: "actions" }, button("new board", newBoard, { class: "main" })),
    );
    return;
  }
  play(new Game(dealt));
}

// A replay: the game as far as it went, to be looked at or played on.
export async function load(text) {
  try {
    const read = await engine.read(text, "grid");
    if (read.kind !== "replay") return go("play", { board: link(read.text) });
    const kept = Game.from(JSON.parse(read.text));
    options = { board: link(kept.dealt.truth), cells: kept.dealt.cells.join(",") };
    if (kept.board.shape !== "grid") options.shape = kept.board.shape;
    go("play", options, { replace: true });
    return play(kept);
  } catch (problem) {
    return toast(refused(problem));
  }
}

function usual() {
  const level = innerWidth < 700 ? "beginner" : "intermediate";
  const chosen = { level, start: "open", seed: randomSeed() };
  go("play", chosen, { replace: true });
  return chosen;
}

export const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

function play(fresh) {
  game = fresh;
  past = null;
  grid = new Grid($("play-board"), game.board, {
    label: t("board of", { size: `${game.board.cols}×${game.board.rows}`, n: game.mines }),
    on: {
      open: pressed,
      flag: (cell) => flag(cell),
      chord: (cell) => chord(cell),
      key,
      focus: () => {},
    },
  });
  begun();
}

function restart() {
  game.restart();
  begun();
}

function begun() {
  hush();
  stopped = past = null;
  known.clear();
  grid.clear("why", "line", "clash", "assist", "end");
  grid.show((cell) => game.shown(cell));
  invite();
  $("luck").hidden = true;
  update();
  assist();
  if (game.over) ended();
  clearInterval(ticking);
  ticking = setInterval(clock, 500);
}

function invite() {
  owner.panel.classList.remove("sheet");
  owner.panel.replaceChildren(
    el("h2", {}, t("invite title")),
    el(
      "ul",
      { class: "invite" },
      ...["invite open", "invite flag", "invite why", "invite help"].map((key) =>
        el("li", {}, t(key)),
      ),
    ),
  );
}

export function describe() {
  if (!game) return "";
  const level = options.level
    ? t(`level ${options.level}`)
    : `${game.board.cols}×${game.board.rows}, ${t.n("mines", game.mines)}`;
  const parts = [level, t(`start ${game.dealt.start.split(":")[0]}`)];
  if (game.board.shape !== "grid") parts.push(t(`shape ${game.board.shape}`));
  if (options.no_guess) parts.push(t("no guess"));
  if (game.dealt.depth) parts.push(t("depth", { n: game.dealt.depth }));
  if (!options.board) parts.push(t("seed", { n: options.seed ?? 0 }));
  return parts.join(" · ");
}

// The page in another language.
export function reword() {
  if (!game) return;
  grid.relabel(t("board of", { size: `${game.board.cols}×${game.board.rows}`, n: game.mines }));
  update();
  invite();
  assist();
}

function update() {
  $("left").textContent = `⚑ ${t("left", { n: game.left })}`;
  clock();
  $("where").textContent = describe();
}

function clock() {
  const seconds = Math.floor(game.seconds);
  $("time").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  $("time").className = `chip${game.won ? " won" : game.over ? " lost" : ""}`;
}

// Left button, tap, space.
function pressed(cell, touch) {
  if (past) return;
  if (game.seen[cell] >= 0) chord(cell);
  else if (touch && $("flag-mode").getAttribute("aria-pressed") === "true") flag(cell);
  else open(cell);
}

async function open(cell, sure = false) {
  if (game.over || game.seen[cell] !== HIDDEN) return;
  if (!sure && (await risky([cell], () => open(cell, true)))) return;
  done(game.open(cell));
}

async function chord(cell) {
  const opens = game.chordOpens(cell);
  if (!opens.length) return;
  if (await risky(opens, () => done(game.chord(cell)))) return;
  done(game.chord(cell));
}

async function flag(cell, sure = false) {
  if (game.over || game.seen[cell] >= 0) return;
  const { position } = game;
  if (!sure && $("assist-warn").checked && game.seen[cell] === HIDDEN) {
    const found = await analysis();
    if (game.position !== position) return;
    if (found?.safe.includes(game.board.name(cell)) && once(cell, "flag")) {
      toast(
        t("warn flag", { cell: game.board.name(cell) }),
        ["why button", () => why(owner, cell)],
        ["flag anyway", () => flag(cell, true)],
      );
      return;
    }
  }
  done(game.flag(cell));
}

// True if the player should be stopped, once for each cell and position.
async function risky(cells, goOn) {
  if (!$("assist-warn").checked) return false;
  const { position } = game;
  const found = await analysis();
  if (game.position !== position) return true;
  if (!found) return false;
  const names = cells.map((cell) => game.board.name(cell));
  const mined = names.find((name) => found.mined.includes(name));
  const risk = names.find((name) => !found.safe.includes(name));
  const instead = found.safe.find((name) => game.seen[game.board.cell(name)] === HIDDEN);
  if (!risk || (!mined && !instead) || !once(cells[0], "open")) return false;
  const cell = game.board.cell(mined ?? risk);
  toast(
    mined ? t("warn mine", { cell: mined }) : t("warn risk", { cell: risk }),
    ["why button", () => why(owner, mined ? cell : game.board.cell(instead))],
    ["open anyway", goOn],
  );
  return true;
}

function once(cell, what) {
  const now = `${what} ${cell} ${game.position}`;
  if (stopped === now) return false;
  stopped = now;
  return true;
}

function done(changed) {
  if (!changed.length) return;
  hush();
  grid.clear("why", "line", "clash");
  owner.panel.classList.remove("sheet");
  if (game.over) ended();
  else grid.show((cell) => game.shown(cell), changed);
  update();
  assist();
}

async function ended() {
  past = null;
  grid.clear("why", "line", "clash", "assist");
  grid.show((cell) => game.shown(cell));
  const wrong = game.flags.filter((cell) => game.wrongFlag(cell));
  grid.mark("end", new Map(wrong.map((cell) => [cell, { kind: "wrong", says: t("wrong flag") }])));
  announce(t(game.won ? "won" : "lost"));
  const content = (...more) =>
    sheet(
      owner.panel,
      el("h2", {}, t(game.won ? "won" : "lost")),
      el(
        "p",
        { class: "quiet" },
        ...sentence(
          game.won
            ? t("won in", { s: game.seconds.toFixed(1) })
            : t("lost at", { cell: game.board.name(game.exploded) }),
        ),
      ),
      ...more,
      el(
        "div",
        { class: "actions" },
        button("new board", again, { class: "main" }),
        button("restart", restart),
        button("save", $("save").onclick),
      ),
    );
  content();
  const now = game,
    { luck, content: more } = await reviewed(game, look);
  if (game !== now || !game.over || past) return;
  content(...more);
  if (luck !== null) {
    $("luck").textContent = t("luck chip", { p: share(luck) });
    $("luck").hidden = false;
  }
}

// The board as it was before a move, and what could be known then.
function look(move) {
  past = game.before(move.number);
  grid.clear("end", "why", "line", "assist");
  grid.show((cell) => past.shown(cell));
  const cell = game.board.cell(move.certain ?? move.cell);
  grid.focus(cell, { quietly: true });
  why(owner, cell).then(() => {
    if (!past) return;
    if (!move.certain || move.cell !== move.certain)
      grid.mark(
        "end",
        new Map([[game.board.cell(move.cell), { kind: "asked", says: t("your move") }]]),
      );
    owner.panel.append(el("div", { class: "actions" }, button("back to review", ended)));
  });
}

const again = () => go("play", { ...options, seed: randomSeed() });

// Help, as far as it is switched on. One analysis a position, asked for once.
const known = new Map();
async function analysis() {
  const position = owner.position();
  if (!known.has(position)) {
    if (known.size > 20) known.clear();
    known.set(
      position,
      engine.analyse(position, game.board.shape).catch((problem) => {
        toast(refused(problem));
        return null;
      }),
    );
  }
  return known.get(position);
}

async function assist() {
  const on = Object.fromEntries(ASSISTS.map((name) => [name, $(`assist-${name}`).checked]));
  if (game.over || !Object.values(on).some(Boolean)) {
    grid.clear("assist");
    return;
  }
  const { position } = game;
  const found = await analysis();
  if (!found || game.position !== position || game.over) return;
  const marks = new Map(),
    { board } = game;
  if (on.odds) {
    for (const [name, odds] of Object.entries(found.odds))
      marks.set(board.cell(name), {
        kind: "odds",
        tag: percent(odds),
        says: t("odds of", { p: percent(odds) }),
      });
  }
  if (on.certain) {
    for (const name of found.safe)
      marks.set(board.cell(name), { kind: "safe", tag: "✓", says: t("verdict safe") });
    for (const name of found.mined)
      marks.set(board.cell(name), { kind: "mine", tag: "⚑", says: t("verdict mine") });
  }
  if (on.best && found.best) {
    const cell = board.cell(found.best.cell),
      before = marks.get(cell);
    marks.set(cell, {
      ...before,
      kind: before && before.kind !== "odds" ? `${before.kind} k-best-safe` : "best",
      tag: before?.tag ?? "★",
      says: t("the best move"),
    });
  }
  grid.mark("assist", marks);
}

// Never rounded to what would look certain.
export function percent(odds) {
  const rounded = Math.round(100 * odds);
  if (odds === 0 || odds === 1) return String(rounded);
  return rounded === 0 ? "<1" : rounded === 100 ? ">99" : String(rounded);
}

async function mayGuess() {
  const found = await analysis();
  if (!found) return;
  const sure = found.safe.length > 0;
  sheet(
    owner.panel,
    el("h2", {}, t(sure ? "no guess needed" : "guess needed")),
    el("p", { class: "quiet" }, t(sure ? "no guess needed more" : "guess needed more")),
  );
  announce(t(sure ? "no guess needed" : "guess needed"));
}

async function best() {
  const found = await analysis();
  if (!found?.best) return;
  const cell = game.board.cell(found.best.cell);
  grid.focus(cell);
  if (found.best.safe === 1) return why(owner, cell);
  sheet(
    owner.panel,
    el("h2", {}, ...sentence(t("best is", { cell: found.best.cell }))),
    el("p", { class: "quiet" }, t("best risk", { p: (100 * (1 - found.best.safe)).toFixed(1) })),
  );
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    toast(t("copied"));
  } catch {
    toast(location.href);
  }
}

export const point = (name, on) =>
  grid?.mark("point", on ? new Map([[game.board.cell(name), { kind: "lit" }]]) : new Map());

// Keys that work anywhere in this view; true if one was meant.
export function key(name, cell = grid?.here) {
  const keys = {
    w: () => why(owner, cell),
    b: best,
    n: newBoard,
    u: () => done(game.unflagLast()),
    g: mayGuess,
    r: restart,
  };
  if (!game || !keys[name]) return false;
  keys[name]();
  return true;
}

// The dialog for another board.
function newBoard() {
  const now = { level: options.level ?? (options.size ? "custom" : "intermediate"), ...options };
  const [width, height] = (now.size ?? `${game?.board.cols ?? 16}x${game?.board.rows ?? 16}`).split(
    "x",
  );
  const pick = (name, choices, chosen) =>
    el(
      "select",
      { name },
      ...choices.map(([value, text]) => el("option", { value, selected: value === chosen }, text)),
    );
  const number = (name, value, min, max) =>
    el("input", { type: "number", name, value: value ?? "", min, max, inputmode: "numeric" });
  const label = (name, field) => el("label", {}, t(name), field);
  const levels = Object.entries(about.levels).map(([name, one]) => [
    name,
    `${t(`level ${name}`)} · ${one.cols}×${one.rows} / ${one.mines}`,
  ]);
  const size = el(
    "div",
    { class: "fields" },
    label("width", number("width", width, 1, 1000)),
    label("height", number("height", height, 1, 1000)),
    label("mine number", number("mines", now.mines ?? game?.mines ?? 40, 0, 10000)),
  );
  const given = el(
    "div",
    { class: "fields" },
    label("safe cells", number("safe_cells", now.safe_cells, 0, 9999)),
    label(
      "place",
      pick(
        "place",
        ["uniform", "walk", "block"].map((one) => [one, t(`place ${one}`)]),
        now.place ?? "uniform",
      ),
    ),
  );
  const depth = (name, chosen) =>
    pick(
      name,
      ["1", "2", "3", "4"].map((one) => [one, one]),
      String(chosen),
    );
  const depths = el(
    "div",
    { class: "fields" },
    label("min depth", depth("min_depth", now.min_depth ?? 1)),
    label("max depth", depth("max_depth", now.max_depth ?? 4)),
  );
  const form = el(
    "form",
    { method: "dialog" },
    label("level", pick("level", [...levels, ["custom", t("custom")]], now.level)),
    size,
    el(
      "label",
      { class: "check" },
      el("input", {
        type: "checkbox",
        role: "switch",
        name: "no_guess",
        checked: Boolean(now.no_guess),
      }),
      t("no guess label"),
    ),
    depths,
    el(
      "div",
      { class: "fields" },
      label(
        "start",
        pick(
          "start",
          ["open", "safe", "given"].map((one) => [one, t(`start ${one}`)]),
          (now.start ?? "given").split(":")[0],
        ),
      ),
      label(
        "shape",
        pick(
          "shape",
          about.shapes.map((one) => [one, t(`shape ${one}`)]),
          now.shape ?? "grid",
        ),
      ),
    ),
    given,
    label(
      "seed label",
      el("input", {
        name: "seed",
        inputmode: "numeric",
        pattern: "[0-9]{1,15}",
        placeholder: t("any seed"),
      }),
    ),
    el("div", { class: "actions" }, el("button", { class: "main" }, t("deal it"))),
  );
  const adapt = () => {
    size.hidden = form.elements.level.value !== "custom";
    const sure = form.elements.no_guess.checked;
    depths.hidden = !sure;
    for (const one of form.elements.start.options) one.disabled = sure && one.value === "given";
    if (sure && form.elements.start.value === "given") form.elements.start.value = "open";
    given.hidden = form.elements.start.value !== "given";
  };
  form.addEventListener("change", adapt);
  form.addEventListener("submit", () => go("play", asked(form)));
  adapt();
  dialog(t("new board"), form);
}

function asked(form) {
  const value = (name) => form.elements[name].value;
  const chosen = {
    start: value("start"),
    seed: value("seed") ? Number(value("seed")) : randomSeed(),
  };
  if (value("level") === "custom")
    Object.assign(chosen, {
      size: `${value("width")}x${value("height")}`,
      mines: Number(value("mines")),
    });
  else chosen.level = value("level");
  if (value("shape") !== "grid") chosen.shape = value("shape");
  if (form.elements.no_guess.checked) {
    chosen.no_guess = true;
    if (value("min_depth") !== "1") chosen.min_depth = Number(value("min_depth"));
    if (value("max_depth") !== "4") chosen.max_depth = Number(value("max_depth"));
  }
  if (chosen.start === "given") {
    if (value("safe_cells")) chosen.safe_cells = value("safe_cells");
    if (value("place") !== "uniform") chosen.place = value("place");
  }
  return chosen;
}
