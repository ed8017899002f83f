// The first screen of Learn: the lessons with their progress, drills, sets for a class, and exercises
// to repeat.

/** @import { Options } from "../base/view.js" */

import { button, el, put } from "../base/dom.js";
import { t } from "../base/texts.js";
import { hashOf, randomSeed } from "../base/view.js";
import { drillForm } from "./drill-form.js";
import { KINDS } from "./exercise-kinds.js";
import { dueRepeats, lessonProgress, nextDue } from "./learn-store.js";

/**
 * @param {HTMLElement} place
 * @param {(options: Options) => void} go
 */
export function showHome(place, go) {
  put(
    place,
    el("h2", {}, t("learn title")),
    el("p", { class: "quiet" }, t("learn intro")),
    el("ol", { class: "lessons" }, ...Object.keys(KINDS).map(lessonCard)),
    el(
      "div",
      { class: "learn-more" },
      drillForm(go),
      writeCard(go),
      resolveCard(go),
      repeatCard(go),
      profileCard(go),
    ),
  );
}

/** @param {string} kind */
function lessonCard(kind) {
  const progress = lessonProgress(kind);
  const { done = [], total = 0 } = progress ?? {};
  const complete = total > 0 && done.length >= total;
  return el(
    "li",
    {},
    el(
      "a",
      { href: hashOf("learn", { lesson: kind }), class: complete ? "complete" : "" },
      el("span", { class: "title" }, t(`lesson ${kind}`)),
      el(
        "span",
        { class: "quiet" },
        progress
          ? t(complete ? "lesson done" : "lesson progress", { n: done.length, m: total })
          : t("lesson new"),
      ),
      el("progress", { max: total || 1, value: done.length, "aria-label": t(`lesson ${kind}`) }),
    ),
  );
}

/** @param {(options: Options) => void} go */
const writeCard = (go) =>
  el(
    "div",
    { class: "card" },
    el("h3", {}, t("write title")),
    el("p", { class: "quiet" }, t("write intro")),
    el(
      "div",
      { class: "actions" },
      button("start writing", () => go({ write: true, depth: 2, seed: randomSeed() })),
    ),
  );

/** @param {(options: Options) => void} go */
const resolveCard = (go) =>
  el(
    "div",
    { class: "card" },
    el("h3", {}, t("resolve title")),
    el("p", { class: "quiet" }, t("resolve intro")),
    el(
      "div",
      { class: "actions" },
      button("start resolving", () => go({ write: "clauses", depth: 2, seed: randomSeed() })),
    ),
  );

/** @param {(options: Options) => void} go */
function repeatCard(go) {
  const due = dueRepeats().length;
  const next = nextDue();
  return el(
    "div",
    { class: "card" },
    el("h3", {}, t("repeat title")),
    el("p", { class: "quiet" }, t("repeat intro")),
    el(
      "p",
      { class: "due" },
      due ? t.n("repeats due", due) : t(next ? "repeats later" : "repeats none"),
    ),
    due
      ? el(
          "div",
          { class: "actions" },
          button("start repeats", () => go({ repeat: true }), { class: "main" }),
        )
      : null,
  );
}

/** @param {(options: Options) => void} go */
const profileCard = (go) =>
  el(
    "div",
    { class: "card" },
    el("h3", {}, t("profile title")),
    el("p", { class: "quiet" }, t("profile intro")),
    el(
      "div",
      { class: "actions" },
      button("show profile", () => go({ profile: true })),
    ),
  );
