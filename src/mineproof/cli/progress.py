"""A progress bar on standard error, if that is a terminal."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mineproof.core import Report


@contextmanager
def rollout_progress(think: str) -> "Iterator[Report | None]":
    """Yield a function that shows the progress of rollouts, position after position.

    It is None if `think` plays no rollouts.

    The first Ctrl-C ends the rollouts, and the best choice so far is the answer; the second one
    interrupts as usual.
    """
    from mineproof.core import engine, think_named

    budget = think_named(think).rollouts
    if not budget or not engine().looks_ahead:
        yield None
        return
    stopped = False

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal stopped
        if stopped:
            raise KeyboardInterrupt
        stopped = True
        print("mineproof: stopped; this is the best so far", file=sys.stderr)

    before = signal.signal(signal.SIGINT, stop)
    try:
        with progress_bar("rollouts", budget) as advance:
            done = 0

            def report(played: int, _budget: int) -> bool:
                nonlocal done
                advance(max(-done, played - done))  # a new position starts again
                done = played
                return not stopped

            yield report
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show the progress of a long task. Call the yielded function after each part."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _part: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:.3g}/s" if task.speed else "")

    console = Console(stderr=True)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as shown:
        task = shown.add_task(what, total=total)
        yield lambda part: shown.advance(task, part)
