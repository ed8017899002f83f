// Loads core.wasm and checks its calls. It works in a page, in a worker and in node.
//
// core/webassembly.py is the caller: give the loaded core to Pyodide before Python asks for an engine,
//   pyodide.registerJsModule("mineproof_core", await loadCore());
// native/wasm/core.cpp says what each function takes and returns.

/** @typedef {(...numbers: number[]) => number} CoreFunction */

const MS_BETWEEN_QUESTIONS = 50;
const BROKEN = -8;

/** A loaded core. Its functions take and return numbers; arrays go through its memory. */
export class Core {
  /** The functions of core.cpp by name. @type {Record<string, CoreFunction>} */
  functions = {};

  /** Asked now and then during a long call; the call ends if the answer is true. @type {(() => boolean) | null} */
  isCancelled = null;

  /** @type {WebAssembly.Memory} */
  #memory;
  /** When to ask `isCancelled` again. */
  #nextQuestion = 0;
  /** Why the core cannot be used any more. */
  #failure = "";

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    const { exports } = new WebAssembly.Instance(module, {
      host: { is_cancelled: () => Number(this.#askIfCancelled()) },
      env: { emscripten_notify_memory_growth: () => {} },
      wasi_snapshot_preview1: {
        clock_time_get: (/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ at) => {
          const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
          new DataView(this.#memory.buffer).setBigUint64(at, nanoseconds, true);
          return 0;
        },
        proc_exit: () => {
          throw new Error("the core ended itself");
        },
      },
    });
    this.#memory = /** @type {WebAssembly.Memory} */ (exports.memory);
    for (const [name, value] of Object.entries(exports))
      if (typeof value === "function")
        this.functions[name] = this.#guarded(/** @type {CoreFunction} */ (value));
    this.functions._initialize();
  }

  /**
   * Room for the arguments of the next call, of so many bytes; null if there is none. The memory may move:
   * ask again for each call.
   * @param {number} size
   */
  input(size) {
    const at = this.functions.input(size);
    return at < 0 ? null : new Uint8Array(this.#memory.buffer, at, size);
  }

  /** The result of the last call. It is overwritten by the next one. */
  output() {
    const { output, output_size } = this.functions;
    return new Uint8Array(this.#memory.buffer, output(), output_size());
  }

  /** Why the last call failed. */
  message() {
    return this.#failure || new TextDecoder().decode(this.output());
  }

  /** The bytes of memory in use. */
  memorySize() {
    return this.#memory.buffer.byteLength;
  }

  #askIfCancelled() {
    if (this.isCancelled === null) return false;
    const now = performance.now();
    if (now < this.#nextQuestion) return false;
    this.#nextQuestion = now + MS_BETWEEN_QUESTIONS;
    return this.isCancelled();
  }

  /**
   * C++ catches its exceptions, so whatever comes out of a call has left the core half-way: this call and
   * every later one return BROKEN.
   * @param {CoreFunction} call
   * @returns {CoreFunction}
   */
  #guarded(call) {
    return (...numbers) => {
      if (this.#failure) return BROKEN;
      try {
        return call(...numbers);
      } catch (problem) {
        this.#failure = `the core has failed and must be loaded again: ${problem}`;
        return BROKEN;
      }
    };
  }
}

/**
 * Load the core: from the address of core.wasm, from its bytes, or from its compiled module.
 * @param {string | URL | BufferSource | WebAssembly.Module} [source]
 */
export async function loadCore(source = new URL("core.wasm", import.meta.url)) {
  if (source instanceof WebAssembly.Module) return new Core(source);
  if (typeof source !== "string" && !(source instanceof URL))
    return new Core(await WebAssembly.compile(source));
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source}: ${response.status}`);
  // Compiled from the whole file, not from the stream: a host may send another type than application/wasm.
  return new Core(await WebAssembly.compile(await response.arrayBuffer()));
}
