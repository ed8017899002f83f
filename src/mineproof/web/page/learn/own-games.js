// Exercises from the reader's own games: positions of avoidable mistakes, and those where the reader asked why.
// The engine analyses each position anew.

/** @import { ReviewedMove, Shape, ShownExercise } from "../engine/engine.js" */
/** @import { OwnRepeat } from "./learn-store.js" */
/** @import { Marked } from "./exercise-source.js" */

import { shareText } from "../base/format.js";
import { language, t } from "../base/texts.js";
import { oneLine } from "../base/view.js";
import { Board, FLAG, HIDDEN, MINE, parse } from "../board/board.js";
import { ask, Refusal } from "../engine/engine.js";
import { Game } from "../game/game.js";
import { boardId } from "../game/records.js";
import { moveKind } from "../review/review.js";
import { RepeatSource } from "./exercise-source.js";
import { keepOwn } from "./learn-store.js";

/**
 * Keep the avoidable mistakes of a game as exercises, the one that lost it first: something was certain, and the
 * move was another.
 * @param {Game} game
 * @param {ReviewedMove[]} moves
 * @returns {number} how many there are
 */
export function keepMistakes(game, moves) {
  if (game.board.graph || game.origin) return 0;
  const own = moves.filter(({ number }) => number > game.others);
  const mistakes = own.filter((move) => moveKind(move) === "mistake" && move.verdict !== "risk");
  const lost = (/** @type {ReviewedMove} */ { number }) =>
    !game.won && number === game.moves.length;
  mistakes.sort((a, b) => Number(lost(b)) - Number(lost(a)));
  keepOwn(
    mistakes.map(({ number, cell, risk, certain }) => ({
      position: oneLine(game.before(number).position),
      shape: game.board.shapeName,
      target: certain ?? cell,
      cell,
      risk,
      game: boardId(game),
    })),
  );
  return mistakes.length;
}

/**
 * Keep a position in which the reader asked why a cell is decided.
 * @param {Game} game
 * @param {string} target
 */
export function keepWhy(game, target) {
  if (game.board.graph || game.isOthers) return;
  const position = oneLine(game.position);
  const shape = game.board.shapeName;
  keepOwn([{ position, shape, target, cell: target, risk: null, game: boardId(game) }]);
}

/** @extends {RepeatSource<OwnRepeat>} */
export class OwnSource extends RepeatSource {
  /** @param {OwnRepeat[]} repeats */
  constructor(repeats) {
    super(repeats, ownExercise);
  }

  /** The present exercise in the language of the page. */
  translated() {
    return this.present ? ownExercise(this.present) : null;
  }

  /** Where the present exercise is from, in a sentence. */
  get origin() {
    if (!this.present) return "";
    const { cell, risk } = this.present;
    if (risk === null) return t("own why");
    if (risk === 0) return t("own flag");
    return t(risk === 1 ? "own mine" : "own risk", { cell, p: shareText(risk) });
  }

  /**
   * @param {ShownExercise} exercise
   * @param {Marked} marked
   */
  async judge({ safe, mined }, marked) {
    const right = safe.length
      ? marked.safe.some((name) => safe.includes(name))
      : marked.mined.some((name) => mined.includes(name));
    const [claim] = [
      ...marked.safe.filter((name) => !safe.includes(name)),
      ...marked.mined.filter((name) => !mined.includes(name)),
    ];
    if (!claim || !this.present) return { right, mistakes: [], missed: [] };
    const { position, shape } = this.present;
    const question = { position, shape: /** @type {Shape} */ (shape), cell: claim, language };
    const { layouts } = await ask("explain", question);
    const refuting = layouts?.[marked.safe.includes(claim) ? 1 : 0];
    return { right: false, mistakes: [{ cell: claim, mines: minesOf(refuting) }], missed: [] };
  }
}

/**
 * The mines of a layout; null if there is none, because the opposite of the claim is certain.
 * @param {string | undefined} layout
 */
function minesOf(layout) {
  if (!layout) return null;
  const { rows, cols, values } = parse(layout);
  const board = new Board(rows, cols);
  return [...values.keys()]
    .filter((cell) => values[cell] === MINE || values[cell] === FLAG)
    .map((cell) => board.name(cell));
}

/**
 * @param {OwnRepeat} repeat
 * @returns {Promise<ShownExercise & { shape: Shape, flags: string[] }>}
 */
async function ownExercise({ position, shape: name, target: wanted }) {
  const shape = /** @type {Shape} */ (name);
  const analysis = await ask("analyse", { position, shape, best: false, language });
  const { rows, cols, values } = parse(position);
  const board = new Board(rows, cols, shape);
  const hidden = (/** @type {string} */ cell) => values[board.cell(cell)] === HIDDEN;
  const safe = analysis.safe;
  const mined = analysis.mined.filter(hidden);
  const certain = safe.length ? safe : mined;
  if (!certain.length) throw new Refusal("nothing is certain", "asked wrongly");
  const target = certain.includes(wanted) ? wanted : certain[0];
  const { why, argument, clues } = await ask("explain", {
    position,
    shape,
    cell: target,
    language,
  });
  return {
    seed: 0,
    number: 0,
    position,
    shape,
    flags: analysis.wrong_flags,
    kind: /** @type {any} */ ("own"), // the engine has no such kind
    depth: Math.max(...argument.map((line) => line.depth)),
    safe,
    mined,
    chosen: [],
    argument: why,
    lines: argument,
    clues,
    decided: [target],
  };
}
