"""The optimal play of a small board."""

from dataclasses import dataclass
from typing import TypedDict

from mineproof.answers._notebooks import ShownAsText
from mineproof.answers.schema import SCHEMA
from mineproof.base.arguments import require, whole_number
from mineproof.base.errors import BadInput
from mineproof.game.board import Board
from mineproof.game.deal import Start
from mineproof.game.formats.mine import write
from mineproof.game.view import view_of
from mineproof.play.optimal import Optimal, best_start
from mineproof.play.optimal import optimal as solve_board


class GuessJson(TypedDict):
    """One guess of the optimal play: of `layouts`, `wins` are won."""

    position: str
    open: str
    layouts: int
    wins: int


class OptimalJson(TypedDict):
    """What `optimal` answers; `policy` has every guess of the optimal play."""

    schema: int
    rows: int
    cols: int
    mines: int
    shape: str
    start: str
    layouts: int
    wins: int
    chance: float
    policy: list[GuessJson] | None


@dataclass(frozen=True)
class OptimalAnswer(ShownAsText):
    """The optimal play of a small board, from the first cell.

    `print(answer)` shows what `mineproof optimal` shows: the chance to win and the first guesses.
    """

    solved: Optimal

    def as_json(self) -> OptimalJson:
        """Return the answer as a JSON object."""
        found = self.solved
        board = found.board
        policy: list[GuessJson] | None = None
        if found.policy is not None:
            policy = [
                {
                    "position": write(view_of(board, found.mines, one.shown)),
                    "open": board.name(one.cell),
                    "layouts": one.layouts,
                    "wins": one.wins,
                }
                for one in found.policy
            ]
        return {
            "schema": SCHEMA,
            "rows": board.rows,
            "cols": board.cols,
            "mines": found.mines,
            "shape": board.shape_name,
            "start": found.start,
            "layouts": found.layouts,
            "wins": found.wins,
            "chance": found.chance,
            "policy": policy,
        }

    def __str__(self) -> str:
        found = self.solved
        what = f"{found.board.size}, {found.mines} mines, start {found.start}"
        share = f"{found.wins:,} of {found.layouts:,} layouts, {100 * found.chance:.4f} %"
        said = [f"{what}: the best play wins {share}"]
        guesses = found.policy or ()
        said += [
            f"\n{view_of(found.board, found.mines, one.shown)}\nopen"
            f" {found.board.name(one.cell)}: wins {one.wins:,} of {one.layouts:,}"
            for one in guesses[:3]
        ]
        if len(guesses) > 3:
            said.append(f"\n{len(guesses) - 3:,} more positions to guess in: the JSON has all")
        return "\n".join(said)


def optimal(board: Board, mines: int, start: str) -> OptimalAnswer:
    """Return the exact chance to win a small board with optimal play, and that play.

    `start` is a start rule, `best` (the safe first cell with the most wins) or `none` (no cell is
    known to be safe).

    >>> optimal(Board(2, 3), 2, "safe").as_json()["wins"]
    5
    """
    require(board, Board, "a board, such as Board(rows=2, cols=3)")
    require(start, str, "a start rule as text, such as 'safe', or 'best', or 'none'")
    mines = whole_number(mines, "mines")
    if mines < 0:
        raise BadInput(f"{mines} is less than 0", field="mines")
    word = start.strip().lower()
    if word == "best":
        return OptimalAnswer(best_start(board, mines))
    if word == "none":
        return OptimalAnswer(solve_board(board, mines, None))
    return OptimalAnswer(solve_board(board, mines, Start.parse(start)))
