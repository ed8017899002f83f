// Touch gestures on a board: the long press, and the pinch that resizes the cells.

import { preferences } from "../base/storage.js";

const TOLERANCE = 12; // px that a finger may move during a press
const SMALLEST = 32; // px of a cell
const LARGEST = 72;

/** @typedef {{ x: number, y: number }} Point */

/**
 * The board, and handlers for gestures.
 * @typedef {object} TouchTarget
 * @property {HTMLElement} element
 * @property {() => number} pixels the width of a cell
 * @property {(event: Event) => number | null} cellAt
 * @property {(cell: number) => void} longPress
 * @property {(point: Point) => void} release the finger of a long press is lifted
 * @property {(pixels: number) => void} resize
 */

export class TouchGestures {
  /** Whether the last touch was a long press or a pinch: then the click after it is ignored. */
  held = false;
  /** @type {Map<number, Point>} fingers on the board, by pointer id */
  #fingers = new Map();
  /** @type {Point} where the last finger touched down */
  #from = { x: 0, y: 0 };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pressTimer;
  /** the distance of two fingers and the width of a cell, at the start of a pinch */
  #pinch = { distance: 0, pixels: 0 };
  /** whether a long press is in progress */
  #pressing = false;

  /** @param {TouchTarget} target */
  constructor(target) {
    this.target = target;
    const { element } = target;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", (event) => this.#up(event));
    // After a long press the finger slides over a menu. It must not scroll the board.
    element.addEventListener("touchmove", (event) => this.#pressing && event.preventDefault(), {
      passive: false,
    });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.held = false;
    if (event.pointerType !== "touch") return;
    this.#from = { x: event.clientX, y: event.clientY };
    this.#fingers.set(event.pointerId, this.#from);
    const cell = this.target.cellAt(event);
    clearTimeout(this.#pressTimer);
    if (this.#fingers.size === 2) {
      this.#pinch = { distance: this.#distance(), pixels: this.target.pixels() };
    } else if (cell !== null) {
      this.#pressTimer = setTimeout(() => {
        this.held = true;
        this.#pressing = true;
        navigator.vibrate?.(15);
        this.target.longPress(cell);
      }, preferences.hold);
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#fingers.has(event.pointerId)) return;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#fingers.size === 2 && this.#pinch.distance) {
      this.held = true;
      const wanted = (this.#pinch.pixels * this.#distance()) / this.#pinch.distance;
      this.target.resize(Math.round(Math.max(SMALLEST, Math.min(LARGEST, wanted))));
    } else if (Math.hypot(event.clientX - this.#from.x, event.clientY - this.#from.y) > TOLERANCE) {
      clearTimeout(this.#pressTimer);
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#fingers.delete(event.pointerId);
    clearTimeout(this.#pressTimer);
    if (this.#pressing && event.type === "pointerup")
      this.target.release({ x: event.clientX, y: event.clientY });
    this.#pressing = false;
  }

  #distance() {
    const [a, b] = [...this.#fingers.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  }
}
