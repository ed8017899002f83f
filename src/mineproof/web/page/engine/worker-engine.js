// The engine of the static page: Python in a Web Worker (Pyodide) answers with the same function as the
// server's workers. Questions that need no Python (boards, texts, levels, lessons) are answered at once, and
// while Python is loading the core in WebAssembly answers what needs no sentence and no proof.

/** @import { CoreAnswers } from "./core-answers.js" */
/** @import { Days } from "./deal.js" */
/** @import { About, Ask, Engine } from "./engine.js" */

import { deal, dealDay } from "./deal.js";
import { PythonQueue, setLoading } from "./python-queue.js";
import { Refusal, readRefusal } from "./refusal.js";
import { SiteFiles } from "./site-files.js";

const PYTHON = [
  "python/pyodide.mjs",
  "python/pyodide.asm.mjs",
  "python/pyodide.asm.wasm",
  "python/pyodide-lock.json",
  "python/python_stdlib.zip",
  "python/mineproof.zip",
];
/** The core in WebAssembly. A site that is built without emscripten does not have it. */
const CORE = ["core/core.mjs", "core/core.wasm"];
const WORKER = "python-worker.js";
/** Files that are loaded when Python asks for them. */
const PARTS = /** @type {Record<string, string>} */ ({ pysat: "python/python-sat.zip" });

const queue = new PythonQueue();
/** @type {SiteFiles} */
let files;
let loading = false; // also true after Python is loaded

/**
 * @param {string} stamp the hash of files.json
 * @returns {Engine}
 */
export function startWorkerEngine(stamp) {
  files = new SiteFiles(stamp);
  return {
    ask: /** @type {Ask} */ (ask),
    texts: (language) => files.json(`texts/${language}.json`),
  };
}

/** @type {Promise<About> | undefined} */
let knownAbout;

/** @returns {Promise<About>} */
function about() {
  knownAbout ??= files.json("about.json").catch((problem) => {
    knownAbout = undefined; // so that it can be asked for again
    throw problem;
  });
  return knownAbout;
}

/** Load and start Python, unless it is loading or loaded. */
export function loadPython() {
  if (loading) return;
  loading = true;
  load().catch((problem) => {
    loading = false;
    setLoading({ phase: "failed", problem });
  });
}

/** Try again after a failure. Files that are stored are not loaded again. */
export function retryPython() {
  loading = false;
  loadPython();
}

/**
 * @param {string} name
 * @param {object} body
 */
async function ask(name, body) {
  const known = await about();
  if (name === "about") return known;
  const dealt = name === "deal" ? deal(body, known) : null;
  if (dealt) return dealt;
  const json = JSON.stringify(body);
  const early = name === "lesson" || !queue.ready ? await answerEarly(name, body, known) : null;
  if (early) return early;
  const { most_bytes: mostBytes } = known;
  if (new Blob([json]).size > mostBytes)
    throw new Refusal(`the body is larger than ${mostBytes} bytes`, "too large", { mostBytes }); // as the server
  loadPython();
  const { status, text } = await queue.ask(name, json);
  const answer = JSON.parse(text);
  if (status !== 200) throw readRefusal(answer);
  return answer;
}

/** Questions that the core answers, if the body allows it. */
const EARLY = ["read", "analyse", "deal", "judge"]; // and the page deals the board of a day
/** @type {Promise<{ answers: Record<string, object>, think: number[], days: Days }> | undefined} */
let prepared;
/** @type {Promise<CoreAnswers> | undefined} */
let core;

/**
 * The prepared answer or that of the core; null if there is none.
 * @param {string} name
 * @param {any} body
 * @param {About} known
 */
async function answerEarly(name, body, known) {
  if (name !== "lesson" && !EARLY.includes(name)) return null;
  try {
    prepared ??= files.json("answers.json");
    const { answers, think, days } = await prepared;
    if (name === "lesson")
      return answers[`lesson ${JSON.stringify(body, Object.keys(body).sort())}`];
    if ("day" in body) return dealDay(body, known, days);
    core ??= startCore(think, known);
    return (await core).answer(name, body);
  } catch {
    prepared = core = undefined; // Python answers, and the next question tries again
    return null;
  }
}

/**
 * @param {number[]} think
 * @param {About} known
 */
async function startCore(think, known) {
  const [{ CoreAnswers }, module, content] = await Promise.all([
    import("./core-answers.js"),
    ...CORE.map((path) => files.blob(path)),
  ]);
  const address = URL.createObjectURL(module);
  const { loadCore } = await import(address);
  return new CoreAnswers(await loadCore(await content.arrayBuffer()), think, known);
}

async function load() {
  setLoading({ phase: "loading", loaded: 0, total: 0, problem: null });
  const core = (await files.has(CORE[0])) ? CORE : [];
  const paths = [WORKER, ...PYTHON, ...core];
  const total = await files.bytes(paths);
  let loaded = 0;
  setLoading({ total });
  const addresses = await Promise.all(
    paths.map((path) =>
      blobAddress(path, (bytes) => {
        loaded += bytes;
        setLoading({ loaded });
      }),
    ),
  );
  const [worker, ...started] = addresses;
  queue.start({
    worker,
    files: Object.fromEntries(
      [...PYTHON, ...core].map((path, i) => [path.split("/")[1], started[i]]),
    ),
    part: (name) => blobAddress(PARTS[name]),
  });
}

/** @type {Map<string, string>} */
const addresses = new Map();

/**
 * A blob URL of the checked content of a file.
 * @param {string} path
 * @param {(bytes: number) => void} [progress]
 */
async function blobAddress(path, progress) {
  const known = addresses.get(path);
  if (known) {
    progress?.(await files.bytes([path]));
    return known;
  }
  const made = URL.createObjectURL(await files.blob(path, progress));
  addresses.set(path, made);
  return made;
}
