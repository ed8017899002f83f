"""The comparisons in bench/ must report slower code. The rest of bench/ only measures."""

import argparse
import json
import runpy
from dataclasses import asdict, replace
from unittest.mock import patch

import ceiling
import decisions
import deep
import flips
import instructions
import numpy as np
import players
import pytest
import reference
import small
import table

from engines import needs_native
from mineproof import Board
from mineproof.core.choice import engine
from mineproof.core.protocol import Candidate, Evaluation
from mineproof.core.think import THINK
from places import ROOT


@pytest.mark.parametrize("path", sorted((ROOT / "bench").glob("*.py")), ids=lambda one: one.stem)
def test_every_script_of_bench_finds_what_it_imports(path):
    with patch.dict("os.environ"):  # one of them chooses the plain engine
        runpy.run_path(str(path), run_name=path.stem)


def test_what_takes_three_percent_more_is_named():
    before = {"counting": 1000, "deal": 500, "old": 1}
    lines, slower = instructions.compare(before, {"counting": 1030, "deal": 514, "new": 1})
    assert slower == ["counting"]
    assert lines[-1] == "slower: counting"
    assert any(line.startswith("old") and line.endswith("gone") for line in lines)
    assert any(line.startswith("new") and line.endswith("new") for line in lines)


def test_less_than_that_or_faster_is_no_news():
    before = {"counting": 1000, "deal": 500}
    lines, slower = instructions.compare(before, {"counting": 1029, "deal": 9})
    assert (slower, lines[-1]) == ([], "nothing got slower")


@pytest.mark.parametrize("missing", ["valgrind", "g++"])
def test_without_its_tools_the_comparison_is_refused_in_one_line(missing, monkeypatch, capsys):
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setattr(
        instructions.shutil, "which", lambda name: None if name == missing else name
    )
    assert instructions.main(None) == 2
    assert (
        capsys.readouterr().err == f"{missing} is not installed: instructions cannot be counted\n"
    )


def test_a_base_that_is_not_in_the_history_is_refused(monkeypatch, capsys):
    monkeypatch.setattr(instructions.shutil, "which", str)
    assert instructions.main("no-such-commit") == 2
    assert capsys.readouterr().err == "no-such-commit is not in this clone's history\n"


def test_a_table_shows_medians_and_spreads(tmp_path):
    spent = {"slow": [4.0, 6.0, 5.0], "fast": [2.0, 2.0, 1.0]}
    [one] = table.ratio_rows("Speed", spent, "slow")
    assert (one.median, one.low, one.high, one.rounds) == (3.0, 2.0, 5.0, 3)
    assert "[2, 5]" in table.show([one])
    table.write(tmp_path / "bench.json", "make bench", [asdict(one)] * 2, machine="a machine")
    data = json.loads((tmp_path / "bench.json").read_text(), parse_float=str)
    assert data["command"] == "make bench"
    page = runpy.run_path(str(ROOT / "docs" / ".build" / "measured.py"))["bench_tables"](data)
    assert "| fast beside slow | 3 times as fast | 2 | 5 | 3 |" in page


def test_contestants_take_turns():
    turns = []
    spent = table.contest({"a": lambda: turns.append("a"), "b": lambda: turns.append("b")}, 3)
    assert turns == ["a", "b"] * 3
    assert [len(times) for times in spent.values()] == [3, 3]


def test_a_board_with_a_coin_flip_is_told_from_one_that_a_clue_decides():
    first, second, third, below = 0, 1, 2, 6  # r1c1, r1c2, r1c3, r2c3
    boards = [{first, third, below}, {second, third, below}, {first, third}]
    mines = np.array([[cell in board for cell in range(16)] for board in boards])
    assert flips.with_flip(mines, Board(4, 4), set()).tolist() == [True, True, False]
    assert not flips.with_flip(mines, Board(4, 4), {first}).any()


def test_taking_luck_off_leaves_the_rate_and_narrows_it():
    rng = np.random.default_rng(1)
    survived, ending = rng.random(20_000) < 0.8, rng.random(20_000) < 0.6
    won = survived & ending
    games = np.zeros((20_000, 6))
    games[:, 0] = won
    games[:, 4] = survived - 0.8
    games[:, 5] = np.where(survived, ending - 0.6, 0.0)
    fair = players.less_luck(games)
    assert fair.mean() == pytest.approx(0.48, abs=1e-3)  # chance alone gives 0.007
    assert fair.std() < 0.01 < won.std()


def test_decisions_of_one_game_are_not_independent():
    chance = np.random.default_rng(3)
    values = chance.normal(0.01, 0.1, 400)
    alone = decisions.a_decision(values, range(400))
    half = 1.96 * 100 * values.std(ddof=1) / 20
    assert alone == f"{100 * values.mean():+.3f} ± {half:.3f}"
    assert alone == decisions.a_game(values, range(400), 400)
    # Each decision twice: nothing more is known.
    assert decisions.a_decision(np.repeat(values, 2), np.repeat(range(400), 2)) == alone
    # Games without a decision change the mean of a game, not that of a decision.
    assert decisions.a_decision(values, range(100, 500)) == alone
    assert decisions.a_game(values, range(400), 800).startswith(f"{50 * values.mean():+.3f}")


def test_a_journal_goes_on_where_it_ended(tmp_path):
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


@needs_native
def test_a_journal_is_not_continued_with_another_player(tmp_path, monkeypatch):
    path, thinking = tmp_path / "journal.jsonl", dict(decisions.THINK)
    monkeypatch.setattr(decisions, "THINK", thinking)
    decisions.Journal(path, decisions.players("normal", "deep"))
    decisions.Journal(path, decisions.players("normal", "deep"))
    thinking["fast"] = replace(thinking["fast"], layouts=3)  # not among the players
    decisions.Journal(path, decisions.players("normal", "deep"))
    thinking["normal"] = replace(thinking["normal"], reach=0.5)
    with pytest.raises(SystemExit, match="other settings"):
        decisions.Journal(path, decisions.players("normal", "deep"))
    thinking["normal"] = THINK["normal"]
    changed = engine().race_settings() | {"least_gain": 0.1}
    monkeypatch.setattr(type(engine()), "race_settings", lambda _engine: changed)
    with pytest.raises(SystemExit, match="other settings"):
        decisions.Journal(path, decisions.players("normal", "deep"))


def candidate(cell, score, rollouts=None, **others):
    return Candidate(cell=cell, risk=0.1, score=score, rollouts=rollouts, **others)


def test_the_ceiling_compares_the_choice_with_the_next_best_at_full_depth():
    found = [
        candidate(7, 0.58, 1), candidate(1, 0.6, 1), candidate(2, 0.599), candidate(3, 0.57, 1),
        candidate(4, 0.59, 1), candidate(5, 0.56, 1), candidate(6, None),
    ]  # fmt: skip
    told = ceiling.leading(Evaluation(1, False, found, 0.1), 1)
    assert [one.cell for one in told] == [1, 4, 7, 3]


def test_the_ceiling_leaves_the_choice_alone_where_scores_decide_nothing():
    region = [candidate(1, 0.6, 1, region_clears=0.7), candidate(2, 0.5, 1, region_clears=0.6)]
    assert ceiling.leading(Evaluation(1, False, region, 0.1), 1) == region[:1]
    unknown = [candidate(1, None), candidate(2, None)]
    assert ceiling.leading(Evaluation(1, False, unknown, 0.1), 1) == unknown[:1]


@needs_native
def test_the_runner_up_of_the_ceiling_is_not_that_of_the_shallow_scores():
    """Only the choice is searched to full depth by `normal`; other scores are upper bounds."""
    tested = differ = 0
    for board in range(60):
        for one in decisions.decisions("expert", "open", 9, board):
            position = engine().analyse(one.view)
            cells = ceiling.leading(position.evaluate(ceiling.LEADING, [one.chosen]), one.chosen)
            if len(cells) < 2:
                continue
            tested += 1
            assert cells[0].cell == one.chosen
            scores = [cell.score for cell in cells]
            assert scores == sorted(scores, reverse=True)
            shallow = position.evaluate(decisions.THINK["normal"]).candidates
            fit = [cell for cell in shallow if not cell.dead and cell.region_clears is None]
            four = sorted(fit, key=lambda cell: -cell.score)[:4]
            differ += cells[1].cell not in [cell.cell for cell in four]
    assert tested > 20
    assert differ > 0


def test_what_is_left_at_a_decision_is_the_gain_of_the_better_half():
    cells = [candidate(1, 0.6, 1), candidate(2, 0.5, 1), candidate(3, 0.4, 1)]
    rows = [[0.5, 0.6, 0.2], [0.5, 0.1, 0.9], [0.5, 0.8, 0.2], [0.5, 0.1, 0.5]]
    told = ceiling.estimates(cells, rows, "c{}".format)
    # Even rows prefer the second cell, which gains -0.4 in the odd ones; odd rows prefer the
    # third, which gains -0.3 in the even ones.
    assert told["unbiased"] == pytest.approx(-0.35)
    assert told["upper"] == 0.0
    assert [one["win"] for one in told["cells"]] == pytest.approx([0.5, 0.4, 0.45])
    assert [one["cell"] for one in told["cells"]] == ["c1", "c2", "c3"]
    assert told["cells"][0]["error"] == 0
    gains = np.array(rows)[:, 1] - 0.5
    assert told["cells"][1]["error"] == pytest.approx(gains.std(ddof=1) / 2)
    told = ceiling.estimates(cells, [[0.5, 0.7, 0.1]] * 6, "c{}".format)
    assert (told["unbiased"], told["upper"]) == pytest.approx((0.2, 0.2))


def test_the_gain_of_deep_is_that_of_its_cell_over_that_of_normal():
    more, error = deep.gain([[0.5, 0.7], [0.5, 0.5], [0.4, 0.5], [0.6, 0.7]])
    assert more == pytest.approx(0.1)
    assert error == pytest.approx(np.std([0.2, 0.0, 0.1, 0.1], ddof=1) / 2)
    json.dumps([more, error])


def test_a_shipped_journal_of_deep_gives_the_printed_figures(capsys):
    measured = ROOT / "bench" / "measured"
    tables = json.loads((measured / "guess.json").read_text())["tables"]
    rows = [row for one in tables if one["name"] == "deep" for row in one["rows"]]
    along = {row["start"]: row for row in rows if row["along"] == "deep"}
    assert {f"deep-{start}.jsonl.xz" for start in along} == {
        path.name for path in measured.glob("*.jsonl.xz")
    }
    for start, row in along.items():
        journal = decisions.Journal(measured / f"deep-{start}.jsonl.xz", None)
        deep.tell(journal)
        told = capsys.readouterr().out
        assert told.startswith(f"{row['games']} games, {row['decisions']} decisions ")
        assert f" {row['differ']} differ" in told
        for name, words in (("gain_a_decision", "a decision"), ("gain_a_game", "a game")):
            mean, half = row[name]
            assert f"{words} {mean:+.3f} ± {half:.3f}" in told
        assert (journal.settings["start"], journal.settings["seed"]) == (start, row["seed"])


@needs_native
def test_the_reference_table_goes_on_where_it_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(reference, "cells", lambda: [("8x8", 10, "safe"), ("8x8", 10, "open")])
    path = tmp_path / "play.csv"
    asked = argparse.Namespace(table=path, players="fast,normal", games=40, minutes=1e9)
    reference.run(asked)
    whole = path.read_text()
    path.write_text("".join(whole.splitlines(keepends=True)[:3]))
    reference.run(asked)
    untimed = [{**row, "ms": ""} for row in reference.read(path)]
    path.write_text(whole)
    assert untimed == [{**row, "ms": ""} for row in reference.read(path)]
    assert [row["player"] for row in untimed] == ["fast", "fast", "normal", "normal"]
    assert all(float(row["low"]) <= float(row["won"]) <= float(row["high"]) for row in untimed)
    monkeypatch.setattr(reference, "MOST_MS", -1)
    slow = reference.play("8x8", 10, "safe", "deep", 20)
    assert (slow["n"], slow["won"]) == (0, "")
    assert slow["ms"]


def test_the_tables_of_play_are_plausible():
    rows = {(r["size"], r["mines"], r["start"][:4], r["player"]): r
            for r in reference.read(ROOT / "docs" / "play.csv")}  # fmt: skip
    planned = {(size, str(mines), start, player) for size, mines, start in reference.cells()
               for player in reference.GAMES}  # fmt: skip
    assert planned == rows.keys()
    for (size, mines, start, player), row in rows.items():
        if player == "deep" and float(row["ms"]) > reference.MOST_MS:
            assert (row["n"], row["won"]) == ("0", "")
            continue
        assert int(row["n"]) == reference.GAMES[player]
        assert float(row["low"]) <= float(row["won"]) <= float(row["high"])
        bound = rows[size, mines, start, "fast"]["bound_high"]
        assert float(row["less_luck_low"]) <= float(bound)


@needs_native
def test_exact_results_of_small_boards_are_those_of_optimal(tmp_path, monkeypatch):
    shipped = (ROOT / "docs" / "optimal.csv").read_text().splitlines()
    assert "4x4,4,best safe:r1c2,1365,961,70.4029" in shipped
    monkeypatch.setattr(small, "NARROW", ["3x1", "3x2"])
    small.write_solved(tmp_path / "some.csv", 20)
    some = (tmp_path / "some.csv").read_text().splitlines()
    assert set(some) <= set(shipped)
    assert len(some) > 20


def test_decisions_of_normal_are_those_it_must_look_ahead_in():
    found = [one for board in range(6) for one in decisions.decisions("expert", "open", 9, board)]
    assert found
    for one in found:
        assert one.opened == sum(value >= 0 for value in one.view.cells.tolist()) >= 2
        assert one.view.cells[one.chosen] < 0
    assert len({one.seed("judge") for one in found}) == len(found)
    assert found[0].seed("judge") != found[0].seed("ceiling")
