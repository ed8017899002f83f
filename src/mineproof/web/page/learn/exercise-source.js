// The sources of the exercises of a drill. They request the next exercises while the reader solves one.

/** @import { ShownExercise } from "../engine/engine.js" */
/** @import { Repeat } from "./learn-store.js" */

import { language } from "../base/texts.js";
import { engine, Refusal } from "../engine/engine.js";
import { dropRepeat } from "./learn-store.js";

const AHEAD = 3; // exercises to prepare
const MOST_BOARDS = 3000; // search this many boards without success, then stop

/**
 * A sequence of exercises. `next` returns null at its end.
 * @typedef {object} ExerciseSource
 * @property {() => Promise<ShownExercise | null>} next
 */

/**
 * The same exercise with its texts in the language of the page.
 * @param {ShownExercise} exercise
 */
export const inThisLanguage = async (exercise) => ({
  ...exercise,
  ...(await engine.exercise({ position: exercise.position, kind: exercise.kind, language })),
  seed: exercise.seed,
  number: exercise.number,
});

/**
 * The exercises of a seed: `count` of them, or without end.
 * @implements {ExerciseSource}
 */
export class SeedSource {
  /** @type {{ exercise: ShownExercise, language: string }[]} not returned yet */
  #ready = [];
  #nextBoard = 0;
  #unsuccessful = 0;
  #returned = 0;
  /** @type {Promise<void> | null} the search in progress */
  #search = null;

  /**
   * @param {{ kind?: string, depth?: number, seed?: number, count?: number, clauses?: boolean }} wanted
   *   with `clauses` only exercises that have a short proof by resolution
   */
  constructor({ kind, depth, seed = 0, count = Number.POSITIVE_INFINITY, clauses = false }) {
    this.wanted = { kind, depth, seed, clauses };
    this.count = count;
  }

  async next() {
    if (typeof this.count !== "number")
      throw new Refusal("count: not a whole number", "asked wrongly"); // the engine's message
    if (this.#returned >= this.count) return null;
    while (!this.#ready.length && this.#unsuccessful < MOST_BOARDS) await this.#searching();
    const ready = this.#ready.shift();
    if (!ready) return null;
    this.#returned += 1;
    this.#prepare().catch(() => {}); // the next call searches again and reports the error
    return ready.language === language ? ready.exercise : inThisLanguage(ready.exercise);
  }

  async #prepare() {
    while (
      this.#ready.length < AHEAD &&
      this.#returned + this.#ready.length < this.count &&
      this.#unsuccessful < MOST_BOARDS
    )
      await this.#searching();
  }

  #searching() {
    this.#search ??= this.#ask().finally(() => {
      this.#search = null;
    });
    return this.#search;
  }

  /** Search a few boards for exercises. */
  async #ask() {
    const current = language;
    const { exercises, next } = await engine.exercises({
      ...this.wanted,
      first: this.#nextBoard,
      language: current,
    });
    this.#unsuccessful = exercises.length ? 0 : this.#unsuccessful + next - this.#nextBoard;
    this.#nextBoard = next;
    this.#ready.push(...exercises.map((exercise) => ({ exercise, language: current })));
  }
}

/**
 * Exercises that the reader answered wrong or with a hint before.
 * @implements {ExerciseSource}
 */
export class RepeatSource {
  /** @param {Repeat[]} repeats */
  constructor(repeats) {
    this.repeats = [...repeats];
  }

  /** @returns {Promise<ShownExercise | null>} */
  async next() {
    const due = this.repeats[0];
    if (!due) return null;
    try {
      const exercise = await engine.exercise({ position: due.position, kind: due.kind, language });
      this.repeats.shift();
      return exercise;
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.kind !== "asked wrongly") throw problem;
      dropRepeat(due);
      this.repeats.shift();
      return this.next();
    }
  }
}
