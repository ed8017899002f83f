"""The autograder's zip: it runs where it is unpacked, and students learn no seed from it."""

import json
import os
import re
import subprocess
import sys
import zipfile
from importlib.metadata import Distribution
from pathlib import Path

import pytest

from command_process import COMMAND, contents
from mineproof.cli.commands import _grade_autograder as autograder
from places import ROOT

CLASS = "class P:\n    def begin(self, view): pass\n    def choose(self, view): return None\n"


@pytest.fixture
def unpacked(run, tmp_path):
    """Write an autograder and unpack it as Gradescope does; return its root."""
    (tmp_path / "mine.toml").write_text((ROOT / "src/mineproof/grade/rubric.toml").read_text())
    few = ["--level", "easy", "--boards", "1", "--search", "0", "--minutes", "1"]
    status, _, err = run("grade", "--autograder", "a.zip", *few, "--rubric", "mine.toml")
    assert (status, err) == (0, "")
    root = tmp_path / "root of it"
    (root / "submission").mkdir(parents=True)
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        for one in archive.infolist():
            Path(archive.extract(one, root / "source")).chmod(one.external_attr >> 16)
    return root


def test_the_autograder_grades_a_submission_with_another_seed_each_time(unpacked):
    script, results = unpacked / "source/run_autograder", unpacked / "results/results.json"
    environment = {**os.environ, "AUTOGRADER_ROOT": str(unpacked), "MINEPROOF": str(COMMAND)}
    for name in ("setup.sh", "run_autograder"):
        assert os.access(unpacked / "source" / name, os.X_OK)
        subprocess.run(["sh", "-n", unpacked / "source" / name], check=True)

    def graded(text):
        (unpacked / "submission" / "player.py").write_text(text)
        results.unlink(missing_ok=True)
        done = subprocess.run([script], env=environment, capture_output=True, text=True, check=True)
        return done.stdout, json.loads(results.read_text())

    seeds = set()
    for _ in range(2):
        told, answer = graded(CLASS)
        [seed] = re.findall(r"seed (\d+)", told)
        seeds.add(seed)
        assert seed not in results.read_text()
        assert answer["output"].startswith("submission")
        assert len(answer["tests"]) == 5
    assert len(seeds) == 2
    assert graded("class P(:")[1]["score"] == 0
    assert "player.py is not valid Python" in results.read_text()


def test_the_autograder_has_what_installs_this_package(unpacked):
    package = unpacked / "source" / "mineproof"
    names = contents(package)
    assert {"pyproject.toml", "CMakeLists.txt", "native/interface.cpp"} <= set(names)
    assert "src/mineproof/grade/rubric.toml" in names
    assert not [name for name in names if name.endswith((".so", ".pyc"))]


def test_an_installed_package_becomes_a_wheel(tmp_path, monkeypatch):
    """Without a checkout the zip has a wheel of the installed files."""
    about = tmp_path / "mineproof-0.1.0.dist-info"
    for folder in (about, tmp_path / "mineproof"):
        folder.mkdir()
    (tmp_path / "mineproof/__init__.py").write_text("works = True\n")
    about.joinpath("METADATA").write_text(
        "Metadata-Version: 2.1\nName: mineproof\nVersion: 0.1.0\n"
    )
    about.joinpath("WHEEL").write_text("Wheel-Version: 1.0\nTag: cp311-cp311-linux_x86_64\n")
    files = ["mineproof/__init__.py", *(f"{about.name}/{name}" for name in ("METADATA", "WHEEL"))]
    about.joinpath("RECORD").write_text("".join(f"{name},,\n" for name in [*files, "../bin/x"]))
    monkeypatch.setattr(autograder, "distribution", lambda _name: Distribution.at(about))
    [(name, wheel)] = autograder._package(tmp_path).items()
    (tmp_path / name).write_bytes(wheel)
    assert zipfile.ZipFile(tmp_path / name).testzip() is None
    where = ["--target", str(tmp_path / "there"), "--no-index", "--no-deps"]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", *where, str(tmp_path / name)]
    subprocess.run(pip, check=True, capture_output=True)
    assert (tmp_path / "there/mineproof/__init__.py").read_text() == "works = True\n"
