"""Replays of other programs: files that ms_toollib wrote, and unreadable files.

There are no real files of other programs here. `.evf` is tested with files that ms_toollib writes,
the other formats with files that it refuses.
"""

import json
import random

import pytest

from foreign_recording import recorded
from mineproof import custom, deal
from mineproof.base.errors import BadInput
from mineproof.game.board import mined_cells
from mineproof.game.foreign_replay import KINDS, _Buttons, _replay, read_foreign
from mineproof.game.measure import measure
from mineproof.game.replay import Replay


@pytest.mark.parametrize("seed", range(6))
def test_a_game_that_ms_toollib_wrote_ends_as_it_says(seed, tmp_path):
    chance = random.Random(seed)
    dealt = deal(custom("9x9", 10), start="safe:r1c1", seed=seed)
    safe = [cell for cell in range(1, 81) if not dealt.layout[cell]]
    clicks = [("left", 0)]
    *mines, last = mined_cells(dealt.layout)
    for _ in range(25):
        kind = chance.choice(["left", "left", "right", "both"])
        clicks.append((kind, chance.choice(mines if kind == "right" else safe)))
    clicks.append(("left", last))  # ms_toollib writes finished games only
    video = recorded(tmp_path / "game.evf", dealt, clicks)
    found = read_foreign(str(tmp_path / "game.evf"))
    assert (found.player, found.deal.layout) == ("Ada", dealt.layout)
    end = found.end()
    assert end.exploded == last
    shown = [value for row in video.game_board for value in row]
    assert [max(value, -1) for value in end.view.cells] == [v if v <= 8 else -1 for v in shown]
    assert len(found.moves) == video.cl
    assert measure(dealt.board, dealt.layout).bbbv == video.bbbv


def test_useless_clicks_are_kept_and_counted(tmp_path, run):
    dealt = deal(custom("9x9", 10), start="safe:r1c1", seed=1)
    mine = mined_cells(dealt.layout)[0]
    clicks = [("left", 0), ("left", 0), ("right", mine), ("left", mine), ("right", 0)]
    clicks += [("left", mined_cells(dealt.layout)[1])]
    recorded(tmp_path / "game.evf", dealt, clicks)
    found = read_foreign(str(tmp_path / "game.evf"))
    assert [move.do for move in found.moves] == ["open", "open", "flag", "chord", "unflag", "open"]
    status, out, _ = run("measure", tmp_path / "game.evf")
    assert status == 0
    assert "in 6 clicks" in out
    assert run("review", tmp_path / "game.evf")[0] == 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_is_no_replay_gets_one_line(kind, tmp_path, run, monkeypatch):
    current = tmp_path / "current"
    current.mkdir()
    monkeypatch.chdir(current)
    for number, raw in enumerate([b"", b"garbage", bytes(300), bytes(range(256)) * 4]):
        file = tmp_path / f"{number}{kind}"
        file.write_bytes(raw)
        for command in ("review", "measure"):
            status, out, err = run(command, file)
            assert (status, out) == (2, "")
            assert len(err.strip().splitlines()) == 1
            assert "ms_toollib" in err or "board" in err
    assert list(current.iterdir()) == []  # ms_toollib by itself writes a crash.log
    assert run("review", tmp_path / f"none{kind}")[2].endswith("No such file or directory\n")


def test_without_ms_toollib_the_line_says_what_to_install(tmp_path, run, monkeypatch):
    (tmp_path / "ms_toollib.py").write_text("raise ImportError(\"No module named 'ms_toollib'\")")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "a.avf").write_bytes(b"x")
    assert "pip install '.[replays]'" in run("review", tmp_path / "a.avf")[2]


def test_a_second_button_makes_a_chord_and_nothing_else():
    def clicks(*events):
        buttons = _Buttons()
        return [kind for event in events if (kind := buttons.follow(event))]

    assert clicks("lc", "rc", "lr", "rr") == ["both"]
    assert clicks("rc", "lc", "rr", "lr") == ["right", "both"]
    assert clicks("lc", "rc", "rr", "rc", "rr", "lr") == ["both", "both"]
    assert clicks("lr", "rr") == []
    assert clicks("lc", "lr", "rc", "rr", "mc", "mr") == ["left", "right", "both"]


def test_a_module_of_the_current_folder_is_not_executed(tmp_path, monkeypatch):
    planted = f"import pathlib\npathlib.Path({str(tmp_path / 'executed')!r}).touch()\n"
    (tmp_path / "ms_toollib.py").write_text(planted)
    (tmp_path / "bad.evf").write_bytes(b"nothing")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    with pytest.raises(BadInput):
        read_foreign("bad.evf")
    assert not (tmp_path / "executed").exists()


def test_times_of_another_program_never_go_backwards():
    """ms_toollib writes no such file, so this test begins with what the process prints."""
    events = [[time, event, 0, 0] for time in (-0.5, 2.0, 1.0, 3.0) for event in ("rc", "rr")]
    found = _replay({"mines": [[1, 0]], "player": "", "events": events}, None)
    assert [move.t for move in found.moves] == [0.0, 2.0, 2.0, 3.0]
    assert [move.do for move in found.moves] == ["flag", "unflag", "flag", "unflag"]
    assert Replay.read(json.dumps(found.as_json())).moves == found.moves
