// Playing on from an earlier moment of a game: the game that was played is kept beside the new one.

/** @import { Game } from "./game.js" */

/** @type {WeakMap<Game, Game>} the game that was played, by the one that was played on from it */
const origins = new WeakMap();

/**
 * The game as it was before a move, to be played on from there.
 * @param {Game} game
 * @param {number} number of the move, counted from 1
 */
export function branch(game, number) {
  const other = game.before(number);
  origins.set(other, originOf(game) ?? game);
  return other;
}

/**
 * The game that was played; null if this is the one.
 * @param {Game} game
 */
export const originOf = (game) => origins.get(game) ?? null;
