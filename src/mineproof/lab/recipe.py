"""The model of an experiment: what it varies, what it holds fixed, how many boards it plays.

A recipe is data. Its parts are tables of cases; every strategy of a part plays every case on the
same boards, dealt from the seeds 0, 1, 2, … or from another first seed. The recipes themselves are
in `mineproof.lab.experiments`, one a file. A recipe can also be made from settings:

>>> from mineproof.lab._shared import COMPLETE
>>> cases = each(size=["9x9"], mines=[10, 14])
>>> part = Part("mines", "How many boards are complete?", cases, (COMPLETE,), 50, ("unit",))
>>> recipe = Recipe("few-mines", "the command line", (part,))
>>> [(config["mines"], len(seeds)) for config, seeds in recipe.plan(scale=0.5)]
[(10, 25), (14, 25)]
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from mineproof.base.errors import BadInput
from mineproof.lab._trial import GAME, Trial
from mineproof.lab.config import Config, Row, Setting
from mineproof.play.outside.players import strategy_named

if TYPE_CHECKING:  # these modules import this one
    from mineproof.lab._document import Block
    from mineproof.lab.report._contradictions import SourceConflict
    from mineproof.lab.summary import Table

Plan = list[tuple[Config, range]]
"""Configs, each with its seeds."""


@dataclass(frozen=True)
class Measure:
    """A column: a value of the rows, over all rows or over those that another value selects."""

    key: str
    """The name of the value in a row."""
    label: str
    """The head of the column."""
    kind: Literal["share", "mean"] = "share"
    among: str | None = None
    """A value that must be true of a row for it to count."""
    percent: bool = False
    """Whether a mean is shown in percent; a share always is."""
    bounded: bool = False
    """Whether complete inference sets an upper bound to it."""

    @property
    def name(self) -> str:
        """The name of the measure for programs."""
        return self.key if self.among is None else f"{self.key}_of_{self.among}"

    def of(self, rows: Iterable[Row]) -> list[float]:
        """Return the values of the rows that count."""
        return [
            row[self.key]
            for row in rows
            if self.key in row and (self.among is None or row.get(self.among))
        ]

    @property
    def in_percent(self) -> bool:
        """Whether the measure is shown in percent."""
        return self.kind == "share" or self.percent


@dataclass(frozen=True)
class Reported:
    """Figures that a source gives for one case, in our units: by the name of the measure."""

    where: Config
    values: dict[str, float]
    boards: int | None = None
    completed: int | None = None
    """How many of these boards were complete, if the source says so.

    Means over complete boards use them.
    """


@dataclass(frozen=True)
class Chart:
    """How to draw a part: measures against a setting, with a line for each value of another."""

    x: str
    """The setting on the horizontal axis."""
    measures: tuple[str, ...]
    """The names of the measures, a row of panels each."""
    lines: str = "strategy"
    """The setting that has a line for each of its values."""
    panels: str | None = None
    """The setting that has a panel for each of its values."""
    log: bool = False
    """Whether measures have a logarithmic scale (shares never have)."""
    only: tuple[tuple[str, Setting], ...] = ()
    """Settings of the configs in the figure, if all configs would be too many."""


@dataclass(frozen=True)
class Part:
    """A table of cases with one question."""

    name: str
    question: str
    cases: tuple[Config, ...]
    """The settings that differ from row to row of the table."""
    measures: tuple[Measure, ...]
    boards: int
    """The number of boards of a config at scale 1."""
    strategies: tuple[str, ...] = ()
    """The strategies that play every case; none if the trial itself chooses the players."""
    trial: Trial = GAME
    without: tuple[Config, ...] = ()
    """Settings of configs that are omitted because they would take hours."""
    fewer: tuple[tuple[Config, int], ...] = ()
    """Settings of configs that are too expensive for `boards`, and their number of boards."""
    ceiling: bool = True
    """Whether complete inference is the best that any strategy can do here."""
    reported: tuple[Reported, ...] = ()
    chart: Chart | None = None
    findings: "Callable[[Table], Iterable[Block]] | None" = None
    """Writes the sentences of the report about the table."""

    def configs(self, strategies: Sequence[str] | None = None) -> list[Config]:
        """Return every config: each case with each strategy, or the case alone if none plays."""
        fixed: Config = {"part": self.name, "trial": self.trial.name}
        names = (strategies or self.strategies) if self.strategies else ()
        players: list[Config] = [{"strategy": name} for name in names] or [{}]
        configs = [{**fixed, **case, **player} for case in self.cases for player in players]
        return [one for one in configs if not any(fits(where, one) for where in self.without)]

    def boards_for(self, config: Config, scale: float) -> int:
        """Return the number of boards of a config: at least one."""
        fewer = [boards for where, boards in self.fewer if fits(where, config)]
        return max(1, round(min([self.boards, *fewer]) * scale))

    def reported_for(self, config: Config) -> dict[str, float]:
        """Return the reported figures for a config, by the name of the measure."""
        told = [one.values for one in self.reported if fits(one.where, config)]
        return {name: value for values in told for name, value in values.items()}

    def boards_behind(self, config: Config, name: str) -> int | None:
        """Return the number of boards behind a reported mean over complete boards.

        Return all boards of the source if it does not say how many were complete, and None if it
        gives no number.
        """
        for one in self.reported:
            if fits(one.where, config) and name in one.values:
                return one.boards if one.completed is None else one.completed
        return None

    @property
    def case_keys(self) -> list[str]:
        """The names of the settings that the cases have."""
        return [*dict.fromkeys(key for case in self.cases for key in case)]

    @property
    def varied(self) -> list[str]:
        """The names of the settings that distinguish configs."""
        return [*self.case_keys, "strategy"] if self.strategies else self.case_keys


@dataclass(frozen=True)
class Recipe:
    """An experiment under one name."""

    name: str
    source: str
    """The source of the experiment."""
    parts: tuple[Part, ...]
    contradictions: "tuple[SourceConflict, ...]" = ()
    """The contradictions of the sources that this experiment answers."""

    def part(self, name: str) -> Part:
        """Return the part of this name."""
        return next(part for part in self.parts if part.name == name)

    def plan(
        self, scale: float = 1.0, strategies: Sequence[str] | None = None, first: int = 0
    ) -> Plan:
        """Return every config with its seeds, which begin at `first`.

        `strategies`, which may include players from outside, replace those of the recipe.
        Raise `BadInput` for an unknown strategy or for a scale that is not above 0 and at most
        1000.
        """
        if not 0 < scale <= 1000:
            raise BadInput(f"{scale:g} is not above 0 and at most 1000", field="scale")
        for name in strategies or ():
            strategy_named(name)  # raises for an unknown name before anything runs
        return [
            (config, range(first, first + part.boards_for(config, scale)))
            for part in self.parts
            for config in part.configs(strategies)
        ]


def fits(where: Config, config: Config) -> bool:
    """Tell whether a config has all the settings of `where`."""
    return all(config.get(key) == value for key, value in where.items())


def each(**settings: Iterable[Setting]) -> tuple[Config, ...]:
    """Return every combination of some settings; the last changes fastest.

    >>> each(level=["easy", "hard"], mines=[1, 2])[1]
    {'level': 'easy', 'mines': 2}
    """
    cases: list[Config] = [{}]
    for key, values in settings.items():
        listed = [*values]
        cases = [{**case, key: value} for case in cases for value in listed]
    return tuple(cases)


def cross(cases: Iterable[Config], **settings: Iterable[Setting]) -> tuple[Config, ...]:
    """Return every case with every combination of some further settings."""
    combinations = each(**settings)
    return tuple({**case, **one} for case in cases for one in combinations)
