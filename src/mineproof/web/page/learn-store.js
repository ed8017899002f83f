// What this browser keeps about learning: every answer, the exercises to repeat, how far each lesson
// is done. Nothing of it leaves the browser, unless the reader exports it.

/** @import { ShownExercise } from "./engine.js" */

const KEY = "learn";
const MOST_ATTEMPTS = 5000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How long an exercise rests after it was answered right so many times. */
const RESTS = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY];
const RECENT = 10; // answers; the trend compares these with the ones before

/**
 * One answer.
 * @typedef {object} Attempt
 * @property {string} kind "mixed" if several kinds are equally easy
 * @property {number | null} depth
 * @property {boolean} right
 * @property {number} hints how many stages of the hint were shown
 * @property {number} seconds
 * @property {number} at ms since 1970
 */

/**
 * An exercise that was answered wrong, or with a hint: it comes back until it was right so many times.
 * @typedef {object} Repeat
 * @property {string} position
 * @property {string | null} kind
 * @property {number} box how many times it was right since
 * @property {number} due ms since 1970
 */

/** @typedef {{ done: number[], total: number }} LessonProgress */

/**
 * @typedef {object} LearnRecord
 * @property {Attempt[]} attempts
 * @property {Repeat[]} repeats
 * @property {Record<string, LessonProgress>} lessons
 */

/**
 * What the answers to one kind say.
 * @typedef {object} KindProfile
 * @property {string} kind
 * @property {number} count
 * @property {number} share of right answers
 * @property {number} seconds the median of the right ones
 * @property {number | null} trend the share of the last answers less that of the ones before
 */

/** @returns {LearnRecord} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return {
      attempts: Array.isArray(kept.attempts) ? kept.attempts : [],
      repeats: Array.isArray(kept.repeats) ? kept.repeats : [],
      lessons: kept.lessons && typeof kept.lessons === "object" ? kept.lessons : {},
    };
  } catch {
    return { attempts: [], repeats: [], lessons: {} };
  }
}

/** @param {(record: LearnRecord) => void} change */
function update(change) {
  const record = read();
  change(record);
  try {
    localStorage.setItem(KEY, JSON.stringify(record));
  } catch {
    // The browser keeps nothing: the exercises work all the same.
  }
}

/**
 * Keep an answer, and decide when the exercise comes back.
 * @param {ShownExercise} exercise
 * @param {{ right: boolean, seconds: number, hints: number }} result
 * @param {number} now ms since 1970
 */
export function keepAttempt(
  { position, kind, depth },
  { right, seconds, hints },
  now = Date.now(),
) {
  update((record) => {
    const attempt = { kind: kind ?? "mixed", depth, right, hints, seconds, at: now };
    record.attempts = [...record.attempts, attempt].slice(-MOST_ATTEMPTS);
    const before = record.repeats.find((one) => one.position === position && one.kind === kind);
    record.repeats = record.repeats.filter((one) => one !== before);
    if (!right || hints > 0) record.repeats.push({ position, kind, box: 0, due: now + RESTS[0] });
    else if (before && before.box + 1 < RESTS.length)
      record.repeats.push({ ...before, box: before.box + 1, due: now + RESTS[before.box + 1] });
  });
}

/**
 * The exercises that are due, the one that waited longest first.
 * @param {number} now
 */
export const dueRepeats = (now = Date.now()) =>
  read()
    .repeats.filter(({ due }) => due <= now)
    .sort((a, b) => a.due - b.due);

/**
 * A position that is no exercise any more does not come back.
 * @param {Repeat} gone
 */
export const dropRepeat = (gone) =>
  update((record) => {
    record.repeats = record.repeats.filter(({ position }) => position !== gone.position);
  });

/** When the next exercise is due; null if none waits. */
export function nextDue() {
  const dues = read().repeats.map(({ due }) => due);
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

/** @returns {KindProfile[]} by kind, in the order of the first answers */
export function profiles() {
  /** @type {Map<string, Attempt[]>} */
  const byKind = new Map();
  for (const one of read().attempts) {
    const some = byKind.get(one.kind);
    if (some) some.push(one);
    else byKind.set(one.kind, [one]);
  }
  return [...byKind].map(([kind, some]) => ({
    kind,
    count: some.length,
    share: shareRight(some),
    seconds: median(some.filter(({ right }) => right).map(({ seconds }) => seconds)),
    trend:
      some.length >= 2 * RECENT
        ? shareRight(some.slice(-RECENT)) - shareRight(some.slice(0, -RECENT))
        : null,
  }));
}

/** @param {Attempt[]} some */
const shareRight = (some) => some.filter(({ right }) => right).length / some.length;

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (!sorted.length) return 0;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Everything that is kept, as JSON. */
export const exportJson = () => `${JSON.stringify(read(), null, 1)}\n`;

/** The answers as a table. */
export function exportCsv() {
  const lines = read().attempts.map(({ at, kind, depth, right, hints, seconds }) =>
    [new Date(at).toISOString(), kind, depth ?? "", right ? 1 : 0, hints, seconds].join(","),
  );
  return `${["time,kind,depth,right,hints,seconds", ...lines].join("\r\n")}\r\n`;
}

export const eraseAll = () => localStorage.removeItem(KEY);
