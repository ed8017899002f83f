"""Recipes: what each experiment varies, what it holds fixed, how many boards, what was published.

A recipe is data. Its parts are tables of cases; every case is played by every strategy of the part
on the same boards, dealt from the seeds 0, 1, 2, … unless another first seed is asked for.
`mineproof lab list` shows them all.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from math import sqrt
from typing import Any, Literal

from mineproof.errors import BadInput
from mineproof.game.levels import LEVELS
from mineproof.lab.store import Config
from mineproof.play.strategies import STRATEGIES, Strategy, strategy

Plan = list[tuple[Config, range]]
"""Configs with the seeds they are to be run with."""
CEILING = "complete"
"""The strategy that marks all that is entailed: no other can do better without a guess."""


@dataclass(frozen=True)
class Measure:
    """A column: a field of the rows, over all of them or over those `among` which it counts."""

    key: str
    label: str
    kind: Literal["share", "mean"] = "share"
    among: str | None = None
    """A field that must be true of a row for it to count."""

    @property
    def name(self) -> str:
        """What programs call it."""
        return self.key if self.among is None else f"{self.key}_of_{self.among}"


@dataclass(frozen=True)
class Published:
    """Figures that a report gives for one case: by the name of the measure."""

    where: Config
    values: dict[str, float]
    boards: int | None = None


@dataclass(frozen=True)
class Figure:
    """A part as a picture: measures against a setting, a line for each value of another."""

    x: str
    measures: tuple[str, ...]
    lines: str = "strategy"
    panels: str | None = None
    log: bool = False
    """Whether the measures are on a logarithmic scale (shares never are)."""
    only: tuple[tuple[str, Any], ...] = ()
    """Settings of the configs that are drawn, where all would be too many."""


@dataclass(frozen=True)
class Part:
    """A table of cases with one question."""

    name: str
    question: str
    cases: tuple[Config, ...]
    measures: tuple[Measure, ...]
    boards: int
    strategies: tuple[str, ...] = ()
    """Who plays every case; empty where the case itself says."""
    trial: str = "game"
    without: tuple[Config, ...] = ()
    """What is left out because it would take hours."""
    fewer: tuple[tuple[Config, int], ...] = ()
    """Cases that cost too much for the usual number of boards, and the number they get."""
    ceiling: bool = True
    """Whether complete inference is the best that can be had here."""
    published: tuple[Published, ...] = ()
    figure: Figure | None = None

    def configs(self, strategies: Sequence[str] | None = None) -> list[Config]:
        """Every config: the cases, with each strategy in turn where strategies play."""
        fixed = {"part": self.name, "trial": self.trial}
        players = (strategies or self.strategies) if self.strategies else ()
        played = [{"strategy": name} for name in players] or [{}]
        found = [{**fixed, **case, **player} for case in self.cases for player in played]
        return [one for one in found if not any(fits(where, one) for where in self.without)]

    def boards_for(self, config: Config, scale: float) -> int:
        """How many boards a config gets: at least one."""
        few = [boards for where, boards in self.fewer if fits(where, config)]
        return max(1, round(min([self.boards, *few]) * scale))

    def published_for(self, config: Config) -> dict[str, float]:
        found: dict[str, float] = {}
        for one in self.published:
            if fits(one.where, config):
                found |= one.values
        return found

    @property
    def case_keys(self) -> list[str]:
        """The settings that a case has."""
        return [*dict.fromkeys(key for case in self.cases for key in case)]

    @property
    def varied(self) -> list[str]:
        """The settings that tell one config from another."""
        return [*self.case_keys, "strategy"] if self.strategies else self.case_keys


@dataclass(frozen=True)
class Recipe:
    """An experiment under one name."""

    name: str
    source: str
    parts: tuple[Part, ...]

    def part(self, name: str) -> Part:
        return next(part for part in self.parts if part.name == name)

    def plan(
        self, scale: float = 1.0, strategies: Sequence[str] | None = None, first: int = 0
    ) -> Plan:
        """Every config with the seeds it is to be run with."""
        if not 0 < scale <= 1000:
            raise BadInput(f"{scale:g} is not above 0 and at most 1000", field="scale")
        for name in strategies or ():
            strategy(name)  # a wrong name is said before anything runs
        return [
            (config, range(first, first + part.boards_for(config, scale)))
            for part in self.parts
            for config in part.configs(strategies)
        ]


def fits(where: Config, config: Config) -> bool:
    return all(config.get(key) == value for key, value in where.items())


def recipe(name: str) -> Recipe:
    """The recipe of that name; raise `BadInput` for any other."""
    if name not in RECIPES:
        raise BadInput(f"unknown recipe {name!r}: one of {', '.join(RECIPES)}")
    return RECIPES[name]


@lru_cache(maxsize=1)
def published() -> dict[str, Any]:
    """The figures of the four reports, as they gave them; None where they give none."""
    text = files("mineproof.lab").joinpath("published.json").read_text(encoding="utf-8")
    figures: dict[str, Any] = json.loads(text)
    return figures


# Who plays


def _named(*wanted: str) -> tuple[str, ...]:
    """Those strategies that are there."""
    return tuple(name for name in wanted if name in STRATEGIES)


def takes_risks(one: Strategy) -> bool:
    """A player that guesses is never stuck."""
    return one.stuck == "never"


_LOGICAL = tuple(name for name, one in STRATEGIES.items() if not takes_risks(one))
_GUESSING = tuple(name for name, one in STRATEGIES.items() if takes_risks(one))
_A = ("two-literal", "saturate", CEILING)
_B = ("consuming", "saturate", CEILING)
_D = ("rebuild", "saturate", CEILING)

# What is measured

_COMPLETE = Measure("complete", "complete boards")
_SUCCESS = Measure("success", "its own success")
_DETERMINED = Measure("determined", "cells determined", "mean")
_WRONG = Measure("wrong", "wrong marks a game", "mean")
_GENERATED = Measure("generated", "clauses generated", "mean")
_MS = Measure("ms", "CPU ms", "mean")
_RULES = Measure("inserted", "clauses inserted, completed boards", "mean", among="complete")
_MS_COMPLETE = Measure("ms", "CPU ms, completed boards", "mean", among="complete")
_RESOLUTIONS = Measure("resolutions", "resolvents", "mean")
_NODES = Measure("nodes", "values tried", "mean")
_WON = Measure("won", "games won")
_ENDS = (
    Measure("truly", "stuck ends: nothing entailed", among="stuck"),
    Measure("missed_clues", "stuck ends: clues entail more", among="stuck"),
    Measure("missed_count", "stuck ends: only the count entails more", among="stuck"),
    Measure("fenced", "truly stuck: cells no clue touches", among="truly"),
    Measure("several", "truly stuck: clues with several solutions", among="truly"),
)

# What is varied

_ASSIGNED = ("easy", "medium", "hard")
_CLASSIC = ("beginner", "intermediate", "expert")
_RATIOS = (0.25, 0.5, 0.75, 1.0, 2.0, 3.0)
_RATIO_BOARDS: tuple[Config, ...] = (
    {"size": "9x9", "mines": 10},
    {"size": "12x12", "mines": 18},
    {"size": "16x16", "mines": 25},
)


def _each(**settings: Iterable[Any]) -> tuple[Config, ...]:
    """Every combination of some settings, the last changing fastest."""
    found: list[Config] = [{}]
    for key, values in settings.items():
        found = [{**one, key: value} for one in found for value in values]
    return tuple(found)


def _cross(cases: Iterable[Config], **settings: Iterable[Any]) -> tuple[Config, ...]:
    return tuple({**case, **one} for case in cases for one in _each(**settings))


def _mines(name: str, size: str, mines: Iterable[int], source: str, boards: int = 400) -> Recipe:
    """Report B's sweep over the number of mines."""
    told = published()[source]
    rows = zip(told["mines"], told["success"], told["seconds"], strict=True)
    return Recipe(
        name,
        "report B",
        (
            Part(
                "mines",
                f"How do success and time depend on the number of mines on {size}?",
                _each(size=[size], safe_cells=[told["safe_cells"]], mines=mines),
                (_COMPLETE, _SUCCESS, _MS),
                boards,
                _B,
                published=tuple(
                    Published(
                        {"mines": many, "strategy": told["preset"]},
                        {"success": success / 100, "ms": 1000 * seconds},
                        told["boards"],
                    )
                    for many, success, seconds in rows
                ),
                figure=Figure("mines", ("success", "ms"), log=True),
            ),
        ),
    )


def _levels() -> Recipe:
    cells = published()["A-cells"]
    told = tuple(
        Published(
            {"level": row["level"], "strategy": cells["preset"]},
            {"determined": row["determined"] / row["cells"]},
            75,
        )
        for row in cells["rows"]
    )
    return Recipe(
        "levels",
        "the assignment, all reports",
        (
            Part(
                "levels",
                "How much of each level does each strategy complete, and what stops it?",
                _each(level=_ASSIGNED),
                (_COMPLETE, _SUCCESS, _DETERMINED, _WRONG, _GENERATED, _MS, *_ENDS),
                400,
                _LOGICAL,
                fewer=(({"level": "hard", "strategy": "rebuild"}, 150),),
                published=told,
                figure=Figure("strategy", ("complete",), lines="level"),
            ),
        ),
    )


def _safe_cells() -> Recipe:
    counts = {"easy": range(2, 41, 2), "medium": range(2, 41, 2), "hard": range(200, 381, 5)}
    cases = tuple(
        {"level": level, "safe_cells": many} for level in _ASSIGNED for many in counts[level]
    )
    hard = published()["B-safe-cells-for-90"]
    return Recipe(
        "safe-cells-90",
        "report B",
        (
            Part(
                "safe-cells",
                "How many initial safe cells does a level need for 90 % success?",
                cases,
                (_SUCCESS, _COMPLETE),
                400,
                _B,
                fewer=(({"level": "hard", "strategy": "consuming"}, 100),),
                published=(
                    Published(
                        {"level": "hard", "strategy": hard["preset"], "safe_cells": hard["hard"]},
                        {"success": 0.9},
                        20,
                    ),
                ),
                figure=Figure("safe_cells", ("success",), panels="level"),
            ),
        ),
    )


def _ratio() -> Recipe:
    told = published()["D-ratio-accuracy"]
    sizes = {"9x9": "easy", "16x16": "medium"}
    return Recipe(
        "ratio",
        "report D",
        (
            Part(
                "ratio",
                "How does accuracy depend on the ratio of initial safe cells?",
                _cross(_RATIO_BOARDS, ratio=_RATIOS),
                (_COMPLETE,),
                400,
                _D,
                fewer=(({"size": "16x16", "strategy": "rebuild"}, 100),),
                published=tuple(
                    Published(
                        {"size": size, "ratio": ratio, "strategy": told["preset"]},
                        {"complete": value},
                        told["boards"],
                    )
                    for size, level in sizes.items()
                    for ratio, value in zip(_RATIOS, told[level], strict=True)
                    if value is not None
                ),
                figure=Figure("ratio", ("complete",), panels="size"),
            ),
        ),
    )


def _rules() -> Recipe:
    told = published()["D-ratio-rules"]
    sizes = {"9x9": "easy", "12x12": "12x12_18"}
    return Recipe(
        "rules",
        "report D",
        (
            Part(
                "rules",
                "How do the clauses inserted and the time depend on that ratio?",
                _cross(_RATIO_BOARDS, ratio=_RATIOS),
                (_RULES, _MS_COMPLETE),
                200,
                ("rebuild", "saturate"),
                fewer=(({"size": "16x16", "strategy": "rebuild"}, 100),),
                ceiling=False,
                published=tuple(
                    Published(
                        {"size": size, "ratio": ratio, "strategy": told["preset"]},
                        {_RULES.name: rules, _MS_COMPLETE.name: 1000 * seconds},
                        told["boards"],
                    )
                    for size, level in sizes.items()
                    for ratio, rules, seconds in zip(
                        _RATIOS, told[f"{level}_rules"], told[f"{level}_seconds"], strict=True
                    )
                ),
                figure=Figure("ratio", (_RULES.name, _MS_COMPLETE.name), panels="size", log=True),
            ),
        ),
    )


def _density() -> Recipe:
    told = published()["D-density"]
    cases = tuple(
        {"size": size, "safe_cells": told[f"{size}_safe_cells"], "density": density, "mines": mines}
        for size in ("9x9", "12x12")
        for density, mines in zip(told["density"], told[f"{size}_mines"], strict=True)
    )
    roots = tuple(
        {"size": one.board().size, "times": times, "mines": round(times * round(sqrt(cells)))}
        for one, cells in ((LEVELS[name], LEVELS[name].board().cells) for name in _ASSIGNED)
        for times in (0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
    )
    return Recipe(
        "density",
        "reports D and A",
        (
            Part(
                "density",
                "How do accuracy and clauses depend on the density of mines?",
                cases,
                (_COMPLETE, _RULES),
                400,
                _D,
                fewer=(({"size": "12x12", "strategy": "rebuild"}, 200),),
                published=tuple(
                    Published(
                        {"size": size, "density": density, "strategy": told["preset"]},
                        {"complete": accuracy, _RULES.name: rules},
                        told["boards"],
                    )
                    for size in ("9x9", "12x12")
                    for density, accuracy, rules in zip(
                        told["density"],
                        told[f"{size}_accuracy"],
                        told[f"{size}_rules"],
                        strict=True,
                    )
                ),
                figure=Figure("density", ("complete", _RULES.name), panels="size"),
            ),
            Part(
                "root",
                "With √cells mines, or a multiple of that, how many games get stuck?",
                roots,
                (Measure("stuck", "stuck games"), _COMPLETE),
                400,
                _A,
                figure=Figure("times", ("stuck",), panels="size"),
            ),
        ),
    )


def _nested() -> Recipe:
    counts = {"easy": range(6, 21), "medium": range(13, 28), "hard": range(19, 34)}
    designs = ("nested", "cells drawn anew", "all drawn anew")
    return Recipe(
        "nested-time",
        "report A",
        (
            Part(
                "nested",
                "Do more initial safe cells take more time, and does the design show it?",
                tuple(
                    {"level": level, "design": design, "safe_cells": many}
                    for level, range_ in counts.items()
                    for design in designs
                    for many in range_
                ),
                (_MS, _GENERATED, _DETERMINED),
                120,
                _A,
                "nested",
                figure=Figure(
                    "safe_cells",
                    ("ms", "generated"),
                    lines="design",
                    panels="level",
                    only=(("strategy", "two-literal"),),
                ),
            ),
        ),
    )


def _start() -> Recipe:
    return Recipe(
        "start",
        "reports A and B",
        (
            Part(
                "place",
                "Are spread or clustered initial cells better?",
                _each(level=_ASSIGNED, place=("uniform", "walk", "block")),
                (_COMPLETE, _DETERMINED),
                800,
                ("two-literal", *_B),
                fewer=(({"level": "hard", "strategy": "consuming"}, 400),),
                figure=Figure("place", ("complete",), panels="level"),
            ),
        ),
    )


def _gifts() -> Recipe:
    cases = tuple(
        {"level": level, "safe_cells": many}
        for level, counts in (("easy", (1, 5, 9)), ("medium", (1, 8, 16)), ("hard", (1, 11, 22)))
        for many in counts
    )
    return Recipe(
        "gifts",
        "report B",
        (
            Part(
                "gifts",
                "Given a safe cell whenever it is stuck, how many does a player need?",
                cases,
                (
                    Measure("gifts", "cells given when stuck", "mean"),
                    Measure("none", "boards that needed none"),
                    _MS,
                ),
                400,
                _B,
                "gifts",
                # `consuming` needs dozens, and plays each time from the beginning.
                without=tuple(
                    {"level": "hard", "safe_cells": many, "strategy": "consuming"}
                    for many in (1, 11)
                ),
                fewer=(
                    ({"level": "hard", "strategy": "consuming"}, 40),
                    ({"level": "hard", "strategy": "saturate"}, 300),
                ),
                figure=Figure("safe_cells", ("gifts",), panels="level"),
            ),
        ),
    )


def _logic_vs_csp() -> Recipe:
    heuristics = ("mrv", "degree", "first")
    cases = _each(level=_ASSIGNED, heuristic=heuristics)
    return Recipe(
        "logic-vs-csp",
        "reports A and B",
        (
            Part(
                "time",
                "Is logic faster than constraint search, and what do both together give?",
                _each(level=_ASSIGNED),
                (_COMPLETE, _MS, _RESOLUTIONS, _NODES),
                400,
                ("saturate", "csp", "logic-csp", CEILING),
                fewer=(({"level": "hard", "strategy": "csp"}, 300),),
                figure=Figure("strategy", ("ms",), lines="level", log=True),
            ),
            Part(
                "heuristics",
                "Which heuristic makes backtracking fastest?",
                cases,
                (_COMPLETE, _NODES, _MS),
                300,
                ("csp",),
                # In the order of the cells, backtracking takes minutes on some hard boards.
                without=({"level": "hard", "heuristic": "first"},),
                fewer=(({"level": "hard"}, 150), ({"heuristic": "first"}, 200)),
                ceiling=False,
                figure=Figure("heuristic", ("nodes", "ms"), lines="level", log=True),
            ),
            Part(
                "assign",
                "Committing to the first consistent assignment: how often does it survive?",
                _each(level=_ASSIGNED, heuristic=heuristics),
                (_COMPLETE, Measure("exploded", "exploded"), _MS),
                300,
                ("csp-assign",),
                fewer=(({"level": "medium"}, 200), ({"level": "hard"}, 200)),
                ceiling=False,
                figure=Figure("heuristic", ("complete",), lines="level"),
            ),
        ),
    )


def _chaining() -> Recipe:
    stages = (0.05, 0.1, 0.25, 0.5, 0.75, 0.9)
    asked = (
        Measure("resolutions", "resolvents", "mean", among="asked"),
        Measure("ms", "CPU ms", "mean", among="asked"),
        Measure("decided", "cells decided", "mean", among="asked"),
    )
    return Recipe(
        "chaining",
        "report A",
        tuple(
            Part(
                f"{cells}-cells" if cells == "all" else "one-cell",
                question,
                tuple(
                    {**one, "cells": cells}
                    for one in _each(
                        level=("medium", "hard"), opened=stages, direction=("forward", "back")
                    )
                ),
                asked,
                boards,
                trial="chaining",
                ceiling=False,
                figure=Figure(
                    "opened",
                    (asked[0].name, asked[1].name),
                    lines="direction",
                    panels="level",
                    log=True,
                ),
            )
            for cells, question, boards in (
                (
                    "one",
                    "One certain cell: is it cheaper to reason forward, or back from the question?",
                    400,
                ),
                ("all", "Every cell that a clue touches: the same question.", 25),
            )
        ),
    )


def _guessing() -> Recipe:
    return Recipe(
        "guessing",
        "reports A and D",
        (
            Part(
                "players",
                "How often does each player win, by level and start rule?",
                _each(level=_CLASSIC, start=("safe", "open", "given")),
                (_WON, _MS),
                2000,
                (*_GUESSING, *_named("csp-assign", "saturate", CEILING)),
                fewer=(({"strategy": "csp-assign"}, 400), ({"strategy": "saturate"}, 800)),
                ceiling=False,
                figure=Figure("strategy", ("won",), lines="start", panels="level"),
            ),
        ),
    )


def _depth() -> Recipe:
    deep = tuple(
        Measure(f"depth_{number}", f"depth {number}", among="solvable") for number in range(1, 5)
    )
    return Recipe(
        "depth",
        "ours",
        (
            Part(
                "depth",
                "How deep is the logic that the easiest path through a board needs?",
                _each(level=_CLASSIC, start=("open", "given")),
                (
                    Measure("guess", "needs a guess"),
                    *deep,
                    Measure("count", "needs the mine count", among="solvable"),
                ),
                1000,
                trial="depth",
                ceiling=False,
                figure=Figure("level", tuple(one.name for one in deep), lines="start"),
            ),
        ),
    )


def _phase() -> Recipe:
    fine = (
        0.06,
        0.07,
        0.08,
        0.09,
        0.10,
        0.11,
        0.12,
        0.13,
        0.14,
        0.15,
        0.16,
        0.18,
        0.20,
        0.22,
        0.24,
    )
    coarse = (0.10, 0.12, 0.14, 0.16, 0.18, 0.20, 0.22, 0.24, 0.26, 0.28, 0.30)
    sizes = {
        10: coarse,
        20: coarse,
        50: fine[4:],
        100: fine[4:],
        200: fine[2:12],
        500: fine[:10],
        1000: (0.05, *fine[:8]),
        2000: (0.05, 0.06, 0.065, 0.07, 0.08),
    }
    cases = tuple(
        {"shape": shape, "size": f"{side}x{side}", "density": density, "start": "open"}
        for side, densities in sizes.items()
        for shape in ("grid", "torus")
        for density in densities
    )
    return Recipe(
        "phase-transition",
        "Louf 2025; Dempsey and Guinn 2020",
        (
            Part(
                "finish",
                "Up to which density of mines can a board be finished without a guess?",
                cases,
                (Measure("won", "finished without a guess"), _MS),
                1000,
                trial="finish",
                fewer=(
                    ({"size": "200x200"}, 500),
                    ({"size": "500x500"}, 200),
                    ({"size": "1000x1000"}, 80),
                    ({"size": "2000x2000"}, 24),
                ),
                ceiling=False,
                figure=Figure("density", ("won",), lines="size", panels="shape"),
            ),
        ),
    )


RECIPES: dict[str, Recipe] = {
    one.name: one
    for one in (
        _levels(),
        _mines("mines-9x9", "9x9", range(4, 19, 2), "B-mines-9x9"),
        _mines("mines-16x16", "16x16", range(19, 32, 2), "B-mines-16x16"),
        _mines("mines-30x16", "30x16", (*range(50, 96, 5), 99), "B-mines-16x30"),
        _safe_cells(),
        _ratio(),
        _rules(),
        _density(),
        _nested(),
        _start(),
        _gifts(),
        _logic_vs_csp(),
        _chaining(),
        _guessing(),
        _depth(),
        _phase(),
    )
}
