// A banner while the server does not answer. The game goes on, and a button tries the server again.

import { $, button, el, put } from "../base/dom.js";
import { t } from "../base/texts.js";
import { onAway, setAway } from "./connection.js";
import { askServer, Refusal } from "./engine.js";

let shown = false;

/**
 * Show the banner while the server is away. Returns a function that redraws it in a new language.
 * @param {() => unknown} answered called when the server answers again
 */
export function showConnection(answered) {
  onAway((away) => {
    shown = away;
    draw(answered);
  });
  addEventListener("online", () => shown && tryAgain(answered));
  return () => draw(answered);
}

/** @param {() => unknown} answered */
function draw(answered) {
  const place = $("connection");
  place.hidden = !shown;
  if (shown)
    put(
      place,
      el("p", {}, t("server away")),
      button("retry", () => tryAgain(answered), { class: "main" }),
    );
}

/** @param {() => unknown} answered */
async function tryAgain(answered) {
  const place = $("connection");
  place.setAttribute("aria-busy", "true");
  try {
    await askServer();
    setAway(false);
    answered();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    setAway(problem.kind === "away");
  } finally {
    place.removeAttribute("aria-busy");
  }
}
