// Fits the cells of a board to the window, with a smallest and a largest size.

/** @import { Board } from "./board.js" */

import { SIDEWAYS } from "../base/dom.js";
import { placesOf } from "./graph-drawing.js";

const RULER = 32; // px for the numbers of the rows
const PANEL = 21.75; // rem that the panel and the gap before it need at least
const ROWS_AROUND = 600; // px that the rows of buttons above and below a board need
const EDGES = 26; // px beside the cells, on both sides together: their numbers, and the padding
const TABLET = 600; // px of width from which the height counts too
const BELOW_WORDS = 44; // px of a cell, at most, where a phone shows the words of Watch above the board
const SMALLEST = 34; // px of a cell for a finger, if the board scrolls anyway
const SMALLEST_TARGET = 24; // px of a cell, if it spares a tablet or a phone held sideways a scrollbar
const SMALLEST_OF_TWO = 16; // px of a cell, if it shows all columns of two boards side by side
const FRAME_BESIDE = 560; // px of width from which a frame has the panel beside the board (embed.css)
const FRAME_SHARE = 0.55; // of a frame that the board takes
const SMALLEST_SIDEWAYS = 28; // px of a cell, if the board fits a phone that is held sideways

/**
 * Set the size of the cells now, and whenever the view or the window is resized.
 * @param {HTMLElement} element the board
 * @param {HTMLElement} place its container, inside a view
 * @param {Board} board
 * @param {(pixels: number) => void} resize
 */
export function fitCells(element, place, board, resize) {
  const view = place.closest(".view");
  const column = place.parentElement;
  if (!view || !column) throw new Error("fitCells: the board has no .view around it");
  const measure = () => {
    if (!element.isConnected) return observer.disconnect(); // another board has its place
    if (!view.clientWidth) return undefined; // hidden
    if (document.body.matches(".embed") && !place.closest(".two"))
      return resize(framedPixels(place, extent(board)));
    const sideways = matchMedia(SIDEWAYS).matches;
    const narrow = !sideways && matchMedia("(max-width: 900px)").matches;
    const size = extent(board);
    if (sideways && !place.closest(".two")) return resize(sidewaysPixels(view, place, size));
    const { rows, cols } = size;
    const width = widthFor(view, place, narrow);
    const pixels = cellPixels(place, (width - RULER) / cols, rows, narrow);
    resize(pixels);
    // The board gets its width first; the panel gets the rest.
    const least = place.closest(".runs") ? 0 : ROWS_AROUND;
    column.style.minWidth = `${Math.min(width, Math.max(least, pixels * cols + EDGES))}px`;
    return undefined;
  };
  const observer = new ResizeObserver(measure);
  observer.observe(view);
  observer.observe(document.body); // it is as high as the window
  measure();
}

/**
 * The size of a board as it is drawn, in cells. Rows of hexagons overlap, and so do triangles. A torus
 * has a part of another cell beyond each edge. A graph is drawn from its points.
 * @param {Board} board
 */
function extent(board) {
  if (board.graph) {
    const { width, height } = placesOf(board);
    return { rows: height, cols: width };
  }
  const { rows, cols, shape } = board;
  if (shape === "hex") return { rows: 0.866 * rows + 0.29, cols: cols + 0.5 };
  if (shape === "triangle") return { rows: 1.56 * rows, cols: 0.9 * (cols + 1) };
  if (shape === "torus") return { rows: rows + 1.2, cols: cols + 1.2 };
  return { rows, cols };
}

/**
 * The size of a cell on a phone that is held sideways. The style sheet makes the place as high as it can
 * be, and gives the panel at least 17 rem and 45 %. A board that cannot fit that height scrolls; if it can,
 * only up and down.
 * @param {Element} view
 * @param {HTMLElement} place
 * @param {{ rows: number, cols: number }} size
 */
function sidewaysPixels(view, place, { rows, cols }) {
  const fitting = Math.floor((place.clientHeight - EDGES) / rows);
  if (fitting >= SMALLEST_SIDEWAYS) return Math.min(fitting, 72);
  const [inner, em] = [innerWidthOf(view), emPixels()];
  const width = inner - Math.max(17 * em, 0.45 * inner) - 0.9 * em;
  const across = Math.floor((width - EDGES) / cols);
  return across < SMALLEST_TARGET ? SMALLEST : Math.min(across, SMALLEST);
}

/**
 * The size of a cell in a frame of another page: the board is whole, beside the argument or above it.
 * @param {Element} place
 * @param {{ rows: number, cols: number }} size
 */
function framedPixels(place, { rows, cols }) {
  const beside = innerWidth >= FRAME_BESIDE;
  const width = (beside ? FRAME_SHARE : 1) * innerWidth - RULER - EDGES;
  const above = place.getBoundingClientRect().top;
  const height = (beside ? 1 : FRAME_SHARE) * (innerHeight - above) - EDGES - RULER;
  return Math.max(8, Math.floor(Math.min(width / cols, height / rows, 64)));
}

const emPixels = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** @param {Element} view */
function innerWidthOf(view) {
  const { paddingLeft, paddingRight } = getComputedStyle(view);
  return view.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
}

/**
 * @param {Element} place
 * @param {number} fittingWidth px of a cell if the board takes the available width
 * @param {number} rows the height of the board, in cells
 * @param {boolean} narrow
 */
function cellPixels(place, fittingWidth, rows, narrow) {
  const touch = narrow || matchMedia("(pointer: coarse)").matches;
  const { least, most, height } = limits(place);
  // On a narrow screen the panel is below the board, and the board has 62 % of the height (style.css).
  const available = narrow ? innerHeight * 0.62 - EDGES : height;
  const fittingHeight = Math.max(available / rows, least);
  const wanted = innerWidth < TABLET ? fittingWidth : Math.min(fittingWidth, fittingHeight);
  const room = narrow && place.closest(".plain") ? BELOW_WORDS : most;
  // A tablet shows all columns if they are still wide enough for a finger.
  const whole = innerWidth >= TABLET && fittingWidth >= SMALLEST_TARGET;
  const finger = whole ? SMALLEST_TARGET : SMALLEST;
  const usual = touch ? finger : 26;
  const beside = !narrow && place.closest(".two") && fittingWidth >= SMALLEST_OF_TWO;
  const smallest = beside ? Math.min(usual, fittingWidth) : usual;
  return Math.floor(Math.max(smallest, Math.min(room, wanted)));
}

/**
 * The smallest and the largest size of a cell, and the available height, in px.
 * @param {Element} place
 */
function limits(place) {
  if (!place.closest(".runs")) {
    const most = Math.max(44, Math.min(96, innerHeight / 12.4)); // a large screen gets large cells
    const around = place.closest("#view-analyse") ? 290 : 217; // px of the rows above and below the board
    return { least: 30, most, height: innerHeight - around };
  }
  // The view Watch is shown to classes: its board grows with the screen.
  const projector = document.documentElement.classList.contains("projector");
  const em = emPixels();
  const top = place.getBoundingClientRect().top + scrollY;
  if (place.closest(".two"))
    return { least: 26, most: projector ? 96 : 52, height: (innerHeight - top) * 0.45 };
  return { least: 30, most: projector ? 200 : 72, height: innerHeight - top - 7 * em };
}

/**
 * The available width: the view without the panel, or half of the view for each of two boards.
 * @param {Element} view
 * @param {Element} place
 * @param {boolean} narrow
 */
function widthFor(view, place, narrow) {
  const inner = innerWidthOf(view);
  if (narrow) return inner;
  const em = emPixels();
  return place.closest(".two") ? (inner - 1.6 * em) / 2 : inner - PANEL * em;
}
