// The largest text and the largest file that the engine can read.

/** @import { About } from "./engine.js" */

import { Refusal } from "./refusal.js";

const REST = 4096; // bytes of a request beside the text or the file: the name of the file, the shape

/**
 * Refuse an input that does not fit in a request, before it is read.
 * @param {string | Blob} input
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
