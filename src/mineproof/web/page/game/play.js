// The view Play: one game on the page. The engine deals, analyses and explains.

/** @import { DealtBoard, Replay } from "./game.js" */
/** @import { Options, View, ViewContext } from "../base/view.js" */

import {
  $,
  actions,
  button,
  copy,
  download,
  el,
  loadPart,
  menu,
  refusal,
  refusalText,
  retryButton,
  toast,
} from "../base/dom.js";
import { Panels } from "../base/panels.js";
import { t } from "../base/texts.js";
import {
  hashOf,
  isEmpty,
  levelText,
  oneLine,
  randomSeed,
  readHash,
  sameOptions,
} from "../base/view.js";
import { shapeOf } from "../board/board.js";
import { highlightCell } from "../board/marks.js";
import { ask, read } from "../engine/engine.js";
import {
  Autosave,
  beginsFirstRun,
  keepSwitches,
  keptGame,
  keptSwitches,
  SWITCHES,
  unfinishedGame,
} from "./autosave.js";
import { Game } from "./game.js";
import { recordAt, recordGame } from "./records.js";
import { Session } from "./session.js";

const sharedGamePart = () => import("./shared-game.js");
const settingsPart = () => import("../base/settings.js");
const newBoardPart = () => import("./new-board.js");
/** Parts that are loaded when they are first needed, and after the first board at the latest. */
const SOON = [
  () => import("../base/keys.js"),
  () => import("./game-end.js"),
  () => import("./hints.js"),
  newBoardPart,
  settingsPart,
  () => import("../why/why.js"),
];
const NARROW = 700; // px; a narrower window gets a smaller board

/** @implements {View} */
export class PlayView {
  /** @type {Options | null} the options in the URL, or those when the view was left */
  options = null;
  /** @type {Session | null} the game on the board; null until a board is dealt */
  session = null;
  /** @type {Options} those of the game on the board; `options` may be of the next one already */
  #played = {};
  panels = new Panels($("play-panel"));
  #autosave = new Autosave({
    refused: () => toast(t("game not kept")),
    otherTab: (game) => this.session?.play(game),
  });
  /** the number of boards and replays that the reader has asked for */
  #asked = 0;

  /** @type {typeof import("./first-run.js") | null} once it was shown */
  #introduction = null;

  /** @param {ViewContext} context */
  constructor(context) {
    this.context = context;
    this.#listen();
  }

  #listen() {
    /** @type {Record<string, () => unknown>} */
    const clicks = {
      "may-guess": () => this.session?.help.mayGuess(),
      "thumb-guess": () => this.session?.help.mayGuess(),
      "ask-why": () => this.session?.pointing.toggle(),
      "thumb-why": () => this.session?.pointing.toggle(),
      review: () => this.session?.review(),
      hint: () => this.session?.help.hint(),
      new: () => this.#again(),
      other: () => this.#newBoard(),
      share: () => this.#share(),
      restart: () => this.session?.restart(),
      load: () => $("load-file").click(),
      "to-analyse": () => this.#toAnalyse(),
      "to-watch": () => this.context.go("watch", this.#present),
      "to-records": () => this.context.go("records", {}),
      "flag-mode": () => this.#toggleFlagMode(),
      settings: async () => (await loadPart(settingsPart))?.showSettings(),
      introduce: () => this.introduce(),
    };
    for (const [id, act] of Object.entries(clicks)) $(id).addEventListener("click", act);
    const switches = SWITCHES.map((name) => $(`assist-${name}`, HTMLInputElement));
    const kept = keptSwitches();
    for (const input of switches) {
      input.checked = kept.includes(input.id);
      input.addEventListener("change", () => {
        keepSwitches(switches.filter(({ checked }) => checked).map(({ id }) => id));
        this.session?.switched();
      });
    }
    menu($("help"), $("help-list"));
    menu($("more"), $("more-list"));
    for (const one of levelButtons())
      one.addEventListener("click", () =>
        this.context.go("play", { level: one.dataset.level, start: "open", seed: randomSeed() }),
      );
    const input = $("load-file", HTMLInputElement);
    input.addEventListener("change", async () => {
      const file = input.files?.[0];
      if (file) await this.load(file, { replace: true });
      input.value = ""; // otherwise choosing the same file again fires no event
    });
  }

  /** @param {Options} wanted */
  async enter(wanted) {
    const { game, move, beat, ...board } = wanted;
    if (game) {
      if (this.session && sameOptions(wanted, this.options)) return;
      await this.#openShared(game, move);
      return;
    }
    if (beat) {
      this.context.go("play", board, { replace: true });
      await this.enter(board);
      toast(t("time to beat", { s: beat }));
      return;
    }
    if (this.session && this.options) {
      if (sameOptions(wanted, this.options)) return;
      if (isEmpty(wanted)) {
        this.context.go("play", this.options, { replace: true }); // return to the present game
        return;
      }
    }
    this.#asked += 1;
    const options = isEmpty(wanted) ? this.#firstBoard() : wanted;
    const framed = document.body.matches(".embed");
    const begins = !framed && beginsFirstRun(hashOf("play", options), isEmpty(wanted));
    const introduced = begins && this.introduce(true);
    this.#autosave.leave();
    this.options = options;
    const kept = keptGame(hashOf("play", options));
    if (kept) {
      this.#play(kept);
      if (kept.moves.length && !kept.over) toast(t("game restored"));
      return;
    }
    try {
      const dealt = await ask("deal", options);
      await introduced; // no other board is seen before it
      if (this.options !== options) return; // the reader has asked for another board meanwhile
      this.#play(new Game(dealt));
    } catch (problem) {
      if (this.options === options) this.#refuse(problem);
    }
  }

  /**
   * Show a game that an address holds, at a move of its review if that is named.
   * @param {string} packed
   * @param {number} [move]
   */
  async #openShared(packed, move) {
    this.#asked += 1;
    const number = this.#asked;
    const part = await loadPart(sharedGamePart);
    const game = await part?.openGame(packed, this.context.about.most_cells);
    if (number !== this.#asked) return;
    if (!game) {
      this.context.go("play", {}, { replace: true });
      await this.enter({});
      toast(t("game link damaged"));
      return;
    }
    this.#autosave.leave();
    this.options = { game: packed, move };
    this.#play(game, optionsOf(game.dealt));
    if (move) this.session?.reviewGame(move);
  }

  /**
   * Show the introduction over the page.
   * @param {boolean} [unasked] not if the reader goes to another view or board while it is loading
   */
  async introduce(unasked) {
    const number = this.#asked;
    this.#introduction = await loadPart(() => import("./first-run.js"));
    if (unasked && ($("view-play").hidden || this.#asked !== number)) return;
    this.#introduction?.showFirstRun();
  }

  /**
   * Show the refusal instead of a board.
   * @param {unknown} problem
   */
  #refuse(problem) {
    this.session?.end();
    this.session = null;
    $("play-board").replaceChildren();
    for (const id of ["left", "time"]) $(id).hidden = true;
    $("view-play").removeAttribute("aria-busy");
    $("where").title = "";
    this.panels.begin({
      kind: "no board",
      show: (screen) =>
        this.panels.put(
          screen,
          el("h2", {}, t("no board")),
          ...refusal(problem),
          actions(
            button("new board", () => this.#newBoard(), { class: "main" }),
            retryButton(problem, () => this.retry()),
          ),
        ),
    });
    $("where").textContent = this.describe();
  }

  /** The options of the first board if the URL has none: the unfinished game, or a random board. */
  #firstBoard() {
    const unfinished = unfinishedGame();
    if (unfinished) {
      const { options } = readHash(unfinished);
      this.context.go("play", options, { replace: true });
      return options;
    }
    const level = innerWidth < NARROW ? "beginner" : "intermediate";
    const options = { level, start: "open", seed: randomSeed() };
    this.context.go("play", options, { replace: true });
    return options;
  }

  /**
   * Show a replay after its last move. The reader can review it or play on.
   * @param {string | File} input
   * @param {{ replace: boolean }} how whether its URL replaces the current one
   */
  async load(input, how) {
    this.#asked += 1;
    const number = this.#asked;
    try {
      const found = await read(input, "grid");
      if (number !== this.#asked) return; // the reader has asked for another board meanwhile
      if (found.kind !== "replay") {
        const part = await loadPart(() => import("../base/read-options.js"));
        if (part) this.context.go(...part.viewFor(found));
        return;
      }
      const game = Game.from(/** @type {Replay} */ (JSON.parse(found.text)));
      this.options = optionsOf(game.dealt);
      this.context.go("play", this.options, how);
      this.#play(game);
    } catch (problem) {
      toast(refusalText(problem));
    }
  }

  /**
   * @param {Game} game
   * @param {Options} [board] the options of its board, if the address holds the game
   */
  #play(game, board = this.options ?? {}) {
    for (const id of ["left", "time"]) $(id).hidden = false;
    this.#played = board;
    if (this.session) this.session.play(game);
    else {
      this.session = new Session(this.panels, game, {
        again: () => this.#again(),
        save: () => this.#save(),
        changed: () => this.#changed(),
        dayRecord: () => this.#dayRecord(),
      });
      // The board is shown. Load the other parts now, because the server may be away later.
      setTimeout(() => Promise.all(SOON.map((load) => load())).catch(() => {}));
    }
    this.#keep();
    $("view-play").removeAttribute("aria-busy");
    $("where").textContent = this.describe();
    $("where").title = this.#seedLine();
    for (const one of levelButtons())
      one.setAttribute("aria-pressed", String(this.#level === one.dataset.level));
  }

  /** Deal another board with the same options. For a board of the day, show the list of days. */
  #again() {
    const { board, day } = this.#present;
    if (day) this.context.go("day", {});
    else if (board || !this.session) this.#newBoard();
    else this.context.go("play", { ...this.#present, seed: randomSeed() });
  }

  /** The options of the present board: of its game, while the address holds that. */
  get #present() {
    return (this.options?.game ? this.#played : this.options) ?? {};
  }

  #changed() {
    const game = this.session?.game;
    if (this.options?.game) {
      this.options = this.#played; // it is the reader's game from now on
      this.context.go("play", this.options, { replace: true });
    }
    if (game?.over) recordGame(game, this.#played);
    this.#keep();
  }

  /** The record of a board of the day, to share. */
  #dayRecord() {
    return this.#played.day ? recordAt(hashOf("play", this.#played)) : undefined;
  }

  /** Save the game for the next visit. */
  #keep() {
    const game = this.session?.game;
    if (game && !this.options?.game) this.#autosave.keep(hashOf("play", this.#played), game);
  }

  /** Repeat the question that got no answer. */
  retry() {
    if (this.session) this.session.retry();
    else if (this.options) this.enter(this.options);
  }

  /** The level of the present board, by its size if its address does not name it. */
  get #level() {
    const game = this.session?.game;
    if (this.#played.level || game?.board.shape !== "grid") return this.#played.level;
    const { board, mines } = game;
    const names = [...levelButtons()].map(({ dataset }) => dataset.level ?? "");
    return names.find((name) => {
      const { rows, cols, mines: number } = this.context.about.levels[name];
      return rows === board.rows && cols === board.cols && number === mines;
    });
  }

  describe() {
    if (!this.session) return "";
    const { board, mines, dealt } = this.session.game;
    const { no_guess: noGuess, day } = this.#played;
    const level = this.#level;
    const parts = [
      level ? levelText(level) : `${board.cols}×${board.rows}, ${t.n("mines", mines)}`,
      t(`start ${dealt.start.split(":")[0]}`),
    ];
    if (board.shape !== "grid") parts.push(t(`shape ${board.shapeName}`));
    if (noGuess) parts.push(t("no guess"));
    if (dealt.depth) parts.push(t("depth", { n: dealt.depth }));
    if (day) parts.unshift(t("day of", { date: day }));
    return parts.join(" · ");
  }

  languageChanged() {
    this.#introduction?.relabelFirstRun();
    if (this.session) this.session.languageChanged();
    else this.panels.again();
  }

  /** @param {string} key */
  pressKey(key) {
    if (key !== "n") return this.session?.pressKey(key) ?? false;
    this.#again();
    return true;
  }

  /**
   * @param {string} name
   * @param {boolean} on
   */
  highlight(name, on) {
    if (this.session) highlightCell(this.session.grid, name, on);
  }

  async #newBoard() {
    const game = this.session?.game;
    const size = {
      cols: game?.board.cols ?? 16,
      rows: game?.board.rows ?? 16,
      mines: game?.mines ?? 40,
    };
    const part = await loadPart(newBoardPart);
    part?.askForBoard(this.context.about, this.#present, size, (options) =>
      this.context.go("play", options),
    );
  }

  #save() {
    if (this.session) download("mineproof-game.json", JSON.stringify(this.session.game.replay));
  }

  async #share() {
    const part = await loadPart(sharedGamePart);
    if (!part || !this.session) return;
    await part.shareGame(this.session, this.#played, this.#dayRecord(), this.#seedLine(), [
      ["save", () => this.#save()],
      ["copy for jsm", () => this.#copyFor("jsm-board")],
      ["copy for llama", () => this.#copyFor("llama")],
    ]);
  }

  #seedLine() {
    const { seed = 0, board, day } = this.#played;
    return board || day ? "" : t("seed", { n: seed });
  }

  #toAnalyse() {
    if (!this.session) return;
    const { position, board } = this.session.game;
    this.context.go("analyse", { position: oneLine(position), shape: board.shape });
  }

  /**
   * Copy the board as a link to another program.
   * @param {string} format
   */
  async #copyFor(format) {
    if (!this.session) return;
    const { dealt, board } = this.session.game;
    try {
      if (board.shape === "grid") {
        const { text } = await ask("convert", { text: dealt.truth, to: format });
        await copy(text);
      } else toast(t("grids only"));
    } catch (problem) {
      toast(refusalText(problem));
    }
  }

  #toggleFlagMode() {
    const on = $("flag-mode").getAttribute("aria-pressed") !== "true";
    $("flag-mode").setAttribute("aria-pressed", String(on));
  }
}

/** @returns {NodeListOf<HTMLElement>} */
const levelButtons = () => document.querySelectorAll(".level");

/**
 * The options that deal a given board.
 * @param {DealtBoard} dealt
 * @returns {Options}
 */
function optionsOf(dealt) {
  const shape = shapeOf(dealt);
  const options = { board: oneLine(dealt.truth), cells: dealt.cells.join(",") };
  return shape === "grid" ? options : { ...options, shape };
}
