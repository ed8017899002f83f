// The seam between the page and whatever answers its questions. `Engine` says what an engine can
// do; `engine` is the one in use: the server that sent the page, or, where the page is a folder of
// static files, Python in a Web Worker. Both throw the same `Refusal`.

/** @import { Api } from "../api.d.ts" */

// The page's names for the answers. The shapes are generated from the OpenAPI document.
/** @typedef {Api["about"]["answer"]} About */
/** @typedef {Api["deal"]["request"]} DealRequest */
/** @typedef {Api["deal"]["answer"]} Dealt */
/** @typedef {Api["analyse"]["answer"]} Analysis */
/** @typedef {Api["explain"]["answer"]} Explanation */
/** @typedef {Extract<Explanation, { lrat: string }>} ProvedExplanation */
/** @typedef {Explanation["argument"][number]} ArgumentLine */
/** @typedef {Api["read"]["answer"]} ReadText */
/** @typedef {Api["review"]["answer"]} Review */
/** @typedef {Review["moves"][number]} ReviewedMove */
/** @typedef {Api["solve"]["request"]} SolveRequest */
/** @typedef {Extract<Api["solve"]["answer"], { trace: unknown[] }>} TracedGame */
/** @typedef {TracedGame["trace"][number]} TraceEvent */
/** @typedef {Dealt["shape"]} Shape */
/** @typedef {NonNullable<Api["explain"]["request"]["language"]>} Language */

/**
 * What an engine can do. Every method rejects with a `Refusal` if there is no answer.
 *
 * @typedef {object} Engine
 * @property {() => Promise<About>} about
 *   levels, shapes, strategies, and the largest board
 * @property {(options: DealRequest) => Promise<Dealt>} deal
 *   a board with its mines
 * @property {(position: string, shape: Shape) => Promise<Analysis>} analyse
 *   everything that a position entails
 * @property {(given: string | Blob, shape: Shape, mines?: number) => Promise<ReadText>} read
 *   a board, a position or a replay, from a text or a file; `mines` if the text has no mine count
 * @property {(question: CellQuestion) => Promise<Explanation>} explain
 *   why a cell is safe or a mine
 * @property {(question: CellQuestion) => Promise<ProvedExplanation>} prove
 *   the same with its proof; only for a cell that is decided
 * @property {(replay: string) => Promise<Review>} review
 *   what each move of a replay was worth
 * @property {(options: SolveRequest) => Promise<TracedGame>} solve
 *   a board played by a strategy, with every event
 * @property {(language: Language) => Promise<{ page: Record<string, string> }>} texts
 *   the texts of the page in a language
 */

/**
 * A question about one cell of a position.
 * @typedef {{ position: string, shape: Shape, cell: string, language: Language }} CellQuestion
 */

export { Refusal } from "./refusal.js";

/**
 * The meta element that `make site` writes into index.html: its content is the hash of files.json.
 * A page without it was sent by a server.
 */
const site = document.querySelector('meta[name="mineproof-files"]')?.getAttribute("content");

/** Whether the page is a folder of static files. */
export const isStatic = Boolean(site);

/** @type {Promise<Engine>} */
const chosen = site
  ? import("./worker-engine.js").then(({ startWorkerEngine }) => startWorkerEngine(site))
  : import("./http-engine.js").then(({ httpEngine }) => httpEngine);

/** @type {Engine} */
export const engine = {
  about: async () => (await chosen).about(),
  deal: async (options) => (await chosen).deal(options),
  analyse: async (position, shape) => (await chosen).analyse(position, shape),
  read: async (given, shape, mines) => (await chosen).read(given, shape, mines),
  explain: async (question) => (await chosen).explain(question),
  prove: async (question) => (await chosen).prove(question),
  solve: async (options) => (await chosen).solve(options),
  review: async (replay) => (await chosen).review(replay),
  texts: async (language) => (await chosen).texts(language),
};
