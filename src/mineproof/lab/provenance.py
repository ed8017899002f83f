"""What made a row: the version of the program, the engine, and the revisions of trial and players.

A row counts only if its revision is today's. The engine belongs to the revision where the rows
depend on it: where a player looks ahead, or where a trial stops in the middle of a game. All other
rows are the same by every engine.
"""

import os
import platform
import shlex
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple

import mineproof
from mineproof.core import engine
from mineproof.lab.config import Config, text
from mineproof.lab.experiments import trial_named
from mineproof.lab.own import OwnExperiment
from mineproof.play.outside import fingerprint, is_outside
from mineproof.play.strategies import STRATEGIES, strategy

ROW_FORMAT = 3
"""The version of the rows; a new one whenever an old row would mean something else."""


def revision_of(config: Config) -> str:
    """Return the revision of a config's rows: of its trial and its players, with their engine.

    A player from outside has the fingerprint of its files: a changed program makes other rows.
    Raise `BadInput` if its file is missing.

    >>> revision_of({"trial": "game", "level": "easy", "strategy": "unit"})
    'game 1; unit 1'
    """
    trial = trial_named(text(config, "trial"))
    names = [text(config, "strategy")] if "strategy" in config else []
    outside = [name for name in names if is_outside(name)]
    players = [strategy(name) for name in (*names, *trial.players) if name not in outside]
    parts = [f"{trial.name} {trial.revision}"]
    parts += [f"{one.name} {one.revision}" for one in players]
    parts += [f"{name} {fingerprint(name)[:16]}" for name in outside]
    if trial.by_engine or any(one.looks_ahead for one in players):
        parts.append(f"{engine().name} engine")
    return "; ".join(parts)


def machine() -> str:
    """Describe this machine as far as it bears on times."""
    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores,"
        f" Python {platform.python_version()}, {engine().name} core"
    )


class Installation(NamedTuple):
    """What decides the rows that a process makes. All processes of a run have the same."""

    version: str
    engine: str
    revisions: tuple[tuple[str, int], ...]
    """Of every strategy, by name."""
    row_format: int

    def __str__(self) -> str:
        return f"mineproof {self.version} with the {self.engine} engine"

    def differs(self, other: "Installation") -> str:
        """Say how another installation differs from this one; nothing if it does not."""
        if other == self:
            return ""
        if str(other) != str(self):
            return f"{other}, not {self}"
        return f"{other}, but with other revisions of the strategies"


def installation() -> Installation:
    """Return what this process makes rows with."""
    revisions = tuple((name, one.revision) for name, one in STRATEGIES.items())
    return Installation(mineproof.__version__, engine().name, revisions, ROW_FORMAT)


@dataclass(frozen=True)
class Run:
    """One run of one recipe: what was asked for, and what made the rows."""

    recipe: str
    scale: float | None = None
    """None if the plan did not come from the recipe's own number of boards."""
    strategies: tuple[str, ...] | None = None
    """Who played instead of the recipe's own strategies."""
    seed: int = 0
    own: OwnExperiment | None = None
    """The experiment, if it is one's own; then `recipe` is its name."""
    limits: dict[str, float] | None = None
    """What programs were allowed, if not the usual: the limits that differ, by name."""
    version: str = field(default_factory=lambda: mineproof.__version__)
    engine: str = field(default_factory=lambda: engine().name)
    revisions: dict[str, int] = field(default_factory=lambda: dict(installation().revisions))
    machine: str = field(default_factory=machine)
    """The machine of the driver."""
    began: str = field(default_factory=lambda: datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC"))

    @property
    def command(self) -> str:
        """The command that repeats it, or words that say that none does.

        >>> Run("levels", 0.5, ("unit", "complete"), 7).command
        'mineproof lab run levels --scale 0.5 --strategies unit,complete --seed 7'
        """
        words, options = ["mineproof", "lab", "run"], list[tuple[str, str]]()
        if self.own is not None:
            options += [("name", self.recipe), *self.own.options()]
        elif self.scale is None:
            return f"{self.recipe}: a plan of another program, which no command repeats"
        else:
            words.append(self.recipe)
        if self.scale not in (None, 1):
            options.append(("scale", repr(self.scale).removesuffix(".0")))
        if self.strategies is not None:
            options.append(("strategies", ",".join(self.strategies)))
        if self.seed:
            options.append(("seed", str(self.seed)))
        for limit, most in (self.limits or {}).items():
            options.append((limit.replace("_", "-"), repr(most).removesuffix(".0")))
        for name, value in options:
            words += [f"--{name}", value]
        return shlex.join(words)
