"""`mineproof solve` of a position: what is proved, and which cells would have to be opened."""

from typing import TYPE_CHECKING

from mineproof.cli import options
from mineproof.cli.files import MOST_CELLS, about
from mineproof.cli.json_lines import json_line

if TYPE_CHECKING:
    from mineproof.answers.positions import PositionSolveAnswer
    from mineproof.cli.kb_trace import Tracer
    from mineproof.game.board import Shape
    from mineproof.game.view import View
    from mineproof.play.context import Settings
    from mineproof.play.strategies import Strategy


def position_in(file: str, raw: bytes, mines: int | None, shape: "Shape") -> "View | None":
    """Return the position of a file; None for other content, such as a full board."""
    from mineproof.game.formats.reading import is_position, read

    if not is_position(raw, shape, most_cells=MOST_CELLS):
        return None
    with about(file):
        return read(raw, mines, shape, most_cells=MOST_CELLS)


def solve_position(
    view: "View",
    player: "Strategy",
    settings: "Settings",
    tracer: "Tracer | None",
    as_json: bool,
    language: str,
) -> int:
    """Continue a position; exit status 0 if every cell is decided."""
    from mineproof.answers import positions

    options.refuse_together("has no effect: FILE has its own size", "level", "size")
    options.refuse_together(
        "has no effect: FILE is a position", "seed", "start", "safe_cells", "place", "cells"
    )
    options.refuse_together("goes with a full board", "certificate", "replay")
    trace = tracer.hear if tracer else None
    answer = positions.solve_position(view, player, trace=trace, **settings)
    if tracer:
        tracer.end()
    if as_json:
        print(json_line(answer))
    else:
        _show(answer, language)
    return 0 if answer.decided else 1


def _show(answer: "PositionSolveAnswer", language: str) -> None:
    from mineproof.cli.tables import show_board
    from mineproof.reason.words import CommandTexts
    from mineproof.terminal.colours import write

    say = CommandTexts("solve position", language)
    board = answer.position.board
    write(say.counted("position", answer.position.mines, size=board.size))
    show_board(board, answer.position.cells.tolist())
    write()
    write(say("found", strategy=answer.strategy))
    show_board(board, answer.result.view.cells.tolist())
    write()
    for key in ("safe", "mined", "undecided"):
        cells: list[str] = getattr(answer, key)
        if cells:
            write(say.counted(key, len(cells), cells=say.joined(cells)))
    write()
    if answer.safe and not answer.decided:
        write(say.counted("ends open", len(answer.safe), cells=say.joined(answer.safe)))
    else:
        end = "decided" if answer.decided else "stuck" if answer.risk is None else "risk"
        write(say(f"ends {end}", strategy=answer.strategy, cell=answer.risk))
