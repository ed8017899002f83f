// A game on the page: its board, its moves, the help that is switched on, and its end.

/** @import { ReviewedMove } from "./engine.js" */
/** @import { Child } from "./dom.js" */
/** @import { Game } from "./game.js" */
/** @import { Warning } from "./advice.js" */
/** @import { WhyHost } from "./why.js" */

import { AnalysisMemo, flagWarning, openWarning } from "./advice.js";
import { HIDDEN } from "./board.js";
import {
  $,
  actions,
  announce,
  button,
  el,
  hideToast,
  lowerPanel,
  refusalParagraph,
  sentence,
  showPanel,
  toast,
} from "./dom.js";
import { engine } from "./engine.js";
import { clockText, percentText } from "./format.js";
import { Grid } from "./grid.js";
import { analysisMarks } from "./marks.js";
import { reviewContent } from "./review.js";
import { t } from "./texts.js";
import { showWhy } from "./why.js";

const INVITATION = ["invite open", "invite flag", "invite why", "invite help"];

/** @param {"certain" | "odds" | "warn" | "best"} name */
const switchedOn = (name) => $(`assist-${name}`, HTMLInputElement).checked;

/** @implements {WhyHost} */
export class Session {
  /** @type {Game | null} the game before an earlier move, while the player looks at that */
  past = null;
  /** @type {string | null} the last warning given: the move and its position */
  #warned = null;
  #analyses = new AnalysisMemo();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking;

  /**
   * @param {HTMLElement} panel
   * @param {Game} game
   * @param {{ again: () => void, save: () => void }} afterwards what the player may do after a game
   */
  constructor(panel, game, afterwards) {
    this.panel = panel;
    this.afterwards = afterwards;
    this.game = game;
    this.grid = this.#makeGrid();
    this.#begin();
  }

  /**
   * Show another game.
   * @param {Game} game
   */
  play(game) {
    this.game = game;
    this.grid = this.#makeGrid();
    this.#begin();
  }

  restart() {
    this.game.restart();
    this.#begin();
  }

  get shape() {
    return this.game.board.shape;
  }

  position() {
    return (this.past ?? this.game).position;
  }

  /** The button of an explanation; an earlier position allows no moves. */
  get act() {
    if (this.past) return null;
    return (/** @type {number} */ cell, /** @type {string} */ verdict) => {
      if (verdict === "mine") this.flag(cell, { warn: false });
      else this.open(cell, { warn: false });
    };
  }

  /** Write all texts again, in another language. */
  languageChanged() {
    this.grid.relabel(this.#boardLabel());
    this.#update();
    this.#invite();
    this.assist();
  }

  #boardLabel() {
    const { board, mines } = this.game;
    return t("board of", { size: `${board.cols}×${board.rows}`, n: mines });
  }

  #makeGrid() {
    return new Grid($("play-board"), this.game.board, {
      label: this.#boardLabel(),
      on: {
        open: (cell, touch) => this.#press(cell, touch),
        flag: (cell) => this.flag(cell),
        chord: (cell) => this.chord(cell),
        key: (key, cell) => this.pressKey(key, cell),
      },
    });
  }

  #begin() {
    hideToast();
    this.past = null;
    this.#warned = null;
    this.#analyses.clear();
    this.grid.clear("why", "line", "clash", "assist", "end");
    this.grid.show((cell) => this.game.shown(cell));
    this.#invite();
    $("luck").hidden = true;
    this.#update();
    this.assist();
    if (this.game.over) this.#end();
    clearInterval(this.#ticking);
    this.#ticking = setInterval(() => this.#showClock(), 500);
  }

  #invite() {
    lowerPanel(this.panel);
    this.panel.replaceChildren(
      el("h2", {}, t("invite title")),
      el("ul", { class: "invite" }, ...INVITATION.map((key) => el("li", {}, t(key)))),
    );
  }

  #update() {
    $("left").textContent = `⚑ ${t("left", { n: this.game.left })}`;
    this.#showClock();
  }

  #showClock() {
    const { won, over, seconds } = this.game;
    const result = won ? " won" : " lost";
    $("time").textContent = clockText(seconds);
    $("time").className = `chip${over ? result : ""}`;
  }

  // Moves

  /**
   * Left button, tap or space.
   * @param {number} cell
   * @param {boolean} touch
   */
  #press(cell, touch) {
    if (this.past) return;
    const flagging = touch && $("flag-mode").getAttribute("aria-pressed") === "true";
    if (this.game.seen[cell] >= 0) this.chord(cell);
    else if (flagging) this.flag(cell);
    else this.open(cell);
  }

  /** @param {number} cell */
  async open(cell, { warn = true } = {}) {
    if (this.game.over || this.game.seen[cell] !== HIDDEN) return;
    if (warn && (await this.#warnsOfOpening([cell], () => this.open(cell, { warn: false }))))
      return;
    this.#show(this.game.open(cell));
  }

  /** @param {number} cell */
  async chord(cell) {
    const opens = this.game.chordOpens(cell);
    if (!opens.length) return;
    const chord = () => this.#show(this.game.chord(cell));
    if (!(await this.#warnsOfOpening(opens, chord))) chord();
  }

  /** @param {number} cell */
  async flag(cell, { warn = true } = {}) {
    if (this.game.over || this.game.seen[cell] >= 0) return;
    if (warn && switchedOn("warn") && this.game.seen[cell] === HIDDEN) {
      const { position } = this.game;
      const analysis = await this.#analysis();
      if (this.game.position !== position) return;
      const warning = analysis && flagWarning(this.game, analysis, cell);
      const anyway = () => this.flag(cell, { warn: false });
      if (warning && this.#warn(warning, `flag ${cell}`, "flag anyway", anyway)) return;
    }
    this.#show(this.game.flag(cell));
  }

  unflagLast() {
    this.#show(this.game.unflagLast());
  }

  /**
   * Warn before cells are opened; true if the move must not be made now.
   * @param {number[]} cells
   * @param {() => void} anyway
   */
  async #warnsOfOpening(cells, anyway) {
    if (!switchedOn("warn")) return false;
    const { position } = this.game;
    const analysis = await this.#analysis();
    if (this.game.position !== position) return true;
    const warning = analysis && openWarning(this.game, analysis, cells);
    return warning ? this.#warn(warning, `open ${cells[0]}`, "open anyway", anyway) : false;
  }

  /**
   * Show a warning, once for each move of a position; false if it was given before.
   * @param {Warning} warning
   * @param {string} move
   * @param {string} anywayKey the text of the button that makes the move
   * @param {() => void} anyway
   */
  #warn({ text, whyCell }, move, anywayKey, anyway) {
    const now = `${move} ${this.game.position}`;
    if (this.#warned === now) return false;
    this.#warned = now;
    toast(text, ["why button", () => showWhy(this, whyCell)], [anywayKey, anyway]);
    return true;
  }

  /**
   * Show what a move changed.
   * @param {number[]} changed
   */
  #show(changed) {
    if (!changed.length) return;
    hideToast();
    this.grid.clear("why", "line", "clash");
    lowerPanel(this.panel);
    if (this.game.over) this.#end();
    else this.grid.show((cell) => this.game.shown(cell), changed);
    this.#update();
    this.assist();
  }

  // The end

  async #end() {
    const { game, grid } = this;
    this.past = null;
    grid.clear("why", "line", "clash", "assist");
    grid.show((cell) => game.shown(cell));
    const wrong = { kind: "wrong", says: t("wrong flag") };
    grid.mark("end", new Map(game.wrongFlags.map((cell) => [cell, wrong])));
    announce(t(game.won ? "won" : "lost"));
    this.#showEnd();
    let review = null;
    let content;
    try {
      review = await engine.review(JSON.stringify(game.replay));
      content = reviewContent(review, game.won, (move) => this.#lookAt(move));
    } catch (problem) {
      content = [refusalParagraph(problem)];
    }
    if (this.game !== game || !game.over || this.past) return;
    this.#showEnd(...content);
    if (!review) return;
    $("luck").textContent = t("luck chip", { p: percentText(review.luck) });
    $("luck").hidden = false;
  }

  /**
   * The panel of a game that is over.
   * @param {Child[]} review
   */
  #showEnd(...review) {
    const { won, seconds, exploded, board } = this.game;
    const result =
      exploded === null
        ? t("won in", { s: seconds.toFixed(1) })
        : t("lost at", { cell: board.name(exploded) });
    showPanel(
      this.panel,
      el("h2", {}, t(won ? "won" : "lost")),
      el("p", { class: "quiet" }, ...sentence(result)),
      ...review,
      actions(
        button("new board", this.afterwards.again, { class: "main" }),
        button("restart", () => this.restart()),
        button("save", this.afterwards.save),
      ),
    );
  }

  /**
   * Show the board as it was before a move, and what could be known then.
   * @param {ReviewedMove} move
   */
  async #lookAt(move) {
    const past = this.game.before(move.number);
    this.past = past;
    this.grid.clear("end", "why", "line", "assist");
    this.grid.show((cell) => past.shown(cell));
    const cell = past.board.cell(move.certain ?? move.cell);
    this.grid.focus(cell, { quietly: true });
    await showWhy(this, cell);
    if (this.past !== past) return;
    const made = { kind: "asked", says: t("your move") };
    if (move.cell !== move.certain)
      this.grid.mark("end", new Map([[past.board.cell(move.cell), made]]));
    this.panel.append(actions(button("back to review", () => this.#end())));
  }

  // Help

  #analysis() {
    return this.#analyses.analyse(this.position(), this.shape);
  }

  /** Mark what the switches ask for. */
  async assist() {
    const parts = {
      certain: switchedOn("certain"),
      odds: switchedOn("odds"),
      best: switchedOn("best"),
    };
    const any = switchedOn("warn") || Object.values(parts).some(Boolean);
    if (this.game.over || !any) {
      this.grid.clear("assist");
      return;
    }
    const { position } = this.game;
    const analysis = await this.#analysis(); // for warnings too: then they come at once
    if (!analysis || this.game.position !== position || this.game.over) return;
    this.grid.mark("assist", analysisMarks(this.game.board, analysis, parts));
  }

  /** Say whether the position forces a guess. */
  async mayGuess() {
    const analysis = await this.#analysis();
    if (!analysis) return;
    const needed = analysis.safe.length === 0;
    const title = t(needed ? "guess needed" : "no guess needed");
    showPanel(
      this.panel,
      el("h2", {}, title),
      el("p", { class: "quiet" }, t(needed ? "guess needed more" : "no guess needed more")),
    );
    announce(title);
  }

  /** Show the best move, and why. */
  async best() {
    const best = (await this.#analysis())?.best;
    if (!best) return;
    const cell = this.game.board.cell(best.cell);
    this.grid.focus(cell);
    if (best.safe === 1) {
      await showWhy(this, cell);
      return;
    }
    showPanel(
      this.panel,
      el("h2", {}, ...sentence(t("best is", { cell: best.cell }))),
      el("p", { class: "quiet" }, t("best risk", { p: (100 * (1 - best.safe)).toFixed(1) })),
    );
  }

  why(cell = this.grid.here) {
    return showWhy(this, cell);
  }

  /**
   * Act on a key; false if it has no meaning here.
   * @param {string} key
   * @param {number} cell
   */
  pressKey(key, cell = this.grid.here) {
    if (key === "w") this.why(cell);
    else if (key === "b") this.best();
    else if (key === "u") this.unflagLast();
    else if (key === "g") this.mayGuess();
    else if (key === "r") this.restart();
    else return false;
    return true;
  }
}
