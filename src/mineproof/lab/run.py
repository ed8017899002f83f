"""Many trials: in this process, in local processes, or on a Dask cluster; the same rows from all.

The driver hands out chunks and is the only one that writes. A chunk is given some time rather than
some number of trials: whoever works on it returns what it has when the time is up, and the rest is
handed out again. So progress is steady and little is lost, whether a trial takes a millisecond or
a minute.
"""

import logging
import multiprocessing
import os
import platform
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, NamedTuple

from mineproof.errors import BadInput, MineproofError
from mineproof.lab.recipe import Plan
from mineproof.lab.store import VERSION, Config, Row, Store
from mineproof.lab.trial import trials

CHUNK = 20  # trials handed out together, at most
SECONDS = 0.5  # what a chunk may take before its rest is handed out again
_ANSWER = 5.0  # seconds that a cluster has to answer


class Stopped(MineproofError):
    """A run that could not go on; what was done until then is kept."""


class Task(NamedTuple):
    """Some trials of one config."""

    recipe: str
    config: Config
    seeds: list[int]


class Done(NamedTuple):
    """What came of a task: rows by seed, where, and what they cost."""

    rows: list[tuple[int, Row]]
    machine: str
    seconds: float


def missing(recipe: str, plan: Plan, store: Store) -> list[Task]:
    """The trials of a plan that the store has no rows of, in chunks.

    First comes a chunk of every config, then another of each, so that a machine that is busy for a
    while slows all of them down alike, and a run that is stopped has something of everything.
    """
    tasks: list[tuple[int, Task]] = []
    for config, seeds in plan:
        there = store.seeds(recipe, config)
        left = [seed for seed in seeds if seed not in there]
        chunks = [left[low : low + CHUNK] for low in range(0, len(left), CHUNK)]
        tasks += [(number, Task(recipe, config, chunk)) for number, chunk in enumerate(chunks)]
    return [task for _, task in sorted(tasks, key=lambda numbered: numbered[0])]


def run(tasks: Sequence[Task], store: Store, executor: Executor, ahead: int) -> Iterator[int]:
    """Run tasks, `ahead` of them at a time, and keep their rows; yield how many, chunk by chunk.

    Raise `Stopped` if that cannot go on; a store that refuses raises `BadInput`.
    """
    waiting, running = deque(tasks), dict[Future[Done], Task]()
    try:
        while waiting or running:
            while waiting and len(running) < ahead:
                task = waiting.popleft()
                with _losses():
                    future = executor.submit(work, task.config, task.seeds, VERSION)
                running[future] = task
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                task = running.pop(future)
                with _losses():
                    done = future.result()
                store.add(task.recipe, task.config, done.rows, done.machine, done.seconds)
                rest = task.seeds[len(done.rows) :]
                if rest:
                    waiting.appendleft(Task(task.recipe, task.config, rest))
                yield len(done.rows)
    finally:
        for future in running:
            future.cancel()


@contextmanager
def _losses() -> Iterator[None]:
    """Whoever does the work may be gone: that shows when it is asked, or when it should answer."""
    try:
        yield
    except BrokenProcessPool:
        raise Stopped("a worker process died") from None
    except ModuleNotFoundError as problem:
        raise Stopped(f"a worker of the cluster lacks {problem.name}") from None
    except CancelledError:
        raise Stopped("the cluster has gone") from None
    except Exception as problem:
        if type(problem).__module__.startswith("distributed"):
            raise Stopped(f"the cluster gave up: {problem}") from None
        raise


def work(config: Config, seeds: list[int], version: int) -> Done:
    """What a worker does: trials in order until the time is up."""
    if version != VERSION:
        raise Stopped(f"a worker makes rows of version {VERSION}, version {version} was asked for")
    began = time.process_time()
    rows = list(trials(config, seeds, SECONDS))
    return Done(rows, machine(), time.process_time() - began)


def machine() -> str:
    """What the rows were made on, as far as it bears on their times."""
    from mineproof.core import engine

    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores,"
        f" Python {platform.python_version()}, {engine().name} core"
    )


class Here(Executor):
    """An executor that does the work at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def engine(workers: int = 1, cluster: str | None = None) -> Iterator[tuple[Executor, int]]:
    """Where trials run, and how many tasks to have under way there."""
    if cluster is not None:
        with _dask(cluster) as (executor, many):
            yield executor, 2 * many
    elif workers == 1:
        yield Here(), 1
    else:
        # Not forked: a fork of a process with threads may hang, and Windows cannot.
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, mp_context=context, initializer=_quiet) as pool:
            yield pool, 2 * workers


def _quiet() -> None:
    """Ctrl-C is the driver's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _dask(address: str) -> Iterator[tuple[Executor, int]]:
    try:
        import distributed
    except ImportError:
        raise BadInput("a cluster needs Dask: pip install 'mineproof[cluster]'") from None
    connect: Any = distributed.Client
    with _hushed():
        try:
            client = connect(address, timeout=_ANSWER)
        except (OSError, ValueError, ImportError) as problem:
            words = "no Dask scheduler answers there" if isinstance(problem, OSError) else problem
            raise BadInput(f"{address}: {words}") from None
        with client:
            threads = sum(client.nthreads().values())
            if not threads:
                raise BadInput(f"{address}: the cluster has no workers")
            # Tasks are not pure in Dask's sense, since they stop when their time is up.
            yield client.get_executor(pure=False), threads


@contextmanager
def _hushed() -> Iterator[None]:
    """Dask logs pages when a cluster goes away; we say it in one line."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)
