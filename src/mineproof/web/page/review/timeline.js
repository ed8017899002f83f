// The risks of the moves of a game as bars, with a line at the present move. A press or a drag goes to
// a move. Mistakes have a sign too, because not every reader can see the colours.

/** @import { ReviewedMove } from "../engine/engine.js" */

import { el, svg } from "../base/dom.js";
import { t } from "../base/texts.js";
import { moveKind, moveLine } from "./review.js";

const FEWEST = 12; // moves that fill the width: bars stay narrow in a short game
const LEAST = 4; // percent of the height: a bar without risk

/** A place is the number of the next move; after the last move, one more than the number of moves. */
export class Timeline {
  /**
   * @param {ReviewedMove[]} moves
   * @param {(place: number) => void} go
   */
  constructor(moves, go) {
    this.moves = moves;
    this.go = go;
    this.places = moves.length + 1;
    this.slots = Math.max(FEWEST, this.places);
    this.place = this.places;
    this.now = svg("rect", { class: "now", y: 0, height: "100%", width: this.#width(1) });
    this.drawing = svg("svg", { "aria-hidden": "true" });
    this.drawing.append(this.now, ...moves.flatMap((move) => this.#bar(move)));
    this.element = el("div", {
      class: "timeline",
      role: "slider",
      tabindex: 0,
      "aria-valuemin": 1,
      "aria-valuemax": this.places,
    });
    this.element.append(this.drawing);
    this.#listen();
    this.seek(this.places);
  }

  /** @param {number} place */
  seek(place) {
    this.place = place;
    this.now.setAttribute("x", this.#width(place - 1));
    const move = this.moves[place - 1];
    this.element.setAttribute("aria-label", t("timeline"));
    this.element.setAttribute("aria-valuenow", String(place));
    this.element.setAttribute(
      "aria-valuetext",
      move ? `${move.number}: ${moveLine(move)}` : t("end of the game"),
    );
  }

  /** @param {number} places */
  #width(places) {
    return `${(100 * places) / this.slots}%`;
  }

  /** @param {ReviewedMove} move */
  #bar(move) {
    const kind = moveKind(move);
    const height = Math.max(LEAST, 88 * move.risk);
    const bar = svg("rect", {
      class: kind,
      x: this.#width(move.number - 0.9),
      width: this.#width(0.8),
      y: `${100 - height}%`,
      height: `${height}%`,
    });
    if (kind !== "mistake") return [bar];
    // The sign is above the bar, or inside its top if the bar is high.
    const middle = this.#width(move.number - 0.5);
    return [bar, svg("circle", { class: "sign", cx: middle, cy: `${96 - height}%`, r: 3.5 })];
  }

  #listen() {
    const { element } = this;
    let down = false;
    const follow = (/** @type {PointerEvent} */ event) => {
      const { left, width } = element.getBoundingClientRect();
      const place = Math.floor(((event.clientX - left) / width) * this.slots) + 1;
      const next = Math.max(1, Math.min(this.places, place));
      if (next !== this.place) this.go(next);
    };
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      down = true;
      element.setPointerCapture(event.pointerId);
      follow(event);
    });
    element.addEventListener("pointermove", (event) => down && follow(event));
    for (const kind of ["pointerup", "pointercancel"])
      element.addEventListener(kind, () => {
        down = false;
      });
  }
}
