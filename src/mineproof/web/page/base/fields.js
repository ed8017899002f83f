// Form fields with their labels.

import { el } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {[value: string, text: string]} Choice */

/**
 * A list to choose from.
 * @param {Choice[]} choices
 * @param {string | undefined} chosen
 * @param {{ name?: string, "aria-label"?: string }} attributes
 * @param {(value: string) => unknown} [change]
 */
export function choiceField(choices, chosen, attributes, change = () => {}) {
  const field = el(
    "select",
    attributes,
    ...choices.map(([value, text]) => el("option", { value, selected: value === chosen }, text)),
  );
  field.addEventListener("change", () => change(field.value));
  return field;
}

/**
 * Choices whose texts have keys that begin with the same word.
 * @param {string} word
 * @param {string[]} names
 * @returns {Choice[]}
 */
export const choicesOf = (word, names) => names.map((name) => [name, t(`${word} ${name}`)]);

/**
 * @param {{ name?: string, value: number | string, min: number, max: number, inputmode?: string }} attributes
 * @param {(value: number) => unknown} [change]
 */
export function numberField(attributes, change = () => {}) {
  const field = el("input", { type: "number", ...attributes });
  field.addEventListener("change", () => change(Number(field.value)));
  return field;
}

/**
 * @param {{ name?: string, checked: boolean }} attributes
 * @param {(on: boolean) => unknown} [change]
 */
export function switchField(attributes, change = () => {}) {
  const field = el("input", { type: "checkbox", role: "switch", ...attributes });
  field.addEventListener("change", () => change(field.checked));
  return field;
}

/**
 * A field below its label.
 * @param {string} key
 * @param {HTMLElement} field
 */
export const labelled = (key, field) => el("label", {}, t(key), field);
