// Games that continue from an earlier position of another game. The original game is remembered.

/** @import { Game } from "./game.js" */

/**
 * Where a continued game comes from.
 * @typedef {object} Origin
 * @property {Game} game the original game
 * @property {number} number of the first move that is not repeated, counted from 1
 */

/** @type {WeakMap<Game, Origin>} of the continued games */
const origins = new WeakMap();

/**
 * A copy of a game before a move, to play on from there.
 * @param {Game} game
 * @param {number} number of the move, counted from 1
 */
export function branch(game, number) {
  const other = game.before(number);
  setOrigin(other, { game: originOf(game)?.game ?? game, number });
  return other;
}

/**
 * @param {Game} game
 * @param {Origin} origin
 */
export const setOrigin = (game, origin) => origins.set(game, origin);

/**
 * The origin of a continued game; null if the game is not continued.
 * @param {Game} game
 */
export const originOf = (game) => origins.get(game) ?? null;
