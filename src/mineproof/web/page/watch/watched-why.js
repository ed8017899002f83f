// Explanations in the view Watch: the reader points at a cell of a run, and the explanation replaces
// the panel of the run until the game continues or the reader goes back.

/** @import { Shape } from "../engine/engine.js" */
/** @import { Grid } from "../board/grid.js" */
/** @import { Screen } from "../base/panels.js" */
/** @import { WhyHost } from "../why/why.js" */

import { $, el } from "../base/dom.js";
import { Panels } from "../base/panels.js";
import { t } from "../base/texts.js";
import { Pointing } from "../board/pointing.js";
import { showWhy } from "../why/why.js";

/** The layers of marks of a run. They are muted while an argument is shown. */
const LAYERS = ["frame", "filter", "ancestry"];

/**
 * The parts of a run that are used here: its board and its game.
 * @typedef {object} WatchedRun
 * @property {Grid} grid
 * @property {{ game: { mines: number, shape?: string }, values: ArrayLike<number> }} playback
 */

export class WatchedWhy {
  /** @type {Panels | null} the panel of the explanation; null if there is none */
  #panels = null;
  button = el("button", { type: "button", "aria-pressed": "false" });

  /**
   * @param {() => WatchedRun[]} runs
   * @param {() => void} pause
   */
  constructor(runs, pause) {
    this.runs = runs;
    this.pause = pause;
    this.pointing = new Pointing({
      place: $("runs"),
      buttons: () => [this.button],
      grid: () => this.#pointedRun().grid,
      ask: (cell) => this.#ask(this.#pointedRun(), cell),
    });
    this.button.addEventListener("click", () => this.pointing.toggle());
    // The capture phase comes before the board: while the mode is on, clicks only ask why.
    $("runs").addEventListener("click", (event) => this.#click(event), true);
  }

  /** The button of the mode, in the language of the page. */
  drawButton() {
    this.button.textContent = t("why button");
    return this.button;
  }

  /** Call this when the runs are drawn. */
  attach() {
    for (const run of this.runs()) {
      run.grid.on.actions = (cell) =>
        run.grid.values[cell] < 0 ? [["why button", () => this.#ask(run, cell)]] : [];
    }
  }

  /** Close the explanation; false if there is none. */
  close() {
    const shown = this.#panels !== null;
    this.#panels?.back();
    return shown;
  }

  /** End the mode, or close the explanation; false if there is neither. */
  escape() {
    return this.pointing.stop() || this.close();
  }

  /** The run that the reader points at. */
  #pointedRun() {
    const runs = this.runs();
    return runs.find(({ grid }) => grid.pointed !== null) ?? runs[0];
  }

  /** @param {Event} event */
  #click(event) {
    if (!this.pointing.on) return;
    for (const run of this.runs()) {
      const inside = event.target instanceof Node && run.grid.element.contains(event.target);
      const cell = inside ? run.grid.cellAt(event) : null;
      if (cell === null) continue;
      event.stopPropagation();
      this.#ask(run, cell);
    }
  }

  /**
   * @param {WatchedRun} run
   * @param {number} cell
   */
  #ask(run, cell) {
    this.pause();
    this.close();
    const { grid, playback } = run;
    const replaced = grid.element.closest(".run")?.querySelector(".panel");
    if (!(replaced instanceof HTMLElement)) return undefined;
    const element = el("aside", { class: "panel", "aria-label": t("panel") });
    const panels = new Panels(element);
    this.#panels = panels;
    replaced.hidden = true;
    replaced.after(element);
    for (const layer of LAYERS) grid.mute(layer, true);
    /** @type {Screen} */
    const game = {
      kind: "run",
      show: () => {
        if (this.#panels !== panels) return;
        this.#panels = null;
        for (const layer of LAYERS) grid.mute(layer, false);
        replaced.hidden = false;
        element.remove();
      },
    };
    /** @type {WhyHost} */
    const host = {
      grid,
      panels,
      shape: /** @type {Shape} */ (grid.board.shape),
      position: () => grid.board.write(playback.values, playback.game.mines),
      act: null,
    };
    panels.base(game);
    return showWhy(host, cell);
  }
}
