// The reader's results for each kind of argument: share, seconds, trend; export and erase.

import { actions, button, download, el, put, toast } from "../base/dom.js";
import { shareText } from "../base/format.js";
import { tableOf } from "../base/tables.js";
import { t } from "../base/texts.js";
import { KINDS, kindText } from "./exercise-source.js";
import { eraseAll, exportCsv, exportJson, profiles } from "./learn-store.js";

/** @param {HTMLElement} place */
export function showProfile(place) {
  const order = Object.keys(KINDS);
  const sorted = profiles().sort((a, b) => rank(order, a.kind) - rank(order, b.kind));
  put(
    place,
    el("a", { href: "#learn", class: "back-link" }, t("all lessons")),
    el("h2", {}, t("profile title")),
    el("p", { class: "quiet" }, t("profile intro")),
    sorted.length ? profileTable(sorted) : el("p", { class: "empty" }, t("profile empty")),
    actions(
      button("export json", () => download("mineproof-learn.json", exportJson())),
      button("export csv", () => download("mineproof-learn.csv", exportCsv())),
      button("erase all", () =>
        toast(t("erase sure"), [
          "erase all",
          () => {
            eraseAll();
            showProfile(place);
          },
        ]),
      ),
    ),
  );
}

/**
 * @param {string[]} order
 * @param {string} kind
 */
const rank = (order, kind) => (order.includes(kind) ? order.indexOf(kind) : order.length);

const HEADS = [
  "profile kind",
  "profile count",
  "profile share",
  "profile seconds",
  "profile trend",
];

/** @param {ReturnType<typeof profiles>} all */
function profileTable(all) {
  const rows = all.map(({ kind, count, share, seconds, trend }) => [
    kindText(kind),
    String(count),
    shareText(share),
    seconds ? t("n seconds", { n: seconds }) : "–",
    trendText(trend),
  ]);
  return el("div", { class: "candidates" }, tableOf(HEADS, rows));
}

/** @param {number | null} trend */
function trendText(trend) {
  if (trend === null) return "–";
  const points = Math.round(100 * trend);
  if (points === 0) return "→ 0 %";
  return points > 0 ? `↗ +${points} %` : `↘ −${-points} %`;
}
