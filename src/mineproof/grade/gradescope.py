"""The result of `grade` as Gradescope's `results.json`: a test for each part of the rubric."""

from mineproof.grade import text
from mineproof.grade._json_type import JsonObject
from mineproof.grade.rubric import Rubric

_NAMES = {
    "sound": "Sound: no claim is wrong or unjustified, no fault",
    "complete": "Complete: what the built-in strategy completes",
    "rules": "By the rules: the clauses it tells of",
    "cost": "Cost: CPU time",
}


def results_of(answer: JsonObject, rubric: Rubric) -> JsonObject:
    """Return the object that an autograder writes to `/autograder/results/results.json`."""
    say = text.texts("en")
    deduced = text.deduced_line(answer, say)  # these points are in proportion to it
    outputs = {
        "sound": [*text.sound_lines(answer, say), deduced],
        "complete": [
            text.levels_table(answer, say),
            deduced,
            *text.missed_lines(answer, say),
            *text.smallest_lines(answer, say),
        ],
        "rules": [*text.clause_lines(answer, say), deduced],
        "cost": [*text.cost_lines(answer, say), deduced],
    }
    return {
        "score": answer["points"],
        "output": f"{answer['player']} against {answer['against']}, seed {answer['seed']}",
        "tests": [
            {
                "name": _NAMES[part],
                "score": answer["parts"][part],
                "max_score": rubric.weights[part],
                "output": "\n".join(lines),
            }
            for part, lines in outputs.items()
        ],
    }
