// What the page keeps in this browser (localStorage), as JSON. Where storage is blocked or full, the
// page works without it. Other pages of this host and port share the storage, so keys have a prefix.

const PREFIX = "mineproof ";

/**
 * @param {string} key
 * @returns {any} null if nothing is stored or can be read; its type is not checked
 */
export function load(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 * @returns {boolean} whether the value was stored
 */
export function save(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} key */
export function remove(key) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // there is no storage
  }
}

/** Whether this browser lets the page store something. */
export function isStorageOpen() {
  try {
    return localStorage !== null;
  } catch {
    return false;
  }
}

/**
 * Call a function when another tab stores a value, with its key.
 * @param {(key: string) => void} changed
 */
export function onOtherTab(changed) {
  addEventListener("storage", ({ key }) => {
    if (key?.startsWith(PREFIX)) changed(key.slice(PREFIX.length));
  });
}

/**
 * A short name of a text, for keys (FNV-1a, twice 32 bits).
 * @param {string} text
 */
export function hash(text) {
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (let i = 0; i < text.length; i += 1) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

// The settings of the reader

/**
 * `touch`: a long press opens a menu, or it flags, or a tap flags and a long press opens the cell.
 * @typedef {object} Preferences
 * @property {boolean} sound
 * @property {"menu" | "flag" | "swapped"} touch
 * @property {number} hold ms until a press is a long press
 */

/** @type {Preferences["touch"][]} */
export const TOUCHES = ["menu", "flag", "swapped"];
export const HOLDS = [200, 300, 380, 500, 700];

/** @type {Preferences} */
const DEFAULTS = { sound: false, touch: "menu", hold: 380 };

/** @type {Preferences} */
export const preferences = readPreferences(load("preferences"));

/** @param {Partial<Preferences>} changes */
export function prefer(changes) {
  save("preferences", Object.assign(preferences, changes));
}

/**
 * The saved settings; the default for each one that is not valid.
 * @param {Record<string, unknown> | null} kept
 * @returns {Preferences}
 */
function readPreferences(kept) {
  return {
    sound: kept?.sound === true,
    touch: TOUCHES.find((touch) => touch === kept?.touch) ?? DEFAULTS.touch,
    hold: HOLDS.find((hold) => hold === kept?.hold) ?? DEFAULTS.hold,
  };
}
