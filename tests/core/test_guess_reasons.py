"""Why `guess` opens a cell, and which of two cells is better."""

import json
import random

import pytest

from engines import needs_native
from mineproof import BadInput, Board, read
from mineproof.answers import analysis
from mineproof.core.choice import engine
from mineproof.core.think import THINK
from mineproof.game.view import view_of
from mineproof.play.comparison import better_of
from mineproof.reason.deduce import analyse
from positions import first_stuck

POCKET = """16x9x30
000001HH11H11H10
0000012211222H10
11000000112H2121
H10000002H422H3H
121111103HH33HHH
02H32H323HHHHHHH
03HHH3HH2233HHHH
02H4HHH311H3HHHH
0112HHH101HHHHHH
"""


@needs_native
def test_a_part_that_is_cut_off_can_wait_whatever_its_odds():
    found = analysis.analyse(read(POCKET))
    best, waits, *others = found.as_json()["candidates"]
    assert found.best is not None
    assert found.best.cell == best["cell"] == "r6c16"
    assert "r8c6 can wait" in found.best.why
    assert waits["cell"] == "r8c6"
    assert waits["risk"] < min(
        one["risk"] for one in (best, *others) if one["region_clears"] is None
    )
    assert waits["region_clears"] == waits["region_best"] == pytest.approx(0.8640, abs=5e-5)
    assert best["region_clears"] is None


@needs_native
@pytest.mark.parametrize(
    ("cells", "better", "said"),
    [
        (("r8c6", "r6c16"), "r6c16", "r8c6 can wait: only the mine count links"),
        (("r9c5", "r6c16"), "r6c16", "r9c5 can wait"),
        (("r8c6", "r9c5"), "r8c6", "clears its region with 86.4 %"),
        (("r8c5", "r8c6"), "r8c6", "its own with 62.8 %, where 86.4 % is possible"),
        (("r8c5", "r8c7"), None, "are worth the same"),
        (("r8c6", "r9c11"), "r8c6", "r8c6 costs nothing"),
        (("r8c6", "r9c12"), "r8c6", "r8c6 costs nothing"),
        (("r8c5", "r9c11"), "r8c5", "r9c11 is dead"),
    ],
)
def test_cells_of_parts_that_are_cut_off_are_compared_by_what_they_leave_of_them(
    cells, better, said
):
    for one, other in (cells, cells[::-1]):
        found = analysis.compare(read(POCKET), one, other).as_json()
        assert found["better"] == better
        assert said in found["why"]


@needs_native
def test_a_coin_flip_that_no_clue_decides_is_called_one():
    found = analyse(read("2x3x1 / H H / 1 1 / 0 0")).evaluate()
    assert [one.coin_flip for one in found.candidates] == [True, True]
    assert [one.win for one in found.candidates] == [0.5, 0.5]


@needs_native
def test_a_cell_that_breaks_a_coin_flip_loses_less_to_it():
    # r1c1 and r1c2 can be told apart only if r1c3 or r2c3 is safe.
    view = view_of(Board(9, 9), 16, [-1] * 81)
    rows = analyse(view).evaluate(also=range(81)).candidates
    loss = {view.board.name(one.cell): one.flip_loss for one in rows}
    assert loss["r1c3"] < loss["r5c5"]
    assert loss["r1c1"] < loss["r5c5"]


def test_of_two_cells_the_certain_one_is_better():
    view = read("1 1 1 / # # #", mines=1)
    assert analysis.compare(view, "r2c1", "r2c2").as_json()["better"] == "r2c1"
    both = read("2x2x3 / 3 H / H H")
    assert analysis.compare(both, "r1c2", "r2c2").better is None


@needs_native
def test_the_answer_to_which_is_better_is_the_move_that_analyse_advises():
    agreed = 0
    for number, found in enumerate(first_stuck("beginner", "safe", 21, 40)):
        names = found.view.board.names(found.undecided)
        answer = analysis.analyse(found.view).as_json()
        best = answer["best"]["cell"]
        assert answer["candidates"][0]["cell"] == best
        other = random.Random(number).choice([name for name in names if name != best] or [None])
        if other is None:
            continue
        compared = analysis.compare(found.view, best, other)
        assert compared.as_json()["better"] in (best, None)
        assert json.loads(json.dumps(compared.as_json()))["cells"][1]["cell"] == other
        agreed += 1
    assert agreed > 10


@needs_native
def test_what_the_best_cell_is_preferred_for_is_never_an_argument_for_the_other():
    deeper = 0
    for found in first_stuck("intermediate", "open:r3c3", 22, 60):
        name = found.view.board.name
        best, *others = found.evaluate().candidates
        for one in others:
            better, why = better_of(best, one, name, best.cell)
            assert better in (best.cell, None)
            deeper += why[0].key == "deeper"
    assert deeper


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (("r1c1", "r2c1"), "r1c1 is open"),
        (("r2c1", "r2c1"), "compared with itself"),
        (("r2c1", "r9c9"), "r9c9"),
    ],
)
def test_what_cannot_be_compared_is_refused(cells, said):
    with pytest.raises(BadInput, match=said):
        analysis.compare(read("1 1 1 / # # #", mines=1), *cells)


def test_the_server_compares_as_the_command_does():
    questions = pytest.importorskip("mineproof.web.questions")
    body = {"position": "5x1x2/1HHHH", "cells": ["r1c3", "r1c2"]}
    status, text = questions.answer("compare", json.dumps(body).encode())
    found = analysis.compare(read(body["position"]), *body["cells"])
    assert (status, json.loads(text)) == (200, found.as_json())
    for wrong in (["r1c3"], "r1c3", ["r1c3", 2]):
        assert questions.answer("compare", json.dumps(body | {"cells": wrong}).encode())[0] == 400


@pytest.mark.usefixtures("core")
def test_candidates_are_listed_by_what_is_shown_of_them():
    view = read("9x9x20" + "/HHHHHHHHH" * 3 + "/HHHH3HHHH" + "/HHHHHHHHH" * 5)
    found = engine().analyse(view).evaluate(THINK["normal"])
    assert found.candidates[0].cell == found.cell

    def shown(one):
        return round((one.survival or 0.0) * (1 - (one.flip_loss or 0.0)), 9)

    values = [(-shown(one), one.cell) for one in found.candidates[1:]]
    assert values == sorted(values)
    if engine().looks_ahead:  # the corners are mirror images of each other
        assert {one.cell for one in found.candidates[:4]} == {0, 8, 72, 80}
