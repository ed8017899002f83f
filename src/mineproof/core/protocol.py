"""What an engine can do. Everything it takes and gives is plain data.

Certainty and odds are the same by every engine. Guesses are not: an engine may lack the look-ahead,
and says so (`looks_ahead`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from mineproof.base.json_object import LEFT_OUT, NAMED
from mineproof.core.think import Think
from mineproof.game.board import Board, Layout, Layouts
from mineproof.game.view import View

MOST_COMPILED_NEIGHBOURS = 15
"""The C++ core keeps a clue in four bits; the plain engine takes over where a cell has more."""

Odds = Sequence[float]
"""The odds of a mine by cell; not a number where a cell is open."""


Report = Callable[[int, int], bool]
"""Is told how many rollouts were played, and of how many at most; also now and then while an ending
is played out. False ends that, and the best choice so far is the answer."""


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A cell that may be opened, and what is known of it; None where it was not computed.

    `win` is the exact chance to win with the best play. `win_estimate` is the share of `rollouts`
    games that the player `fast` wins, playing on from the cell; its 95 % interval is plus or minus
    `win_margin`.
    """

    cell: int = field(metadata=NAMED)
    """Its index; `view.board.name(cell)` is its name."""
    risk: float
    """The chance that it is a mine."""
    survival: float | None = None
    """The chance to survive this guess and the next one."""
    certain_next: float | None = None
    """The chance that opening it makes something certain, or wins."""
    flip_loss: float | None = None
    """If it is safe, the chance to lose to a coin flip that no clue will ever decide."""
    win: float | None = None
    """The chance to win with the best play, exactly."""
    dead: bool | None = None
    """It can show one value only: it tells nothing but that it is safe."""
    coin_flip: bool | None = None
    """It is one side of a coin flip that no clue will ever decide."""
    region_clears: float | None = None
    """If only the mine count links its region to the rest: the chance to clear that region,
    beginning here. A lower bound: what the count may yet tell can only add to it."""
    region_best: float | None = None
    """The same, beginning at the best cell of that region."""
    win_estimate: float | None = None
    """The chance of `fast` to win, playing on from here, estimated by such games (rollouts)."""
    win_margin: float | None = None
    """Half the width of the 95 % interval of the estimate."""
    rollouts: int | None = None
    """The games of the estimate."""
    score: float | None = field(default=None, metadata=LEFT_OUT)
    """What candidates are compared by where nothing exact is known. The choice, and every cell that
    rollouts compare, has the score of the full depth; others may have an upper bound."""


@dataclass(frozen=True)
class WinDifference:
    """How much more `fast` wins after one cell than after another, on the same layouts."""

    mean: float
    margin: float
    """Half the width of its 95 % interval."""
    rollouts: int
    """The games from each of the two cells."""


@dataclass(frozen=True)
class Evaluation:
    """The choice among risky cells, and what it was chosen from."""

    cell: int
    """The cell to open; -1 if nothing is hidden."""
    exact: bool
    """Whether the rest of the game was played out."""
    candidates: list[Candidate]
    """The best first."""
    least_risk: float
    """The least risk of all undecided cells, candidates or not."""
    by_rollouts: bool = False
    """Whether rollouts decided; if not, they only estimate."""
    difference: WinDifference | None = None
    """Of the first two cells in `also`: how much more the first one wins; None without rollouts."""


class AnalysedPosition(Protocol):
    """An analysed position. It can be evaluated without being counted again."""

    @property
    def layouts(self) -> int:
        """How many layouts fit."""

    @property
    def safe(self) -> list[int]:
        """Cells that are safe in every layout, in ascending order."""

    @property
    def mined(self) -> list[int]:
        """Cells that are mines in every layout, in ascending order."""

    @property
    def odds(self) -> Odds:
        """The risk of every hidden cell."""

    def sample(self, count: int, seed: int) -> Layouts:
        """So many layouts that fit, drawn at random; each that fits is equally likely. The same
        seed gives the same layouts with the same engine."""

    def evaluate(
        self, think: Think, also: Sequence[int] = (), report: Report | None = None
    ) -> Evaluation:
        """The promising cells of a position in which nothing is safe, and the undecided cells
        named in `also`. At most `think.rollouts` games are played on, and as many again from the
        cells in `also`; `report` is told how far they have come."""

    def roll_out(
        self, cells: Sequence[int], player: Think, count: int, seed: int, first: int = 0
    ) -> list[list[float]]:
        """Games played on by `player` in a position in which nothing is safe.

        For each of the layouts `first` to `first + count - 1` of the seed a row: the value of
        opening each of the cells. Its mean over the layouts is the player's chance to win.
        """


class Deducer(Protocol):
    """Follows one game. Tell it what is opened; ask what has become certain, or how risky it is."""

    def open(self, cell: int, clue: int) -> None:
        """Take note of an opened cell and its clue."""

    def deduce(self, with_count: bool = True) -> tuple[list[int], list[int]]:
        """Cells that have become certain since the last call: safe ones and mines.

        What follows from single clues comes first, then what follows from fronts, and only when
        neither gives a safe cell what follows from the number of mines too (unless `with_count` is
        False). So "nothing safe" means that nothing safe is entailed.
        """

    def odds(self) -> Odds:
        """The odds of every hidden cell, after a `deduce` that gave no safe cell."""

    def least_risk(self) -> int:
        """The hidden, undecided cell with the least odds; -1 if there is none.

        Ties: the fewest neighbours (corner before edge), the most opened ones, the lowest index.
        """

    def best_risk(self, view: View, think: Think) -> int:
        """The risk that `guess` takes in `view`, whose flags are all certain; -1 if none is left.
        After a `deduce` that gave no safe cell."""


@dataclass(frozen=True)
class Played:
    """One game of many."""

    won: bool
    guesses: int
    opened: int
    ms: float
    """CPU time."""
    guess_luck: float = 0.0
    """Over all guesses before the ending: 1 if it was survived, less the chance to survive it."""
    ending_luck: float = 0.0
    """Once the ending was played out: 1 if the game was won, less the chance to win it."""


@dataclass(frozen=True)
class OptimalGuess:
    """A position in which the best play has to guess, and the cell that it opens."""

    shown: tuple[int, ...]
    """What each cell shows, -1 where it is hidden."""
    cell: int
    layouts: int
    wins: int


@dataclass(frozen=True)
class OptimalPlay:
    """The best play on a whole board: of so many layouts it wins so many."""

    layouts: int
    wins: int
    guesses: tuple[OptimalGuess, ...] | None
    """Every guess of the best play, the first one first; None if the engine does not list them."""


class Engine(Protocol):
    """One way to compute everything that needs counting."""

    @property
    def name(self) -> str:
        """How `MINEPROOF_ENGINE` calls it."""

    @property
    def looks_ahead(self) -> bool:
        """Whether `guess` looks ahead. If not, it plays short endings out and otherwise takes the
        least risk of a cell that can tell something."""

    @property
    def bulk_players(self) -> frozenset[str]:
        """The strategies that `play_many` plays, in a thread that holds no lock of Python."""

    @property
    def most_optimal_layouts(self) -> int:
        """The most layouts that `optimal` plays out."""

    def analyse(self, view: View) -> AnalysedPosition:
        """Raise `Contradiction` if nothing fits, `TooWide` if it would take too much memory."""

    def deducer(self, board: Board, mines: int) -> Deducer:
        """A deducer for a new game."""

    def play_many(
        self,
        board: Board,
        layouts: Layouts,
        first: int,
        player: str,
        think: Think,
        is_cancelled: Callable[[], bool] | None = None,
    ) -> list[Played]:
        """Every layout played from its first cell by one of `bulk_players`. A game that is too
        wide to count is given up. `is_cancelled` is called now and then; raise `Cancelled` when it
        returns True."""

    def optimal(
        self, board: Board, mines: int, free: Sequence[int], symmetries: Sequence[Sequence[int]]
    ) -> OptimalPlay:
        """The best play on a board with no mine in `free`, the first of which is opened first.
        `symmetries` are permutations of the cells that leave the board and that cell as they are.
        """

    def depth(
        self, board: Board, layout: Layout, initial: Sequence[int]
    ) -> tuple[int, bool] | None:
        """The depth of a board from its initial cells, and whether its solution needs the mine
        count (`reason/depth.py` says what they are); None if it needs a guess. Only engines with
        `bulk_players` answer."""

    def flood_many(
        self, board: Board, clues: memoryview, seen: memoryview, cells: memoryview
    ) -> Sequence[int]:
        """Open a cell of each of many boards, and while cells are zeros their neighbours; no cell
        where the number is negative. `clues` (signed bytes, negative for a mine) and `seen` (the
        same, negative while hidden; written to) hold board after board. How many cells were opened
        on each board; -1 for a mine."""
