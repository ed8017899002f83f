"""User-defined experiments: make a recipe from settings of the command line.

An experiment holds some settings fixed and varies others. The store keeps it with the rows, which
can then be shown and reported under its name. The report also prints the command.

>>> experiment = OwnExperiment({"size": "9x9", "safe_cells": 6}, ("mines=10..14..2",), 50)
>>> [case["mines"] for case in experiment.cases()]
[10, 12, 14]
>>> own_recipe("few-mines", [experiment], ["unit", "complete"]).parts[0].varied
['size', 'safe_cells', 'mines', 'strategy']
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from mineproof.base.arguments import known_name, shown
from mineproof.base.errors import BadInput
from mineproof.game.board import SHAPES, parse_size
from mineproof.game.deal import PLACES, Start
from mineproof.game.levels import LEVELS
from mineproof.lab._shared import COMPLETE, DETERMINED, OF_GAMES
from mineproof.lab._trial import deal_of, player_settings
from mineproof.lab.config import Config, Setting
from mineproof.lab.graph_files import is_graph_file
from mineproof.lab.recipe import Chart, Part, Recipe, cross
from mineproof.logic.rebuild import clause_rank
from mineproof.play.context import Context
from mineproof.play.csp import HEURISTICS

PART = "games"
"""The name of the only part of these recipes."""
STRATEGIES = ("assignment", "saturate", "complete")
"""The default strategies."""
BOARDS = 100
"""The default number of boards of a case."""
_MOST_CASES = 1000
_MOST_BOARDS = 10_000_000
_DIGITS = r"[0-9]{1,9}(\.[0-9]{1,9})?"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


# Settings


def _whole(word: str) -> Setting:
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise BadInput(f"{shown(word)} is not a whole number")
    return int(word)


def _number(word: str) -> Setting:
    if not re.fullmatch(_DIGITS, word):
        raise BadInput(f"{shown(word)} is not a number")
    return float(word)


def _whole_or_unlimited(word: str) -> Setting:
    return word if word == "unlimited" else _whole(word)


def _as_typed(check: Callable[[str], object]) -> Callable[[str], Setting]:
    """Return a reader of texts that `check` accepts."""

    def read(word: str) -> Setting:
        check(word)
        return word

    return read


def _shape(word: str) -> Setting:
    """A shape by name, or a graph file; the file is read when a board is dealt."""
    return word if is_graph_file(word) else _one_of(*SHAPES)(word)


def _one_of(*names: str) -> Callable[[str], Setting]:
    def read(word: str) -> Setting:
        if word not in names:
            raise BadInput(f"{shown(word)} is not one of {', '.join(names)}")
        return word

    return read


SETTINGS: dict[str, Callable[[str], Setting]] = {
    "level": _one_of(*LEVELS),
    "size": _as_typed(parse_size),
    "mines": _whole,
    "density": _number,
    "start": _as_typed(Start.parse),
    "safe_cells": _whole,
    "ratio": _number,
    "place": _one_of(*PLACES),
    "shape": _shape,
    "heuristic": _one_of(*HEURISTICS),
    "idle_limit": _whole_or_unlimited,
    "count_limit": _whole,
    "clause_order": _as_typed(clause_rank),
}
"""The settings that can be fixed or varied, and the reader of their values."""
_EXCLUSIVE = (
    ("level", "size"),
    ("level", "mines"),
    ("level", "density"),
    ("mines", "density"),
    ("safe_cells", "ratio"),
)


def values_of(varied: str) -> tuple[str, list[Setting]]:
    """Read `mines=10..26..4` or `place=walk,block`: the setting and its values.

    >>> values_of("mines=10..20..5"), values_of("idle-limit=1,5,unlimited")[1]
    (('mines', [10, 15, 20]), [1, 5, 'unlimited'])
    """
    typed, equals, words = varied.partition("=")
    key = known_name(typed.replace("-", "_"), SETTINGS, "setting", "vary")
    if not equals or not words.strip():
        examples = f"{key}=10..26..4 or {key}=a,b"
        raise BadInput(f"{shown(varied)} has no values: write {examples}", field="vary")
    try:
        if ".." in words and key != "shape":  # a path may contain dots
            return key, [SETTINGS[key](word) for word in _range(words)]
        return key, [*dict.fromkeys(SETTINGS[key](word.strip()) for word in words.split(","))]
    except BadInput as problem:
        raise BadInput(f"{varied}: {problem.line}", field="vary") from None


def _range(words: str) -> list[str]:
    """Return the numbers of `first..last` or `first..last..step` as texts."""
    parts = [part.strip() for part in words.split("..")]
    # Without exponents: 1E+9999999 would be a number of ten million digits.
    if len(parts) not in (2, 3) or not all(re.fullmatch(f"-?{_DIGITS}", one) for one in parts):
        raise BadInput("a range is first..last or first..last..step")
    first, last, step = (Decimal(part) for part in [*parts, "1"][:3])
    if step <= 0:
        raise BadInput("the step of a range is above 0")
    if last < first:
        raise BadInput(f"an empty range: {first} is above {last}")
    if (last - first) / step >= _MOST_CASES:
        raise BadInput(f"more than {_MOST_CASES} values")
    count = int((last - first) / step) + 1
    return [f"{first + number * step:f}" for number in range(count)]


# Experiments


@dataclass(frozen=True)
class OwnExperiment:
    """The fixed and the varied settings of an experiment.

    Raise `BadInput` if they are impossible.
    """

    settings: Config
    """The settings that all cases share."""
    vary: tuple[str, ...] = ()
    """The varied settings, as typed."""
    boards: int = BOARDS
    """The number of boards of each case."""

    def __post_init__(self) -> None:
        if not 1 <= self.boards <= _MOST_BOARDS:
            raise BadInput(f"{self.boards} is not within 1 and {_MOST_BOARDS}", field="boards")
        shapes = self.varied.get("shape", [self.settings.get("shape")])
        graphs = all(map(is_graph_file, shapes))
        _check_keys([*self.settings], [values_of(one)[0] for one in self.vary], graphs)

    def check(self) -> None:
        """Deal a board of each case, to raise `BadInput` for impossible settings."""
        for case in self.cases():
            self._check(case)

    @property
    def varied(self) -> dict[str, list[Setting]]:
        """The values of each varied setting."""
        return dict(map(values_of, self.vary))

    def cases(self) -> tuple[Config, ...]:
        """Return every case; the last setting changes fastest."""
        many = 1
        for values in self.varied.values():
            many *= len(values)
        if many > _MOST_CASES:
            raise BadInput(f"{many} cases: at most {_MOST_CASES}", field="vary")
        return cross([self.settings], **self.varied)

    def _check(self, case: Config) -> None:
        if case.get("start", "given") != "given":
            for key in ("safe_cells", "ratio", "place"):
                if key in case:
                    raise BadInput("goes with `start` given", field=self._field(key))
        try:
            deal_of(case, 0)
            Context(**player_settings(case))
        except BadInput as problem:
            key = problem.field or ""
            if self._field(key) == "vary":
                line = f"{key}={case[key]}: {problem.line}"
                raise BadInput(line, field="vary") from None
            raise

    def _field(self, key: str) -> str:
        """Return the field of the request that gave a setting."""
        return "vary" if key in self.varied else key

    def options(self) -> list[tuple[str, str]]:
        """Return the equivalent options of the command line, in order."""
        options = []
        for key, value in self.settings.items():
            if key == "ratio":
                options.append(("safe-cells", f"x{value}"))
            else:
                options.append((key.replace("_", "-"), f"{value}"))
        return [*options, *(("vary", one) for one in self.vary), ("boards", f"{self.boards}")]

    @classmethod
    def read(cls, data: object) -> "OwnExperiment":
        """Read an experiment from a store; raise `BadInput` if it is not valid."""
        match data:
            case {"settings": dict(settings), "vary": list(vary), "boards": int(boards)} if all(
                isinstance(one, str) for one in vary
            ) and all(_is_setting(key, value) for key, value in settings.items()):
                in_order = {key: settings[key] for key in SETTINGS if key in settings}
                return cls(in_order, tuple(vary), boards)
        raise BadInput("not an experiment")


def _is_setting(key: object, value: object) -> bool:
    """Tell whether a value is one that the reader of the setting returns."""
    if key not in SETTINGS or type(value) not in (str, int, float):
        return False
    word = value if isinstance(value, str) else f"{Decimal(repr(value)):f}"
    try:
        return SETTINGS[str(key)](word) == value
    except BadInput:
        return False


def _check_keys(fixed: Sequence[str], varied: Sequence[str], graphs: bool) -> None:
    """Raise `BadInput` if settings are missing, given twice, or exclude each other.

    If all boards are graphs, they need no size.
    """
    for number, key in enumerate(varied):
        if key in fixed or key in varied[:number]:
            raise BadInput(f"{key} is given twice", field="vary")
    keys = [*fixed, *varied]
    for one, other in _EXCLUSIVE:
        if one in keys and other in keys:
            needs_size = one == "level" and other != "size"
            advice = ": give `size`, such as 9x9" if needs_size else ""
            raise BadInput(f"{one} and {other} exclude each other{advice}")
    if "level" not in keys:
        if "size" not in keys and not graphs:
            raise BadInput("goes with `size`", field="mines" if "mines" in fixed else "vary")
        if "mines" not in keys and "density" not in keys:
            given = next((key for key in ("size", "shape") if key in fixed), "vary")
            raise BadInput("goes with `mines`", field=given)


def check_name(name: str) -> None:
    """Raise `BadInput` for a malformed name, or the name of a built-in recipe."""
    from mineproof.lab.recipes import NAMES

    if not _NAME.fullmatch(name):
        line = "is not a name: small letters, digits and hyphens"
        raise BadInput(f"{shown(name)} {line}", field="name")
    if name in (*NAMES, "all"):
        raise BadInput(f"{name} is a recipe already: choose another name", field="name")


def own_recipe(
    name: str, experiments: Sequence[OwnExperiment], strategies: Sequence[str]
) -> Recipe:
    """Return the recipe of some experiments with one name: all their cases, in order."""
    cases = tuple(
        {repr(sorted(one.items())): one for e in experiments for one in e.cases()}.values()
    )
    varied = [key for key in cases[0] if len({case[key] for case in cases}) > 1]
    if varied:
        question = f"How does play change with {' and '.join(varied)}?"
    else:
        question = "How do the players compare on the same boards?"
    boards = max(one.boards for one in experiments)
    chart = _chart(cases, varied)
    part = Part(PART, question, cases, OF_GAMES, boards, tuple(strategies), chart=chart)
    return Recipe(name, "the command line", (part,))


def _chart(cases: Sequence[Config], varied: Sequence[str]) -> Chart:
    """Plot completed boards and determined cells against the first varied setting.

    Each value of the second varied setting has a panel; further settings have their first value.
    """
    measures = (COMPLETE.name, DETERMINED.name)
    if not varied:
        return Chart("strategy", measures)
    only = tuple((key, cases[0][key]) for key in varied[2:])
    panels = varied[1] if len(varied) > 1 else None
    return Chart(varied[0], measures, panels=panels, only=only)


def settings_from(typed: Mapping[str, Any]) -> Config:
    """Return the settings of command-line options, in the order of `SETTINGS`.

    `safe_cells` may be a ratio, as on the command line: x0.75.

    >>> settings_from({"mines": 18, "size": "12x12", "safe_cells": "x0.5"})
    {'size': '12x12', 'mines': 18, 'ratio': 0.5}
    """
    given = {key: value for key, value in typed.items() if value is not None}
    if "safe_cells" in given:
        start = Start().with_safe_cells(given["safe_cells"])
        given |= {"safe_cells": start.safe_cells, "ratio": start.ratio}
    return {key: given[key] for key in SETTINGS if given.get(key) is not None}
