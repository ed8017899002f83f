// The error that an engine throws if it has no answer.

/** @import { Api } from "../../api.d.ts" */
/** @import { About } from "./engine.js" */

const REST = 4096; // bytes of a request beside the text or the file: the name of the file, the shape

/** A question without an answer. The page shows the reason in the reader's language. */
export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {string} kind "asked wrongly", "contradiction", "too wide", "too long", "too large",
   *   "file too large", "busy", "fault" (an internal error), or "away" if the server does not respond
   * @param {{ clues?: string[], usesCount?: boolean, mostBytes?: number }} [details] the conflict of a
   *   contradiction; the limit, if something is too large
   */
  constructor(message, kind, { clues = [], usesCount = false, mostBytes = 0 } = {}) {
    super(message);
    this.kind = kind;
    this.clues = clues;
    this.usesCount = usesCount;
    this.mostBytes = mostBytes;
  }
}

/**
 * The refusal in an answer with an error status.
 * @param {Api["about"]["refusal"]} refusal
 */
export function readRefusal({ error, kind, clues, uses_count: usesCount, most_bytes: mostBytes }) {
  return new Refusal(error, kind, { clues, usesCount, mostBytes });
}

/**
 * Refuse an input that does not fit in a request, before it is read.
 * @param {string | File} input
 * @param {About} about
 */
export function checkSize(input, { most_bytes: mostBytes }) {
  if (typeof input === "string") {
    // A character takes one byte or more. The engine counts exactly.
    if (input.length > mostBytes)
      throw new Refusal("the text is too large", "too large", { mostBytes });
    return;
  }
  const mostOfFile = Math.floor(((mostBytes - REST) * 3) / 4); // base64 makes 4 bytes of 3
  if (input.size > mostOfFile)
    throw new Refusal("the file is too large", "file too large", { mostBytes: mostOfFile });
}
