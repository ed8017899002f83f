// Keeps one version of the page for the next visit, with or without a network. `make site` writes the
// version's hash below, so a new version is a new service worker: it loads its files beside the old
// ones and waits until the reader, or the end of the last visit, lets it take over.

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);

const STAMP = ""; // the hash of files.json
const SCOPE = new URL("./", worker.location.href).href;
const OURS = `mineproof ${SCOPE} `; // several copies of the page may live on one host
const CACHE = OURS + STAMP; // as in site-files.js
const AT_A_TIME = 6; // downloads

worker.addEventListener("install", (event) => event.waitUntil(keepAll()));
worker.addEventListener("activate", (event) => event.waitUntil(forgetOld()));
worker.addEventListener("message", ({ data }) => {
  if (data === "take over") worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(SCOPE)) event.respondWith(find(request));
});

/**
 * A file from the cache; from the network if it is not there.
 * @param {Request} request
 */
async function find(request) {
  const address = request.url.split(/[?#]/)[0];
  const cache = await caches.open(CACHE);
  const kept = await cache.match(address === `${SCOPE}index.html` ? SCOPE : address, {
    ignoreVary: true,
  });
  return kept ?? fetch(request);
}

/** Load every file that is not there yet. Anything missing or changed ends the installation. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  const listed = await load("files.json", STAMP);
  /** @type {Record<string, { integrity: string }>} */
  const files = await listed.clone().json();
  const old = await oldFiles();
  const waiting = Object.entries(files);
  const loadSome = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [path, { integrity }] = next;
      if (await cache.match(SCOPE + path)) continue; // the page has kept it
      await cache.put(SCOPE + path, (await old(path, integrity)) ?? (await load(path, integrity)));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, loadSome));
  await cache.put(`${SCOPE}files.json`, listed);
  await cache.put(SCOPE, await loadHtml());
}

/**
 * @param {string} path
 * @param {string} integrity
 */
async function load(path, integrity) {
  const response = await fetch(SCOPE + path, { integrity, cache: "no-cache" });
  if (!response.ok) throw new Error(`${path}: HTTP status ${response.status}`);
  return response;
}

/** index.html, which must be of this version: a host may be in the middle of an update. */
async function loadHtml() {
  const response = await fetch(SCOPE, { cache: "no-cache" });
  const html = await response.text();
  if (!html.includes(STAMP)) throw new Error("index.html is of another version");
  return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
}

/** A function that finds a file of an older version, if it has not changed since. */
async function oldFiles() {
  /** @type {{ cache: Cache, files: Record<string, { integrity: string }> }[]} */
  const versions = [];
  for (const name of await oldCaches()) {
    const cache = await caches.open(name);
    const listed = await cache.match(`${SCOPE}files.json`);
    if (listed) versions.push({ cache, files: await listed.json() });
  }
  return async (/** @type {string} */ path, /** @type {string} */ integrity) => {
    const version = versions.find(({ files }) => files[path]?.integrity === integrity);
    return version?.cache.match(SCOPE + path);
  };
}

const oldCaches = async () =>
  (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);

async function forgetOld() {
  await Promise.all((await oldCaches()).map((name) => caches.delete(name)));
}
