// Games that continue from an earlier position of another game. The original game is remembered.

/** @import { Game } from "./game.js" */

/** @type {WeakMap<Game, Game>} the original game of each continued game */
const origins = new WeakMap();

/**
 * A copy of a game before a move, to play on from there.
 * @param {Game} game
 * @param {number} number of the move, counted from 1
 */
export function branch(game, number) {
  const other = game.before(number);
  origins.set(other, originOf(game) ?? game);
  return other;
}

/**
 * The original game of a continued game; null if the game is not continued.
 * @param {Game} game
 */
export const originOf = (game) => origins.get(game) ?? null;
