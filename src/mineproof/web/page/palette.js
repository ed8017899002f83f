// The palette of the view Analyse: a radio group of the values that can be painted.

/** @import { Value } from "./board.js" */

import { FLAG, HIDDEN } from "./board.js";
import { el } from "./dom.js";
import { t } from "./texts.js";

/** @type {Value[]} */
const BRUSHES = [HIDDEN, FLAG, 0, 1, 2, 3, 4, 5, 6, 7, 8];
/** @type {Record<Value, string>} */
const SIGNS = { [HIDDEN]: "■", [FLAG]: "⚑", 0: "·" };
/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export class Palette {
  /** @type {Value} the value that the brush paints */
  brush = 1;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.draw();
  }

  draw() {
    this.place.replaceChildren(...BRUSHES.map((value, i) => this.#button(value, i)));
  }

  /**
   * @param {Value} value
   * @param {number} i
   */
  #button(value, i) {
    const chosen = value === this.brush;
    /** @param {KeyboardEvent} event */
    const keydown = (event) => {
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      this.#choose(BRUSHES[(i + step + BRUSHES.length) % BRUSHES.length]);
    };
    return el(
      "button",
      {
        type: "button",
        role: "radio",
        "aria-checked": String(chosen),
        tabindex: chosen ? 0 : -1,
        class: classOf(value),
        "aria-label": labelOf(value),
        on: { click: () => this.#choose(value), keydown },
      },
      SIGNS[value] ?? String(value),
    );
  }

  /** @param {Value} value */
  #choose(value) {
    this.brush = value;
    this.draw();
    /** @type {HTMLElement | null} */
    const chosen = this.place.querySelector("[aria-checked=true]");
    chosen?.focus();
  }
}

/** @param {Value} value */
function labelOf(value) {
  if (value >= 0) return t("cell clue", { n: value });
  return t(value === FLAG ? "cell flag" : "cell hidden");
}

/** @param {Value} value */
function classOf(value) {
  if (value > 0) return `n${value}`;
  return value === FLAG ? "f" : "";
}
