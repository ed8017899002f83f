"""The list of public names is true, and showing it costs nothing."""

import subprocess
import sys

import mineproof


def test_every_public_name_is_there_and_nothing_else_is_listed():
    assert sorted(mineproof.__all__) == dir(mineproof)
    assert sorted(mineproof._HOME_OF) == sorted(mineproof.__all__)
    for name in mineproof.__all__:
        assert getattr(mineproof, name) is not None
    assert not hasattr(mineproof, "no_such_name")


def test_public_names_do_not_shadow_rooms():
    script = (
        "import mineproof.cli, mineproof.answers; from mineproof import *; print(play_game, check)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60, capture_output=True)


def test_nothing_heavy_is_imported_before_it_is_needed():
    script = (
        "import sys, mineproof.cli\n"
        "print(*(m for m in ('numpy', 'pysat', 'rich.console') if m in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == ""
