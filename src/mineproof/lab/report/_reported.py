"""The figures of reports and papers, read from `reported.json`, their only place."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from mineproof.lab.config import Config
from mineproof.lab.recipe import Reported


@dataclass(frozen=True)
class ReportedRow:
    """Figures that a source gives for one case, in the units of the source."""

    settings: Config
    figures: dict[str, float]
    """By name; a figure that the source does not give is absent."""


@dataclass(frozen=True)
class ReportedTable:
    """One table of a source."""

    name: str
    what: str
    rows: tuple[ReportedRow, ...]
    strategy: str = ""
    """The strategy that reproduces the program of the source; empty if it ran none."""
    boards: int | None = None
    """The number of boards of each row."""

    def figure(self, name: str, **settings: str | float) -> float:
        """Return one figure of the row with these settings; raise `KeyError` if there is none.

        >>> reported_table("B-mines-9x9").figure("success", mines=10)
        79
        """
        for row in self.rows:
            if name in row.figures and all(row.settings.get(k) == v for k, v in settings.items()):
                return row.figures[name]
        raise KeyError(f"{self.name} has no {name} for {settings}")

    def beside(
        self,
        measures: dict[str, str],
        completed: Callable[[ReportedRow], int | None] = lambda _row: None,
    ) -> tuple[Reported, ...]:
        """Return the figures as values of measures, which `measures` gives by their names.

        A row that lacks one of the figures is left out.
        """
        return tuple(
            Reported(
                {**row.settings, "strategy": self.strategy},
                {name: _in_our_units(row, figure) for name, figure in measures.items()},
                self.boards,
                completed(row),
            )
            for row in self.rows
            if row.figures.keys() >= {*measures.values()}
        )

    def count(self, share: float) -> int:
        """Convert a share of this table's boards to a number of boards."""
        return round(share * (self.boards or 0))


def _in_our_units(row: ReportedRow, figure: str) -> float:
    """Return a figure: `success` as a share instead of percent, `seconds` in milliseconds."""
    value = row.figures[figure]
    return value / 100 if figure == "success" else 1000 * value if figure == "seconds" else value


def reported_table(name: str) -> ReportedTable:
    """Return the reported table of this name."""
    return reported_tables()[name]


@lru_cache(maxsize=1)
def reported_tables() -> dict[str, ReportedTable]:
    """Return all reported tables, by name."""
    content = files("mineproof.lab").joinpath("reported.json").read_text(encoding="utf-8")
    return {
        name: ReportedTable(
            name,
            table["what"],
            tuple(ReportedRow(row["settings"], row["figures"]) for row in table["rows"]),
            table.get("strategy", ""),
            table.get("boards"),
        )
        for name, table in json.loads(content).items()
        if not name.startswith("_")
    }
