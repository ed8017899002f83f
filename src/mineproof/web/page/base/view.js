// The interface between the page and its views, the URL hash of a view and its options, and the menu that shares it.

/** @import { Graph } from "../../api.d.ts" */
/** @import { Shared } from "./share.js" */
/** @import { About, DealRequest } from "../engine/engine.js" */

import { loadPart } from "./dom.js";
import { graphAt, graphKey } from "./graph-address.js";
import { t } from "./texts.js";

/**
 * The options of a view, as the URL holds them. They are not checked here: the engine refuses invalid
 * ones.
 * @typedef {DealRequest & { strategy?: string, against?: string, at?: number, shift?: number,
 *   position?: string, date?: string, lesson?: string, kind?: string, depth?: number, count?: number,
 *   task?: "certain" | "safe", timed?: boolean, repeat?: boolean, profile?: boolean,
 *   write?: boolean | "clauses", full?: boolean, own?: string,
 *   game?: string, move?: number, beat?: string, why?: string, step?: number }} Options
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
 * @property {(key: string) => boolean} [pressKey] handles a key, in lower case; false if it has no meaning
 * @property {() => unknown} [retry] repeats questions that got no answer
 * @property {(name: string, on: boolean) => void} [highlight] highlights a cell
 */

/** Options that are whole numbers. */
const NUMBERS = new Set(["mines", "seed", "min_depth", "max_depth", "depth", "count"]);
/** Options that are places in a game or in a lesson. */
const PLACES = new Set(["at", "shift", "move", "step"]);
/** Options that are switches. `write` has other values too. */
const SWITCHES = new Set(["no_guess", "dense", "timed", "repeat", "profile", "write", "full"]);

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
 * A place that is not a whole number is left out. Any other invalid value stays a text, so that the
 * engine refuses it.
 * @param {string} hash
 * @returns {{ name: string, options: Options }}
 */
export function readHash(hash) {
  const [name, query] = hash.slice(1).split(/\?(.*)/s);
  const options = [...new URLSearchParams(query ?? "")]
    .map(([key, text]) => [key, optionValue(key, text)])
    .filter(([, value]) => value !== null);
  return { name, options: Object.fromEntries(options) };
}

/**
 * The value of an option; null if it is left out.
 * @param {string} key
 * @param {string} text
 */
function optionValue(key, text) {
  if (PLACES.has(key)) return wholeNumber(text);
  if (NUMBERS.has(key)) return wholeNumber(text) ?? text;
  if (SWITCHES.has(key)) return text === "true" || text;
  return key === "shape" ? (graphAt(text) ?? text) : text;
}

/**
 * The number that a decimal text names; null if it is none, or too large to be exact.
 * @param {string} text
 */
function wholeNumber(text) {
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
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

/**
 * Open the Share menu.
 * @param {Shared} shared
 */
export const openShare = async (shared) =>
  (await loadPart(() => import("./share.js")))?.share(shared);

/** A random seed for a new board. */
export const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
