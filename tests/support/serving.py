"""Start the server for a test: in a new process, on a free port, stopped by SIGTERM."""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from urllib.parse import urlsplit

import psutil


@contextlib.contextmanager
def served(*args, descriptors=None):
    """Yield the address of a server that runs during the `with` block; it must end cleanly.

    `descriptors` limits the number of its open files and connections.
    """
    with server_process(*args, descriptors=descriptors) as (address, _, said):
        yield address
    assert said == [""]


@contextlib.contextmanager
def server_process(*args, descriptors=None):
    """Yield the address and process of a server, and a list that gets its stderr at the end."""
    program = ["-m", "mineproof", "serve", "--port", "0", "--no-browser", *args]
    if descriptors is not None:
        limits = f"({descriptors}, {descriptors})"
        script = (
            f"import resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, {limits})\n"
            "from mineproof.cli import main; main(sys.argv[1:])"
        )
        program = ["-c", script, *program[2:]]
    said = []
    with tempfile.TemporaryFile("w+") as errors:  # a pipe could fill up
        process = subprocess.Popen(
            [sys.executable, *program],
            stdout=subprocess.PIPE, stderr=errors, text=True, env={**os.environ},
        )  # fmt: skip
        try:
            line = process.stdout.readline()
            assert line.startswith("mineproof is at http://127.0.0.1:"), line
            yield line.split()[3], process, said
        finally:
            process.send_signal(signal.SIGTERM)
            out, _ = process.communicate(timeout=30)
            errors.seek(0)
            said.append(errors.read())
    assert (process.returncode, out) == (0, ""), said


def children(pid):
    """Return the child processes of a process."""
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(child) for child in listed.stdout.split()]


class Client:
    """One connection to the server, for several requests."""

    def __init__(self, address):
        where = urlsplit(address)
        self.connection = http.client.HTTPConnection(where.hostname, where.port, timeout=60)

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
    """Check that these processes have ended, or end within seconds."""
    for pid in pids:
        until = time.monotonic() + 5
        while psutil.pid_exists(pid):
            assert time.monotonic() < until, "a program was left behind"
            time.sleep(0.02)
