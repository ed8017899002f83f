// A game in an address: what Play shares, and the game that a shared address holds.

/** @import { Action } from "../base/dom.js" */
/** @import { Options } from "../base/view.js" */
/** @import { Replay } from "./game.js" */
/** @import { GameRecord } from "./records.js" */
/** @import { Session } from "./session.js" */

import { packed, share, unpacked } from "../base/share.js";
import { hashOf, oneLine } from "../base/view.js";
import { Game } from "./game.js";

/**
 * Share this board, this position, the game with its moves, and the move of the review that is shown.
 * @param {Session} session
 * @param {Options} played the options of the board
 * @param {GameRecord | undefined} record of a board of the day: its time is the one to beat
 * @param {string} note
 * @param {Action[]} more
 */
export async function shareGame({ game, past, grid }, played, record, note, more) {
  const { position } = past ?? game;
  const beat = record?.won ? record.seconds.toFixed(1) : undefined;
  const replay = game.moves.length ? await packed(game.replay) : null;
  const move = past && past.moves.length + 1;
  share({
    links: [
      replay && move ? ["share move", hashOf("play", { game: replay, move })] : null,
      replay ? ["share game", hashOf("play", { game: replay })] : null,
      ["share board", hashOf("play", { ...played, beat })],
      [
        "share position",
        hashOf("analyse", { position: oneLine(position), shape: game.board.shape }),
      ],
    ],
    grid,
    text: position,
    more,
    note,
  });
}

/**
 * The game that an address holds; null if the address is damaged.
 * @param {string} text
 * @param {number} mostCells
 */
export async function openGame(text, mostCells) {
  try {
    const replay = /** @type {Replay} */ (JSON.parse(await unpacked(text)));
    if (replay.rows * replay.cols > mostCells) return null;
    const game = Game.from(replay);
    game.others = game.moves.length;
    return game;
  } catch {
    return null;
  }
}
