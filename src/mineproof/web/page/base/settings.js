// The dialog of settings: sound, and the actions of touch.

import { dialog, el } from "./dom.js";
import { HOLDS, prefer, preferences, TOUCHES } from "./preferences.js";
import { t } from "./texts.js";

export function showSettings() {
  const sound = el("input", { type: "checkbox", role: "switch", name: "sound" });
  sound.checked = preferences.sound;
  sound.addEventListener("change", () => prefer({ sound: sound.checked }));
  const touch = choice("touch", TOUCHES, preferences.touch, (value) => t(`touch ${value}`));
  touch.addEventListener("change", () => prefer({ touch: TOUCHES[touch.selectedIndex] }));
  const hold = choice("hold", HOLDS, preferences.hold, (value) =>
    t("seconds", { s: (Number(value) / 1000).toFixed(1) }),
  );
  hold.addEventListener("change", () => prefer({ hold: HOLDS[hold.selectedIndex] }));
  dialog(
    t("settings"),
    el(
      "form",
      { on: { submit: (event) => event.preventDefault() } },
      el("label", { class: "check" }, sound, t("setting sound")),
      el("label", {}, t("setting touch"), touch),
      el("label", {}, t("setting hold"), hold),
    ),
  );
}

/**
 * @param {string} name
 * @param {readonly (string | number)[]} values
 * @param {string | number} chosen
 * @param {(value: string | number) => string} text
 */
const choice = (name, values, chosen, text) =>
  el(
    "select",
    { name },
    ...values.map((value) => el("option", { value, selected: value === chosen }, text(value))),
  );
