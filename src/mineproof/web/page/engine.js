// The seam between the page and whatever answers its questions. `Engine` says what an engine can
// do; `engine` is the one in use: the HTTP API of the server that sent the page. Another engine (in
// a Web Worker, say) has the same methods, and throws the same `Refusal`.

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

const RETRIES = 2;
const RETRY_AFTER = 400; // ms, longer each time

/** The engine refuses to answer. The page gives the reason in the reader's language. */
export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {string} kind "asked wrongly", "contradiction", "too wide", "too long", "busy", or "away"
   *   if the server does not respond
   * @param {{ clues?: string[], usesCount?: boolean }} [conflict] what a contradiction rests on
   */
  constructor(message, kind, { clues = [], usesCount = false } = {}) {
    super(message);
    this.kind = kind;
    this.clues = clues;
    this.usesCount = usesCount;
  }
}

/** @type {Engine} */
export const engine = {
  about: () => ask("about", {}),
  deal: (options) => ask("deal", options),
  analyse: (position, shape) => ask("analyse", { position, shape }),
  read: async (given, shape, mines) =>
    typeof given === "string"
      ? ask("read", { text: given, shape, mines })
      : ask("read", { base64: await base64(given), shape, mines }),
  explain: (question) => ask("explain", question),
  // The answer has a proof or a trace because the request asks for it; the OpenAPI types do not
  // express that, hence the casts.
  prove: async (question) =>
    /** @type {ProvedExplanation} */ (await ask("explain", { ...question, proof: true })),
  solve: async (options) =>
    /** @type {TracedGame} */ (await ask("solve", { ...options, trace: true })),
  review: (replay) => ask("review", { replay }),
  texts: async (language) => (await request(`texts/${language}.json`)).json(),
};

/**
 * Ask the server. While it is busy, ask again a few times.
 * @template {keyof Api} Name
 * @param {Name} name
 * @param {Api[Name]["request"]} body
 * @returns {Promise<Api[Name]["answer"]>}
 */
async function ask(name, body) {
  for (let retry = 0; ; retry += 1) {
    const response = await request(`api/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.ok) return response.json();
    const refusal = await refusalFrom(response);
    if (refusal.kind !== "busy" || retry === RETRIES) throw refusal;
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER * (retry + 1)));
  }
}

/**
 * @param {Response} response
 * @returns {Promise<Refusal>}
 */
async function refusalFrom(response) {
  try {
    /** @type {Api["about"]["refusal"]} */
    const { error, kind, clues, uses_count: usesCount } = await response.json();
    return new Refusal(error, kind, { clues, usesCount });
  } catch {
    return new Refusal(`HTTP status ${response.status}`, "away"); // not an answer of our server
  }
}

/**
 * @param {string} address
 * @param {RequestInit} [options]
 */
async function request(address, options) {
  try {
    return await fetch(address, options);
  } catch (problem) {
    throw new Refusal(String(problem), "away");
  }
}

/** @param {Blob} file */
async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
