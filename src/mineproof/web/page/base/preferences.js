// The reader's settings, saved in localStorage: sound, actions of touch, duration of a long press.

import { keepPreferences, keptPreferences } from "../game/autosave.js";

/**
 * `touch`: a long press opens a menu, or it flags, or a tap flags and a long press opens the cell.
 * @typedef {object} Preferences
 * @property {boolean} sound
 * @property {"menu" | "flag" | "swapped"} touch
 * @property {number} hold ms until a press is a long press
 */

/** @type {Preferences["touch"][]} */
export const TOUCHES = ["menu", "flag", "swapped"];
export const HOLDS = [200, 300, 380, 500, 700];

/** @type {Preferences} */
const DEFAULTS = { sound: false, touch: "menu", hold: 380 };

/** @type {Preferences} */
export const preferences = readPreferences(keptPreferences());

/** @param {Partial<Preferences>} changes */
export function prefer(changes) {
  keepPreferences(Object.assign(preferences, changes));
}

/**
 * The saved settings; the default for each one that is not valid.
 * @param {Record<string, unknown> | null} kept
 * @returns {Preferences}
 */
function readPreferences(kept) {
  return {
    sound: kept?.sound === true,
    touch: TOUCHES.find((touch) => touch === kept?.touch) ?? DEFAULTS.touch,
    hold: HOLDS.find((hold) => hold === kept?.hold) ?? DEFAULTS.hold,
  };
}
