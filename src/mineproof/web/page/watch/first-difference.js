// The first difference between two games on one board, and the cells that only one of them marks.

/** @import { Fact, Playback } from "../why/trace.js" */

import { button, el, sentence } from "../base/dom.js";
import { t } from "../base/texts.js";

const MOST_CELLS = 6; // cells that a text names

/**
 * @typedef {object} Difference
 * @property {number} same the number of equal marks before the difference
 * @property {[Fact | null, Fact | null]} marks the first marks that differ; null if a game has ended
 * @property {[number, number]} ats the number of frames of each game before its mark
 */

/**
 * The first difference of two games, null if all their marks are the same.
 * @param {Playback} a
 * @param {Playback} b
 * @returns {Difference | null}
 */
export function firstDifference(a, b) {
  const length = Math.max(a.moves.length, b.moves.length);
  for (let i = 0; i < length; i += 1) {
    const [x, y] = [a.moves[i] ?? null, b.moves[i] ?? null];
    if (x?.cell === y?.cell && x?.verdict === y?.verdict) continue;
    return { same: i, marks: [x, y], ats: [x?.at ?? a.frames.length, y?.at ?? b.frames.length] };
  }
  return null;
}

/**
 * The first difference in words, with a button that shows it.
 * @param {[Playback, Playback]} playbacks
 * @param {(difference: Difference) => void} seek
 */
export function differenceCard([a, b], seek) {
  const difference = firstDifference(a, b);
  if (!difference)
    return el("div", { class: "difference" }, t("difference none", { n: a.moves.length }));
  return el(
    "div",
    { class: "difference" },
    el("p", {}, ...sentence(`${differenceText(a, b, difference)} ${onlyText(a, b)}`)),
    button("show difference", () => seek(difference)),
  );
}

/**
 * @param {Playback} a
 * @param {Playback} b
 * @param {Difference} difference
 */
function differenceText(a, b, { same: count, marks: [x, y] }) {
  const same = count ? t.n("same marks", count) : "";
  if (x && y)
    return t("difference", {
      same,
      a: a.game.strategy,
      b: b.game.strategy,
      x: markText(x),
      y: markText(y),
    });
  const [longer, shorter, mark] = x ? [a, b, x] : [b, a, y];
  return t("difference ends", {
    same,
    a: longer.game.strategy,
    b: shorter.game.strategy,
    x: mark ? markText(mark) : "",
    outcome: t(`outcome ${shorter.game.outcome}`),
  });
}

/**
 * The cells that only one of the games marks, in words.
 * @param {Playback} a
 * @param {Playback} b
 */
function onlyText(a, b) {
  const only = [onlyOf(a, b), onlyOf(b, a)].filter(Boolean);
  return only.length ? only.join(" ") : t("difference same cells");
}

/**
 * @param {Playback} a
 * @param {Playback} b
 */
function onlyOf(a, b) {
  const marked = new Set(b.moves.map((move) => move.cell));
  const cells = a.moves.map((move) => move.cell).filter((cell) => !marked.has(cell));
  const more = cells.length - MOST_CELLS;
  const named = cells.slice(0, MOST_CELLS);
  if (more > 0) named.push(t("more cells", { n: more }));
  return cells.length
    ? t("difference only", { a: a.game.strategy, cells: named.join(t("list comma")) })
    : "";
}

/** @param {Fact} mark */
const markText = ({ cell, verdict }) => t(`as ${verdict}`, { cell });
