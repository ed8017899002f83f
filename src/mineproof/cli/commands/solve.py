"""`mineproof solve`: deal or read a board, play it by logic, show the board and what was found."""

from dataclasses import asdict
from typing import TYPE_CHECKING

from mineproof.base.errors import BadInput
from mineproof.cli import options
from mineproof.cli.commands._solve_position import position_in, solve_position
from mineproof.cli.files import MOST_CELLS, about, output_file, read_bytes
from mineproof.cli.json_lines import json_line
from mineproof.cli.kb_trace import Tracer

if TYPE_CHECKING:
    from mineproof.answers.games import SolveAnswer
    from mineproof.answers.stuck import StuckEnd
    from mineproof.game.board import Board, Shape
    from mineproof.game.deal import Deal, Start
    from mineproof.play.context import IdleLimit, Settings
    from mineproof.play.outside.process import Limits
    from mineproof.play.strategies import Strategy


@options.command
@options.file("A full board to play, or a position to go on from", "[FILE]")
@options.level("easy")
@options.size
@options.mines_or_position
@options.seed()
@options.start(None, "the first cell that FILE names, else given", given=True)
@options.safe_cells
@options.place
@options.option("--cells", "The given cells by name: r1c1,r4c7.", metavar="NAMES")
@options.shape
@options.strategy("assignment")
@options.heuristic
@options.idle_limit
@options.count_limit
@options.think
@options.program_limits
@options.certificate
@options.output("replay", "Write the game to this file, for `mineproof review`.")
@options.flag("--trace", "Print every step of the knowledge base, one line per step.")
@options.flag(
    "--show-kb", "List KB and KB0 after each marking and each round of matching; with --trace."
)
@options.as_json
@options.language
def solve(
    file: str | None,
    level: str | None,
    size: str | None,
    mines: int | None,
    seed: int,
    start: str | None,
    safe_cells: str | None,
    place: str,
    cells: str | None,
    shape: "Shape",
    strategy: str,
    heuristic: str | None,
    idle_limit: "IdleLimit | None",
    count_limit: int | None,
    think: str | None,
    limits: "Limits",
    certificate: str | None,
    replay: str | None,
    trace: bool,
    show_kb: bool,
    as_json: bool,
    language: str,
) -> int:
    """Play a board by logic; show the board and what was found.

    A FILE with a position is continued as far as logic allows: the answer says which cells are
    proved, and which must be opened next. Exit status 0 if every cell was marked, 1 if not.

    \b
    mineproof solve --level hard --seed 7
    mineproof solve board.mine --cells r1c1,r4c7 --strategy unit --trace
    mineproof solve position.mine --trace --show-kb
    mineproof solve --idle-limit unlimited --count-limit 0
    mineproof solve --strategy mine.py:Player
    mineproof solve --strategy "exec:./a.out"
    """
    from mineproof.answers import boards, games
    from mineproof.cli.engine_notice import warn_if_engine_is_missing
    from mineproof.game.replay import write
    from mineproof.play.outside.players import strategy_named
    from mineproof.play.request import level_of, settings_of, start_of

    def tracer_on(board: "Board") -> Tracer | None:
        return Tracer(board, as_json=as_json, show_kb=show_kb, language=language) if trace else None

    options.refuse_limits_without_a_program(strategy)
    player = strategy_named(strategy, limits)
    how = settings_of(strategy, heuristic, idle_limit, count_limit, think)
    _check_together(player, certificate, trace=trace, show_kb=show_kb)
    raw = b"" if file is None else read_bytes(file)
    view = None if file is None else position_in(file, raw, mines, shape)
    if view is not None:
        return solve_position(view, player, how, tracer_on(view.board), as_json, language)
    rule = start_of(start or "given", safe_cells, place, cells)
    named_cells = None if cells is None else cells.split(",")
    if file is None:
        wanted = level_of(level, size, mines, default="easy", shape=shape)
        dealt = boards.deal_for(wanted, start=rule, seed=seed, shape=shape, cells=named_cells)
    else:
        dealt = _read(file, raw, rule, seed, shape, named_cells)
    if player.counts:
        warn_if_engine_is_missing()
    if certificate is not None:
        answer, proofs = games.certify(dealt, strategy, seed=seed, **how)
        proofs.write(certificate)
    else:
        answer = _solve(dealt, player, seed, how, tracer_on(dealt.board))
    with output_file(replay) as to:
        if to:
            to.write(write(answer.replay))
    if as_json:
        print(json_line(answer))
    else:
        _show(answer, language)
    return 0 if answer.result.outcome == "won" else 1


def _check_together(
    player: "Strategy", certificate: str | None, *, trace: bool, show_kb: bool
) -> None:
    """Raise an error for options that exclude each other, or that the player does not support."""
    from mineproof.play.outside.players import OutsideStrategy

    if certificate is not None and isinstance(player, OutsideStrategy):
        raise BadInput("goes with built-in strategies", field="certificate")
    if certificate is not None and trace:
        raise BadInput("--trace and --certificate exclude each other")
    if show_kb and not trace:
        raise BadInput("goes with --trace", field="show_kb")
    if trace and not player.traces:
        raise BadInput(f"{player.name} has no knowledge base", field="trace")


def _solve(
    dealt: "Deal", player: "Strategy", seed: int, how: "Settings", tracer: "Tracer | None"
) -> "SolveAnswer":
    from mineproof.answers import games

    if tracer is None:
        return games.solve(dealt, player, seed=seed, **how)
    answer = games.solve(dealt, player, seed=seed, trace=tracer.hear, moved=tracer.moved, **how)
    tracer.end()
    return answer


def _read(
    file: str, raw: bytes, start: "Start", seed: int, shape: "Shape", cells: list[str] | None
) -> "Deal":
    """Return the deal of a file; typed options replace its start."""
    from mineproof.answers import boards

    typed = any(map(options.was_given, ("start", "safe_cells", "place")))
    with about(file):
        dealt = boards.deal_from_text(
            raw,
            start=start if typed else None,
            seed=seed,
            shape=shape,
            cells=cells,
            most_cells=MOST_CELLS,
        )
    options.refuse_together(
        "has no effect: FILE has its own size and mines", "level", "size", "mines"
    )
    if cells is not None or start.rule != "given":
        options.refuse_together("has no effect: no cells are drawn", "seed")
    return dealt


def _show(answer: "SolveAnswer", language: str) -> None:
    from mineproof.base.text_width import left
    from mineproof.cli.tables import show_board
    from mineproof.game.picture import MINE, full_cells
    from mineproof.play.strategies import STRATEGIES
    from mineproof.proof.check import escaped
    from mineproof.reason.words import CommandTexts
    from mineproof.terminal.colours import write

    say = CommandTexts("game", language)
    result, board = answer.result, answer.deal.board
    game, counters = result.game, result.counters
    write(say.counted("board", game.view.mines, size=board.size))
    show_board(board, full_cells(board, answer.deal.layout))
    found = game.view.cells.tolist()
    if game.exploded is not None:
        found[game.exploded] = MINE
    marked, given = board.cells - game.unmarked, len(answer.deal.initial)
    told = {"outcome": say(result.outcome), "marked": marked, "cells": board.cells, "given": given}
    write("\n" + say("found", strategy=answer.strategy, **told))
    show_board(board, found)
    if result.fault:
        write(f"\n{left(say('fault'), 9)}{escaped(str(result.fault))}")
    work = {**asdict(counters), "ms": f"{result.ms:.1f}"}
    if answer.strategy in STRATEGIES:
        write(f"\n{left(say('clauses'), 9)}{say('clause counts', **work)}")
        write(f"{left(say('work'), 9)}{say('work counts', **work)}")
    else:  # of a player from outside only its messages and its time are known
        kind = "outside counts" if counters.inserted else "outside time"
        write(f"\n{left(say('work'), 9)}{say(kind, **work)}")
    if result.outcome == "stuck":
        _show_stuck(answer, language)


def _show_stuck(answer: "SolveAnswer", language: str) -> None:
    """Print why nothing more is found, and two layouts that differ in undecided cells."""
    from mineproof.answers.stuck import stuck_end
    from mineproof.terminal.colours import write

    end = stuck_end(answer.result.game.view)
    if end is None:
        return
    write()
    for sentence in end.sentences(answer.strategy, language):
        write(sentence)
    if end.missed is None and end.example is not None:
        write()
        for left, right in zip(*(_part(end, layout) for layout in end.example[1:]), strict=True):
            write(f"{left}     {right}")


def _part(end: "StuckEnd", layout: bytes) -> list[str]:
    """Return the rows of a layout around the undecided cells."""
    from mineproof.game.picture import draw_mark, full_cells

    board, cells = end.view.board, full_cells(end.view.board, layout)
    places = [divmod(cell, board.cols) for cell in end.undecided]
    rows, cols = ([place[axis] for place in places] for axis in (0, 1))
    low, high = max(0, min(cols) - 1), min(board.cols, max(cols) + 2)
    return [
        " ".join(draw_mark(cells[row * board.cols + col]) for col in range(low, high))
        for row in range(max(0, min(rows) - 1), min(board.rows, max(rows) + 2))
    ]
