// A board of a lesson that shows its argument step by step: first the clues are highlighted, then the
// sentence and its conclusions appear.

/** @import { ShownExercise } from "../engine/engine.js" */
/** @import { Marks } from "../board/marks.js" */

import { actions, argumentList, button, el, put } from "../base/dom.js";
import { t } from "../base/texts.js";
import { certainMarks, markAll } from "../board/marks.js";
import { chosenMark, ExerciseBoard } from "../learn/exercise-board.js";
import { argumentMarks } from "../why/why.js";

/** @typedef {{ marks: Marks, text: string, sentences: number }} GuidedStep  `sentences` are shown */

export class GuidedBoard {
  #at = 0;

  /**
   * @param {{ board: HTMLElement, panel: HTMLElement }} places
   * @param {ShownExercise} exercise
   * @param {{ title: string, idea: string, last: string, done: () => void }} how `last` is the key of
   *   the button at the end
   */
  constructor({ board, panel }, exercise, how) {
    this.panel = panel;
    this.exercise = exercise;
    this.how = how;
    this.board = new ExerciseBoard(board, exercise, { check: () => this.step(1) });
    this.board.open = false;
    this.steps = this.#steps();
    this.#show();
  }

  get grid() {
    return this.board.grid;
  }

  /** @param {number} by */
  step(by) {
    if (this.#at + by >= this.steps.length) {
      this.how.done();
      return;
    }
    this.#at = Math.max(0, this.#at + by);
    this.#show();
  }

  /** @returns {GuidedStep[]} */
  #steps() {
    const { argument, chosen, lines } = this.exercise;
    const { board } = this.board;
    if (!lines.length) {
      const marks = markAll(board, chosen, chosenMark());
      return [
        { marks: new Map(), text: t("guided look nothing"), sentences: 0 },
        ...argument.map((_, i) => ({ marks, text: "", sentences: i + 1 })),
      ];
    }
    const steps = lines.flatMap((line, i) => {
      const clues = line.says.flatMap((premise) => premise.clues);
      // The conclusions of earlier sentences stay marked.
      const before = argumentMarks(
        board,
        { argument: lines.slice(0, i), clues: [] },
        { cells: false },
      );
      const seen = argumentMarks(board, { argument: [line], clues }, { conclusions: false });
      for (const [cell, { kind }] of seen) // their number of mines would give the answer away
        if (kind === "one-of") seen.set(cell, { kind, says: t("hint cell") });
      const all = argumentMarks(board, { argument: [line], clues });
      return [
        { marks: new Map([...before, ...seen]), text: t("guided look"), sentences: i },
        { marks: new Map([...before, ...all]), text: "", sentences: i + 1 },
      ];
    });
    return [...steps, ...this.#rest()];
  }

  /**
   * One more step if more cells are certain than the argument decides.
   * @returns {GuidedStep[]}
   */
  #rest() {
    const { argument, lines, mined, safe } = this.exercise;
    const decided = lines.flatMap((line) => Object.keys(line.concludes));
    if ([...safe, ...mined].every((name) => decided.includes(name))) return [];
    const marks = certainMarks(this.board.board, this.exercise);
    return [{ marks, text: t("guided rest"), sentences: argument.length }];
  }

  #show() {
    const { marks, text, sentences } = this.steps[this.#at];
    const { title, idea, last } = this.how;
    const end = this.#at === this.steps.length - 1;
    this.board.grid.mark("why", marks);
    put(
      this.panel,
      el("h2", {}, title),
      el("p", { class: "idea" }, idea),
      text ? el("p", { class: "quiet guided-look", role: "status" }, text) : null,
      argumentList(this.exercise.argument.slice(0, sentences)),
      end ? el("p", { class: "guided-done" }, `∎ ${t("guided done")}`) : null,
      actions(
        button("step back", () => this.step(-1), { disabled: this.#at === 0 }),
        button(end ? last : "step on", () => this.step(1), { class: "main guided-next" }),
      ),
    );
  }
}
