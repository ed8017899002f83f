// Runs Python in a Web Worker: Pyodide, the mineproof package, and the core in WebAssembly if it was
// built. The page sends the addresses of files that it has loaded and checked; the worker fetches no
// other files. It answers one question at a time, with the same function as the server's workers.

/**
 * A message from the page.
 * @typedef {{ kind: "start", files: Record<string, string> } | { kind: "part", address: string }
 *   | { kind: "no part" } | { kind: "ask", name: string, body: string }} PageMessage
 */

/**
 * The part of Pyodide that is used here.
 * @typedef {object} Pyodide
 * @property {{ writeFile: (path: string, content: Uint8Array) => void }} FS
 * @property {(code: string) => any} runPython
 * @property {(name: string, module: object) => void} registerJsModule
 * @property {(content: ArrayBuffer, format: string, options: { extractDir: string }) =>
 *   void} unpackArchive
 */

/**
 * A Python tuple of a status and a text.
 * @typedef {{ toJs: () => [status: number, text: string], destroy: () => void }} PythonTuple
 */

const PACKAGE = "/mineproof.zip";
const START = `
import os, sys
os.mkdir("/on-demand")
sys.path[:0] = ["${PACKAGE}", "/on-demand"]
from mineproof.core.choice import engine
from mineproof.web.browser import answer
engine().name
`;

const fetchBlob = self.fetch;
/** @type {((name: string, body: string) => string | PythonTuple) | null} */
let answer = null;
/** @type {Pyodide | null} */
let pyodide = null;
/** @type {{ name: string, body: string } | null} the question that waits for a package */
let waiting = null;
let installed = false;

self.onmessage = async ({ data }) => {
  const message = /** @type {PageMessage} */ (data);
  try {
    if (message.kind === "start") await start(message.files);
    else if (message.kind === "ask") ask(message);
    else if (message.kind === "part") await install(message.address);
    else waiting = null;
  } catch (problem) {
    self.postMessage({ kind: "failed", problem: String(problem) });
  }
};

/** @param {Record<string, string>} files */
async function start(files) {
  // Pyodide fetches files by name. Replace each name by the address that the page has sent.
  self.fetch = (request, options) => {
    const url = request instanceof Request ? request.url : String(request);
    const address = files[url.split("/").at(-1) ?? ""];
    if (!address) return Promise.reject(new TypeError(`${url} is not a file of this page`));
    return fetchBlob(address, options);
  };
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    import(files["pyodide.mjs"]),
    import(files["pyodide.asm.mjs"]),
  ]);
  const running = await loadPyodide({
    indexURL: new URL("/", self.location.origin).href,
    lockFileContents: await (await fetchBlob(files["pyodide-lock.json"])).text(),
    packageBaseUrl: new URL("/", self.location.origin).href,
    createPyodideModule,
  });
  pyodide = /** @type {Pyodide} */ (running);
  if (files["core.mjs"]) await startCore(pyodide, files);
  const content = await (await fetchBlob(files["mineproof.zip"])).arrayBuffer();
  pyodide.FS.writeFile(PACKAGE, new Uint8Array(content));
  const engine = pyodide.runPython(START);
  answer = pyodide.runPython("answer");
  self.postMessage({ kind: "ready", engine });
}

/**
 * Load the core in WebAssembly as a module that Python can import.
 * @param {Pyodide} running
 * @param {Record<string, string>} files
 */
async function startCore(running, files) {
  const [{ loadCore }, content] = await Promise.all([
    import(files["core.mjs"]),
    fetchBlob(files["core.wasm"]).then((response) => response.arrayBuffer()),
  ]);
  running.registerJsModule("mineproof_core", await loadCore(content));
}

/** @param {{ name: string, body: string }} question */
function ask(question) {
  if (!answer) throw new Error("Python has not started: the question cannot be answered");
  const result = answer(question.name, question.body);
  if (typeof result === "string") {
    if (installed) throw new Error(`${result} is installed, but cannot be imported`);
    waiting = question;
    self.postMessage({ kind: "need", part: result });
    return;
  }
  const [status, text] = result.toJs();
  result.destroy();
  self.postMessage({ kind: "answer", status, text });
}

/**
 * Install the package that the waiting question needs, and answer the question.
 * @param {string} address
 */
async function install(address) {
  const content = await (await fetchBlob(address)).arrayBuffer();
  pyodide?.unpackArchive(content, "zip", { extractDir: "/on-demand" });
  pyodide?.runPython("import importlib; importlib.invalidate_caches()");
  installed = true;
  const question = waiting;
  waiting = null;
  if (question) ask(question);
}
