// Saves answers, exercises to repeat and the progress of lessons in this browser. No data leaves it
// unless the reader exports it.

/** @import { DrillAnswer } from "./drill.js" */
/** @import { ShownExercise } from "../engine/engine.js" */

import { load, remove, save } from "../base/storage.js";
import { csvText } from "../base/tables.js";

const KEY = "learn";
const SET = "learn set"; // the answers to one set
const MOST_ATTEMPTS = 5000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The delay until an exercise is repeated, by the number of right answers since the last wrong one. */
const DELAYS = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY];
const YEAR = 365 * DAY;
const MOST_OWN = 300; // exercises from the reader's own games; the oldest are dropped
const RECENT = 10; // latest answers that the trend compares with the earlier ones

/**
 * One answer.
 * @typedef {object} Attempt
 * @property {string} kind "mixed" if several kinds are equally easy
 * @property {number | null} depth
 * @property {boolean} right
 * @property {number} hints the number of stages of the hint that were shown
 * @property {number} seconds
 * @property {number} at ms since 1970
 */

/**
 * An exercise to repeat: the answer was wrong, or needed a hint. Enough right answers end the repeats.
 * @typedef {object} Repeat
 * @property {string} position
 * @property {string | null} kind
 * @property {number} box the number of right answers since then
 * @property {number} due ms since 1970
 */

/**
 * An exercise from the reader's own game.
 * @typedef {object} OwnExercise
 * @property {string} position
 * @property {string} shape
 * @property {string} target a cell that was certain
 * @property {string} cell the cell of the mistake
 * @property {number | null} risk of the mistake; null if the reader asked why
 * @property {string} game the id of the board
 */
/** @typedef {Repeat & OwnExercise} OwnRepeat  of kind "own" */

/** @typedef {{ done: number[], total: number }} LessonProgress */

/**
 * @typedef {object} LearnRecord
 * @property {Attempt[]} attempts
 * @property {Repeat[]} repeats
 * @property {Record<string, LessonProgress>} lessons
 */

/**
 * Statistics of the answers to one kind.
 * @typedef {object} KindProfile
 * @property {string} kind
 * @property {number} count
 * @property {number} share of right answers
 * @property {number} seconds the median for right answers
 * @property {number | null} trend the share of the latest answers minus that of the earlier ones
 */

/** @returns {LearnRecord} */
function read() {
  const kept = load(KEY) ?? {};
  const list = (/** @type {unknown} */ items) => (Array.isArray(items) ? items : []);
  return {
    attempts: list(kept.attempts).filter(isAttempt),
    repeats: list(kept.repeats).filter(isRepeat),
    lessons: Object.fromEntries(Object.entries(kept.lessons ?? {}).filter(isLesson)),
  };
}

// Whether a stored value is what it should be: the storage may be damaged.

/** @param {any} kept */
const isAttempt = (kept) =>
  typeof kept?.kind === "string" && Number.isFinite(kept.seconds) && Number.isFinite(kept.at);

/** @param {any} kept */
const isRepeat = (kept) =>
  /^\d+x\d+x\d+\/\S+$/.test(kept?.position) && kept.box in DELAYS && Number.isFinite(kept.due);

/**
 * @param {any} kept
 * @returns {kept is OwnRepeat}
 */
const isOwn = (kept) =>
  kept.kind === "own" &&
  [kept.shape, kept.target, kept.cell].every((text) => typeof text === "string") &&
  (kept.risk === null || Number.isFinite(kept.risk));

/** @param {[string, any]} kept */
const isLesson = ([, kept]) => Array.isArray(kept?.done) && Number.isFinite(kept.total);

/** @param {(record: LearnRecord) => void} change */
function update(change) {
  const record = read();
  change(record);
  save(KEY, record);
}

/**
 * Save an answer, and schedule the repeat of the exercise.
 * @param {Omit<ShownExercise, "kind"> & { kind: string | null }} exercise
 * @param {{ right: boolean, seconds: number, hints: number }} result
 */
export function keepAttempt({ position, kind, depth }, { right, seconds, hints }) {
  const now = Date.now();
  update((record) => {
    const attempt = { kind: kind ?? "mixed", depth, right, hints, seconds, at: now };
    record.attempts = [...record.attempts, attempt].slice(-MOST_ATTEMPTS);
    const before = record.repeats.find((item) => item.position === position && item.kind === kind);
    record.repeats = record.repeats.filter((item) => item !== before);
    const box = right && hints === 0 ? (before?.box ?? DELAYS.length) + 1 : 0;
    if (box < DELAYS.length)
      record.repeats.push({ ...(before ?? { position, kind }), box, due: now + DELAYS[box] });
    else if (before && kind === "own") record.repeats.push({ ...before, due: now + YEAR }); // known, and not taken up again by its game
  });
}

/**
 * Add exercises from a game, unless they are known. They are due at once.
 * @param {OwnExercise[]} added
 */
export const keepOwn = (added) =>
  update((record) => {
    const others = record.repeats.filter(({ kind }) => kind !== "own");
    const own = record.repeats.filter(({ kind }) => kind === "own");
    for (const item of added) {
      const known = own.find(({ position }) => position === item.position);
      if (!known) own.push({ ...item, kind: "own", box: 0, due: Date.now() });
      else if (isOwn(known) && known.risk === null) Object.assign(known, item); // asked why, then a mistake
    }
    record.repeats = [...others, ...own.slice(-MOST_OWN)];
  });

/**
 * The exercises from the reader's own games that are not known yet, those that are due first; mistakes before questions.
 * @param {string} [game] only those of this board, the known ones too
 * @returns {OwnRepeat[]}
 */
export const ownRepeats = (game) =>
  read()
    .repeats.filter(isOwn)
    .filter((item) => (game ? item.game === game : item.due < Date.now() + YEAR / 2))
    .sort((a, b) => turn(a) - turn(b) || a.due - b.due);

/**
 * The turn of an exercise: a mistake before a question, and what is due before what is not.
 * @param {OwnRepeat} item
 */
const turn = ({ due, risk }) => (due > Date.now() ? 2 : 0) + (risk === null ? 1 : 0);

/** The exercises that are due, the longest due first. */
export const dueRepeats = () =>
  read()
    .repeats.filter(({ due, kind }) => due <= Date.now() && kind !== "own")
    .sort((a, b) => a.due - b.due);

/**
 * Remove a position that is no longer an exercise from the repeats.
 * @param {Repeat} gone
 */
export const dropRepeat = (gone) =>
  update((record) => {
    record.repeats = record.repeats.filter(({ position }) => position !== gone.position);
  });

/** The time when the next exercise is due; null if there is none. */
export function nextDue() {
  const dues = read().repeats.flatMap(({ due, kind }) => (kind === "own" ? [] : [due]));
  return dues.length ? Math.min(...dues) : null;
}

/**
 * @param {string} lesson
 * @param {number} board
 * @param {number} total
 */
export const keepLessonBoard = (lesson, board, total) =>
  update((record) => {
    const done = new Set(record.lessons[lesson]?.done ?? []);
    record.lessons[lesson] = { done: [...done.add(board)], total };
  });

/**
 * @param {string} lesson
 * @returns {LessonProgress | null}
 */
export const lessonProgress = (lesson) => read().lessons[lesson] ?? null;

/** @returns {KindProfile[]} by kind, in the order of their first answers */
export function profiles() {
  /** @type {Map<string, Attempt[]>} */
  const byKind = new Map();
  for (const attempt of read().attempts) {
    const attempts = byKind.get(attempt.kind);
    if (attempts) attempts.push(attempt);
    else byKind.set(attempt.kind, [attempt]);
  }
  return [...byKind].map(([kind, attempts]) => ({
    kind,
    count: attempts.length,
    share: shareRight(attempts),
    seconds: median(attempts.filter(({ right }) => right).map(({ seconds }) => seconds)),
    trend:
      attempts.length >= 2 * RECENT
        ? shareRight(attempts.slice(-RECENT)) - shareRight(attempts.slice(0, -RECENT))
        : null,
  }));
}

/** @param {Attempt[]} attempts */
const shareRight = (attempts) => attempts.filter(({ right }) => right).length / attempts.length;

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (!sorted.length) return 0;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** All saved data as JSON. */
export const exportJson = () => `${JSON.stringify(read(), null, 1)}\n`;

/** The answers as CSV. */
export function exportCsv() {
  const rows = read().attempts.map(({ at, kind, depth, right, hints, seconds }) => [
    ...[new Date(at).toISOString(), kind, depth, Number(right), hints, seconds],
  ]);
  return csvText([["time", "kind", "depth", "right", "hints", "seconds"], ...rows]);
}

export function eraseAll() {
  remove(KEY);
  remove(SET);
}

// The answers to a set, until another set is begun: a reload continues it.

/**
 * @param {string} set the address of a set
 * @returns {DrillAnswer[]} none if another set was begun since
 */
export function answersToSet(set) {
  const kept = load(SET);
  return kept?.set === set && Array.isArray(kept.answers) ? kept.answers : [];
}

/**
 * @param {string} set
 * @param {DrillAnswer[]} answers
 */
export const keepAnswersToSet = (set, answers) => save(SET, { set, answers });

export const forgetAnswersToSet = () => remove(SET);
