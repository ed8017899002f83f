"""The optimal play of a small board."""

from dataclasses import dataclass

from mineproof.answers.schema import ShownAsText, VersionedAnswer
from mineproof.base.arguments import require, whole_number
from mineproof.base.errors import BadInput
from mineproof.game.board import Board
from mineproof.game.deal import Start
from mineproof.game.formats.mine import write
from mineproof.game.view import view_of
from mineproof.play.optimal import Optimal, best_start
from mineproof.play.optimal import optimal as solve_board


@dataclass(frozen=True)
class PolicyGuess:
    """One guess of the optimal play: of `layouts`, `wins` are won."""

    position: str
    open: str
    layouts: int
    wins: int


@dataclass(frozen=True)
class OptimalAnswer(VersionedAnswer, ShownAsText):
    """The optimal play of a small board, from the first cell.

    `print(answer)` shows what `mineproof optimal` shows: the chance to win and the first guesses.
    """

    MEMBERS = (
        "rows=solved.board.rows cols=solved.board.cols mines=solved.mines"
        " shape=solved.board.shape_name start=solved.start layouts=solved.layouts"
        " wins=solved.wins chance=solved.chance policy"
    )

    solved: Optimal

    @property
    def policy(self) -> list[PolicyGuess] | None:
        """Every guess of the optimal play; None if the engine does not list them."""
        board, mines, guesses = self.solved.board, self.solved.mines, self.solved.policy
        if guesses is None:
            return None
        shown = ((write(view_of(board, mines, one.shown)), one) for one in guesses)
        return [PolicyGuess(text, board.name(g.cell), g.layouts, g.wins) for text, g in shown]

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
