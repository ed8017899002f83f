// The dialog of the reader's settings: sound, actions of touch, duration of a long press.

/** @import { Preferences } from "./storage.js" */

import { dialog, el } from "./dom.js";
import { choiceField, labelled, switchField } from "./fields.js";
import { HOLDS, prefer, preferences, TOUCHES } from "./storage.js";
import { t } from "./texts.js";

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
