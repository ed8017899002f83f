// The files of the static page: each is checked against the hash that files.json names, and kept in
// the browser's cache storage, so that a second visit loads nothing. `make site` writes files.json;
// its own hash stands in index.html, which is where trust starts.

/**
 * A file of the page: its hash as `integrity` names it, and its size in bytes.
 * @typedef {{ integrity: string, bytes: number }} FileEntry
 */

/** @typedef {(bytes: number) => void} OnProgress  called with the bytes that came in since the last call */

const TYPES = /** @type {Record<string, string>} */ ({
  js: "text/javascript",
  mjs: "text/javascript",
  json: "application/json",
  wasm: "application/wasm",
});

/** A file could not be had: it is missing, it was changed, or the connection broke off. */
export class FileProblem extends Error {
  /**
   * @param {string} path
   * @param {"missing" | "changed" | "interrupted"} kind
   */
  constructor(path, kind) {
    super(`${path}: ${kind}`);
    this.path = path;
    this.kind = kind;
  }
}

/** The files of one version of the page. */
export class SiteFiles {
  /** @type {Promise<Record<string, FileEntry>> | undefined} */
  #entries;

  /** @param {string} stamp the hash of files.json, which names the version */
  constructor(stamp) {
    this.stamp = stamp;
  }

  /** The entries of files.json by path. After a failure the next call tries again. */
  entries() {
    this.#entries ??= this.#load({ integrity: this.stamp, bytes: 0 }, "files.json")
      .then(async (blob) => JSON.parse(await blob.text()))
      .catch((problem) => {
        this.#entries = undefined;
        throw problem;
      });
    return this.#entries;
  }

  /** @param {string} path */
  async has(path) {
    return path in (await this.entries());
  }

  /** @param {string[]} paths */
  async bytes(paths) {
    const entries = await this.entries();
    return paths.reduce((sum, path) => sum + entries[path].bytes, 0);
  }

  /**
   * The content of a file, with the type that its name asks for whatever the server says.
   * @param {string} path
   * @param {OnProgress} [progress]
   */
  async blob(path, progress) {
    const entry = (await this.entries())[path];
    if (!entry) throw new FileProblem(path, "missing");
    return this.#load(entry, path, progress);
  }

  /** @param {string} path */
  async json(path) {
    return JSON.parse(await (await this.blob(path)).text());
  }

  /**
   * @param {FileEntry} entry
   * @param {string} path
   * @param {OnProgress} [progress]
   */
  async #load(entry, path, progress) {
    const cache = await this.#cache();
    const kept = await (await cache?.match(address(path)))?.blob();
    if (kept && (await hasHash(kept, entry.integrity))) {
      progress?.(entry.bytes);
      return typed(kept, path);
    }
    const blob = await download(path, entry, progress);
    // A full disk or a private window keeps nothing: the page works all the same.
    await cache?.put(address(path), new Response(blob)).catch(() => {});
    return typed(blob, path);
  }

  /** The cache of this version; none outside https and localhost. */
  async #cache() {
    try {
      return await caches.open(cacheName(this.stamp));
    } catch {
      return undefined;
    }
  }
}

/**
 * The name of a version's cache. Several copies of the page may live on one host.
 * @param {string} stamp
 */
const cacheName = (stamp) => `mineproof ${address("")} ${stamp}`;

/**
 * The address of a file, whatever folder the page lies in.
 * @param {string} path
 */
const address = (path) => new URL(path, new URL(".", import.meta.url)).href;

/**
 * @param {Blob} blob
 * @param {string} path
 */
const typed = (blob, path) =>
  blob.slice(0, blob.size, TYPES[path.split(".").at(-1) ?? ""] ?? "application/octet-stream");

/**
 * Fetch a file and check its hash. With `integrity` the browser hands nothing over before all of it
 * has come, so a large file is fetched without, counted as it comes in, and hashed here. Where the
 * browser has no hashes (outside https and localhost), `integrity` must do.
 * @param {string} path
 * @param {FileEntry} entry
 * @param {OnProgress} [progress]
 */
async function download(path, { integrity, bytes }, progress) {
  const counted = progress && crypto.subtle;
  const options = counted ? {} : { integrity };
  let response;
  try {
    response = await fetch(address(path), { cache: "no-cache", ...options });
  } catch {
    // Without our own hash, a changed file and a broken connection look alike.
    throw new FileProblem(path, crypto.subtle && (await isThere(path)) ? "changed" : "interrupted");
  }
  if (!response.ok) throw new FileProblem(path, "missing");
  if (!counted) {
    progress?.(bytes);
    return response.blob();
  }
  const blob = await collect(response, progress).catch(() => {
    throw new FileProblem(path, "interrupted");
  });
  if (!(await hasHash(blob, integrity))) throw new FileProblem(path, "changed");
  return blob;
}

/**
 * Whether a file can be fetched when nothing is asked of its content.
 * @param {string} path
 */
async function isThere(path) {
  try {
    return (await fetch(address(path), { method: "HEAD", cache: "no-cache" })).ok;
  } catch {
    return false;
  }
}

/**
 * @param {Response} response
 * @param {OnProgress} progress
 */
async function collect(response, progress) {
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body).getReader();
  const chunks = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks);
    chunks.push(value);
    progress(value.length);
  }
}

/**
 * @param {Blob} blob
 * @param {string} integrity `sha256-` and the hash in base64
 */
async function hasHash(blob, integrity) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer()));
  return integrity === `sha256-${btoa(String.fromCharCode(...hash))}`;
}
