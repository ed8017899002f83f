// Deal boards in node by the page's deal.js: requests on standard input, one JSON array; answers on
// standard output. `test_page_deal.py` compares them with those of Python.

import { readFileSync } from "node:fs";

const page = new URL("../../src/mineproof/web/page/", import.meta.url);
const { deal, dealMines, initialCells } = await import(new URL("engine/deal.js", page).href);
const { Board } = await import(new URL("board/board.js", page).href);

const { about, requests, pinned } = JSON.parse(readFileSync(0, "utf8"));

function dealPinned({ rows, cols, mines, shape, seed, number, start }) {
  const board = new Board(rows, cols, shape);
  const which = { seed: BigInt(seed), number: BigInt(number) };
  const layout = dealMines(board, mines, start, which);
  return { layout, initial: initialCells(board, layout, start, which) };
}

const answers = {
  requests: requests.map((request) => deal(request, about)),
  pinned: pinned.map(dealPinned),
};
process.stdout.write(JSON.stringify(answers));
