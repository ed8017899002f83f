// The start of the page, and the parts that all views share: navigation by URL, language, theme, keys.
// A view is loaded when it is first entered.

/** @import { About, Language } from "./engine/engine.js" */
/** @import { PlayView } from "./game/play.js" */
/** @import { Go, View, ViewContext, ViewName } from "./base/view.js" */

import {
  $,
  button,
  closest,
  el,
  loadPart,
  loadStyle,
  put,
  refusalText,
  SIDEWAYS,
  toast,
} from "./base/dom.js";
import { isLostGraph } from "./base/graph-address.js";
import { load, save } from "./base/storage.js";
import { loadLanguage, otherLanguage, preferredLanguage, t } from "./base/texts.js";
import { hashOf, readHash } from "./base/view.js";
import { about, askServer, isStatic, onAway, Refusal, withoutServer } from "./engine/engine.js";

/** @type {Record<ViewName, () => Promise<{ new (context: ViewContext): View }>>} */
const VIEWS = {
  play: async () => (await import("./game/play.js")).PlayView,
  watch: async () => (await import("./watch/watch.js")).WatchView,
  analyse: async () => (await import("./analyse/analyse.js")).AnalyseView,
  learn: async () => (await import("./learn/learn.js")).LearnView,
  day: async () => (await import("./day/day.js")).DayView,
  records: async () => (await import("./game/records-view.js")).RecordsView,
};
/** Keys that press a focused button. They have no other meaning there. */
const PRESSING = [" ", "Enter"];

/** The module of the static page; null if a server sent the page. */
const sitePage = isStatic ? import("./engine/site-page.js") : null;

/** @type {Go} */
function go(view, options, { replace = false } = {}) {
  const hash = hashOf(view, options);
  if (replace) {
    // The reader may have left the view already: then the address belongs to the next one.
    if (viewName(readHash(location.hash).name) === view) history.replaceState(null, "", hash);
  } else if (location.hash !== hash) location.hash = hash;
}

class Page {
  /** @type {ViewName} the name of the view that is shown */
  name = "play";
  /** @type {Map<ViewName, View>} the views that are loaded */
  views = new Map();
  /** @type {Map<ViewName, Promise<View>>} the views that are loaded or loading */
  #loading = new Map();

  /** @param {About} about */
  constructor(about) {
    /** @type {ViewContext} */
    this.context = { about, go, openReplay: (replay) => this.#openReplay(replay) };
    addEventListener("hashchange", () => this.follow());
    $("theme").addEventListener("click", changeTheme);
    $("keys").addEventListener("click", () => this.#showKeys());
    $("language").addEventListener("click", () => this.#changeLanguage());
    addEventListener("keydown", (event) => this.#pressKey(event));
    onAway((away) => {
      $("connection").hidden = !away;
      this.#drawConnection();
    });
    addEventListener("online", () => $("connection").hidden || this.#retryServer());
    document.addEventListener("mouseover", (event) => this.#highlight(event, true));
    document.addEventListener("mouseout", (event) => this.#highlight(event, false));
  }

  /** The view that is shown, once it is loaded. */
  get view() {
    return this.views.get(this.name);
  }

  /** @param {ViewName} name */
  #load(name) {
    let loading = this.#loading.get(name);
    if (!loading) {
      loading = VIEWS[name]().then((Kind) => {
        const view = new Kind(this.context);
        this.views.set(name, view);
        return view;
      });
      loading.catch(() => this.#loading.delete(name)); // the next call tries again
      this.#loading.set(name, loading);
    }
    return loading;
  }

  /** Show the view that the URL names. */
  async follow() {
    const { hash } = location;
    const { name, options } = readHash(hash);
    this.name = viewName(name);
    this.#showSection();
    const view = await this.#load(this.name).catch(() => null);
    if (!view) {
      toast(t("view not loaded"));
      return;
    }
    if (location.hash !== hash) return; // the URL changed while the view was loading
    const lost = isLostGraph(options.shape);
    if (lost) toast(t("graph lost"));
    try {
      await view.enter(lost ? {} : options);
    } catch (problem) {
      toast(refusalText(problem));
    }
    this.#describe();
    document.title = `${t(this.name)} – mineproof ∎`;
  }

  #showSection() {
    for (const name of Object.keys(VIEWS)) $(`view-${name}`).hidden = name !== this.name;
    for (const link of document.querySelectorAll("nav a")) {
      if (link.getAttribute("data-view") === this.name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  #describe() {
    $("where").textContent = this.view?.describe() ?? "";
  }

  /** The banner while the server does not answer: the game goes on, and a button tries it again. */
  #drawConnection() {
    const retry = button("retry", () => this.#retryServer(), { class: "main" });
    put($("connection"), el("p", {}, t("server away")), retry);
  }

  async #retryServer() {
    const place = $("connection");
    place.setAttribute("aria-busy", "true");
    try {
      await askServer("about", {});
      this.view?.retry?.();
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
    } finally {
      place.removeAttribute("aria-busy");
    }
  }

  /** @param {string} replay */
  async #openReplay(replay) {
    const play = /** @type {PlayView} */ (await this.#load("play"));
    await play.load(replay, { replace: false });
  }

  async #changeLanguage() {
    const wanted = otherLanguage();
    try {
      await showLanguage(wanted);
    } catch (problem) {
      toast(refusalText(problem));
      return;
    }
    save("language", wanted);
    for (const view of this.views.values()) view.languageChanged();
    (await sitePage)?.show();
    this.#drawConnection();
    this.#describe();
  }

  async #showKeys() {
    const part = await loadPart(() => import("./base/keys.js"));
    part?.showKeys(this.name);
  }

  /** @param {KeyboardEvent} event */
  #pressKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ($("dialog", HTMLDialogElement).open || closest(event, "input, select, textarea")) return;
    if (PRESSING.includes(event.key) && closest(event, "a, button, summary")) return;
    if (event.key === "?") this.#showKeys();
    else if (!this.view?.pressKey?.(event.key.toLowerCase())) return;
    event.preventDefault();
  }

  /**
   * Highlight a cell while the reader points at its name.
   * @param {Event} event
   * @param {boolean} on
   */
  #highlight(event, on) {
    const name = closest(event, ".cell-name")?.dataset.cell;
    if (name) this.view?.highlight?.(name, on);
  }
}

/**
 * The name if it is the name of a view, else "play".
 * @param {string} name
 */
const viewName = (name) => (Object.hasOwn(VIEWS, name) ? /** @type {ViewName} */ (name) : "play");

/** @param {Language} language */
async function showLanguage(language) {
  await loadLanguage(language);
  $("language").textContent = t("other language");
  $("language").lang = otherLanguage();
  $("language").setAttribute("aria-label", t("other language long"));
}

function changeTheme() {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = root.dataset.theme ?? (dark ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  save("theme", root.dataset.theme);
}

/** Load the style of a phone that is held sideways, when it is first needed. */
async function loadSidewaysStyle() {
  const sideways = matchMedia(SIDEWAYS);
  const load = () => loadStyle("base/sideways.css");
  if (sideways.matches) await load();
  else sideways.addEventListener("change", load, { once: true });
}

async function main() {
  // Another site shows the board and the argument in a frame, without the rest of the page.
  const embedded = new URLSearchParams(location.search).has("embed");
  document.body.classList.toggle("embed", embedded);
  if (embedded) $("main").prepend(el("h1", { class: "hush" }, document.title));
  const theme = load("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  const [known] = await Promise.all([
    about(),
    showLanguage(preferredLanguage()),
    embedded ? loadStyle("base/embed.css") : loadSidewaysStyle(),
    VIEWS[viewName(readHash(location.hash).name)](), // load the first view at the same time
  ]);
  const site = await sitePage;
  site?.showSiteState();
  const page = new Page(known);
  await page.follow();
  performance.mark("ready");
  const files = await loadPart(() => import("./base/dropped-files.js"));
  files?.listenForFiles(page.context);
  document.body.dataset.ready = "yes";
  site?.loadPython();
  // Load this now, because the server may be away later.
  if (!isStatic)
    withoutServer().then(
      ({ keepAbout }) => keepAbout(known),
      () => {},
    );
}

main().catch((problem) => {
  showBroken(problem.message);
  throw problem;
});
