// One game: its mines, its position and its moves. This module uses no DOM and no engine.

/** @import { Dealt } from "../engine/engine.js" */

import { Board, EXPLODED, FLAG, HIDDEN, MINE, parse, shapeOf } from "../board/board.js";

/**
 * A move of a replay; `t` is the time in seconds.
 * @typedef {{ do: string, cell: string, t?: number }} Move
 */

/**
 * A game as JSON; `docs/formats.md` describes the format.
 * @typedef {object} Replay
 * @property {number} rows
 * @property {number} cols
 * @property {Dealt["shape"]} [shape]
 * @property {Dealt["graph"]} [graph]
 * @property {string[]} mines
 * @property {string[]} [given] the cells that are open at the start
 * @property {string} [start]
 * @property {boolean} [flood] whether a zero opens its opening; else each cell is a move of its own
 * @property {Move[]} moves
 */

/**
 * The board of a game: the part of the answer to "deal" that a game needs.
 * @typedef {Pick<Dealt, "rows" | "cols" | "shape" | "graph" | "mines" | "start" | "cells" | "truth">
 *   & { depth?: number | null, flood?: boolean }} DealtBoard
 */

/**
 * The state of a game that can be continued later.
 * @typedef {{ moves: Move[], seconds: number, hints?: number, assisted?: boolean, others?: number }} Progress
 */

/**
 * Where a continued game comes from.
 * @typedef {object} Origin
 * @property {Game} game the original game
 * @property {number} number of the first move that is not repeated, counted from 1
 */

export class Game {
  /** @type {Move[]} */
  moves = [];
  /** @type {number[]} flagged cells, the latest last */
  flags = [];
  /** @type {number | null} the mine that was opened */
  exploded = null;
  /** the number of times that the player asked for help on this board */
  hints = 0;
  /** whether a move was made while an assistance switch was on */
  assisted = false;
  /** the number of the first moves that somebody else made: they came by a link */
  others = 0;
  /** @type {Origin | null} set if the game continues from an earlier position of another game */
  origin = null;
  /** @type {number | null} when the first move of this sitting was made, in ms */
  #firstMove = null;
  /** @type {number | null} when the last move was made, in ms */
  #lastMove = null;
  /** seconds played in earlier sittings */
  #secondsBefore = 0;

  /** @param {DealtBoard} dealt */
  constructor(dealt) {
    this.dealt = dealt;
    this.board = new Board(dealt.rows, dealt.cols, shapeOf(dealt));
    this.truth = parse(dealt.truth).values;
    this.mines = dealt.mines;
    this.seen = new Int8Array(this.board.cells);
    this.unopened = 0; // cells without a mine that are still hidden
    this.restart();
  }

  /**
   * The game of a replay, after its last move.
   * @param {Replay} replay
   */
  static from(replay) {
    const { rows, cols, shape = "grid", graph, mines, given = [], start = "given" } = replay;
    const truth = new Board(rows, cols, shapeOf({ shape, graph })).writeFull(mines);
    const board = { rows, cols, shape, graph, mines: mines.length, flood: replay.flood };
    const game = new Game({ ...board, start, cells: given, truth });
    for (const move of replay.moves) game.make(move);
    return game;
  }

  /** The moves and the clock, to continue later. */
  get progress() {
    const { seconds, hints, assisted, others } = this;
    return { moves: this.moves.map((move) => ({ ...move })), seconds, hints, assisted, others };
  }

  /**
   * Restore a saved state. The clock stops until the next move.
   * @param {Progress} progress
   */
  resume({ moves, seconds, hints = this.hints, assisted = this.assisted, others = 0 }) {
    this.restart();
    for (const move of moves) this.make(move);
    this.#firstMove = null;
    this.#secondsBefore = seconds;
    this.hints = hints;
    this.assisted = assisted;
    this.others = others;
  }

  get replay() {
    const { board, dealt } = this;
    const mines = [...this.truth.keys()].filter((cell) => this.truth[cell] === MINE);
    return {
      schema: 1,
      rows: board.rows,
      cols: board.cols,
      shape: board.shapeName,
      graph: board.graph ?? undefined,
      mines: mines.map((cell) => board.name(cell)),
      start: dealt.start,
      given: dealt.cells,
      flood: this.#floods,
      player: "",
      moves: this.moves,
    };
  }

  /**
   * A copy of the game before one of its moves.
   * @param {number} number counted from 1
   */
  before(number) {
    const game = new Game(this.dealt);
    for (const move of this.moves.slice(0, number - 1)) game.make(move);
    return game;
  }

  /**
   * A copy of the game before a move, to play on from there.
   * @param {number} number of the move, counted from 1
   */
  branch(number) {
    const game = this.before(number);
    game.origin = { game: this.origin?.game ?? this, number };
    return game;
  }

  /**
   * Make a move of a replay, with its time.
   * @param {Move} move
   */
  make({ do: what, cell: name, t }) {
    const cell = this.board.cell(name);
    const flagged = this.seen[cell] === FLAG;
    const number = this.moves.length;
    const wasOver = this.over;
    if (what === "open") this.open(cell);
    else if (what === "chord") this.chord(cell);
    else if ((what === "flag") !== flagged) this.flag(cell);
    // A click that changes nothing is recorded too.
    if (this.moves.length === number && !wasOver) this.moves.push({ do: what, cell: name });
    // The time is that of the replay, if it has one.
    const made = this.moves.at(number);
    if (made && t === undefined) delete made.t;
    else if (made) made.t = t;
    this.#secondsBefore = Math.max(this.#secondsBefore, t ?? 0);
  }

  restart() {
    this.seen.fill(HIDDEN);
    this.moves = [];
    this.others = 0;
    this.flags = [];
    this.unopened = this.board.cells - this.mines;
    this.exploded = null;
    this.#firstMove = null;
    this.#lastMove = null;
    this.#secondsBefore = 0;
    // Without floods, the moves of the replay open the given cells.
    if (this.#floods) for (const name of this.dealt.cells) this.#flood(this.board.cell(name), []);
  }

  get #floods() {
    return this.dealt.flood !== false;
  }

  get won() {
    return this.exploded === null && this.unopened === 0;
  }
  get over() {
    return this.exploded !== null || this.unopened === 0;
  }
  /** Whether somebody else made all moves. */
  get isOthers() {
    return this.others > 0 && this.others === this.moves.length;
  }
  /** Whether no move is possible: the start opens all safe cells, or there are none. */
  get pointless() {
    return this.over && this.moves.length === 0;
  }
  /** The number of mines minus the number of flags; 0 after a win. */
  get minesLeft() {
    return this.won ? 0 : this.mines - this.flags.length;
  }
  get seconds() {
    if (this.#firstMove === null) return this.#secondsBefore;
    const now = this.over ? this.#lastMove : performance.now();
    return this.#secondsBefore + ((now ?? this.#firstMove) - this.#firstMove) / 1000;
  }
  get position() {
    return this.board.write(this.seen, this.mines);
  }

  // Each method below that makes a move returns the changed cells: none if the move is not allowed.

  /** @param {number} cell */
  open(cell) {
    if (this.over || this.seen[cell] !== HIDDEN) return [];
    /** @type {number[]} */
    const changed = [];
    this.#log("open", cell);
    this.#flood(cell, changed);
    return this.#withMine(changed);
  }

  /**
   * Set or remove a flag.
   * @param {number} cell
   */
  flag(cell) {
    if (this.over || this.seen[cell] >= 0) return [];
    const flagged = this.seen[cell] === FLAG;
    this.#log(flagged ? "unflag" : "flag", cell);
    if (flagged) this.#forgetFlag(cell);
    else this.flags.push(cell);
    this.seen[cell] = flagged ? HIDDEN : FLAG;
    return [cell];
  }

  /** @param {number} cell */
  chord(cell) {
    const opens = this.chordOpens(cell);
    if (!opens.length) return [];
    /** @type {number[]} */
    const changed = [];
    this.#log("chord", cell);
    for (const next of opens) if (this.exploded === null) this.#flood(next, changed);
    return this.#withMine(changed);
  }

  /** Remove the latest flag. */
  unflagLast() {
    const last = this.flags.at(-1);
    return last === undefined ? [] : this.flag(last);
  }

  /**
   * The cells that a chord opens: the hidden neighbours of a clue with all its flags.
   * @param {number} cell
   */
  chordOpens(cell) {
    if (this.over || this.seen[cell] < 1) return [];
    const near = this.board.neighbours(cell);
    if (near.filter((next) => this.seen[next] === FLAG).length !== this.seen[cell]) return [];
    return near.filter((next) => this.seen[next] === HIDDEN);
  }

  /**
   * @param {string} what
   * @param {number} cell
   */
  #log(what, cell) {
    this.#lastMove = performance.now();
    this.#firstMove ??= this.#lastMove;
    const t = Math.round(1000 * this.#secondsBefore + this.#lastMove - this.#firstMove) / 1000;
    this.moves.push({ do: what, cell: this.board.name(cell), t });
  }

  /** @param {number} cell */
  #forgetFlag(cell) {
    this.flags.splice(this.flags.indexOf(cell), 1);
  }

  /**
   * Open a cell. If it is a zero, open its opening, unless this game has no floods.
   * @param {number} cell
   * @param {number[]} changed collects the cells that are opened
   */
  #flood(cell, changed) {
    if (this.seen[cell] !== HIDDEN) return;
    if (this.truth[cell] === MINE) {
      this.exploded ??= cell;
      return;
    }
    const queue = [cell];
    this.#reveal(cell, changed);
    for (const opened of queue) {
      if (this.truth[opened] !== 0 || !this.#floods) continue;
      for (const next of this.board.neighbours(opened)) {
        if (this.seen[next] < 0) {
          this.#reveal(next, changed);
          queue.push(next);
        }
      }
    }
  }

  /**
   * @param {number} cell
   * @param {number[]} changed
   */
  #reveal(cell, changed) {
    if (this.seen[cell] === FLAG) this.#forgetFlag(cell); // it touches a zero: a wrong flag
    this.seen[cell] = this.truth[cell];
    this.unopened -= 1;
    changed.push(cell);
  }

  /**
   * The changed cells, with the opened mine.
   * @param {number[]} changed
   */
  #withMine(changed) {
    return this.exploded === null ? changed : [...changed, this.exploded];
  }

  /**
   * What the board shows: also the mines after a loss, and a flag on each mine after a win.
   * @param {number} cell
   */
  shown(cell) {
    if (cell === this.exploded) return EXPLODED;
    const reveals = this.over && this.truth[cell] === MINE && this.seen[cell] === HIDDEN;
    if (!reveals) return this.seen[cell];
    return this.won ? FLAG : MINE;
  }

  /** The wrong flags after a loss. */
  get wrongFlags() {
    return this.exploded === null ? [] : this.flags.filter((cell) => this.truth[cell] !== MINE);
  }
}
