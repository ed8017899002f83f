// Saves the last games (by address), the switches and the preferences in this browser.

/** @import { DealtBoard, Progress } from "./game.js" */

import { load, remove, save } from "./storage.js";

const MOST_GAMES = 12;
const DELAY = 250; // ms between a move and its save
const INDEX = "games"; // a list of addresses, the latest last
const SWITCHES = "switches";
const FIRST_RUN = "first run";
const PREFERENCES = "preferences";

/**
 * A saved game.
 * @typedef {Progress & { dealt: DealtBoard, over: boolean }} KeptGame
 */

/**
 * The saved game of an address; null if there is none.
 * @param {string} address
 * @returns {KeptGame | null}
 */
export const keptGame = (address) => load(`game ${address}`);

/** The address of the latest game; null if that game is over or there is none. */
export function unfinishedGame() {
  const latest = addresses().at(-1);
  return latest !== undefined && keptGame(latest)?.over === false ? latest : null;
}

export class Autosave {
  /** @type {{ address: string, game: () => KeptGame } | null} the present game */
  #current = null;
  /** whether the present game has changes that are not saved */
  #unsaved = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    // The clock runs on after the last saved move.
    addEventListener("pagehide", () => this.#write());
    document.addEventListener("visibilitychange", () => this.#write());
  }

  /**
   * Save a game after a short delay, when the move is on the screen.
   * @param {string} address
   * @param {() => KeptGame} game
   */
  keep(address, game) {
    if (this.#current?.address !== address) this.flush();
    this.#current = { address, game };
    this.#unsaved = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), DELAY);
  }

  /** Save the present game and its clock before another game begins. */
  leave() {
    this.#write();
    this.#current = null;
  }

  /** Save now if there are unsaved changes. */
  flush() {
    if (this.#unsaved) this.#write();
  }

  #write() {
    clearTimeout(this.#timer);
    this.#unsaved = false;
    if (!this.#current) return;
    const { address, game } = this.#current;
    const others = addresses().filter((other) => other !== address);
    while (others.length >= MOST_GAMES) forget(others.shift());
    // If the storage is full, delete the oldest games until this one fits.
    while (!save(`game ${address}`, game()) && others.length) forget(others.shift());
    save(INDEX, [...others, address]);
  }
}

/** @returns {string[]} */
const addresses = () => load(INDEX) ?? [];

/** @param {string | undefined} address */
const forget = (address) => remove(`game ${address}`);

/** Whether this is the first visit. Only the first call returns true. */
export const isFirstVisit = () =>
  addresses().length === 0 && load(FIRST_RUN) === null && save(FIRST_RUN, "shown");

/** @returns {string[]} the switches that were on */
export const keptSwitches = () => load(SWITCHES) ?? [];

/** @param {string[]} on */
export const keepSwitches = (on) => save(SWITCHES, on);

/** @returns {Record<string, unknown> | null} */
export const keptPreferences = () => load(PREFERENCES);

/** @param {object} preferences */
export const keepPreferences = (preferences) => save(PREFERENCES, preferences);
