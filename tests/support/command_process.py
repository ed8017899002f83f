"""Run a command in a new process to its end, or start it, wait for an event and interrupt it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from waiting import LONG, until

COMMAND = Path(sys.executable).with_name("mineproof")


def unprotected():
    """Return the environment without PYTHONSAFEPATH, which an earlier test may have set."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}


def run_in(folder, *args, status=(0, 1), text=None, program=(COMMAND,), **environment):
    """Run a command in a folder; its exit status must be one of `status`."""
    done = subprocess.run(
        [*program, *args], cwd=folder, input=text, capture_output=True, text=True, timeout=LONG,
        check=False, env=unprotected() | environment,
    )  # fmt: skip
    assert done.returncode in status, done.stderr
    return done


def after(code):
    """Return the program `mineproof` in a Python process that runs this code first."""
    return [sys.executable, "-c", f"{code}\nfrom mineproof.cli.entry import main\nmain()"]


def contents(folder):
    """Return the names of everything in a folder, also in the folders within it."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def hear_ctrl_c():
    """Reset SIGINT: a shell may have started the tests in the background with it ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(*args, program=(COMMAND,), preexec_fn=hear_ctrl_c, **options):
    """Start a command in a new process group, with the Ctrl-C handling of a terminal."""
    return subprocess.Popen(
        [*program, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        process_group=0, preexec_fn=preexec_fn, **options,
    )  # fmt: skip


def interrupt(process, times=1, *, to_group=False, number=signal.SIGINT):
    """Send a signal, again after each has arrived; return exit status and standard error."""
    for _ in range(times):
        (os.killpg if to_group else os.kill)(process.pid, number)
        until(lambda: not _is_pending(process.pid, number), "the signal")
    try:
        _, err = process.communicate(timeout=LONG)
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return process.returncode, err


def _is_pending(pid, number):
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    fields = dict(line.split(":", 1) for line in lines)
    pending = int(fields["SigPnd"], 16) | int(fields["ShdPnd"], 16)
    return "Z" not in fields["State"] and bool(pending >> number - 1 & 1)


def group_of(process):
    """Return the running processes of the group that a process leads."""
    members = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        if fields[0] != "Z" and int(fields[2]) == process.pid:
            members.append(int(path.parent.name))
    return members


MARK = """
import importlib, os, sys
def mark(name):
    with open({marks!r}, "a") as file:
        file.write(name + "\\n")
def mark_calls(name):
    module, _, function = name.rpartition(".")
    module = importlib.import_module(module)
    called = getattr(module, function)
    setattr(module, function, lambda *args, **more: (mark(name), called(*args, **more))[1])
"""


class Marks:
    """Python code that runs first in every Python process of a command, and tells of events.

    `mark(name)` in the code adds a name to the list `seen`, and `mark_calls("module.function")`
    adds it at every call.
    """

    def __init__(self, folder, code):
        folder.mkdir()
        self._marks = folder / "marks"
        (folder / "sitecustomize.py").write_text(MARK.format(marks=str(self._marks)) + code)
        self.environment = unprotected() | {"PYTHONPATH": str(folder)}

    @property
    def seen(self):
        return self._marks.read_text().split() if self._marks.exists() else []

    def wait(self, process, count=1):
        """Wait until there are so many marks; the process must be running then."""
        until(lambda: len(self.seen) >= count or process.poll() is not None)
        assert process.poll() is None, process.communicate()
