"""Start the server for a test: in a new process, on a free port, stopped by SIGTERM."""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from typing import IO
from urllib.parse import urlsplit

import psutil

from command_process import after
from waiting import LONG, until

POSITION = "4x3x2\n0000\n1211\nHHHH\n"


@dataclass
class Running:
    """A server in a process."""

    address: str
    process: subprocess.Popen
    file: IO[bytes]
    said: str = ""

    @property
    def pid(self):
        return self.process.pid

    @property
    def place(self):
        """Return host and port."""
        return urlsplit(self.address).hostname, urlsplit(self.address).port

    def errors(self):
        """Return its standard error up to now."""
        if not self.file.closed:
            self.said = os.pread(self.file.fileno(), 1 << 26, 0).decode()
        return self.said


@contextlib.contextmanager
def served(*args):
    """Yield the address of a server that runs during the `with` block; it must end cleanly."""
    with server_process(*args) as server:
        yield server.address
    said = server.errors()
    assert said == "", said


@contextlib.contextmanager
def server_process(*args, before=""):
    """Yield a server in a process, which runs the code `before` first. It ends with status 0."""
    with tempfile.TemporaryFile() as errors:  # a pipe could fill up
        process = subprocess.Popen(
            [*after(before), "serve", "--port", "0", "--no-browser", *args],
            stdout=subprocess.PIPE, stderr=errors, text=True,
        )  # fmt: skip
        server = Running("", process, errors)
        try:
            line = process.stdout.readline()
            assert line.startswith("mineproof is at http://127.0.0.1:"), line
            server.address = line.split()[3]
            yield server
        finally:
            process.send_signal(signal.SIGTERM)
            out, _ = process.communicate(timeout=LONG)
            server.errors()
    assert (process.returncode, out) == (0, ""), server.said


def children(pid):
    """Return the child processes of a process."""
    return [child.pid for child in psutil.Process(pid).children()]


class Client:
    """One connection to the server, for several requests."""

    def __init__(self, address):
        where = urlsplit(address)
        self.connection = http.client.HTTPConnection(where.hostname, where.port, timeout=LONG)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def send(self, method, path, body=None, **headers):
        """Send a request; return status, headers and body of the response."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(method, path, body, named)
        answer = self.connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()

    def ask(self, question, **body):
        """Send a JSON request; return status and JSON of the response."""
        status, _, text = self.send(
            "POST", f"/api/{question}", json.dumps(body), content_type="application/json"
        )
        return status, json.loads(text)


def assert_ended(pids):
    """Check that these processes have ended, or end soon."""
    for pid in pids:
        until(lambda pid=pid: not psutil.pid_exists(pid), "the end of a program")
