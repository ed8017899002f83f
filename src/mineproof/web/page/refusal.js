// The error that an engine throws if it has no answer.

/** A question without an answer. The page shows the reason in the reader's language. */
export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {string} kind "asked wrongly", "contradiction", "too wide", "too long", "busy", "fault"
   *   (an internal error), or "away" if the server does not respond
   * @param {{ clues?: string[], usesCount?: boolean }} [conflict] of a contradiction
   */
  constructor(message, kind, { clues = [], usesCount = false } = {}) {
    super(message);
    this.kind = kind;
    this.clues = clues;
    this.usesCount = usesCount;
  }
}
