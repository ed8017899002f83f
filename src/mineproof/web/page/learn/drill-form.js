// The form that starts a drill, or a set of exercises for a class.

/** @import { Choice } from "../base/fields.js" */
/** @import { Options } from "../base/view.js" */

import { actions, button, el, put } from "../base/dom.js";
import { choiceField, labelled, numberField, switchField } from "../base/fields.js";
import { t } from "../base/texts.js";
import { hashOf, openShare, randomSeed } from "../base/view.js";
import { KINDS, kindText } from "./exercise-source.js";

const DEPTHS = [1, 2, 3, 4];
const SET = 10; // exercises in a set, by default
const MOST = 200; // exercises in a set

/** @param {(options: Options) => void} go */
export function drillForm(go) {
  /** @type {Options} */
  const chosen = {};
  let count = SET;
  const timed = switchField({ name: "timed", checked: false }, (on) => {
    chosen.timed = on || undefined;
  });
  const number = numberField({ name: "count", value: SET, min: 1, max: MOST }, (value) => {
    count = Math.min(MOST, Math.max(1, Math.round(value) || SET));
  });
  const drill = () => ({ ...chosen, seed: randomSeed() });
  const setSeed = randomSeed(); // the set that is started is the one whose link was copied
  const set = () => ({ ...chosen, timed: undefined, count, seed: setSeed });
  const form = el(
    "form",
    { class: "drill-form", on: { submit: (event) => event.preventDefault() } },
    el("p", { class: "quiet" }, t("drill intro")),
    el("div", { class: "fields" }, ...kindFields(chosen), taskField(chosen)),
    el("label", { class: "check" }, timed, t("timed label")),
    actions(button("start drill", () => go(drill()), { class: "main" })),
    el("h4", {}, t("set title")),
    el("p", { class: "quiet" }, t("set intro")),
    el("div", { class: "fields" }, labelled("count label", number)),
    actions(
      button("start set", () => go(set())),
      button("share", () => openShare({ links: [["share set", hashOf("learn", set())]] })),
    ),
  );
  return el("details", {}, el("summary", {}, t("drill title")), form);
}

/**
 * The fields for the kind, and for the depths that the kind has.
 * @param {Options} chosen
 */
function kindFields(chosen) {
  const depth = el("div");
  const drawDepths = () => {
    const possible = chosen.kind ? KINDS[chosen.kind] : DEPTHS;
    if (chosen.depth && !possible.includes(chosen.depth)) chosen.depth = undefined;
    /** @type {Choice[]} */
    const choices = possible.map((n) => [String(n), t("depth", { n })]);
    const field = choiceField(
      [["", t("any depth")], ...choices],
      String(chosen.depth ?? ""),
      { name: "depth" },
      (value) => {
        chosen.depth = Number(value) || undefined;
      },
    );
    put(depth, labelled("depth label", field));
  };
  /** @type {Choice[]} */
  const kinds = Object.keys(KINDS).map((name) => [name, kindText(name)]);
  const kind = choiceField([["", t("any kind")], ...kinds], "", { name: "kind" }, (value) => {
    chosen.kind = value || undefined;
    drawDepths();
  });
  drawDepths();
  return [labelled("kind label", kind), depth];
}

/** @param {Options} chosen */
function taskField(chosen) {
  /** @type {Choice[]} */
  const choices = [
    ["certain", t("task certain short")],
    ["safe", t("task safe short")],
  ];
  return labelled(
    "task label",
    choiceField(choices, "certain", { name: "task" }, (value) => {
      chosen.task = value === "safe" ? "safe" : undefined;
    }),
  );
}
