// How a move feels: motion and sound. Both are loaded after the first board is there; a move that comes
// before them has neither.

/** @import * as Motion from "./motion.js" */
/** @import { Game } from "./game.js" */
/** @import { Grid } from "./grid.js" */
/** @import { Sound } from "./sound.js" */

import { preferences } from "./preferences.js";

const FLOOD = 8; // cells that are opened at a time sound like more than one

/** @type {typeof Motion | null} */
let motion = null;

/**
 * Load what moves when the reader first touches a board.
 * @param {HTMLElement} place
 */
export function prepareFeel(place) {
  const load = () => {
    import("./motion.js").then(
      (part) => {
        motion = part;
      },
      () => {}, // the game works without it
    );
  };
  for (const event of ["pointerenter", "pointerdown", "focusin"])
    place.addEventListener(event, load, { once: true });
}

/**
 * Let a move be felt; the board shows already what it changed.
 * @param {Grid} grid
 * @param {Game} game
 * @param {number} cell the one that was pressed
 * @param {number[]} changed
 */
export function feelMove(grid, game, cell, changed) {
  const opened = changed.some((one) => grid.values[one] >= 0);
  if (game.over) feelEnd(grid, game);
  else if (opened) {
    motion?.ripple(grid, cell, changed);
    play(changed.length < FLOOD ? "open" : "flood");
  } else {
    motion?.plant(grid, cell);
    play("flag");
  }
}

/**
 * @param {Grid} grid
 * @param {Game} game
 */
function feelEnd(grid, game) {
  if (game.exploded === null) motion?.celebrate(grid, game);
  else motion?.explode(grid, game.exploded);
  play(game.won ? "won" : "lost");
}

/** @param {Sound} name */
function play(name) {
  if (preferences.sound)
    import("./sound.js").then(
      ({ sound }) => sound(name),
      () => {},
    );
}
