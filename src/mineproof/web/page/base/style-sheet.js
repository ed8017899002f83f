// Style sheets that only some views need.

import { el } from "./dom.js";

/** @type {Map<string, Promise<unknown>>} */
const loaded = new Map();

/**
 * Load a style sheet once. A failure is no error: the view also works without it.
 * @param {string} name
 */
export function loadStyle(name) {
  const known = loaded.get(name);
  if (known) return known;
  const loading = new Promise((done) => {
    const on = { load: done, error: done };
    document.head.append(el("link", { rel: "stylesheet", href: name, on }));
  });
  loaded.set(name, loading);
  return loading;
}
