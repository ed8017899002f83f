// What the panel beside a board shows: a stack of screens with one way back. On a phone the panel is
// a sheet that covers the lower half.

/** @import { Child } from "./dom.js" */

import { button, closeButton, el, lowerPanel, put, refusalParagraph } from "./dom.js";
import { Refusal } from "./engine.js";
import { t } from "./texts.js";

const PATIENCE = 300; // ms before a screen says that it waits

/** Refusals that another try can overcome. */
const PASSING = ["away", "busy", "fault", "too long", "not loaded"];

/**
 * One thing that a panel shows, and its marks on the board.
 * @typedef {object} Screen
 * @property {string} kind the stack holds at most one screen of a kind
 * @property {(screen: Screen) => unknown} show draws the screen; called again when the reader comes
 *   back to it, and in another language
 * @property {() => void} [hide] takes its marks off the board: another screen lies over it, or it ends
 * @property {() => void} [end] called once, when the screen leaves the stack
 * @property {(key: string) => boolean} [pressKey] act on a key; false if it has no meaning
 * @property {string} [back] the key of the text of the way back, if that is not "back"
 */

export class Panels {
  /** @type {Screen[]} the screen that is shown is the last */
  #stack = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
  }

  get top() {
    return this.#stack.at(-1);
  }

  /** Whether there is a way back. */
  get covered() {
    return this.#stack.length > 1;
  }

  /**
   * Begin a new stack.
   * @param {Screen} screen
   */
  begin(screen) {
    this.#dropDownTo(0);
    return this.#push(screen);
  }

  /**
   * Begin a new stack with a screen that is on the page already.
   * @param {Screen} screen
   */
  base(screen) {
    this.#dropDownTo(0);
    this.#stack.push(screen);
  }

  /**
   * Show a screen over the present one. A screen of the same kind is replaced, with all above it.
   * @param {Screen} screen
   */
  open(screen) {
    const same = this.#stack.findIndex(({ kind }) => kind === screen.kind);
    if (same >= 0) this.#dropDownTo(same);
    return this.#push(screen);
  }

  /** Go back by one screen; false if there is none to go back to. */
  back() {
    if (!this.covered) return false;
    this.#dropDownTo(this.#stack.length - 1);
    this.again();
    return true;
  }

  /** Go back to the first screen, quietly: on a phone the sheet goes down. */
  home() {
    if (this.covered) {
      this.#dropDownTo(1);
      this.again();
    }
    lowerPanel(this.element);
  }

  /** Draw the present screen again: in another language, or to ask a question again. */
  again() {
    const { top } = this;
    return top?.show(top);
  }

  /** The content is about to be replaced. */
  fade() {
    this.element.setAttribute("aria-busy", "true");
  }

  /**
   * A screen waits for its answer: if that takes long, say so in the place of the old content.
   * @param {Screen} screen
   * @param {Child[]} title
   */
  wait(screen, ...title) {
    this.fade();
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(
      () => this.put(screen, el("h2", {}, ...title), el("p", { class: "quiet" }, t("one moment"))),
      PATIENCE,
    );
  }

  /**
   * Set the content of a screen, if it is still the one that is shown.
   * @param {Screen} screen
   * @param {Child[]} content
   */
  put(screen, ...content) {
    if (screen !== this.top) return;
    clearTimeout(this.#waiting);
    const { element } = this;
    put(
      element,
      closeButton(() => lowerPanel(element), "plain sheet-close"),
      this.covered
        ? button(screen.back ?? "back", () => this.back(), { class: "plain back" })
        : null,
      ...content,
    );
    element.removeAttribute("aria-busy");
    element.classList.add("sheet");
    element.scrollTop = 0;
  }

  /**
   * Say why there is no answer, with a button that asks again where that can help.
   * @param {Screen} screen
   * @param {unknown} problem
   * @param {Child[]} above
   */
  refuse(screen, problem, ...above) {
    this.put(screen, ...above, refusalParagraph(problem), this.retryButton(problem));
  }

  /**
   * @param {unknown} problem
   * @param {() => unknown} retry
   */
  retryButton(problem, retry = () => this.again()) {
    if (!(problem instanceof Refusal) || !PASSING.includes(problem.kind)) return null;
    return button("retry", retry, { class: "retry" });
  }

  /** @param {Screen} screen */
  #push(screen) {
    this.top?.hide?.();
    this.#stack.push(screen);
    return screen.show(screen);
  }

  /** @param {number} length */
  #dropDownTo(length) {
    while (this.#stack.length > length) {
      const screen = this.#stack.pop();
      screen?.hide?.();
      screen?.end?.();
    }
  }
}
