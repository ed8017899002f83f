// A game on the page: its board, its moves, the help that is switched on, and its end.

/** @import { Action, Child } from "./dom.js" */
/** @import { Game, Progress } from "./game.js" */
/** @import { Warning } from "./advice.js" */
/** @import { Panels, Screen } from "./panels.js" */
/** @import { WhyHost } from "./why.js" */

import { AnalysisMemo, flagWarning, openWarning } from "./advice.js";
import { FLAG, HIDDEN } from "./board.js";
import { $, el, hideToast, icon, loadPart, lowerPanel, put, toast } from "./dom.js";
import { feelMove, prepareFeel } from "./feel.js";
import { clockText } from "./format.js";
import { Grid } from "./grid.js";
import { Help } from "./help.js";
import { analysisMarks } from "./marks.js";
import { Pointing } from "./pointing.js";
import { preferences } from "./preferences.js";
import { t } from "./texts.js";

const INVITATION = ["invite open", "invite flag", "invite why", "invite help"];
const TOUCH_INVITATION = ["invite touch", "invite flag", "invite touch why", "invite help"];

const SWITCHES = /** @type {const} */ (["certain", "odds", "warn", "best"]);

/** @param {typeof SWITCHES[number]} name */
const switchedOn = (name) => $(`assist-${name}`, HTMLInputElement).checked;

/**
 * What a session asks of the view.
 * @typedef {object} Surroundings
 * @property {() => void} again deal another board
 * @property {() => void} save download the replay
 * @property {() => void} changed the game has changed
 * @property {() => Child[]} result what is said of the game when it is over
 */

/** @implements {WhyHost} */
export class Session {
  /** @type {Game | null} the game before an earlier move, while the player looks at that */
  past = null;
  /** @type {string | null} the last warning given: the move and its position */
  #warned = null;
  #analyses = new AnalysisMemo();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking;

  /** @type {Progress | null} the game before it was restarted */
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
      () => this.#asked(),
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

  /** Show no game any more. */
  end() {
    this.pointing.stop();
    clearInterval(this.#ticking);
  }

  /** Begin again. That can be undone until the first move. */
  restart() {
    const before = this.game.moves.length ? this.game.progress : null;
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
    this.game.resume(before);
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

  /** The button of an explanation; an earlier position and the end of a game allow no moves. */
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

  /** Write all texts again, in another language. */
  languageChanged() {
    this.grid.relabel(this.#boardLabel());
    this.#update();
    this.panels.again();
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
        hold: (cell) => this.#hold(cell),
        actions: (cell) => this.#actions(cell),
        key: (key) => this.pressKey(key),
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
    if (this.game.over) this.#reviewGame();
    else this.panels.begin({ kind: "invite", show: (screen) => this.#invite(screen) });
    this.assist();
    clearInterval(this.#ticking);
    this.#ticking = setInterval(() => this.#showClock(), 500);
  }

  /** @param {Screen} screen */
  #invite(screen) {
    const touch = matchMedia("(hover: none)").matches;
    const lines = touch ? TOUCH_INVITATION : INVITATION;
    this.panels.put(
      screen,
      el("h2", {}, t("invite title")),
      el("ul", { class: "invite" }, ...lines.map((key) => el("li", {}, t(key)))),
    );
    lowerPanel(this.panels.element);
  }

  #update() {
    put($("left"), icon("flag"), t("left", { n: this.game.left }));
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
   * Left button, tap or space.
   * @param {number} cell
   * @param {boolean} touch
   */
  #press(cell, touch) {
    if (this.pointing.on) {
      this.pointing.choose(cell);
      return;
    }
    if (this.past) {
      if (this.grid.values[cell] < 0) this.why(cell); // nothing else can be done there
      return;
    }
    const flagMode = $("flag-mode").getAttribute("aria-pressed") === "true";
    const flagging = touch && flagMode !== (preferences.touch === "swapped");
    if (this.game.seen[cell] >= 0) this.chord(cell);
    else if (flagging) this.flag(cell);
    else this.open(cell);
  }

  /**
   * A long press, where it acts at once; false where it offers a choice.
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
   * What a long press offers.
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
    const opens = this.game.chordOpens(cell);
    if (!opens.length) return;
    const chord = () => this.#show(this.game.chord(cell), cell);
    if (!(await this.#warnsOfOpening(opens, chord))) chord();
  }

  /** @param {number} cell */
  async flag(cell, { warn = true } = {}) {
    if (this.past || this.game.over || this.game.seen[cell] >= 0) return;
    if (warn && switchedOn("warn") && this.game.seen[cell] === HIDDEN) {
      const { position } = this.game;
      const analysis = await this.#analysis();
      if (this.game.position !== position) return;
      const warning = analysis && flagWarning(this.game, analysis, cell);
      const anyway = () => this.flag(cell, { warn: false });
      if (warning && this.#warn(warning, `flag ${cell}`, "flag anyway", anyway)) return;
    }
    this.#show(this.game.flag(cell), cell);
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
    toast(text, ["why button", () => this.why(whyCell)], [anywayKey, anyway]);
    return true;
  }

  /**
   * Show what a move changed.
   * @param {number[]} changed
   * @param {number} cell the one that was pressed
   */
  #show(changed, cell = changed[0]) {
    if (!changed.length) return;
    if (SWITCHES.some(switchedOn)) this.game.assisted = true;
    hideToast();
    this.surroundings.changed(); // a result is kept before it is shown
    if (this.game.over) {
      this.grid.show((at) => this.game.shown(at));
      this.#reviewGame();
    } else {
      this.panels.home(); // an explanation of the position before would be out of date
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

  /** A switch was changed: show what it does, not an argument. */
  switched() {
    if (this.panels.top?.kind === "why" || this.panels.top?.kind === "hint") this.panels.home();
    return this.assist();
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
    const analysis = await this.#analyses.analyse(position, this.shape); // for warnings too: then they come at once
    if (!analysis || this.game.position !== position || this.game.over) return;
    this.grid.mark("assist", analysisMarks(this.game.board, analysis, parts));
  }

  /** The player asks for help: a game without help is worth more. */
  #asked() {
    if (!this.game.over) this.game.hints += 1;
  }

  /** @param {number} cell */
  async why(cell) {
    this.#asked();
    const part = await loadPart(() => import("./why.js"));
    await part?.showWhy(this, cell);
  }

  /** Show the end of the game, or the game so far, and its review. */
  async #reviewGame() {
    const { game } = this;
    const moves = game.moves.length;
    const part = await loadPart(() => import("./game-end.js"));
    if (part && this.game === game && game.moves.length === moves) new part.GameEnd(this).show();
  }

  /** Review the game, as far as it went. */
  review() {
    if (this.game.over) {
      this.panels.home();
      this.panels.again();
    } else if (this.game.moves.length) this.#reviewGame();
    else toast(t("no moves yet"));
  }

  /** Ask again what could not be answered. */
  retry() {
    this.#analyses.clear();
    this.panels.again();
    this.assist();
  }

  /**
   * Act on a key; false if it has no meaning here.
   * @param {string} key
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
    else return false;
    return true;
  }
}
