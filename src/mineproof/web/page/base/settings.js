// The reader's settings, saved in localStorage, and their dialog: sound, actions of touch, duration of a
// long press.

import { dialog, el } from "./dom.js";
import { choiceField, labelled, switchField } from "./fields.js";
import { load, save } from "./storage.js";
import { t } from "./texts.js";

const KEY = "preferences";

/**
 * `touch`: a long press opens a menu, or it flags, or a tap flags and a long press opens the cell.
 * @typedef {object} Preferences
 * @property {boolean} sound
 * @property {"menu" | "flag" | "swapped"} touch
 * @property {number} hold ms until a press is a long press
 */

/** @type {Preferences["touch"][]} */
const TOUCHES = ["menu", "flag", "swapped"];
const HOLDS = [200, 300, 380, 500, 700];

/** @type {Preferences} */
const DEFAULTS = { sound: false, touch: "menu", hold: 380 };

/** @type {Preferences} */
export const preferences = readPreferences(load(KEY));

/** @param {Partial<Preferences>} changes */
function prefer(changes) {
  save(KEY, Object.assign(preferences, changes));
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

export function showSettings() {
  const sound = { name: "sound", checked: preferences.sound };
  dialog(
    t("settings"),
    el(
      "form",
      { on: { submit: (event) => event.preventDefault() } },
      el(
        "label",
        { class: "check" },
        switchField(sound, (on) => prefer({ sound: on })),
        t("setting sound"),
      ),
      labelled(
        "setting touch",
        choice("touch", TOUCHES, (value) => t(`touch ${value}`)),
      ),
      labelled(
        "setting hold",
        choice("hold", HOLDS, (ms) => t("seconds", { s: (ms / 1000).toFixed(1) })),
      ),
    ),
  );
}

/**
 * @template {"touch" | "hold"} Name
 * @param {Name} name
 * @param {Preferences[Name][]} values
 * @param {(value: Preferences[Name]) => string} text
 */
const choice = (name, values, text) =>
  choiceField(
    values.map((value) => [String(value), text(value)]),
    String(preferences[name]),
    { name },
    (chosen) => prefer({ [name]: values.find((value) => String(value) === chosen) }),
  );
