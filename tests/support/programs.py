"""Programs that play, for tests of players from outside."""

import shlex
import sys
from itertools import count

import psutil

from mineproof import Deal, Game, read_board
from mineproof.grade._clauses import ClauseReport
from mineproof.grade._watched import Watched
from mineproof.play.outside.process import Limits
from waiting import LONG

PYTHON = f"{shlex.quote(sys.executable)} -S -E"
PATIENT = Limits(move_seconds=LONG, game_seconds=LONG)


def small():
    """Deal a board of 2 rows and 3 columns with a mine at r2c2; r1c1 is given."""
    board, layout = read_board("1 1 1 / 1 * 1")
    return Deal(board, layout, (0,))


HANGS = """
import os, signal, time
for one in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
    signal.signal(one, signal.SIG_IGN)
with open({file!r}, "a") as out: out.write(f"{{os.getpid()}}\\n")
while True: time.sleep(60)
"""


def hanging(folder):
    """Write a program that ignores signals and hangs; return its name, and its process ids."""
    file, program = folder / "pids", folder / "hangs.py"
    file.touch()
    program.write_text(HANGS.format(file=str(file)))
    return f"exec:{PYTHON} {program}", lambda: [int(line) for line in file.read_text().split()]


def runs(pid):
    """Tell whether a process runs; a zombie does not."""
    return psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE


def clauses_checked(lines, **options):
    """Return the report of `grade` on the clauses of a game on the small board."""
    dealt, report = small(), ClauseReport()
    view = Game(dealt).view
    report.check("board", Watched(dealt, True, 0.5, 0.0, view, None, [], lines, **options))
    return report


def running_clock(started):
    """Return a clock that stands still until `started()`, and then gains a minute at each look."""
    looks = count(1)
    return lambda: 60.0 * next(looks) if started() else 0.0


def impatient(file, **more):
    """Return limits whose clock stands still, and is past all of them as soon as `file` exists."""
    return Limits(
        move_seconds=0.1, game_seconds=0.2, clock=lambda: 9.0 if file.exists() else 0.0, **more
    )
