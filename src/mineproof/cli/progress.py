"""Progress on standard error: a bar on a terminal, and lines elsewhere."""

import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import accumulate
from types import FrameType


class RolloutReport:
    """Shows the progress of rollouts, position after position; after Ctrl-C it ends them."""

    def __init__(self) -> None:
        self.stopped = False
        """Whether Ctrl-C was pressed."""
        self.advance: Callable[[int], None] = lambda _part: None
        """Moves the progress bar."""
        self._played = 0

    def __call__(self, played: int, _budget: int) -> bool:
        self.advance(max(-self._played, played - self._played))  # a new position starts again
        self._played = played
        return not self.stopped

    def stop(self, _signal: int, _frame: FrameType | None) -> None:
        """Handle Ctrl-C: the first one ends the rollouts, the second one interrupts as usual."""
        if self.stopped:
            raise KeyboardInterrupt
        self.stopped = True
        print("mineproof: stopped; this is the best so far", file=sys.stderr)


@contextmanager
def rollout_progress(think: str, *, two_cells: bool = False) -> Iterator[RolloutReport | None]:
    """Yield a report for an evaluation, of two cells or not; None if `think` plays no rollouts.

    The first Ctrl-C ends rollouts and endings, and the best choice so far is the answer.
    """
    from mineproof.core.choice import engine
    from mineproof.core.think import think_named

    budget = think_named(think).rollouts * (2 if two_cells else 1)
    if not budget or not engine().looks_ahead:
        yield None
        return
    report = RolloutReport()
    before = signal.signal(signal.SIGINT, report.stop)
    try:
        with progress_bar("rollouts", budget) as report.advance:
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


@contextmanager
def progress_of_parts(
    what: str, parts: Mapping[str, int], unit: str
) -> Iterator[Callable[[int], None]]:
    """Show a progress bar, or, if standard error is no terminal, a line at the end of each part."""
    total, done = sum(parts.values()), 0
    ends = dict(zip(accumulate(parts.values()), parts, strict=True))

    def advance(more: int) -> None:
        nonlocal done
        done += more
        while ends and done >= min(ends):
            at = min(ends)
            line = f"mineproof: {ends.pop(at)} is over, {at} of at most {total} {unit}"
            print(line, file=sys.stderr, flush=True)

    with progress_bar(what, total) as bar:
        yield bar if sys.stderr and sys.stderr.isatty() else advance
