"""The full screen in a real terminal, by prompt_toolkit: keys, mouse, resizing, suspending.

prompt_toolkit parses whole escape sequences, draws what has changed, and restores the terminal.
Jobs run in order on one other thread, so the screen can show that the program is thinking.
"""

import asyncio
import contextlib
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Literal

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, UIContent, UIControl, Window
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from mineproof.terminal.draw import to_ascii
from mineproof.terminal.game import TerminalGame
from mineproof.terminal.screen import Done, Screen

_BUTTONS: dict[MouseButton, Literal["left", "middle", "right"]] = {
    MouseButton.LEFT: "left",
    MouseButton.MIDDLE: "middle",
    MouseButton.RIGHT: "right",
}
_ESCAPE_SECONDS = 0.1
"""After a longer pause an escape sequence is read as the Escape key."""
_SIGN_SECONDS = 0.2
"""For a longer job the screen shows that the program is thinking."""
_FRAME_SECONDS = 0.02
"""The time to draw the screen once."""
_SECONDS_TO_SEQUENCE = 1.0
"""Within this time after Escape, `[` or `O` belongs to a sequence that the parser does not know."""


class UnknownSequences:
    """Drops escape sequences that prompt_toolkit's parser does not know.

    The parser passes them on as Escape and single characters, which are keys of the game. Escape
    and one other character at the same time is Alt with a key, which is ignored too.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._escaped: float | None = None
        """The time of Escape, if no key has followed."""
        self._within = ""
        """`[` or `O` within a sequence, else empty."""

    def drop(self, key: str) -> bool:
        """Tell whether a key is a part of an unknown sequence."""
        if key == "escape":
            self._escaped, self._within = self._clock(), ""
            return False
        since = self._clock() - self._escaped if self._escaped is not None else None
        self._escaped = None
        if len(key) != 1:
            self._within = ""
            return False
        if self._within:
            # A control sequence ends with a character from @ to ~; one by SS3 has one character.
            if self._within == "O" or "@" <= key <= "~":
                self._within = ""
            return True
        if since is None:
            return False
        if key in "[O" and since < _SECONDS_TO_SEQUENCE:
            self._within = key
            return True
        return since < _ESCAPE_SECONDS / 2


class ScreenControl(UIControl):
    """The screen as the one control of the application."""

    def __init__(self, screen: Screen, guard: Callable[[Callable[[], object]], object]) -> None:
        self.screen = screen
        self._guard = guard
        encoding = sys.stdout.encoding or "utf-8"
        try:
            "│┼↓…·".encode(encoding)
            self._encodes = True
        except (UnicodeEncodeError, LookupError):
            self._encodes = False

    def create_content(self, width: int, height: int) -> UIContent:
        lines: list[StyleAndTextTuples] = [[] for _ in range(height)]

        def draw() -> None:
            canvas = self.screen.draw(width, height)
            for y in range(height):
                line = "".join(style.draw(text) for style, text in canvas.runs(y))
                lines[y] = to_formatted_text(ANSI(line if self._encodes else to_ascii(line)))

        self._guard(draw)
        return UIContent(
            get_line=lambda y: [*lines[y]],
            line_count=height,
            cursor_position=Point(0, 0),
            show_cursor=False,
        )

    def is_focusable(self) -> bool:
        return True

    def mouse_handler(self, mouse_event: MouseEvent) -> object:
        kind, at = mouse_event.event_type, mouse_event.position
        if kind in (MouseEventType.SCROLL_UP, MouseEventType.SCROLL_DOWN):
            self.screen.wheel(down=kind == MouseEventType.SCROLL_DOWN)
            return None
        button = _BUTTONS.get(mouse_event.button)
        if kind != MouseEventType.MOUSE_DOWN or button is None:
            return NotImplemented
        self._guard(lambda: self.screen.click(at.x, at.y, button))
        return None


class Worker:
    """Runs tasks in order on one thread, and their results on the thread of the event loop.

    The thread does not prevent the program from ending.
    """

    def __init__(self, done: Callable[[Done], None], failed: Callable[[Exception], None]) -> None:
        self._tasks: queue.SimpleQueue[Callable[[], Done]] = queue.SimpleQueue()
        self._done, self._failed = done, failed
        self._thread = threading.Thread(target=self._work, daemon=True)

    def run(self, task: Callable[[], Done]) -> None:
        if not self._thread.is_alive():
            self._thread.start()
        self._tasks.put(task)

    def _work(self) -> None:
        while True:
            task = self._tasks.get()
            try:
                self._done(task())
            except Exception as problem:  # shown once the terminal is restored
                self._failed(problem)


class TerminalApp:
    """A game on the full screen of this terminal."""

    def __init__(self, game: TerminalGame, save_to: str) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        worker = Worker(
            done=lambda done: self._from_worker(lambda: self._finish(done)),
            failed=lambda problem: self._from_worker(lambda: self._leave(problem)),
        )
        self._worker = worker
        self.screen = Screen(game, save_to, run=self._start)
        self._unknown = UnknownSequences()
        control = ScreenControl(self.screen, self._guard)
        self._app: Application[None] = Application(
            layout=Layout(Window(control, always_hide_cursor=True)),
            key_bindings=self._bindings(),
            enable_page_navigation_bindings=False,
            include_default_pygments_style=False,
            full_screen=True,
            mouse_support=True,
            refresh_interval=1.0,
        )
        self._app.ttimeoutlen = _ESCAPE_SECONDS
        self._app.timeoutlen = _ESCAPE_SECONDS

    def run(self) -> None:
        """Play until the player leaves."""
        self._app.run(pre_run=self._on_start)

    def _on_start(self) -> None:
        self._loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name) and sys.platform != "win32":
                # The default action of the signal would not restore the terminal.
                self._loop.add_signal_handler(
                    getattr(signal, name), lambda: self._leave(SystemExit(1))
                )

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()

        @bindings.add(Keys.Any)
        def _(event: KeyPressEvent) -> None:
            key = event.key_sequence[0].key
            self._press(key.value if isinstance(key, Keys) else key)

        return bindings

    def _press(self, key: str) -> None:
        if self._unknown.drop(key):
            return
        if key == "c-z":
            self._app.suspend_to_background()
        elif self._guard(lambda: self.screen.press(key)) is False:
            self._leave()

    def _guard(self, action: Callable[[], object]) -> object:
        """Run a function; an error ends the game and is printed after the terminal is restored."""
        try:
            return action()
        except Exception as problem:
            self._leave(problem)
            return None

    def _leave(self, problem: BaseException | None = None) -> None:
        if self._app.is_running and not self._app.is_done:
            if problem is None:
                self._app.exit()
            else:
                self._app.exit(exception=problem)

    # Jobs

    def _start(self, task: Callable[[], Done]) -> None:
        assert self._loop is not None
        if self.screen.thinking:
            # Draw the sign before the work begins, even if the work blocks all other threads.
            self._app.invalidate()
            self._worker.run(lambda: _after_a_frame(task))
        else:
            self._worker.run(task)
            self._loop.call_later(_SIGN_SECONDS, self._show_sign, self.screen.jobs_done)

    def _show_sign(self, jobs_done: int) -> None:
        """Show that the program is thinking, unless a job has ended in the meantime."""
        if self.screen.jobs and self.screen.jobs_done == jobs_done:
            self.screen.thinking = True
            self._app.invalidate()

    def _from_worker(self, call: Callable[[], None]) -> None:
        assert self._loop is not None
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call)

    def _finish(self, done: Done) -> None:
        self._guard(done)
        self._app.invalidate()


def _after_a_frame(task: Callable[[], Done]) -> Done:
    time.sleep(_FRAME_SECONDS)
    return task()


def play_on_screen(game: TerminalGame, save_to: str) -> None:
    """Play on the full screen until the player leaves or the terminal closes."""
    with contextlib.suppress(EOFError):
        TerminalApp(game, save_to).run()
