// The texts of the page: one table for each language. HTML elements name the keys of their texts
// by `data-t`, `data-t-label` and `data-t-title`.

/** @import { Language } from "../engine/engine.js" */

import { texts } from "../engine/engine.js";
import { load } from "./storage.js";

/** @typedef {Record<string, string | number | null | undefined>} Values */

/** @type {Record<string, string>} */
let table = {};

/** @type {Language} the language in use */
export let language = "en";

/**
 * The language that the reader chose before, or the browser's language.
 * @returns {Language}
 */
export function preferredLanguage() {
  const chosen = load("language");
  if (chosen === "en" || chosen === "zh-Hant") return chosen;
  const spoken = navigator.languages.find((name) => /^(zh|en)/i.test(name)) ?? "en";
  return /^zh/i.test(spoken) ? "zh-Hant" : "en";
}

/** @returns {Language} the language that is not in use */
export function otherLanguage() {
  return language === "en" ? "zh-Hant" : "en";
}

/** @param {Language} wanted */
export async function loadLanguage(wanted) {
  table = (await texts(wanted)).page;
  language = wanted;
  document.documentElement.lang = wanted;
  translate();
}

/**
 * The text of a key, with its gaps filled: `t("step of", {n: 3})`.
 * @param {string} key
 * @param {Values} [values]
 */
export function t(key, values = {}) {
  const text = table[key];
  if (text === undefined) throw new Error(`no text has the key "${key}"`);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * The text for a number: `t.n("mines", 2)` uses the key "mines, many".
 * @param {string} key
 * @param {number} n
 * @param {Values} [values]
 */
t.n = (key, n, values = {}) => t(n === 1 ? key : `${key}, many`, { n, ...values });

/** @param {string} key */
t.has = (key) => key in table;

/**
 * The size of a board in words, for screen readers.
 * @param {{ rows: number, cols: number }} board
 * @param {number} mines
 */
export const boardText = ({ rows, cols }, mines) =>
  t("board of", { size: `${cols}×${rows}`, n: mines });

function translate() {
  /** @type {NodeListOf<HTMLElement>} */
  const elements = document.querySelectorAll("[data-t], [data-t-label], [data-t-title]");
  for (const element of elements) {
    const { t: text, tLabel: label, tTitle: title } = element.dataset;
    if (text) element.textContent = t(text);
    if (label) element.ariaLabel = t(label);
    if (title) element.title = t(title);
  }
}
