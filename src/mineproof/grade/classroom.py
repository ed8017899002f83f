"""Grade the submissions of a class alike, and show all results on one page, worst first."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from mineproof.base.errors import MineproofError
from mineproof.base.json_object import Json
from mineproof.grade.as_json import as_json
from mineproof.grade.grading import Grade, below_floors, grade
from mineproof.grade.page import page_of
from mineproof.grade.rubric import Rubric, default_rubric
from mineproof.grade.submissions import NotGradable, Submission, copied, player_of
from mineproof.play.outside.players import CS50, sandbox_of
from mineproof.play.outside.process import Limits
from mineproof.play.outside.sandbox import Sandbox
from mineproof.proof.check import escaped


@dataclass(frozen=True)
class Settings:
    """What is the same for all submissions."""

    boards: dict[str, int]
    against: str
    seed: int
    limits: Limits
    minutes: float
    search: int
    sandbox: str
    rubric: Rubric | None
    language: str


def play(
    player: str,
    settings: Settings,
    sandbox: Sandbox | None,
    advance: Callable[[int], None] = lambda _part: None,
) -> Grade:
    """Grade one player."""
    return grade(
        player,
        against=settings.against,
        boards=settings.boards,
        seed=settings.seed,
        limits=replace(settings.limits, sandbox=sandbox),
        minutes=settings.minutes,
        search=settings.search,
        advance=advance,
    )


def graded(one: Submission, settings: Settings, folder: Path) -> tuple[Json, str]:
    """Grade a submission, which is copied to a new folder; return its result and its page."""
    result: Json = {"name": one.name, "path": escaped(str(one.path or one.player))}
    limits, language = settings.limits, settings.language
    tempfile.tempdir = str(folder.parent)  # deleted later, also if this process is killed
    try:
        path = copied(one.path, folder) if one.path else folder
        player = one.player or player_of(path, limits, settings.sandbox)
        seen = str(folder) if one.path else None
        found = play(player, settings, sandbox_of(player, settings.sandbox, seen))
        found.player = f"{CS50}{one.name}" if player.startswith(CS50) else one.name
        rubric = settings.rubric or default_rubric(player)
        answer = as_json(found, rubric)
        page = page_of(as_json(found, rubric, language, student=True), rubric, language)
        below = below_floors(found, rubric)
        if found.sound and not (found.faults or below or answer["passed"]):
            below = ["rules"]
        return result | {"answer": answer, "below": below}, page
    except NotGradable as problem:
        reason: tuple[str, Json] = problem.key, problem.values
    except Exception as problem:  # whatever it is, the others are graded
        line = str(problem) if isinstance(problem, MineproofError) else repr(problem)
        reason = "player", {"line": escaped(line.replace(f"{folder}/", ""))}
    return result | {"answer": None, "reason": reason}, ""
