// The questions of the API as methods of an engine, whoever answers them.

/** @import { Api } from "../api.d.ts" */
/** @import { Engine, ProvedExplanation, TracedGame } from "./engine.js" */

import { Refusal } from "./refusal.js";

/**
 * Answers a question of the API, or rejects with a `Refusal`.
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
    texts,
  };
}

/**
 * The refusal that an answer with an error status holds.
 * @param {Api["about"]["refusal"]} refusal
 */
export function readRefusal({ error, kind, clues, uses_count: usesCount }) {
  return new Refusal(error, kind, { clues, usesCount });
}

/** @param {Blob} file */
async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
