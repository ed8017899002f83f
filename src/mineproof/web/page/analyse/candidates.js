// A table of the candidates for a guess: the best one, then the others by the column that decides. The reader compares two of them by clicking
// their rows, or any two hidden cells by clicking the board.

/** @import { Analysis, Candidate, Comparison, Shape } from "../engine/engine.js" */
/** @import { Child } from "../base/dom.js" */
/** @import { Grid } from "../board/grid.js" */
/** @import { Marks } from "../board/marks.js" */

import {
  actions,
  announce,
  button,
  el,
  factList,
  icon,
  put,
  refusal,
  refusalText,
  sentence,
} from "../base/dom.js";
import { countText, oddsTag, shareText } from "../base/format.js";
import { language, t } from "../base/texts.js";
import { seaOdds, shade } from "../board/heat-map.js";
import { CellPicker } from "../board/pointing.js";
import { ask, unchangedSince } from "../engine/engine.js";

const FIRST_ROWS = 6; // shown at first; a button shows all

/**
 * The columns after the name of the cell. A column that has no numbers is not shown.
 * @type {{ key: string, value: (candidate: Candidate) => number | null }[]}
 */
const COLUMNS = [
  { key: "win", value: (candidate) => candidate.win },
  { key: "overall", value: overall },
  { key: "risk", value: (candidate) => candidate.risk },
  { key: "survival", value: (candidate) => candidate.survival },
  { key: "certain next", value: (candidate) => candidate.certain_next },
  { key: "flip loss", value: (candidate) => candidate.flip_loss },
];

/**
 * What decides, unless the chance to win is known: then that does.
 * @param {Candidate} candidate
 */
function overall({ survival, flip_loss: flipLoss, win }) {
  return survival === null || win !== null ? null : survival * (1 - (flipLoss ?? 0));
}

/** @param {Candidate} candidate */
const worth = (candidate) => candidate.win ?? overall(candidate) ?? 0;

/**
 * The board and the position of the candidates.
 * @typedef {object} GuessHost
 * @property {Grid} grid
 * @property {Shape} shape
 * @property {() => string} position
 */

/** The candidates of one position. The panel beside the board shows `element`. */
export class Candidates {
  /** @type {Candidate[]} */
  #rows;
  /** @type {string[]} the cells that are compared: at most two */
  #chosen;
  #all = false; // whether all rows are shown
  #table = el("div", { class: "candidates" });
  #verdict = el("div", { class: "verdict" });
  /** the number of comparisons requested so far: only the last one is shown */
  #requests = 0;

  /**
   * @param {GuessHost} host
   * @param {Analysis} analysis of a position in which nothing is certainly safe
   */
  constructor(host, analysis) {
    this.host = host;
    this.grid = host.grid;
    this.position = host.position();
    this.unchanged = unchangedSince(host);
    this.best = analysis.best?.cell;
    this.odds = analysis.odds;
    this.#rows = [...analysis.candidates].sort(
      (a, b) => Number(b.cell === this.best) - Number(a.cell === this.best) || worth(b) - worth(a),
    );
    this.named = analysis.best?.why ?? "";
    this.#chosen = this.best ? [this.best] : [];
    this.picker = new CellPicker(this.grid, (cell) => this.#pick(cell));
    this.pickButton = button("compare on board", () => this.#togglePicker(), {
      "aria-pressed": "false",
    });
    this.element = el(
      "div",
      { class: "guesses" },
      this.#table,
      this.#verdict,
      actions(this.pickButton),
      meanings(this.#columns()),
    );
    this.#draw();
    this.#compare();
  }

  /** The columns that have a number. */
  #columns() {
    return COLUMNS.filter(({ value }) => this.#rows.some((row) => value(row) !== null));
  }

  #shown() {
    return this.#rows.filter((row, i) => this.#all || i < FIRST_ROWS || this.#isNamed(row.cell));
  }

  /**
   * Whether the reason of the best guess names a cell.
   * @param {string} cell
   */
  #isNamed(cell) {
    return this.named.match(/r\d+c\d+/g)?.includes(cell);
  }

  #draw() {
    const rows = this.#shown();
    const columns = this.#columns();
    put(
      this.#table,
      el(
        "table",
        {},
        el("caption", { class: "hush" }, t("candidates")),
        el("thead", {}, el("tr", {}, heading("cell"), ...columns.map(({ key }) => heading(key)))),
        el("tbody", {}, ...rows.map((row) => this.#row(row, columns))),
      ),
      rows.length < this.#rows.length
        ? button("all candidates", () => this.#showAll(), { class: "plain" })
        : null,
    );
    this.#mark();
  }

  /**
   * @param {Candidate} row
   * @param {typeof COLUMNS} columns
   */
  #row(row, columns) {
    const chosen = this.#chosen.includes(row.cell);
    const note = noteKey(row);
    return el(
      "tr",
      { class: chosen ? "chosen" : null, on: { click: () => this.choose(row.cell) } },
      el(
        "th",
        { scope: "row" },
        el(
          "button",
          {
            type: "button",
            class: "cell-name",
            "data-cell": row.cell,
            "aria-pressed": `${chosen}`,
          },
          row.cell,
        ),
        row.cell === this.best
          ? el("span", { class: "star", title: t("the best move") }, icon("star"))
          : null,
        note ? el("span", { class: "note" }, t(note)) : null,
      ),
      ...columns.map(({ key, value }) => numberCell(key, value(row))),
    );
  }

  #showAll() {
    this.#all = true;
    this.#draw();
  }

  /**
   * Choose a cell for the comparison, or remove it.
   * @param {string} name
   */
  choose(name) {
    const focused = document.activeElement?.getAttribute("data-cell");
    if (this.#chosen.includes(name)) this.#chosen = this.#chosen.filter((cell) => cell !== name);
    else this.#chosen = [...this.#chosen.slice(0, 1), name];
    this.#draw();
    if (focused) this.#button(focused)?.focus();
    return this.#compare();
  }

  /** @param {string} name */
  #button(name) {
    return /** @type {HTMLElement | null} */ (
      this.#table.querySelector(`button[data-cell="${name}"]`)
    );
  }

  // Choosing on the board

  #togglePicker() {
    this.picker.set(!this.picker.on);
    this.pickButton.setAttribute("aria-pressed", String(this.picker.on));
  }

  /** @param {number} cell */
  #pick(cell) {
    if (!this.element.isConnected || !this.unchanged()) {
      this.picker.set(false); // the panel or the position has changed
      return;
    }
    if (this.grid.values[cell] < 0) this.choose(this.grid.board.name(cell));
  }

  // The comparison

  async #compare() {
    this.#requests += 1;
    const request = this.#requests;
    if (this.#chosen.length < 2) {
      put(this.#verdict, el("p", { class: "quiet" }, t("compare two")));
      return;
    }
    const { position } = this;
    const question = { position, shape: this.host.shape, cells: this.#chosen, language };
    let content;
    try {
      const comparison = await ask("compare", question);
      if (request !== this.#requests) return;
      this.#addRows(comparison.cells);
      content = this.#comparison(comparison);
    } catch (problem) {
      if (request !== this.#requests) return;
      content = refusal(problem);
    }
    put(this.#verdict, ...content);
  }

  /** @param {Comparison} comparison */
  #comparison({ cells, better, why }) {
    const other = cells.map(({ cell }) => cell).find((cell) => cell !== better);
    const title = better && t("is better", { cell: better, other });
    announce([title, why].join(" "));
    // Where neither is better, the reason says so.
    return [
      title ? el("h3", {}, ...sentence(title)) : null,
      el("p", {}, ...sentence(reasonText(why))),
    ];
  }

  /**
   * Add rows for compared cells that are not candidates.
   * @param {Candidate[]} cells
   */
  #addRows(cells) {
    const added = cells.filter(({ cell }) => !this.#rows.some((row) => row.cell === cell));
    if (!added.length) return;
    this.#rows.splice(Math.min(FIRST_ROWS - 1, this.#rows.length), 0, ...added);
    this.#draw();
  }

  /** Mark the best guess, and the cells that are compared. */
  #mark() {
    const { board } = this.grid;
    /** @type {Marks} */
    const marks = new Map();
    for (const { cell, risk } of this.#shown()) {
      const tag = oddsTag(risk);
      const kind = `odds k-heat-${shade(risk)}`;
      marks.set(board.cell(cell), { kind, tag, says: t("odds of", { p: tag }) });
    }
    for (const name of this.#chosen) {
      const tag = oddsTag(this.odds[name]);
      const says = [t("compared"), t("odds of", { p: tag })].join(", ");
      const kind = `odds k-heat-${shade(this.odds[name])} k-compared`;
      marks.set(board.cell(name), { kind, tag, says });
    }
    if (this.best) {
      const below = marks.get(board.cell(this.best));
      const kind = `${below?.kind ?? ""} k-best`;
      marks.set(board.cell(this.best), { kind, icon: "star", says: t("the best move") });
    }
    this.grid.mark("why", marks);
  }
}

/**
 * The content of a panel where a guess is needed: the best guess, its reason and all candidates.
 * @param {GuessHost} host
 * @param {Analysis} analysis
 * @returns {Child[]}
 */
export function guessContent(host, analysis) {
  const { best } = analysis;
  if (!best) return [];
  const candidates = new Candidates(host, analysis);
  const reason = el("p", { class: "reason" });
  const give = (/** @type {string} */ why) => {
    candidates.named = why;
    put(reason, ...sentence(reasonText(why)));
  };
  if (best.why) give(best.why);
  else {
    // Python has the sentence. Only Python answers a question that says how hard to think.
    put(reason, t("one moment"));
    const { position, shape } = { position: host.position(), shape: host.shape };
    ask("analyse", { position, shape, language, think: "normal" }).then(
      (analysed) => give(analysed.best?.why ?? ""),
      (problem) => put(reason, refusalText(problem)),
    );
  }
  return [
    el("h3", {}, ...sentence(t("best guess is", { cell: best.cell }))),
    reason,
    candidates.element,
  ];
}

/**
 * The reason as a sentence, with a capital letter and a full stop.
 * @param {string} why
 */
function reasonText(why) {
  const capitalised = /^r\d/.test(why) ? why : `${why.charAt(0).toUpperCase()}${why.slice(1)}`;
  return `${capitalised}${t("full stop")}`.replaceAll(" %", "\u00a0%");
}

/** @param {string} key */
const heading = (key) =>
  el(
    "th",
    {
      scope: "col",
      title: t(`column ${key}`),
      "aria-sort": key === "win" || key === "overall" ? "descending" : undefined,
    },
    t(`short ${key}`),
  );

/**
 * @param {string} key
 * @param {number | null} value
 */
function numberCell(key, value) {
  if (value === null) return el("td", {}, "–");
  const number = shareText(value).replace("\u00a0%", "");
  const percent = el("span", { class: "unit" }, "\u00a0%");
  return key === "risk"
    ? el("td", {}, el("span", { class: `heat k-heat-${shade(value)}` }, number, percent))
    : el("td", {}, number, percent);
}

/**
 * The key of the note in a row: the cell is in a coin flip or dead. Null if it is neither.
 * @param {Candidate} candidate
 */
function noteKey({ coin_flip: coinFlip, dead }) {
  if (coinFlip) return "note coin flip";
  return dead ? "note dead" : null;
}

/**
 * The meanings of the columns, collapsed at first.
 * @param {typeof COLUMNS} columns
 */
const meanings = (columns) =>
  el(
    "details",
    { class: "meanings" },
    el("summary", {}, t("what columns mean")),
    el(
      "dl",
      {},
      ...columns.flatMap(({ key }) => [
        el("dt", {}, t(`short ${key}`)),
        el("dd", {}, t(`column ${key}`)),
      ]),
    ),
  );

/**
 * The content of the panel of Analyse.
 * @param {Analysis} analysis
 * @param {GuessHost} host
 * @returns {Child[]}
 */
export function analysisContent(analysis, host) {
  const { best } = analysis;
  return [
    el("h2", {}, t(titleKey(analysis))),
    factList(facts(analysis, seaOdds(host.grid.board, analysis.odds))),
    best && best.safe === 1 ? el("p", {}, ...sentence(t("best safe", { cell: best.cell }))) : null,
    ...(best && best.safe < 1 ? guessContent(host, analysis) : []),
    el("p", { class: "quiet" }, t("analyse why")),
  ];
}

/** @param {Analysis} analysis */
function titleKey({ safe, mined, odds }) {
  if (safe.length) return "certain move";
  return Object.keys(odds).length > mined.length ? "no certain move" : "all decided";
}

/**
 * @param {Analysis} analysis
 * @param {number | null} sea the odds of a sea cell; null if there is no sea
 * @returns {[term: string, description: string][]}
 */
function facts({ layouts, safe, mined, wrong_flags: wrong }, sea) {
  /** @type {[string, string][]} */
  const rows = [[t("layouts"), countText(layouts)]];
  if (safe.length) rows.push([t("certainly safe"), String(safe.length)]);
  if (mined.length) rows.push([t("certainly mines"), String(mined.length)]);
  if (sea !== null && sea > 0 && sea < 1)
    rows.push([t("untouched cells"), t("mine each", { p: shareText(sea) })]);
  return wrong.length ? [...rows, [t("wrong flags"), wrong.join(", ")]] : rows;
}
