// What the browser keeps for the next visit: the last games by their addresses, and the switches.
// Where the browser keeps nothing (private windows), the page works without it.

/** @import { DealtBoard, Progress } from "./game.js" */

const MOST_GAMES = 12;
const DELAY = 250; // ms after a move before it is kept
const INDEX = "games"; // addresses, the latest last
const SWITCHES = "switches";
const FIRST_RUN = "first run";
const PREFERENCES = "preferences";

/**
 * A game as it is kept.
 * @typedef {Progress & { dealt: DealtBoard, over: boolean }} KeptGame
 */

/**
 * The game that was played at an address; null if none is kept.
 * @param {string} address
 * @returns {KeptGame | null}
 */
export const keptGame = (address) => read(`game ${address}`);

/** The address of the last game that is not over; null if there is none. */
export function unfinishedGame() {
  const latest = addresses().at(-1);
  return latest !== undefined && keptGame(latest)?.over === false ? latest : null;
}

export class Autosave {
  /** @type {{ address: string, game: () => KeptGame } | null} the game that is played */
  #current = null;
  /** a move is not kept yet */
  #waiting = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    // The clock has gone on since the last move.
    addEventListener("pagehide", () => this.#write());
    document.addEventListener("visibilitychange", () => this.#write());
  }

  /**
   * Keep a game soon, when the move is on the screen.
   * @param {string} address
   * @param {() => KeptGame} game
   */
  keep(address, game) {
    if (this.#current?.address !== address) this.flush();
    this.#current = { address, game };
    this.#waiting = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), DELAY);
  }

  /** Another game is about to begin: keep this one with its clock. */
  leave() {
    this.#write();
    this.#current = null;
  }

  /** Keep what waits, now. */
  flush() {
    if (this.#waiting) this.#write();
  }

  #write() {
    clearTimeout(this.#timer);
    this.#waiting = false;
    if (!this.#current) return;
    const { address, game } = this.#current;
    const others = addresses().filter((other) => other !== address);
    while (others.length >= MOST_GAMES) forget(others.shift());
    // A full store refuses: then older games make room.
    while (!write(`game ${address}`, game()) && others.length) forget(others.shift());
    write(INDEX, [...others, address]);
  }
}

/** @returns {string[]} */
const addresses = () => read(INDEX) ?? [];

/** @param {string | undefined} address */
function forget(address) {
  try {
    localStorage.removeItem(`game ${address}`);
  } catch {
    // nothing is kept
  }
}

/** Whether the reader is here for the first time. Asked once: from then on the reader is not. */
export const isFirstVisit = () =>
  addresses().length === 0 && read(FIRST_RUN) === null && write(FIRST_RUN, "shown");

/** @returns {string[]} the switches that were on */
export const keptSwitches = () => read(SWITCHES) ?? [];

/** @param {string[]} on */
export const keepSwitches = (on) => write(SWITCHES, on);

/** @returns {Record<string, unknown> | null} */
export const keptPreferences = () => read(PREFERENCES);

/** @param {object} preferences */
export const keepPreferences = (preferences) => write(PREFERENCES, preferences);

/**
 * @param {string} key
 * @returns {any} null if nothing can be read
 */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
