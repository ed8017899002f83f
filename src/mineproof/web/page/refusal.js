// What an engine throws if it has no answer.

/** The engine refuses to answer. The page gives the reason in the reader's language. */
export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {string} kind "asked wrongly", "contradiction", "too wide", "too long", "busy", "fault"
   *   after an error in our code, or "away" if the server does not respond
   * @param {{ clues?: string[], usesCount?: boolean }} [conflict] what a contradiction rests on
   */
  constructor(message, kind, { clues = [], usesCount = false } = {}) {
    super(message);
    this.kind = kind;
    this.clues = clues;
    this.usesCount = usesCount;
  }
}
