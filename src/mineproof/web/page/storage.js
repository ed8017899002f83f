// What the page keeps in this browser (localStorage), as JSON. Where storage is blocked or full, the
// page works without it.

/**
 * @param {string} key
 * @returns {any} null if nothing is stored or can be read
 */
export function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
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
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} key */
export function remove(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // there is no storage
  }
}
