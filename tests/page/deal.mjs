// Answer in node by the page's deal.js and core-answers.js: requests on standard input, one JSON object;
// answers on standard output. `test_page_deal.py` compares them with those of Python.

import { readFileSync } from "node:fs";

const page = new URL("../../src/mineproof/web/page/", import.meta.url);
const { deal, dealMines, initialCells } = await import(new URL("engine/deal.js", page).href);
const { Board } = await import(new URL("board/board.js", page).href);

const { about, requests, pinned, asked, think } = JSON.parse(readFileSync(0, "utf8"));

function dealPinned({ rows, cols, mines, shape, seed, number, start }) {
  const board = new Board(rows, cols, shape);
  const which = { seed: BigInt(seed), number: BigInt(number) };
  const layout = dealMines(board, mines, start, which);
  return { layout, initial: initialCells(board, layout, start, which) };
}

async function askCore() {
  const built = new URL("../../build/wasm/", import.meta.url);
  const { loadCore } = await import(new URL("core.mjs", built).href);
  const { CoreAnswers } = await import(new URL("engine/core-answers.js", page).href);
  const core = await loadCore(readFileSync(new URL("core.wasm", built)));
  const answers = new CoreAnswers(core, think, about);
  return asked.map(([name, body]) => answers.answer(name, body));
}

const answers = {
  requests: requests.map((request) => deal(request, about)),
  pinned: pinned.map(dealPinned),
  asked: asked.length ? await askCore() : [],
};
process.stdout.write(JSON.stringify(answers));
