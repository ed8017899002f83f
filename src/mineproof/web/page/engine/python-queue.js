// A queue of questions for Python in a Web Worker. If a question takes too long, the worker is
// replaced, because Python cannot be interrupted there in another way. The later questions stay in
// the queue.

import { Refusal } from "./refusal.js";

const SECONDS = 20; // time limit of one question
const FAULT = 500; // the status of an internal error
const FAILED_STARTS = 2; // give up after this many in a row

/**
 * @typedef {object} Question
 * @property {string} name
 * @property {string} body JSON
 * @property {(answer: { status: number, text: string }) => void} resolve
 * @property {(problem: Refusal) => void} reject
 */

/**
 * A message from the worker.
 * @typedef {{ kind: "ready", engine: string } | { kind: "failed", problem: string }
 *   | { kind: "need", part: string } | { kind: "answer", status: number, text: string }} WorkerMessage
 */

/**
 * The address of the worker, and the addresses of the files that it needs to start. `part` loads a
 * file on demand and returns its address.
 * @typedef {{ worker: string, files: Record<string, string>,
 *   part: (name: string) => Promise<string> }} WorkerFiles
 */

export class PythonQueue {
  /** whether a question is answered without waiting for Python to start */
  ready = false;
  /** @type {Question[]} if the worker is busy, it works on the first one */
  #questions = [];
  /** @type {Worker | null} */
  #worker = null;
  /** @type {WorkerFiles | null} */
  #files = null;
  #busy = false;
  #failedStarts = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * Ask a question. The answer comes after Python has started.
   * @param {string} name
   * @param {string} body
   * @returns {Promise<{ status: number, text: string }>}
   */
  ask(name, body) {
    return new Promise((resolve, reject) => {
      this.#questions.push({ name, body, resolve, reject });
      this.#tellWaiting();
      this.#next();
    });
  }

  /**
   * Start Python from these files. Then it answers the questions in the queue.
   * @param {WorkerFiles} files
   */
  start(files) {
    this.#files = files;
    this.#failedStarts = 0;
    this.#startWorker();
  }

  #startWorker() {
    if (!this.#files) return;
    this.#worker?.terminate();
    this.ready = false;
    this.#busy = false;
    clearTimeout(this.#timer);
    setLoading({ phase: "starting" });
    const worker = new Worker(this.#files.worker, { type: "module" });
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(event.message);
    };
    worker.postMessage({ kind: "start", files: this.#files.files });
  }

  /** @param {WorkerMessage} message */
  #receive(message) {
    if (message.kind === "ready") {
      this.ready = true;
      this.#failedStarts = 0;
      setLoading({ phase: "ready", engine: message.engine });
      this.#next();
    } else if (message.kind === "need") this.#loadPart(message.part);
    else if (message.kind === "failed") this.#fail(message.problem);
    else {
      this.#take()?.resolve(message);
      // After an internal error the state of Python is unknown.
      if (message.status === FAULT) this.#startWorker();
      else this.#next();
    }
  }

  /**
   * Load a file that the worker needs. Then the worker continues with the question.
   * @param {string} part
   */
  async #loadPart(part) {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    try {
      const address = await this.#files?.part(part);
      if (worker !== this.#worker) return; // it was replaced, and its question with it
      this.#limitTime();
      worker?.postMessage({ kind: "part", address });
    } catch (problem) {
      if (worker !== this.#worker) return;
      worker?.postMessage({ kind: "no part" });
      this.#take()?.reject(new Refusal(String(problem), "not loaded"));
      this.#next();
    }
  }

  #next() {
    const [question] = this.#questions;
    if (!question || !this.ready || this.#busy) return;
    this.#busy = true;
    this.#limitTime();
    this.#worker?.postMessage({ kind: "ask", name: question.name, body: question.body });
  }

  #limitTime() {
    this.#timer = setTimeout(() => {
      const line = `that takes more than ${SECONDS} seconds: ask for something smaller`;
      this.#take()?.reject(new Refusal(line, "too long"));
      this.#startWorker();
    }, SECONDS * 1000);
  }

  #tellWaiting() {
    setLoading({ waiting: this.#questions.map(({ name }) => name) });
  }

  /** Remove the present question from the queue, and return it. */
  #take() {
    clearTimeout(this.#timer);
    this.#busy = false;
    const question = this.#questions.shift();
    this.#tellWaiting();
    return question;
  }

  /**
   * Reject the present question after a failure of the worker, and start another worker.
   * @param {string} problem
   */
  #fail(problem) {
    if (this.#busy) this.#take()?.reject(new Refusal(problem, "fault"));
    if (!this.ready) this.#failedStarts += 1;
    if (this.#failedStarts < FAILED_STARTS) this.#startWorker();
    else {
      this.#worker?.terminate();
      this.#worker = null;
      setLoading({ phase: "failed", problem });
    }
  }
}

// The progress of loading Python: the worker engine sets it, the page shows it

/**
 * @typedef {object} LoadingState
 * @property {"waiting" | "loading" | "starting" | "ready" | "failed"} phase
 * @property {number} loaded bytes loaded so far
 * @property {number} total bytes in all
 * @property {string[]} waiting the names of the questions without an answer
 * @property {unknown} problem the reason of a failure
 * @property {string} engine the name of Python's engine, once it runs
 */

/** @type {LoadingState} */
let state = { phase: "waiting", loaded: 0, total: 0, waiting: [], problem: null, engine: "" };

/** @type {Set<(state: LoadingState) => void>} */
const listeners = new Set();

/** @param {Partial<LoadingState>} change */
export function setLoading(change) {
  state = { ...state, ...change };
  for (const listener of listeners) listener(state);
}

/**
 * Call a function now and at every change.
 * @param {(state: LoadingState) => void} listener
 */
export function onLoading(listener) {
  listeners.add(listener);
  listener(state);
}
