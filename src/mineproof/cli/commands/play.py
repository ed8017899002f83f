"""`mineproof play`: the game in a terminal, with explanations."""

import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from mineproof.base.errors import BadInput
from mineproof.cli import options

if TYPE_CHECKING:
    from mineproof.game.board import Shape


@options.command
@options.level("easy")
@options.size
@options.mines
@options.start("open")
@options.no_guess
@options.seed(None)
@options.shape
@options.think
@options.output("replay", "Where the key S writes the game.", "game.json")
@options.flag("--plain", "Play line by line, for pipes and screen readers.")
@options.language
def play(
    level: str | None,
    size: str | None,
    mines: int | None,
    start: str,
    no_guess: bool,
    seed: int | None,
    shape: "Shape",
    think: str | None,
    replay: str,
    plain: bool,
    language: str,
) -> int:
    """Play in the terminal. Ask why a cell is safe, what is certain, for odds, for the best move.

    Exit status 0 if the last game was won, 1 if not.

    \b
    mineproof play
    mineproof play --level expert --no-guess
    mineproof play --plain
    """
    import secrets

    from mineproof.cli.engine_notice import warn_if_engine_is_missing
    from mineproof.game.deal import Start, deal
    from mineproof.play.request import level_of
    from mineproof.terminal.game import TerminalGame

    if plain:
        options.refuse_together("has no effect with --plain: type save FILE", "replay")
    rule = Start.parse(start)
    if rule.rule == "given":
        raise BadInput("safe or open, with a cell as in open:r4c4", field="start")
    if seed is None:
        seed = secrets.randbits(32)
    warn_if_engine_is_missing()
    wanted = level_of(level, size, mines, "easy", shape)
    board = wanted.board(shape)
    fewest = min(range(board.cells), key=lambda cell: len(board.neighbours_of(cell)))
    deal(wanted, start=rule if rule.cell else replace(rule, cell=board.name(fewest)), shape=shape)
    game = TerminalGame(wanted, rule, seed, shape, no_guess, think or "normal", language)
    dumb = os.environ.get("TERM") in ("dumb", "unknown")
    if plain or dumb or not (sys.stdin.isatty() and sys.stdout.isatty()):
        from mineproof.terminal.lines import play_lines

        play_lines(game, sys.stdin, lambda line: print(line, flush=True))
    else:
        from mineproof.terminal.app import play_on_screen

        play_on_screen(game, replay)
    return 0 if game.game is not None and game.game.won else 1
