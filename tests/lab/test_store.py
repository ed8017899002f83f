"""The store of the lab: refused, damaged, locked or crafted, its rows are right or not believed."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from mineproof import BadInput
from mineproof.lab import store as store_module
from mineproof.lab._trial import GAME, play_one_game
from mineproof.lab.provenance import ROW_FORMAT, Run
from mineproof.lab.store import Store
from tiers import few, slow

NAME = "mines-9x9"


@pytest.fixture
def path(tmp_path, lab):
    """A store with a few rows."""
    lab("run", NAME, "--scale", 0.001, "--store", tmp_path / "lab.sqlite")
    return tmp_path / "lab.sqlite"


@pytest.mark.parametrize("version", [2, ROW_FORMAT + 1])
def test_a_store_of_another_version_is_named_and_left_unchanged(version, path, refused):
    change(path, f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    for words in (["run", NAME], ["show", NAME], ["report"], ["export", NAME]):
        err = refused(*words, "--store", path)
        assert f"a store of version {version}" in err
        assert "run the recipes again into another file" in err
    assert path.read_bytes() == before


def change(path, *statements):
    """Change a store as another program can, with valid checksums."""
    database = sqlite3.connect(path, isolation_level=None)
    database.create_function("checksum", -1, store_module._checksum)
    for statement in statements:
        database.execute(statement)
    database.close()


ENDLESS = (
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, i, i, i, i FROM n"
)
SIGN_ROWS = (
    "UPDATE rows SET checksum = (SELECT checksum(recipe, configs.config, revision, seed, run, row)"
    " FROM configs WHERE configs.id = rows.config)"
)
SIGN_RUNS = "UPDATE runs SET checksum = checksum(run)"
ROW = "UPDATE rows SET row = replace(row, {})".format
CONFIG = "UPDATE configs SET config = replace(config, {})".format
WRONG = "UPDATE rows SET row = replace(row, '\"wrong\":0', '{}')".format
CRAFTED = {
    "an endless view for rows": [
        "ALTER TABLE rows RENAME TO others",
        f"CREATE VIEW rows (config, seed, run, row, checksum) AS {ENDLESS}",
    ],
    "an endless view beside it": [f"CREATE VIEW more AS {ENDLESS}"],
    "a trigger": ["CREATE TRIGGER t AFTER INSERT ON rows BEGIN DELETE FROM rows; END"],
    "an index of another": ["CREATE INDEX i ON rows (abs(seed))"],
    "a table more": ["CREATE TABLE more (x)"],
    "a table of another form": ["ALTER TABLE spent ADD COLUMN more"],
    **{
        kind: [statement, SIGN_ROWS, SIGN_RUNS]
        for kind, statement in {
            "no JSON": "UPDATE rows SET row = '{'",
            "deep JSON": f"UPDATE rows SET row = '{'[' * 9000}'",
            "a list": "UPDATE rows SET row = '[]'",
            "a blob": "UPDATE rows SET row = x'00ff'",
            "an endless number": WRONG('"wrong":1e999'),
            "not a number": WRONG('"wrong":NaN'),
            "a value twice": WRONG('"wrong":0,"wrong":0'),
            "a negative count": WRONG('"wrong":-1'),
            "half a cell": WRONG('"wrong":0.5'),
            "a number of 400 digits": WRONG(f'"wrong":1{400 * "0"}'),
            "a game of all ends": ROW("'false', 'true'"),
            "a game without an end": ROW("'true', 'false'"),
            "a scale of 400 digits": "UPDATE runs SET run = replace(run, '\"scale\":',"
            f"""'"scale":1{400 * "0"},"x":')""",
            "an age for a time": "UPDATE spent SET seconds = 1e308",
            "a text for a yes": ROW('\'"won":\', \'"won":"yes","x":\''),
            "a share of two": "UPDATE rows SET row = replace(row, '\"determined\":',"
            """'"determined":2,"ms":')""",
            "an unknown value": ROW("""'"won"', '"win"'"""),
            "a missing value": "UPDATE rows SET row = '{}'",
            "a text for a seed": "UPDATE rows SET seed = 's' || seed",
            "a negative seed": "UPDATE rows SET seed = -1 - seed",
            "rows of no run": "UPDATE rows SET run = 99",
            "an unknown trial": CONFIG("""'"game"', '"gift"'"""),
            "an unknown strategy": CONFIG("'consuming', 'x'"),
            "a list for a setting": CONFIG("""'"9x9"', '[9]'"""),
            "a terminal's escapes": "UPDATE configs SET revision = revision || char(27) || '[2J'",
            "escapes in a machine": "UPDATE spent SET machine = char(27) || '[2J'",
            "a text for a time": "UPDATE spent SET seconds = 'long'",
            "a run without a version": """UPDATE runs SET run = replace(run, '"version"', '"v"')""",
            "a run of a list": """UPDATE runs SET run = replace(run, '"seed":0', '"seed":[0]')""",
        }.items()
    },
}


@pytest.mark.parametrize("kind", few(CRAFTED, 12))
def test_a_crafted_store_with_right_checksums_is_refused_in_one_line(kind, path, refused):
    change(path, *CRAFTED[kind])
    before = path.read_bytes()
    reads_time = "machine" in kind or "time" in kind  # only the report reads these columns
    for words in [["report"]] + [["show", NAME]] * (not reads_time):
        err = refused(*words, "--store", path)
        assert str(path) in err
        assert "\x1b" not in err
    assert path.read_bytes() == before


def test_every_game_agrees_with_itself_and_with_no_spoiled_one():
    """All rows of some real games are accepted, and each flag that is turned is noticed."""
    turned = 0
    for level, strategy in [("easy", "unit"), ("hard", "consuming"), ("hard", "least-risk")]:
        for seed in range(12):
            row = play_one_game({"level": level, "strategy": strategy}, seed)
            GAME.check(row)
            for key in ("complete", "stuck", "exploded"):
                with pytest.raises(BadInput, match=r"contradict|with the values"):
                    GAME.check({**row, key: not row[key]})
                turned += 1
    assert turned == 108


def test_a_pipe_or_a_device_that_a_store_names_is_not_read(tmp_path):
    """A config names files: the graph of its boards, the program of its player."""
    path = tmp_path / "lab.sqlite"
    pipe, zero = tmp_path / "pipe.json", tmp_path / "zero.json"
    os.mkfifo(pipe)
    zero.symlink_to("/dev/zero")
    with Store(str(path), new=True) as store:
        began = store.begin(Run(NAME, 1.0))
        for number, named in enumerate([{"shape": str(pipe)}, {"shape": str(zero)},
                                        {"strategy": "exec:true /proc/self/pagemap"},
                                        {"strategy": f"exec:true {pipe}"}]):  # fmt: skip
            config = {"part": "games", "trial": "game", "strategy": "unit", "mines": number}
            store.add(NAME, {**config, **named}, [], began, revision="game 1")
    done = subprocess.run(
        [sys.executable, "-m", "mineproof", "lab", "show", NAME, "--store", str(path)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "no rows" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "case",
    ["'\"mines\":4', '\"mines\":5'", "'\"strategy\":\"consuming\",', ''"],
    ids=["another case", "nobody plays"],
)
def test_rows_of_cases_that_a_recipe_does_not_have_are_named(case, path, lab):
    unsigned = "UPDATE configs SET revision = 'game 1' WHERE config NOT LIKE '%strategy%'"
    change(path, CONFIG(case), unsigned, SIGN_ROWS)
    for words in (["show", NAME], ["report"]):
        code, _, err = lab(*words, "--store", path)
        assert code == 0
        assert "rows of cases that the recipe does not have do not count" in err


@pytest.mark.parametrize("kind", ["text", "another database", "a folder", "no folder"])
def test_what_is_no_store_is_named_and_left_unchanged(kind, tmp_path, refused):
    path = tmp_path / "lab.sqlite"
    if kind == "text":
        path.write_text("a board, perhaps\n" * 100)
    elif kind == "another database":
        change(path, "CREATE TABLE games (number INTEGER)")
    elif kind == "a folder":
        path.mkdir()
    else:
        path = tmp_path / "nowhere" / "lab.sqlite"
    before = path.read_bytes() if path.is_file() else None
    for words in (["run", NAME, "--scale", "0.001"], ["show", NAME]):
        assert str(path) in refused(*words, "--store", path)
    assert (path.read_bytes() if path.is_file() else None) == before


@pytest.mark.parametrize("cases", [12, slow(60)])
def test_a_damaged_store_is_named_and_its_rows_are_not_believed(cases, tmp_path, lab):
    """A truncated, overwritten or bit-flipped store: no traceback, and no wrong figures."""
    path = tmp_path / "lab.sqlite"
    lab("run", NAME, "--scale", 0.02, "--store", path)
    whole = path.read_bytes()
    _, told, _ = lab("show", NAME, "--store", path)
    noticed = 0
    for number in range(cases):
        chance, damaged = random.Random(number), bytearray(whole)
        place = chance.randrange(len(whole))
        if number % 3 == 0:
            del damaged[place:]
        elif number % 3 == 1:
            damaged[place : place + 64] = chance.randbytes(64)
        else:
            for _ in range(20):
                damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        code, out, err = lab("show", NAME, "--store", path)
        assert path.read_bytes() == damaged
        if code == 0:
            assert out == told  # the damage is in unused bytes
        else:
            assert (code, err.count("\n"), str(path) in err) == (2, 1, True), err
            noticed += 1
        assert lab("run", NAME, "--scale", 0.02, "--store", path)[0] in (0, 1, 2)
    assert noticed > cases / 2


def test_a_locked_store_is_said_to_be_locked(path, lab, refused):
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    for words in (["run", NAME, "--scale", "0.005"], ["show", NAME]):
        assert f"{path}: another program has locked it" in refused(*words, "--store", path)
    other.execute("ROLLBACK")
    other.close()
    assert lab("run", NAME, "--scale", 0.005, "--store", path)[0] == 0


def test_a_read_only_store_can_be_shown_and_not_added_to(lab, refused):
    folder = Path(tempfile.mkdtemp())  # other users cannot read the folders of pytest
    path = folder / "lab.sqlite"
    lab("run", NAME, "--scale", 0.001, "--store", path)
    before = path.read_bytes()
    path.chmod(0o444)
    folder.chmod(0o555)
    asked = os.geteuid()
    try:
        if asked == 0:
            os.seteuid(65534)  # root may read every file
        shown = lab("show", NAME, "--store", path)
        err = refused("run", NAME, "--scale", 0.005, "--store", path)
    finally:
        os.seteuid(asked)
        folder.chmod(0o755)
    after = path.read_bytes()
    shutil.rmtree(folder)
    assert (shown[0], str(path) in err) == (0, True)
    assert after == before
