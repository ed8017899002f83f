// The progress of loading Python on the static page. The worker engine sets it; the page shows it.

/**
 * @typedef {object} LoadingState
 * @property {"waiting" | "loading" | "starting" | "ready" | "failed"} phase
 * @property {number} loaded bytes loaded so far
 * @property {number} total bytes in all
 * @property {number} questions the number of questions without an answer
 * @property {unknown} problem the reason of a failure
 * @property {string} engine the name of Python's engine, once it runs
 */

/** @type {LoadingState} */
let state = { phase: "waiting", loaded: 0, total: 0, questions: 0, problem: null, engine: "" };

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
