// How far the reasoning of the static page is loaded. The worker engine sets it, the page shows it.

/**
 * @typedef {object} LoadingState
 * @property {"waiting" | "loading" | "starting" | "ready" | "failed"} phase
 * @property {number} loaded bytes that have come in
 * @property {number} total bytes in all
 * @property {number} questions how many questions wait for an answer
 * @property {unknown} problem why it failed
 */

/** @type {LoadingState} */
let state = { phase: "waiting", loaded: 0, total: 0, questions: 0, problem: null };

/** @type {Set<(state: LoadingState) => void>} */
const listeners = new Set();

/** @param {Partial<LoadingState>} change */
export function setLoading(change) {
  state = { ...state, ...change };
  for (const listener of listeners) listener(state);
}

/**
 * Call a function now and at every change.
 * @param {(state: LoadingState) => void} listener
 */
export function onLoading(listener) {
  listeners.add(listener);
  listener(state);
}
