"""The origin of a row: the program's version, the engine, and the revisions of trial and players.

A row counts only if its revision is the present one. The revision includes the engine if the rows
depend on it: if a player looks ahead, or a trial stops in the middle of a game. All other rows are
equal with every engine.
"""

import os
import platform
import shlex
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple

import mineproof
from mineproof.core.choice import engine
from mineproof.lab.config import Config
from mineproof.lab.graph_files import graph_in, is_graph_file
from mineproof.lab.own import OwnExperiment
from mineproof.lab.recipes import trial_named
from mineproof.play.outside.players import fingerprint, is_outside
from mineproof.play.strategies import STRATEGIES, strategy

ROW_FORMAT = 3
"""The version of the row format. It changes whenever the meaning of a stored row changes."""


def revision_of(config: Config) -> str:
    """Return the revision of a config's rows: of its trial and its players, with their engine.

    The revision of a player from outside is the fingerprint of its files, that of a graph file the
    fingerprint of the graph. Raise `BadInput` if a file is missing.

    >>> revision_of({"trial": "game", "level": "easy", "strategy": "unit"})
    'game 1; unit 1'
    """
    trial = trial_named(str(config.get("trial")))
    names = [str(config["strategy"])] if "strategy" in config else []
    outside = [name for name in names if is_outside(name)]
    players = [strategy(name) for name in (*names, *trial.players) if name not in outside]
    parts = [f"{trial.name} {trial.revision}"]
    parts += [f"{one.name} {one.revision}" for one in players]
    parts += [f"{name} {fingerprint(name)[:16]}" for name in outside]
    shape = config.get("shape")
    if is_graph_file(shape):
        parts.append(f"{shape} {graph_in(shape).fingerprint}")
    if trial.by_engine or any(one.looks_ahead for one in players):
        parts.append(f"{engine().name} engine")
    return "; ".join(parts)


def machine() -> str:
    """Describe this machine as far as it affects times."""
    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores,"
        f" Python {platform.python_version()}, {engine().name} engine"
    )


class Installation(NamedTuple):
    """The properties of a process that decide its rows. All processes of a run have the same."""

    version: str
    engine: str
    revisions: tuple[tuple[str, int], ...]
    """The revision of every strategy, by name."""
    row_format: int

    def __str__(self) -> str:
        return f"mineproof {self.version} with the {self.engine} engine"

    def differs(self, other: "Installation") -> str:
        """Say how another installation differs from this one; return "" if it does not."""
        if other == self:
            return ""
        if str(other) != str(self):
            return f"{other}, not {self}"
        return f"{other}, but with other revisions of the strategies"


def installation() -> Installation:
    """Return the installation of this process."""
    revisions = tuple((name, one.revision) for name, one in STRATEGIES.items())
    return Installation(mineproof.__version__, engine().name, revisions, ROW_FORMAT)


@dataclass(frozen=True)
class Run:
    """One run of one recipe: its settings, and the installation that made the rows."""

    recipe: str
    scale: float | None = None
    """None if the plan does not use the recipe's number of boards."""
    strategies: tuple[str, ...] | None = None
    """The strategies that replaced those of the recipe."""
    seed: int = 0
    own: OwnExperiment | None = None
    """The experiment, if it is user-defined; then `recipe` is its name."""
    limits: dict[str, float] | None = None
    """The limits for programs that differ from the defaults, by name."""
    version: str = field(default_factory=lambda: mineproof.__version__)
    engine: str = field(default_factory=lambda: engine().name)
    revisions: dict[str, int] = field(default_factory=lambda: dict(installation().revisions))
    machine: str = field(default_factory=machine)
    """The machine of the driver."""
    began: str = field(default_factory=lambda: datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC"))

    @property
    def command(self) -> str:
        """The command that repeats the run, or a sentence that there is none.

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
