"""Keep a player from outside away from all but its own files, where the system allows it.

*bubblewrap*: no network, own process ids, a read-only system, an empty home; its end ends all
inside. A namespace of users does not help the superuser: every id in it is the real superuser, who
may write to `/proc/sys`, and for whom no limit of processes holds. The superuser therefore sets up
the rest, and the player gets a user id that nobody else has. *another user*: such an id only.
*limits*: only resource limits, and the memory of this process cannot be read. `state_of` says what
each leaves open.

Inside, a player sees the system's programs, Python, its own files, and of this package what a class
needs, not what plays. It can write to small temporary file systems only. A filter of system calls
keeps it from making a name space, in which it could mount more of them, and from memory that
belongs to no file and no process.
"""

import errno
import os
import platform
import secrets
import shutil
import struct
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
from mineproof.proof.check import escaped

MEMORY = 2_000_000_000  # resident bytes of a player and its children, looked at while it plays
PROCESSES = 64
_FILE = 64_000_000  # bytes of the largest file, and of all files in /tmp
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_ETC = ("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives")
_COPIED = 50_000_000  # bytes of a player's folder, if it is copied
_FREE_IDS = range(61184, 65520)  # those that systemd gives to services without a user
_SECONDS = 10.0  # for a trial start
_TRIAL = """
true & wait
test -x "${1-/bin/sh}" || { echo "cannot run $1" >&2; exit 1; }
for file; do test -r "$file" || { echo "cannot read $file" >&2; exit 1; }; done
"""
_PACKAGE = Path(__file__).resolve().parents[2]
_FOR_CLASSES = (
    *("__init__.py", "__init__.pyi", "base", "game", "logic/__init__.py", "logic/cardinality.py"),
    *("logic/clause_limit.py", "logic/kb.py", "logic/observer.py", "play/__init__.py"),
    *("play/contract.py", "play/player.py", "play/outside", "proof/__init__.py", "proof/clause.py"),
)
"""What is shown of this package: a class can see boards and moves, and has to play by itself."""
# System calls that fail for a player: ptrace, unshare, setns, memfd_create, memfd_secret, shmget,
# msgget (and ipc of 32-bit programs). clone3 fails too, because a filter cannot see its flags;
# libraries then call clone, which fails if it would make a name space of users.
_REFUSED: dict[str, list[tuple[int, int, tuple[int, ...]]]] = {
    "x86_64": [
        (0xC000003E, 56, (101, 272, 308, 319, 447, 29, 68, 435)),
        (0x40000003, 120, (26, 310, 346, 356, 447, 395, 399, 117, 435)),
    ],
    "aarch64": [(0xC00000B7, 220, (117, 97, 268, 279, 447, 194, 186, 435))],
}
_NEW_USER = 0x10000000
_PR_SET_DUMPABLE = 4
_OPEN = {
    "another user": (
        "it can use the network, read what every user may read, this package's solvers too, and "
        "fill /tmp"
    ),
    "limits": (
        "it can read and replace your files (results and other players included), see the command "
        "line with its seed, use the network and this package's solvers, fill disks, and leave "
        "processes behind"
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
    shown: tuple[tuple[Path | None, Path], ...] = ()
    """what a player sees besides the system's programs: a path here, None for an empty folder, and
    its path inside"""
    filter: Path | None = None
    """the file with the filter of system calls"""

    def started(self, command: Sequence[str]) -> tuple[list[str], dict[str, Any]]:
        """Return the command that starts a player, and further arguments for `Popen`."""
        limited = self._limits() + list(command)
        if self.way == "bubblewrap":
            command = [*_bubblewrap(self.user), *_binds(self.shown), "--", *limited]
            if not shutil.which(command[0]):  # the shell's words would say less
                raise FileNotFoundError(errno.ENOENT, "", command[0])
            if self.filter:
                command[1:1] = ["--seccomp", "9"]
                command = ["sh", "-c", 'exec "$@" 9<"$0"', str(self.filter), *command]
            return command, {"env": {}}
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
        limits = ["--core=0", "--nofile=64", f"--fsize={_FILE}", f"--as={2 * MEMORY}"]
        # Without ids or a namespace of its own, all processes of this user would count.
        alone = self.way == "bubblewrap" or self.user is not None
        return [*drop, "prlimit", *limits, *([f"--nproc={PROCESSES}"] if alone else []), "--"]


def sandbox_for(mode: str, words: Sequence[str], folder: str | None = None) -> Sandbox | None:
    """Return the best way that a trial start shows to work; None for `off`.

    `words` are those of the player's command. It sees the files among them, each alone, and the
    whole of `folder`. Raise `BadInput` for a file that is a link to elsewhere, for a folder that is
    too large to copy, and if `mode` is `require` and bubblewrap does not start.
    """
    if mode == "off" or sys.platform == "win32":
        return None
    user = secrets.choice(_FREE_IDS) if os.geteuid() == 0 else None
    files = list(_files(words, folder))
    trial = ["sh", "-c", _TRIAL, "sh", *words[:1], *map(str, files)]
    own = Path(mkdtemp(prefix="mineproof-"))
    try:
        shown = _shown([*files, *([Path(folder).absolute()] if folder else [])], own, user)
        enclosed = Sandbox("bubblewrap", user, "", shown, _filter(own / "filter"))
    except OSError as problem:
        shutil.rmtree(own, ignore_errors=True)
        line = f"{problem.filename or ''}: {problem.strerror or problem}".removeprefix(": ")
        raise BadInput(f"the player's files cannot be shown to it: {line}") from None
    weakref.finalize(enclosed, _remove, own, os.getpid())
    reason = _problem(enclosed, trial)
    if not reason:
        return enclosed
    if mode == "require":
        raise BadInput(f"the sandbox does not start: {reason}; install bubblewrap, or use auto")
    if user is not None:
        other = Sandbox("another user", user, reason)
        refusal = _problem(other, trial)
        if not refusal:
            return other
        reason += f"; it cannot run as another user: {refusal}"
    with suppress(ImportError, OSError, AttributeError):  # others cannot read our memory then
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    return Sandbox("limits", None, reason)


def state_of(sandbox: Sandbox | None) -> str:
    """Return one line: that players are enclosed, or what is not prevented."""
    if sandbox and sandbox.way == "bubblewrap":
        return "players run in a sandbox (bubblewrap)"
    reason, way = (sandbox.reason, sandbox.way) if sandbox else ("--sandbox off", "limits")
    return f"no sandbox ({reason}); a player can harm you: {_OPEN[way]}"


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
    return escaped(last[0]) if done.returncode else ""


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
    command += ["--dir", "/etc"]  # made by a bind alone, only the superuser could enter it
    for etc in _ETC:
        command += ["--ro-bind-try", etc, etc]
    command += ["--proc", "/proc", "--dev", "/dev"]
    for folder, size in (("/dev/shm", _FILE // 4), ("/tmp", _FILE)):
        command += ["--perms", "1777", "--size", str(size), "--tmpfs", folder]
    return command


def _binds(shown: Iterable[tuple[Path | None, Path]]) -> list[str]:
    """Return the options that show some paths, and the current folder, empty if it is not shown."""
    options, here, made = [], Path.cwd(), {Path("/")}
    for source, path in shown:
        for folder in reversed(path.parents):
            if folder not in made:  # by bind alone only the superuser could enter it
                options += ["--dir", str(folder)]
                made.add(folder)
        empty = ["--perms", "0755", "--size", str(1 << 20), "--tmpfs"]
        options += [*(["--ro-bind", str(source)] if source else empty), str(path)]
    options += ["--dir", str(here), "--chdir", str(here)]
    for path in (Path("/dev"), *(path for source, path in shown if source is None), Path("/")):
        options += ["--remount-ro", str(path)]
    return options


def _filter(path: Path) -> Path | None:
    """Write the filter of system calls for this machine; return None if it is not known."""
    refused = _REFUSED.get(platform.machine(), [])
    # An instruction is a code, how many to skip if it holds or does not, and a number: seccomp(2).
    load, equal, at_least, has, end = 0x20, 0x15, 0x35, 0x45, 0x06
    allow, refuse = (end, 0, 0, 0x7FFF0000), (end, 0, 0, 0x00050000 | errno.ENOSYS)
    program = [(load, 0, 0, 4)]  # the architecture
    for architecture, clone, numbers in refused:
        last = len(numbers) + 3  # from the first comparison to `allow`
        block = [(load, 0, 0, 0), (at_least, last + 1, 0, 1 << 30)]  # numbers of the x32 calls
        block += [(equal, last - at, 0, number) for at, number in enumerate(numbers)]
        block += [(equal, 0, 2, clone), (load, 0, 0, 16), (has, 1, 0, _NEW_USER), allow, refuse]
        program += [(equal, 0, len(block), architecture), *block]
    program.append(refuse)
    path.write_bytes(b"".join(struct.pack("=HBBI", *one) for one in program))
    return path if refused else None


def _files(words: Sequence[str], folder: str | None) -> Iterator[Path]:
    """Find the files that a command names, outside the system's folders."""
    programs = [*os.get_exec_path(), str(Path(sys.executable).parent)]  # links there are installed
    for word in words:
        path = Path(word).absolute()
        with suppress(OSError):
            real = resolved(path)
            if not real.is_file() or any(path.is_relative_to(top) for top in _SYSTEM):
                continue
            inside = [resolved(str(one)) for one in (path.parent, folder or path.parent)]
            if str(path.parent) in programs:
                yield from dict.fromkeys((path, real))
            elif any(real.is_relative_to(one) for one in inside):
                yield path
            else:
                raise BadInput(f"{word}: a link that leads out of its folder; name the file itself")


def _shown(
    paths: Iterable[Path], own: Path, user: int | None
) -> tuple[tuple[Path | None, Path], ...]:
    """Return what a player sees: Python, a part of this package, and its own files.

    If it runs as another user, what that user may not read is copied to the folder `own`.
    """
    shown: dict[Path, Path | None] = {}

    def show(path: Path, most: int | None = None) -> None:
        if any(path.is_relative_to(there) for there in (Path("/usr"), *shown) if there != _PACKAGE):
            return
        shown[path] = path
        if user is not None and not _is_public(path, whole=most is not None):
            own.chmod(0o711)
            shown[path] = own / str(len(shown))
            _copy(path, own / str(len(shown)), most)

    show(Path(sys.base_prefix))
    show(Path(sys.prefix))
    for package in {_PACKAGE, *(Path(one, _PACKAGE.name) for one in sys.path if one)}:
        if package.is_dir():
            shown[package] = None
    for name in _FOR_CLASSES:
        shown[_PACKAGE / name] = _PACKAGE / name
    for path in paths:
        show(path, _COPIED)
    return tuple((shown[path], path) for path in sorted(shown))  # what is deeper lies above


def _is_public(path: Path, *, whole: bool) -> bool:
    """Tell whether every user may read a path, and the files right in it, or all below it."""
    below = path.rglob("*") if whole else path.iterdir() if path.is_dir() else ()
    for one in (path, *below):
        need = 0o5 if one.is_dir() else 0o4
        if one.exists() and one.stat().st_mode & need != need:
            return False
    return True


def _copy(path: Path, to: Path, most: int | None) -> None:
    """Copy a file, or a folder with its links, but without pipes and devices."""
    left = most
    for one in (path, *(path.rglob("*") if path.is_dir() else ())):
        there = to / one.relative_to(path)
        if one.is_symlink():
            there.symlink_to(one.readlink())
        elif one.is_dir():
            there.mkdir()
            there.chmod(0o755)
        elif one.is_file():
            left = left and left - one.stat().st_size
            if left is not None and left < 0:
                raise OSError(0, f"more than {_COPIED // 1_000_000} MB", str(path))
            shutil.copyfile(one, there)
            there.chmod(0o755)


def _remove(own: Path, owner: int) -> None:
    if os.getpid() == owner:  # not in a copy of this process
        shutil.rmtree(own, ignore_errors=True)
