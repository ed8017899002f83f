"""`mineproof explain`: why a cell is safe or a mine, or that it is neither."""

from typing import TYPE_CHECKING

import click

from mineproof.base.errors import BadInput
from mineproof.cli import options
from mineproof.cli.files import MOST_CELLS, about, output_files, read_bytes
from mineproof.cli.json_lines import json_line

if TYPE_CHECKING:
    from mineproof.answers.explanation import ExplainAnswer
    from mineproof.game.board import Shape
    from mineproof.game.view import View
    from mineproof.reason.words import CommandTexts


@options.command
@options.file("A position")
@click.argument(
    "cell", metavar="[CELL]", required=False, help="The cell in question, such as r2c1."
)
@options.flag("--all every", "List every certain cell, easiest first.")
@options.flag("--full", "The whole argument, down to bare clues.")
@options.flag("--steps", "The resolution proof, step by step.")
@options.output("cnf", "Write the axioms (DIMACS) to this file.")
@options.output("proof", "Write the proof (LRAT) to this file.")
@options.mines_of_file
@options.shape
@options.as_json
@options.language
def explain(
    file: str,
    cell: str | None,
    every: bool,
    full: bool,
    steps: bool,
    cnf: str | None,
    proof: str | None,
    mines: int | None,
    shape: "Shape",
    as_json: bool,
    language: str,
) -> int:
    """Say why CELL is safe or a mine: the fewest clues that decide it, and the argument.

    Exit status 1 if it is undecided. Then two layouts are shown that differ in this cell.

    \b
    mineproof explain position.mine r2c1
    mineproof explain position.mine r2c1 --cnf why.cnf --proof why.lrat
    mineproof explain position.mine --all
    """
    from mineproof.cli.engine_notice import warn_if_engine_is_missing
    from mineproof.game.formats.reading import read

    if every == (cell is not None):
        raise BadInput("name one CELL, or ask for --all")
    if every:
        options.refuse_together("goes with one CELL", "full", "steps", "cnf", "proof")
    if as_json:
        options.refuse_together(
            "has no effect with --json, which always has everything", "full", "steps"
        )
    text = read_bytes(file)
    with about(file):
        view = read(text, mines, shape, most_cells=MOST_CELLS)
        warn_if_engine_is_missing()
        if cell is None:
            return _all(view, as_json, language)
        answer = _answer(view, cell, proved=bool(cnf or proof))
    _write(answer, cnf, proof)
    if as_json:
        print(json_line(answer))
    else:
        _tell(answer, full, steps, language)
    return 0 if answer.evidence else 1


def _all(view: "View", as_json: bool, language: str) -> int:
    from mineproof.answers import explanation

    for row in explanation.explain_all(view, "en" if as_json else language):
        print(json_line(row) if as_json else row.as_text(language))
    return 0


def _answer(view: "View", cell: str, *, proved: bool) -> "ExplainAnswer":
    """Explain a cell; raise an error if it is undecided and should be proved."""
    from mineproof.answers import explanation

    answer = explanation.explain(view, cell)
    if answer.evidence is None and proved:
        raise BadInput(f"{cell} is undecided: there is nothing to prove", field="cell")
    return answer


def _write(answer: "ExplainAnswer", cnf: str | None, proof: str | None) -> None:
    """Write the axioms and the proof to files."""
    if answer.evidence:
        with output_files(cnf, proof) as [axioms, steps_file]:
            if axioms:
                axioms.write(answer.evidence.cnf())
            if steps_file:
                steps_file.write(answer.evidence.lrat())


def _tell(answer: "ExplainAnswer", full: bool, steps: bool, language: str) -> None:
    from mineproof.reason.words import CommandTexts

    say = CommandTexts("explain", language)
    if answer.evidence is None:
        _tell_undecided(answer, say)
        return
    needed = answer.evidence.needed
    enough = [say("clue", cell=clue, number=number) for clue, number in answer.says.items()]
    if needed.uses_count:
        enough.append(say.counted("mines on the board", answer.view.mines))
    print(say("mine" if needed.mine else "safe", cell=answer.cell))
    if answer.wrong_flag:
        print(say("wrong flag"))
    print(say("with count" if needed.uses_count else "without count", depth=answer.depth))
    if answer.argument_depth != answer.depth:
        print(say("deeper", depth=answer.argument_depth))
    print(say("enough", clues=say.joined(enough)) + "\n")
    sentences = answer.sentences(language)[0 if full else -1 :]
    for number, sentence in enumerate(sentences, start=1):
        print(f"{number}. {sentence}" if len(sentences) > 1 else sentence)
    if not full and len(answer.argument) > 1:
        print(say.counted("more before", len(answer.argument) - 1))
    print("\n" + say.counted("proved", len(answer.evidence.proof.steps)))
    if steps:
        print()
        for told in answer.told(language):
            print(told)


def _tell_undecided(answer: "ExplainAnswer", say: "CommandTexts") -> None:
    from mineproof.game.picture import draw, full_cells

    print(say("undecided", cell=answer.cell))
    for layout, key in zip(answer.layouts or (), ("layout safe", "layout mine"), strict=False):
        print("\n" + say(key, cell=answer.cell))
        print(draw(answer.view.board, full_cells(answer.view.board, layout)))
