// The palette of the view Analyse: a radio group with the pointer, which asks why, and a brush for
// each value.

/** @import { Value } from "./board.js" */

import { el, icon } from "../base/dom.js";
import { t } from "../base/texts.js";
import { FLAG, HIDDEN } from "./board.js";

/** The pointer: a click asks why and paints nothing. */
export const POINTER = -10;
/**
 * The brushes for boards with clues up to a number.
 * @param {number} largest
 * @returns {Value[]}
 */
const brushesUpTo = (largest) => [
  POINTER,
  HIDDEN,
  FLAG,
  ...Array.from({ length: largest + 1 }, (_, clue) => clue),
];
const USUAL = 8;
const LARGEST = 32; // the largest clue that a text can hold
/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export class Palette {
  /** @type {Value} the value that the brush paints, or the pointer */
  brush = POINTER;
  #brushes = brushesUpTo(USUAL);

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.draw();
  }

  /** Whether a click asks why. */
  get points() {
    return this.brush === POINTER;
  }

  /**
   * Offer brushes for clues up to a number.
   * @param {number} clue
   */
  reachTo(clue) {
    const brushes = brushesUpTo(Math.min(Math.max(USUAL, clue), LARGEST));
    if (brushes.length === this.#brushes.length) return;
    this.#brushes = brushes;
    if (!brushes.includes(this.brush)) this.brush = POINTER;
    this.draw();
  }

  draw() {
    this.place.replaceChildren(...this.#brushes.map((value, i) => this.#button(value, i)));
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
      const { length } = this.#brushes;
      this.#choose(this.#brushes[(i + step + length) % length]);
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
        title: value === POINTER ? t("pointer") : undefined,
        on: { click: () => this.#choose(value), keydown },
      },
      signOf(value),
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
function signOf(value) {
  if (value === POINTER) return t("why button");
  if (value === FLAG) return icon("flag");
  return value === HIDDEN ? el("span", { class: "tile" }) : String(value || "·");
}

/** @param {Value} value */
function labelOf(value) {
  if (value === POINTER) return t("pointer");
  if (value >= 0) return t("cell clue", { n: value });
  return t(value === FLAG ? "cell flag" : "cell hidden");
}

/** @param {Value} value */
function classOf(value) {
  if (value > 0) return `n${value}`;
  if (value === POINTER) return "pointer";
  return value === FLAG ? "f" : "";
}
