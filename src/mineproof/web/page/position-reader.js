// Reading what is given to the view Analyse: a position is shown, a board and a replay go to Play. A
// text that lacks only the mine count is asked for it, and one that cannot be read stays in its field.

/** @import { ReadText, Shape } from "./engine.js" */
/** @import { Panels } from "./panels.js" */
/** @import { ViewContext } from "./view.js" */

import { parse, shapeOf } from "./board.js";
import { el, refusalParagraph } from "./dom.js";
import { engine } from "./engine.js";
import { mineCountForm, positionField, rememberText } from "./position-input.js";
import { graphOptions, viewFor } from "./read-options.js";
import { t } from "./texts.js";

/**
 * The view that wants a position.
 * @typedef {object} ReaderHost
 * @property {ViewContext} context
 * @property {Panels} panels
 * @property {() => Shape} shape
 * @property {(text: string, shape: Shape) => Promise<unknown>} show show another position
 */

export class PositionReader {
  /** texts and files taken so far */
  #taken = 0;
  /** @type {(() => unknown) | null} takes what was refused once more */
  #takeAgain = null;

  /** @param {ReaderHost} host */
  constructor(host) {
    this.host = host;
  }

  /** The field for texts. */
  field() {
    return positionField((given) => this.take(given));
  }

  /** Ask for another position. */
  ask() {
    const { panels } = this.host;
    panels.open({
      kind: "paste",
      show: (screen) => panels.put(screen, el("h2", {}, t("paste title")), this.field()),
    });
  }

  /**
   * Read a text or a file. If more is given meanwhile, only the last counts.
   * @param {string | File} given
   * @param {Shape} shape
   * @returns {Promise<boolean>} false if it cannot be read, which the panel says
   */
  async take(given, shape = this.host.shape()) {
    this.#taken += 1;
    const turn = this.#taken;
    this.#takeAgain = null;
    try {
      const read = await engine.read(given, shape);
      if (turn !== this.#taken) return true;
      if (read.kind === "graph") this.#askForMines(given, read, shape);
      else await this.#show(read);
      return true;
    } catch (problem) {
      if (typeof given === "string") rememberText(given);
      // A text that can be read as soon as the mine count is known lacks only that.
      const counted = await engine.read(given, shape, 0).catch(() => null);
      if (turn !== this.#taken) return true;
      if (counted?.kind === "position") this.#askForMines(given, counted, shape);
      else this.#refuse(problem, () => this.take(given, shape));
      return false;
    }
  }

  /** @param {ReadText} read */
  async #show(read) {
    const { context, show } = this.host;
    if (read.kind === "replay") await context.openReplay(read.text);
    else if (read.kind === "board") context.go(...viewFor(read));
    else {
      rememberText("");
      await show(read.text, shapeOf(read));
    }
  }

  /**
   * @param {string | File} given
   * @param {ReadText} counted the position with another mine count
   * @param {Shape} shape
   */
  #askForMines(given, counted, shape) {
    const { panels, context } = this.host;
    const { rows, cols, values } = parse(counted.text);
    const hidden = values.filter((value) => value < 0).length;
    const graph = counted.kind === "graph";
    const more = graph
      ? t("how many mines graph", { n: hidden })
      : t("how many mines more", { size: `${cols}×${rows}` });
    panels.open({
      kind: "paste",
      show: (screen) => {
        panels.put(
          screen,
          el("h2", {}, t("how many mines")),
          el("p", { class: "quiet" }, more),
          mineCountForm(
            hidden,
            (mines) => this.#takeCounted(given, mines, shape),
            graph ? (mines) => context.go("play", graphOptions(counted, mines)) : null,
          ),
        );
        panels.element.querySelector("input")?.focus();
      },
    });
  }

  /**
   * @param {string | File} given
   * @param {number} mines
   * @param {Shape} shape
   */
  async #takeCounted(given, mines, shape) {
    try {
      await this.#show(await engine.read(given, shape, mines));
    } catch (problem) {
      this.#refuse(problem, () => this.#takeCounted(given, mines, shape));
    }
  }

  /** Take what was refused once more; false if there is nothing. */
  retry() {
    const again = this.#takeAgain;
    again?.();
    return again !== null;
  }

  /**
   * Say why something cannot be read; what was typed stays.
   * @param {unknown} problem
   * @param {() => unknown} again
   */
  #refuse(problem, again) {
    const { panels } = this.host;
    const retry = panels.retryButton(problem, again);
    this.#takeAgain = retry && again;
    panels.open({
      kind: "paste",
      show: (screen) =>
        panels.put(
          screen,
          el("h2", {}, t("cannot read")),
          refusalParagraph(problem),
          retry,
          this.field(),
        ),
    });
  }
}
