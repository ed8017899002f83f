"""Call python-sat with Ctrl-C left to Python.

While python-sat solves in the main thread, it replaces the handler of SIGINT by one that jumps out
of the running C++ code (longjmp). The command then ends with an error of python-sat, its own
handler stays in place, and memory may be damaged. The functions here keep that handler out, and
`KeyboardInterrupt` is raised as anywhere else in Python.
"""

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any

_CONFLICTS = 1000
"""Conflicts before the first check for Ctrl-C, less than 0.1 s; then twice as many each time."""


def solve(solver: Any, assumptions: Sequence[int] = ()) -> bool:
    """Return whether the clauses of a `pysat` solver are satisfiable; Ctrl-C can interrupt it.

    The solver must support limits (glucose4 and minicard do, cadical153 does not).

    >>> from pysat.solvers import Solver
    >>> with Solver(name="glucose4", bootstrap_with=[[1, 2]]) as solver:
    ...     solve(solver), solve(solver, [-1, -2])
    (True, False)
    """
    budget = _CONFLICTS
    while True:
        solver.conf_budget(budget)
        # A solver forgets clauses that it has learnt when a call begins. Larger and larger pieces
        # are needed, or a hard question would never be answered.
        budget *= 2
        # With `expect_interrupt` python-sat installs no handler. It continues where it stopped.
        satisfiable: bool | None = solver.solve_limited(list(assumptions), expect_interrupt=True)
        if satisfiable is not None:
            return satisfiable


@contextmanager
def deferred_interrupts() -> Iterator[None]:
    """Deliver Ctrl-C and SIGTERM after the block, which may call any part of python-sat.

    This is for short calls that have no limits. `KeyboardInterrupt` in the Python code of
    python-sat would cause further errors: its destructors expect complete objects.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # neither Python nor python-sat handles signals in other threads
        return
    arrived: list[tuple[int, FrameType | None]] = []
    handlers = {
        number: handler
        for number in (signal.SIGINT, signal.SIGTERM)
        if callable(handler := signal.getsignal(number))
    }
    for number in handlers:
        signal.signal(number, lambda *received: arrived.append(received))
    try:
        with _without_handler():
            yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        if arrived:
            first, frame = arrived[0]
            handlers[signal.Signals(first)](first, frame)


@contextmanager
def _without_handler() -> Iterator[None]:
    """Tell python-sat that this is not the main thread: it installs its handler only there."""
    from pysat._utils import MainThread

    check = MainThread.check
    MainThread.check = staticmethod(lambda: False)
    try:
        yield
    finally:
        MainThread.check = staticmethod(check)
