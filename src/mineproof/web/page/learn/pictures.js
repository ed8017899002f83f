// Small boards as pictures: a part of a board of each lesson, and the surroundings of a cell in a position.

import { el, icon } from "../base/dom.js";
import { Board, FLAG, parse } from "../board/board.js";

const ROWS = 4; // of a picture
const COLS = 5;

/** Rows of cells: a clue, H hidden, F a flag, s safe for certain, m a mine for certain, ? the right cell. */
export const PICTURES = /** @type {Record<string, string>} */ ({
  satisfied: "FF311/H5F21/HsF33/1s2F2",
  full: "11000/m1001/11012/H112F",
  "1-1": "FF211/22222/113FF/HHsF3",
  "1-2": "01HHH/02HHH/02mHH/02HHH",
  "1-2-1": "001HH/112HH/F22mH/12F4F",
  subset: "3112F/HH1HH/HsssH/HHHHH",
  corner: "3F201/HF311/HHH1H/Hs112",
  overlap: "F4mHH/24HHH/F2HHH/2ssHH",
  difference: "HH343/HH22F/HsHH2/HHHH1",
  count: "FF44H/223FH/003Fs/002FF",
  case: "HsHHF/F213H/2201H/F112H",
  flip: "113FF/1224H/F4F4H/F4F??",
  guess: "HF311/H44F1/HFF42/??FF1",
});

/** @type {Record<string, string>} */
const CLASSES = { H: "h", F: "h f", s: "h k-safe", m: "h k-mine", "?": "h k-asked", 0: "o" };

/**
 * @param {string} rows
 * @returns {HTMLElement}
 */
export const picture = (rows) =>
  el(
    "span",
    { class: "picture", "aria-hidden": "true" },
    ...[...rows.replaceAll("/", "")].map((sign) =>
      el("span", { class: `c ${CLASSES[sign] ?? `o n${sign}`}` }, signOf(sign)),
    ),
  );

/** @param {string} sign */
function signOf(sign) {
  if (sign === "s") return icon("check");
  if (sign === "m" || sign === "F") return icon("flag");
  return sign > "0" && sign <= "8" ? sign : "";
}

/**
 * The surroundings of a cell in a position, as rows of a picture.
 * @param {string} position
 * @param {string} name
 */
export function surroundings(position, name) {
  const { rows, cols, values } = parse(position);
  const cell = new Board(rows, cols).cell(name);
  const [row, col] = [Math.floor(cell / cols), cell % cols];
  const top = Math.max(0, Math.min(rows - ROWS, row - 1));
  const left = Math.max(0, Math.min(cols - COLS, col - 2));
  return Array.from({ length: ROWS * COLS }, (_, i) => {
    const [r, c] = [top + Math.floor(i / COLS), left + (i % COLS)];
    return r < rows && c < cols ? signOfValue(values[r * cols + c]) : "0";
  }).join("");
}

/** @param {number} value */
function signOfValue(value) {
  if (value >= 0) return String(Math.min(8, value));
  return value === FLAG ? "F" : "H";
}
