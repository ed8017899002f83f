"""Commands that a test starts do not outlive it."""

import contextlib
import os
import signal

import pytest

import command_process


@pytest.fixture
def start():
    """Start commands, as `command_process.start`; what is left of them is killed at the end."""
    processes = []

    def begin(*args, **how):
        processes.append(command_process.start(*args, **how))
        return processes[-1]

    yield begin
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
