"""The strategies of reports A, B and D, compared with the results of the reports' own programs."""

import csv
import hashlib
from collections import defaultdict
from pathlib import Path

import pytest

from mineproof import Game, deal, play_game, strategy
from places import SOURCE

FOLDER = Path(__file__).parent / "originals"
PROGRAMS = {"A": "two-literal", "B": "consuming", "D": "rebuild"}


def results_of(program):
    """The results of a program by board: level and seed; the five runs of D may differ."""
    found = defaultdict(set)
    with (FOLDER / f"{program}.csv").open() as rows:
        for row in csv.DictReader(rows):
            verdict = {"success": True, "fail": False}.get(row["verdict"])
            result = int(row["determined"]), verdict, row["digest"]
            found[row["level"], int(row["seed"])].add(result)
    return found


def our_result(program, level, seed, **how):
    player = strategy(PROGRAMS[program]).player(record=False, **how)
    result = play_game(Game(deal(level, seed=seed)), player)
    cells = enumerate(result.game.view.cells.tolist())
    marked = [f"{at}:{'safe' if value >= 0 else 'mine'}" for at, value in cells if value != -1]
    digest = hashlib.sha256(",".join(marked).encode()).hexdigest()[:12]
    return len(marked), None if program == "A" else result.success, digest


def differing(program, boards, **how):
    originals = results_of(program)
    return [one for one in boards if our_result(program, *one, **how) not in originals[one]]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_strategy_ends_where_the_program_of_its_report_ended(program):
    """On every tenth easy board: the same cells, the same verdict."""
    easy = [board for board in results_of(program) if board[0] == "easy"]
    assert differing(program, easy[::10]) == []


@pytest.mark.slow(twin="test_a_strategy_ends_where_the_program_of_its_report_ended")
@pytest.mark.parametrize("program", PROGRAMS)
def test_no_result_of_a_program_differs_from_its_strategy(program):
    boards = results_of(program)
    assert len(boards) == {"A": 500, "B": 372, "D": 150}[program]
    assert differing(program, boards) == []


def test_the_given_cells_of_report_b_shorten_no_clause_before_its_first_iteration():
    assert our_result("B", "easy", 5096)[0] == 66


@pytest.mark.parametrize("seed", [5094, 5095, 5119, 5144])
def test_report_d_ends_as_in_the_order_of_a_set_and_not_of_insertion(seed):
    assert differing("D", [("easy", seed)], clause_order="insertion")
    assert not differing("D", [("easy", seed)])


CORE = ("logic/cardinality.py", "logic/kb.py", "logic/matching.py", "play/assignment.py")


def test_the_assignment_is_read_in_one_sitting():
    """Each of the four files opens with its part of the assignment; together they are short."""
    texts = [(SOURCE / name).read_text() for name in CORE]
    assert all("\n\nThe assignment: " in text for text in texts)
    assert sum(text.count("\n") for text in texts) <= 350
