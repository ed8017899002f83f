"""The figures of reports and papers, read from `reported.json`, their only place."""

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from mineproof.lab.config import Config


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

    def count(self, share: float) -> int:
        """Convert a share of this table's boards to a number of boards."""
        return round(share * (self.boards or 0))


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
