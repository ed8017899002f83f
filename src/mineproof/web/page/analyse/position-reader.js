// Reads the input of the view Analyse. It shows positions, and opens boards and replays in Play. If
// only the mine count is missing, it asks for it. A text that cannot be read stays in the field.

/** @import { ReadText, Shape } from "../engine/engine.js" */
/** @import { Panels } from "../base/panels.js" */
/** @import { ViewContext } from "../base/view.js" */

import { el, refusal, retryButton } from "../base/dom.js";
import { graphOptions, viewFor } from "../base/read-options.js";
import { t } from "../base/texts.js";
import { parse, shapeOf } from "../board/board.js";
import { read } from "../engine/engine.js";
import { mineCountForm, positionField, rememberText } from "./position-input.js";

/**
 * The view that shows the positions.
 * @typedef {object} ReaderHost
 * @property {ViewContext} context
 * @property {Panels} panels
 * @property {() => Shape} shape
 * @property {(text: string, shape: Shape) => Promise<unknown>} show show another position
 */

export class PositionReader {
  /** the number of texts and files read so far */
  #reads = 0;
  /** @type {(() => unknown) | null} reads the refused input again */
  #readAgain = null;

  /** @param {ReaderHost} host */
  constructor(host) {
    this.host = host;
  }

  /** The field for texts. */
  field() {
    return positionField((input) => this.take(input));
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
   * Read a text or a file. If another one is given meanwhile, the result is ignored.
   * @param {string | File} input
   * @param {Shape} shape
   * @param {number} [mines] if the reader was asked for them
   * @returns {Promise<boolean>} false if it cannot be read; the panel shows the reason
   */
  async take(input, shape = this.host.shape(), mines = undefined) {
    this.#reads += 1;
    const number = this.#reads;
    this.#readAgain = null;
    try {
      const found = await read(input, shape, mines);
      if (number !== this.#reads) return true;
      if (found.kind === "graph") this.#askForMines(input, found, shape);
      else await this.#show(found);
      return true;
    } catch (problem) {
      if (typeof input === "string") rememberText(input);
      // If the text can be read with any mine count, only the mine count is missing.
      const counted = mines === undefined ? await read(input, shape, 0).catch(() => null) : null;
      if (number !== this.#reads) return true;
      if (counted?.kind === "position") this.#askForMines(input, counted, shape);
      else this.#refuse(problem, () => this.take(input, shape, mines));
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
   * @param {string | File} input
   * @param {ReadText} counted the position with a mine count of 0
   * @param {Shape} shape
   */
  #askForMines(input, counted, shape) {
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
            (mines) => this.take(input, shape, mines),
            graph ? (mines) => context.go("play", graphOptions(counted, mines)) : null,
          ),
        );
        panels.element.querySelector("input")?.focus();
      },
    });
  }

  /** Read the refused input again; false if there is none. */
  retry() {
    const again = this.#readAgain;
    again?.();
    return again !== null;
  }

  /**
   * Show why the input cannot be read. The field keeps its text.
   * @param {unknown} problem
   * @param {() => unknown} again
   */
  #refuse(problem, again) {
    const { panels } = this.host;
    const retry = retryButton(problem, again);
    this.#readAgain = retry && again;
    panels.open({
      kind: "paste",
      show: (screen) =>
        panels.put(
          screen,
          el("h2", {}, t("cannot read")),
          ...refusal(problem),
          retry,
          this.field(),
        ),
    });
  }
}
