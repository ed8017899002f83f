// The view of the records: statistics of the finished games, compared with the strategy `guess` on the
// same boards. No data leaves the browser unless the reader exports it.

/** @import { Child } from "../base/dom.js" */
/** @import { Group, Share } from "./record-summary.js" */
/** @import { GameRecord } from "./records.js" */
/** @import { View, ViewContext } from "../base/view.js" */

import { $, actions, button, dialog, download, el, loadStyle, put } from "../base/dom.js";
import { shareText } from "../base/format.js";
import { tableOf } from "../base/tables.js";
import { t } from "../base/texts.js";
import { levelText } from "../base/view.js";
import { ask, Refusal } from "../engine/engine.js";
import { asCsv, asJson, dayStreak, groups, shares, today, winStreak } from "./record-summary.js";
import { eraseRecords, keepRecords, keptRecords } from "./records.js";

/** @implements {View} */
export class RecordsView {
  /** whether `guess` is playing boards */
  #playing = false;

  /** @param {ViewContext} context */
  constructor(context) {
    this.context = context;
  }

  async enter() {
    await loadStyle("game/records.css");
    this.#draw();
    this.#letGuessPlay();
  }

  #draw() {
    const records = keptRecords();
    put(
      $("view-records"),
      el("h2", {}, t("records")),
      el("p", { class: "quiet" }, t("records about")),
      ...(records.length ? this.#content(records) : [this.#empty()]),
    );
  }

  #empty() {
    return el(
      "p",
      {},
      t("records empty"),
      " ",
      el("a", { href: "#play" }, t("play")),
      " · ",
      el("a", { href: "#day" }, t("day")),
    );
  }

  /**
   * @param {GameRecord[]} records
   * @returns {Child[]}
   */
  #content(records) {
    const all = shares(records);
    const wins = winStreak(records);
    const days = dayStreak(records, today());
    const waiting = records.filter(({ board }) => board !== undefined).length;
    return [
      el(
        "dl",
        { class: "figures" },
        ...figure("games played", String(records.length)),
        ...figure("win rate", rateText(all.won)),
        ...figure("guess rate", all.guess.of ? rateText(all.guess) : "–"),
        ...figure("win streak", t("streak", wins)),
        ...figure("streak of days", t("streak", days)),
      ),
      el(
        "p",
        { class: "quiet", id: "guess-left" },
        waiting ? t.n("guess left", waiting) : t("guess all"),
      ),
      table(groups(records)),
      el("p", { class: "quiet" }, t("records rules")),
      actions(
        button("export json", () => download("mineproof-records.json", asJson(keptRecords()))),
        button("export csv", () => download("mineproof-records.csv", asCsv(keptRecords()))),
        button("erase", () => this.#confirmErase()),
      ),
    ];
  }

  #confirmErase() {
    const close = () => $("dialog", HTMLDialogElement).close();
    dialog(
      t("erase"),
      el("p", {}, t.n("erase about", keptRecords().length)),
      actions(
        button("keep them", close),
        button(
          "erase them",
          () => {
            eraseRecords();
            close();
            this.#draw();
          },
          { class: "danger" },
        ),
      ),
    );
  }

  /** Let `guess` play the boards that it has not played, one at a time, while the view is shown. */
  async #letGuessPlay() {
    if (this.#playing) return;
    this.#playing = true;
    try {
      while (!$("view-records").hidden) {
        const next = keptRecords().find(({ board }) => board !== undefined);
        if (!next) break;
        const won = await guessWins(next);
        keepRecords(
          keptRecords().map(({ board, cells, ...rest }) =>
            rest.address === next.address
              ? { ...rest, guess: won ?? undefined }
              : { ...rest, board, cells },
          ),
        );
        this.#draw();
      }
    } catch (problem) {
      // The next visit asks again.
      if (!(problem instanceof Refusal)) throw problem;
    } finally {
      this.#playing = false;
    }
  }

  describe() {
    return t.n("games", keptRecords().length);
  }

  languageChanged() {
    this.#draw();
  }

  retry() {
    this.#letGuessPlay();
  }
}

/**
 * Whether `guess` wins a board; null if the board is refused.
 * @param {GameRecord} record
 */
async function guessWins({ board, cells, shape }) {
  try {
    const game = await ask("solve", { board, cells, shape, strategy: "guess", seed: 0 });
    return game.outcome === "won";
  } catch (problem) {
    if (problem instanceof Refusal && ["asked wrongly", "too wide"].includes(problem.kind))
      return null;
    throw problem;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
const figure = (key, value) => [el("div", {}, el("dt", {}, t(key)), el("dd", {}, value))];

const FEWEST = 10; // games; the interval of fewer says little

/** @param {Share} share */
const rateText = ({ count, of, low, high }) =>
  of < FEWEST
    ? t("few won", { count, of })
    : t("rate", {
        p: shareText(count / of),
        low: shareText(low),
        high: shareText(high),
        count,
        of,
      });

const HEADS = [
  "record board",
  "start",
  "games played",
  "win rate",
  "guess rate",
  "best time",
  "best speed",
];

/** @param {Group[]} all */
const table = (all) =>
  el(
    "div",
    { class: "record-table", tabindex: "0", role: "region", "aria-label": t("records by board") },
    tableOf(HEADS, all.map(tableRow)),
  );

/** @param {Group} group */
function tableRow({ level, size, shape, start, noGuess, won, guess, seconds, speed }) {
  const name = level ? levelText(level) : size;
  return [
    shape === "grid" ? name : `${name}, ${t(`shape ${shape}`)}`,
    [t(`start ${start}`), noGuess ? t("no guess") : null].filter((part) => part).join(", "),
    String(won.of),
    rateText(won),
    guess.of ? rateText(guess) : "–",
    seconds === null ? "–" : t("seconds", { s: seconds.toFixed(1) }),
    speed === null ? "–" : speed.toFixed(2),
  ];
}
