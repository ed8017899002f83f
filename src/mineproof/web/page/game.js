// One game: the truth, what is seen of it, and the moves. No page and no server here.

import { EXPLODED, FLAG, HIDDEN, MINE, Board, fullText, parse } from "./board.js";

export class Game {
  // `dealt` is the answer to "deal".
  constructor(dealt) {
    this.dealt = dealt;
    this.board = new Board(dealt.rows, dealt.cols, dealt.shape);
    this.truth = parse(dealt.truth).values;
    this.mines = dealt.mines;
    this.restart();
  }

  // A game kept as JSON (docs/formats.md), as far as it went.
  static from(replay) {
    const { rows, cols, shape = "grid", mines, given = [], start = "given", moves } = replay;
    const truth = fullText(new Board(rows, cols, shape), mines);
    const game = new Game({ rows, cols, shape, mines: mines.length, start, cells: given, truth });
    for (const move of moves) game.make(move);
    return game;
  }

  get replay() {
    const { board, dealt } = this;
    const mines = [...this.truth.keys()]
      .filter((cell) => this.truth[cell] === MINE)
      .map((cell) => board.name(cell));
    return {
      schema: 1,
      rows: board.rows,
      cols: board.cols,
      shape: board.shape,
      mines,
      start: dealt.start,
      given: dealt.cells,
      flood: true,
      player: "",
      moves: this.moves,
    };
  }

  // The same game before its move number `n`, counted from 1.
  before(n) {
    const game = new Game(this.dealt);
    for (const move of this.moves.slice(0, n - 1)) game.make(move);
    return game;
  }

  make({ do: what, cell: name, t }) {
    const cell = this.board.cell(name),
      flagged = this.seen[cell] === FLAG;
    const at = this.moves.length;
    if (what === "open") this.open(cell);
    else if (what === "chord") this.chord(cell);
    else if ((what === "flag") !== flagged) this.flag(cell);
    if (this.moves.length > at && t !== undefined) this.moves[at].t = t;
    this.spent = Math.max(this.spent, t ?? 0);
  }

  restart() {
    this.seen = new Int8Array(this.board.cells).fill(HIDDEN);
    this.moves = [];
    this.flags = [];
    this.unopened = this.board.cells - this.mines;
    this.exploded = null;
    this.began = null; // when this sitting began
    this.ended = null;
    this.spent = 0; // seconds of sittings before
    for (const name of this.dealt.cells) this.#flood(this.board.cell(name), []);
    this.#judge();
  }

  get won() {
    return this.exploded === null && this.unopened === 0;
  }
  get over() {
    return this.exploded !== null || this.unopened === 0;
  }
  get left() {
    return this.mines - this.flags.length;
  }
  get seconds() {
    return (
      this.spent +
      (this.began === null ? 0 : ((this.ended ?? performance.now()) - this.began) / 1000)
    );
  }
  get position() {
    return this.board.write(this.seen, this.mines);
  }

  // Each of these gives the cells that changed; none if the move is no move.
  open(cell) {
    if (this.over || this.seen[cell] !== HIDDEN) return [];
    const changed = [];
    this.#log("open", cell);
    this.#flood(cell, changed);
    return this.#judge(changed);
  }

  flag(cell) {
    if (this.over || this.seen[cell] >= 0) return [];
    const flagged = this.seen[cell] === FLAG;
    this.#log(flagged ? "unflag" : "flag", cell);
    if (flagged) this.flags.splice(this.flags.indexOf(cell), 1);
    else this.flags.push(cell);
    this.seen[cell] = flagged ? HIDDEN : FLAG;
    return [cell];
  }

  chord(cell) {
    const opens = this.chordOpens(cell);
    if (!opens.length) return [];
    const changed = [];
    this.#log("chord", cell);
    for (const there of opens) if (this.exploded === null) this.#flood(there, changed);
    return this.#judge(changed);
  }

  // What a chord would open: the hidden neighbours of a clue that has all its flags.
  chordOpens(cell) {
    if (this.over || this.seen[cell] < 1) return [];
    const near = this.board.neighbours(cell);
    if (near.filter((there) => this.seen[there] === FLAG).length !== this.seen[cell]) return [];
    return near.filter((there) => this.seen[there] === HIDDEN);
  }

  unflagLast() {
    return this.flags.length ? this.flag(this.flags.at(-1)) : [];
  }

  #log(what, cell) {
    this.began ??= performance.now();
    this.moves.push({
      do: what,
      cell: this.board.name(cell),
      t: Math.round(this.seconds * 1000) / 1000,
    });
  }

  #flood(cell, changed) {
    if (this.seen[cell] !== HIDDEN) return;
    if (this.truth[cell] === MINE) {
      this.exploded ??= cell;
      return;
    }
    const queue = [cell];
    const show = (there) => {
      if (this.seen[there] === FLAG) this.flags.splice(this.flags.indexOf(there), 1); // beside a zero: wrong
      this.seen[there] = this.truth[there];
      this.unopened -= 1;
      changed.push(there);
    };
    show(cell);
    for (let at = 0; at < queue.length; at += 1) {
      if (this.truth[queue[at]] !== 0) continue;
      for (const there of this.board.neighbours(queue[at])) {
        if (this.seen[there] < 0) {
          show(there);
          queue.push(there);
        }
      }
    }
  }

  #judge(changed = []) {
    if (this.over) this.ended = performance.now();
    return this.exploded === null ? changed : [...changed, this.exploded];
  }

  // What the board shows: at the end of a lost game, the mines too.
  shown(cell) {
    if (cell === this.exploded) return EXPLODED;
    if (this.exploded !== null && this.seen[cell] === HIDDEN && this.truth[cell] === MINE)
      return MINE;
    return this.seen[cell];
  }

  wrongFlag(cell) {
    return this.exploded !== null && this.seen[cell] === FLAG && this.truth[cell] !== MINE;
  }
}
