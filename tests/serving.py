"""A server of our own for a test: a process, a free port, an end by SIGTERM."""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
from urllib.parse import urlsplit


@contextlib.contextmanager
def served():
    """The address of a server that runs as long as the block; it must end cleanly."""
    program = [sys.executable, "-m", "mineproof", "serve", "--port", "0", "--no-browser"]
    process = subprocess.Popen(
        program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ}
    )
    try:
        line = process.stdout.readline()
        assert line.startswith("mineproof is at http://127.0.0.1:"), line + process.stderr.read()
        yield line.split()[3]
    finally:
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (0, "", "")


class Client:
    """One connection, questions one after another."""

    def __init__(self, address):
        where = urlsplit(address)
        self.connection = http.client.HTTPConnection(where.hostname, where.port, timeout=60)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def send(self, method, path, body=None, **headers):
        """Status, headers and body of an answer."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(method, path, body, named)
        answer = self.connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()

    def ask(self, question, **body):
        """Status and JSON of an answer to a well-formed question."""
        status, _, text = self.send(
            "POST", f"/api/{question}", json.dumps(body), content_type="application/json"
        )
        return status, json.loads(text)
