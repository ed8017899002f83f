"""Data sets in the shape of reasoning-gym's: entries by number, each with its question, the right
answer and metadata, and a score from 0 to 1 for any answer."""

from collections.abc import Iterator, Sequence
from typing import TypedDict

from mineproof.base.arguments import known_name, whole_number
from mineproof.base.errors import BadInput
from mineproof.core.choice import engine
from mineproof.game.formats.mine import write
from mineproof.reason.why import DEEPEST
from mineproof.reasoning import tasks
from mineproof.reasoning.positions import exercise_by_number


class Entry(TypedDict):
    """A question, the right answer, and what is known of both."""

    question: str
    answer: str
    metadata: tasks.Metadata


def score_answer(answer: str | None, entry: Entry) -> float:
    """Score an answer from 0 to 1; the entry may have been read from a file.

    `score_certain` and `score_argument` say how. No answer scores 0.
    """
    data = entry["metadata"]
    score = tasks.score_certain if data["task"] == "certain" else tasks.score_argument
    return score(answer or "", data)


class Dataset:
    """Entries of a task, the same for a seed on every engine; their depths take turns.

    >>> data = Dataset("certain", seed=1, size=8)
    >>> data.score_answer(data[5]["answer"], data[5]), data[5]["metadata"]["depth"]
    (1.0, 2)
    """

    def __init__(
        self, task: str, *, seed: int = 0, size: int = 500, depths: Sequence[int] = (1, 2, 3, 4)
    ) -> None:
        self.task = known_name(task, tasks.TASKS, "task", field="task")
        self.seed, self.size = whole_number(seed, "seed"), whole_number(size, "size")
        self.depths = tuple(depths)
        if not self.depths or not set(self.depths) <= {*range(1, DEEPEST + 1)}:
            raise BadInput(f"depths from 1 to {DEEPEST}, not {self.depths}", field="depths")

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Entry]:
        return map(self.__getitem__, range(self.size))

    def __getitem__(self, number: int) -> Entry:
        """Return an entry; it does not depend on the size."""
        if not 0 <= number < self.size:
            raise IndexError(f"entries 0 to {self.size - 1}, not {number}")
        depth = self.depths[number % len(self.depths)]
        fits = tasks.ends_safe if self.task == "argument" else bool
        one = exercise_by_number(self.seed, number, depth, fits)
        steps = tasks.steps_of(one)
        lines = [f"{' '.join(step.clues)} => {tasks.listed(*step[1:], ' ')}" for step in steps]
        if self.task == "certain":
            lines = [tasks.listed(one.safe, one.mined, "\n")]
        return {
            "question": tasks.question(one.view, self.task),
            "answer": "\n".join(lines),
            "metadata": {
                "source_dataset": f"mineproof/{self.task}",
                "source_index": number,
                "task": self.task,
                "seed": self.seed,
                "depth": depth,
                "kind": one.kind,
                "position": write(one.view).strip().replace("\n", "/"),
                "safe": list(one.safe),
                "mined": list(one.mined),
                "clues": list(dict.fromkeys(clue for step in steps for clue in step.clues)),
                "layouts": engine().analyse(one.view).layouts,
            },
        }

    score_answer = staticmethod(score_answer)
