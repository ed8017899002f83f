"""Certificates of whole games: audited from their files alone; corrupted ones are refused."""

import io
import json
import math
import os
import resource
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from mineproof import BadStep, Game, custom, deal, play_game, read, strategy
from mineproof.answers import games
from mineproof.cli.entry import main
from mineproof.game.formats.mine import write
from mineproof.proof import audit as audit_file
from mineproof.proof import check as check_file
from mineproof.proof.audit import Position, audit, audit_game, audit_games
from mineproof.reason.prove import prove, prove_by_record
from places import ROOT
from tiers import slow


@pytest.mark.parametrize("name", ["assignment", "two-literal", "unit", "saturate"])
@pytest.mark.parametrize(("level", "seeds"), [("easy", (10, 23, 38)), slow("hard", (3, 2))])
def test_what_resolution_marks_is_proved_by_its_own_record(name, level, seeds):
    """Every mark of some games is proved from the position before it, also by the mine count."""
    marks = counted = 0
    for seed in seeds:
        game, player = Game(deal(level, seed=seed)), strategy(name).player()

        def before(move, game=game, player=player):
            nonlocal marks, counted
            if move.cell in game.view.initial:
                return
            proof = prove_by_record(game.view, player.kb, move.cell)
            claim = game.view.board.name(move.cell), str(move.verdict)
            assert audit(Position.read(write(game.view)), proof.cnf(), proof.lrat()) == claim
            assert proof.way == "record"
            marks += 1
            counted += proof.needed.uses_count

        play_game(game, player, before=before)
    assert marks > 100
    if level == "easy" and name in ("assignment", "saturate"):
        assert counted > 0


@pytest.mark.parametrize(
    "name", ["saturate", "complete", "rebuild", "csp", "consuming", "logic-csp"]
)
@pytest.mark.parametrize("shape", ["grid", "torus", "hex"])
def test_a_certified_game_is_audited_from_its_files(tmp_path, name, shape):
    dealt = deal(custom("8x8", 9), start="safe", seed=4, shape=shape)
    solved, certificate = games.certify(dealt, name)
    certificate.write(str(tmp_path / "game"))
    found = audit_game(str(tmp_path / "game"))
    assert found.marks == 64 - solved.result.game.unmarked
    assert found.solved == solved.result.complete


@pytest.fixture(scope="module")
def certified(tmp_path_factory):
    folder = tmp_path_factory.mktemp("certificate") / "game"
    solved, certificate = games.certify(deal("easy", seed=10), "saturate")
    assert solved.result.outcome == "won"
    certificate.write(str(folder))
    return folder


def spoiled(certified, tmp_path, change=list, **start):
    """Return a copy of a certificate with changed moves or a changed start."""
    folder = tmp_path / "spoiled"
    shutil.copytree(certified, folder, dirs_exist_ok=True)
    moves = [json.loads(line) for line in (folder / "moves.jsonl").read_text().splitlines()]
    change(moves)
    game = json.loads((folder / "game.json").read_text()) | start
    (folder / "moves.jsonl").write_text("".join(json.dumps(move) + "\n" for move in moves))
    (folder / "game.json").write_text(json.dumps(game))
    return str(folder)


def written(folder, start, moves=()):
    """Write a certificate from data, for games that cannot be played."""
    folder.mkdir()
    board = {"schema": 1, "rows": 1, "cols": 3, "mines": 1, "shape": "grid", "given": ["r1c1"]}
    (folder / "game.json").write_text(json.dumps(board | start))
    (folder / "moves.jsonl").write_text("".join(json.dumps(move) + "\n" for move in moves))
    return str(folder)


def some(moves, condition):
    return next(move for move in moves if condition(move))


def proved(moves):
    return some(moves, lambda move: len(move.get("lrat", "")) > 60)


def safe(moves):
    return some(moves, lambda move: move["verdict"] == "safe" and move["clue"] > 0)


def swap_proofs(moves):
    a, b = [move for move in moves if "lrat" in move][:2]
    a["cnf"], b["cnf"] = b["cnf"], a["cnf"]
    a["lrat"], b["lrat"] = b["lrat"], a["lrat"]


def cut_a_proof(moves):
    move = proved(moves)
    move["lrat"] = "".join(move["lrat"].splitlines(keepends=True)[:-1])


def claim_the_opposite(moves):
    move = proved(moves)
    move["verdict"] = "mine" if move["verdict"] == "safe" else "safe"


def call_it_given(moves):
    some(moves, lambda move: "lrat" in move and move["verdict"] == "safe")["given"] = True


@pytest.mark.parametrize(
    "change",
    [
        lambda moves: moves.remove(safe(moves)),
        lambda moves: safe(moves).update(clue=safe(moves)["clue"] + 1),
        swap_proofs, cut_a_proof, claim_the_opposite, call_it_given,
        lambda moves: moves.append(moves[3]),
        lambda moves: proved(moves).pop("cnf"),
        lambda moves: moves[0].update(clue=9),
        {"mines": 11}, {"rows": 8}, {"shape": "cube"}, {"given": []}, {"given": [3]}, {"schema": 2},
    ],
)  # fmt: skip
def test_a_spoiled_certificate_or_one_of_another_game_is_refused(certified, tmp_path, change):
    changed = {"change": change} if callable(change) else change
    with pytest.raises(BadStep):
        audit_game(spoiled(certified, tmp_path, **changed))


@pytest.mark.parametrize("garbage", ["", "[", "{}", '{"rows": 1}', "[1, 2]", "\x00", "1\n"])
@pytest.mark.parametrize("name", ["game.json", "moves.jsonl"])
def test_garbage_is_refused(certified, tmp_path, garbage, name):
    folder = spoiled(certified, tmp_path)
    Path(folder, name).write_text(garbage)
    with pytest.raises(BadStep):
        audit_game(folder)


def test_an_unspoiled_copy_is_accepted(certified, tmp_path):
    """The tests above refuse copies because of their changes, not because they are copies."""
    assert audit_game(spoiled(certified, tmp_path)).solved


def given_cell(clue):
    return {"cell": "r1c1", "verdict": "safe", "given": True, "clue": clue}


def test_an_unsolved_game_needs_a_layout_that_fits_it(tmp_path):
    """r1c1 shows 1 where r1c2 and r1c3 are hidden; a mine at r1c2 fits, one at r1c3 does not."""
    moves = [given_cell(1)]
    assert audit_game(written(tmp_path / "a", {"witness": ["r1c2"]}, moves)).marks == 1
    for number, (start, why) in enumerate([
        ({}, "no witness"),
        ({"witness": ["r1c3"]}, "the witness does not fit the 1 of r1c1"),
        ({"witness": ["r1c1"]}, "the witness does not fit the 1 of r1c1"),
        ({"witness": []}, "the witness has 0 mines, the board 1"),
        ({"witness": ["r1c2", "r1c3"]}, "the witness has 2 mines, the board 1"),
        ({"witness": ["r1c2", "r1c2"]}, "each once"),
        ({"witness": "r1c2"}, "not a list"),
        ({"witness": [2]}, "not a list of cells"),
        ({"witness": ["r1c4"]}, "no cell of the position"),
    ]):  # fmt: skip
        with pytest.raises(BadStep, match=why):
            audit_game(written(tmp_path / f"{number}", start, moves))


def test_a_given_cell_is_no_mine(tmp_path):
    """r1c1 shows 1 beside its only neighbour, r1c2, which is proved to be a mine but is given."""
    cnf = "c claim r1c2 mine\np cnf 2 2\nc clue r1c1\n2 0\nc denial r1c2\n-2 0\n"
    mark = {"cell": "r1c2", "verdict": "mine", "clue": None, "cnf": cnf, "lrat": "3 0 1 2 0\n"}
    start, moves = {"cols": 2}, [given_cell(1), mark]
    assert audit_game(written(tmp_path / "a", start, moves)).solved
    start["given"] = ["r1c1", "r1c2"]
    with pytest.raises(BadStep, match="move 2: r1c2 is one of the given cells, which are safe"):
        audit_game(written(tmp_path / "b", start, moves))
    with pytest.raises(BadStep, match="the witness has a mine on a given cell"):
        audit_game(written(tmp_path / "c", {"witness": ["r1c1"]}, []))


def test_what_follows_from_an_impossible_clue_is_refused(tmp_path):
    """r1c1 shows 2 with one hidden neighbour: its empty clause refutes any denial."""
    cnf = "c claim r1c3 mine\np cnf 3 2\nc clue r1c1\n0\nc denial r1c3\n-3 0\n"
    mark = {"cell": "r1c3", "verdict": "mine", "clue": None, "cnf": cnf, "lrat": "3 0 1 0\n"}
    position = Position.read("3x1x1\n2HH\n")
    for number, witness in enumerate([{}, {"witness": ["r1c2"]}, {"witness": ["r1c3"]}]):
        with pytest.raises(BadStep, match="witness"):
            audit_game(written(tmp_path / f"{number}", witness, [given_cell(2), mark]))
    for line in ("", "c witness r1c2\n", "c witness r1c3\n"):
        with pytest.raises(BadStep, match="witness"):
            audit(position, line + cnf, "3 0 1 0\n")


def test_a_stuck_game_carries_a_witness(tmp_path):
    """An expert board with a safe start: almost none is solved."""
    solved, certificate = games.certify(deal("expert", start="safe", seed=3), "saturate")
    assert solved.result.outcome == "stuck"
    certificate.write(str(tmp_path / "game"))
    game = audit_game(str(tmp_path / "game"))
    assert not game.solved
    assert str(game).startswith("30x16, mines: 99, given: r")
    for witness in (None, certificate.start()["witness"][1:]):
        with pytest.raises(BadStep, match="witness"):
            audit_game(spoiled(tmp_path / "game", tmp_path, witness=witness))


@pytest.mark.parametrize(
    ("start", "why"),
    [
        ({"rows": 0}, "a board has 1 to"),
        ({"cols": 0, "given": []}, "a board has 1 to"),
        ({"rows": 1 << 24, "cols": 1 << 24}, "a board has 1 to 16777216 cells"),
        ({"rows": -1, "cols": -1}, "a board has 1 to"),
        ({"rows": True}, "rows is not a whole number"),
        ({"mines": 4}, "4 mines do not fit 3 cells"),
        ({"mines": 1.0}, "mines is not a whole number"),
        ({"schema": True}, "schema is not a whole number"),
        ({"rows": 10**9}, "more than 9 digits"),
        ({"rows": 10**5000}, "more than 9 digits"),
        ({"given": ["r1c1", "r1c1"]}, "each once"),
        ({"given": ["r1c" + "1" * 5000]}, "no cell"),
        ({"given": ["r1c²"]}, "no cell"),
        ({"given": ["r01c1"]}, "no cell"),
        ({"shape": 3}, "shape is not a text"),
        ({"shape": "hexagon"}, "no neighbours are stated"),
        ({"shape": "x" * 17, "neighbours": [[], [], []]}, "at most 16 letters"),
        ({"shape": "3d", "neighbours": [[], [], []]}, "begins with a letter"),
        ({"shape": "", "neighbours": [[], [], []]}, "begins with a letter"),
    ],
)
def test_a_board_that_cannot_be_is_refused(tmp_path, start, why):
    sys.set_int_max_str_digits(0)
    try:
        folder = written(tmp_path / "game", {"witness": ["r1c2"]} | start, [])
    finally:
        sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
    with pytest.raises(BadStep, match=why):
        audit_game(folder)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ({"clue": True}, "clue is not a whole number"),
        ({"clue": -1}, "from 0 to 8"),
        ({"clue": None}, "clue is not a whole number"),
        ({"given": 1}, "cnf is not a text"),
        ({"cell": 1}, "cell is not a text"),
        ({"verdict": "mine"}, "not one of the given"),
        ({"cell": "r1c2"}, "not one of the given"),
    ],
)
def test_a_move_of_other_types_is_refused(tmp_path, move, why):
    folder = written(tmp_path / "game", {"witness": ["r1c2"]}, [given_cell(1) | move])
    with pytest.raises(BadStep, match=f"move 1: .*{why}"):
        audit_game(folder)


@pytest.mark.parametrize(
    "text",
    [
        '{"schema": 1, "schema": 1}', '["' + "a" * 100 + '"]', "[" * 100_000, "é", "\ufeff{}",
        '{"a": NaN}', "{}{}",
    ],
)  # fmt: skip
def test_json_that_readers_take_differently_is_refused(tmp_path, text):
    folder = written(tmp_path / "game", {})
    (tmp_path / "game" / "game.json").write_text(text, encoding="utf-8")
    with pytest.raises(BadStep, match=r"game\.json"):
        audit_game(folder)


def limited(folder, *, bytes=1 << 29, module="audit"):
    """Run the auditor with half a gigabyte of memory and ten seconds; return status and output."""

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (bytes, bytes))

    done = subprocess.run(
        [sys.executable, "-m", f"mineproof.proof.{module}", *folder],
        capture_output=True, text=True, timeout=60, check=False, preexec_fn=limit,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


COUNT = "c claim r1c2 safe\np cnf 9 2\nc count\n1 2 3 0\nc denial r1c2\n2 0\n"


def test_a_small_certificate_of_a_huge_board_takes_little_memory(tmp_path):
    """Regression: each clause of the mine count made a set of all hidden cells."""
    mark = {"cell": "r1c2", "verdict": "safe", "clue": 0, "cnf": COUNT, "lrat": ""}
    for number, side in enumerate([1 << 12, 1 << 24]):
        start = {"rows": side, "cols": side, "mines": side}
        folder = written(tmp_path / f"{number}", start, [given_cell(0), mark])
        status, said = limited([folder])
        assert (status, said.count("\n")) == (1, 1)
        assert said.startswith("refused: ")


@pytest.mark.parametrize("megabytes", [120, 180, 240])
def test_too_little_memory_is_one_line_and_no_verdict(tmp_path, megabytes):
    """It was a traceback with the exit status of a proof that is refused."""
    files = [tmp_path / name for name in ("a.mine", "a.cnf", "a.lrat")]
    files[0].write_text("2x1x1\n1H\n")
    clauses = "c count\n2 0\n" * 1_500_000
    files[1].write_text(f"c claim r1c2 mine\np cnf 2 1500000\n{clauses}")
    files[2].write_text("")
    status, said = limited(map(str, files), bytes=megabytes << 20)
    assert (status, said.count("\n")) == (2, 1), said
    assert said.startswith("not enough memory to check this")
    status, said = limited(map(str, files[1:]), bytes=megabytes << 20, module="check")
    assert (status, said.count("\n")) == (2, 1), said


def test_clauses_take_some_thirty_times_their_text(tmp_path):
    """It was eighty times: 4 MB of units took 320 MB."""
    cnf, proof = tmp_path / "a.cnf", tmp_path / "a.lrat"
    cnf.write_text("p cnf 1 1000000\n" + "1 0\n" * 1_000_000)
    proof.write_text("1000001 0 1 1 0\n")
    status, said = limited([str(cnf), str(proof)], bytes=330 << 20, module="check")
    assert (status, said) == (1, "refused: line 1: step 1000001 does not follow from 1 1\n")


def work_of_helpers(size):
    """Audit clauses of helpers over a list of `size` cells; return how many lines were run."""
    position = Position.read(f"{size}x1x1\n" + "H" * size + "\n")
    helpers = "".join(f"c helper {size + n} at least 1 of the first {n}\n" for n in range(1, size))
    clauses = "".join(f"c helper\n{-size - n} {size + n + 1} 0\n" for n in range(1, size - 1))
    cnf = (
        f"c claim r1c1 safe\nc listed {' '.join(f'r1c{n}' for n in range(1, size + 1))}\n{helpers}"
        f"p cnf {2 * size} {size - 1}\n{clauses}c denial r1c1\n1 0\n"
    )
    events = 0

    def count(*_event):
        nonlocal events
        events += 1
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        with pytest.raises(BadStep, match="does not end in the empty clause"):
            audit(position, cnf, "")
    finally:
        sys.settrace(before)
    return events


def test_the_work_for_a_helper_does_not_grow_with_the_listed_cells():
    assert work_of_helpers(800) < 2.5 * work_of_helpers(400)


def test_only_plain_files_within_the_folder_are_read(certified, tmp_path):
    """A pipe would block; a link could name any file, and an error message quotes what was read."""
    for number, (name, spoil) in enumerate([
        ("game.json", os.mkfifo),
        ("moves.jsonl", os.mkfifo),
        ("game.json", lambda path: path.symlink_to("/etc/passwd")),
        ("moves.jsonl", lambda path: path.symlink_to(certified / "moves.jsonl")),
        ("moves.jsonl", lambda path: path.symlink_to("/dev/zero")),
        ("moves.jsonl", Path.mkdir),
    ]):  # fmt: skip
        folder = tmp_path / f"{number}"
        shutil.copytree(certified, folder)
        (folder / name).unlink()
        spoil(folder / name)
        status, said = limited([str(folder)])
        assert (status, said.count("\n")) == (2, 1), said
        assert name in said


def test_a_file_of_a_certificate_is_no_link_but_a_proof_may_be_one(certified, tmp_path):
    link = tmp_path / "linked"
    link.symlink_to(certified / "moves.jsonl")
    with check_file.open_regular(str(link)) as file:
        assert file.read(1) == b"{"
    with pytest.raises(OSError, match="a link, where a file should be"):
        check_file.open_regular(str(link), links=False)


def test_the_limits_are_those_of_the_documentation():
    docs = (ROOT / "docs" / "certificate.md").read_text()
    line, file = audit_file.LONGEST / 2**20, check_file.LARGEST / 2**20
    assert f"| cells | 1 to 2^{math.log2(audit_file.MOST_CELLS):g};" in docs
    assert f"| {file:g} MiB; `game.json` and a line of `moves.jsonl` {line:g} MiB |" in docs
    assert f"| helpers of a CNF | {audit_file.MOST_HELPERS:,} |" in docs
    assert f"| {check_file.VISITS:,} for each byte of the LRAT" in docs


def test_the_longest_line_is_read_and_a_longer_one_is_refused(certified, monkeypatch):
    lines = [(certified / "game.json").read_bytes()]
    lines += (certified / "moves.jsonl").read_bytes().splitlines(keepends=True)
    monkeypatch.setattr(audit_file, "LONGEST", max(map(len, lines)))
    audit_game(str(certified))
    monkeypatch.setattr(audit_file, "LONGEST", max(map(len, lines)) - 1)
    with pytest.raises(BadStep, match=r"more than .* bytes"):
        audit_game(str(certified))


def test_a_linked_folder_among_several_is_refused(certified, tmp_path):
    shutil.copytree(certified, tmp_path / "1")
    assert len(audit_games(str(tmp_path))) == 1
    (tmp_path / "2").symlink_to(certified)
    with pytest.raises(BadStep, match="a link, where a folder should be"):
        audit_games(str(tmp_path))


def test_a_folder_with_half_a_certificate_is_refused(certified, tmp_path):
    """Folders without any file of a certificate are ignored."""
    for name in ("1", "2"):
        shutil.copytree(certified, tmp_path / name)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "read.me").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    assert len(audit_games(str(tmp_path))) == 2
    (tmp_path / "2" / "game.json").unlink()
    for folder in (tmp_path, tmp_path / "2"):
        require_one_line(folder, 2, has=f"{tmp_path}/2/game.json: No such file")
    (tmp_path / "2" / "moves.jsonl").unlink()
    assert len(audit_games(str(tmp_path))) == 1


@pytest.mark.parametrize("spot", [0, 1, 2])
@pytest.mark.parametrize(
    ("text", "status"),
    [(b"c1 2 0\n", 1), ("²\n".encode(), 1), (b"9" * 5000 + b" 0\n", 1), (b"\xff\n", 1),
     (b"p cnf 1 1\nc claim r1c" + b"9" * 5000 + b" safe\n", 1), (b"", 1), (None, 2)],
)  # fmt: skip
def test_the_auditor_says_one_line_whatever_it_is_given(tmp_path, spot, text, status):
    """One of three files of a valid claim is corrupted: the position, the axioms or the proof."""
    view = read("1 1 1 / # # #", mines=1)
    proof = prove(view, 3, mine=False)
    files = [tmp_path / name for name in ("a.mine", "a.cnf", "a.lrat")]
    for file, good in zip(files, (write(view), proof.cnf(), proof.lrat()), strict=True):
        file.write_text(good)
    accepted = printed_by(audit_file.main, map(str, files))
    assert accepted == (0, "verified: r2c1 is safe (3x2, mines: 1)\n")
    files[spot].unlink()
    if text is not None:
        files[spot].write_bytes(text)
    found, said = printed_by(audit_file.main, map(str, files))
    assert (found, said.count("\n")) == (status, 1), said


@pytest.mark.parametrize("flags", [[], ["-P"], ["-I", "-S"]])
def test_judge_and_auditor_can_be_copied_out(certified, tmp_path, flags):
    """They work without the package, and use the judge beside them, not that of the package."""
    here = Path(audit_file.__file__).parent
    for name in ("check.py", "audit.py"):
        shutil.copy(here / name, tmp_path)
    (tmp_path / "a.cnf").write_text("p cnf 1 2\n1 0\n-1 0\n")
    (tmp_path / "a.lrat").write_text("3 0 1 2 0\n")

    def run(name, *words):
        done = subprocess.run(
            [sys.executable, *flags, tmp_path / name, *words],
            cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert done.stderr == ""
        return done.returncode, done.stdout

    for status, said in (run("audit.py", certified), run("check.py", "a.cnf", "a.lrat")):
        assert (status, said[:8]) == (0, "verified")
    judge = (tmp_path / "check.py").read_text()
    (tmp_path / "check.py").write_text(judge.replace("    return ended", "    return not ended"))
    status, said = run("audit.py", certified)
    assert (status, "does not follow" in said) == (1, True)


FORGED = "verified: real: 30x16, mines: 99, given: r1c1; 480 marks, solved without a guess"
STATED = {"rows": 1, "cols": 2, "neighbours": [[1], [0]], "witness": ["r1c2"], "shape": "graph"}
SHOWN = "2x1 graph, neighbours as stated, mines: 1, given: r1c1; 1 marks, 1 of them given"


def printed_by(program, words, encoding="utf-8"):
    """Call a program in this process; return its status and what it printed."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True)
    with redirect_stdout(stream), redirect_stderr(stream):
        try:
            status = program([*words])
        except SystemExit as end:
            status = end.code or 0
    return status, stream.buffer.getvalue().decode(encoding)


def both_auditors(folder):
    """Audit a folder by `audit.py` and by `mineproof check`; return their statuses and outputs."""
    yield printed_by(audit_file.main, [folder], "latin-1")
    yield printed_by(main, ["check", folder], "latin-1")


def require_one_line(folder, status, begins="", has=""):
    """Check that both auditors end with a status and say one line that can be printed."""
    for found, said in both_auditors(str(folder)):
        assert (found, said.count("\n")) == (status, 1), said
        assert said[:-1].isprintable()
        assert said.startswith(begins)
        assert has in said


@pytest.mark.parametrize("shape", [f"x\n{FORGED}", f"\r\x1b[2K{FORGED}\x1b[8m", "\ud800", "a b"])
def test_the_name_of_a_shape_cannot_forge_a_verdict(tmp_path, shape):
    folder = written(tmp_path / "game", STATED | {"shape": shape}, [given_cell(1)])
    require_one_line(folder, 1, "refused: the shape is '")


@pytest.mark.parametrize(
    "name", [f"1\n{FORGED}", f"{FORGED}", "\r\x1b[2K", "\udcff", "測試\u202e", "r1c1: 9x9, mines"]
)
def test_the_name_of_a_folder_cannot_forge_a_verdict(tmp_path, name):
    written(tmp_path / name, STATED, [given_cell(1)])
    for status, said in both_auditors(str(tmp_path)):
        lines = said.splitlines()
        assert status == 0
        assert lines[0].endswith(f"': {SHOWN}, not solved")
        assert all(line.isprintable() and line != FORGED for line in lines)
    written(tmp_path / f"{name}2", STATED | {"mines": 3}, [given_cell(1)])
    require_one_line(tmp_path, 1, "refused: '")
    (tmp_path / f"{name}2" / "game.json").unlink()
    (tmp_path / f"{name}2" / "game.json").mkdir()
    require_one_line(tmp_path, 2)
