"""The options of `mineproof lab run` for user-defined experiments."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mineproof.base.errors import BadInput
from mineproof.cli import options

if TYPE_CHECKING:
    from mineproof.lab.own import OwnExperiment
    from mineproof.play.outside.process import Limits

_BOARD = ("level", "size", "mines", "start", "safe_cells", "place", "shape")
_HOW = ("heuristic", "idle_limit", "count_limit")
_OWN = (*_BOARD, *_HOW, "vary", "boards", "name")
DEFAULT_NAME = "own"

_OPTIONS = (
    options.option(
        "--name",
        "The name of an experiment of your own, for `lab show` and `lab report`.",
        metavar="NAME",
        shown=DEFAULT_NAME,
    ),
    options.level("easy"),
    options.size,
    options.mines,
    options.start("given", given=True),
    options.safe_cells,
    options.place,
    options.shape,
    options.heuristic,
    options.idle_limit,
    options.count_limit,
    options.option(
        "--vary",
        "A setting that varies: mines=10..26..4, density=0.1,0.2, place=walk,block; may be"
        " repeated.",
        metavar="SETTING=VALUES",
        multiple=True,
    ),
    options.boards("100"),
)


def own_options(function: options.Function) -> options.Function:
    """Add the options for the boards and their settings."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def is_own(names: tuple[str, ...]) -> bool:
    """Tell whether the options define an experiment; raise an error if recipes are named too."""
    own = any(map(options.was_given, _OWN))
    if names:
        options.refuse_together("has no effect on a recipe", *_OWN)
    elif not own:
        raise BadInput("NAME is missing: a recipe, all, or --size with --mines for your own boards")
    else:
        options.refuse_together("goes with a recipe; --boards says how many", "scale")
    return own


def experiment_of(
    typed: Mapping[str, Any], strategies: tuple[str, ...]
) -> "tuple[str, OwnExperiment]":
    """Return the name and the experiment of the options."""
    from mineproof.lab.own import BOARDS, OwnExperiment, check_name, settings_from, values_of

    name = typed["name"] or DEFAULT_NAME
    check_name(name)
    vary = tuple(typed["vary"])
    keys = {values_of(one)[0] for one in vary}
    given = {key: typed[key] for key in (*_BOARD, *_HOW) if options.was_given(key)}
    graph = getattr(given.get("shape"), "file", None)
    if graph is not None:
        given["shape"] = graph
    elif not keys.intersection(("level", "size", "mines", "density")) and not (
        given.keys() & {"level", "size", "mines"}
    ):
        given["level"] = "easy"
    boards = BOARDS if typed["boards"] is None else typed["boards"]
    experiment = OwnExperiment(settings_from(given), vary, boards)
    experiment.check()
    _check_players(experiment, strategies, keys)
    return name, experiment


def _check_players(
    experiment: "OwnExperiment", strategies: tuple[str, ...], varied: set[str]
) -> None:
    """Raise an error for a setting that none of the players has."""
    from mineproof.play.strategies import STRATEGIES

    ours = [STRATEGIES[name] for name in strategies if name in STRATEGIES]
    for key in _HOW:
        if any(one.uses_heuristic if key == "heuristic" else key in one.limits for one in ours):
            continue
        if key in varied:
            raise BadInput(f"none of the players has {key}", field="vary")
        if key in experiment.settings:
            raise BadInput("none of the players has it", field=key)


def typed_limits(limits: "Limits") -> dict[str, float] | None:
    """Return the limits for programs that were typed."""
    given = {key: getattr(limits, key) for key in options.PROGRAM_LIMITS if options.was_given(key)}
    return given or None
