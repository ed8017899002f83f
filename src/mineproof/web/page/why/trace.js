// The game of a strategy, inference by inference: the frames of its trace, and the board and the
// knowledge base after each frame. This module uses no DOM.

/** @import { TracedGame, TraceEvent } from "../engine/engine.js" */
/** @import { Value } from "../board/board.js" */

import { Board, EXPLODED, FLAG, HIDDEN, MINE, parse, shapeOf } from "../board/board.js";

/** @typedef {Extract<TraceEvent, { event: "move" }>} MoveEvent */
/** @typedef {Exclude<TraceEvent, MoveEvent>} BaseEvent  an event of the knowledge base */

/**
 * A clause that is or was in the knowledge base.
 * @typedef {object} Clause
 * @property {string[]} clause its literals
 * @property {string | null} source the clue (or "count") it comes from; null if resolved or given
 * @property {number[]} parents the clauses it was resolved from
 * @property {number} at the number of frames until it is inserted
 */
/** @typedef {Map<number, Clause>} Clauses  by step */

/**
 * A marked cell: a member of KB0.
 * @typedef {object} Fact
 * @property {string} cell
 * @property {string} verdict safe or mine
 * @property {boolean} certain false if the mark is a guess
 * @property {number | null} unit the unit that decides it, if there is one
 * @property {number} at the number of frames until it is marked
 */

/**
 * One inference with all its events.
 * @typedef {object} Frame
 * @property {BaseEvent | null} main the inference; null for a move without one
 * @property {string | null} source the clue (or "count") that the clause comes from
 * @property {TraceEvent[]} events all events, the deletions included
 * @property {MoveEvent | null} move the move that is made
 */

const DELETES = new Set(["drop", "shorten", "consume", "take"]);
const REFUSES = new Set(["duplicate", "subsumed", "true"]);

/**
 * The cell of a literal.
 * @param {string} literal
 */
export const cellOf = (literal) => literal.replace("-", "");

/**
 * Whether a literal says that its cell is safe.
 * @param {string} literal
 */
export const isNegative = (literal) => literal.startsWith("-");

/**
 * Whether the event refuses a clause: it is not inserted into the knowledge base.
 * @param {BaseEvent} event
 */
export const isRefusal = (event) => REFUSES.has(event.event);

/**
 * Whether a frame is worth a sentence for a reader who knows no clauses: a clue that says something, a move,
 * a resolvent that is kept and decides a cell, or that is more than a clause less a known cell.
 * @param {Frame} frame
 * @param {Clauses} clauses
 */
function isPlain({ main, move }, clauses) {
  if (move || !main) return true;
  if (main.event === "tell") return main.clause.length > 0;
  if (main.event !== "insert" || main.parents?.length !== 2) return false;
  const lengths = main.parents.map((id) => clauses.get(id)?.clause.length ?? 0);
  return main.clause.length === 1 || !lengths.includes(1);
}

/**
 * The cell on which two parents are resolved; "" if there are no parents.
 * @param {Frame} frame
 * @param {Clauses} clauses
 */
export function pivotOf({ main }, clauses) {
  const [a, b] = (main?.parents ?? []).map((id) => clauses.get(id)?.clause ?? []);
  if (!a || !b) return "";
  const pivot = a.find((literal) =>
    b.includes(isNegative(literal) ? cellOf(literal) : `-${literal}`),
  );
  return pivot ? cellOf(pivot) : "";
}

/**
 * Cut a trace into frames. A deletion is in the frame of the clause that causes it: "drop" follows the
 * insert, "shorten" precedes the shorter clause, "consume" follows the resolvents. A unit that is
 * taken and its move are in one frame, although clauses are shortened between them. "match" only
 * announces a resolution, and is ignored.
 * @param {TraceEvent[]} trace
 */
export function cutIntoFrames(trace) {
  /** @type {Frame[]} */
  const frames = [];
  /** @type {Clauses} */
  const clauses = new Map();
  /** @type {TraceEvent[]} events "shorten" before the shorter clause */
  let shortened = [];
  /** @type {string | null} the clue of the last event "tell" */
  let source = null;
  /** @type {Frame | null} the frame of the last unit taken, until its move */
  let taken = null;
  for (const event of trace) {
    const last = frames.at(-1);
    if (event.event === "match") continue;
    if (event.event === "shorten") shortened.push(event);
    else if (last && (event.event === "drop" || event.event === "consume")) last.events.push(event);
    else if (event.event === "move" && taken?.main && cellOf(taken.main.clause[0]) === event.cell) {
      taken.events.push(event);
      taken.move = event;
      taken = null;
    } else {
      if (event.event === "tell") source = event.source ?? null;
      const frame = frameOf(event, shortened, source);
      frames.push(frame);
      if (event.event === "insert" && event.step)
        clauses.set(event.step, clauseOf(event, source, frames.length));
      if (event.event === "take") taken = frame;
      shortened = [];
    }
  }
  frames.at(-1)?.events.push(...shortened);
  return { frames, clauses };
}

/**
 * @param {BaseEvent} event an insertion
 * @param {string | null} source
 * @param {number} at
 * @returns {Clause}
 */
const clauseOf = ({ clause, parents = [] }, source, at) => ({
  clause,
  source: parents.length ? null : source,
  parents,
  at,
});

/**
 * A clause and all its ancestors, sorted by number.
 * @param {Clauses} clauses
 * @param {number} id
 */
export function ancestry(clauses, id) {
  const ids = new Set([id]);
  for (const child of ids) for (const parent of clauses.get(child)?.parents ?? []) ids.add(parent);
  return [...ids].filter((ancestor) => clauses.has(ancestor)).sort((a, b) => a - b);
}

/**
 * @param {TraceEvent} event
 * @param {TraceEvent[]} before
 * @param {string | null} source
 * @returns {Frame}
 */
function frameOf(event, before, source) {
  const events = [...before, event];
  if (event.event === "move") return { main: null, source: null, events, move: event };
  const added = event.event === "insert" || event.event === "tell" || isRefusal(event);
  return { main: event, source: added && !event.parents ? source : null, events, move: null };
}

/** The state of a game after a number of its frames. */
export class Playback {
  /** the number of frames played */
  at = 0;
  /** @type {Map<number, string[]>} the clauses in the knowledge base, by step */
  kb = new Map();
  /** @type {Fact[]} KB0: the marked cells, in order */
  facts = [];
  /** @type {[clauses: number, facts: number][]} the sizes of KB and KB0 after each frame */
  sizes = [[0, 0]];

  /** @param {TracedGame} game */
  constructor(game) {
    this.game = game;
    this.board = new Board(game.rows, game.cols, shapeOf(game));
    this.values = new Int8Array(this.board.cells).fill(HIDDEN);
    /** @type {Value[]} */
    this.truth = parse(game.truth).values;
    const { frames, clauses } = cutIntoFrames(game.trace);
    this.frames = frames;
    this.clauses = clauses; // all clauses of the game
    for (const frame of frames) {
      this.#apply(frame);
      this.sizes.push([this.kb.size, this.facts.length]);
    }
    this.moves = [...this.facts]; // all moves of the game
    /** the numbers of frames until each step that the plain mode shows */
    this.plainSteps = frames.flatMap((frame, i) =>
      isPlain(frame, clauses) || frame === frames.at(-1) ? [i + 1] : [],
    );
    this.#reset();
  }

  /** The last frame played; null at the start. */
  get frame() {
    return this.at ? this.frames[this.at - 1] : null;
  }

  get ended() {
    return this.at === this.frames.length;
  }

  /**
   * Go to the state after a number of frames.
   * @param {number} at
   */
  seek(at) {
    const wanted = Math.max(0, Math.min(at, this.frames.length));
    if (wanted < this.at) this.#reset();
    while (this.at < wanted) this.#apply(this.frames[this.at]);
  }

  #reset() {
    this.at = 0;
    this.kb.clear();
    this.facts.length = 0;
    this.values.fill(HIDDEN);
  }

  /** @param {Frame} frame */
  #apply(frame) {
    for (const event of frame.events) {
      if (event.event === "move") this.#mark(event, frame);
      else if (event.step === undefined) continue;
      else if (event.event === "insert") this.kb.set(event.step, event.clause);
      else if (DELETES.has(event.event) || event.event === "true") this.kb.delete(event.step);
    }
    this.at += 1;
  }

  /**
   * @param {MoveEvent} move
   * @param {Frame} frame
   */
  #mark({ cell: name, verdict, certain }, { main }) {
    const cell = this.board.cell(name);
    const opened = this.truth[cell] === MINE ? EXPLODED : this.truth[cell];
    this.values[cell] = verdict === "mine" ? FLAG : opened;
    const unit = main?.event === "take" ? (main.step ?? null) : null;
    this.facts.push({ cell: name, verdict, certain, unit, at: this.at + 1 });
  }
}
