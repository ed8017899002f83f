// Animations on a board: an opening, an explosion, a win. The board shows all information without them.
// There are none on large boards, or if the reader prefers reduced motion.

/** @import { Game } from "../game/game.js" */
/** @import { Grid } from "./grid.js" */

const RIPPLE = 14; // ms for each cell of distance
const MINES = 24; // ms for each cell of distance after an explosion
const SWEEP = 26; // ms for each diagonal after a win

/** @param {Grid} grid */
const isAnimated = (grid) => !grid.many && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * @param {Grid} grid
 * @param {number} a
 * @param {number} b
 */
function distance({ board: { cols } }, a, b) {
  return Math.hypot(Math.floor(a / cols) - Math.floor(b / cols), (a % cols) - (b % cols));
}

/**
 * @param {Element | null | undefined} element
 * @param {Keyframe[]} frames
 * @param {number} duration
 * @param {number} delay
 */
const animate = (element, frames, duration, delay) =>
  element?.animate(frames, { duration, delay, fill: "backwards", easing: "ease-out" });

/**
 * Open cells one after another, outwards from the pressed cell.
 * @param {Grid} grid
 * @param {number} origin
 * @param {number[]} changed
 */
export function ripple(grid, origin, changed) {
  if (!isAnimated(grid)) return;
  const from = { background: "var(--hidden)", color: "transparent", transform: "scale(.94)" };
  for (const cell of changed)
    if (grid.values[cell] >= 0)
      animate(grid.cells[cell], [from, {}], 150, RIPPLE * distance(grid, origin, cell));
}

/**
 * Drop a flag into its cell.
 * @param {Grid} grid
 * @param {number} cell
 */
export function plant(grid, cell) {
  const flag = grid.cells[cell].firstElementChild;
  if (isAnimated(grid)) animate(flag, [{ transform: "translateY(-35%)", opacity: 0 }, {}], 130, 0);
}

/**
 * Enlarge the exploded mine, and show the other mines from there outwards.
 * @param {Grid} grid
 * @param {number} exploded
 */
export function explode(grid, exploded) {
  if (!isAnimated(grid)) return;
  const spread = `0 0 0 ${grid.pixels * 1.3}px transparent`;
  animate(
    grid.cells[exploded],
    [
      { transform: "scale(.7)", boxShadow: "0 0 0 0 var(--mine)", zIndex: 1 },
      { transform: "scale(1.18)", zIndex: 1, offset: 0.35 },
      { transform: "scale(1)", boxShadow: spread, zIndex: 1 },
    ],
    420,
    0,
  );
  const hidden = [{ opacity: 0, transform: "scale(.4)" }, {}];
  for (const [cell, element] of grid.cells.entries())
    if (element.classList.contains("m"))
      animate(element.firstElementChild, hidden, 180, 120 + MINES * distance(grid, exploded, cell));
}

/**
 * Sweep over the solved board, and show the flags that the player did not set.
 * @param {Grid} grid
 * @param {Game} game
 */
export function celebrate(grid, game) {
  if (!isAnimated(grid)) return;
  const { cols } = grid.board;
  const raised = [{ opacity: 0, transform: "translateY(-60%)" }, {}];
  for (const [cell, element] of grid.cells.entries()) {
    const delay = SWEEP * (Math.floor(cell / cols) + (cell % cols));
    const lit = { background: "var(--safe-soft)", transform: "scale(1.06)", offset: 0.4 };
    animate(element, [{}, lit, {}], 420, delay);
    if (grid.values[cell] < 0 && !game.flags.includes(cell))
      animate(element.firstElementChild, raised, 260, delay + 120);
  }
}
