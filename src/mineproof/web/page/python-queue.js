// Questions for Python in a Web Worker, one after another. A question that takes too long is ended
// by replacing the worker, because nothing else can interrupt Python there; the questions behind it
// stay in the queue.

import { setLoading } from "./loading-state.js";
import { Refusal } from "./refusal.js";

const SECONDS = 20; // the longest that one question may take
const FAULT = 500; // the status of an error in our code
const FAILED_STARTS = 2; // so many in a row are given up

/**
 * @typedef {object} Question
 * @property {string} name
 * @property {string} body JSON
 * @property {(answer: { status: number, text: string }) => void} resolve
 * @property {(problem: Refusal) => void} reject
 */

/**
 * What the worker says.
 * @typedef {{ kind: "ready", engine: string } | { kind: "failed", problem: string }
 *   | { kind: "need", part: string } | { kind: "answer", status: number, text: string }} WorkerMessage
 */

/**
 * What the worker needs: its own address, and those of the files to start from; `part` brings what
 * is loaded on demand.
 * @typedef {{ worker: string, files: Record<string, string>,
 *   part: (name: string) => Promise<string> }} WorkerFiles
 */

export class PythonQueue {
  /** @type {Question[]} the first one is being answered if the worker is busy */
  #questions = [];
  /** @type {Worker | null} */
  #worker = null;
  /** @type {WorkerFiles | null} */
  #files = null;
  #ready = false;
  #busy = false;
  #failedStarts = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #limit;
  /** the name of Python's engine, once it runs */
  engine = "";

  /**
   * The answer to a question; it waits until Python runs.
   * @param {string} name
   * @param {string} body
   * @returns {Promise<{ status: number, text: string }>}
   */
  ask(name, body) {
    return new Promise((resolve, reject) => {
      this.#questions.push({ name, body, resolve, reject });
      setLoading({ questions: this.#questions.length });
      this.#next();
    });
  }

  /**
   * Start Python from these files. What is in the queue is answered when it runs.
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
    this.#ready = false;
    this.#busy = false;
    clearTimeout(this.#limit);
    setLoading({ phase: "starting" });
    const worker = new Worker(this.#files.worker, { type: "module" });
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#lose(event.message);
    };
    worker.postMessage({ kind: "start", files: this.#files.files });
  }

  /** @param {WorkerMessage} message */
  #hear(message) {
    if (message.kind === "ready") {
      this.#ready = true;
      this.#failedStarts = 0;
      this.engine = message.engine;
      setLoading({ phase: "ready" });
      this.#next();
    } else if (message.kind === "need") this.#bring(message.part);
    else if (message.kind === "failed") this.#lose(message.problem);
    else {
      this.#take()?.resolve(message);
      // After an error in our code nobody knows what state Python is in.
      if (message.status === FAULT) this.#startWorker();
      else this.#next();
    }
  }

  /**
   * Load what the worker asks for; the question goes on when it is there.
   * @param {string} part
   */
  async #bring(part) {
    clearTimeout(this.#limit);
    const worker = this.#worker;
    try {
      const address = await this.#files?.part(part);
      this.#limitTime();
      worker?.postMessage({ kind: "part", address });
    } catch (problem) {
      worker?.postMessage({ kind: "no part" });
      this.#take()?.reject(new Refusal(String(problem), "not loaded"));
      this.#next();
    }
  }

  #next() {
    const [question] = this.#questions;
    if (!question || !this.#ready || this.#busy) return;
    this.#busy = true;
    this.#limitTime();
    this.#worker?.postMessage({ kind: "ask", name: question.name, body: question.body });
  }

  #limitTime() {
    this.#limit = setTimeout(() => {
      const line = `that takes more than ${SECONDS} seconds: ask for something smaller`;
      this.#take()?.reject(new Refusal(line, "too long"));
      this.#startWorker();
    }, SECONDS * 1000);
  }

  /** The question that was being answered, taken off the queue. */
  #take() {
    clearTimeout(this.#limit);
    this.#busy = false;
    const question = this.#questions.shift();
    setLoading({ questions: this.#questions.length });
    return question;
  }

  /**
   * Python ended: the question that it was at gets a refusal, and another worker starts.
   * @param {string} problem
   */
  #lose(problem) {
    if (this.#busy) this.#take()?.reject(new Refusal(problem, "fault"));
    if (!this.#ready) this.#failedStarts += 1;
    if (this.#failedStarts < FAILED_STARTS) this.#startWorker();
    else {
      this.#worker?.terminate();
      this.#worker = null;
      setLoading({ phase: "failed", problem });
    }
  }
}
