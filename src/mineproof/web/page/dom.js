// Helpers for making elements, and what every view shares: panel, toast, dialog, downloads, clipboard.

import { Refusal } from "./engine.js";
import { t } from "./texts.js";

/** @typedef {{ [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => unknown }} Listeners */
/** @typedef {string | number | boolean | null | undefined} Attribute */
/** @typedef {{ on?: Listeners, [name: string]: Attribute | Listeners }} Attributes */
/** @typedef {string | Node | null} Child  null is left out */
/** @typedef {[key: string, act: () => unknown]} Action  a button: the key of its text, and what it does */

/**
 * The element of index.html with this id.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @param {{ new (): Kind }} [kind]
 * @returns {Kind}
 */
export function $(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof (kind ?? HTMLElement))) throw new Error(`index.html lacks #${id}`);
  return /** @type {Kind} */ (element);
}

/**
 * A new element: `el("p", {class: "quiet", on: {click: act}}, "text", child)`. A boolean attribute is
 * there or not; null and undefined are left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, { on = {}, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "boolean") element.toggleAttribute(name, value);
    else if (value !== undefined && value !== null) element.setAttribute(name, String(value));
  }
  for (const [name, listener] of Object.entries(on))
    element.addEventListener(name, /** @type {EventListener} */ (listener));
  element.append(...present(children));
  return element;
}

/** @param {Child[]} children */
const present = (children) => children.filter((child) => child !== null);

/**
 * Replace the children of an element.
 * @param {Element} place
 * @param {Child[]} children
 */
export const put = (place, ...children) => place.replaceChildren(...present(children));

/**
 * A button, by the key of its text.
 * @param {string} key
 * @param {() => unknown} act
 * @param {Attributes} [attributes]
 */
export const button = (key, act, attributes = {}) =>
  el("button", { type: "button", on: { click: () => act() }, ...attributes }, t(key));

/** The icons of index.html. @typedef {"flag" | "mine" | "burst" | "check" | "star" | "close" | "run" | "pause"
 *   | "back" | "on" | "first" | "last" | "again" | "mistake-before" | "mistake-next" | "undo"
 *   | "redo"} IconName */

const SVG = "http://www.w3.org/2000/svg";

/** @param {IconName} name */
export function icon(name) {
  const picture = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  picture.setAttribute("class", `icon i-${name}`);
  picture.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#i-${name}`);
  picture.append(use);
  return picture;
}

/**
 * A button that shows an icon, and has its text as a label.
 * @param {IconName} name
 * @param {string} key
 * @param {() => unknown} act
 */
export const iconButton = (name, key, act) =>
  el(
    "button",
    { type: "button", "aria-label": t(key), title: t(key), on: { click: () => act() } },
    icon(name),
  );

/**
 * The button that closes something.
 * @param {() => unknown} close
 * @param {string} [classes]
 */
export const closeButton = (close, classes = "plain") =>
  el(
    "button",
    { type: "button", class: classes, "aria-label": t("close"), on: { click: () => close() } },
    icon("close"),
  );

/**
 * Terms and their descriptions.
 * @param {[term: string, description: string][]} facts
 */
export const factList = (facts) =>
  el(
    "dl",
    { class: "facts" },
    ...facts.flatMap(([term, description]) => [
      el("dt", {}, term),
      el("dd", {}, ...sentence(description)),
    ]),
  );

/**
 * A sentence; pointing at the name of a cell in it lights up the cell.
 * @param {string} text
 */
export function sentence(text) {
  return text.split(/(r\d+c\d+)/).map((part, i) => (i % 2 ? cellName(part) : part));
}

/**
 * @param {string} name
 * @param {string} [shown]
 * @param {string} [classes]
 */
export const cellName = (name, shown = name, classes = "cell-name") =>
  el("span", { class: classes, "data-cell": name }, shown);

/**
 * The nearest element around an event's target that matches a selector.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const closest = (event, selector) =>
  event.target instanceof Element ? event.target.closest(selector) : null;

/**
 * Replace the content of the panel beside a board. On a phone it comes up as a sheet that covers the
 * lower half.
 * @param {HTMLElement} panel
 * @param {Child[]} content
 */
export function showPanel(panel, ...content) {
  put(
    panel,
    closeButton(() => lowerPanel(panel), "plain sheet-close"),
    ...content,
  );
  panel.classList.add("sheet");
  panel.scrollTop = 0;
}

/**
 * On a phone, take the panel away from the board.
 * @param {HTMLElement} panel
 */
export function lowerPanel(panel) {
  panel.classList.remove("sheet");
}

/**
 * A row of buttons.
 * @param {Child[]} buttons
 */
export const actions = (...buttons) => el("div", { class: "actions" }, ...buttons);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding;

/**
 * A short message. With buttons it stays until one is pressed.
 * @param {string} text
 * @param {Action[]} actions
 */
export function toast(text, ...actions) {
  clearTimeout(hiding);
  put(
    $("toast"),
    el("p", {}, ...sentence(text)),
    ...actions.map(([key, act]) =>
      button(key, () => {
        hideToast();
        act();
      }),
    ),
    closeButton(hideToast),
  );
  $("toast").hidden = false;
  if (!actions.length) hiding = setTimeout(hideToast, 5000);
}

export function hideToast() {
  $("toast").hidden = true;
}

/**
 * What a screen reader says; nothing is shown.
 * @param {string} text
 */
export function announce(text) {
  $("live").textContent = text;
}

/**
 * @param {string} title
 * @param {Child[]} content
 */
export function dialog(title, ...content) {
  const place = $("dialog", HTMLDialogElement);
  put(
    place,
    el(
      "header",
      {},
      el("h2", { id: "dialog-title" }, title),
      closeButton(() => place.close()),
    ),
    ...content,
  );
  if (!place.open) place.showModal();
}

/**
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * Copy a text; where the browser forbids that, show it.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  } catch {
    toast(text);
  }
}

/**
 * A list of buttons that a button opens; it closes at any click, and at Escape.
 * @param {HTMLElement} opener
 * @param {HTMLElement} list
 */
export function menu(opener, list) {
  /** @param {boolean} open */
  const set = (open) => {
    list.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
  };
  opener.addEventListener("click", (event) => {
    event.stopPropagation();
    set(Boolean(list.hidden));
  });
  document.addEventListener("click", () => set(false));
  list.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      set(false);
      opener.focus();
    }
  });
}

/**
 * A part of the page that is loaded when it is first needed; null if it cannot be loaded, which a
 * toast says.
 * @template Part
 * @param {() => Promise<Part>} load
 * @returns {Promise<Part | null>}
 */
export async function loadPart(load) {
  try {
    return await load();
  } catch {
    toast(t("view not loaded"));
    return null;
  }
}

/**
 * A refusal in the reader's language, or in the engine's words if the texts have none for its kind.
 * Any other error is a fault of the page, and is thrown again.
 * @param {unknown} problem
 */
export function refusalText(problem) {
  if (!(problem instanceof Refusal)) throw problem;
  return t.has(`refused ${problem.kind}`)
    ? t(`refused ${problem.kind}`, { why: problem.message })
    : problem.message;
}

/**
 * The same as a paragraph.
 * @param {unknown} problem
 */
export const refusalParagraph = (problem) => el("p", { class: "problem" }, refusalText(problem));
