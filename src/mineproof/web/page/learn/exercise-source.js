// The kinds of exercises, and the sources of the exercises of a drill: they request the next exercises while
// the reader solves one.

/** @import { Judgement, ShownExercise } from "../engine/engine.js" */
/** @import { Repeat } from "./learn-store.js" */

import { language, t } from "../base/texts.js";
import { ask, Refusal } from "../engine/engine.js";
import { dropRepeat } from "./learn-store.js";

const AHEAD = 3; // exercises to prepare
const MOST_BOARDS = 3000; // search this many boards without success, then stop

/** The kinds of `learn/kinds.py` and the depths that each has, in the order of the lessons. Guesses have no depth. */
export const KINDS = /** @type {Record<string, number[]>} */ ({
  satisfied: [1],
  full: [1],
  "1-1": [2],
  "1-2": [2],
  "1-2-1": [2],
  subset: [2],
  corner: [2],
  overlap: [2],
  difference: [3],
  count: [1, 2, 3, 4],
  case: [4],
  flip: [],
  guess: [],
});

/** @param {string} kind */
export const kindText = (kind) => {
  if (kind === "own") return t("own title");
  if (t.has(`lesson ${kind}`)) return t(`lesson ${kind}`);
  return kind === "mixed" ? t("mixed kinds") : kind;
};

/** @typedef {Omit<Judgement, "schema">} Judged */
/** The names of the cells that the reader marked. @typedef {{ safe: string[], mined: string[] }} Marked */

/**
 * A sequence of exercises. `next` returns null at its end.
 * @typedef {object} ExerciseSource
 * @property {() => Promise<ShownExercise | null>} next
 * @property {() => Promise<ShownExercise> | null} [translated] the last exercise in the language of the page, if
 *   the engine cannot derive it from its position
 * @property {(exercise: ShownExercise, marked: Marked) => Promise<Judged>} [judge] instead of the engine
 */

/**
 * The same exercise with its texts in the language of the page.
 * @param {ShownExercise} exercise
 */
export const inThisLanguage = async (exercise) => ({
  ...exercise,
  ...(await ask("exercise", { position: exercise.position, kind: exercise.kind, language })),
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
    const { exercises, next } = await ask("exercises", {
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
 * Exercises that the reader answered wrong or with a hint before, or has met in games.
 * @template {Repeat} Kept
 * @implements {ExerciseSource}
 */
export class RepeatSource {
  /** @type {Kept | null} what the present exercise is made of */
  present = null;

  /**
   * @param {Kept[]} repeats
   * @param {(repeat: Kept) => Promise<ShownExercise>} make
   */
  constructor(repeats, make) {
    this.repeats = [...repeats];
    this.make = make;
  }

  /** @returns {Promise<ShownExercise | null>} */
  async next() {
    const due = this.repeats[0];
    if (!due) return null;
    try {
      const exercise = await this.make(due);
      this.repeats.shift();
      this.present = due;
      return exercise;
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.kind !== "asked wrongly") throw problem;
      dropRepeat(due);
      this.repeats.shift();
      return this.next();
    }
  }
}
