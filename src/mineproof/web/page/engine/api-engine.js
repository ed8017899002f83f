// An engine whose methods send questions to the API, through a function that the caller passes in.

/** @import { Api } from "../../api.d.ts" */
/** @import { Engine, ProvedExplanation, TracedGame } from "./engine.js" */

import { Refusal } from "./refusal.js";

/**
 * Sends a question to the API and returns the answer, or rejects with a `Refusal`.
 * @typedef {<Name extends keyof Api>(name: Name, body: Api[Name]["request"]) =>
 *   Promise<Api[Name]["answer"]>} Ask
 */

/**
 * @param {Ask} ask
 * @param {Engine["texts"]} texts
 * @returns {Engine}
 */
export function apiEngine(ask, texts) {
  return {
    about: () => ask("about", {}),
    deal: (options) => ask("deal", options),
    analyse: (position, shape, more = {}) => ask("analyse", { position, shape, ...more }),
    compare: (question) => ask("compare", question),
    read: async (input, shape, mines) =>
      typeof input === "string"
        ? ask("read", { text: input, shape, mines })
        : ask("read", { base64: await base64(input), name: nameOf(input), shape, mines }),
    convert: async (text, to) => (await ask("convert", { text, to })).text,
    explain: (question) => ask("explain", question),
    // The answer has a proof or a trace because the request asks for it; the OpenAPI types do not
    // express that, hence the casts.
    prove: async (question) =>
      /** @type {ProvedExplanation} */ (await ask("explain", { ...question, proof: true })),
    solve: async (options) =>
      /** @type {TracedGame} */ (await ask("solve", { ...options, trace: true })),
    review: (replay, language) => ask("review", { replay, language }),
    lesson: (question) => ask("lesson", question),
    exercise: (question) => ask("exercise", question),
    exercises: (question) => ask("exercises", question),
    judge: (question) => ask("judge", question),
    argue: (question) => ask("argue", question),
    resolve: (question) => ask("resolve", question),
    result: (question) => ask("result", question),
    texts,
  };
}

/**
 * The refusal in an answer with an error status.
 * @param {Api["about"]["refusal"]} refusal
 */
export function readRefusal({ error, kind, clues, uses_count: usesCount, most_bytes: mostBytes }) {
  return new Refusal(error, kind, { clues, usesCount, mostBytes });
}

/**
 * The name of a file. The replays of some programs are recognised only by it.
 * @param {Blob} file
 */
const nameOf = (file) => (file instanceof File ? file.name : undefined);

/** @param {Blob} file */
async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
