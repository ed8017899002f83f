// The result of a board of the day as a text to share. It does not reveal the board.

/** @import { Child } from "../base/dom.js" */
/** @import { GameRecord } from "../game/records.js" */

import { button, copy, el } from "../base/dom.js";
import { t } from "../base/texts.js";
import { hashOf, levelText } from "../base/view.js";

/** @param {GameRecord} record */
export function resultText(record) {
  const { day = "", level = "", won, seconds, bbbv, hints, assisted } = record;
  const address = `${location.href.split("#")[0]}${hashOf("day", { date: day, level })}`;
  const parts = [
    t(won ? "day won" : "day lost", { s: seconds.toFixed(1) }),
    won && seconds > 0 ? `${(bbbv / seconds).toFixed(2)} 3BV/s` : null,
    t(assisted ? "hints and switches" : "hints used", { n: hints }),
  ];
  return [
    `mineproof ∎ ${day} ${levelText(level)}`,
    parts.filter((part) => part !== null).join(" · "),
    address,
  ].join("\n");
}

/**
 * The text, and a button that copies it.
 * @param {GameRecord} record
 * @returns {Child[]}
 */
export function dayResult(record) {
  const text = resultText(record);
  return [
    el("pre", { class: "result", "aria-label": t("day result") }, text),
    el(
      "div",
      { class: "actions" },
      button("copy result", () => copy(text), { class: "main" }),
    ),
  ];
}
