"""`mineproof learn`: exercises in the terminal, for a class, and on paper."""

import json
import time
from typing import TYPE_CHECKING

import click

from mineproof.base.errors import BadInput
from mineproof.cli import options
from mineproof.cli.command_group import SETTINGS, Group
from mineproof.cli.commands._learn_export import export
from mineproof.cli.exercise_options import set_options
from mineproof.cli.json_lines import json_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from mineproof.learn.codes import ExerciseSet, Result
    from mineproof.learn.exercises import Exercise
    from mineproof.learn.judging import Judgement, Marks
    from mineproof.reason.words import CommandTexts


@click.group(cls=Group, context_settings=SETTINGS, invoke_without_command=True)
@set_options
@options.language
@click.pass_context
def learn(ctx: click.Context, exercise_set: "Callable[[], ExerciseSet]", language: str) -> int:
    """Solve exercises: find what is certain, and read why.

    Answer `safe r1c2 r3c4 mine r2c2`, or `hint`, `skip`, `quit`. At the end you get a result
    code, which `learn check` judges again.

    \b
    mineproof learn --kind 1-2
    mineproof learn --depth 2 --count 5 --seed 7
    mineproof learn check CODE
    mineproof learn export --count 20 --depth 2 --pdf exercises.pdf
    """
    if ctx.invoked_subcommand is not None:
        return 0
    from mineproof.reason.words import CommandTexts

    _Drill(exercise_set(), CommandTexts("learn", language), language).run()
    return 0


@learn.command()
@click.argument("code")
@options.as_json
@options.language
def check(code: str, as_json: bool, language: str) -> int:
    """Make the exercises of a result code again, and judge its answers.

    \b
    mineproof learn check mp1_1-1_0_safe_5_7_69mt8_2409772f
    """
    from mineproof.learn.codes import read_code
    from mineproof.reason.words import CommandTexts

    result = read_code(code)
    if as_json:
        print(json_line(_as_json(result)))
        return 0
    say = CommandTexts("learn", language)
    judged = result.judged()
    for number, (_, answer, judgement) in enumerate(judged, start=1):
        verdict = say("right") if judgement.right else say("wrong")
        print(f"{number:>3}  {verdict}  {say('seconds', n=answer.seconds)}")
    right = sum(judgement.right for _, _, judgement in judged)
    print(say("score", right=right, count=result.chosen.count, answered=len(judged)))
    print(say("not verified"))
    return 0


def _as_json(result: "Result") -> dict[str, object]:

    chosen, judged = result.chosen, result.judged()
    return {
        **vars(chosen),
        "right": sum(judgement.right for _, _, judgement in judged),
        "answers": [
            {"right": judgement.right, "seconds": answer.seconds} for _, answer, judgement in judged
        ],
    }


@learn.command("list")
@set_options
@options.language
def list_(exercise_set: "Callable[[], ExerciseSet]", language: str) -> int:
    """Print exercises as JSON lines, with everything that is certain and the argument.

    \b
    mineproof learn list --kind subset --count 100 > exercises.jsonl
    """
    for one in exercise_set().exercises():
        print(json.dumps(one.as_json(language), ensure_ascii=False))
    return 0


learn.add_command(export)


class _Drill:
    """A drill: it asks one exercise after another."""

    def __init__(self, chosen: "ExerciseSet", say: "CommandTexts", language: str) -> None:
        self._chosen = chosen
        self._say = say
        self._language = language

    def run(self) -> None:
        from mineproof.learn.codes import Answer, Result, write_code

        given: list[Answer] = []
        for number, one in enumerate(self._chosen.exercises(), start=1):
            print(self._say("exercise", number=number, count=self._chosen.count))
            print(self._say(f"task {self._chosen.task}" if one.depth else f"task {one.kind}"))
            print(f"\n{_picture(one)}\n")
            began = time.monotonic()
            marks = self._asked(one)
            if marks is None:
                break
            given.append(Answer(marks, min(int(time.monotonic() - began), 999_999)))
        if given:
            result = Result(self._chosen, tuple(given))
            right = sum(judgement.right for _, _, judgement in result.judged())
            print(self._say("score", right=right, count=self._chosen.count, answered=len(given)))
            print(self._say("code", code=write_code(result)))

    def _asked(self, one: "Exercise") -> "Marks | None":
        """Return the first answer to an exercise; None if the user ends the drill."""
        from mineproof.learn.judging import Marks, judge_answer

        stage = 0
        while True:
            try:
                words = input("> ").split()
            except EOFError:
                return None
            match words:
                case ["quit" | "q"]:
                    return None
                case ["skip"]:
                    self._show_solution(one)
                    return Marks()
                case ["hint" | "h"]:
                    stage += 1
                    print(self._hint(one, stage))
                case _:
                    try:
                        marks = _read_marks(one, words)
                        judgement = judge_answer(one, marks, self._chosen.task)
                    except BadInput as problem:
                        print(problem)
                        continue
                    self._tell(one, judgement)
                    return marks

    def _hint(self, one: "Exercise", stage: int) -> str:
        from mineproof.learn.hints import clues_of, decided_of

        if stage == 1 and clues_of(one):
            return self._say("hint clues", cells=self._say.joined(clues_of(one)))
        if stage <= 2:
            return self._say("hint cells", cells=self._say.joined(decided_of(one)))
        return "\n".join(one.sentences(self._language))

    def _tell(self, one: "Exercise", judgement: "Judgement") -> None:
        print(self._say("right" if judgement.right else "wrong"))
        for mistake in judgement.mistakes:
            if mistake.layout is None:
                print(self._say("not best", cell=mistake.cell))
                continue
            from mineproof.game.picture import draw, full_cells

            board = one.view.board
            print(self._say("refuted", cell=mistake.cell))
            print(f"\n{draw(board, full_cells(board, mistake.layout))}\n")
        if judgement.missed:
            print(self._say("missed", cells=self._say.joined(judgement.missed)))
        self._show_solution(one)

    def _show_solution(self, one: "Exercise") -> None:
        for sentence in one.sentences(self._language):
            print(f"  {sentence}")
        print()


def _picture(one: "Exercise") -> str:
    """The position with its rows and columns numbered."""
    from mineproof.game.picture import draw

    rows = draw(one.view.board, one.view.cells).splitlines()
    head = "     " + " ".join(str(col) for col in range(1, one.view.board.cols + 1))
    return "\n".join([head, *(f"r{number:<3} {row}" for number, row in enumerate(rows, start=1))])


def _read_marks(one: "Exercise", words: list[str]) -> "Marks":
    from mineproof.learn.judging import Marks

    named: dict[str, list[str]] = {"safe": [], "mine": []}
    now = "safe"
    for word in words:
        if word in named:
            now = word
        else:
            named[now].append(one.view.board.name(one.view.board.index(word)))
    if not any(named.values()):
        raise BadInput("name cells: safe r1c2 mine r3c4; or hint, skip, quit")
    return Marks.of(named["safe"], named["mine"])
