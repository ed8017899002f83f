"""Keep a player from outside away from all but its own files, where the system allows it.

*bubblewrap*: no network, own process ids, a read-only system, an empty home; its end ends all
inside. A namespace of users does not help the superuser: every id in it is the real superuser, who
may write to `/proc/sys`, and for whom no limit of processes holds. The superuser therefore sets up
the rest, and the player gets a user id that nobody else has. *another user*: such an id only.
*limits*: only resource limits, and the memory of this process cannot be read. `Sandbox.warning`
says what each leaves open.

Inside, a player sees the system's programs, this package, its own folder, and nothing that can be
written but small temporary file systems. Of a home folder it sees only its file.
"""

import os
import secrets
import shutil
import subprocess
import sys
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from mineproof.base.errors import BadInput
from mineproof.base.resolved_path import resolved

MEMORY = 2_000_000_000  # resident bytes of a player and its children, looked at while it plays
PROCESSES = 64
_FILE = 64_000_000  # bytes of the largest file, and of all files in /tmp
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_ETC = ("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives")
_FREE_IDS = range(61184, 65520)  # those that systemd gives to services without a user
_SECONDS = 10.0  # for a trial start
_TRIAL = (
    'true & wait; for file; do test -r "$file" || { echo "cannot read $file" >&2; exit 1; }; done'
)
_PR_SET_DUMPABLE = 4
_OPEN = {
    "bubblewrap": "",
    "another user": "it can use the network, read what every user may read, and fill /tmp",
    "limits": (
        "it can read and replace your files (results included), see the command line with its "
        "seed, use the network, fill disks, and leave processes behind"
    ),
}


@dataclass(frozen=True)
class Sandbox:
    """How players are started."""

    way: str
    """bubblewrap, another user or limits"""
    user: int | None = None
    """the user id of the player; None if it has that of this process"""
    reason: str = ""
    """why bubblewrap does not start"""
    shown: tuple[tuple[Path, Path], ...] = ()
    """what a player sees besides the system's programs: a path here, and its path inside"""

    @property
    def warning(self) -> str:
        """One line that says what is not prevented; empty if everything is."""
        left = _OPEN[self.way]
        return left and f"no sandbox ({self.reason}); the player can harm you: {left}"

    def started(self, command: Sequence[str]) -> tuple[list[str], dict[str, Any]]:
        """Return the command that starts a player, and further arguments for `Popen`."""
        limited = self._limits() + list(command)
        if self.way == "bubblewrap":
            return [*_bubblewrap(self.user), *_binds(self.shown), "--", *limited], {"env": {}}
        if self.user is None:
            return limited, {"env": _environment()}
        other = {"user": self.user, "group": self.user, "extra_groups": []}
        return limited, {"env": _environment(), **other}

    def end(self) -> None:
        """End every process that a player of another user has left behind."""
        if self.way == "another user" and self.user is not None:
            subprocess.run(
                ["sh", "-c", "kill -KILL -1"],
                user=self.user, group=self.user, extra_groups=[], stderr=subprocess.DEVNULL,
                check=False,
            )  # fmt: skip

    def _limits(self) -> list[str]:
        drop = []
        if self.way == "bubblewrap" and self.user is not None:
            ids = [f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups"]
            drop = ["setpriv", *ids, "--inh-caps=-all", "--no-new-privs"]
        if not shutil.which("prlimit"):
            return drop
        limits = ["--core=0", "--nofile=256", f"--fsize={_FILE}", f"--as={2 * MEMORY}"]
        # Without ids or a namespace of its own, all processes of this user would count.
        alone = self.way == "bubblewrap" or self.user is not None
        return [*drop, "prlimit", *limits, *([f"--nproc={PROCESSES}"] if alone else []), "--"]


def sandbox_for(mode: str, words: Sequence[str]) -> Sandbox | None:
    """Return the best way that a trial start shows to work; None for `off`.

    `words` are those of the player's command. Raise `BadInput` if `mode` is `require` and
    bubblewrap does not start.
    """
    if mode == "off" or sys.platform == "win32":
        return None
    user = secrets.choice(_FREE_IDS) if os.geteuid() == 0 else None
    files = list(_files(words))
    trial = ["sh", "-c", _TRIAL, "sh", *map(str, (Path(sys.executable), Path(__file__), *files))]
    try:
        shown, copies = _shown(files, private=user is not None)
    except OSError as problem:
        raise BadInput(f"the player's folder cannot be copied: {problem}") from None
    enclosed = Sandbox("bubblewrap", user, "", shown)
    if copies:
        weakref.finalize(enclosed, shutil.rmtree, copies, ignore_errors=True)
    reason = _problem(enclosed, trial)
    if not reason:
        return enclosed
    if mode == "require":
        raise BadInput(f"the sandbox does not start: {reason}; install bubblewrap, or use auto")
    if user is not None:
        other = Sandbox("another user", user, reason)
        if not _problem(other, trial):
            return other
    with suppress(ImportError, OSError, AttributeError):  # others cannot read our memory then
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    return Sandbox("limits", None, reason)


def _problem(sandbox: Sandbox, trial: Sequence[str]) -> str:
    """Start a trial; return why it fails, or nothing."""
    try:
        command, options = sandbox.started(trial)
        done = subprocess.run(
            command, **options, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except FileNotFoundError as problem:
        return f"there is no program {problem.filename}"
    except (OSError, ValueError, subprocess.SubprocessError) as problem:
        return " ".join(str(problem).split())
    last = done.stderr.strip().splitlines()[-1:] or [f"exit status {done.returncode}"]
    return last[0] if done.returncode else ""


def _environment() -> dict[str, str]:
    # A fixed seed of hashes: a Python program plays the same game again.
    path = f"{Path(sys.prefix) / 'bin'}:/usr/local/bin:/usr/bin:/bin"
    more = {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    return {"PATH": path, "HOME": "/tmp", "LANG": "C.UTF-8", **more}


def _bubblewrap(user: int | None) -> list[str]:
    program = shutil.which("bwrap") or "bwrap"
    if user is None:
        ids = ["--unshare-user", "--disable-userns", "--uid", "65534", "--gid", "65534"]
        ids += ["--cap-drop", "ALL"]
    else:  # these two are dropped by setpriv, before the player starts
        ids = ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    spaces = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    command = [program, *ids, *spaces, "--die-with-parent", "--new-session", "--clearenv"]
    for name, value in _environment().items():
        command += ["--setenv", name, value]
    for path in map(Path, _SYSTEM):
        if path.is_symlink():
            command += ["--symlink", str(path.readlink()), str(path)]
        elif path.exists():
            command += ["--ro-bind", str(path), str(path)]
    for etc in _ETC:
        command += ["--ro-bind-try", etc, etc]
    command += ["--proc", "/proc", "--dev", "/dev"]
    for folder, size in (("/dev/shm", _FILE // 4), ("/tmp", _FILE)):
        command += ["--perms", "1777", "--size", str(size), "--tmpfs", folder]
    return command


def _binds(shown: Iterable[tuple[Path, Path]]) -> list[str]:
    """Return the options that show some paths, and the current folder, empty if it is not shown."""
    options, here = [], Path.cwd()
    folders = dict.fromkeys(folder for _, path in shown for folder in reversed(path.parents))
    for folder in list(folders)[1:]:  # by bind alone only the superuser could enter them
        options += ["--dir", str(folder)]
    for source, path in shown:
        options += ["--ro-bind", str(source), str(path)]
    options += ["--dir", str(here), "--chdir", str(here)]
    return [*options, "--remount-ro", "/dev", "--remount-ro", "/"]


def _files(words: Sequence[str]) -> Iterator[Path]:
    """Find the files that a command names, outside the system's folders."""
    for word in words:
        path = Path(word).absolute()
        with suppress(OSError):
            for one in dict.fromkeys((path, resolved(path))):
                if one.is_file() and not any(one.is_relative_to(top) for top in _SYSTEM):
                    yield one


def _shown(
    files: Iterable[Path], *, private: bool
) -> tuple[tuple[tuple[Path, Path], ...], str | None]:
    """Return what a player sees: Python, this package, and the folders of its files.

    With `private`, what only this user may read is copied into a new folder, which is returned.
    """
    paths = [Path(sys.base_prefix), Path(sys.prefix), Path(__file__).resolve().parents[2]]
    for file in files:
        large = len(file.parent.parts) <= 2 or file.parent == Path.home()
        paths.append(file if large else file.parent)
    shown: dict[Path, Path] = {}
    copies = None
    for path in paths:
        if any(path.is_relative_to(there) for there in (Path("/usr"), *shown)):
            continue
        source = path
        if private and not _is_public(path):
            copies = copies or mkdtemp(prefix="mineproof-")
            source = Path(copies) / str(len(shown))
            Path(copies).chmod(0o711)
            _copy(path, source)
        shown[path] = source
    return tuple((source, path) for path, source in shown.items()), copies


def _is_public(path: Path) -> bool:
    """Tell whether every user may read a path, and the files right in it."""
    paths = [path, *(path.iterdir() if path.is_dir() else ())]
    return all(one.stat().st_mode & 0o4 for one in paths if one.exists()) and (
        not path.is_dir() or bool(path.stat().st_mode & 0o1)
    )


def _copy(path: Path, to: Path) -> None:
    if path.is_file():
        shutil.copyfile(path, to)
    else:
        shutil.copytree(path, to, symlinks=True)
    for one in (to, *to.rglob("*")):
        if not one.is_symlink():
            one.chmod(0o755)
