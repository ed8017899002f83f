"""The first-order form of the knowledge base, and forward and backward reasoning."""

import shutil
import subprocess
from itertools import islice

import pytest

from mineproof import deal, read
from mineproof.game.clues import clues
from mineproof.logic.cardinality import exactly
from mineproof.reason.ask import ask, forward
from mineproof.reason.deduce import analyse
from mineproof.reason.first_order import SENTENCES
from mineproof.reason.symbols import variables
from mineproof.reason.world import world
from positions import played_by_logic


def positions(count=12):
    for number in range(count):
        played = played_by_logic(deal("easy", start="safe", seed=5, number=number))
        *_, game = islice(played, 16 + number)
        if not game.finished:
            yield game.view


def test_grounding_two_sentences_gives_the_clauses_the_player_is_told():
    assert len(SENTENCES) == 2
    sizes = []
    for view in positions():
        told = [
            clause for clue in clues(view) for clause in exactly(clue.mines, variables(clue.cells))
        ]
        assert set(world(view).ground()) == set(told)
        sizes.append(len(told))
    assert max(sizes) > 50


EXAMPLE = "1 1 1 / # # #"


@pytest.mark.skipif(shutil.which("eprover") is None, reason="eprover is not installed")
@pytest.mark.parametrize(
    ("cell", "mine", "status"),
    [(3, False, "Theorem"), (4, True, "Theorem"), (5, False, "Theorem")],
)
def test_a_first_order_prover_agrees(tmp_path, cell, mine, status):
    problem = tmp_path / "problem.p"
    problem.write_text(world(read(EXAMPLE, mines=1)).tptp(cell, mine=mine), encoding="utf-8")
    done = subprocess.run(
        ["eprover", "--auto", "-s", "--cpu-limit=60", str(problem)],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert f"SZS status {status}" in done.stdout


def test_both_directions_give_sound_answers_and_count_their_steps():
    asked = answered = 0
    for view in positions():
        found = analyse(view)
        for cell in view.hidden:
            ahead, back = forward(view, cell), ask(view, cell)
            for one in (ahead, back):
                if one.verdict is not None:
                    assert cell in (found.safe if one.verdict == "safe" else found.mined)
                assert one.resolutions >= 0
            asked += 1
            answered += back.verdict is not None
            if ahead.verdict is not None:
                assert back.verdict == ahead.verdict
    assert asked > 200
    assert answered > 30
