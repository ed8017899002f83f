// Messages of the static page: the progress of loading Python, and a new version that is ready.

/** @import { LoadingState } from "./python-queue.js" */

import { $, actions, announce, button, el, put, toast } from "../base/dom.js";
import { t } from "../base/texts.js";
import { endLoading } from "./engine.js";
import { onLoading } from "./python-queue.js";
import { FileProblem } from "./site-files.js";
import { loadPython, retryPython } from "./worker-engine.js";

export { loadPython };

/** Questions whose wait says what it is for. */
const NEEDED = ["explain", "analyse", "review", "solve"];

/** @type {LoadingState} */
let shown;
let updateReady = false;
let closed = false; // whether the reader has closed the message about a failure
/** @type {(() => void) | null} */
let takeOver = null;

/** Show the state of the page and its changes. A later visit has all files, and starts Python at once. */
export function showSiteState() {
  if (navigator.serviceWorker?.controller) loadPython();
  onLoading((state) => {
    const changed = state.phase !== shown?.phase;
    if (changed || state.waiting.length > shown.waiting.length) closed = false;
    shown = state;
    show();
    if (!changed) return;
    if (state.phase === "ready") endLoading();
    if (state.phase === "ready") announceReady(state.engine);
    if (state.phase === "ready" || state.phase === "failed") startServiceWorker();
  });
}

let announced = false;

/** @param {string} engine */
function announceReady(engine) {
  if (announced) return; // Python was restarted
  announced = true;
  if (engine === "python") toast(t("plain engine"));
  else announce(t("loading done"));
}

/** Show the state, in a new language too. */
export function show() {
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
function progress({ phase, loaded, total, waiting }) {
  const megabytes = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1);
  const line =
    phase === "starting"
      ? t("loading start")
      : t("loading bytes", { done: megabytes(loaded), all: megabytes(total) });
  const [first] = waiting;
  const wait = first ? t(`needed ${NEEDED.includes(first) ? first : "it"}`) : t("loading play");
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
    actions(
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
    actions(
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
 * Start a service worker that stores the page, if the browser allows it (https, localhost). Python is
 * loaded first, because the service worker does not load files again that are stored already.
 */
async function startServiceWorker() {
  if (registered || !("serviceWorker" in navigator)) return;
  registered = true;
  const { serviceWorker } = navigator;
  try {
    const options = /** @type {const} */ ({ updateViaCache: "none" });
    const registration = await serviceWorker.register("service-worker.js", options);
    const check = () => {
      if (registration.waiting && serviceWorker.controller) offerUpdate(registration.waiting);
    };
    check();
    registration.addEventListener("updatefound", () =>
      registration.installing?.addEventListener("statechange", check),
    );
  } catch {
    return; // without a service worker the page needs the network
  }
  if (!serviceWorker.controller) return; // on the first visit there is no old version
  // A new version was activated in another window; this one still shows the old version.
  serviceWorker.addEventListener("controllerchange", () => {
    if (takeOver) return;
    updateReady = true;
    show();
  });
}

/**
 * Offer a new version. It is not activated while the page is open unless the reader agrees.
 * @param {ServiceWorker} waiting
 */
function offerUpdate(waiting) {
  takeOver = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    waiting.postMessage("take over");
  };
  updateReady = true;
  show();
}
