"""The data of an argument: constraints from clues, the lines that follow, and dead ends."""

from dataclasses import dataclass
from typing import Literal

MANY = 20
"""Above this number of cells, the mine count is not compared with every set of clues.

There are too many sets. Only one is searched for: clues that share no cell and together hold all
mines, or all safe cells, of the count."""
Facts = dict[int, bool]
"""Cells that the argument has decided: True for a mine."""


@dataclass(frozen=True)
class Constraint:
    """Exactly `mines` of `cells` are mines: a clue without its known mines, or a difference."""

    cells: frozenset[int]
    mines: int
    sources: tuple[int | None, ...]
    """The opened cells that it follows from; None stands for the mine count."""
    known: tuple[int, ...] = ()
    """Decided mines that were subtracted."""
    told: int = 0
    """The number that the opened cell shows."""

    @property
    def safe(self) -> int:
        """How many of the cells are safe."""
        return len(self.cells) - self.mines

    @property
    def derived(self) -> bool:
        """Whether it was made from several clues."""
        return len(self.sources) > 1

    @property
    def is_wide_count(self) -> bool:
        """Whether it is the mine count, or a difference from it, over more than `MANY` cells."""
        return None in self.sources and len(self.cells) > MANY


@dataclass(frozen=True)
class DeadEnd:
    """An assumption, its consequences, and the clue that can then not be met."""

    assumed: tuple[int, bool]
    """A cell: True for a mine."""
    forced: tuple[tuple[Constraint, tuple[int, ...], bool], ...]
    """Which cells single clues decide under the assumption, in order: clue, cells, mine or not."""
    broken: Constraint | None = None
    """The clue that cannot be met; None if there are further `cases`."""
    too_many: bool = False
    """Whether `broken` has too many mines; otherwise it has too few."""
    cases: tuple["DeadEnd", ...] = ()
    demand: "Demand | None" = None
    """If `broken` is the mine count: the clues whose needs it cannot meet."""
    counted: tuple[Constraint, ...] = ()
    """Clues that no layout fits; used if there are too many cases to write down."""

    @property
    def premises(self) -> tuple[Constraint, ...]:
        """All constraints that the dead end uses, including those of its cases."""
        own = [one for one, _, _ in self.forced] + ([self.broken] if self.broken else [])
        own += [*(self.demand.clues if self.demand else ()), *self.counted]
        return (*own, *(one for case in self.cases for one in case.premises))


@dataclass(frozen=True)
class Demand:
    """Clues that share no cell and together need more mines, or safe cells, than are left."""

    clues: tuple[Constraint, ...]
    mines: bool
    needed: int
    left: int


Rule = Literal["single", "pair", "difference", "case"]


@dataclass(frozen=True)
class ArgumentLine:
    """One sentence of an argument."""

    rule: Rule
    premises: tuple[Constraint, ...]
    concludes: tuple[tuple[int, bool], ...]
    """Cells that it decides: True for a mine. Empty if it only derives a constraint."""
    uses: tuple[int, ...]
    """Decided cells that it uses."""
    depth: int
    derives: Constraint | None = None
    otherwise: DeadEnd | None = None
    """For a case split: the dead end of the opposite assumption."""
