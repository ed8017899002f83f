// The screen with the result and the review of a game. The result is shown at once; the review takes
// a moment. It is the first screen of the panel if the game is over, else it covers the first screen.

/** @import { Child } from "../base/dom.js" */
/** @import { Review } from "../engine/engine.js" */
/** @import { Game } from "./game.js" */
/** @import { Screen } from "../base/panels.js" */
/** @import { ReviewPanel } from "../review/review-panel.js" */
/** @import { WhyHost } from "../why/why.js" */

import {
  actions,
  announce,
  button,
  el,
  loadPart,
  refusalParagraph,
  retryButton,
  sentence,
} from "../base/dom.js";
import { language, t } from "../base/texts.js";
import { engine } from "../engine/engine.js";
import { branch, originOf } from "./what-if.js";

/**
 * The session that shows the game.
 * @typedef {WhyHost & {
 *   game: Game,
 *   past: Game | null,
 *   surroundings: { again: () => void, save: () => void, changed: () => void,
 *     result: () => Child[] },
 *   assist: () => unknown,
 *   play: (game: Game) => void,
 *   return: () => void,
 *   restart: () => void,
 * }} EndHost
 */

export class GameEnd {
  /** @type {Map<string, Promise<Review>>} a memo of the reviews by language */
  #reviews = new Map();
  /** @type {ReviewPanel | null} */
  #panel = null;

  /** @param {EndHost} host */
  constructor(host) {
    this.host = host;
    this.game = host.game;
  }

  show() {
    const { game, grid, panels } = this.host;
    this.host.past = null;
    grid.clear("why", "line", "clash");
    grid.show((cell) => game.shown(cell));
    this.host.assist();
    if (game.over && !game.pointless) announce(t(game.won ? "won" : "lost"));
    const screen = {
      kind: "end",
      show: (/** @type {Screen} */ shown) => this.#showEnd(shown),
      hide: () => this.host.grid.clear("end"),
      end: () => this.#panel?.leave(),
      pressKey: (/** @type {string} */ key) => this.#panel?.pressKey(key) ?? false,
    };
    if (game.over) panels.begin(screen);
    else panels.open(screen);
    if (game.exploded !== null) grid.uncover(game.exploded);
  }

  /**
   * Play on from an earlier position.
   * @param {number} number of the first move that is not repeated
   */
  playOn(number) {
    const { host } = this;
    host.play(branch(this.game, number));
    host.surroundings.changed();
    announce(t("what if", { n: number }));
  }

  /** @param {Screen} screen */
  async #showEnd(screen) {
    const { game, grid, panels } = this.host;
    const wrong = { kind: "wrong", says: t("wrong flag") };
    grid.mark("end", new Map(game.wrongFlags.map((cell) => [cell, wrong])));
    if (!this.#panel) panels.put(screen, ...this.#content());
    if (game.moves.length === 0) return;
    try {
      const [review, part] = await Promise.all([
        this.#review(),
        loadPart(() => import("../review/review-panel.js")),
      ]);
      if (!part || panels.top !== screen) return;
      const first = !this.#panel;
      this.#panel ??= new part.ReviewPanel(this.host, this);
      this.#panel.showEnd(screen, review, (content) => this.#content(...content));
      if (first) this.#panel.takeFocus();
    } catch (problem) {
      const content = [refusalParagraph(problem), retryButton(problem, () => panels.again())];
      panels.put(screen, ...this.#content(...content));
    }
  }

  /** The review in the language of the page. */
  #review() {
    const current = language;
    let review = this.#reviews.get(current);
    if (!review) {
      review = engine.review(JSON.stringify(this.game.replay), current);
      review.catch(() => this.#reviews.delete(current)); // the next call asks again
      this.#reviews.set(current, review);
    }
    return review;
  }

  /** The review, for the screens that cover this one. */
  review() {
    return this.#review();
  }

  /**
   * @param {Child[]} review
   * @returns {Child[]}
   */
  #content(...review) {
    const { over, pointless, exploded, moves } = this.game;
    const origin = originOf(this.game);
    return [
      el("h2", {}, t(this.#titleKey())),
      el("p", { class: "quiet" }, ...sentence(this.#result())),
      ...(over && !pointless && !origin ? this.host.surroundings.result() : []),
      ...review,
      actions(
        over ? button("new board", this.host.surroundings.again, { class: "main" }) : null,
        exploded === null ? null : button("take it back", () => this.playOn(moves.length)),
        origin ? button("to origin", () => this.host.return()) : null,
        over && !pointless ? button("restart", () => this.host.restart()) : null,
        pointless ? null : button("save", this.host.surroundings.save),
      ),
    ];
  }

  #titleKey() {
    const { won, over, pointless } = this.game;
    if (!over) return "review so far";
    if (pointless) return "pointless title";
    return won ? "won" : "lost";
  }

  #result() {
    const { over, pointless, seconds, exploded, board, moves } = this.game;
    if (!over) return t.n("moves so far", moves.length);
    if (pointless) return t("pointless");
    return exploded === null
      ? t("won in", { s: seconds.toFixed(1) })
      : t("lost at", { cell: board.name(exploded) });
  }
}
