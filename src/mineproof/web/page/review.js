// After the game: was it avoidable, how lucky, and which moves were risks.

import { el, refused, sentence } from "./dom.js";
import * as engine from "./engine.js";
import { t } from "./texts.js";

// What the panel says of a game that is over. `look(n, cell)` shows the board before move n.
export async function reviewed(game, look) {
  let found;
  try {
    found = await engine.review(JSON.stringify(game.replay));
  } catch (problem) {
    return { luck: null, content: [el("p", { class: "problem" }, refused(problem))] };
  }
  const notable = found.moves.filter((move) =>
    ["risk", "needless", "wrong"].includes(move.verdict),
  );
  return {
    luck: found.luck,
    content: [
      game.won ? null : el("p", {}, ...sentence(avoidable(found))),
      el(
        "dl",
        { class: "facts" },
        ...facts(found).flatMap(([name, value]) => [el("dt", {}, t(name)), el("dd", {}, value)]),
      ),
      notable.length ? el("h3", {}, t("worth a look")) : el("p", { class: "quiet" }, t("no risks")),
      el(
        "ol",
        { class: "review" },
        ...notable.map((move) =>
          el(
            "li",
            {},
            el(
              "button",
              { type: "button", onclick: () => look(move) },
              el("span", { class: "quiet" }, String(move.number)),
              el("span", { class: move.verdict }, ...sentence(judged(move))),
            ),
          ),
        ),
      ),
    ],
  };
}

export const share = (odds) =>
  odds === 1
    ? "100 %"
    : odds >= 0.1
      ? `${(100 * odds).toFixed(0)} %`
      : `${(100 * odds).toPrecision(2)} %`;

// The last move of a lost game.
function avoidable(found) {
  const last = found.moves.at(-1);
  const values = { cell: last.cell, certain: last.certain, p: (100 * last.risk).toFixed(0) };
  if (last.verdict === "needless") return t("avoidable", values);
  return last.verdict === "risk" ? t("not avoidable", values) : t("unknown whether");
}

function facts(found) {
  const speed = found["3bv_per_second"];
  return [
    ["luck", share(found.luck)],
    ["risks taken", String(found.risks)],
    ["needless ones", String(found.needless)],
    ["3bv", `${found.solved} / ${found["3bv"]}`],
    ...(speed ? [["3bv per second", speed.toFixed(2)]] : []),
  ];
}

function judged(move) {
  const values = {
    cell: move.cell,
    p: (100 * move.risk).toFixed(0),
    certain: move.certain,
    best: move.best?.cell,
  };
  if (move.verdict === "risk")
    return move.best && move.best.cell !== move.cell
      ? t("took risk, better", { ...values, q: (100 * (1 - move.best.safe)).toFixed(0) })
      : t("took risk", values);
  return t(move.verdict === "needless" ? "took needless" : "took wrong flag", values);
}
