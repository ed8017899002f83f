"""Exercises by seed: positions of real games, found by playing them with the easiest arguments.

A board is dealt and played with the easiest inference at every point; mines that were found are
flagged, cells that were found safe are opened. A position on the way is an exercise of depth d if
nothing is certain by arguments below d, and everything that is certain at all is so at d. Its kind
is that of the inferences that lead on; where they differ it has none, and serves by its depth only.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count as count_from

from mineproof.base.arguments import known_name, whole_number
from mineproof.base.errors import BadInput
from mineproof.base.json_object import Json, JsonObject
from mineproof.core.choice import engine
from mineproof.game.clues import Clue, clues, total
from mineproof.game.deal import deal
from mineproof.game.formats.mine import write
from mineproof.game.game import Game
from mineproof.game.levels import custom
from mineproof.game.picture import FLAG, HIDDEN
from mineproof.game.view import View
from mineproof.learn._guesses import best_guesses, ending, flip_phrases, guess_phrases
from mineproof.learn.kinds import DEPTHS, KINDS, Kind, kind_of_lines
from mineproof.reason.argument import ArgumentLine, Facts
from mineproof.reason.why import DEEPEST, Reasoner, is_nested, needed_lines
from mineproof.reason.words import Phrase, tell, tell_guess

SIDE = 9
MINES = (10, 13, 16)
"""Boards are of 9x9 cells and have, in turn, so many mines."""
DENSE = (16, 18, 20)
"""The same where what is wanted is rare on other boards."""
RARE = ("1-2-1", "difference", "count", "case", "flip", "guess")
MOST_HIDDEN = 10
"""Up to so many undecided cells the mine count is reasoned with: nobody counts more."""
MOST_BOARDS = 3000
"""So many boards are looked at for one exercise before the search is given up."""


@dataclass(frozen=True)
class Exercise(JsonObject):
    """A position, and everything that is certain in it beyond its flags."""

    MEMBERS = "seed number position kind depth safe mined chosen argument"

    view: View
    kind: Kind | None
    """What the easiest argument is; None if several kinds are equally easy."""
    depth: int | None
    """How deep the easiest argument is, from 1 to 4; None where nothing is certain."""
    safe: tuple[str, ...]
    """The names of the cells that are safe for certain."""
    mined: tuple[str, ...]
    """The names of the cells that are mines for certain, the flagged ones left out."""
    chosen: tuple[str, ...]
    """Where nothing is certain: of a `flip`, the cells of all coin flips; of a `guess`, the cells
    with the best chance to win."""
    lines: tuple[ArgumentLine | Phrase, ...]
    """The easiest argument, as data."""
    seed: int
    number: int
    """The number of its board among those of the seed."""

    @cached_property
    def argument(self) -> list[str]:
        """The easiest argument, a sentence each."""
        return self.sentences()

    def sentences(self, language: str = "en") -> list[str]:
        """The easiest argument in a language, a sentence each."""
        board = self.view.board
        return [
            tell_guess([line], language)
            if isinstance(line, Phrase)
            else tell(board, line, language)
            for line in self.lines
        ]

    @property
    def position(self) -> str:
        """The position in one line."""
        return write(self.view).strip().replace("\n", "/")

    def as_json(self, language: str = "en") -> Json:
        """The object that programs rely on."""
        return {**super().as_json(), "argument": self.sentences(language)}


def exercises(
    *, kind: str | None = None, depth: int | None = None, seed: int = 0
) -> Iterator[Exercise]:
    """Exercises of a kind and a depth, or of any; the same for a seed on every engine.

    At most one comes of each board. The iterator ends where `MOST_BOARDS` boards have none.

    >>> first = next(exercises(kind="1-1", seed=1))
    >>> first.depth, first.kind, len(first.safe) > 0
    (2, '1-1', True)
    """
    since = 0
    for found in exercises_by_board(kind=kind, depth=depth, seed=seed):
        since = 0 if found else since + 1
        if found:
            yield found
        elif since == MOST_BOARDS:
            return


def exercises_by_board(
    *, kind: str | None = None, depth: int | None = None, seed: int = 0, first: int = 0
) -> Iterator[Exercise | None]:
    """The same from the board with number `first` on, without end: for each board its exercise, or
    None. A search that was interrupted goes on at the next number."""
    wanted = checked_kind(kind, depth)
    for number in count_from(first):
        found = list(_of_board(seed, number, wanted, depth))
        yield found[number % len(found)] if found else None


def exercise_at(view: View, kind: str | None = None, *, seed: int = 0, number: int = 0) -> Exercise:
    """The exercise that a position is, derived anew; `seed` and `number` say where it is from.

    Raise `BadInput` if it is none, or one of another kind.

    >>> one = next(exercises(kind="1-1", seed=1))
    >>> exercise_at(one.view, "1-1").safe == one.safe
    True
    """
    wanted = checked_kind(kind, None)
    board = view.board
    if board.shape != "grid" or (board.rows, board.cols) != (SIDE, SIDE):
        raise BadInput(f"an exercise is a grid of {SIDE}x{SIDE} cells", field="position")
    mined = engine().analyse(view).mined
    if not {cell for cell in view.hidden if view.cells[cell] == FLAG}.issubset(mined):
        raise BadInput("the flags of an exercise are on certain mines", field="position")
    for one in exercises_of(view, seed, number):
        if wanted in (None, one.kind):
            return one
    raise BadInput(f"not an exercise{f' of kind {wanted}' if wanted else ''}", field="position")


def exercises_of(view: View, seed: int, number: int) -> Iterator[Exercise]:
    """The exercises that a grid of any size is: one at most, or two about guesses.

    Its flags must be on certain mines.
    """
    step = _Step(view)
    if step.depth is None:
        yield from _of_ending(step, seed, number)
    elif step.complete:
        yield step.exercise(seed, number)


def checked_kind(kind: str | None, depth: int | None) -> Kind | None:
    """Return the kind; raise `BadInput` if it is unknown, or has no exercises of that depth."""
    wanted = None if kind is None else known_name(kind, KINDS, "kind", field="kind")
    if depth is not None and not 1 <= whole_number(depth, "depth") <= DEEPEST:
        raise BadInput(f"a depth is a number from 1 to {DEEPEST}, not {depth}", field="depth")
    if wanted and depth is not None and depth not in DEPTHS.get(wanted, ()):
        raise BadInput(f"there are no exercises of kind {wanted} and depth {depth}", field="depth")
    return wanted


def _of_board(seed: int, number: int, kind: Kind | None, depth: int | None) -> Iterator[Exercise]:
    """The exercises on the way through one board that are as wanted."""
    dense = kind in RARE or (depth or 0) >= 3
    for found in _walk(seed, number, dense=dense):
        if kind in (None, found.kind) and depth in (None, found.depth):
            yield found


def _walk(seed: int, number: int, *, dense: bool = False) -> Iterator[Exercise]:
    """Play a board with the easiest arguments, and yield the exercises on the way."""
    mines = DENSE if dense else MINES
    size = custom(f"{SIDE}x{SIDE}", mines[number % len(mines)])
    game = Game(deal(size, start="open", seed=seed, number=number))
    while not game.over:
        step = _Step(game.view.copy())
        if step.depth is None:
            yield from _of_ending(step, seed, number)
            game.flood(lucky_guess(game))
            continue
        if step.complete:
            yield step.exercise(seed, number)
        step.take(game)


def lucky_guess(game: Game) -> int:
    """A cell that is safe by luck, beside an opened one where there is one."""
    safe = [cell for cell in game.view.hidden if not game.deal.layout[cell]]
    cells, around = game.view.cells, game.deal.board.neighbours
    beside = [cell for cell in safe if any(cells[there] >= 0 for there in around[cell])]
    return (beside or safe)[0]


def _of_ending(step: "_Step", seed: int, number: int) -> Iterator[Exercise]:
    """The exercises about guesses in a position where nothing is certain."""
    view, left = step.view, ending(step.view, frozenset(step.flags))
    if left is None or not step.complete:
        return
    names = view.board.names(range(view.board.cells))
    pairs = left.flips()
    cells = sorted({cell for pair in pairs for cell in pair})
    if cells and len(cells) < len(left.undecided):
        told = tuple(flip_phrases(pairs, names))
        chosen = tuple(view.board.names(cells))
        yield Exercise(view, "flip", None, (), (), chosen, told, seed, number)
    openings = left.openings()
    best = best_guesses(openings, len(left.fitting))
    if best:
        told = tuple(guess_phrases(openings, best, len(left.fitting), names))
        chosen = tuple(view.board.names(best))
        yield Exercise(view, "guess", None, (), (), chosen, told, seed, number)


class _Step:
    """What follows at the lowest depth at which anything does."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.flags = [cell for cell, value in enumerate(view.cells.tolist()) if value == FLAG]
        flagged = set(self.flags)
        told = [clue for clue in clues(view) if not flagged.issuperset(clue.cells)]
        self.depth: int | None = None
        self.facts: Facts = {}
        self._try(told)
        if self.depth is None and len(view.hidden) - len(self.flags) <= MOST_HIDDEN:
            self._try([*told, total(view)])

    def _try(self, told: list[Clue]) -> None:
        reasoner = Reasoner(told, mines=self.flags)
        self.simplest = reasoner.simplest_lines()
        for depth in range(1, DEEPEST + 1):
            reasoner.climb(depth)
            if reasoner.depth_of:
                self.depth, self.lines = depth, reasoner.lines
                self.facts = {cell: reasoner.facts[cell] for cell in reasoner.depth_of}
                return

    @property
    def complete(self) -> bool:
        """Whether nothing else is certain."""
        position = engine().analyse(self.view)
        certain = {*position.safe, *position.mined}.difference(self.flags)
        return certain == self.facts.keys()

    @cached_property
    def kind(self) -> Kind | None:
        """The kind of the inferences that lead on; of pairs, the nested ones come first."""
        lines = self.simplest if self.depth in (1, 2) else self._target_lines
        if self.depth == 2:
            lines = [line for line in lines if is_nested(line)] or lines
        return kind_of_lines(self.view.board, lines)

    @cached_property
    def _target_lines(self) -> list[ArgumentLine]:
        target = next(cell for line in self.lines for cell, _ in line.concludes)
        return needed_lines(self.lines, target)

    def exercise(self, seed: int, number: int) -> Exercise:
        names = self.view.board.names
        return Exercise(
            self.view,
            self.kind,
            self.depth,
            tuple(names(sorted(cell for cell, mine in self.facts.items() if not mine))),
            tuple(names(sorted(cell for cell, mine in self.facts.items() if mine))),
            (),
            tuple(self._target_lines),
            seed,
            number,
        )

    def take(self, game: Game) -> None:
        """Flag the mines; if none was found, open what is safe."""
        mines = [cell for cell, mine in self.facts.items() if mine]
        for cell in mines:
            game.flag(cell)
        if not mines:
            for cell in self.facts:
                if game.view.cells[cell] == HIDDEN:
                    game.flood(cell)
