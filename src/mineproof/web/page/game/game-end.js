// The screen with the result and the review of a game. The result is shown at once; the review takes
// a moment. It is the first screen of the panel if the game is over, else it covers the first screen.

/** @import { Child } from "../base/dom.js" */
/** @import { Review } from "../engine/engine.js" */
/** @import { Game } from "./game.js" */
/** @import { GameRecord } from "./records.js" */
/** @import { Screen } from "../base/panels.js" */
/** @import { ReviewPanel } from "../review/review-panel.js" */
/** @import { WhyHost } from "../why/why.js" */

import {
  $,
  actions,
  announce,
  button,
  copy,
  el,
  loadPart,
  refusal,
  sentence,
} from "../base/dom.js";
import { switchField } from "../base/fields.js";
import { load, save } from "../base/storage.js";
import { language, t } from "../base/texts.js";
import { hashOf, levelText } from "../base/view.js";
import { ask } from "../engine/engine.js";
import { keptSwitches, SWITCHES } from "./autosave.js";
import { boardId, speedOf } from "./records.js";

/**
 * The session that shows the game.
 * @typedef {WhyHost & {
 *   game: Game,
 *   past: Game | null,
 *   surroundings: { again: () => void, save: () => void, changed: () => void,
 *     dayRecord: () => GameRecord | undefined },
 *   assist: () => unknown,
 *   play: (game: Game) => void,
 *   return: () => void,
 *   restart: () => void,
 * }} EndHost
 */

const OFFERED = "help offered";

export class GameEnd {
  /** @type {Map<string, Promise<Review>>} a memo of the reviews by language */
  #reviews = new Map();
  /** @type {ReviewPanel | null} */
  #panel = null;
  #mistakes = 0; // those that are kept as exercises
  #offersHelp = false;

  /** the move to go to when the review is there */
  #at = 0;

  /** @param {EndHost} host */
  constructor(host) {
    this.host = host;
    this.game = host.game;
  }

  /** @param {number} at the move that the review begins with; 0 for the end */
  show(at = 0) {
    const { game, grid, panels } = this.host;
    this.#at = at;
    this.host.past = null;
    grid.clear("why", "line", "clash");
    grid.show((cell) => game.shown(cell));
    this.host.assist();
    if (game.over && !game.pointless) {
      announce(t(game.won ? "won" : "lost"));
      this.#offersHelp ||=
        !game.isOthers && !keptSwitches().length && load(OFFERED) === null && save(OFFERED, true);
    }
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
    host.play(this.game.branch(number));
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
      const [review, part, own] = await Promise.all([
        this.review(),
        loadPart(() => import("../review/review-panel.js")),
        loadPart(() => import("../learn/own-games.js")),
      ]);
      if (!part || panels.top !== screen) return;
      if (game.over) this.#mistakes = own?.keepMistakes(game, review.moves) ?? 0;
      const first = !this.#panel;
      this.#panel ??= new part.ReviewPanel(this.host, this);
      this.#panel.showEnd(screen, review, (content) => this.#content(...content));
      if (first) this.#panel.takeFocus();
      if (this.#at) this.#panel.go(this.#at);
      this.#at = 0;
    } catch (problem) {
      panels.put(screen, ...this.#content(...refusal(problem, () => panels.again())));
    }
  }

  /** The review in the language of the page, for the screens that cover this one too. */
  review() {
    const current = language;
    let review = this.#reviews.get(current);
    if (!review) {
      review = ask("review", { replay: JSON.stringify(this.game.replay), language: current });
      review.catch(() => this.#reviews.delete(current)); // the next call asks again
      this.#reviews.set(current, review);
    }
    return review;
  }

  /**
   * @param {Child[]} review
   * @returns {Child[]}
   */
  #content(...review) {
    const { over, pointless, exploded, moves, origin } = this.game;
    const record = over && !pointless && !origin && this.host.surroundings.dayRecord();
    return [
      el("h2", {}, t(this.#titleKey())),
      el("p", { class: "quiet" }, ...sentence(this.#result())),
      ...(record ? dayResult(record) : []),
      this.#mistakes
        ? el(
            "a",
            { class: "button", href: hashOf("learn", { own: boardId(this.game) }) },
            t.n("learn from mistakes", this.#mistakes),
          )
        : null,
      ...review,
      this.#offersHelp ? helpOffer() : null,
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

/** The switches of Help, after the first game. */
const helpOffer = () =>
  el(
    "div",
    { class: "card switches" },
    el("p", {}, t("help offer")),
    ...SWITCHES.map((name) =>
      el(
        "label",
        {},
        switchField({ name, checked: $(`assist-${name}`, HTMLInputElement).checked }, () =>
          $(`assist-${name}`).click(),
        ),
        t(`assist ${name}`),
      ),
    ),
  );

/**
 * The result of a board of the day as a text to share. It does not reveal the board.
 * @param {GameRecord} record
 */
function resultText(record) {
  const { day = "", level = "", won, seconds, hints, assisted } = record;
  const speed = speedOf(record);
  const beat = won ? seconds.toFixed(1) : undefined; // for whoever opens the link
  const address = `${location.href.split("#")[0]}${hashOf("day", { date: day, level, beat })}`;
  const parts = [
    t(won ? "day won" : "day lost", { s: seconds.toFixed(1) }),
    won && speed !== null ? `${speed.toFixed(2)} 3BV/s` : null,
    t(assisted ? "hints and switches" : "hints used", { n: hints }),
  ];
  return [
    `mineproof ∎ ${day} ${levelText(level)}`,
    parts.filter((part) => part !== null).join(" · "),
    address,
  ].join("\n");
}

/**
 * The text, and a button that copies it.
 * @param {GameRecord} record
 * @returns {Child[]}
 */
function dayResult(record) {
  const text = resultText(record);
  return [
    el("pre", { class: "result", "aria-label": t("day result") }, text),
    actions(button("copy result", () => copy(text), { class: "main" })),
  ];
}
