// Help on request: whether a guess is needed, the best move, a hint.

/** @import { Analysis } from "../engine/engine.js" */
/** @import { Screen } from "../base/panels.js" */
/** @import { WhyHost } from "../why/why.js" */

import { actions, announce, button, el, loadPart } from "../base/dom.js";
import { t } from "../base/texts.js";
import { unchangedSince } from "../engine/engine.js";

export class Help {
  /**
   * @param {WhyHost} host
   * @param {() => Promise<Analysis | null>} analyse the present position; null without an answer
   * @param {() => void} onRequest is called when the player asks for help
   */
  constructor(host, analyse, onRequest) {
    this.host = host;
    this.analyse = analyse;
    this.onRequest = onRequest;
  }

  /** Say whether the position forces a guess. */
  mayGuess() {
    this.onRequest();
    return this.host.panels.open({
      kind: "may guess",
      show: async (screen) => {
        const analysis = await this.analyse();
        if (!analysis) {
          this.#noAnswer(screen, "may I guess");
          return;
        }
        const needed = analysis.safe.length === 0;
        const title = t(needed ? "guess needed" : "no guess needed");
        this.host.panels.put(
          screen,
          el("h2", {}, title),
          el("p", { class: "quiet" }, t(needed ? "guess needed more" : "no guess needed more")),
          actions(
            needed
              ? button("show best guess", () => this.best(), { class: "main" })
              : button("hint button", () => this.hint()),
          ),
        );
        announce(title);
      },
    });
  }

  /** Show the best move: with its argument if it is certain, else with the other candidates. */
  async best() {
    this.onRequest();
    const unchanged = unchangedSince(this.host);
    const analysis = await this.analyse();
    const best = analysis?.best;
    if (!best || !unchanged()) return;
    const { grid, panels } = this.host;
    const cell = grid.board.cell(best.cell);
    grid.focus(cell);
    if (best.safe === 1) {
      const part = await loadPart(() => import("../why/why.js"));
      await part?.showWhy(this.host, cell);
      return;
    }
    await panels.open({
      kind: "best",
      show: (screen) => this.#showGuess(screen),
      hide: () => grid.clear("why"),
    });
    grid.uncover(cell);
  }

  /** @param {Screen} screen */
  async #showGuess(screen) {
    const { panels } = this.host;
    panels.fade();
    const [analysis, guesses] = await Promise.all([
      this.analyse(),
      loadPart(() => import("../analyse/candidates.js")),
    ]);
    if (panels.top !== screen) return;
    if (!analysis) this.#noAnswer(screen, "guess needed");
    if (!analysis || !guesses) return;
    const content = guesses.guessContent(this.host, analysis);
    panels.put(screen, el("h2", {}, t("guess needed")), ...content);
  }

  /** Show a hint to a certain cell, in stages. */
  async hint() {
    if (this.host.panels.top?.kind === "hint" && this.host.panels.top.pressKey?.("h")) return;
    this.onRequest();
    const unchanged = unchangedSince(this.host);
    const analysis = await this.analyse();
    const part = await loadPart(() => import("./hints.js"));
    if (analysis && unchanged()) part?.showHint(this.host, analysis);
  }

  /**
   * @param {Screen} screen
   * @param {string} title
   */
  #noAnswer(screen, title) {
    this.host.panels.put(
      screen,
      el("h2", {}, t(title)),
      el("p", { class: "problem" }, t("no answer")),
      button("retry", () => this.host.panels.again(), { class: "retry" }),
    );
  }
}
