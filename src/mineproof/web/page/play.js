// The view Play: a game in the page. The engine deals, analyses and explains.

/** @import { DealtBoard, Replay } from "./game.js" */
/** @import { Options, View, ViewContext } from "./view.js" */

import {
  $,
  actions,
  button,
  copy,
  download,
  el,
  menu,
  refusalParagraph,
  refusalText,
  showPanel,
  toast,
} from "./dom.js";
import { engine } from "./engine.js";
import { Game } from "./game.js";
import { highlightCell } from "./marks.js";
import { askForBoard } from "./new-board.js";
import { Session } from "./session.js";
import { t } from "./texts.js";
import { isEmpty, oneLine, randomSeed, sameOptions } from "./view.js";

const ASSISTS = ["certain", "odds", "warn", "best"];
const NARROW = 700; // px; a smaller screen gets a smaller board

/** @implements {View} */
export class PlayView {
  /** @type {Options | null} what the address says, or said when the view was left */
  options = null;
  /** @type {Session | null} the game on the board; null until a board is dealt */
  session = null;
  panel = $("play-panel");

  /** @param {ViewContext} context */
  constructor(context) {
    this.context = context;
    this.#listen();
  }

  #listen() {
    /** @type {Record<string, () => unknown>} */
    const clicks = {
      "may-guess": () => this.session?.mayGuess(),
      "thumb-guess": () => this.session?.mayGuess(),
      "ask-why": () => this.session?.why(),
      "thumb-why": () => this.session?.why(),
      new: () => this.#newBoard(),
      restart: () => this.session?.restart(),
      "copy-link": () => copy(location.href),
      save: () => this.#save(),
      load: () => $("load-file").click(),
      "to-analyse": () => this.#toAnalyse(),
      "to-watch": () => this.context.go("watch", this.options ?? {}),
      "flag-mode": () => this.#toggleFlagMode(),
    };
    for (const [id, act] of Object.entries(clicks)) $(id).addEventListener("click", act);
    for (const name of ASSISTS)
      $(`assist-${name}`).addEventListener("change", () => this.session?.assist());
    menu($("more"), $("more-list"));
    const input = $("load-file", HTMLInputElement);
    input.addEventListener("change", async () => {
      const file = input.files?.[0];
      const text = await file?.text();
      input.value = ""; // the same file may be chosen again
      if (text !== undefined) await this.load(text, { replace: true });
    });
  }

  /** @param {Options} wanted */
  async enter(wanted) {
    if (this.session && this.options) {
      if (sameOptions(wanted, this.options)) return;
      if (isEmpty(wanted)) {
        this.context.go("play", this.options, { replace: true }); // back to the game that was left
        return;
      }
    }
    const options = isEmpty(wanted) ? this.#firstBoard() : wanted;
    this.options = options;
    try {
      const dealt = await engine.deal(options);
      if (this.options === options) this.#play(new Game(dealt)); // else another was asked for since
    } catch (problem) {
      showPanel(
        this.panel,
        el("h2", {}, t("no board")),
        refusalParagraph(problem),
        actions(button("new board", () => this.#newBoard(), { class: "main" })),
      );
    }
  }

  /** The options of a board for a reader who asks for none. */
  #firstBoard() {
    const level = innerWidth < NARROW ? "beginner" : "intermediate";
    const options = { level, start: "open", seed: randomSeed() };
    this.context.go("play", options, { replace: true });
    return options;
  }

  /**
   * Show a replay: the game as far as it went, to look at or to play on.
   * @param {string} text
   * @param {{ replace: boolean }} how whether its address replaces the current one
   */
  async load(text, how) {
    try {
      const read = await engine.read(text, "grid");
      if (read.kind !== "replay") {
        this.context.go("play", { board: oneLine(read.text) });
        return;
      }
      const game = Game.from(/** @type {Replay} */ (JSON.parse(read.text)));
      this.options = boardOptions(game.dealt);
      this.context.go("play", this.options, how);
      this.#play(game);
    } catch (problem) {
      toast(refusalText(problem));
    }
  }

  /** @param {Game} game */
  #play(game) {
    if (this.session) this.session.play(game);
    else {
      this.session = new Session(this.panel, game, {
        again: () => this.context.go("play", { ...this.options, seed: randomSeed() }),
        save: () => this.#save(),
      });
    }
    $("where").textContent = this.describe();
  }

  describe() {
    if (!this.session || !this.options) return "";
    const { board, mines, dealt } = this.session.game;
    const { level, no_guess: noGuess, board: given, seed = 0 } = this.options;
    const parts = [
      level ? t(`level ${level}`) : `${board.cols}×${board.rows}, ${t.n("mines", mines)}`,
      t(`start ${dealt.start.split(":")[0]}`),
    ];
    if (board.shape !== "grid") parts.push(t(`shape ${board.shape}`));
    if (noGuess) parts.push(t("no guess"));
    if (dealt.depth) parts.push(t("depth", { n: dealt.depth }));
    if (!given) parts.push(t("seed", { n: seed }));
    return parts.join(" · ");
  }

  languageChanged() {
    this.session?.languageChanged();
  }

  /** @param {string} key */
  pressKey(key) {
    if (!this.session) return false;
    if (key !== "n") return this.session.pressKey(key);
    this.#newBoard();
    return true;
  }

  /**
   * @param {string} name
   * @param {boolean} on
   */
  highlight(name, on) {
    if (this.session) highlightCell(this.session.grid, name, on);
  }

  #newBoard() {
    const game = this.session?.game;
    const size = {
      cols: game?.board.cols ?? 16,
      rows: game?.board.rows ?? 16,
      mines: game?.mines ?? 40,
    };
    askForBoard(this.context.about, this.options ?? {}, size, (options) =>
      this.context.go("play", options),
    );
  }

  #save() {
    if (this.session) download("mineproof-game.json", JSON.stringify(this.session.game.replay));
  }

  #toAnalyse() {
    if (!this.session) return;
    const { position, board } = this.session.game;
    this.context.go("analyse", { position: oneLine(position), shape: board.shape });
  }

  #toggleFlagMode() {
    const on = $("flag-mode").getAttribute("aria-pressed") !== "true";
    $("flag-mode").setAttribute("aria-pressed", String(on));
  }
}

/**
 * The options that deal a given board.
 * @param {DealtBoard} dealt
 * @returns {Options}
 */
function boardOptions({ truth, cells, shape }) {
  const options = { board: oneLine(truth), cells: cells.join(",") };
  return shape === "grid" ? options : { ...options, shape };
}
