// What the page says: one table a language, read whole. HTML names its texts by `data-t`.

import * as engine from "./engine.js";

const LANGUAGES = { en: "EN", "zh-Hant": "繁中" };
let table = {};
export let language = "en";

// The reader's own choice, else the browser's.
export function preferred() {
  const chosen = localStorage.getItem("language");
  if (chosen in LANGUAGES) return chosen;
  const chinese = navigator.languages.find((one) => /^(zh|en)/i.test(one)) ?? "en";
  return /^zh/i.test(chinese) ? "zh-Hant" : "en";
}

export function other() {
  return Object.keys(LANGUAGES).find((one) => one !== language);
}

export async function speak(wanted) {
  table = (await engine.texts(wanted)).page;
  language = wanted;
  document.documentElement.lang = wanted;
  apply(document.body);
}

// `t("step of", {n: 3})`; with a count, `t.n("mines", 2)` takes "mines, many".
export function t(key, values = {}) {
  const text = table[key];
  if (text === undefined) throw new Error(`no text for ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}
t.n = (key, n, values = {}) => t(n === 1 ? key : `${key}, many`, { n, ...values });
t.has = (key) => key in table;

export function apply(root) {
  for (const one of root.querySelectorAll("[data-t]")) one.textContent = t(one.dataset.t);
  for (const one of root.querySelectorAll("[data-t-label]")) {
    one.setAttribute("aria-label", t(one.dataset.tLabel));
  }
  for (const one of root.querySelectorAll("[data-t-title]")) one.title = t(one.dataset.tTitle);
}
