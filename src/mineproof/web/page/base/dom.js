// Helpers to make elements, and parts that all views use: panel, toast, dialog, download, clipboard.

import { Refusal } from "../engine/engine.js";
import { bytesText } from "./format.js";
import { t } from "./texts.js";

/** The media query of a phone that is held sideways. It is repeated in the style sheets. */
export const SIDEWAYS = "(max-height: 500px) and (width >= 580px) and (orientation: landscape)";

/** @typedef {{ [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => unknown }} Listeners */
/** @typedef {string | number | boolean | null | undefined} Attribute */
/** @typedef {{ on?: Listeners, [name: string]: Attribute | Listeners }} Attributes */
/** @typedef {string | Node | null} Child  null adds nothing */
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
 * A new element: `el("p", {class: "quiet", on: {click: act}}, "text", child)`. The value true
 * sets an attribute without a value; false, null and undefined set none.
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
  element.append(...withoutNull(children));
  return element;
}

/** @param {Child[]} children */
const withoutNull = (children) => children.filter((child) => child !== null);

/**
 * Replace the children of an element.
 * @param {Element} place
 * @param {Child[]} children
 */
export const put = (place, ...children) => place.replaceChildren(...withoutNull(children));

/**
 * A button with any content.
 * @param {Child[]} content
 * @param {() => unknown} act
 * @param {Attributes} [attributes]
 */
export const buttonWith = (content, act, attributes = {}) =>
  el("button", { type: "button", on: { click: () => act() }, ...attributes }, ...content);

/**
 * A button, by the key of its text.
 * @param {string} key
 * @param {() => unknown} act
 * @param {Attributes} [attributes]
 */
export const button = (key, act, attributes) => buttonWith([t(key)], act, attributes);

/** The icons of index.html. @typedef {"flag" | "mine" | "burst" | "check" | "star" | "close" | "run" | "pause"
 *   | "back" | "on" | "first" | "last" | "again" | "mistake-before" | "mistake-next" | "undo"
 *   | "redo" | "help"} IconName */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {Element[]} children
 */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** @param {IconName} name */
export const icon = (name) =>
  svg(
    "svg",
    { class: `icon i-${name}`, "aria-hidden": "true" },
    svg("use", { href: `#i-${name}` }),
  );

/**
 * A button with an icon; its text is the label.
 * @param {IconName} name
 * @param {string} key
 * @param {() => unknown} act
 */
export const iconButton = (name, key, act) =>
  buttonWith([icon(name)], act, { "aria-label": t(key), title: t(key) });

/**
 * The button that closes something.
 * @param {() => unknown} close
 * @param {string} [classes]
 */
export const closeButton = (close, classes = "plain") =>
  buttonWith([icon("close")], close, { class: classes, "aria-label": t("close") });

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
 * A sentence. Pointing at the name of a cell in it highlights the cell.
 * @param {string} text
 */
export function sentence(text) {
  return text.split(/(r\d+c\d+)/).map((part, i) => (i % 2 ? cellName(part) : part));
}

/**
 * The sentences of an argument.
 * @param {string[]} argument
 */
export const argumentList = (argument, classes = "argument") =>
  el(
    "ol",
    { class: classes },
    ...argument.map((line) => el("li", {}, el("div", {}, ...sentence(line)))),
  );

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
 * A row of buttons.
 * @param {Child[]} buttons
 */
export const actions = (...buttons) => el("div", { class: "actions" }, ...buttons);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastTimer;

/**
 * A short message. With buttons it stays until one is pressed.
 * @param {string} text
 * @param {Action[]} actions
 */
export function toast(text, ...actions) {
  clearTimeout(toastTimer);
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
  if (!actions.length) toastTimer = setTimeout(hideToast, 5000);
}

export function hideToast() {
  $("toast").hidden = true;
}

/**
 * Make a screen reader say a text that is not shown.
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
 * @param {string | Blob} content
 */
export function download(name, content, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * Copy a text. Show it if the browser forbids that.
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
 * Make a button open a list of buttons. Any click closes the list, and so does Escape.
 * @param {HTMLElement} opener
 * @param {HTMLElement} list
 */
export function menu(opener, list) {
  /** @param {boolean} open */
  const set = (open) => {
    list.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
  };
  opener.addEventListener("click", () => set(Boolean(list.hidden)));
  document.addEventListener("click", (event) => {
    const { target } = event;
    if (!(target instanceof Node) || opener.contains(target)) return;
    // Switches are changed one after another.
    if (!(list.contains(target) && closest(event, "label, [role=switch]"))) set(false);
  });
  opener.parentElement?.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || list.hidden) return;
    event.stopPropagation();
    set(false);
    opener.focus();
  });
}

/** @type {Map<string, Promise<unknown>>} */
const styles = new Map();

/**
 * Load a style sheet once. A failure is no error: the view also works without it.
 * @param {string} name
 */
export function loadStyle(name) {
  const known = styles.get(name);
  if (known) return known;
  const loading = new Promise((done) => {
    const on = { load: done, error: done };
    document.head.append(el("link", { rel: "stylesheet", href: name, on }));
  });
  styles.set(name, loading);
  return loading;
}

/**
 * Load a part of the page when it is first needed. If that fails, show a toast and return null.
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
 * A refusal in the reader's language, or the engine's message if there is no text for its kind.
 * Any other error is a bug in the page, and is thrown again.
 * @param {unknown} problem
 */
export function refusalText(problem) {
  if (!(problem instanceof Refusal)) throw problem;
  return t.has(`refused ${problem.kind}`)
    ? t(`refused ${problem.kind}`, { why: problem.message, size: bytesText(problem.mostBytes) })
    : problem.message;
}

/** Kinds of refusals after which a retry can succeed. */
const TEMPORARY = ["away", "busy", "fault", "too long", "not loaded"];

/**
 * A button that asks again; null if that would be refused again.
 * @param {unknown} problem
 * @param {() => unknown} retry
 */
export function retryButton(problem, retry) {
  if (!(problem instanceof Refusal) || !TEMPORARY.includes(problem.kind)) return null;
  return button("retry", retry, { class: "retry" });
}

/**
 * The text of a refusal as a paragraph, and a button that asks again, if that can help.
 * @param {unknown} problem
 * @param {() => unknown} [retry]
 */
export const refusal = (problem, retry) => [
  el("p", { class: "problem" }, refusalText(problem)),
  retry ? retryButton(problem, retry) : null,
];
