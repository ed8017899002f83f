"""What is asked about a position, the right answer, and the score of any answer.

`certain`: name everything that is certain. `argument`: prove one safe cell. A score is made of the
text and the metadata of the entry alone. Text in another form counts for nothing; it is no error.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, NamedTuple, TypedDict, get_args

from mineproof.base.errors import BadInput, TooWide
from mineproof.game.formats.reading import read
from mineproof.game.picture import FLAG, HIDDEN, draw
from mineproof.game.view import View
from mineproof.learn.exercises import Exercise
from mineproof.learn.written import WrittenArgument, WrittenLine
from mineproof.reason.argument import ArgumentLine

Task = Literal["certain", "argument"]
TASKS: tuple[Task, ...] = get_args(Task)
MOST_CLUES = 120
"""An argument that names more clues, over all steps, is not read."""
CELL = "r[1-9][0-9]{0,5}c[1-9][0-9]{0,5}"
_PROMPTS: dict[str, str] = json.loads(Path(__file__).with_name("prompts.json").read_text())


class Metadata(TypedDict):
    """What is known of an entry; docs/reasoning.md says what each member means."""

    source_dataset: str
    source_index: int
    task: Task
    seed: int
    depth: int
    kind: str | None
    position: str
    safe: list[str]
    mined: list[str]
    clues: list[str]
    layouts: int


class Step(NamedTuple):
    """One line of an argument: cells that are certain by some clues."""

    clues: tuple[str, ...]
    safe: tuple[str, ...]
    mined: tuple[str, ...]


def question(view: View, asked: Task | Literal["game"]) -> str:
    """The position, what its marks mean, and what is asked."""
    rows, cols = view.board.rows, view.board.cols
    told = {"rows": rows, "cols": cols, "mines": view.mines, "picture": picture(view)}
    return _PROMPTS["position"].format(**told) + _PROMPTS[asked]


def picture(view: View) -> str:
    """The position with its rows and columns numbered."""
    rows, cols = range(1, view.board.rows + 1), range(1, view.board.cols + 1)
    wide = len(str(len(cols)))
    marks = [*map(str, cols), *draw(view.board, view.cells).split()]
    lines = [marks[low : low + len(cols)] for low in range(0, len(marks), len(cols))]
    return "\n".join(
        f"{name:<4}" + "".join(f" {mark:>{wide}}" for mark in line)
        for name, line in zip(["", *(f"r{row}" for row in rows)], lines, strict=True)
    )


def named(text: str, words: tuple[str, str] = ("safe", "mine")) -> dict[tuple[str, str], None]:
    """Read lines such as `safe r1c2 r3c4 mine r2c2`: each (word, cell) once, in order.

    Cells before the first word of a line do not count, and nor does the rest of that line.
    """
    found: dict[tuple[str, str], None] = {}
    for line in text.lower().splitlines():
        word = ""
        for first, cell in re.findall(rf"\b(?:({'|'.join(words)})s?|({CELL}))\b", line):
            word = first or word
            if not word:
                break
            if cell:
                found[word, cell] = None
    return found


def listed(safe: Iterable[str], mined: Iterable[str], parting: str) -> str:
    """Write cells as `named` reads them."""
    parts = (["safe", *safe], ["mine", *mined])
    return parting.join(" ".join(part) for part in parts if len(part) > 1)


def score_certain(answer: str, metadata: Metadata) -> float:
    """The share of the certain cells that are named, less those that are named wrongly.

    A cell that could be either takes off what a right one counts; one that is certainly not what it
    is called, or not on the board, twice that. What the position shows counts for nothing.
    """
    view, points = read(metadata["position"]), 0
    verdicts = dict.fromkeys(metadata["safe"], "safe") | dict.fromkeys(metadata["mined"], "mine")
    for word, name in named(answer):
        try:
            value = view.cells[view.board.index(name)]
        except BadInput:
            points -= 2
            continue
        true = {HIDDEN: verdicts.get(name), FLAG: "mine"}.get(value, "safe")
        if true == word:
            points += value == HIDDEN
        else:
            points -= 1 if true is None else 2
    return max(0, points) / len(verdicts)


def score_argument(answer: str, metadata: Metadata) -> float:
    """The share of the clues, over all steps, that the argument needs.

    It is 0 if a step is refuted, or if no accepted step has a safe cell. A step that would need
    other clues is not used: its clues are not needed.
    """
    view, steps = read(metadata["position"]), _read_steps(answer)
    clues = sum(max(1, len(step.clues)) for step in steps)
    argument, accepted = WrittenArgument(view), []
    for step in steps if clues <= MOST_CLUES else ():
        verdict = _judged(argument, step)
        if verdict == "does not follow":
            return 0.0
        accepted += [step] if verdict == "accepted" else []
    while accepted and not accepted[-1].safe:
        accepted.pop()
    used = trimmed(view, accepted, accepted[-1].safe[0]) if accepted else []
    return sum(len(step.clues) for step in used) / max(1, clues)


def _read_steps(text: str) -> list[Step]:
    """The steps of an answer; a step that is written twice counts once."""
    found: dict[Step, None] = {}
    for line in text.splitlines():
        left, _, right = line.partition("=>")
        marks = named(right)
        told = dict.fromkeys(re.findall(rf"\b(?:count|{CELL})\b", left.lower()))
        cells = [tuple(cell for word, cell in marks if word == one) for one in ("safe", "mine")]
        if marks:
            found[Step(tuple(told), *cells)] = None
    return list(found)


def _judged(argument: WrittenArgument, step: Step) -> str:
    try:
        return argument.judge(WrittenLine("case", *step)).verdict
    except (BadInput, TooWide):
        return "not read"


def ends_safe(one: Exercise) -> bool:
    """Whether the easiest argument of an exercise ends with a safe cell."""
    end = one.lines[-1]
    return isinstance(end, ArgumentLine) and not all(mine for _, mine in end.concludes)


def steps_of(one: Exercise) -> list[Step]:
    """The easiest argument of an exercise; nothing can be left out of it."""
    names, steps = one.view.board.names, []
    for line in one.lines:
        if isinstance(line, ArgumentLine) and line.concludes:
            sources = {cell for says in line.premises for cell in says.sources}
            told = names(sorted(cell for cell in sources if cell is not None))
            safe, mined = ([cell for cell, is_mine in line.concludes if is_mine == mine]
                           for mine in (False, True))  # fmt: skip
            count = ["count"] * (None in sources)
            steps.append(Step((*told, *count), tuple(names(safe)), tuple(names(mined))))
    if one.depth in (1, 2):  # one line of so many clues, and fewer decide nothing
        return steps
    return trimmed(one.view, steps, (steps[-1].safe or steps[-1].mined)[0])


def trimmed(view: View, steps: list[Step], cell: str) -> list[Step]:
    """Leave out every step, then every clue, without which the others still prove the cell."""

    def proves(steps: list[Step]) -> bool:
        argument = WrittenArgument(view)
        judged = [_judged(argument, step) for step in steps]
        return {*judged} == {"accepted"} and argument.proves(cell)

    for step in steps[:-1]:
        fewer = [other for other in steps if other is not step]
        steps = fewer if proves(fewer) else steps
    for number in range(len(steps)):
        for clue in steps[number].clues:
            told = tuple(other for other in steps[number].clues if other != clue)
            fewer = [*steps[:number], steps[number]._replace(clues=told), *steps[number + 1 :]]
            steps = fewer if proves(fewer) else steps
    return steps
