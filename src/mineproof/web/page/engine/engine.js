// The interface between the page and the code that answers its questions. `Engine` is the type;
// `engine` is the engine in use: the server that sent the page, or Python in a Web Worker if the
// page is a folder of static files. Both throw `Refusal`.

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

/**
 * The methods of an engine. Each one rejects with a `Refusal` if there is no answer.
 *
 * @typedef {object} Engine
 * @property {() => Promise<About>} about
 *   levels, shapes, strategies, the largest board and the largest request
 * @property {(options: DealRequest) => Promise<Dealt>} deal
 *   a board with its mines
 * @property {(position: string, shape: Shape, more?: AnalyseOptions) => Promise<Analysis>} analyse
 *   everything that a position entails
 * @property {(question: PairQuestion) => Promise<Comparison>} compare
 *   which of two hidden cells to open, and why
 * @property {(input: string | Blob, shape: Shape, mines?: number) => Promise<ReadText>} read
 *   a board, a position or a replay, from a text or a file; `mines` if the text has no mine count
 * @property {(text: string, to: string) => Promise<string>} convert
 *   a board or a position on a grid in another format
 * @property {(question: CellQuestion) => Promise<Explanation>} explain
 *   why a cell is safe or a mine
 * @property {(question: CellQuestion) => Promise<ProvedExplanation>} prove
 *   an explanation with its proof; only for a decided cell
 * @property {(replay: string, language: Language) => Promise<Review>} review
 *   a judgement of each move of a replay
 * @property {(options: SolveRequest) => Promise<TracedGame>} solve
 *   a board played by a strategy, with every event
 * @property {(question: Api["lesson"]["request"]) => Promise<Lesson>} lesson
 *   the boards of a lesson
 * @property {(question: Api["exercise"]["request"]) => Promise<ShownExercise>} exercise
 *   a position as an exercise
 * @property {(question: Api["exercises"]["request"]) => Promise<Api["exercises"]["answer"]>} exercises
 *   the next exercises of a seed
 * @property {(question: Api["judge"]["request"]) => Promise<Judgement>} judge
 *   whether an answer to an exercise is right
 * @property {(question: Api["argue"]["request"]) => Promise<Judged>} argue
 *   a judgement of each line of an argument that the reader wrote
 * @property {(question: Api["resolve"]["request"]) => Promise<WrittenResolution>} resolve
 *   the clauses of an exercise, and a judgement of each resolution step of the reader
 * @property {(question: Api["result"]["request"]) => Promise<Api["result"]["answer"]>} result
 *   the result code of the answers to a set of exercises
 * @property {(language: Language) => Promise<{ page: Record<string, string> }>} texts
 *   the texts of the page in a language
 */

/**
 * `language` is that of the reasons. If `best` is false, no best move is searched: this is faster.
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

import { checkSize } from "./input-size.js";
import { Refusal } from "./refusal.js";

export { Refusal };

/**
 * The hash of files.json, in a meta element that `make site` writes into index.html. A page without
 * this element comes from a server.
 */
const site = document.querySelector('meta[name="mineproof-files"]')?.getAttribute("content");

/** Whether the page is a folder of static files. */
export const isStatic = Boolean(site);

/** @type {Promise<Engine>} */
const chosenEngine = site
  ? import("./worker-engine.js").then(({ startWorkerEngine }) => startWorkerEngine(site))
  : import("./http-engine.js").then(({ httpEngine }) => httpEngine);

/** Loads the functions that replace the server while it does not answer. */
export const withoutServer = () => import("./without-server.js");

/** Asks the engine without a fallback; rejects if it does not answer. */
export const askServer = async () => (await chosenEngine).about();

/** @type {Promise<About> | null} the last answer to "about" */
let lastAbout = null;

/** @type {Engine} */
export const engine = {
  about: () => {
    lastAbout = aboutOrKnown();
    return lastAbout;
  },
  deal: async (options) => {
    try {
      return await (await chosenEngine).deal(options);
    } catch (problem) {
      const dealt = isAway(problem) ? (await withoutServer()).dealHere(options) : null;
      if (!dealt) throw problem;
      return dealt;
    }
  },
  analyse: async (position, shape, more) => (await chosenEngine).analyse(position, shape, more),
  compare: async (question) => (await chosenEngine).compare(question),
  read: async (input, shape, mines) => {
    checkSize(input, await (lastAbout ?? engine.about()));
    return (await chosenEngine).read(input, shape, mines);
  },
  convert: async (text, to) => (await chosenEngine).convert(text, to),
  explain: async (question) => (await chosenEngine).explain(question),
  prove: async (question) => (await chosenEngine).prove(question),
  solve: async (options) => (await chosenEngine).solve(options),
  review: async (replay, language) => (await chosenEngine).review(replay, language),
  lesson: async (question) => (await chosenEngine).lesson(question),
  exercise: async (question) => (await chosenEngine).exercise(question),
  exercises: async (question) => (await chosenEngine).exercises(question),
  judge: async (question) => (await chosenEngine).judge(question),
  argue: async (question) => (await chosenEngine).argue(question),
  resolve: async (question) => (await chosenEngine).resolve(question),
  result: async (question) => (await chosenEngine).result(question),
  texts: async (language) => (await chosenEngine).texts(language),
};

/** The answer to "about"; a saved one if the server does not answer. */
async function aboutOrKnown() {
  try {
    return await askServer();
  } catch (problem) {
    if (!isAway(problem)) throw problem;
    return (await withoutServer()).knownAbout();
  }
}

/** @param {unknown} problem */
const isAway = (problem) => problem instanceof Refusal && problem.kind === "away";
