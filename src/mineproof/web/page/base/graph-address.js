// Graphs in addresses. An address holds a short graph itself, and the key of a longer one, which the
// browser keeps until the window is closed: a link to it works only there, and a file is to be sent.

/** @import { Graph } from "../../api.d.ts" */

import { hash } from "./storage.js";

const LONGEST = 1500; // characters of a graph in an address
const KEPT = "graph:";

/** @type {Map<string, Graph>} graphs by key, where the browser keeps nothing */
const inMemory = new Map();

/**
 * A graph as an address holds it.
 * @param {Graph} graph
 */
export function graphKey(graph) {
  const text = JSON.stringify(graph);
  if (text.length <= LONGEST) return text;
  const key = KEPT + hash(text);
  if (!inMemory.has(key)) {
    inMemory.set(key, graph);
    try {
      sessionStorage.setItem(key, text);
    } catch {
      // it is gone when the page is loaded again
    }
  }
  return key;
}

/**
 * The graph that an address holds or names; null if there is none.
 * @param {string} text
 * @returns {Graph | null}
 */
export function graphAt(text) {
  try {
    if (text.startsWith("{")) return JSON.parse(text);
    if (!text.startsWith(KEPT)) return null;
    const kept = inMemory.get(text) ?? JSON.parse(sessionStorage.getItem(text) ?? "null");
    if (kept) inMemory.set(text, kept);
    return kept;
  } catch {
    return null;
  }
}

/**
 * Whether an address names a graph that this browser does not have.
 * @param {unknown} shape
 */
export const isLostGraph = (shape) => typeof shape === "string" && shape.startsWith(KEPT);
