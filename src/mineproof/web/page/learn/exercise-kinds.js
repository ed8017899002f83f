// The kinds of arguments that are taught. `learn/kinds.py` defines them.

import { t } from "../base/texts.js";

/** The depths that each kind has, in the order of the lessons. Guesses have no depth. */
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
