// Saves the last games (by address) and the switches in this browser.

/** @import { DealtBoard, Progress } from "./game.js" */

import { isStorageOpen, load, onOtherTab, remove, save } from "../base/storage.js";
import { Game } from "./game.js";
import { boardId } from "./records.js";

const MOST_GAMES = 12;
const DELAY = 250; // ms between a move and its save
const INDEX = "games"; // a list of addresses, the latest last
/** The switches of Help. */
export const SWITCHES = ["certain", "odds", "warn", "best"];
const FIRST_RUN = "first run";

/**
 * A saved game. `origin` is the game that it was continued from, and the number of its first move that
 * is not repeated.
 * @typedef {Progress & { dealt: DealtBoard, over: boolean, origin?: Progress & { number: number } }}
 *   KeptGame
 */

/**
 * The saved game of an address; null if there is none or if it is damaged.
 * @param {string} address
 */
export function keptGame(address) {
  const kept = load(`game ${address}`);
  try {
    return kept && restored(kept);
  } catch {
    return null;
  }
}

/** @param {KeptGame} kept */
function restored({ dealt, origin, ...progress }) {
  const game = resumed(dealt, progress);
  if (origin) game.origin = { game: resumed(dealt, origin), number: origin.number };
  return game;
}

/**
 * @param {DealtBoard} dealt
 * @param {Progress} progress
 */
function resumed(dealt, progress) {
  const game = new Game(dealt);
  game.resume(progress);
  return game;
}

/**
 * The address of the kept game on a board; null if there is none with moves.
 * @param {string} id that of `boardId`
 */
export const addressOf = (id) =>
  addresses().findLast((address) => {
    const game = keptGame(address);
    return game?.moves.length && boardId(game) === id;
  }) ?? null;

/** The address of the latest game; null if that game is over or there is none. */
export function unfinishedGame() {
  const latest = addresses().at(-1);
  return latest !== undefined && keptGame(latest)?.over === false ? latest : null;
}

export class Autosave {
  /** @type {{ address: string, game: Game } | null} the present game */
  #current = null;
  /** @type {string | null} the present game as this tab has stored it last */
  #stored = null;
  /** whether the player knows that the present game is not kept */
  #refused = false;
  /** whether the present game has changes that are not saved */
  #unsaved = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {object} on
   * @param {() => void} on.refused the storage is full: the game is not kept
   * @param {(game: Game) => void} on.otherTab another tab has gone on with the present game
   */
  constructor(on) {
    this.on = on;
    addEventListener("pagehide", () => this.#writeClock());
    document.addEventListener("visibilitychange", () => this.#writeClock());
    onOtherTab((key) => this.#follow(key));
  }

  /**
   * Save a game after a short delay, when the move is on the screen.
   * @param {string} address
   * @param {Game} game
   */
  keep(address, game) {
    if (this.#current?.address !== address) {
      this.flush();
      this.#refused = false;
    }
    this.#current = { address, game };
    this.#unsaved = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), DELAY);
  }

  /** Save the present game and its clock before another game begins. */
  leave() {
    this.#writeClock();
    this.#current = null;
  }

  /** Save now if there are unsaved changes. */
  flush() {
    if (this.#unsaved) this.#write();
  }

  /**
   * Save the game: its clock runs on after a move. Another tab may have gone on with it, or have deleted
   * it as the oldest.
   */
  #writeClock() {
    if (!this.#current) return;
    const stored = load(`game ${this.#current.address}`);
    const isOurs = stored === null || JSON.stringify(stored) === this.#stored;
    if (this.#unsaved || isOurs) this.#write();
  }

  #write() {
    clearTimeout(this.#timer);
    this.#unsaved = false;
    if (!this.#current) return;
    const { address, game } = this.#current;
    const kept = keptForm(game);
    if (storeGame(address, kept)) this.#stored = JSON.stringify(kept);
    else if (!this.#refused && isStorageOpen()) {
      this.#refused = true;
      this.on.refused();
    }
  }

  /**
   * Go on with a game as another tab has stored it.
   * @param {string} key
   */
  #follow(key) {
    if (!this.#current || key !== `game ${this.#current.address}`) return;
    const game = keptGame(this.#current.address);
    if (!game || sameMoves(game, this.#current.game)) return;
    if (this.#unsaved && beginsWith(this.#current.game, game)) return; // it will follow this tab
    this.#current.game = game;
    this.#unsaved = false;
    this.#stored = JSON.stringify(load(key));
    this.on.otherTab(game);
  }
}

/**
 * @param {Game} game
 * @returns {KeptGame}
 */
function keptForm(game) {
  const { origin } = game;
  return {
    dealt: game.dealt,
    ...game.progress,
    over: game.over,
    origin: origin ? { ...origin.game.progress, number: origin.number } : undefined,
  };
}

/**
 * @param {Game} a
 * @param {Game} b
 */
const sameMoves = (a, b) => JSON.stringify(a.moves) === JSON.stringify(b.moves);

/**
 * Whether the moves of a game begin with those of an earlier one, which has at least one move.
 * @param {Game} game
 * @param {Game} earlier
 */
const beginsWith = ({ moves }, earlier) =>
  earlier.moves.length > 0 &&
  JSON.stringify(moves.slice(0, earlier.moves.length)) === JSON.stringify(earlier.moves);

/**
 * Store a game and list it. If there are many games, or the storage is full, delete the oldest ones; if
 * this one does not fit at all, keep them.
 * @param {string} address
 * @param {KeptGame} kept
 * @returns {boolean} whether it was stored
 */
function storeGame(address, kept) {
  const others = addresses().filter((other) => other !== address);
  /** @type {[string, unknown][]} */
  const before = [[address, load(`game ${address}`)]];
  const store = () =>
    others.length < MOST_GAMES &&
    save(`game ${address}`, kept) &&
    save(INDEX, [...others, address]);
  let stored = store();
  while (!stored && others.length) {
    const oldest = /** @type {string} */ (others.shift());
    before.push([oldest, load(`game ${oldest}`)]);
    remove(`game ${oldest}`);
    stored = store();
  }
  if (!stored) for (const [other, game] of before) putBack(`game ${other}`, game);
  return stored;
}

/**
 * @param {string} key
 * @param {unknown} value null if there was none
 */
const putBack = (key, value) => (value === null ? remove(key) : save(key, value));

/** @returns {string[]} */
function addresses() {
  const kept = load(INDEX);
  return Array.isArray(kept) ? kept.filter((address) => typeof address === "string") : [];
}

/**
 * Whether the introduction is shown with a board: on the first visit, and again if that was reloaded before its end.
 * @param {string} address
 * @param {boolean} chosen whether the page chose the board
 */
export function beginsFirstRun(address, chosen) {
  const begun = load(FIRST_RUN);
  if (begun !== null) return begun === address;
  return chosen && addresses().length === 0 && save(FIRST_RUN, address);
}

/** @returns {unknown[]} the switches that were on */
export function keptSwitches() {
  const kept = load("switches");
  return Array.isArray(kept) ? kept : [];
}

/** @param {string[]} on */
export const keepSwitches = (on) => save("switches", on);
