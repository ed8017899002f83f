"""A hostile player: `python hostile.py PORT REFEREE SECRET PACKAGE` tries everything.

It writes one line an attack: `say NAME: RESULT`. Between attacks it goes on, so that all of them are tried.
"""

# ruff: noqa

import ctypes
import os
import socket
import subprocess
import sys

port, referee, secret, package = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
libc = ctypes.CDLL(None, use_errno=True)
NEW_USER, NEW_MOUNTS = 0x10000000, 0x00020000
REMOUNT, BIND, CAP_LAST = 32, 4096, 40


def call(name, *values):
    if getattr(libc, name)(*values) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def write(path):
    with open(path, "a") as file:
        file.write("x")


def fill(path, most=200):
    with open(path, "wb") as file:
        for number in range(most):
            try:
                file.write(bytes(1 << 20))
                file.flush()
            except OSError:
                return number
    return most


def remount():
    call("mount", b"none", b"/usr", None, REMOUNT | BIND, None)


def as_its_own_root(attack):
    # In a child, because a refused step would change this process.
    pid = os.fork()
    if pid == 0:
        try:
            call("unshare", NEW_USER | NEW_MOUNTS)
            attack()
            os._exit(0)
        except OSError:
            os._exit(1)
    if os.waitpid(pid, 0)[1]:
        raise PermissionError


def remount_and_write():
    remount()
    write("/usr/hostile")


def clone_as_its_own_root():
    number = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
    pid = libc.syscall(number, NEW_USER | 17, None, None, None, None)
    if pid == 0:
        os._exit(0)
    if pid < 0:
        raise OSError(ctypes.get_errno(), "clone")
    os.waitpid(pid, 0)


def keep_in_memory():
    for _ in range(3):
        os.write(os.memfd_create("hostile"), bytes(1 << 20))


def share_memory():
    if libc.shmget(0, 1 << 20, 0o1600) < 0:
        raise OSError(ctypes.get_errno(), "shmget")


def fork_bomb():
    children = []
    try:
        while len(children) < 300:
            pid = os.fork()
            if pid == 0:
                os.pause() if hasattr(os, "pause") else __import__("signal").pause()
            children.append(pid)
    except OSError:
        pass
    for pid in children:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
    return len(children)


def fill_sockets():
    """Memory of the system that belongs to no process: buffers that nobody reads."""
    kept, size = [], 0
    try:
        while len(kept) < 1000:
            kept += socket.socketpair()
            kept[-1].setblocking(False)
            try:
                while True:
                    size += kept[-1].send(bytes(1 << 16))
            except BlockingIOError:
                pass
    except OSError:
        pass
    for one in kept:
        one.close()
    return size >> 20


def look_around():
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        for file in ("environ", "cmdline"):
            try:
                found.append(open(f"/proc/{name}/{file}", "rb").read())
            except OSError:
                pass
    return b"SEED-OF-THE-TEACHER" in b" ".join([*found, repr(os.environ).encode()])


def leave_a_process():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            libc.prctl(1, 0, 0, 0, 0)  # no signal at the death of the parent
            for file in (0, 1, 2):
                os.close(file)
            os.execv("/bin/sleep", ["left-by-hostile", "600"])
        os._exit(0)
    os.wait()


def load_engine():
    libraries = [os.path.join(folder, "mineproof", "_core.so") for folder in sys.path]
    ctypes.CDLL(next(filter(os.path.exists, libraries), "/hidden/_core.so"))


def connect(family, address):
    with socket.socket(family) as one:
        one.settimeout(2)
        one.connect(address)


here = os.path.dirname(os.path.abspath(__file__))
ATTACKS = {
    "write /usr": lambda: write("/usr/hostile"),
    "write /etc": lambda: write("/etc/hostile"),
    "write /": lambda: write("/hostile"),
    "write /dev": lambda: write("/dev/hostile"),
    "write the player": lambda: write(f"{here}/hostile.py"),
    "write beside the player": lambda: write(f"{here}/other"),
    "write the package": lambda: write(f"{package}/hostile.py"),
    "link the secret": lambda: os.symlink(secret, f"{here}/link"),
    "core pattern": lambda: write("/proc/sys/kernel/core_pattern"),
    "read the secret": lambda: open(secret).read(),
    "replace the secret": lambda: os.replace(__file__, secret),
    "memory of the referee": lambda: open(f"/proc/{referee}/mem", "rb").read(1),
    "memory of the first process": lambda: open("/proc/1/mem", "rb").read(1),
    "signal to the referee": lambda: os.kill(referee, 0),
    "trace the first process": lambda: call("ptrace", 16, 1, 0, 0),
    "remount": remount,
    "remount as its own root": lambda: as_its_own_root(remount_and_write),
    "mount more room": lambda: as_its_own_root(
        lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, None)
    ),
    "its own root": lambda: as_its_own_root(lambda: None),
    "clone as its own root": clone_as_its_own_root,
    "files in memory": keep_in_memory,
    "shared memory": share_memory,
    "read its neighbour": lambda: open(f"{here}/neighbour.py").read(),
    "read a strategy": lambda: open(f"{package}/play/strategies.py").read(),
    "read the engine": lambda: open(f"{package}/core/_plain.py").read(),
    "load the engine": lambda: load_engine(),
    "another user": lambda: os.setuid(0),
    "network": lambda: connect(socket.AF_INET, ("127.0.0.1", port)),
    "abstract socket": lambda: connect(socket.AF_UNIX, f"\0mineproof-{port}"),
    "sudo": lambda: subprocess.run(
        ["su", "-c", "true"], check=True, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ),
    "memory": lambda: bytearray(5_000_000_000),
}
for name, attack in ATTACKS.items():
    try:
        attack()
        print("say", f"{name}: done", flush=True)
    except (OSError, MemoryError, subprocess.SubprocessError, OverflowError) as problem:
        print("say", f"{name}: {type(problem).__name__}", flush=True)
print("say", f"files of /tmp: {fill('/tmp/full') + fill('/tmp/more')}", flush=True)
print("say", f"files of /dev/shm: {fill('/dev/shm/full')}", flush=True)
print("say", f"processes: {fork_bomb()}", flush=True)
print("say", f"megabytes in sockets: {fill_sockets()}", flush=True)
print("say", f"seed seen: {look_around()}", flush=True)
leave_a_process()
print("stuck", flush=True)
sys.stdin.read()
