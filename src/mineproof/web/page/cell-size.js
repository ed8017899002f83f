// How large the cells of a board are: as large as fit, within what can be read and hit.

/** @import { Board } from "./board.js" */

const RULER = 32; // px for the numbers of the rows
const PANEL = 346; // px that the panel and the gap before it need at least

/**
 * Keep the cells fitting while the view changes its size.
 * @param {HTMLElement} place where the board stands, inside a view
 * @param {Board} board
 * @param {(pixels: number) => void} resize
 */
export function fitCells(place, board, resize) {
  const view = place.closest(".view");
  const left = place.parentElement;
  if (!view || !left) throw new Error("a board that fits itself stands in a view");
  const measure = () => {
    if (!place.isConnected) return observer.disconnect();
    if (!view.clientWidth) return undefined; // not shown
    const narrow = matchMedia("(max-width: 900px)").matches;
    const cols = board.cols + (board.shape === "hex" ? 0.5 : 0);
    const width = widthFor(view, place, narrow);
    const pixels = cellPixels(place, (width - RULER) / cols, board.rows, narrow);
    resize(pixels);
    // The panel takes the width that the board leaves, not the other way round.
    left.style.minWidth = `${Math.min(width, pixels * cols + RULER)}px`;
    return undefined;
  };
  const observer = new ResizeObserver(measure);
  observer.observe(view);
  measure();
}

/**
 * @param {Element} place
 * @param {number} fittingWidth px of a cell, if the board is as wide as it may be
 * @param {number} rows
 * @param {boolean} narrow
 */
function cellPixels(place, fittingWidth, rows, narrow) {
  const two = place.closest(".two") !== null; // two boards side by side
  const touch = narrow || matchMedia("(pointer: coarse)").matches;
  const watched = place.closest(".runs") !== null;
  const alone = watched ? 248 : 215;
  const around = two ? 395 : alone; // px above and below the board
  const fittingHeight = (innerHeight - around) / rows;
  const wanted = touch
    ? fittingWidth
    : Math.min(fittingWidth, Math.max(fittingHeight, two ? 26 : 30));
  return Math.floor(Math.max(touch ? 34 : 26, Math.min(two ? 36 : 44, wanted)));
}

/**
 * The width there is for a board: beside the panel, or half of the view if two stand side by side.
 * @param {Element} view
 * @param {Element} place
 * @param {boolean} narrow
 */
function widthFor(view, place, narrow) {
  const { paddingLeft, paddingRight } = getComputedStyle(view);
  const inner = view.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  if (narrow) return inner;
  return place.closest(".two") ? (inner - 26) / 2 : inner - PANEL;
}
