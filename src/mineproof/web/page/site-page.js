// What only the static page shows: how far the reasoning is loaded, and that a new version is ready.

/** @import { LoadingState } from "./loading-state.js" */

import { $, announce, button, el, put, toast } from "./dom.js";
import { onLoading } from "./loading-state.js";
import { FileProblem } from "./site-files.js";
import { t } from "./texts.js";
import { loadPython, retryPython } from "./worker-engine.js";

/** @type {LoadingState} */
let shown;
let updateReady = false;
let closed = false; // the reader has closed the line about a failure
/** @type {(() => void) | null} */
let takeOver = null;

/** Show the state of the page from now on. A later visit has all files, and loads the reasoning at once. */
export function showSiteState() {
  if (navigator.serviceWorker?.controller) loadPython();
  onLoading((state) => {
    const changed = state.phase !== shown?.phase;
    if (changed || state.questions > shown.questions) closed = false;
    shown = state;
    show();
    if (!changed) return;
    if (state.phase === "ready") tellReady(state.engine);
    if (state.phase === "ready" || state.phase === "failed") keepForNextVisit();
  });
}

let told = false;

/** @param {string} engine */
function tellReady(engine) {
  if (told) return; // Python was only started again
  told = true;
  if (engine === "python") toast(t("plain engine"));
  else announce(t("loading done"));
}

/** Load the reasoning, now that the first board is there. */
export function begin() {
  loadPython();
}

/** Write the texts again, in another language. */
export function showAgain() {
  show();
}

function show() {
  const { phase } = shown;
  const place = $("site-state");
  place.hidden = false;
  place.dataset.phase = phase;
  if (phase === "failed" && !closed) put(place, ...failed(shown));
  else if (phase === "loading" || phase === "starting") put(place, ...progress(shown));
  else if (updateReady) put(place, ...update());
  else {
    place.hidden = true;
    place.replaceChildren();
  }
}

/** @param {LoadingState} state */
function progress({ phase, loaded, total, questions }) {
  const megabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1);
  const line =
    phase === "starting"
      ? t("loading start")
      : t("loading bytes", { done: megabytes(loaded), all: megabytes(total) });
  const wait = questions ? t.n("questions wait", questions) : t("loading play");
  return [
    el("p", { class: "title" }, t("loading title")),
    el("progress", {
      "aria-label": t("loading title"),
      max: total || 1,
      value: phase === "starting" ? undefined : loaded,
    }),
    el("p", { class: "quiet" }, `${line} ${wait}`),
  ];
}

/** @param {LoadingState} state */
function failed({ problem }) {
  const why =
    problem instanceof FileProblem
      ? t(`load ${problem.kind}`, { path: problem.path })
      : t("load no start", { why: String(problem) });
  return [
    el("p", { class: "problem", role: "alert" }, `${t("loading failed")} ${why}`),
    el(
      "div",
      { class: "actions" },
      button("retry", retryPython, { class: "main" }),
      button("close", () => {
        closed = true;
        show();
      }),
    ),
  ];
}

function update() {
  return [
    el("p", {}, t("update ready")),
    el(
      "div",
      { class: "actions" },
      button("update now", () => (takeOver ? takeOver() : location.reload()), { class: "main" }),
      button("update later", () => {
        updateReady = false;
        show();
      }),
    ),
  ];
}

let registered = false;

/**
 * Let a service worker keep the page, where the browser has one (https, localhost), after the
 * reasoning is loaded: what is loaded already is not loaded again.
 */
async function keepForNextVisit() {
  if (registered || !("serviceWorker" in navigator)) return;
  registered = true;
  const { serviceWorker } = navigator;
  try {
    const options = /** @type {const} */ ({ updateViaCache: "none" });
    const registration = await serviceWorker.register("service-worker.js", options);
    const look = () => {
      if (registration.waiting && serviceWorker.controller) offer(registration.waiting);
    };
    look();
    registration.addEventListener("updatefound", () =>
      registration.installing?.addEventListener("statechange", look),
    );
  } catch {
    return; // without one, the page works as long as the network does
  }
  if (!serviceWorker.controller) return; // the first visit: nothing is replaced
  // Another window has let a new version take over; this one still shows the old.
  serviceWorker.addEventListener("controllerchange", () => {
    if (takeOver) return;
    updateReady = true;
    show();
  });
}

/**
 * Offer a new version. It never takes over by itself while the page is open.
 * @param {ServiceWorker} waiting
 */
function offer(waiting) {
  takeOver = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    waiting.postMessage("take over");
  };
  updateReady = true;
  show();
}
