// The view Watch: a strategy plays, one inference at a time, with its knowledge base beside the board.
// Two strategies can play the same board side by side.

/** @import { Options, View, ViewContext } from "./view.js" */
/** @import { Choice } from "./fields.js" */

import { $, button, el, refusalParagraph, signButton } from "./dom.js";
import { engine } from "./engine.js";
import { choiceField, switchField } from "./fields.js";
import { highlightCell } from "./marks.js";
import { Run } from "./run.js";
import { t } from "./texts.js";
import { Playback } from "./trace.js";
import { isEmpty, randomSeed, sameOptions } from "./view.js";

const SPEEDS = [1, 4, 16, 64, 256]; // frames a second
const MOST_PICTURES = 30; // a second; a faster speed takes several frames at a time
const STRATEGY = "saturate";
/** @type {Options} */
const FIRST = { level: "intermediate", start: "open", seed: 2026, strategy: STRATEGY };

/** @implements {View} */
export class WatchView {
  /** @type {Options | null} what the address says, or said when the view was left */
  options = null;
  /** @type {Run[]} the strategies that play: one or two; none while they are computed */
  runs = [];
  speed = 4;
  /** @type {ReturnType<typeof setInterval> | null} runs while the games are playing */
  #timer = null;
  #slider = el("input", { type: "range", min: 0, value: 0 });
  #runButton = el("button", { type: "button", class: "main run-button" });

  /** @param {ViewContext} context */
  constructor(context) {
    this.context = context;
    this.#slider.addEventListener("input", () => {
      const at = Number(this.#slider.value);
      this.#stop();
      this.#seek(at);
    });
    this.#runButton.addEventListener("click", () => this.#toggle());
  }

  /** @param {Options} wanted */
  async enter(wanted) {
    const options = isEmpty(wanted) ? (this.options ?? FIRST) : wanted;
    if (isEmpty(wanted)) this.context.go("watch", options, { replace: true });
    if (this.runs.length && sameOptions(options, this.options)) return;
    this.options = options;
    this.#stop();
    this.runs = [];
    $("runs").replaceChildren(el("p", { class: "quiet" }, t("thinking")));
    $("controls").replaceChildren();
    const { against, strategy = STRATEGY, at = 0, ...board } = options;
    const strategies = against ? [strategy, against] : [strategy];
    try {
      const games = await Promise.all(
        strategies.map((name) => engine.solve({ ...board, strategy: name })),
      );
      if (this.options !== options) return; // others were asked for since
      this.#draw(games.map((game) => new Playback(game)));
    } catch (problem) {
      $("runs").replaceChildren(refusalParagraph(problem));
      this.#drawControls();
      return;
    }
    this.#seek(at);
  }

  describe() {
    if (!this.options) return "";
    const { level, size, mines, start, seed = 0 } = this.options;
    return [
      level ? t(`level ${level}`) : `${size}, ${t.n("mines", mines ?? 0)}`,
      t(`start ${(start ?? "given").split(":")[0]}`),
      t("seed", { n: seed }),
    ].join(" · ");
  }

  languageChanged() {
    if (!this.runs.length) return;
    this.#draw(this.runs.map((run) => run.playback));
    this.#showProgress();
  }

  /** @param {string} key */
  pressKey(key) {
    if (!this.runs.length) return false;
    if (key === " ") this.#toggle();
    else if (key === "arrowright") this.#step(1);
    else if (key === "arrowleft") this.#step(-1);
    else if (key === "n") this.#anotherBoard();
    else return false;
    return true;
  }

  /**
   * @param {string} name
   * @param {boolean} on
   */
  highlight(name, on) {
    for (const run of this.runs) highlightCell(run.grid, name, on);
  }

  // Playing

  /** The frames of the longest game. */
  get #length() {
    return Math.max(0, ...this.runs.map((run) => run.playback.frames.length));
  }

  /** The frames that are played, of the game that is furthest. */
  get #at() {
    return Math.max(0, ...this.runs.map((run) => run.playback.at));
  }

  /** @param {number} at */
  #seek(at) {
    for (const run of this.runs) run.seek(at);
    this.#showProgress();
  }

  /** @param {number} by */
  #step(by) {
    this.#stop();
    this.#seek(this.#at + by);
  }

  #toggle() {
    if (this.#timer) {
      this.#stop();
      return;
    }
    if (this.#at >= this.#length) this.#seek(0);
    const frames = Math.max(1, Math.round(this.speed / MOST_PICTURES));
    const tick = () => {
      this.#seek(this.#at + frames);
      if (this.#at >= this.#length) this.#stop();
    };
    this.#timer = setInterval(tick, (1000 * frames) / this.speed);
    this.#showProgress();
  }

  #stop() {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#showProgress();
  }

  /** Go on to the next frame that marks a cell, in the longest game. */
  #nextMark() {
    this.#stop();
    const { at, frames } = this.runs
      .map((run) => run.playback)
      .reduce((longest, other) => (other.frames.length > longest.frames.length ? other : longest));
    const next = frames.findIndex((frame, i) => i >= at && frame.move);
    this.#seek(next < 0 ? frames.length : next + 1);
  }

  #anotherBoard() {
    this.context.go("watch", { ...this.options, seed: randomSeed() });
  }

  // Drawing

  /** @param {Playback[]} playbacks */
  #draw(playbacks) {
    const place = $("runs");
    place.classList.toggle("two", playbacks.length === 2);
    place.replaceChildren();
    this.runs = playbacks.map((playback) => new Run(place, playback));
    this.#drawControls();
  }

  #showProgress() {
    this.#slider.value = String(this.#at);
    this.#runButton.textContent = t(this.#timer ? "pause" : "run");
  }

  #drawControls() {
    this.#slider.max = String(this.#length);
    this.#slider.ariaLabel = t("step");
    this.#showProgress();
    $("controls").replaceChildren(
      signButton("⏮", "to start", () => this.#step(-Infinity)),
      button("step back", () => this.#step(-1)),
      this.#runButton,
      button("step on", () => this.#step(1)),
      button("next mark", () => this.#nextMark()),
      this.#slider,
      el("label", {}, this.#speedField()),
      ...this.#strategyFields(),
      el("label", {}, this.#largeSwitch(), t("larger type")),
      signButton("↻", "new board", () => this.#anotherBoard()),
    );
  }

  #speedField() {
    return choiceField(
      SPEEDS.map((speed) => [String(speed), `${speed}/s`]),
      String(this.speed),
      { "aria-label": t("speed") },
      (speed) => {
        this.speed = Number(speed);
        if (this.#timer) {
          this.#stop();
          this.#toggle();
        }
      },
    );
  }

  #strategyFields() {
    const { strategy = STRATEGY, against = "" } = this.options ?? {};
    /** @type {Choice[]} */
    const names = Object.keys(this.context.about.strategies).map((name) => [name, name]);
    const first = choiceField(names, strategy, { "aria-label": t("strategy") }, (name) =>
      this.#choose({ strategy: name }),
    );
    const second = choiceField(
      [["", t("nothing")], ...names],
      against,
      { "aria-label": t("compare with") },
      (name) => this.#choose({ against: name || undefined }),
    );
    return [el("label", {}, first), el("label", {}, t("compare with"), second)];
  }

  /**
   * Play the same board by other strategies, from the start.
   * @param {{ strategy?: string, against?: string }} strategies
   */
  #choose(strategies) {
    this.context.go("watch", { ...this.options, ...strategies, at: undefined });
  }

  #largeSwitch() {
    const { classList } = $("runs");
    return switchField({ checked: classList.contains("large") }, (on) =>
      classList.toggle("large", on),
    );
  }
}
