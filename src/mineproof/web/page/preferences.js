// What a reader likes, kept by the browser: sound, what a tap and a long press do, how long that is.

import { keepPreferences, keptPreferences } from "./autosave.js";

/**
 * `touch`: a tap opens and a long press offers a menu; or it flags at once; or they are swapped.
 * @typedef {object} Preferences
 * @property {boolean} sound
 * @property {"menu" | "flag" | "swapped"} touch
 * @property {number} hold ms that a long press takes
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
 * What was kept, as far as it makes sense.
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
