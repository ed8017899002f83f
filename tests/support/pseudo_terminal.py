"""Run a program in a pseudo-terminal, and read its screen by a small terminal emulator."""

import codecs
import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios

import waiting

# A control sequence, or another escape sequence (a character set, a keypad mode, a title).
_SEQUENCE = re.compile(
    r"\x1b(?:\[(?P<args>[?<>=]?[0-9;]*)(?P<end>[@-~])|\][^\x07]*\x07|[()].|[=>78M])"
)


class Emulator:
    """The characters on a screen, and the modes that are switched on."""

    def __init__(self, cols, rows):
        self.cols, self.rows = cols, rows
        self.modes = set()
        self.colours = False
        self._unread = ""
        self._clear()

    def _clear(self):
        self.lines = [[" "] * self.cols for _ in range(self.rows)]
        self.x = self.y = 0

    def resize(self, cols, rows):
        self.cols, self.rows = cols, rows
        self._clear()

    @property
    def text(self):
        return "\n".join("".join(line).rstrip() for line in self.lines)

    def feed(self, text):
        text, self._unread, at = self._unread + text, "", 0
        while at < len(text):
            if text[at] == "\x1b":
                found = _SEQUENCE.match(text, at)
                another = text.find("\x1b", at + 1)
                if not found and another < 0:
                    self._unread = text[at:]  # the rest of the sequence has not arrived
                    return
                # Drop an incomplete sequence that another one follows (a resize cut the write).
                at = found.end() if found else another
                if found and found["end"]:
                    self._control(found["args"], found["end"])
            else:
                self._character(text[at])
                at += 1

    def _character(self, one):
        if one == "\r":
            self.x = 0
        elif one == "\n":
            if self.y == self.rows - 1:
                self.lines = [*self.lines[1:], [" "] * self.cols]
            else:
                self.y += 1
        elif one == "\b":
            self.x = max(0, self.x - 1)
        elif one >= " ":
            if self.x == self.cols:
                self._character("\r")
                self._character("\n")
            self.lines[self.y][self.x] = one
            self.x += 1

    def _control(self, args, end):
        if args.startswith("?"):
            modes = {int(mode) for mode in args[1:].split(";") if mode}
            self.modes = self.modes | modes if end == "h" else self.modes - modes
            if 1049 in modes:
                self._clear()
            return
        numbers = [int(one) if one else 0 for one in args.split(";")]
        many = max(1, numbers[0])
        if end == "H":
            row, col = [*numbers, 0][:2]
            self.y, self.x = max(1, row) - 1, max(1, col) - 1
        elif end == "A":
            self.y = max(0, self.y - many)
        elif end == "B":
            self.y = min(self.rows - 1, self.y + many)
        elif end == "C":
            self.x = min(self.cols - 1, self.x + many)
        elif end == "D":
            self.x = max(0, self.x - many)
        elif end == "K":
            self.lines[self.y][self.x :] = [" "] * (self.cols - self.x)
        elif end == "J":
            first = 0 if numbers[0] == 2 else self.y + 1
            if numbers[0] == 0:
                self._control("", "K")
            self.lines[first:] = [[" "] * self.cols for _ in range(self.rows - first)]
        elif end == "m":
            self.colours = self.colours or bool({38, 48} & set(numbers))


class PseudoTerminal:
    """A program that runs in a new pseudo-terminal."""

    def __init__(self, command, cols=80, rows=24, cwd=None, **environ):
        self.screen = Emulator(cols, rows)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._at, self.inner = pty.openpty()
        self._set_size(cols, rows)
        self.before = termios.tcgetattr(self.inner)
        self.child = os.fork()
        if self.child == 0:
            try:
                os.login_tty(self.inner)
                os.close(self._at)
                os.chdir(cwd or "/")
                for name in ("COLUMNS", "LINES", "NO_COLOR"):
                    os.environ.pop(name, None)
                os.environ |= {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"} | environ
                os.execv(command[0], command)
            finally:
                os._exit(127)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.child:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
        os.close(self._at)
        os.close(self.inner)

    def _set_size(self, cols, rows):
        fcntl.ioctl(self._at, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))

    def resize(self, cols, rows):
        self.look()
        self.screen.resize(cols, rows)
        self._set_size(cols, rows)

    def send(self, keys):
        os.write(self._at, keys)

    def send_slowly(self, keys):
        """Send a byte after the program has read the one before, as over a slow connection."""
        for byte in keys:
            self.send(bytes([byte]))
            self.wait_until_read()

    def wait_until_read(self):
        """Wait until the program has read everything that was sent."""

        def unread():
            return struct.unpack("i", fcntl.ioctl(self.inner, termios.FIONREAD, bytes(4)))[0]

        self.until(lambda: unread() == 0)

    def look(self):
        """Read the output that has arrived."""
        while select.select([self._at], [], [], 0)[0]:
            try:
                text = os.read(self._at, 65536)
            except OSError:  # the program has closed the terminal
                return
            self.screen.feed(self._decoder.decode(text))

    def until(self, what):
        """Wait for a text on the screen, or for a condition."""
        wanted = what if callable(what) else lambda: what in self.screen.text

        def seen():
            self.look()
            return wanted()

        try:
            waiting.until(seen)
        except AssertionError:
            raise AssertionError(f"{what} is not on the screen:\n{self.screen.text}") from None

    def exit_status(self):
        """Wait for the end of the program."""
        self.until(self._has_ended)
        self.look()
        return self._status

    def _has_ended(self):
        child, status = os.waitpid(self.child, os.WNOHANG)
        if child:
            self.child, self._status = 0, os.waitstatus_to_exitcode(status)
        return child
