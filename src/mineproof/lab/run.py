"""Run many trials: in this process, in local processes, or on a Dask cluster, with the same rows.

The driver submits chunks and is the only writer. A worker returns the rows that it has when the
time for a chunk is up, and the driver submits the rest of the chunk again. Progress is steady and
little work is lost, whether a trial takes a millisecond or a minute.
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
from typing import Any, NamedTuple, ParamSpec, TypeVar

from mineproof.errors import BadInput, MineproofError
from mineproof.lab.config import Config, Row, text
from mineproof.lab.experiments import trial_named
from mineproof.lab.recipe import Plan
from mineproof.lab.store import VERSION, Store
from mineproof.safe_path import protect_children

CHUNK = 20  # trials submitted together, at most
SECONDS = 0.5  # time for a chunk, after which its rest is submitted again
_CLUSTER_TIMEOUT = 5.0  # seconds that a cluster has to answer


class Stopped(MineproofError):
    """A run that could not continue; the rows made until then are kept."""


class Task(NamedTuple):
    """Some trials of one config."""

    recipe: str
    config: Config
    seeds: list[int]


class TaskResult(NamedTuple):
    """Rows by seed, the machine that made them, and the CPU time."""

    rows: list[tuple[int, Row]]
    machine: str
    seconds: float


def missing(recipe: str, plan: Plan, store: Store) -> list[Task]:
    """Return the trials of a plan that the store has no rows of, in chunks.

    A chunk of every config comes first, then a second chunk of each, and so on. A machine that is
    busy for a while slows all configs down alike, and a stopped run has rows of every config.
    """
    tasks: list[tuple[int, Task]] = []
    for config, seeds in plan:
        stored = store.seeds(recipe, config)
        to_run = [seed for seed in seeds if seed not in stored]
        chunks = [to_run[low : low + CHUNK] for low in range(0, len(to_run), CHUNK)]
        tasks += [(number, Task(recipe, config, chunk)) for number, chunk in enumerate(chunks)]
    return [task for _, task in sorted(tasks, key=lambda numbered: numbered[0])]


def run(tasks: Sequence[Task], store: Store, executor: Executor, ahead: int) -> Iterator[int]:
    """Run tasks, `ahead` of them at a time, and store their rows; yield how many, chunk by chunk.

    Raise `Stopped` if the workers fail, and `BadInput` if the store cannot be written.
    """
    waiting, running = deque(tasks), dict[Future[TaskResult], Task]()
    try:
        while waiting or running:
            while waiting and len(running) < ahead:
                task = waiting.popleft()
                with _worker_errors():
                    future = executor.submit(work, task.config, task.seeds, VERSION)
                running[future] = task
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                task = running.pop(future)
                with _worker_errors():
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
def _worker_errors() -> Iterator[None]:
    """Turn errors of workers, which show when a task is submitted or returns, into `Stopped`."""
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


def work(config: Config, seeds: list[int], version: int) -> TaskResult:
    """Run trials in order until the time is up; this is what a worker executes."""
    if version != VERSION:
        raise Stopped(f"a worker makes rows of version {VERSION}, version {version} was asked for")
    began = time.process_time()
    rows = list(_trials(config, seeds, SECONDS))
    return TaskResult(rows, machine(), time.process_time() - began)


def run_trial(config: Config, seed: int) -> Row:
    """Return the row of one trial; the setting `trial` names its kind.

    >>> run_trial({"trial": "game", "level": "easy", "strategy": "unit"}, seed=1)["complete"]
    True
    """
    return trial_named(text(config, "trial")).run(config, seed)


def _trials(config: Config, seeds: Sequence[int], seconds: float) -> Iterator[tuple[int, Row]]:
    """Yield the rows of one config, in order, until the time is up; at least one."""
    until = time.monotonic() + seconds
    for seed in seeds:
        yield seed, run_trial(config, seed)
        if time.monotonic() > until:
            return


def machine() -> str:
    """Describe this machine as far as it bears on times."""
    from mineproof.core import engine

    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores,"
        f" Python {platform.python_version()}, {engine().name} core"
    )


_T = TypeVar("_T")
_P = ParamSpec("_P")


class InProcess(Executor):
    """An executor that runs each task at once, in this process."""

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        future: Future[_T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def open_executor(workers: int = 1, cluster: str | None = None) -> Iterator[tuple[Executor, int]]:
    """Open what runs the trials; yield it and the number of tasks to submit ahead."""
    if cluster is not None:
        with _dask(cluster) as (executor, many):
            yield executor, 2 * many
    elif workers == 1:
        yield InProcess(), 1
    else:
        # Not forked: a fork of a process with threads may hang, and Windows cannot.
        context = multiprocessing.get_context("spawn")
        protect_children()
        with ProcessPoolExecutor(
            workers, mp_context=context, initializer=_ignore_interrupts
        ) as pool:
            yield pool, 2 * workers


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the driver."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _dask(address: str) -> Iterator[tuple[Executor, int]]:
    try:
        import distributed
    except ImportError:
        raise BadInput("a cluster needs Dask: pip install 'mineproof[cluster]'") from None
    connect: Any = distributed.Client
    with _without_dask_logs():
        try:
            client = connect(address, timeout=_CLUSTER_TIMEOUT)
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
def _without_dask_logs() -> Iterator[None]:
    """Silence Dask, which logs pages when a cluster goes away; our error is one line."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)
