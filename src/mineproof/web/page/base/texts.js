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
  translate(document.body);
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

/** @param {HTMLElement} root */
function translate(root) {
  for (const element of select(root, "[data-t]")) element.textContent = t(element.dataset.t ?? "");
  for (const element of select(root, "[data-t-label]"))
    element.setAttribute("aria-label", t(element.dataset.tLabel ?? ""));
  for (const element of select(root, "[data-t-title]"))
    element.title = t(element.dataset.tTitle ?? "");
}

/**
 * @param {HTMLElement} root
 * @param {string} selector
 * @returns {Iterable<HTMLElement>}
 */
const select = (root, selector) => root.querySelectorAll(selector);
