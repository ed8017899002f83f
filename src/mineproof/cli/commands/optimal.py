"""`mineproof optimal`: a small board solved, from the first cell on."""

from typing import TYPE_CHECKING

from mineproof.cli import options
from mineproof.cli.json_lines import json_line

if TYPE_CHECKING:
    from mineproof.game.board import Shape


@options.command
@options.size_required
@options.mines_required
@options.start("safe", best=True)
@options.shape
@options.as_json
def optimal(size: str, mines: int, start: str, shape: "Shape", as_json: bool) -> int:
    """Give the exact chance to win a small board with the best play, and that play.

    With --start best the safe first cell that wins most is found. With --start none no cell is
    known to be safe: the first click is a guess.

    \b
    mineproof optimal --size 4x4 --mines 3
    mineproof optimal --size 5x5 --mines 5 --start open:r3c3 --json
    mineproof optimal --size 4x4 --mines 4 --start best
    """
    from mineproof.answers import optimal_play
    from mineproof.play.request import level_of

    level = level_of(None, size, mines, "", shape)
    found = optimal_play.optimal(level.board(shape), mines, start)
    print(json_line(found) if as_json else found)
    return 0
