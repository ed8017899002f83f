// Loads core.wasm and checks its calls. It works in a page, in a worker and in node.
//
// core/_interface.py and the page are the callers. Register the core with Pyodide before Python selects an engine:
//   pyodide.registerJsModule("mineproof_core", await loadCore());
// native/interface.cpp describes the arguments and results of each function. Here the arrays of a call are written
// to input(size) before it, and their address and size are not among its numbers.

/** @typedef {(...numbers: number[]) => number} CoreFunction */

const MS_BETWEEN_QUESTIONS = 50;
const BROKEN = -8;
const OWN = ["_initialize", "input", "output", "output_size"];

/** A loaded core. Its functions take and return numbers; arrays go through its memory. */
export class Core {
  /** The functions of interface.cpp by name. @type {Record<string, CoreFunction>} */
  functions = {};

  /** Called at intervals during a long call; the call ends if it returns true. @type {(() => boolean) | null | undefined} */
  isCancelled = null;

  /** The functions for arguments and results. @type {Record<string, CoreFunction>} */
  #own = {};
  /** Address and size of the arrays of the next call. */
  #given = [0, 0];
  /** @type {WebAssembly.Memory} */
  #memory = new WebAssembly.Memory({ initial: 0 });
  /** The time of the next call of `isCancelled`. */
  #nextQuestion = 0;
  /** Why the core cannot be used any more; empty if it can. */
  #failure = "";

  /** @param {WebAssembly.Module} module */
  static async start(module) {
    const core = new Core();
    const { exports } = await WebAssembly.instantiate(module, core.#imports());
    core.#memory = /** @type {WebAssembly.Memory} */ (exports.memory);
    for (const [name, value] of Object.entries(exports))
      if (typeof value === "function")
        core.#add(name, core.#guarded(/** @type {CoreFunction} */ (value)));
    core.#own._initialize();
    return core;
  }

  /**
   * Allocate memory for the arguments of the next call; null if there is none. The memory may move, so
   * call this for each call.
   * @param {number} size in bytes
   */
  input(size) {
    const at = this.#own.input(size);
    if (at < 0) return null;
    this.#given = [at, size];
    return new Uint8Array(this.#memory.buffer, at, size);
  }

  /** The result of the last call. The next call overwrites it. */
  output() {
    const { output, output_size } = this.#own;
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

  /**
   * @param {string} name
   * @param {CoreFunction} call
   */
  #add(name, call) {
    if (OWN.includes(name)) this.#own[name] = call;
    else
      this.functions[name] = (...numbers) => {
        const given = this.#given;
        this.#given = [0, 0];
        return call(...given, ...numbers);
      };
  }

  /** The functions that the core calls. @returns {WebAssembly.Imports} */
  #imports() {
    return {
      host: { is_cancelled: () => Number(this.#askIfCancelled()) },
      env: { emscripten_notify_memory_growth: () => {} },
      wasi_snapshot_preview1: {
        /** @param {number} _clock @param {bigint} _precision @param {number} at */
        clock_time_get: (_clock, _precision, at) => {
          const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
          new DataView(this.#memory.buffer).setBigUint64(at, nanoseconds, true);
          return 0;
        },
        proc_exit: () => {
          throw new Error("the core called exit");
        },
      },
    };
  }

  #askIfCancelled() {
    if (!this.isCancelled) return false;
    const now = performance.now();
    if (now < this.#nextQuestion) return false;
    this.#nextQuestion = now + MS_BETWEEN_QUESTIONS;
    return this.isCancelled();
  }

  /**
   * Wrap a function of the core. C++ catches its own exceptions, so any other one leaves the core in an
   * undefined state: this call and every later one return BROKEN.
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
 * Load the core from the address of core.wasm, from its bytes, or from its compiled module.
 * @param {string | URL | BufferSource | WebAssembly.Module} [source]
 */
export async function loadCore(source = new URL("core.wasm", import.meta.url)) {
  if (source instanceof WebAssembly.Module) return await Core.start(source);
  if (typeof source !== "string" && !(source instanceof URL))
    return await Core.start(await WebAssembly.compile(source));
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source}: ${response.status}`);
  // compileStreaming() would need the type application/wasm, and a host may send another one.
  return await Core.start(await WebAssembly.compile(await response.arrayBuffer()));
}
