// The board of an exercise: the reader marks cells as safe or as mines. It shows hints, refutations and
// the solution. Other modules judge the marks.

/** @import { Shape, ShownExercise } from "../engine/engine.js" */
/** @import { Mark } from "../board/marks.js" */

import { boardText, t } from "../base/texts.js";
import { Board, FLAG, HIDDEN, MINE, parse } from "../board/board.js";
import { Grid } from "../board/grid.js";
import { askedMark, certainMark, certainMarks, clueMark, markAll } from "../board/marks.js";
import { argumentMarks } from "../why/why.js";

const LAYERS = ["answer", "hint", "line", "why", "wrong"];

/** @typedef {{ bar: HTMLElement, board: HTMLElement, actions: HTMLElement, panel: HTMLElement }} Places */

/**
 * @typedef {object} ExerciseBoardHandlers
 * @property {() => void} [changed] the marks changed
 * @property {(cell: number) => void} [clue] the reader chose a clue
 * @property {() => void} [check] the reader wants the answer to be judged
 */

export class ExerciseBoard {
  /** @type {Map<number, "safe" | "mine">} the reader's marks */
  answer = new Map();
  /** whether cells can be marked */
  open = true;

  /**
   * @param {HTMLElement} place
   * @param {ShownExercise & { shape?: Shape, flags?: string[] }} exercise `flags` are wrong, and not shown
   * @param {ExerciseBoardHandlers} [on]
   */
  constructor(place, exercise, on = {}) {
    const { rows, cols, mines, values } = parse(exercise.position);
    this.exercise = exercise;
    this.on = on;
    this.mines = mines;
    this.values = values;
    this.board = new Board(rows, cols, exercise.shape);
    for (const name of exercise.flags ?? []) values[this.board.cell(name)] = HIDDEN;
    this.grid = new Grid(place, this.board, {
      label: this.label,
      on: {
        open: (cell, touch) => {
          if (values[cell] > 0) on.clue?.(cell);
          else this.mark(cell, touch ? this.#tapMark(cell) : "safe");
        },
        flag: (cell) => this.mark(cell, "mine"),
        chord: () => on.check?.(),
      },
    });
    this.grid.show((cell) => values[cell]);
  }

  get label() {
    return boardText(this.board, this.mines);
  }

  /** The number of mines without a flag. */
  get minesLeft() {
    return this.mines - this.values.filter((value) => value === FLAG).length;
  }

  /**
   * The mark that a tap toggles: the first sets "safe", the second sets "mine", the third removes it.
   * @param {number} cell
   */
  #tapMark(cell) {
    return this.answer.get(cell) === "safe" ? "mine" : (this.answer.get(cell) ?? "safe");
  }

  /**
   * Mark a cell, or remove the mark if the cell has it already.
   * @param {number} cell
   * @param {"safe" | "mine"} as
   */
  mark(cell, as) {
    if (!this.open || this.values[cell] !== HIDDEN) return;
    if (this.answer.get(cell) === as) this.answer.delete(cell);
    else this.answer.set(cell, as);
    this.#drawAnswer();
    this.on.changed?.();
  }

  /**
   * The names of the cells with this mark.
   * @param {"safe" | "mine"} as
   */
  marked(as) {
    return [...this.answer]
      .filter(([, mark]) => mark === as)
      .map(([cell]) => cell)
      .sort((a, b) => a - b)
      .map((cell) => this.board.name(cell));
  }

  #drawAnswer(shown = (/** @type {number} */ _cell) => true) {
    const marks = [...this.answer]
      .filter(([cell]) => shown(cell))
      .map(
        ([cell, as]) =>
          /** @type {const} */ ([cell, { ...certainMark(as), says: t(`marked ${as}`) }]),
      );
    this.grid.mark("answer", new Map(marks));
  }

  /** Remove all marks except those of the reader. */
  clean() {
    this.grid.clear(...LAYERS.slice(1));
    this.grid.show((cell) => this.values[cell]);
    this.#drawAnswer();
  }

  /**
   * Show a stage of a hint: 1 marks the clues, 2 the cells of the argument too, 3 also what it concludes.
   * @param {number} stage
   */
  showHint(stage) {
    const { clues, decided, lines } = this.exercise;
    const cells = stage > 1;
    this.grid.mark(
      "hint",
      argumentMarks(this.board, { argument: lines, clues }, { cells, conclusions: stage > 2 }),
    );
    const questions = stage === 2 ? decided : []; // the words of the last stage answer them
    this.grid.mark("line", markAll(this.board, questions, askedMark()));
    const [first] = cells ? decided : clues;
    if (first) this.grid.uncover(this.board.cell(first));
  }

  /**
   * Show a layout that fits the position, and mark the cell whose mark it refutes.
   * @param {string[]} mines
   * @param {string} wrong
   */
  showLayout(mines, wrong) {
    const mined = new Set(mines.map((name) => this.board.cell(name)));
    this.grid.clear("hint", "line", "why");
    this.grid.show((cell) =>
      this.values[cell] === HIDDEN && mined.has(cell) ? MINE : this.values[cell],
    );
    this.showWrong([wrong]);
    this.grid.clear("answer");
  }

  /** @param {string[]} names cells with a wrong mark, which is no longer shown */
  showWrong(names) {
    /** @type {Mark} */
    const mark = { kind: "wrong", icon: "close", says: t("marked wrong") };
    const wrong = markAll(this.board, names, mark);
    this.#drawAnswer((cell) => !wrong.has(cell));
    this.grid.mark("wrong", wrong);
  }

  /** Mark all certain cells, and the clues of the first argument. */
  showSolution() {
    const { board, exercise } = this;
    this.clean();
    this.grid.clear("answer");
    const marks = new Map([
      ...markAll(board, exercise.clues, clueMark()),
      ...certainMarks(board, exercise),
      ...markAll(board, exercise.chosen, chosenMark()),
    ]);
    this.grid.mark("why", marks);
  }
}

/** @typedef {{ next: () => void, more: () => HTMLElement }} WritingHandlers */

/** An exercise in which the reader writes. */
export class WrittenExercise {
  /** whether the view shows something else: later answers are not drawn */
  closed = false;

  /**
   * @param {Places} places
   * @param {ShownExercise} exercise
   * @param {WritingHandlers} on
   * @param {ExerciseBoardHandlers} [handlers]
   */
  constructor(places, exercise, on, handlers) {
    this.places = places;
    this.exercise = exercise;
    this.on = on;
    this.board = new ExerciseBoard(places.board, exercise, handlers);
  }

  get grid() {
    return this.board.grid;
  }

  close() {
    this.closed = true;
  }
}

/** The mark of a best guess, or of a cell in a coin flip. */
export const chosenMark = () => ({ kind: "best", tag: "★", says: t("a right cell") });
