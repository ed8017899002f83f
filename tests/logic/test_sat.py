"""Ctrl-C in the middle of a call of python-sat."""

import os
import signal
import threading
from itertools import combinations

import pytest
from pysat import solvers
from pysat.examples.optux import OptUx
from pysat.solvers import Minicard, Solver

from mineproof.game.formats.reading import read
from mineproof.logic import sat
from mineproof.logic.sat import deferred_interrupts, new_solver, solve
from mineproof.reason import needed

PIGEONS = 12  # one more than holes: such formulas take these solvers hours


def pigeonholes(pigeons):
    """Return clauses that put each pigeon into a hole, and never two into one."""
    holes = range(1, pigeons)
    at = [[pigeon * pigeons + hole for hole in holes] for pigeon in range(pigeons)]
    pairs = combinations(at, 2)
    return at + [[-one[h], -other[h]] for one, other in pairs for h in range(pigeons - 1)]


@pytest.fixture(autouse=True)
def handler_of_python():
    """Handle Ctrl-C as in a terminal; a process in the background may start with SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class Interrupted:
    """A solver; another thread sends Ctrl-C as soon as it is asked."""

    def __init__(self, solver):
        self.asked = threading.Event()
        self.conf_budget, self.solver = solver.conf_budget, solver
        self.sender = threading.Thread(target=self.send)
        self.sender.start()

    def send(self):
        self.asked.wait()
        os.kill(os.getpid(), signal.SIGINT)

    def solve_limited(self, *args, **kwargs):
        self.asked.set()
        return self.solver.solve_limited(*args, **kwargs)


@pytest.mark.parametrize("name", ["glucose4", "minicard"])
def test_ctrl_c_ends_a_hard_question(name):
    with Solver(name=name, bootstrap_with=pigeonholes(PIGEONS)) as solver:
        for _ in range(2):  # the second time shows that the handler of Python is still in place
            interrupted = Interrupted(solver)
            with pytest.raises(KeyboardInterrupt):
                solve(interrupted)
            interrupted.sender.join()
            assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("name", ["glucose4", "minicard"])
def test_a_question_of_many_conflicts_has_the_answer_of_the_solver(name, monkeypatch):
    monkeypatch.setattr(sat, "_CONFLICTS", 5)
    clauses = pigeonholes(7)
    with Solver(name=name, bootstrap_with=clauses[1:]) as solver:
        assert solve(solver)
        assert not solve(solver, [-lit for lit in clauses[0]] + clauses[1][:1] + clauses[2][:1])
        solver.add_clause(clauses[0])
        assert not solve(solver)


def test_each_piece_of_a_hard_question_is_twice_as_long():
    """Pieces of equal length would never end: a solver forgets what it has learnt between them."""

    budgets = []

    class Stubborn:
        def conf_budget(self, conflicts):
            budgets.append(conflicts)

        def solve_limited(self, assumptions, expect_interrupt):
            return True if budgets[-1] > 30_000 else None

    assert solve(Stubborn())
    assert budgets == [1000, 2000, 4000, 8000, 16_000, 32_000]


def test_ctrl_c_during_a_short_call_comes_after_it():
    solved = []

    def ask():
        with deferred_interrupts(), Solver(name="cadical153", bootstrap_with=[[1]]) as solver:
            signal.raise_signal(signal.SIGINT)
            solved.append(solver.solve())

    with pytest.raises(KeyboardInterrupt):
        ask()
    assert solved == [True]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def fewest_clues():
    view = read("# # # # # / 1 1 2 1 1", mines=2)
    needed.needed(view, view.board.index("r1c2"), mine=True)


@pytest.mark.parametrize(
    ("kind", "method", "ask"),
    [
        (Minicard, "__init__", lambda: new_solver("minicard")),
        (OptUx, "_disjoint", fewest_clues),
    ],
)
def test_a_constructor_is_complete_before_ctrl_c(kind, method, ask, monkeypatch, capfd):
    """A constructor of python-sat that is interrupted would print errors of its destructor."""
    compute, finished = getattr(kind, method), []

    def interrupted(self, *args, **more):
        signal.raise_signal(signal.SIGINT)
        made = compute(self, *args, **more)
        finished.append(True)
        return made

    monkeypatch.setattr(kind, method, interrupted)
    with pytest.raises(KeyboardInterrupt):
        ask()
    assert finished
    assert capfd.readouterr().err == ""


def test_other_threads_solve_as_before():
    answers = []

    def ask():
        with deferred_interrupts(), Solver(name="cadical153", bootstrap_with=[[1]]) as solver:
            answers.append(solver.solve())

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert answers == [True]


def test_memory_is_freed_once_if_ctrl_c_comes_while_it_is_freed(monkeypatch):
    freed = []
    free = solvers.pysolvers.glucose41_del

    def interrupted(memory):
        free(memory)
        freed.append(memory)
        os.kill(os.getpid(), signal.SIGINT)

    solver = new_solver("glucose4", [[1, 2]])
    monkeypatch.setattr(solvers.pysolvers, "glucose41_del", interrupted)
    with pytest.raises(KeyboardInterrupt):
        solver.delete()
    solver.delete()
    assert len(freed) == 1
