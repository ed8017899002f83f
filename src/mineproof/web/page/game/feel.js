// Motion and sound for moves. Both are loaded when they are first needed; a move before that has
// neither.

/** @import * as Motion from "../board/motion.js" */
/** @import { Game } from "./game.js" */
/** @import { Grid } from "../board/grid.js" */
/** @import { Sound } from "../base/sound.js" */

import { preferences } from "../base/preferences.js";

const FLOOD = 8; // from this number of cells on, an opening has another sound

/** @type {typeof Motion | null} */
let motion = null;

/**
 * Load the motion when the reader first points at the board.
 * @param {HTMLElement} place
 */
export function prepareFeel(place) {
  const load = () => {
    import("../board/motion.js").then(
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
 * Play the motion and the sound of a move that the board already shows.
 * @param {Grid} grid
 * @param {Game} game
 * @param {number} cell the cell that was pressed
 * @param {number[]} changed
 */
export function feelMove(grid, game, cell, changed) {
  const opened = changed.some((at) => grid.values[at] >= 0);
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
    import("../base/sound.js").then(
      ({ sound }) => sound(name),
      () => {},
    );
}
