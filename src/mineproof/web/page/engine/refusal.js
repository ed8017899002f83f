// The error that an engine throws if it has no answer.

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
