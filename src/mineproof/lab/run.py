"""Run many trials: in this process, in local processes, or on a Dask cluster, with the same rows.

The driver submits chunks and is the only writer. A worker returns the rows that it has when the
time for a chunk is up, and the driver submits the rest of the chunk again. Progress is steady and
little work is lost, whether a trial takes a millisecond or a minute.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import NamedTuple

from mineproof.lab import _outside_players as outside_players
from mineproof.lab import interrupts
from mineproof.lab.config import Config, Row, Setting
from mineproof.lab.executors import InProcess, LabWorkers, RunStopped
from mineproof.lab.graph_files import is_graph_file
from mineproof.lab.provenance import Installation, Run, installation, machine, revision_of
from mineproof.lab.recipe import Plan
from mineproof.lab.recipes import trial_named
from mineproof.lab.store import Store
from mineproof.play.outside.players import is_outside
from mineproof.play.outside.process import Limits

CHUNK = 20  # trials submitted together, at most
SECONDS = 0.5  # time for a chunk: trials take 0.1 ms to some seconds, and no table predicts which
_POLL = 0.1  # seconds between two checks for Ctrl-C and of the workers


class Task(NamedTuple):
    """Some trials of one config."""

    recipe: str
    config: Config
    seeds: list[int]
    revision: str = ""
    """The revision of their rows, if it is already known."""


class TaskResult(NamedTuple):
    """Rows by seed, the installation, the machine and the CPU time; faults of players by seed."""

    rows: list[tuple[int, Row]]
    installation: Installation
    machine: str
    seconds: float
    faults: list[tuple[int, str]] = []  # noqa: RUF012 (never changed)
    revision: str = ""


OnFault = Callable[[Config, int, str], None]
"""Called with the config, the seed and the reason of a game that was lost by a fault."""


def missing(recipe: str, plan: Plan, store: Store) -> list[Task]:
    """Return the trials of a plan that have no rows in the store, in chunks.

    A chunk of every config comes first, then a second chunk of each, and so on. A machine that is
    busy for a while slows all configs down alike, and a stopped run has rows of every config.
    """
    tasks: list[tuple[int, Task]] = []
    for config, seeds in plan:
        revision = revision_of(config)
        stored = store.seeds(recipe, config, revision)
        to_run = [seed for seed in seeds if seed not in stored]
        chunks = [to_run[low : low + CHUNK] for low in range(0, len(to_run), CHUNK)]
        tasks += [
            (number, Task(recipe, config, chunk, revision)) for number, chunk in enumerate(chunks)
        ]
    return [task for _, task in sorted(tasks, key=lambda numbered: numbered[0])]


def run(
    tasks: Sequence[Task],
    store: Store,
    workers: LabWorkers | None = None,
    record: Run | None = None,
    *,
    limits: Limits | None = None,
    on_fault: OnFault = lambda _config, _seed, _reason: None,
) -> Iterator[int]:
    """Run tasks of one recipe and store their rows; yield how many, chunk by chunk.

    `record` describes the run; the store keeps it with the rows. `limits` are for programs. A game
    that a player loses by a fault is a row, and `on_fault` is called. Without `workers`, this
    process runs all tasks. If the run ends early, the owner of the workers must discard their
    tasks. Raise `RunStopped` if the workers fail, and `BadInput` if the store cannot be written.
    """
    if not tasks:
        return
    executor, ahead, check = workers or LabWorkers(InProcess(), 1)
    here, id = installation(), store.begin(record or Run(tasks[0].recipe))
    waiting, running = deque(tasks), dict[Future[TaskResult], Task]()
    while waiting or running:
        while waiting and len(running) < ahead:
            task = waiting.popleft()
            with _worker_errors():
                future = executor.submit(work, task.config, task.seeds, here, limits)
            running[future] = task
        finished = wait(running, _POLL, FIRST_COMPLETED).done
        interrupts.check()
        if not finished:
            check()
        for future in finished:
            task = running.pop(future)
            with _worker_errors():
                done = future.result()
            _check_result(task, done, here)
            store.add(
                task.recipe,
                task.config,
                done.rows,
                id,
                done.machine,
                done.seconds,
                revision=done.revision,
            )
            for seed, reason in done.faults:
                on_fault(task.config, seed, reason)
            rest = task.seeds[len(done.rows) :]
            if rest:
                waiting.appendleft(task._replace(seeds=rest))
            yield len(done.rows)


def _check_result(task: Task, done: TaskResult, here: Installation) -> None:
    """Raise `RunStopped` for rows that were not requested, or that another installation made."""
    if difference := here.differs(Installation(*done.installation)):
        raise RunStopped(f"a worker has {difference}")
    returned = [seed for seed, _ in done.rows]
    if not returned or returned != task.seeds[: len(returned)]:
        raise RunStopped("a worker returned rows of boards that were not requested")
    if task.revision and done.revision != task.revision:
        raise RunStopped(f"{_file_of(task.config)} was changed during the run: start it again")


def _file_of(config: Config) -> Setting | None:
    """The setting of a config that names a file: a player from outside, or a graph."""
    strategy, shape = config.get("strategy"), config.get("shape")
    return shape if is_graph_file(shape) and not is_outside(str(strategy)) else strategy


@contextmanager
def _worker_errors() -> Iterator[None]:
    """Turn errors of workers, which show when a task is submitted or returns, into `RunStopped`."""
    try:
        yield
    except BrokenProcessPool:
        raise RunStopped("a worker process died") from None
    except ModuleNotFoundError as problem:
        raise RunStopped(f"a worker of the cluster lacks {problem.name}") from None
    except CancelledError:
        raise RunStopped("the cluster has gone") from None
    except Exception as problem:
        if type(problem).__module__.startswith("distributed"):
            raise RunStopped(f"the cluster gave up: {problem}") from None
        raise


def work(
    config: Config, seeds: list[int], asked: Installation, limits: Limits | None = None
) -> TaskResult:
    """Run trials in order until the time is up, at least one. Workers call this function."""
    here = installation()
    if difference := Installation(*asked).differs(here):
        raise RunStopped(f"a worker has {difference}")
    began, revision = time.process_time(), revision_of(config)
    faults: list[tuple[int, str]] = []
    with outside_players.opened(limits) as players:
        rows, until = list[tuple[int, Row]](), time.monotonic() + SECONDS
        for seed in seeds:
            rows.append((seed, run_trial(config, seed)))
            faults += [(seed, reason) for reason in players.take_faults()]
            if time.monotonic() > until:
                break
    spent = time.process_time() - began + players.seconds
    if revision_of(config) != revision:  # the file of a player from outside, or of a graph
        revision = "changed"
    return TaskResult(rows, here, machine(), spent, faults, revision)


def run_trial(config: Config, seed: int) -> Row:
    """Return the row of one trial; the setting `trial` names its kind.

    >>> run_trial({"trial": "game", "level": "easy", "strategy": "unit"}, seed=1)["complete"]
    True
    """
    return trial_named(config["trial"]).run(config, seed)
