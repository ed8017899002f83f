// Analyses by position, each asked for once.

/** @import { Analysis, Shape } from "./engine.js" */

import { refusalText, toast } from "./dom.js";
import { engine } from "./engine.js";

const MOST = 20; // kept at a time

export class AnalysisMemo {
  /** @type {Map<string, Promise<Analysis | null>>} */
  #known = new Map();

  /**
   * The analysis of a position; null if it is refused, which a toast says.
   * @param {string} position
   * @param {Shape} shape
   */
  analyse(position, shape) {
    let analysis = this.#known.get(position);
    if (!analysis) {
      if (this.#known.size > MOST) this.#known.clear();
      analysis = engine.analyse(position, shape).catch((problem) => {
        toast(refusalText(problem));
        return null;
      });
      this.#known.set(position, analysis);
    }
    return analysis;
  }

  clear() {
    this.#known.clear();
  }
}
