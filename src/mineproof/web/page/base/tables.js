// Tables, on the page and as CSV.

/** @import { Child } from "./dom.js" */

import { el } from "./dom.js";
import { t } from "./texts.js";

/**
 * A table: the first column names the rows. Each other cell has the head of its column for a narrow window.
 * @param {string[]} heads the keys of the texts
 * @param {Child[][]} rows
 */
export const tableOf = (heads, rows) =>
  el(
    "table",
    {},
    el("thead", {}, el("tr", {}, ...heads.map((key) => el("th", { scope: "col" }, t(key))))),
    el(
      "tbody",
      {},
      ...rows.map(([name, ...values]) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, name),
          ...values.map((value, i) => el("td", { "data-head": t(heads[i + 1]) }, value)),
        ),
      ),
    ),
  );

/**
 * Rows as CSV.
 * @param {unknown[][]} rows the first has the names of the columns
 */
export const csvText = (rows) => rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");

/** @param {unknown} value */
function quoted(value) {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
