"""The comparisons in bench/ must report slower code. The rest of bench/ only measures."""

import sys
from pathlib import Path

import numpy as np
import pytest

from mineproof import Board

BENCH = Path(__file__).parent.parent / "bench"


@pytest.fixture
def instructions(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))
    import instructions

    yield instructions
    for name in ("instructions", "table", "workload", "proofs"):
        sys.modules.pop(name, None)


def test_what_takes_three_percent_more_is_named(instructions):
    lines, slower = instructions.compare(
        {"counting": 1000, "deal": 500, "old": 1}, {"counting": 1030, "deal": 514, "new": 1}
    )
    assert slower == ["counting"]
    assert lines[-1] == "slower: counting"
    assert any(line.startswith("old") and line.endswith("gone") for line in lines)
    assert any(line.startswith("new") and line.endswith("new") for line in lines)


def test_less_than_that_or_faster_is_no_news(instructions):
    lines, slower = instructions.compare(
        {"counting": 1000, "deal": 500}, {"counting": 1029, "deal": 9}
    )
    assert slower == []
    assert lines[-1] == "nothing got slower"


@pytest.mark.parametrize("missing", ["valgrind", "g++"])
def test_without_its_tools_the_comparison_is_refused_in_one_line(
    instructions, missing, monkeypatch, capsys
):
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setattr(
        instructions.shutil, "which", lambda name: None if name == missing else name
    )
    assert instructions.main("compare") == 2
    assert (
        capsys.readouterr().err == f"{missing} is not installed: instructions cannot be counted\n"
    )


def test_a_baseline_of_another_compiler_is_refused(instructions, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(instructions.shutil, "which", str)
    monkeypatch.setattr(instructions, "versions", lambda: {"compiler": "b++ 2"})
    baseline = tmp_path / "baseline.json"
    monkeypatch.setattr(instructions, "BASELINE", baseline)
    assert instructions.main("compare") == 2
    assert "no baseline" in capsys.readouterr().err
    baseline.write_text('{"made_by": {"compiler": "a++ 1"}, "counts": {}}')
    assert instructions.main("compare") == 2
    assert "the baseline is of a++ 1; here is b++ 2" in capsys.readouterr().err


def test_a_table_shows_medians_and_spreads(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))
    import table

    spent = {"slow": [4.0, 6.0, 5.0], "fast": [2.0, 2.0, 1.0]}
    [one] = table.ratio_rows("Speed", spent, "slow")
    assert (one.median, one.low, one.high, one.rounds) == (3.0, 2.0, 5.0, 3)
    assert "| fast beside slow | 3 times as fast | 2 | 5 | 3 |" in table.markdown([one])
    assert "[2, 5]" in table.show([one])


def test_contestants_take_turns(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))
    import table

    turns = []
    spent = table.contest({"a": lambda: turns.append("a"), "b": lambda: turns.append("b")}, 3)
    assert turns == ["a", "b"] * 3
    assert [len(times) for times in spent.values()] == [3, 3]


def test_a_board_with_a_coin_flip_is_told_from_one_that_a_clue_decides(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))
    import flips

    first, second, third, below = 0, 1, 2, 6  # r1c1, r1c2, r1c3, r2c3
    boards = [{first, third, below}, {second, third, below}, {first, third}]
    mines = np.array([[cell in board for cell in range(16)] for board in boards])
    assert flips.with_flip(mines, Board(4, 4), set()).tolist() == [True, True, False]
    assert not flips.with_flip(mines, Board(4, 4), {first}).any()


def test_taking_luck_off_leaves_the_rate_and_narrows_it(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))
    import players

    rng = np.random.default_rng(1)
    survived, ending = rng.random(20_000) < 0.8, rng.random(20_000) < 0.6
    won = survived & ending
    table = np.zeros((20_000, 6))
    table[:, 0] = won
    table[:, 4] = survived - 0.8
    table[:, 5] = np.where(survived, ending - 0.6, 0.0)
    fair = players.less_luck(table)
    assert fair.mean() == pytest.approx(0.48, abs=1e-3)  # chance alone gives 0.007
    assert fair.std() < 0.01 < won.std()


@pytest.fixture
def decisions(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))
    import decisions

    yield decisions
    sys.modules.pop("decisions", None)


def test_a_journal_goes_on_where_it_ended(decisions, tmp_path):
    path, settings = tmp_path / "journal.jsonl", {"seed": 1}
    first = decisions.Journal(path, settings)
    decisions.run(first, 2, 1e9, lambda board: [{"board": board, "gain": 0.5}] * (board + 1))
    whole = path.read_text()
    path.write_text(whole + '{"board": 2, "gain": 0.5}\n{"board": 2, "ga')  # cut by a kill
    again = decisions.Journal(path, settings)
    assert (again.boards, again.rows) == (first.boards, first.rows) == (2, first.rows)
    assert len(again.rows) == 3
    assert path.read_text() == whole
    decisions.run(again, 3, 1e9, lambda board: [{"board": board}])
    assert again.rows[-1] == {"board": 2}
    with pytest.raises(SystemExit, match="other settings"):
        decisions.Journal(path, {"seed": 2})


def test_decisions_of_normal_are_those_it_must_look_ahead_in(decisions):
    found = [one for board in range(6) for one in decisions.decisions("expert", "open", 9, board)]
    assert found
    for one in found:
        assert one.opened == sum(value >= 0 for value in one.view.cells.tolist()) >= 2
        assert one.view.cells[one.chosen] < 0
    assert len({one.seed("judge") for one in found}) == len(found)
    assert found[0].seed("judge") != found[0].seed("ceiling")
