// The view Learn: lessons, drills, sets for a class, repetition, and a profile by kind of argument.

/** @import { Lesson } from "../engine/engine.js" */
/** @import { DrillOptions, DrillAnswer } from "./drill.js" */
/** @import { Options, View, ViewContext } from "../base/view.js" */

import {
  $,
  actions,
  button,
  copy,
  el,
  loadStyle,
  put,
  refusal,
  refusalText,
  sentence,
} from "../base/dom.js";
import { language, t } from "../base/texts.js";
import { hashOf, isEmpty, openShare, randomSeed, readHash, sameOptions } from "../base/view.js";
import { highlightCell } from "../board/marks.js";
import { ask, Refusal } from "../engine/engine.js";
import { addressOf } from "../game/autosave.js";
import { GuidedBoard } from "../game/guided-board.js";
import { Drill } from "./drill.js";
import { KINDS, kindText, RepeatSource, SeedSource } from "./exercise-source.js";
import { showHome } from "./learn-home.js";
import { showProfile } from "./learn-profile.js";
import {
  answersToSet,
  dueRepeats,
  forgetAnswersToSet,
  keepAnswersToSet,
  keepLessonBoard,
  ownRepeats,
} from "./learn-store.js";
import { WrittenArgument } from "./written-argument.js";
import { WrittenProof } from "./written-proof.js";

/** Resolves when the styles of this view are loaded. */
const styled = loadStyle("learn/learn.css");

/** @implements {View} */
export class LearnView {
  /** @type {Options} */
  options = {};
  /** @type {Drill | null} */
  #drill = null;
  /** @type {GuidedBoard | null} */
  #guided = null;
  /** @type {WrittenArgument | WrittenProof | null} */
  #written = null;
  /** @type {Lesson | null} */
  #lesson = null;
  /** @type {DrillAnswer[] | null} the answers to a drill that is over */
  #ended = null;
  /** @type {string | null} the address of the game that the exercises are from */
  #game = null;

  /** @param {ViewContext} context */
  constructor(context) {
    this.context = context;
  }

  /** @param {Options} options */
  async enter(options) {
    await styled;
    const same = sameOptions(options, this.options);
    if (same && this.#drill && this.#drill.state !== "over") return; // the drill continues
    this.options = options;
    await this.#show();
  }

  async #show() {
    const { lesson, own, profile, repeat, write } = this.options;
    this.#drill?.close();
    this.#drill = null;
    this.#guided = null;
    this.#written?.close();
    this.#written = null;
    this.#ended = null;
    const home = Boolean(profile) || isEmpty(this.options);
    $("learn-home").hidden = !home;
    $("learn-left").hidden = home;
    $("learn-panel").hidden = home;
    for (const id of ["learn-bar", "learn-board", "learn-actions", "learn-panel"]) put($(id));
    if (profile) showProfile($("learn-home"));
    else if (home) showHome($("learn-home"), (options) => this.context.go("learn", options));
    else if (lesson) await this.#showLesson(String(lesson));
    else if (repeat) await this.#startRepeats();
    else if (own) await this.#startOwn(own);
    else if (write) await this.#write(this.#seedSource());
    else await this.#startDrill();
  }

  describe() {
    const { lesson, kind, depth, seed } = this.options;
    return [
      lesson || kind ? kindText(String(lesson ?? kind)) : "",
      depth ? t("depth", { n: depth }) : "",
      seed === undefined ? "" : t("seed", { n: seed }),
    ]
      .filter(Boolean)
      .join(" · ");
  }

  languageChanged() {
    if (this.#written) this.#written.draw();
    else if (this.#drill && !this.#ended) this.#drill.languageChanged().catch(() => {});
    else if (this.#ended) this.#showResult(this.#ended);
    else this.#show();
  }

  retry() {
    this.#drill?.retry();
  }

  /** @param {string} key */
  pressKey(key) {
    if (key === "escape" && !isEmpty(this.options)) this.context.go("learn", {});
    else if (this.#guided) return this.#pressGuided(key);
    else return (this.#drill ?? this.#written)?.pressKey(key) || (this.#grid?.enter(key) ?? false);
    return true;
  }

  /** @param {string} key */
  #pressGuided(key) {
    if ([" ", "arrowright", "n", "enter"].includes(key)) this.#guided?.step(1);
    else if (key === "arrowleft") this.#guided?.step(-1);
    else return false;
    return true;
  }

  /**
   * @param {string} name
   * @param {boolean} on
   */
  highlight(name, on) {
    if (this.#grid) highlightCell(this.#grid, name, on);
  }

  get #grid() {
    return (this.#guided ?? this.#written ?? this.#drill)?.grid;
  }

  get #places() {
    return {
      bar: $("learn-bar"),
      board: $("learn-board"),
      actions: $("learn-actions"),
      panel: $("learn-panel"),
    };
  }

  // Lessons

  /** @param {string} kind */
  async #showLesson(kind) {
    const asked = this.options;
    put($("learn-panel"), el("p", { class: "quiet" }, t("one moment")));
    try {
      const lesson = await ask("lesson", { lesson: kind, language });
      if (asked !== this.options) return;
      this.#lesson = lesson;
    } catch (problem) {
      if (asked !== this.options) return;
      put($("learn-panel"), ...refusal(problem, () => this.#show()), allLessons());
      return;
    }
    await this.#showLessonBoard(Math.max(0, (asked.at ?? 1) - 1));
  }

  get #lessonLength() {
    return this.#lesson ? this.#lesson.guided.length + this.#lesson.drill.length : 0;
  }

  /** @param {number} at */
  #writeLessonAddress(at) {
    this.options = { lesson: this.#lesson?.kind, at: at + 1 };
    this.context.go("learn", this.options, { replace: true });
  }

  /** @param {number} at */
  async #showLessonBoard(at) {
    const { guided = [], kind = "" } = this.#lesson ?? {};
    if (at >= guided.length) {
      await this.#drillLesson(at - guided.length);
      return;
    }
    this.#writeLessonAddress(at);
    put($("learn-actions"));
    put(
      $("learn-bar"),
      el("span", { class: "chip" }, t("guided of", { n: at + 1, m: guided.length })),
      el("span", { class: "gap" }),
      allLessons(),
    );
    this.#guided = new GuidedBoard(this.#places, guided[at], {
      title: t(`lesson ${kind}`),
      idea: t(`lesson ${kind} idea`),
      last: at + 1 < guided.length ? "guided next" : "guided now you",
      done: () => {
        keepLessonBoard(kind, at, this.#lessonLength);
        this.#showLessonBoard(at + 1);
      },
    });
  }

  /** @param {number} first */
  async #drillLesson(first) {
    const { drill = [], guided = [], kind = "" } = this.#lesson ?? {};
    this.#guided = null;
    let at = Math.min(first, drill.length) - 1;
    const board = () => guided.length + at;
    await this.#start({
      source: {
        next: async () => {
          at += 1;
          if (at >= drill.length) return null;
          this.#writeLessonAddress(board());
          return drill[at];
        },
      },
      progress: () => t("exercise of", { n: at + 1, m: drill.length }),
      above: () => [
        el(
          "details",
          { class: "idea" },
          el("summary", {}, t(`lesson ${kind}`)),
          el("p", {}, t(`lesson ${kind} idea`)),
        ),
      ],
      answered: (_, { right }) => {
        if (right) keepLessonBoard(kind, board(), this.#lessonLength);
      },
    });
  }

  // Drills

  async #startDrill() {
    const { count, timed } = this.options;
    const seeds = this.#seedSource();
    const set = count && !timed ? hashOf("learn", this.options) : null;
    const answers = set ? answersToSet(set) : [];
    let answered = answers.length; // exercises to skip
    await this.#start({
      source: {
        next: async () => {
          for (; answered > 0; answered -= 1) await seeds.next();
          return seeds.next();
        },
      },
      answers,
      answered: () => set && keepAnswersToSet(set, this.#drill?.answers ?? []),
      final: count !== undefined || Boolean(timed),
      progress: (n) => (count ? t("exercise of", { n, m: count }) : t("exercise number", { n })),
    });
  }

  /** The exercises of the options. If they have no seed, a random one is added to the URL too. */
  #seedSource() {
    if (this.options.seed === undefined) {
      this.options = { ...this.options, seed: randomSeed() };
      this.context.go("learn", this.options, { replace: true });
    }
    const { kind, depth, seed, count, write } = this.options;
    return new SeedSource({ kind, depth, seed, count, clauses: write === "clauses" });
  }

  /**
   * Let the reader write the argument of the next exercise, or its proof by resolution.
   * @param {SeedSource} source
   */
  async #write(source) {
    const asked = this.options;
    this.#written?.close();
    put($("learn-actions"));
    put($("learn-panel"), el("p", { class: "quiet" }, t("finding exercise")));
    try {
      if (KINDS[asked.kind ?? ""]?.length === 0)
        throw new Refusal(t("no argument of kind"), "asked wrongly");
      let exercise = await source.next();
      while (exercise && !exercise.depth) exercise = await source.next(); // a guess has no argument
      if (asked !== this.options) return;
      if (!exercise) throw new Refusal(t("nothing answered"), "asked wrongly");
      const Written = asked.write === "clauses" ? WrittenProof : WrittenArgument;
      this.#written = new Written(this.#places, exercise, {
        next: () => this.#write(source),
        more: allLessons,
      });
    } catch (problem) {
      if (asked !== this.options) return;
      put($("learn-panel"), ...refusal(problem, () => this.#write(source)), allLessons());
    }
  }

  async #startRepeats() {
    const due = dueRepeats();
    await this.#start({
      source: new RepeatSource(due, ({ position, kind }) =>
        ask("exercise", { position, kind, language }),
      ),
      progress: (n) => t("exercise of", { n: Math.min(n, due.length), m: due.length }),
    });
  }

  /**
   * The mistakes and questions of the reader's own games.
   * @param {string} game the id of a board; "all" for all games
   */
  async #startOwn(game) {
    const { OwnSource } = await import("./own-games.js");
    const repeats = ownRepeats(game === "all" ? undefined : game);
    const source = new OwnSource(repeats);
    this.#game = addressOf(game);
    const m = repeats.length;
    await this.#start({
      source,
      progress: (n) => t("exercise of", { n: Math.min(n, m), m }),
      above: () => (source.origin ? [el("p", { class: "quiet" }, ...sentence(source.origin))] : []),
    });
  }

  /** @param {Omit<DrillOptions, "task" | "timed" | "more" | "ended">} how */
  async #start(how) {
    const { own, task, timed } = this.options;
    this.#drill = new Drill(this.#places, {
      ...how,
      task: task === "safe" || own ? "safe" : "certain",
      timed: Boolean(timed),
      more: () => [el("span", { class: "gap" }), allLessons()],
      ended: (answers) => this.#showResult(answers),
    });
    await this.#drill.start();
  }

  // Results

  /** @param {DrillAnswer[]} answers */
  #showResult(answers) {
    this.#ended = answers;
    const { lesson, count } = this.options;
    const right = answers.filter((answer) => answer.right).length;
    const score = answers.length
      ? t.n("score", right, { m: count ?? answers.length })
      : t("nothing answered");
    put($("learn-actions"));
    put($("learn-bar"), el("span", { class: "gap" }), allLessons());
    put(
      $("learn-panel"),
      el("h2", {}, t(lesson ? "lesson over" : "drill over")),
      el("p", { class: "score-line" }, score),
      lesson ? this.#afterLesson(String(lesson)) : null,
      count && answers.length ? this.#codeCard(answers) : null,
      lesson
        ? null
        : actions(
            button("start again", () => this.#again(), { class: "main" }),
            ...(this.options.own ? this.#afterOwn() : []),
          ),
    );
  }

  /** Back to the game of the exercises, and to another board like that one. */
  #afterOwn() {
    if (!this.#game) return [];
    const { options } = readHash(this.#game);
    const other = hashOf("play", { ...options, seed: randomSeed() });
    return [
      el("a", { class: "button", href: this.#game }, t("review this")),
      options.seed === undefined ? null : el("a", { class: "button", href: other }, t("new board")),
    ];
  }

  /** Begin a set or a drill of own games anew, or a drill with other exercises. */
  #again() {
    const { seed: _, ...rest } = this.options;
    if (this.options.count || this.options.own) {
      if (this.options.count) forgetAnswersToSet();
      this.#show();
      return;
    }
    this.context.go("learn", this.options.repeat ? {} : { ...rest, seed: randomSeed() });
  }

  /** @param {string} kind */
  #afterLesson(kind) {
    const kinds = Object.keys(KINDS);
    const following = kinds[kinds.indexOf(kind) + 1];
    return actions(
      following
        ? button("next lesson", () => this.context.go("learn", { lesson: following }), {
            class: "main",
          })
        : null,
      button("drill this kind", () => this.context.go("learn", { kind, seed: randomSeed() })),
    );
  }

  /** @param {DrillAnswer[]} answers */
  #codeCard(answers) {
    const { kind, depth, task, count, seed } = this.options;
    const code = el("output", { class: "code", "aria-label": t("result code") }, t("one moment"));
    const place = el("div", { class: "card result" });
    ask("result", {
      kind,
      depth,
      task: task === "safe" ? "safe" : "certain",
      count,
      seed,
      safe: answers.map((answer) => answer.safe),
      mined: answers.map((answer) => answer.mined),
      seconds: answers.map((answer) => answer.seconds),
    }).then(
      (answer) => {
        code.textContent = answer.code;
      },
      (problem) => {
        code.textContent = refusalText(problem);
      },
    );
    put(
      place,
      el("h3", {}, t("result code")),
      el("p", { class: "quiet" }, t("result code intro")),
      code,
      actions(
        button("copy code", () => copy(code.textContent ?? ""), { class: "main" }),
        button("share", () => openShare({ links: [["share set", hashOf("learn", this.options)]] })),
      ),
      el("p", { class: "quiet" }, t("result not verified")),
    );
    return place;
  }
}

const allLessons = () => el("a", { href: "#learn", class: "back-link" }, t("all lessons"));
