// Where the exercises of a drill come from. The next ones are asked for while one is being solved.

/** @import { ShownExercise } from "./engine.js" */
/** @import { Repeat } from "./learn-store.js" */

import { engine, Refusal } from "./engine.js";
import { dropRepeat } from "./learn-store.js";
import { language } from "./texts.js";

const AHEAD = 3;
const MOST_BOARDS = 3000; // so many boards without an exercise: there is none

/**
 * A row of exercises. `next` gives null at its end.
 * @typedef {object} ExerciseSource
 * @property {() => Promise<ShownExercise | null>} next
 */

/**
 * The same exercise, told in the language of the page.
 * @param {ShownExercise} exercise
 */
export const inThisLanguage = async (exercise) => ({
  ...exercise,
  ...(await engine.exercise({ position: exercise.position, kind: exercise.kind, language })),
  seed: exercise.seed,
  number: exercise.number,
});

/**
 * The exercises of a seed, without end or so many.
 * @implements {ExerciseSource}
 */
export class SeedSource {
  /** @type {{ exercise: ShownExercise, language: string }[]} found, and not given out yet */
  #ready = [];
  #first = 0;
  #barren = 0;
  #given = 0;
  /** @type {Promise<void> | null} the search that is under way */
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
    if (this.#given === this.count) return null;
    while (!this.#ready.length && this.#barren < MOST_BOARDS) await this.#searching();
    const found = this.#ready.shift();
    if (!found) return null;
    this.#given += 1;
    this.#prepare().catch(() => {}); // whoever needs the next one asks again, and is told then
    return found.language === language ? found.exercise : inThisLanguage(found.exercise);
  }

  async #prepare() {
    while (
      this.#ready.length < AHEAD &&
      this.#given + this.#ready.length < this.count &&
      this.#barren < MOST_BOARDS
    )
      await this.#searching();
  }

  #searching() {
    this.#search ??= this.#ask().finally(() => {
      this.#search = null;
    });
    return this.#search;
  }

  /** Search a few boards. */
  async #ask() {
    const asked = language;
    const { exercises, next } = await engine.exercises({
      ...this.wanted,
      first: this.#first,
      language: asked,
    });
    this.#barren = exercises.length ? 0 : this.#barren + next - this.#first;
    this.#first = next;
    this.#ready.push(...exercises.map((exercise) => ({ exercise, language: asked })));
  }
}

/**
 * Exercises that were answered wrong before.
 * @implements {ExerciseSource}
 */
export class RepeatSource {
  /** @param {Repeat[]} repeats */
  constructor(repeats) {
    this.repeats = [...repeats];
  }

  /** @returns {Promise<ShownExercise | null>} */
  async next() {
    const one = this.repeats[0];
    if (!one) return null;
    try {
      const found = await engine.exercise({ position: one.position, kind: one.kind, language });
      this.repeats.shift();
      return found;
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.kind !== "asked wrongly") throw problem;
      dropRepeat(one);
      this.repeats.shift();
      return this.next();
    }
  }
}
