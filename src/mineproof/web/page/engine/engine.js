// The questions of the page, and the engine that answers them: the server that sent the page, or Python
// in a Web Worker if the page is a folder of static files. Both throw `Refusal`.

/** @import { Api } from "../../api.d.ts" */

// The page's names for types that are generated from the OpenAPI document.
/** @typedef {Api["about"]["answer"]} About */
/** @typedef {Api["deal"]["request"]} DealRequest */
/** @typedef {Api["deal"]["answer"]} Dealt */
/** @typedef {Api["analyse"]["answer"]} Analysis */
/** @typedef {Analysis["candidates"][number]} Candidate */
/** @typedef {Api["compare"]["answer"]} Comparison */
/** @typedef {Api["explain"]["answer"]} Explanation */
/** @typedef {Extract<Explanation, { lrat: string }>} ProvedExplanation */
/** @typedef {Explanation["argument"][number]} ArgumentLine */
/** @typedef {Api["read"]["answer"]} ReadText */
/** @typedef {Api["review"]["answer"]} Review */
/** @typedef {Review["moves"][number]} ReviewedMove */
/** @typedef {Api["solve"]["request"]} SolveRequest */
/** @typedef {Extract<Api["solve"]["answer"], { trace: unknown[] }>} TracedGame */
/** @typedef {TracedGame["trace"][number]} TraceEvent */
/** @typedef {Api["lesson"]["answer"]} Lesson */
/** @typedef {Api["exercise"]["answer"]} ShownExercise */
/** @typedef {Api["judge"]["answer"]} Judgement */
/** @typedef {Api["argue"]["answer"]} Judged */
/** @typedef {Api["resolve"]["answer"]} WrittenResolution */
/** @typedef {NonNullable<Api["analyse"]["request"]["shape"]>} Shape the name of a shape, or a graph */
/** @typedef {NonNullable<Api["explain"]["request"]["language"]>} Language */

/** @typedef {Api["explain"]["request"]} CellQuestion a question about one cell of a position */

/**
 * Asks a question by its name. It rejects with a `Refusal` if there is no answer. An explanation has its
 * proof, and a game its trace, if the body asks for it: the OpenAPI types do not express that.
 * @typedef {{
 *   (name: "explain", body: CellQuestion & { proof: true }): Promise<ProvedExplanation>,
 *   (name: "solve", body: SolveRequest & { trace: true }): Promise<TracedGame>,
 *   <Name extends keyof Api>(name: Name, body: Api[Name]["request"]): Promise<Api[Name]["answer"]>,
 * }} Ask
 */

/** @typedef {(language: Language) => Promise<{ page: Record<string, string> }>} Texts */

/**
 * What answers the questions, and loads the texts of the page in a language.
 * @typedef {{ ask: Ask, texts: Texts }} Engine
 */

import { checkSize, Refusal } from "./refusal.js";

export { Refusal };

/**
 * The hash of files.json, in a meta element that `make site` writes into index.html. A page without
 * this element comes from a server.
 */
const site = document.querySelector('meta[name="mineproof-files"]')?.getAttribute("content");

/** Whether the page is a folder of static files. */
export const isStatic = Boolean(site);

let loading = isStatic;

/** Whether an answer waits for Python to be loaded. */
export const isLoading = () => loading;
export const endLoading = () => {
  loading = false;
};

/** @type {Promise<Engine>} */
export const engine = site
  ? import("./worker-engine.js").then(({ startWorkerEngine }) => startWorkerEngine(site))
  : import("./http-engine.js").then(({ httpEngine }) => httpEngine);

/** Loads the functions that replace the server while it does not answer. */
export const withoutServer = () => import("./deal.js");

/** Ask the engine. While the server does not answer, the page deals boards itself. */
export const ask = /** @type {Ask} */ (
  async (/** @type {keyof Api} */ name, /** @type {object} */ body) => {
    try {
      return await askServer(name, body);
    } catch (problem) {
      const answer = away ? (await withoutServer()).answerHere(name, body) : null;
      if (!answer) throw problem;
      return answer;
    }
  }
);

/**
 * Ask the engine, and note whether the server answers.
 * @param {keyof Api} name
 * @param {any} body
 */
export async function askServer(name, body) {
  const answer = await (await engine).ask(name, body).catch(note);
  setAway(false);
  return answer;
}

/** @type {Texts} */
export const texts = async (language) => (await engine).texts(language).catch(note);

/** @type {Promise<About> | undefined} */
let known;

/** Levels, shapes, strategies, the largest board and the largest request, asked for once. */
export const about = () => {
  known ??= ask("about", {}).catch((problem) => {
    known = undefined;
    throw problem;
  });
  return known;
};

/**
 * Read a board, a position or a replay.
 * @param {string | File} input
 * @param {Shape} shape
 * @param {number} [mines] if the text has no mine count
 */
export async function read(input, shape, mines) {
  checkSize(input, await about());
  if (typeof input === "string") return ask("read", { text: input, shape, mines });
  // The replays of some programs are recognised only by the name of the file.
  return ask("read", { base64: await base64(input), name: input.name, shape, mines });
}

/** @param {File} file */
async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

// Whether the server answers, as far as the page knows

let away = false;
/** @type {(away: boolean) => void} */
let showAway = () => {};

/**
 * Call a function now and at every change.
 * @param {(away: boolean) => void} listener
 */
export function onAway(listener) {
  showAway = listener;
  listener(away);
}

/** @param {boolean} now */
function setAway(now) {
  if (now === away) return;
  away = now;
  known = undefined; // the page's own answer may be poorer than the server's
  showAway(away);
}

/**
 * @param {unknown} problem
 * @returns {never}
 */
function note(problem) {
  setAway(problem instanceof Refusal && problem.kind === "away");
  throw problem;
}

/**
 * A test whether the host still shows the position that it shows now, on a board of the same shape: an
 * answer may come late.
 * @param {{ position: () => string, shape: Shape }} host
 */
export function unchangedSince(host) {
  const [position, shape] = [host.position(), host.shape];
  return () => host.position() === position && host.shape === shape;
}
