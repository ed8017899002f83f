// Loads the files of the static page, checks each against its hash in files.json, and stores it in
// the browser's cache storage: the next visit loads nothing. `make site` writes files.json, and its
// hash into index.html, which is the root of trust.

/**
 * A file of the page: its hash in the format of `integrity`, and its size in bytes.
 * @typedef {{ integrity: string, bytes: number }} FileEntry
 */

/** @typedef {(bytes: number) => void} OnProgress  called with the number of new bytes */

const TYPES = /** @type {Record<string, string>} */ ({
  js: "text/javascript",
  mjs: "text/javascript",
  json: "application/json",
  wasm: "application/wasm",
});

const GZIPPED = ".gzipped"; // the ending of files that `make site` has compressed

/** A file could not be loaded: it is missing or changed, or the connection was interrupted. */
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

  /** @param {string} stamp the hash of files.json, which identifies the version */
  constructor(stamp) {
    this.stamp = stamp;
  }

  /** The entries of files.json by path. After a failure the next call tries again. */
  entries() {
    this.#entries ??= this.#load({ integrity: this.stamp, bytes: 0 }, "files.json")
      .then(async (blob) => JSON.parse(await blob.text()).files)
      .catch((problem) => {
        this.#entries = undefined;
        throw problem;
      });
    return this.#entries;
  }

  /**
   * The name under which a file is stored.
   * @param {string} path
   */
  async #stored(path) {
    return path in (await this.entries()) ? path : path + GZIPPED;
  }

  /** @param {string} path */
  async has(path) {
    return (await this.#stored(path)) in (await this.entries());
  }

  /** @param {string[]} paths */
  async bytes(paths) {
    const entries = await this.entries();
    const stored = await Promise.all(paths.map((path) => this.#stored(path)));
    return stored.reduce((sum, path) => sum + entries[path].bytes, 0);
  }

  /**
   * The content of a file. Its type follows from its name, not from the server.
   * @param {string} path
   * @param {OnProgress} [progress]
   */
  async blob(path, progress) {
    const stored = await this.#stored(path);
    const entry = (await this.entries())[stored];
    if (!entry) throw new FileProblem(path, "missing");
    const blob = await this.#load(entry, stored, progress);
    if (stored === path) return typed(blob, path);
    const unpacked = blob.stream().pipeThrough(new DecompressionStream("gzip"));
    return typed(await new Response(unpacked).blob(), path);
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
    const cached = await (await cache?.match(address(path)))?.blob();
    if (cached && (await hasHash(cached, entry.integrity))) {
      progress?.(entry.bytes);
      return cached;
    }
    const blob = await download(path, entry, progress);
    // The page also works if nothing can be stored (a full disk, a private window).
    await cache?.put(address(path), new Response(blob)).catch(() => {});
    return blob;
  }

  /** The cache of this version; undefined outside https and localhost. */
  async #cache() {
    try {
      return await caches.open(cacheName(this.stamp));
    } catch {
      return undefined;
    }
  }
}

/**
 * The name of a version's cache. A host may have several copies of the page.
 * @param {string} stamp
 */
const cacheName = (stamp) => `mineproof ${address("")} ${stamp}`;

/**
 * The URL of a file, in the folder of the page.
 * @param {string} path
 */
const address = (path) => new URL(path, new URL("..", import.meta.url)).href;

/**
 * @param {Blob} blob
 * @param {string} path
 */
const typed = (blob, path) =>
  blob.slice(0, blob.size, TYPES[path.split(".").at(-1) ?? ""] ?? "application/octet-stream");

/**
 * Fetch a file and check its hash. With `integrity` the browser returns no data before the file is
 * complete, so a file with a progress bar is fetched without it and hashed here. Outside https and
 * localhost the page cannot compute hashes, and `integrity` is always used.
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
    // `fetch` reports a wrong hash and a broken connection in the same way.
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
 * Whether a file can be fetched, whatever its hash.
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
