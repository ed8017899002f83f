// Motion and sound for moves. Motion is loaded when it is first needed; a move before that has none. Sounds
// are a few short tones, made by the browser, if the reader turns them on.

/** @import * as Motion from "../board/motion.js" */
/** @import { Game } from "./game.js" */
/** @import { Grid } from "../board/grid.js" */

import { preferences } from "../base/storage.js";

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

/** @typedef {"open" | "flood" | "flag" | "won" | "lost"} Sound */

/** @typedef {{ at: number, pitch: number, lasts: number, wave: OscillatorType, volume: number }} Tone */

/**
 * @param {number} at s
 * @param {number} pitch Hz
 * @param {number} lasts s
 * @param {OscillatorType} wave
 * @param {number} volume
 * @returns {Tone}
 */
const tone = (at, pitch, lasts, wave = "sine", volume = 0.05) => ({
  at,
  pitch,
  lasts,
  wave,
  volume,
});

/** @type {Record<Sound, Tone[]>} */
const TONES = {
  open: [tone(0, 620, 0.05)],
  flood: [tone(0, 520, 0.05), tone(0.05, 660, 0.06), tone(0.1, 780, 0.08)],
  flag: [tone(0, 330, 0.05, "triangle")],
  won: [tone(0, 523, 0.14), tone(0.12, 659, 0.14), tone(0.24, 784, 0.14), tone(0.36, 1047, 0.3)],
  lost: [tone(0, 110, 0.4, "sawtooth"), tone(0, 73, 0.5, "triangle", 0.09)],
};

/** @type {AudioContext | null} */
let audio = null;

/** @param {Sound} sound */
function play(sound) {
  if (!preferences.sound) return;
  audio ??= new AudioContext();
  for (const { at, pitch, lasts, wave, volume } of TONES[sound]) {
    const begin = audio.currentTime + at;
    const gain = audio.createGain();
    gain.gain.setValueAtTime(volume, begin);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
    const oscillator = new OscillatorNode(audio, { type: wave, frequency: pitch });
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(begin);
    oscillator.stop(begin + lasts);
  }
}
