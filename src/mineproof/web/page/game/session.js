// A game on the page: its board, its moves, the assistance switches, and its end.

/** @import { Action } from "../base/dom.js" */
/** @import { Game, Origin, Progress } from "./game.js" */
/** @import { GameRecord } from "./records.js" */
/** @import { Warning } from "./advice.js" */
/** @import { Panels, Screen } from "../base/panels.js" */
/** @import { WhyHost } from "../why/why.js" */

import {
  $,
  actions,
  announce,
  button,
  el,
  hideToast,
  icon,
  loadPart,
  put,
  sentence,
  toast,
} from "../base/dom.js";
import { clockText } from "../base/format.js";
import { preferences } from "../base/storage.js";
import { boardText, t } from "../base/texts.js";
import { FLAG, HIDDEN } from "../board/board.js";
import { Grid } from "../board/grid.js";
import { analysisMarks } from "../board/marks.js";
import { Pointing } from "../board/pointing.js";
import { unchangedSince } from "../engine/engine.js";
import { AnalysisMemo, flagWarning, keepMissed, openWarning } from "./advice.js";
import { SWITCHES } from "./autosave.js";
import { feelMove, prepareFeel } from "./feel.js";
import { Help } from "./help.js";

const MARKS_PATIENCE = 150; // ms before marks of the position before are removed
const INVITATION = ["invite open", "invite flag", "invite why", "invite help"];
const TOUCH_INVITATION = ["invite touch", "invite touch flag", "invite touch why", "invite help"];

/** @param {string} name of a switch */
const switchedOn = (name) => $(`assist-${name}`, HTMLInputElement).checked;

/**
 * Functions of the view that a session calls.
 * @typedef {object} Surroundings
 * @property {() => void} again deals another board
 * @property {() => void} save downloads the replay
 * @property {() => void} changed is called when the game has changed
 * @property {() => GameRecord | undefined} dayRecord the record of a board of the day
 */

/** @implements {WhyHost} */
export class Session {
  /** @type {Game | null} the game before a move, while the player reviews that move */
  past = null;
  /** @type {string | null} the move and the position of the last warning */
  #warned = null;
  decided = (/** @type {string} */ cell) => keepMissed(this, cell);
  #analyses = new AnalysisMemo();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking;
  /** @type {ReturnType<typeof setTimeout> | undefined} removes marks that are out of date */
  #marksTimer;

  /** @type {{ progress: Progress, origin: Origin | null } | null} the game before the restart */
  #beforeRestart = null;

  /**
   * @param {Panels} panels
   * @param {Game} game
   * @param {Surroundings} surroundings
   */
  constructor(panels, game, surroundings) {
    this.panels = panels;
    this.surroundings = surroundings;
    this.game = game;
    this.grid = this.#makeGrid();
    prepareFeel($("play-board"));
    this.pointing = new Pointing({
      place: $("play-board"),
      buttons: () => [$("ask-why"), $("thumb-why")],
      grid: () => this.grid,
      ask: (cell) => this.why(cell),
    });
    this.help = new Help(
      this,
      () => this.#analysis(),
      () => this.#countHint(),
    );
    this.#begin();
  }

  /**
   * Show another game.
   * @param {Game} game
   */
  play(game) {
    this.pointing.stop();
    this.game = game;
    this.#beforeRestart = null;
    this.grid = this.#makeGrid();
    this.#begin();
  }

  /** Return to the game that this one was continued from. */
  return() {
    if (!this.game.origin) return;
    this.play(this.game.origin.game);
    this.surroundings.changed();
  }

  /** Stop: the view shows no game any more. */
  end() {
    this.pointing.stop();
    clearInterval(this.#ticking);
  }

  /** Restart the game. The player can undo this until the first move. */
  restart() {
    const { origin } = this.game;
    const before = this.game.moves.length ? { progress: this.game.progress, origin } : null;
    if (origin) this.game.origin = { ...origin, number: 1 };
    this.game.restart();
    this.#begin();
    this.surroundings.changed();
    if (!before) return;
    this.#beforeRestart = before;
    toast(t("restarted"), ["undo", () => this.#undoRestart()]);
  }

  #undoRestart() {
    const before = this.#beforeRestart;
    if (!before || this.game.moves.length) return false;
    this.#beforeRestart = null;
    this.game.origin = before.origin;
    this.game.resume(before.progress);
    this.#begin();
    this.surroundings.changed();
    return true;
  }

  get shape() {
    return this.game.board.shape;
  }

  position() {
    return (this.past ?? this.game).position;
  }

  /** Makes the move that an explanation suggests; null where no moves are allowed. */
  get act() {
    if (this.past || this.game.over) return null;
    return (/** @type {number} */ cell, /** @type {string} */ verdict) => {
      const flagged = this.game.seen[cell] === FLAG;
      if (verdict === "mine") {
        if (!flagged) this.flag(cell, { warn: false });
        return;
      }
      if (flagged) this.flag(cell, { warn: false });
      this.open(cell, { warn: false });
    };
  }

  /** Show all texts in the new language. */
  languageChanged() {
    this.grid.relabel(this.#label);
    this.#update();
    this.panels.again();
    this.assist();
  }

  get #label() {
    return boardText(this.game.board, this.game.mines);
  }

  #makeGrid() {
    return new Grid($("play-board"), this.game.board, {
      label: this.#label,
      on: {
        open: (cell, touch) => this.#press(cell, touch),
        flag: (cell) => this.flag(cell),
        chord: (cell) => this.chord(cell),
        hold: (cell) => this.#hold(cell),
        actions: (cell) => this.#actions(cell),
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
    this.#update();
    const { origin } = this.game;
    if (this.game.over) this.reviewGame();
    else if (origin)
      this.panels.begin({ kind: "what if", show: (screen) => this.#showBranch(screen, origin) });
    else this.panels.begin({ kind: "invite", show: (screen) => this.#invite(screen) });
    this.assist();
    clearInterval(this.#ticking);
    this.#ticking = setInterval(() => this.#showClock(), 500);
  }

  /** @param {Screen} screen */
  #invite(screen) {
    const touch = matchMedia("(hover: none)").matches;
    const all = touch ? TOUCH_INVITATION : INVITATION;
    const lines = document.body.matches(".embed") ? all.slice(0, 2) : all; // the others name buttons
    this.panels.put(
      screen,
      el("h2", {}, t("invite title")),
      el("ul", { class: "invite" }, ...lines.map((key) => el("li", {}, t(key)))),
    );
    this.panels.lower();
  }

  /**
   * The first screen while the player plays on from an earlier position; it leads back to the game.
   * @param {Screen} screen
   * @param {Origin} origin
   */
  #showBranch(screen, { number }) {
    this.panels.put(
      screen,
      el("h2", {}, t("what if title")),
      el("p", {}, t("what if", { n: number })),
      actions(button("to origin", () => this.return())),
    );
    this.panels.lower();
  }

  #update() {
    put($("left"), icon("flag"), t("left", { n: this.game.minesLeft }));
    this.#showClock();
  }

  #showClock() {
    const { won, over, pointless, seconds } = this.game;
    const result = won ? " won" : " lost";
    $("time").textContent = clockText(seconds);
    $("time").className = `chip${over && !pointless ? result : ""}`;
  }

  // Moves

  /**
   * Handle the left button, a tap or space.
   * @param {number} cell
   * @param {boolean} touch
   */
  #press(cell, touch) {
    if (this.pointing.on) {
      this.pointing.choose(cell);
      return;
    }
    if (this.past) {
      if (this.grid.values[cell] < 0) this.why(cell); // no moves are allowed in an earlier position
      return;
    }
    const flagMode = $("flag-mode").getAttribute("aria-pressed") === "true";
    const flagging = touch && flagMode !== (preferences.touch === "swapped");
    if (this.game.seen[cell] >= 0) this.chord(cell);
    else if (flagging) this.flag(cell);
    else this.open(cell);
  }

  /**
   * Handle a long press; false if it opens the menu instead.
   * @param {number} cell
   */
  #hold(cell) {
    const { touch } = preferences;
    if (touch === "menu" || this.past || this.game.over || this.game.seen[cell] >= 0) return false;
    if (touch === "flag" || this.game.seen[cell] === FLAG) this.flag(cell);
    else this.open(cell);
    return true;
  }

  /**
   * The actions that a long press offers.
   * @param {number} cell
   * @returns {Action[]}
   */
  #actions(cell) {
    const value = this.grid.values[cell];
    if (value >= 0) return [];
    /** @type {Action} */
    const why = ["why button", () => this.why(cell)];
    if (this.past || this.game.over) return [why];
    if (value === FLAG) return [["unflag", () => this.flag(cell)], why];
    return [["flag it", () => this.flag(cell)], why, ["open it", () => this.open(cell)]];
  }

  /** @param {number} cell */
  async open(cell, { warn = true } = {}) {
    if (this.past || this.game.over || this.game.seen[cell] !== HIDDEN) return;
    if (warn && (await this.#warnsOfOpening([cell], () => this.open(cell, { warn: false }))))
      return;
    this.#show(this.game.open(cell), cell);
  }

  /** @param {number} cell */
  async chord(cell) {
    const opens = this.past ? [] : this.game.chordOpens(cell);
    if (!opens.length) return;
    const chord = () => {
      if (!this.past) this.#show(this.game.chord(cell), cell);
    };
    if (!(await this.#warnsOfOpening(opens, chord))) chord();
  }

  /** @param {number} cell */
  async flag(cell, { warn = true } = {}) {
    if (this.past || this.game.over || this.game.seen[cell] >= 0) return;
    if (warn && switchedOn("warn") && this.game.seen[cell] === HIDDEN) {
      const unchanged = unchangedSince(this);
      const analysis = await this.#analysis();
      if (!unchanged()) return;
      const warning = analysis && flagWarning(this.game, analysis, cell);
      const anyway = () => this.flag(cell, { warn: false });
      if (warning && this.#warn(warning, `flag ${cell}`, "flag anyway", anyway)) return;
    }
    this.#show(this.game.flag(cell), cell);
  }

  unflagLast() {
    if (!this.past) this.#show(this.game.unflagLast());
  }

  /**
   * Warn before cells are opened. Returns true if the move must wait.
   * @param {number[]} cells
   * @param {() => void} anyway
   */
  async #warnsOfOpening(cells, anyway) {
    if (!switchedOn("warn")) return false;
    const unchanged = unchangedSince(this);
    const analysis = await this.#analysis();
    if (!unchanged()) return true;
    const warning = analysis && openWarning(this.game, analysis, cells);
    return warning ? this.#warn(warning, `open ${cells[0]}`, "open anyway", anyway) : false;
  }

  /**
   * Show a warning, once for each move in a position; false if it was shown before.
   * @param {Warning} warning
   * @param {string} move
   * @param {string} anywayKey the key of the text of the button that makes the move
   * @param {() => void} anyway
   */
  #warn({ key, cell, whyCell }, move, anywayKey, anyway) {
    const now = `${move} ${this.game.position}`;
    if (this.#warned === now) return false;
    this.#warned = now;
    this.panels.open({
      kind: "warning",
      show: (screen) => {
        this.grid.mark("line", new Map([[this.game.board.cell(cell), { kind: "asked" }]]));
        this.panels.put(
          screen,
          el("h2", {}, ...sentence(t(key, { cell }))),
          actions(
            button("why button", () => this.why(whyCell), { class: "main" }),
            button(anywayKey, anyway),
          ),
        );
        announce(t(key, { cell }));
      },
      hide: () => this.grid.clear("line"),
    });
    return true;
  }

  /**
   * Show the changes of a move.
   * @param {number[]} changed
   * @param {number} cell the cell that was pressed
   */
  #show(changed, cell = changed[0]) {
    if (!changed.length) return;
    if (SWITCHES.some(switchedOn)) this.game.assisted = true;
    hideToast();
    this.surroundings.changed(); // save a result before it is shown
    if (this.game.over) {
      this.grid.show((at) => this.game.shown(at));
      this.reviewGame();
    } else {
      this.panels.home(); // an explanation of the previous position is out of date
      this.grid.show((at) => this.game.shown(at), changed);
    }
    this.#update();
    feelMove(this.grid, this.game, cell, changed);
    this.assist();
  }

  // Help

  #analysis() {
    return this.#analyses.analyse(this.position(), this.shape);
  }

  /** Show the effect of a changed switch; close an argument that covers it, and a warning. */
  switched() {
    if (["why", "hint", "warning"].includes(this.panels.top?.kind ?? "")) this.panels.home();
    return this.assist();
  }

  /** Show the marks of the switches that are on. In an earlier position, the review has its own. */
  async assist() {
    clearTimeout(this.#marksTimer);
    if (this.past) return;
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
    const unchanged = unchangedSince(this);
    const removeOldMarks = () => {
      if (!this.past) this.grid.clear("assist");
    };
    this.#marksTimer = setTimeout(removeOldMarks, MARKS_PATIENCE);
    const analysis = await this.#analysis(); // warnings use it later
    if (!unchanged() || this.game.over) return;
    clearTimeout(this.#marksTimer);
    if (!analysis) removeOldMarks();
    else this.grid.mark("assist", analysisMarks(this.game.board, analysis, parts));
  }

  /** Count a request for help: records separate games with and without help. */
  #countHint() {
    if (!this.game.over) this.game.hints += 1;
  }

  /** @param {number} cell */
  async why(cell) {
    this.#countHint();
    const part = await loadPart(() => import("../why/why.js"));
    await part?.showWhy(this, cell);
  }

  /** Show the end of the game, or the game so far, and its review. */
  async reviewGame(at = 0) {
    const { game } = this;
    const moves = game.moves.length;
    const part = await loadPart(() => import("./game-end.js"));
    if (part && this.game === game && game.moves.length === moves) new part.GameEnd(this).show(at);
  }

  /** Review the game so far. */
  review() {
    if (this.game.over) {
      this.panels.home();
      this.panels.again();
    } else if (this.game.moves.length) this.reviewGame();
    else toast(t("no moves yet"));
  }

  /** Repeat the questions that got no answer. */
  retry() {
    this.#analyses.clear();
    this.panels.again();
    this.assist();
  }

  /**
   * Handle a key; false if it has no meaning here.
   * @param {string} key
   * @returns {boolean}
   */
  pressKey(key) {
    if (this.panels.top?.pressKey?.(key)) return true;
    if (key === "w") this.pointing.pressKey();
    else if (key === "b") this.help.best();
    else if (key === "h") this.help.hint();
    else if (key === "u") this.#undoRestart() || this.unflagLast();
    else if (key === "g") this.help.mayGuess();
    else if (key === "r") this.restart();
    else if (key === "escape") return this.pointing.stop() || this.panels.back();
    else return this.grid.enter(key);
    return true;
  }
}
