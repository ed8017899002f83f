// The kinds of arguments that are taught; `learn/kinds.py` says what they are.

import { t } from "./texts.js";

/** The depths at which each kind is found, in the order of the lessons; none for guesses. */
export const KINDS = /** @type {Record<string, number[]>} */ ({
  satisfied: [1],
  full: [1],
  "1-1": [2],
  "1-2": [2],
  "1-2-1": [2],
  subset: [2],
  corner: [2],
  overlap: [2],
  difference: [3],
  count: [1, 2, 3, 4],
  case: [4],
  flip: [],
  guess: [],
});

/** @param {string} kind */
export const kindText = (kind) => {
  if (t.has(`lesson ${kind}`)) return t(`lesson ${kind}`);
  return kind === "mixed" ? t("mixed kinds") : kind;
};
