"""Wait for an event. Only this module of tests/ knows a clock (house/test_suite.py)."""

import asyncio
import functools
import threading
import time

LONG = 120.0
"""Seconds without the event that mean that it never comes, also on a busy machine."""


def until(condition, what="the event"):
    """Wait until `condition()` is true, and return its value."""
    end = time.monotonic() + LONG
    while not (value := condition()):
        assert time.monotonic() < end, f"{what} did not come"
        time.sleep(0.01)
    return value


class StandingLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock stands still: its time limits pass only by `pass_seconds`."""

    now = 0.0

    def time(self):
        return self.now


def in_standing_loop(test):
    """Run a test that is a coroutine in an event loop whose clock stands still."""

    async def guarded(*args, **named):
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        guard = threading.Timer(2 * LONG, loop.call_soon_threadsafe, [task.cancel])
        guard.start()
        try:
            await test(*args, **named)
        finally:
            guard.cancel()

    @functools.wraps(test)
    def run(*args, **named):
        with asyncio.Runner(loop_factory=StandingLoop) as runner:
            runner.run(guarded(*args, **named))

    return run


async def pass_seconds(seconds):
    """Run what is ready, set the clock of the event loop forward, and run what is due."""
    await pass_rounds(10)
    asyncio.get_running_loop().now += seconds
    await pass_rounds(10)


async def pass_rounds(count):
    """Let the event loop run what is ready, so many times."""
    for _ in range(count):
        await asyncio.sleep(0)


async def until_in_loop(condition, what="the event"):
    """Wait until `condition()` is true, while the event loop runs; return its value."""
    return await asyncio.to_thread(until, condition, what)
