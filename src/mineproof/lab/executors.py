"""Executors for trials: this process, local processes, or the workers of a Dask cluster."""

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, NamedTuple, ParamSpec, TypeVar

from mineproof.base.errors import BadInput, MineproofError, missing_extra
from mineproof.lab import interrupts
from mineproof.lab.provenance import Installation, installation
from mineproof.play.worker_processes import worker_pool

_CLUSTER_TIMEOUT = 5.0  # seconds until a cluster must answer
_WITHOUT_WORKERS = 4.0  # seconds after which a run on a cluster without workers stops
_BETWEEN_CHECKS = 1.0  # seconds between two questions to the scheduler
_CLOSING = 0.3  # seconds to disconnect from a cluster

_T = TypeVar("_T")
_P = ParamSpec("_P")


class RunStopped(MineproofError):
    """Raised if a run cannot continue; the rows made before are kept."""


class InProcess(Executor):
    """An executor that runs each task at once, in this process."""

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Run a task now, in this process."""
        future: Future[_T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class LabWorkers(NamedTuple):
    """An executor with its settings."""

    executor: Executor
    ahead: int
    """The number of tasks to submit ahead."""
    check: Callable[[], None] = lambda: None
    """Raises `RunStopped` if no worker is left; called while the run waits for results."""


@contextmanager
def open_workers(workers: int = 1, cluster: str | None = None) -> Iterator[LabWorkers]:
    """Open an executor for trials.

    Raise `BadInput` if the cluster does not answer, has no workers, or has workers of another
    version or engine than this process.
    """
    if cluster is not None:
        with _dask(cluster) as found:
            yield found
    elif workers == 1:
        yield LabWorkers(InProcess(), 1)
    else:
        with interrupts.deferred(), worker_pool(workers) as pool:
            yield LabWorkers(pool, 2 * workers)


# A cluster


@contextmanager
def _dask(address: str) -> Iterator[LabWorkers]:
    try:
        import distributed
    except ImportError:
        raise BadInput(missing_extra("a cluster needs Dask", "cluster")) from None
    connect: Any = distributed.Client
    with _without_dask_logs():
        try:
            client = connect(address, timeout=_CLUSTER_TIMEOUT)
        except (OSError, ValueError, ImportError) as problem:
            words = "no Dask scheduler answers there" if isinstance(problem, OSError) else problem
            raise BadInput(f"{address}: {words}") from None
        try:
            threads = sum(client.nthreads().values())
            if not threads:
                raise BadInput(f"{address}: the cluster has no workers")
            _compare_installations(client, address)
            # Tasks are not pure in Dask's sense, because they stop when their time is up.
            executor = client.get_executor(pure=False)
            with interrupts.deferred():
                yield LabWorkers(executor, 2 * threads, _Presence(client).check)
        except BaseException:
            client.close(timeout=_CLOSING)
            raise
        client.close()


def _compare_installations(client: Any, address: str) -> None:
    """Raise `BadInput` if a worker of a cluster has another version or engine than this process."""
    here = installation()
    try:
        found: dict[str, Installation | Exception] = client.run(installation, on_error="return")
    except Exception as problem:
        raise BadInput(f"{address}: a worker cannot report its version: {problem}") from None
    for worker, there in sorted(found.items()):
        if isinstance(there, ModuleNotFoundError):
            words = f"lacks {there.name}"
        elif not isinstance(there, tuple):
            words = f"cannot say what it runs ({there})"
        elif difference := here.differs(Installation(*there)):
            words = f"has {difference}"
        else:
            continue
        raise BadInput(
            f"{address}: worker {worker} {words}: a run needs one version and one engine everywhere"
        )


class _Presence:
    """Watches whether a cluster still has workers. Dask itself waits for new ones forever."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._asked = self._seen = time.monotonic()

    def check(self) -> None:
        """Raise `RunStopped` if the cluster has had no workers for some seconds."""
        now = time.monotonic()
        if now < self._asked + _BETWEEN_CHECKS:
            return
        self._asked = now
        try:
            workers = self._client.sync(
                self._client.scheduler.ncores, callback_timeout=_CLUSTER_TIMEOUT
            )
        except (OSError, TimeoutError):
            raise RunStopped("the cluster has gone") from None
        if workers:
            self._seen = now
        elif now > self._seen + _WITHOUT_WORKERS:
            raise RunStopped("all workers of the cluster have gone")


@contextmanager
def _without_dask_logs() -> Iterator[None]:
    """Silence Dask's log, which fills pages when a cluster disconnects; our error is one line."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)
