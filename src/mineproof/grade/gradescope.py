"""The result of `grade` as Gradescope's `results.json`: a test for each part of the rubric."""

from mineproof.base.json_object import Json
from mineproof.grade import text
from mineproof.grade.rubric import PARTS, Rubric
from mineproof.reason.words import CommandTexts

_NAMES = {
    "sound": "Sound: no claim is wrong or unjustified",
    "complete": "Complete: what the built-in strategy completes",
    "rules": "By the rules: the clauses it tells of",
    "reliable": "Reliable: no game is lost by a fault",
    "cost": "Cost: CPU time",
}


def results_of(answer: Json, rubric: Rubric) -> Json:
    """Return `/autograder/results/results.json`, from the object for students."""
    assert "seed" not in answer, "students see this"
    say = CommandTexts("grade", "en")
    deduced = text.deduced_line(answer, say)  # these points are in proportion to it
    outputs = {
        "sound": [*text.sound_lines(answer, say), deduced],
        "reliable": [*text.fault_lines(answer, say), deduced],
        "complete": [
            text.levels_table(answer, say),
            deduced,
            *text.missed_lines(answer, say),
        ],
        "rules": [*text.clause_lines(answer, say), deduced],
        "cost": [*text.cost_lines(answer, say), deduced],
    }
    return {
        "score": answer["points"],
        "output": "\n".join(
            [f"{answer['player']} against {answer['against']}", *text.smallest_lines(answer, say)]
        ),
        "tests": [
            {
                "name": _NAMES[part],
                "score": answer["parts"][part],
                "max_score": rubric.weights[part],
                "output": "\n".join(lines),
            }
            for part in PARTS
            if rubric.weights[part]
            for lines in [outputs[part]]
        ],
    }
