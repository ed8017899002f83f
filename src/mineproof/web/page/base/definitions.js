// Terms of logic with a tooltip: the definition shows while the term is pointed at or focused.

import { $, closest, el } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {"KB" | "KB0" | "clause" | "unit" | "resolvent" | "subsumed"} Term */

/** @type {Term[]} */
export const TERMS = ["KB", "KB0", "clause", "unit", "resolvent", "subsumed"];
const EDGE = 8; // px between a definition and the edge of the window

/** The tooltip. One definition shows at a time. */
const tip = el("div", { id: "definition", class: "definition", role: "tooltip", hidden: true });

/**
 * A term with its definition.
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
        click: show, // touch screens cannot hover
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

// A term that is redrawn gets no event when the pointer leaves it, so the document listens.
document.addEventListener("mouseover", (event) => {
  if (!closest(event, ".term")) hide();
});
document.addEventListener("keydown", hide);
