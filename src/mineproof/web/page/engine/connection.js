// Whether the server answers, as far as the page knows.

let away = false;
/** @type {Set<(away: boolean) => void>} */
const listeners = new Set();

/** @param {boolean} now */
export function setAway(now) {
  if (now === away) return;
  away = now;
  for (const listener of listeners) listener(away);
}

/**
 * Call a function now and at every change.
 * @param {(away: boolean) => void} listener
 */
export function onAway(listener) {
  listeners.add(listener);
  listener(away);
}
