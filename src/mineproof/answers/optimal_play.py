"""A small board played as well as can be."""

from dataclasses import dataclass
from typing import TypedDict

from mineproof.answers.schema import SCHEMA
from mineproof.game.board import Board
from mineproof.game.deal import Start
from mineproof.game.formats.mine import write
from mineproof.game.game import view_of
from mineproof.play.optimal import Optimal
from mineproof.play.optimal import optimal as solve_board


class GuessJson(TypedDict):
    position: str
    open: str
    layouts: int
    wins: int


class OptimalJson(TypedDict):
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
class OptimalAnswer:
    """A small board solved from the first cell on."""

    solved: Optimal

    def as_json(self) -> OptimalJson:
        """The object that programs rely on."""
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
            "shape": board.shape,
            "start": found.start,
            "layouts": found.layouts,
            "wins": found.wins,
            "chance": found.chance,
            "policy": policy,
        }

    def as_text(self) -> str:
        """The chance, and the first guesses of the best play."""
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
    """The exact chance to win a small board with the best play, and that play.

    >>> optimal(Board(2, 3), 2, "safe").as_json()["wins"]
    5
    """
    return OptimalAnswer(solve_board(board, mines, Start.parse(start)))
