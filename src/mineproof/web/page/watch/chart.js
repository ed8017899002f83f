// A chart of the size of KB and KB0 over a game, with a line at the present frame.

import { svg } from "../base/dom.js";
import { t } from "../base/texts.js";

const WIDTH = 200;
const HEIGHT = 84;
const MOST_POINTS = 400; // in a curve

export class SizeChart {
  /** @param {[clauses: number, facts: number][]} sizes after each frame */
  constructor(sizes) {
    this.last = Math.max(1, sizes.length - 1);
    this.now = svg("line", { class: "now", y1: 0, y2: HEIGHT, x1: 0, x2: 0 });
    this.element = svg("svg", {
      class: "chart",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": t("chart label"),
      preserveAspectRatio: "none",
    });
    const [clauses, facts] = [sizes.map(([kb]) => kb), sizes.map(([, kb0]) => kb0)];
    this.element.append(
      svg("line", { class: "base", x1: 0, x2: WIDTH, y1: HEIGHT, y2: HEIGHT }),
      svg("polyline", { class: "facts", points: this.#points(facts) }),
      svg("polyline", { class: "kb", points: this.#points(clauses) }),
      this.now,
    );
  }

  /**
   * Move the line to a frame.
   * @param {number} at
   */
  seek(at) {
    for (const end of ["x1", "x2"]) this.now.setAttribute(end, String((WIDTH * at) / this.last));
  }

  /**
   * The points of a curve, scaled to the size of the chart.
   * @param {number[]} numbers
   */
  #points(numbers) {
    const top = numbers.reduce((most, number) => Math.max(most, number), 1);
    const step = Math.max(1, Math.floor(numbers.length / MOST_POINTS));
    return numbers
      .flatMap((number, i) => {
        if (i % step !== 0 && i !== this.last) return [];
        const x = (WIDTH * i) / this.last;
        const y = HEIGHT - (HEIGHT - 4) * (number / top);
        return [`${x.toFixed(1)},${y.toFixed(1)}`];
      })
      .join(" ");
  }
}
