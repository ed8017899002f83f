// The page as a whole: views by address, languages, themes, keys.

import * as analyse from "./analyse.js";
import { $, announce, dialog, el, refused, toast } from "./dom.js";
import * as engine from "./engine.js";
import * as play from "./play.js";
import { other, preferred, speak, t } from "./texts.js";
import * as watch from "./watch.js";

const VIEWS = { play, watch, analyse };
const NUMBERS = new Set(["mines", "seed", "min_depth", "max_depth"]);
const KEYS = [
  ["arrows", "↑ ↓ ← →"],
  ["opens", "space"],
  ["flags", "F"],
  ["chords", "C"],
  ["why button", "W"],
  ["best move", "B"],
  ["may I guess", "G"],
  ["new board", "N"],
  ["restart", "R"],
  ["undo flag", "U"],
  ["all keys", "?"],
];
let view = "play";

// The address of a view: #play?level=expert&seed=7. A link is a board.
function go(name, options, { replace = false } = {}) {
  const query = new URLSearchParams(options)
    .toString()
    .replaceAll("%3A", ":")
    .replaceAll("%2F", "/");
  const address = `#${name}${query ? `?${query}` : ""}`;
  if (replace) history.replaceState(null, "", address);
  else if (location.hash !== address) location.hash = address;
}

async function follow() {
  const [name, query] = location.hash.slice(1).split(/\?(.*)/s);
  view = name in VIEWS ? name : "play";
  for (const one of Object.keys(VIEWS)) $(`view-${one}`).hidden = one !== view;
  for (const one of document.querySelectorAll("nav a")) {
    if (one.dataset.view === view) one.setAttribute("aria-current", "page");
    else one.removeAttribute("aria-current");
  }
  const options = Object.fromEntries(
    [...new URLSearchParams(query ?? "")].map(([key, value]) => [
      key,
      NUMBERS.has(key) ? Number(value) : value === "true" ? true : value,
    ]),
  );
  try {
    await VIEWS[view].enter(options);
  } catch (problem) {
    toast(refused(problem));
  }
  $("where").textContent = VIEWS[view].describe();
  document.title = `${t(view)} – mineproof ∎`;
}

async function chooseLanguage(language) {
  await speak(language);
  $("language").textContent = t("other language");
  $("language").lang = other();
  $("language").setAttribute("aria-label", t("other language long"));
}

function theme() {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = root.dataset.theme ?? (dark ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
}

function showKeys() {
  dialog(
    t("keys"),
    el(
      "dl",
      { class: "keys" },
      ...KEYS.flatMap(([key, name]) => [
        el(
          "dt",
          {},
          ...name.split(" ").map((one) => el("kbd", {}, one === "space" ? t("space bar") : one)),
        ),
        el("dd", {}, t(key)),
      ]),
    ),
  );
}

function listen() {
  addEventListener("hashchange", follow);
  $("theme").onclick = theme;
  $("keys").onclick = showKeys;
  $("language").onclick = async () => {
    localStorage.setItem("language", other());
    await chooseLanguage(other());
    for (const one of Object.values(VIEWS)) one.reword();
    $("where").textContent = VIEWS[view].describe();
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || $("dialog").open) return;
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === "?") showKeys();
    else if (!VIEWS[view].key(event.key.toLowerCase())) return;
    event.preventDefault();
  });
  // Pointing at the name of a cell shows the cell.
  for (const [kind, on] of [
    ["mouseover", true],
    ["mouseout", false],
  ]) {
    document.addEventListener(kind, (event) => {
      const name = event.target.closest?.(".cell-name")?.dataset.cell;
      if (name) VIEWS[view].point?.(name, on);
    });
  }
}

async function main() {
  const saved = localStorage.getItem("theme");
  if (saved) document.documentElement.dataset.theme = saved;
  const [about] = await Promise.all([engine.about(), chooseLanguage(preferred())]);
  for (const one of Object.values(VIEWS)) one.begin(about, go);
  listen();
  await follow();
  document.body.dataset.ready = "yes";
  performance.mark("ready");
}

main().catch((problem) => {
  announce(String(problem.message));
  throw problem;
});
