// Stores one version of the page, so that the next visit works without a network. `make site` writes the
// hash of the version into STAMP, so each version has its own service worker and its own cache. A new
// version replaces the old one when the user agrees or when the last tab is closed.

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);

const STAMP = ""; // the hash of files.json
const SCOPE = new URL("./", worker.location.href).href;
const OURS = `mineproof ${SCOPE} `; // a host may have several copies of the page
const CACHE = OURS + STAMP; // the same name as in site-files.js
const AT_A_TIME = 6; // parallel downloads

worker.addEventListener("install", (event) => event.waitUntil(storeAll()));
worker.addEventListener("activate", (event) => event.waitUntil(deleteOld()));
worker.addEventListener("message", ({ data }) => {
  if (data === "take over") worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(SCOPE)) event.respondWith(find(request));
});

/**
 * Return a file from the cache, or from the network if the cache does not have it.
 * @param {Request} request
 */
async function find(request) {
  const address = request.url.split(/[?#]/)[0];
  const cache = await caches.open(CACHE);
  const cached = await cache.match(address === `${SCOPE}index.html` ? SCOPE : address, {
    ignoreVary: true,
  });
  return cached ?? fetch(request);
}

/** Load every file that the cache does not have. A missing or changed file ends the installation. */
async function storeAll() {
  const cache = await caches.open(CACHE);
  const listed = await load("files.json", STAMP);
  /** @type {{ files: Record<string, { integrity: string }> }} */
  const { files } = await listed.clone().json();
  const old = await oldFiles();
  const waiting = Object.entries(files);
  const loadNext = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [path, { integrity }] = next;
      if (await cache.match(SCOPE + path)) continue; // the page has stored it
      await cache.put(SCOPE + path, (await old(path, integrity)) ?? (await load(path, integrity)));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, loadNext));
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

/** Load index.html and check its version: the host may be in the middle of an update. */
async function loadHtml() {
  const response = await fetch(SCOPE, { cache: "no-cache" });
  const html = await response.text();
  if (!html.includes(STAMP)) throw new Error("index.html belongs to another version");
  return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
}

/** Return a function that finds a file in the cache of an older version, if its hash is the same. */
async function oldFiles() {
  /** @type {{ cache: Cache, files: Record<string, { integrity: string }> }[]} */
  const versions = [];
  for (const name of await oldCaches()) {
    const cache = await caches.open(name);
    const listed = await cache.match(`${SCOPE}files.json`);
    if (listed) versions.push({ cache, files: (await listed.json()).files });
  }
  return async (/** @type {string} */ path, /** @type {string} */ integrity) => {
    const version = versions.find(({ files }) => files[path]?.integrity === integrity);
    return version?.cache.match(SCOPE + path);
  };
}

const oldCaches = async () =>
  (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);

async function deleteOld() {
  await Promise.all((await oldCaches()).map((name) => caches.delete(name)));
}
