// The seam between the page and whatever answers its questions. `Engine` says what an engine can
// do; `engine` is the one in use: the server that sent the page, or, where the page is a folder of
// static files, Python in a Web Worker. Both throw the same `Refusal`.

/** @import { Api } from "../api.d.ts" */

// The page's names for the answers. The shapes are generated from the OpenAPI document.
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

/**
 * What an engine can do. Every method rejects with a `Refusal` if there is no answer.
 *
 * @typedef {object} Engine
 * @property {() => Promise<About>} about
 *   levels, shapes, strategies, and the largest board
 * @property {(options: DealRequest) => Promise<Dealt>} deal
 *   a board with its mines
 * @property {(position: string, shape: Shape, more?: AnalyseOptions) => Promise<Analysis>} analyse
 *   everything that a position entails
 * @property {(question: PairQuestion) => Promise<Comparison>} compare
 *   which of two hidden cells to open, and why
 * @property {(given: string | Blob, shape: Shape, mines?: number) => Promise<ReadText>} read
 *   a board, a position or a replay, from a text or a file; `mines` if the text has no mine count
 * @property {(text: string, to: string) => Promise<string>} convert
 *   a board or a position on a grid in another format
 * @property {(question: CellQuestion) => Promise<Explanation>} explain
 *   why a cell is safe or a mine
 * @property {(question: CellQuestion) => Promise<ProvedExplanation>} prove
 *   the same with its proof; only for a cell that is decided
 * @property {(replay: string, language: Language) => Promise<Review>} review
 *   what each move of a replay was worth
 * @property {(options: SolveRequest) => Promise<TracedGame>} solve
 *   a board played by a strategy, with every event
 * @property {(question: Api["lesson"]["request"]) => Promise<Lesson>} lesson
 *   the boards of a lesson
 * @property {(question: Api["exercise"]["request"]) => Promise<ShownExercise>} exercise
 *   the exercise that a position is
 * @property {(question: Api["exercises"]["request"]) => Promise<Api["exercises"]["answer"]>} exercises
 *   the next exercises of a seed
 * @property {(question: Api["judge"]["request"]) => Promise<Judgement>} judge
 *   is an answer to an exercise right?
 * @property {(question: Api["argue"]["request"]) => Promise<Judged>} argue
 *   lines of an argument that the reader wrote, each judged
 * @property {(question: Api["resolve"]["request"]) => Promise<WrittenResolution>} resolve
 *   the clauses of an exercise, and pairs of them that the reader resolved, each judged
 * @property {(question: Api["result"]["request"]) => Promise<Api["result"]["answer"]>} result
 *   the answers to a set of exercises as a code
 * @property {(language: Language) => Promise<{ page: Record<string, string> }>} texts
 *   the texts of the page in a language
 */

/**
 * The language of the reasons; without `best` no best move is searched, which is faster.
 * @typedef {{ language?: Language, best?: boolean }} AnalyseOptions
 */

/**
 * A question about two cells of a position.
 * @typedef {{ position: string, shape: Shape, cells: string[], language: Language }} PairQuestion
 */

/**
 * A question about one cell of a position.
 * @typedef {{ position: string, shape: Shape, cell: string, language: Language }} CellQuestion
 */

import { Refusal } from "./refusal.js";

export { Refusal };

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

/** What the page of a server can do while the server does not answer. */
export const withoutServer = () => import("./without-server.js");

/** Whether the engine answers; rejects if not. */
export const askServer = async () => (await chosen).about();

/** @type {Engine} */
export const engine = {
  about: async () => {
    try {
      return await askServer();
    } catch (problem) {
      if (!isAway(problem)) throw problem;
      return (await withoutServer()).knownAbout();
    }
  },
  deal: async (options) => {
    try {
      return await (await chosen).deal(options);
    } catch (problem) {
      const dealt = isAway(problem) ? (await withoutServer()).dealHere(options) : null;
      if (!dealt) throw problem;
      return dealt;
    }
  },
  analyse: async (position, shape, more) => (await chosen).analyse(position, shape, more),
  compare: async (question) => (await chosen).compare(question),
  read: async (given, shape, mines) => (await chosen).read(given, shape, mines),
  convert: async (text, to) => (await chosen).convert(text, to),
  explain: async (question) => (await chosen).explain(question),
  prove: async (question) => (await chosen).prove(question),
  solve: async (options) => (await chosen).solve(options),
  review: async (replay, language) => (await chosen).review(replay, language),
  lesson: async (question) => (await chosen).lesson(question),
  exercise: async (question) => (await chosen).exercise(question),
  exercises: async (question) => (await chosen).exercises(question),
  judge: async (question) => (await chosen).judge(question),
  argue: async (question) => (await chosen).argue(question),
  resolve: async (question) => (await chosen).resolve(question),
  result: async (question) => (await chosen).result(question),
  texts: async (language) => (await chosen).texts(language),
};

/** @param {unknown} problem */
const isAway = (problem) => problem instanceof Refusal && problem.kind === "away";
