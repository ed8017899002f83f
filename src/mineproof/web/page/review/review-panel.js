// The review of a game, move by move: a timeline, keys and buttons to step, the position before each
// move, what was certain then, and a button to play on from there.

/** @import { Child } from "../base/dom.js" */
/** @import { Analysis, Review, ReviewedMove } from "../engine/engine.js" */
/** @import { EndHost, GameEnd } from "../game/game-end.js" */
/** @import { Screen } from "../base/panels.js" */

import { Candidates } from "../analyse/candidates.js";
import {
  actions,
  announce,
  button,
  buttonWith,
  el,
  iconButton,
  loadStyle,
  put,
  sentence,
} from "../base/dom.js";
import { language, t } from "../base/texts.js";
import { FLAG, MINE } from "../board/board.js";
import { analysisMarks } from "../board/marks.js";
import { ask } from "../engine/engine.js";
import { Game } from "../game/game.js";
import { leastClicks } from "../game/records.js";
import { showWhy } from "../why/why.js";
import { moveKind, summary, verdictText } from "./review.js";
import { Timeline } from "./timeline.js";

/** Verdicts after which the position is analysed: another cell was certain, or a guess was needed. */
const ANALYSED = ["risk", "needless", "wrong", "claim"];
await loadStyle("review/timeline.css");

const PAUSE = 120; // ms before the position of a move is analysed: a held key skips moves

export class ReviewPanel {
  /** @type {Review | null} */
  #review = null;
  /** @type {Timeline | null} */
  #timeline = null;
  /** the number of the next move; after the last move, one more than the number of moves */
  #place = 0;
  /** @type {Screen | null} the screen of an earlier position */
  #screen = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {EndHost} host
   * @param {GameEnd} end
   */
  constructor(host, end) {
    this.host = host;
    this.end = end;
    this.game = end.game;
  }

  get #last() {
    return this.game.moves.length + 1;
  }

  /**
   * Show the review of the whole game.
   * @param {Screen} screen
   * @param {Review} review
   * @param {(content: Child[]) => Child[]} frame adds the result above and the buttons below
   */
  showEnd(screen, review, frame) {
    this.#use(review);
    this.#place = this.#last;
    this.#put(
      screen,
      ...frame([
        ...this.#controls(),
        ...summary(review, givenClicks(this.game), (place) => this.go(place)),
      ]),
    );
  }

  /** Move the focus from the board to the timeline, so that the arrow keys step through the moves. */
  takeFocus() {
    const focused = document.activeElement;
    if (!focused || focused === document.body || this.host.grid.element.contains(focused))
      this.#timeline?.element.focus({ preventScroll: true });
  }

  /** End the review, and give the focus back to the board. */
  leave() {
    clearTimeout(this.#timer);
    const { grid } = this.host;
    if (this.#timeline?.element.contains(document.activeElement)) grid.cells[grid.here].focus();
  }

  /**
   * Step by a key; false if the key does not step.
   * @param {string} key
   */
  pressKey(key) {
    if (key === "arrowleft") this.go(this.#place - 1);
    else if (key === "arrowright") this.go(this.#place + 1);
    else if (key === "arrowup") this.goToMistake(-1);
    else if (key === "arrowdown") this.goToMistake(1);
    else if (key === "home") this.go(1);
    else if (key === "end") this.go(this.#last);
    else return false;
    return true;
  }

  /**
   * Go to the next or the previous mistake.
   * @param {1 | -1} direction
   */
  goToMistake(direction) {
    const mistakes = (this.#review?.moves ?? []).filter((move) => moveKind(move) === "mistake");
    const places = mistakes.map((move) => move.number);
    const next =
      direction === 1
        ? places.find((place) => place > this.#place)
        : places.reverse().find((place) => place < this.#place);
    if (next !== undefined) this.go(next);
    else announce(t("no more mistakes"));
  }

  /**
   * Show the position before a move, or the end of the game.
   * @param {number} place
   */
  go(place) {
    const { panels } = this.host;
    const next = Math.max(1, Math.min(this.#last, place));
    if (next === this.#place) return;
    this.#place = next;
    if (next === this.#last) {
      while (panels.top?.kind !== "end" && panels.back());
      return;
    }
    if (this.#screen && panels.top === this.#screen) this.#showMove(this.#screen);
    else this.#open();
  }

  #open() {
    const { host } = this;
    this.#screen = {
      kind: "past",
      show: async (screen) => {
        this.#use(await this.end.review());
        if (host.panels.top === screen) this.#showMove(screen);
      },
      hide: () => this.#clear(),
      end: () => {
        this.#screen = null;
        host.past = null;
        host.grid.show((cell) => host.game.shown(cell));
        host.assist();
      },
      pressKey: (key) => this.pressKey(key),
    };
    host.panels.open(this.#screen);
  }

  #clear() {
    clearTimeout(this.#timer);
    this.host.grid.clear("end", "why", "line", "assist");
  }

  /**
   * Draw a screen; the timeline keeps the focus.
   * @param {Screen} screen
   * @param {Child[]} content
   */
  #put(screen, ...content) {
    const timeline = this.#timeline?.element;
    const focused = timeline && document.activeElement === timeline;
    this.host.panels.put(screen, ...content);
    if (focused) timeline.focus({ preventScroll: true });
  }

  /** @param {Review} review */
  #use(review) {
    if (this.#review === review) return;
    const focused = this.#timeline && document.activeElement === this.#timeline.element;
    this.#review = review;
    this.#timeline = new Timeline(review.moves, (place) => this.go(place));
    if (focused) requestAnimationFrame(() => this.#timeline?.element.focus());
  }

  /**
   * The timeline and the buttons that step.
   * @returns {Child[]}
   */
  #controls() {
    const timeline = this.#timeline;
    if (!timeline) return [];
    timeline.seek(this.#place);
    return [
      timeline.element,
      el(
        "div",
        { class: "steps", role: "group", "aria-label": t("step through") },
        iconButton("first", "to the first move", () => this.go(1)),
        iconButton("back", "move back", () => this.go(this.#place - 1)),
        iconButton("on", "move on", () => this.go(this.#place + 1)),
        iconButton("last", "to the end", () => this.go(this.#last)),
        el("span", { class: "gap" }),
        iconButton("mistake-before", "mistake before", () => this.goToMistake(-1)),
        iconButton("mistake-next", "next mistake", () => this.goToMistake(1)),
      ),
    ];
  }

  // One move

  /** @param {Screen} screen */
  #showMove(screen) {
    const { grid } = this.host;
    const move = this.#review?.moves[this.#place - 1];
    if (!move) return;
    const past = this.game.before(move.number);
    const cell = past.board.cell(move.cell);
    this.#clear();
    this.host.past = past;
    grid.show((at) => past.shown(at));
    grid.focus(cell, { quietly: true });
    grid.cells[cell].scrollIntoView({ block: "nearest", inline: "nearest" });
    grid.mark("end", new Map([[cell, { kind: "asked", says: t("your move") }]]));
    const more = el("div", { class: "then" });
    this.#put(
      screen,
      el("h2", {}, t("move of", { n: move.number, of: this.game.moves.length })),
      ...this.#controls(),
      el(
        "p",
        { class: `judgement ${moveKind(move)}` },
        ...sentence([this.#moveText(past, move), verdictText(move)].join(t("sentence gap"))),
      ),
      more,
      this.#actions(move, cell),
    );
    this.#timer = setTimeout(() => this.#explain(past, move, more), PAUSE);
  }

  /**
   * The move and the content of its cell, in words.
   * @param {Game} past
   * @param {ReviewedMove} move
   */
  #moveText(past, move) {
    const { truth } = this.game;
    const cell = past.board.cell(move.cell);
    const values = { cell: move.cell, n: truth[cell] };
    if (move.do !== "open") return t(`made ${move.do}`, values);
    if (truth[cell] === MINE) return t("opened mine", values);
    return truth[cell] === 0 ? t("opened zero", values) : t("opened clue", values);
  }

  /**
   * @param {ReviewedMove} move
   * @param {number} cell
   */
  #actions(move, cell) {
    const { host } = this;
    const certain = move.certain !== null && move.certain !== move.cell ? move.certain : null;
    const hidden =
      host.past !== null && (host.past.seen[cell] < 0 || host.past.seen[cell] === FLAG);
    return actions(
      button("play on", () => this.end.playOn(move.number), { class: "main" }),
      certain
        ? buttonWith([t("why safe", { cell: certain })], () =>
            showWhy(host, host.grid.board.cell(certain)),
          )
        : null,
      hidden
        ? buttonWith([t(questionKey(move), { cell: move.cell })], () => showWhy(host, cell))
        : null,
    );
  }

  /**
   * Show what was certain before a move, or the best guess.
   * @param {Game} past
   * @param {ReviewedMove} move
   * @param {HTMLElement} place
   */
  async #explain(past, move, place) {
    if (!ANALYSED.includes(move.verdict)) return;
    const { grid, shape } = this.host;
    let analysis;
    try {
      const best = move.verdict === "risk";
      analysis = await ask("analyse", { position: past.position, shape, language, best });
    } catch {
      return; // the verdict does not need it
    }
    if (this.host.past !== past || !place.isConnected) return;
    grid.mark("assist", analysisMarks(past.board, analysis, { odds: true, certain: true }));
    put(place, ...this.#analysisContent(analysis, move));
  }

  /**
   * @param {Analysis} analysis
   * @param {ReviewedMove} move
   * @returns {Child[]}
   */
  #analysisContent(analysis, move) {
    const { safe, mined, best } = analysis;
    if (move.verdict !== "risk" || !best) {
      const certain = [t.n("safe then", safe.length), t.n("mines then", mined.length)];
      return [
        el("p", {}, certain.join(t("sentence gap"))),
        move.why.length
          ? el(
              "ol",
              { class: "because" },
              ...move.why.map((line) => el("li", {}, ...sentence(line))),
            )
          : null,
      ];
    }
    const candidates = new Candidates(this.host, analysis);
    if (move.do === "open" && move.cell !== best.cell) candidates.choose(move.cell);
    return [
      el("h3", {}, ...sentence(t("best guess was", { cell: best.cell }))),
      candidates.element,
    ];
  }
}

/**
 * The key of the question about the cell of a move.
 * @param {ReviewedMove} move
 */
function questionKey({ do: what, risk, verdict }) {
  if (risk === 1 || (what === "flag" && verdict === "certain")) return "why mine";
  return verdict === "certain" || verdict === "wrong" ? "why safe" : "why cell";
}

/**
 * The part of the 3BV of a board that its start does.
 * @param {Game} game
 */
const givenClicks = (game) =>
  leastClicks(game) - leastClicks(game, new Game({ ...game.dealt, flood: true }).seen);
