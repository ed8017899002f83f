// The panel beside a board: a stack of screens with a button back. On a phone the panel is a sheet
// that covers the lower half.

/** @import { Child } from "./dom.js" */

import { button, closeButton, el, put, refusal } from "./dom.js";
import { t } from "./texts.js";

const PATIENCE = 300; // ms before a screen shows that it waits

/**
 * The content of a panel, and its marks on the board.
 * @typedef {object} Screen
 * @property {string} kind the stack holds at most one screen of a kind
 * @property {(screen: Screen) => unknown} show draws the screen; called again when the reader comes
 *   back to it, and after a change of language
 * @property {() => void} [hide] removes its marks, when another screen covers it or when it ends
 * @property {() => void} [end] called once, when the screen leaves the stack
 * @property {(key: string) => boolean} [pressKey] handles a key; false if it has no meaning
 * @property {boolean} [closed] whether the reader has gone back from it
 * @property {string} [back] the key of the text of the button back; default "back"
 */

export class Panels {
  /** @type {Screen[]} the last screen is shown */
  #stack = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
  }

  get top() {
    return this.#stack.at(-1);
  }

  /** Whether the reader can go back to another screen. */
  get covered() {
    return this.#stack.length > 1;
  }

  /**
   * Begin a new stack.
   * @param {Screen} screen
   */
  begin(screen) {
    this.#shrinkTo(0);
    return this.#push(screen);
  }

  /**
   * Begin a new stack with a screen that the panel already shows.
   * @param {Screen} screen
   */
  base(screen) {
    this.#shrinkTo(0);
    this.#stack.push(screen);
  }

  /**
   * Push a screen. First remove a screen of the same kind, and all screens above it.
   * @param {Screen} screen
   */
  open(screen) {
    const same = this.#stack.findIndex(({ kind }) => kind === screen.kind);
    if (same >= 0) this.#shrinkTo(same);
    return this.#push(screen);
  }

  /** Go back by one screen; false if there is none to go back to. */
  back() {
    const { top } = this;
    if (!top || !this.covered) return false;
    top.closed = true;
    this.#shrinkTo(this.#stack.length - 1);
    this.again();
    return true;
  }

  /** Go back to the first screen. On a phone the sheet closes. */
  home() {
    if (this.covered) {
      this.#shrinkTo(1);
      this.again();
    }
    this.lower();
  }

  /** On a phone, hide the panel. */
  lower() {
    this.element.classList.remove("sheet");
  }

  /** Redraw the present screen, in a new language or to repeat its question. */
  again() {
    const { top } = this;
    return top?.show(top);
  }

  /** Show that the content is out of date. */
  fade() {
    this.element.setAttribute("aria-busy", "true");
  }

  /**
   * Wait for the answer to a screen. After a delay, a message replaces the old content.
   * @param {Screen} screen
   * @param {Child[]} title
   */
  wait(screen, ...title) {
    this.fade();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
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
    clearTimeout(this.#timer);
    const { element } = this;
    put(
      element,
      closeButton(() => this.lower(), "plain sheet-close"),
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
   * Show why there is no answer, and a retry button if a retry can help.
   * @param {Screen} screen
   * @param {unknown} problem
   * @param {Child[]} above
   */
  refuse(screen, problem, ...above) {
    this.put(screen, ...above, ...refusal(problem, () => this.again()));
  }

  /** @param {Screen} screen */
  #push(screen) {
    this.top?.hide?.();
    this.#stack.push(screen);
    return screen.show(screen);
  }

  /** @param {number} length */
  #shrinkTo(length) {
    while (this.#stack.length > length) {
      const screen = this.#stack.pop();
      screen?.hide?.();
      screen?.end?.();
    }
  }
}
