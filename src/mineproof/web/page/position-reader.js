// Reading what is given to the view Analyse: a position is shown, a board and a replay go to Play. A
// text that lacks only the mine count is asked for it, and one that cannot be read stays in its field.

/** @import { ReadText, Shape } from "./engine.js" */
/** @import { Panels } from "./panels.js" */
/** @import { Options, ViewContext } from "./view.js" */

import { parse } from "./board.js";
import { el, refusalParagraph } from "./dom.js";
import { engine } from "./engine.js";
import { mineCountForm, positionField, rememberText } from "./position-input.js";
import { t } from "./texts.js";
import { oneLine } from "./view.js";

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
      if (turn === this.#taken) await this.#show(read, shape);
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

  /**
   * @param {ReadText} read
   * @param {Shape} shape
   */
  async #show(read, shape) {
    const { context, show } = this.host;
    if (read.kind === "replay") await context.openReplay(read.text);
    else if (read.kind === "board") context.go("play", boardOptions(read, shape));
    else {
      rememberText("");
      await show(read.text, shape);
    }
  }

  /**
   * @param {string | File} given
   * @param {ReadText} counted the position with another mine count
   * @param {Shape} shape
   */
  #askForMines(given, counted, shape) {
    const { panels } = this.host;
    const { rows, cols, values } = parse(counted.text);
    const hidden = values.filter((value) => value < 0).length;
    panels.open({
      kind: "paste",
      show: (screen) => {
        panels.put(
          screen,
          el("h2", {}, t("how many mines")),
          el("p", { class: "quiet" }, t("how many mines more", { size: `${cols}×${rows}` })),
          mineCountForm(hidden, (mines) => this.#takeCounted(given, mines, shape)),
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
      await this.#show(await engine.read(given, shape, mines), shape);
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

/**
 * @param {ReadText} read
 * @param {Shape} shape
 */
function boardOptions({ text, start }, shape) {
  /** @type {Options} */
  const options = { board: oneLine(text) };
  if (start) options.start = start;
  if (shape !== "grid") options.shape = shape;
  return options;
}
