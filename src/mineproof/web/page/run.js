// One strategy on the page: its board, and its knowledge base beside it.

/** @import { Playback } from "./trace.js" */

import { EXPLODED, FLAG } from "./board.js";
import { SizeChart } from "./chart.js";
import { el, put } from "./dom.js";
import { Grid } from "./grid.js";
import { frameMarks, inferenceCard, inferenceSummary } from "./inference.js";
import { t } from "./texts.js";

const LONGEST = 6; // clauses with so many literals and more share a bar
const MOST_BEFORE = 5; // earlier frames that are listed
const LEGEND = [
  ["", "legend clue"],
  ["l-one", "legend cells"],
  ["l-safe", "legend safe"],
  ["l-mine", "legend mine"],
];

export class Run {
  /**
   * @param {HTMLElement} place gets the run as its last child
   * @param {Playback} playback
   */
  constructor(place, playback) {
    this.playback = playback;
    const { game, board, sizes } = playback;
    this.bar = el("div", { class: "bar" });
    this.panel = el("div", { class: "panel", role: "group", "aria-label": game.strategy });
    this.chart = new SizeChart(sizes);
    const boardPlace = el("div", { class: "place" });
    const legend = LEGEND.map(([classes, key]) => el("span", { class: classes }, t(key)));
    place.append(
      el(
        "div",
        { class: "run" },
        el("div", { class: "left" }, this.bar, boardPlace, el("p", { class: "legend" }, ...legend)),
        this.panel,
      ),
    );
    this.grid = new Grid(boardPlace, board, {
      label: t("board of", { size: `${board.cols}×${board.rows}`, n: game.mines }),
    });
    this.show();
  }

  /** @param {number} at */
  seek(at) {
    this.playback.seek(at);
    this.show();
  }

  show() {
    const { board, values, frame, clauses } = this.playback;
    this.grid.show((cell) => values[cell]);
    this.grid.mark("frame", frame ? frameMarks(board, frame, clauses) : new Map());
    this.#showBar();
    this.#showPanel();
  }

  #showBar() {
    const { game, values, ended } = this.playback;
    const marked = values.filter((value) => value === FLAG || value === EXPLODED).length;
    const result = game.outcome === "solved" ? "won" : "lost";
    put(
      this.bar,
      el("span", { class: "chip" }, `⚑ ${t("left", { n: game.mines - marked })}`),
      el("span", { class: "chip" }, game.strategy),
      ended ? el("span", { class: `chip ${result}` }, t(`outcome ${game.outcome}`)) : null,
    );
  }

  #showPanel() {
    const { game, board, at, facts, frame, frames, clauses } = this.playback;
    const progress = { n: at, of: frames.length, marked: facts, cells: board.cells };
    put(
      this.panel,
      el("h2", {}, t("watch title"), " ", el("span", { class: "cell-name" }, game.strategy)),
      el("p", { class: "quiet" }, t("step of", progress)),
      game.cut ? el("p", { class: "quiet" }, t("cut")) : null,
      game.fault ? el("p", { class: "quiet" }, game.fault) : null,
      clauses.size ? null : el("p", { class: "quiet" }, t("no base")),
      frame ? inferenceCard(frame, clauses) : el("div", { class: "card" }, t("watch begin")),
      at > 1 ? this.#earlier() : null,
      clauses.size ? this.#figures() : null,
    );
  }

  /** The frames just before this one. */
  #earlier() {
    const { at, frames } = this.playback;
    const earlier = frames.slice(Math.max(0, at - 1 - MOST_BEFORE), at - 1).reverse();
    return el(
      "div",
      { class: "card" },
      el("h3", {}, t("just before")),
      ...earlier.map(inferenceSummary),
    );
  }

  #figures() {
    const { at, sizes } = this.playback;
    const [kb, facts] = sizes[at];
    this.chart.seek(at);
    return el(
      "div",
      { class: "figures" },
      el("div", {}, el("h3", {}, t("by length")), this.#lengths()),
      el("div", {}, el("h3", {}, t("kb size", { kb, facts })), this.chart.element),
    );
  }

  /** Bars: how many clauses there are of each length. */
  #lengths() {
    const counts = new Array(LONGEST).fill(0);
    for (const clause of this.playback.kb.values())
      counts[Math.min(clause.length, LONGEST) - 1] += 1;
    const most = Math.max(1, ...counts);
    const rows = counts.flatMap((count, i) => {
      const bar = el("b");
      bar.style.width = `${(100 * count) / most}%`;
      return [
        el("span", {}, i + 1 === LONGEST ? `${LONGEST}+` : String(i + 1)),
        el("span", {}, bar),
        el("span", {}, String(count)),
      ];
    });
    return el("div", { class: "lengths" }, ...rows);
  }
}
