// Words of logic that explain themselves: the definition shows while a word is pointed at or focused.

import { $, closest, el } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {"KB" | "KB0" | "clause" | "unit" | "resolvent" | "subsumed"} Term */

/** @type {Term[]} */
export const TERMS = ["KB", "KB0", "clause", "unit", "resolvent", "subsumed"];
const EDGE = 8; // px that a definition keeps from the edge of the window

/** The definition that shows; there is one at a time. */
const tip = el("div", { id: "definition", class: "definition", role: "tooltip", hidden: true });

/**
 * A word with its definition.
 * @param {Term} name
 */
export const term = (name) =>
  el(
    "button",
    {
      type: "button",
      class: "term",
      "data-term": name,
      on: {
        mouseenter: show,
        focus: show,
        click: show, // a touch screen has no pointer that hovers
        blur: hide,
      },
    },
    t.has(`word ${name}`) ? t(`word ${name}`) : name,
  );

/** @param {Event} event */
function show({ currentTarget }) {
  if (!(currentTarget instanceof HTMLElement)) return;
  currentTarget.setAttribute("aria-describedby", tip.id);
  tip.textContent = t(`term ${currentTarget.dataset.term}`);
  tip.hidden = false;
  $("main").append(tip);
  const word = currentTarget.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.min(word.left, innerWidth - width - EDGE);
  const below = word.bottom + EDGE;
  const fits = below + height + EDGE <= innerHeight;
  tip.style.left = `${Math.max(EDGE, left)}px`;
  tip.style.top = `${fits ? below : Math.max(EDGE, word.top - height - EDGE)}px`;
}

function hide() {
  tip.hidden = true;
}

// A word that is drawn anew cannot report that the pointer leaves it: the page does.
document.addEventListener("mouseover", (event) => {
  if (!closest(event, ".term")) hide();
});
document.addEventListener("keydown", hide);
