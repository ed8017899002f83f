// The first screen of Learn: what to continue with, the lessons with their progress, and other exercises.

/** @import { Child } from "../base/dom.js" */
/** @import { Options } from "../base/view.js" */

import { button, el, put } from "../base/dom.js";
import { t } from "../base/texts.js";
import { hashOf, randomSeed } from "../base/view.js";
import { drillForm } from "./drill-form.js";
import { KINDS } from "./exercise-source.js";
import { dueRepeats, lessonProgress, nextDue, ownRepeats } from "./learn-store.js";
import { PICTURES, picture, surroundings } from "./pictures.js";

/**
 * @param {HTMLElement} place
 * @param {(options: Options) => void} go
 */
export function showHome(place, go) {
  const own = ownRepeats().length;
  const due = dueRepeats().length;
  const repeatText = due
    ? t.n("repeats due", due)
    : t(nextDue() ? "repeats later" : "repeats none");
  const kinds = Object.keys(KINDS);
  const next = kinds.find((kind) => !isComplete(kind)) ?? kinds[0];
  const other = otherCard(go);
  const first = other ? null : next; // the list has the rest
  put(
    place,
    el("h2", {}, t("learn title")),
    other ?? lessonCard(next, go),
    el("ol", { class: "lessons" }, ...kinds.filter((kind) => kind !== first).map(lessonRow)),
    el("h3", {}, t("more exercises")),
    el(
      "ul",
      { class: "learn-more" },
      row("own title", "own intro", own ? t.n("own kept", own) : t("own none"), [
        own ? button("start own", () => go({ own: "all" })) : null,
      ]),
      row("repeat title", "repeat intro", repeatText, [
        due ? button("start repeats", () => go({ repeat: true })) : null,
      ]),
      row("write title", "write intro", "", [
        button("start writing", () => go({ write: true, depth: 2, seed: randomSeed() })),
      ]),
      row("resolve title", "resolve intro", "", [
        button("start resolving", () => go({ write: "clauses", depth: 2, seed: randomSeed() })),
      ]),
      row("profile title", "profile intro", "", [
        button("show profile", () => go({ profile: true })),
      ]),
      el("li", {}, drillForm(go)),
    ),
  );
}

/**
 * What comes before the next lesson: the reader's own mistakes, then what is due again; null if there is neither.
 * @param {(options: Options) => void} go
 */
function otherCard(go) {
  const [own] = ownRepeats();
  if (own && own.due <= Date.now()) {
    const count = t.n("own kept", ownRepeats().length);
    const rows = surroundings(own.position, own.target);
    return card(rows, "own title", count, () => go({ own: "all" }));
  }
  const due = dueRepeats();
  if (due.length) {
    const rows = PICTURES[due[0].kind ?? ""] ?? surroundings(due[0].position, "r5c5");
    const count = t.n("repeats due", due.length);
    return card(rows, "repeat title", count, () => go({ repeat: true }));
  }
  return null;
}

/**
 * @param {string} lesson
 * @param {(options: Options) => void} go
 */
function lessonCard(lesson, go) {
  const done = lessonProgress(lesson)?.done ?? [];
  const at = isComplete(lesson) || !done.length ? undefined : Math.max(...done) + 2;
  const begun = Object.keys(KINDS).some(lessonProgress);
  const key = begun ? "continue learning" : "begin learning";
  const act = () => go({ lesson, at });
  return card(PICTURES[lesson], `lesson ${lesson}`, progressText(lesson), act, key);
}

/**
 * @param {string} rows
 * @param {string} title
 * @param {string} text
 * @param {() => void} act
 * @param {string} key of the button
 */
const card = (rows, title, text, act, key = "continue learning") =>
  el(
    "div",
    { class: "continue" },
    picture(rows),
    el(
      "div",
      {},
      el("h3", {}, t(title)),
      el("p", { class: "quiet" }, text),
      button(key, act, { class: "main" }),
    ),
  );

/** @param {string} kind */
function isComplete(kind) {
  const { done = [], total = 0 } = lessonProgress(kind) ?? {};
  return total > 0 && done.length >= total;
}

/** @param {string} kind */
function progressText(kind) {
  const progress = lessonProgress(kind);
  if (!progress) return "";
  return t(isComplete(kind) ? "lesson done" : "lesson progress", {
    n: progress.done.length,
    m: progress.total,
  });
}

/** @param {string} kind */
const lessonRow = (kind) =>
  el(
    "li",
    {},
    el(
      "a",
      { href: hashOf("learn", { lesson: kind }), class: isComplete(kind) ? "complete" : "" },
      picture(PICTURES[kind]),
      el("span", { class: "title" }, t(`lesson ${kind}`)),
      el("span", { class: "quiet" }, progressText(kind)),
    ),
  );

/**
 * @param {string} title
 * @param {string} intro
 * @param {string} state
 * @param {Child[]} buttons
 */
const row = (title, intro, state, buttons) =>
  el(
    "li",
    { class: "row" },
    el(
      "div",
      {},
      el("h4", {}, t(title)),
      el("p", { class: "quiet" }, t(intro)),
      state ? el("p", { class: "due" }, state) : null,
    ),
    ...buttons,
  );
