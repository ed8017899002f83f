// The explanation of an undecided cell: two layouts that fit the position and differ in the cell, with
// marked differences, and the odds.

/** @import { Shape } from "../engine/engine.js" */
/** @import { Marks } from "./marks.js" */

import { el, put, sentence } from "../base/dom.js";
import { countText, shareText } from "../base/format.js";
import { t } from "../base/texts.js";
import { ask } from "../engine/engine.js";
import { Board, HIDDEN, MINE, parse } from "./board.js";
import { Grid } from "./grid.js";

const CELL = 24; // px
const MOST_ROWS = 9; // visible rows of a board
const MOST_ROWS_STACKED = 6;
const FEWEST_COLS = 6; // if fewer columns fit side by side, the boards are stacked
const PADDING = 46; // px of a panel, left and right together
const RULER = 24; // px for the numbers of the rows
const GAP = 14; // px between the boards

/**
 * The cells in which two layouts differ.
 * @param {string[]} layouts as `.mine` text
 */
export function differences(layouts) {
  const [safe, mined] = layouts.map((layout) => parse(layout).values);
  return [...safe.keys()].filter((cell) => (safe[cell] === MINE) !== (mined[cell] === MINE));
}

/**
 * The marks of the main board: the undecided cell, and the other cells that differ.
 * @param {number} cell
 * @param {number[]} different
 * @returns {Marks}
 */
export function differenceMarks(cell, different) {
  /** @type {Marks} */
  const marks = new Map(different.map((at) => [at, { kind: "one-of", says: t("differs") }]));
  marks.set(cell, { kind: "one-of k-asked", tag: "?", says: t("verdict undecided") });
  return marks;
}

/**
 * @param {Grid} grid the main board
 * @param {HTMLElement} panel
 * @param {number} cell
 * @param {string[]} layouts first with the cell safe, then with a mine in it
 */
export function twoBoards(grid, panel, cell, layouts) {
  const different = differences(layouts);
  const window = windowOf(grid.board, panel, cell, different);
  const figures = layouts.map((layout, i) =>
    figure(grid, layout, { cell, different, window, label: i ? "layout mine" : "layout safe" }),
  );
  const scrolls = figures.flatMap((figure) => [...figure.querySelectorAll(".scroll")]);
  scrollTogether(scrolls);
  const { rows, cols } = window;
  // After the boards are on the page.
  requestAnimationFrame(() => {
    for (const scroll of scrolls) {
      scroll.scrollTop = rows.first * CELL;
      scroll.scrollLeft = cols.first * CELL;
    }
  });
  return el(
    "div",
    {},
    el("p", { class: "quiet" }, differenceText(grid.board, different, window)),
    el("div", { class: "twins" }, ...figures),
  );
}

/**
 * @param {Board} board
 * @param {number[]} different
 * @param {ReturnType<typeof windowOf>} window
 */
function differenceText({ cols: width }, different, { rows, cols }) {
  const within = (/** @type {number} */ line, { first, count } = rows) =>
    line >= first && line < first + count;
  const seen = different.filter((at) => within(Math.floor(at / width)) && within(at % width, cols));
  const [n, m] = [different.length, seen.length];
  return m < n ? t("they differ, part", { n, m }) : t.n("they differ", n);
}

/**
 * The visible part of a board: as much as fits, around the differences.
 * @param {Board} board
 * @param {HTMLElement} panel
 * @param {number} cell
 * @param {number[]} different
 */
function windowOf(board, panel, cell, different) {
  const room = panel.clientWidth - PADDING;
  const fitting = (/** @type {number} */ width) => Math.floor((width - RULER) / CELL);
  const beside = fitting((room - GAP) / 2);
  const stacked = beside < Math.min(board.cols, FEWEST_COLS);
  const rowOf = (/** @type {number} */ at) => Math.floor(at / board.cols);
  const colOf = (/** @type {number} */ at) => at % board.cols;
  return {
    rows: range(
      board.rows,
      stacked ? MOST_ROWS_STACKED : MOST_ROWS,
      rowOf(cell),
      different.map(rowOf),
    ),
    cols: range(board.cols, stacked ? fitting(room) : beside, colOf(cell), different.map(colOf)),
  };
}

/**
 * The first visible line (row or column) and the number of lines: `center` is visible, and as many of
 * the other lines as fit.
 * @param {number} all
 * @param {number} most
 * @param {number} center
 * @param {number[]} others
 */
function range(all, most, center, others) {
  const count = Math.min(all, most);
  const near = others.filter((line) => Math.abs(line - center) < count);
  const middle = (Math.min(center, ...near) + Math.max(center, ...near)) / 2;
  const wanted = Math.round(middle - (count - 1) / 2);
  const first = Math.max(center - count + 1, Math.min(center, wanted));
  return { first: Math.max(0, Math.min(all - count, first)), count };
}

/**
 * One board with its caption.
 * @param {Grid} grid
 * @param {string} layout
 * @param {{ cell: number, different: number[], label: string,
 *   window: ReturnType<typeof windowOf> }} what
 */
function figure(grid, layout, { cell, different, label: key, window }) {
  const { rows, cols, values } = parse(layout);
  const label = t(key, { cell: grid.board.name(cell) });
  const place = el("div", { class: "window" });
  place.style.setProperty("--rows", String(window.rows.count));
  place.style.setProperty("--cols", String(window.cols.count));
  const small = new Grid(place, new Board(rows, cols, grid.board.shape), { small: true, label });
  small.size(CELL);
  small.show((at) => (grid.values[at] >= 0 || values[at] < 0 ? values[at] : HIDDEN));
  /** @type {Marks} */
  const marks = new Map();
  for (const at of different) {
    const mine = values[at] === MINE;
    marks.set(at, { kind: "one-of", icon: mine ? undefined : "check", says: t("differs") });
  }
  marks.set(cell, { kind: "one-of k-asked", icon: "check" });
  small.mark("why", marks);
  small.focus(cell, { quietly: true });
  return el("figure", {}, el("figcaption", {}, ...sentence(label)), place);
}

/**
 * Scroll both boards together.
 * @param {Element[]} places
 */
function scrollTogether(places) {
  for (const place of places) {
    place.addEventListener("scroll", () => {
      for (const other of places) {
        other.scrollTop = place.scrollTop;
        other.scrollLeft = place.scrollLeft;
      }
    });
  }
}

/**
 * The odds of an undecided cell. The numbers are added when the analysis is complete.
 * @param {string} position
 * @param {Shape} shape
 * @param {string} name
 */
export function chances(position, shape, name) {
  const place = el("div", { class: "chances" });
  ask("analyse", { position, shape, best: false }).then(
    ({ odds, layouts }) => {
      const mine = odds[name];
      const bar = el("div", { class: "split", "aria-hidden": "true" }, el("span"));
      bar.style.setProperty("--share", `${100 * mine}%`);
      put(
        place,
        bar,
        el(
          "p",
          {},
          ...sentence(t("chances", { cell: name, p: shareText(mine), q: shareText(1 - mine) })),
        ),
        el("p", { class: "quiet" }, t("of layouts", { n: countText(layouts) })),
      );
    },
    () => place.remove(), // the numbers are optional
  );
  return place;
}
