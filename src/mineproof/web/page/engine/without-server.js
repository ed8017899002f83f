// Replaces a server that does not answer: the saved answer to "about", and boards dealt in the page.

/** @import { About, DealRequest, Dealt } from "./engine.js" */

import { load, save } from "../base/storage.js";
import { deal } from "./deal.js";

const KEY = "about";

/**
 * The answer to "about" if none is saved: enough to play.
 * @type {About}
 */
export const LEAST = {
  schema: 3,
  version: "",
  most_cells: 10000,
  most_bytes: 1048576,
  shapes: ["grid", "torus", "hex", "knight", "orthogonal", "triangle"],
  levels: {
    beginner: { rows: 9, cols: 9, mines: 10 },
    intermediate: { rows: 16, cols: 16, mines: 40 },
    expert: { rows: 16, cols: 30, mines: 99 },
  },
  strategies: {},
};

/** @param {About} about */
export const keepAbout = (about) => save(KEY, about);

/** @returns {About} */
export function knownAbout() {
  const kept = load(KEY);
  return kept?.levels ? kept : LEAST;
}

/**
 * The board that the server would deal; null if only the server can make or refuse it.
 * @param {DealRequest} request
 * @returns {Dealt | null}
 */
export const dealHere = (request) => deal(request, knownAbout());
