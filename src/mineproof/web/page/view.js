// The interface between the page and its views, and the URL hash of a view and its options.

/** @import { Graph } from "../api.d.ts" */
/** @import { About, DealRequest } from "./engine.js" */

import { graphAt, graphKey } from "./graph-address.js";
import { t } from "./texts.js";

/**
 * The options of a view, as the URL holds them. They are not checked here: the engine refuses invalid
 * ones.
 * @typedef {DealRequest & { strategy?: string, against?: string, at?: number, shift?: number,
 *   position?: string, date?: string, lesson?: string, kind?: string, depth?: number, count?: number,
 *   task?: "certain" | "safe", timed?: boolean, repeat?: boolean, profile?: boolean,
 *   write?: boolean | "clauses" }} Options
 */

/** @typedef {"play" | "watch" | "analyse" | "learn" | "day" | "records"} ViewName */

/**
 * Change the URL hash. With `replace` the view is not entered again; nothing changes if it was left.
 * @typedef {(view: ViewName, options: Options, how?: { replace?: boolean }) => void} Go
 */

/**
 * What each view gets from the page.
 * @typedef {object} ViewContext
 * @property {About} about levels, shapes and strategies of the engine
 * @property {Go} go
 * @property {(replay: string) => Promise<void>} openReplay shows a replay in the view Play
 */

/**
 * A view. The page makes it when it is first entered.
 * @typedef {object} View
 * @property {(options: Options) => Promise<void>} enter shows what the options describe
 * @property {() => string} describe one line for the head of the page
 * @property {() => void} languageChanged shows all texts in the new language
 * @property {(key: string) => boolean} pressKey handles a key, in lower case; false if it has no meaning
 * @property {() => unknown} [retry] repeats questions that got no answer
 * @property {(name: string, on: boolean) => void} highlight highlights a cell
 */

const NUMBERS = new Set([
  "mines",
  "seed",
  "min_depth",
  "max_depth",
  "at",
  "shift",
  "depth",
  "count",
]);

/**
 * The hash of a view: `#play?level=expert&seed=7`. It identifies the board.
 * @param {ViewName} view
 * @param {Options} options
 */
export function hashOf(view, options) {
  const present = Object.entries(options).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(present.map(([name, value]) => [name, textOf(value)]))
    .toString()
    .replaceAll("%3A", ":")
    .replaceAll("%2F", "/");
  return `#${view}${query ? `?${query}` : ""}`;
}

/**
 * An option as an address holds it. Only a graph is an object.
 * @param {unknown} value
 */
const textOf = (value) =>
  value && typeof value === "object" ? graphKey(/** @type {Graph} */ (value)) : String(value);

/**
 * @param {string} hash
 * @returns {{ name: string, options: Options }}
 */
export function readHash(hash) {
  const [name, query] = hash.slice(1).split(/\?(.*)/s);
  const options = [...new URLSearchParams(query ?? "")].map(([key, value]) => [
    key,
    NUMBERS.has(key)
      ? Number(value)
      : value === "true" || (key === "shape" && graphAt(value)) || value,
  ]);
  return { name, options: Object.fromEntries(options) };
}

/**
 * @param {Options | null} a
 * @param {Options | null} b
 */
export const sameOptions = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The name of a level in the language of the page; an unknown level stays as it is.
 * @param {string} level
 */
export const levelText = (level) => (t.has(`level ${level}`) ? t(`level ${level}`) : level);

/** @param {Options} options */
export const isEmpty = (options) => Object.keys(options).length === 0;

/**
 * A `.mine` text on one line, for URLs.
 * @param {string} text
 */
export const oneLine = (text) => text.trim().replaceAll("\n", "/");

/** A random seed for a new board. */
export const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
