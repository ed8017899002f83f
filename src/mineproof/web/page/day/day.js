// The view of the board of the day: choose a day and a level. The game itself is played in Play.

/** @import { GameRecord } from "../game/records.js" */
/** @import { Options, View, ViewContext } from "../base/view.js" */

import { $, actions, button, buttonWith, el, loadStyle, put } from "../base/dom.js";
import { t } from "../base/texts.js";
import { hashOf, levelText, openShare } from "../base/view.js";
import { keptGame } from "../game/autosave.js";
import { dayStreak, today } from "../game/record-summary.js";
import { keptRecords, recordAt } from "../game/records.js";

const LEVELS = ["beginner", "intermediate", "expert"];
const DAY = 86_400_000; // ms
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** @implements {View} */
export class DayView {
  #date = today();

  /** @param {ViewContext} context */
  constructor(context) {
    this.context = context;
  }

  /** @param {Options} options */
  async enter({ date, level, beat }) {
    const day = date ?? today();
    if (level !== undefined) {
      location.replace(hashOf("play", { day, level, beat })); // the view Play shows the game or the error
      return;
    }
    await loadStyle("game/records.css");
    this.#date = DATE.test(day) && Date.parse(day) ? day : today();
    this.#draw();
  }

  #draw() {
    const { now, best } = dayStreak(keptRecords(), today());
    put(
      $("view-day"),
      el("h2", {}, t("day title")),
      el("p", { class: "quiet" }, t("day about")),
      this.#dateFields(),
      el("ul", { class: "day-levels" }, ...LEVELS.map((level) => this.#card(level))),
      actions(button("share", () => this.#share())),
      el("p", {}, t("day streak", { now, best })),
      el("p", {}, el("a", { href: "#records" }, t("records"))),
    );
  }

  /** The date, with the days before and after. */
  #dateFields() {
    const field = el("input", {
      type: "date",
      value: this.#date,
      max: today(),
      "aria-label": t("day date"),
    });
    field.addEventListener("change", () => {
      if (field.value) this.#go(field.value);
    });
    return el(
      "div",
      { class: "day-date", role: "group", "aria-label": t("day date") },
      this.#moveButton("←", "day before", -1),
      field,
      this.#moveButton("→", "day after", 1),
      this.#date === today() ? null : el("a", { href: "#day" }, t("today")),
    );
  }

  /**
   * @param {string} sign
   * @param {string} key
   * @param {number} days
   */
  #moveButton(sign, key, days) {
    const date = new Date(Date.parse(this.#date) + days * DAY).toISOString().slice(0, 10);
    return buttonWith([sign], () => this.#go(date), {
      "aria-label": t(key),
      title: t(key),
      disabled: date > today(),
    });
  }

  /** @param {string} date */
  #go(date) {
    this.context.go("day", date === today() ? {} : { date });
  }

  /** @param {string} level */
  #card(level) {
    const { cols, rows, mines } = this.context.about.levels[level];
    const address = hashOf("play", { day: this.#date, level });
    const record = recordAt(address);
    return el(
      "li",
      {},
      el(
        "a",
        { href: hashOf("day", { date: this.#date, level }), class: "day-card" },
        el("strong", {}, levelText(level)),
        el("span", { class: "quiet" }, `${cols}×${rows} · ${t.n("mines", mines)}`),
        el("span", { class: stateClass(record) }, stateText(record, address)),
      ),
    );
  }

  /** The links of the day and of its boards, with the times to beat of those that are won. */
  #share() {
    const date = this.#date;
    const links = LEVELS.map((level) => {
      const record = recordAt(hashOf("play", { day: date, level }));
      const beat = record?.won ? record.seconds.toFixed(1) : undefined;
      return /** @type {[string, string]} */ ([
        `level ${level}`,
        hashOf("day", { date, level, beat }),
      ]);
    });
    return openShare({ links: [["share day", hashOf("day", { date })], ...links] });
  }

  describe() {
    return this.#date;
  }

  languageChanged() {
    this.#draw();
  }
}

/** @param {GameRecord | undefined} record */
function stateClass(record) {
  if (!record) return "quiet";
  return `chip ${record.won ? "won" : "lost"}`;
}

/**
 * @param {GameRecord | undefined} record
 * @param {string} address
 */
function stateText(record, address) {
  if (record) return t(record.won ? "day won" : "day lost", { s: record.seconds.toFixed(1) });
  return t(keptGame(address)?.moves.length ? "day under way" : "day not played");
}
