"""Call python-sat with Ctrl-C left to Python.

While python-sat solves in the main thread, it replaces the handler of SIGINT by one that jumps out
of the running C++ code (longjmp). The command then ends with an error of python-sat, its own
handler stays in place, and memory may be damaged. The functions here keep that handler out, and
`KeyboardInterrupt` is raised as anywhere else in Python.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from mineproof.base.deferred_signals import deferred_signals

_CONFLICTS = 1000
"""Conflicts before the first check for Ctrl-C, less than 0.1 s; then twice as many each time."""


def new_solver(name: str, clauses: Sequence[Sequence[int]] = ()) -> Any:
    """Return a `pysat` solver with these clauses; Ctrl-C is delivered when it is complete."""
    from pysat.solvers import Solver

    class FreedOnce(Solver):  # type: ignore[misc]
        def delete(self) -> None:
            # `KeyboardInterrupt` after the memory is freed, and before python-sat notes it, would
            # let the destructor free it again.
            with deferred_signals():
                super().delete()

    with deferred_interrupts():
        return FreedOnce(name=name, bootstrap_with=clauses)


def solve(solver: Any, assumptions: Sequence[int] = ()) -> bool:
    """Return whether the clauses of a `pysat` solver are satisfiable; Ctrl-C can interrupt it.

    The solver must support limits (glucose4 and minicard do, cadical153 does not).

    >>> with new_solver("glucose4", [[1, 2]]) as solver:
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
    with deferred_signals(), _without_handler():
        yield


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
