// The view Watch: a strategy plays, one inference at a time. Its knowledge base is beside the board.
// Two strategies can play the same board side by side.

/** @import { Options, View, ViewContext } from "../base/view.js" */

import { $, button, el, icon, iconButton, loadStyle, put, refusal } from "../base/dom.js";
import { load, save } from "../base/storage.js";
import { t } from "../base/texts.js";
import { isEmpty, levelText, randomSeed, readHash, sameOptions } from "../base/view.js";
import { highlightCell } from "../board/marks.js";
import { ask } from "../engine/engine.js";
import { Playback } from "../why/trace.js";
import { differenceCard } from "./first-difference.js";
import { Run } from "./run.js";
import {
  boardField,
  FIRST,
  gameOf,
  STRATEGY,
  speedField,
  strategiesButton,
  strategyField,
  strategyText,
} from "./watch-fields.js";
import { WatchedWhy } from "./watched-why.js";

const MOST_PICTURES = 30; // a second; above this speed, several frames are played at a time
const ADDRESS_PAUSE = 300; // ms between two changes of the URL: browsers limit their number

/** Projector mode: the view scales with the screen, so that a whole class can read it. */
const PROJECTOR = "projector";
/** The mode of the last visit: the clauses and their lists, or one sentence a step. */
const FULL = "watch full";
const { classList } = document.documentElement;

const styled = loadStyle("watch/watch.css");

/** @implements {View} */
export class WatchView {
  /** @type {Options | null} the options in the URL, or those when the view was left */
  options = null;
  /** @type {Run[]} one or two games; none while the engine computes them */
  runs = [];
  speed = 1;
  #comparing = false; // whether the strategies are offered
  /** @type {ReturnType<typeof setInterval> | null} set while the games are playing */
  #timer = null;
  #slider = el("input", { type: "range", min: 0, value: 0 });
  #runButton = el("button", { type: "button", class: "main run-button" });
  #why = new WatchedWhy(
    () => this.runs,
    () => this.#stop(),
  );
  /** the number of frames that the second game is ahead of the first; negative if it is behind */
  #shift = 0;
  /** the number of frames played, without the lead of a game */
  #clock = 0;
  /** @type {ReturnType<typeof setTimeout> | null} set until the URL is written */
  #addressTimer = null;

  /** @param {ViewContext} context */
  constructor(context) {
    this.context = context;
    classList.toggle(PROJECTOR, load(PROJECTOR) === true); // as at the last visit
    this.#slider.addEventListener("input", () => {
      const place = Number(this.#slider.value);
      this.#stop();
      this.#seek(this.#clockAt(place));
    });
    this.#runButton.addEventListener("click", () => this.#toggle());
  }

  /** @param {Options} wanted */
  async enter(wanted) {
    await styled;
    const first = { ...FIRST, full: load(FULL) === true || undefined };
    const { strategy: _, against: __, ...board } = gameOf(wanted);
    let options = isEmpty(wanted) ? this.options : wanted;
    if (!options || (isEmpty(board) && !isEmpty(wanted))) options = { ...first, ...wanted };
    if (options !== wanted) this.context.go("watch", options, { replace: true });
    const before = this.options ?? {};
    const same = this.runs.length > 0 && sameOptions(gameOf(options), gameOf(before));
    this.options = options;
    if (same && options.full !== before.full) this.#draw(this.runs.map((run) => run.playback));
    this.#stop();
    if (this.#addressTimer) clearTimeout(this.#addressTimer);
    this.#addressTimer = null;
    if (!same && !(await this.#play(options))) return;
    const { at, shift, step } = options;
    this.#shift = shift || 0;
    this.#clock = at || 0; // an older link may name a step that only concerns clauses
    this.#seek(this.#clockAt(step ?? this.#place));
  }

  /**
   * Let the strategies play; false if that fails, or if the options have changed meanwhile.
   * @param {Options} options
   */
  async #play(options) {
    this.#why.escape();
    this.runs = [];
    this.#drawControls();
    $("runs").replaceChildren(el("p", { class: "quiet" }, t("thinking")));
    const { against, strategy = STRATEGY, ...board } = gameOf(options);
    const strategies = against ? [strategy, against] : [strategy];
    try {
      const games = await Promise.all(
        strategies.map((name) => ask("solve", { ...board, strategy: name, trace: true })),
      );
      if (this.options !== options) return false;
      this.#draw(games.map((game) => new Playback(game)));
      return true;
    } catch (problem) {
      if (this.options === options) put($("runs"), ...refusal(problem));
      return false;
    }
  }

  describe() {
    const game = this.runs[0]?.playback.game;
    if (!game || !this.options) return ""; // the engine computes the game, or has refused it
    const { level, board, day } = this.options;
    const parts = [
      level ? levelText(level) : `${game.cols}×${game.rows}, ${t.n("mines", game.mines)}`,
      t(`start ${game.start.split(":")[0]}`),
    ];
    if (day) parts.unshift(t("day of", { date: day }));
    else if (!board) parts.push(t("seed", { n: game.seed }));
    return parts.join(" · ");
  }

  languageChanged() {
    if (this.runs.length) {
      this.#draw(this.runs.map((run) => run.playback));
      this.#seek(this.#clock);
    } else if (this.options) {
      this.enter({ ...this.options }); // the engine refuses in the language of the question
    }
  }

  /** @param {string} key */
  pressKey(key) {
    if (!this.runs.length) return false;
    if (key === " ") this.#toggle();
    else if (key === "arrowright") this.#stepOnce(1);
    else if (key === "arrowleft") this.#stepOnce(-1);
    else if (key === "n") this.#anotherBoard();
    else if (key === "w") this.#why.pointing.pressKey();
    else if (key === "escape" && this.#why.escape()) return true;
    else if (key === "p" || (key === "escape" && classList.contains(PROJECTOR)))
      this.#toggleProjector();
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

  /**
   * The number of frames that a game is ahead of the clock.
   * @param {number} game 0 or 1
   */
  #lead(game) {
    return Math.max(0, game ? this.#shift : -this.#shift);
  }

  /** The number of frames until all games have ended. */
  get #length() {
    const lengths = this.runs.map((run, i) => run.playback.frames.length - this.#lead(i));
    return Math.max(0, ...lengths);
  }

  /** The clock at each step of the plain mode, which leaves out steps that only concern clauses. */
  get #stops() {
    const stops = this.runs.flatMap((run, i) =>
      run.playback.plainSteps.map((at) => at - this.#lead(i)),
    );
    return [...new Set(stops)].filter((at) => at > 0).sort((a, b) => a - b);
  }

  /** The number of the step that is shown, in the present mode. */
  get #place() {
    if (this.options?.full) return this.#clock;
    return this.#stops.filter((at) => at <= this.#clock).length;
  }

  /** @param {number} place the number of a step in the present mode */
  #clockAt(place) {
    if (this.options?.full || place < 1) return place;
    return this.#stops[place - 1] ?? this.#length;
  }

  /** @param {number} at */
  #seek(at) {
    this.#why.close();
    this.#clock = Math.max(0, Math.min(at, this.#length));
    this.runs.forEach((run, i) => {
      run.seek(this.#clock + this.#lead(i));
    });
    this.#showProgress();
    this.#writeAddress();
  }

  /** @param {number} by */
  #step(by) {
    this.#stop();
    if (by === -Infinity) this.#shift = 0;
    this.#seek(this.#clock + by);
  }

  /** @param {1 | -1} direction */
  #stepOnce(direction) {
    this.#stop();
    this.#seek(this.#after(direction));
  }

  /**
   * The clock after some steps forth, or one back (-1).
   * @param {number} steps
   */
  #after(steps) {
    if (this.options?.full || steps > 0) return this.#clockAt(this.#place + steps);
    return Math.max(0, ...this.#stops.filter((at) => at < this.#clock));
  }

  /** Write the step into the URL, after a pause: a fast run skips steps. */
  #writeAddress() {
    this.#addressTimer ??= setTimeout(() => {
      this.#addressTimer = null;
      const { name, options } = readHash(location.hash);
      if (!this.options || name !== "watch") return;
      if (!sameOptions(gameOf(options), gameOf(this.options))) return; // another game is loading
      this.options = this.#present;
      this.context.go("watch", this.options, { replace: true });
    }, ADDRESS_PAUSE);
  }

  /** The options of what is shown. The number of the step is the one on the screen. */
  get #present() {
    const { full } = this.options ?? {};
    const shift = this.#shift || undefined;
    const place = full ? { at: this.#clock } : { step: this.#place };
    return { ...gameOf(this.options ?? FIRST), full, shift, ...place };
  }

  #toggle() {
    if (this.#timer) {
      this.#stop();
      return;
    }
    if (this.#clock >= this.#length) this.#seek(0);
    const frames = Math.max(1, Math.round(this.speed / MOST_PICTURES));
    const tick = () => {
      if ($("view-watch").hidden) return this.#stop();
      this.#seek(this.#after(frames));
      if (this.#clock >= this.#length) this.#stop();
      return undefined;
    };
    this.#timer = setInterval(tick, (1000 * frames) / this.speed);
    this.#showProgress();
  }

  #stop() {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#showProgress();
  }

  /** Go to the next frame that marks a cell, in any game. */
  #nextMark() {
    this.#stop();
    const next = this.runs.flatMap((run, i) => {
      const move = run.playback.moves.find(({ at }) => at > run.playback.at);
      return move ? [move.at - this.#lead(i)] : [];
    });
    this.#seek(Math.min(this.#length, ...next));
  }

  #anotherBoard() {
    this.#change({ seed: randomSeed() });
  }

  // Drawing

  /** @param {Playback[]} playbacks */
  #draw(playbacks) {
    const place = $("runs");
    place.classList.toggle("two", playbacks.length === 2);
    place.classList.toggle("plain", !this.options?.full);
    place.replaceChildren();
    this.#drawControls(playbacks);
    this.#why.close();
    this.runs = playbacks.map(
      (playback, i) =>
        new Run(
          place,
          playback,
          strategyText(this.context.about, playback.game.strategy),
          Boolean(this.options?.full),
          {
            filter: (cell) => {
              for (const run of this.runs) run.filter(cell);
            },
            seek: (at) => this.#step(at - this.#lead(i) - this.#clock),
          },
        ),
    );
    this.#why.attach();
  }

  #showProgress() {
    this.#slider.max = String(this.options?.full ? this.#length : this.#stops.length);
    this.#slider.value = String(this.#place);
    const next = this.#timer ? "pause" : "run";
    put(this.#runButton, icon(next), t(next));
  }

  /** @param {Playback[]} playbacks */
  #drawControls(playbacks = []) {
    this.#slider.ariaLabel = t("step");
    this.#showProgress();
    const [a, b] = playbacks;
    put(
      $("controls"),
      el("div", { class: "choices" }, ...this.#gameFields(Boolean(a))),
      el(
        "div",
        { class: "steps" },
        iconButton("first", "to start", () => this.#step(-Infinity)),
        iconButton("back", "step back", () => this.#stepOnce(-1)),
        this.#runButton,
        iconButton("on", "step on", () => this.#stepOnce(1)),
        this.options?.full ? button("next mark", () => this.#nextMark()) : null,
        this.#why.drawButton(),
        this.#slider,
        el(
          "label",
          {},
          speedField(this.speed, (speed) => this.#setSpeed(speed)),
        ),
        button("projector", () => this.#toggleProjector(), {
          "aria-pressed": String(classList.contains(PROJECTOR)),
        }),
      ),
      a && b
        ? differenceCard([a, b], ({ ats }) => {
            this.#shift = ats[1] - ats[0];
            this.#step(Math.min(...ats) - this.#clock);
          })
        : null,
    );
  }

  /** @param {number} speed */
  #setSpeed(speed) {
    this.speed = speed;
    if (!this.#timer) return;
    this.#stop();
    this.#toggle();
  }

  /**
   * The board and the strategies.
   * @param {boolean} shares whether there is a game to share
   */
  #gameFields(shares) {
    const { about } = this.context;
    const { strategy = STRATEGY, against = "" } = this.options ?? {};
    const open = this.#comparing || against !== "" || strategy !== STRATEGY;
    const board = boardField(about, this.options ?? FIRST, ({ level, size, mines, seed, start }) =>
      this.context.go("watch", {
        level,
        size,
        mines,
        seed,
        start,
        strategy,
        against: against || undefined,
        full: this.options?.full,
      }),
    );
    const first = strategyField(about, strategy, { label: "strategy" }, (name) =>
      this.#change({ strategy: name }),
    );
    const second = strategyField(about, against, { label: "compare with", none: true }, (name) =>
      this.#change({ against: name || undefined }),
    );
    return [
      el("label", {}, t("board"), board),
      iconButton("again", "new board", () => this.#anotherBoard()),
      button("watch full", () => this.#toggleFull(), {
        "aria-pressed": String(Boolean(this.options?.full)),
      }),
      shares ? button("share", () => this.runs[0].share(this.#present)) : null,
      button("compare strategies", () => this.#toggleStrategies(), {
        "aria-expanded": String(open),
      }),
      ...(open
        ? [
            el("label", {}, t("strategy"), first),
            el("label", {}, t("compare with"), second),
            strategiesButton(about),
          ]
        : []),
    ];
  }

  /**
   * Show another game.
   * @param {Options} changes
   */
  #change(changes) {
    const { full } = this.options ?? {};
    this.context.go("watch", { ...gameOf(this.options ?? FIRST), full, ...changes });
  }

  #toggleStrategies() {
    this.#comparing = !this.#comparing;
    this.#drawControls(this.runs.map((run) => run.playback));
  }

  /** Show the clauses too, or only a sentence a step. */
  #toggleFull() {
    const full = !this.options?.full;
    save(FULL, full);
    const shift = this.#shift || undefined;
    // Set here, not when the browser tells of the new address: who leaves at once keeps the mode.
    this.options = {
      ...gameOf(this.options ?? FIRST),
      full: full || undefined,
      shift,
      at: this.#clock,
    };
    this.#draw(this.runs.map((run) => run.playback));
    this.context.go("watch", this.options);
  }

  #toggleProjector() {
    save(PROJECTOR, classList.toggle(PROJECTOR));
    scrollTo({ top: 0 });
    dispatchEvent(new Event("resize"));
    for (const run of this.runs) run.show();
    this.#drawControls(this.runs.map((run) => run.playback));
  }
}
