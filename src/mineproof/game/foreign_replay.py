"""Convert replays of other programs.

They are `.avf` (Arbiter), `.rmv` (Viennasweeper), `.mvf` (Clone) and `.evf` (Metasweeper).
ms_toollib reads them (the extra `replays`).

Presses and releases of buttons become moves. A click without effect becomes a move without effect,
which keeps the number of clicks right: a left click on an open cell is an `open`, a right click on
an open cell an `unflag`, a left click on a flag a `chord` of a closed cell.
"""

import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from mineproof.base.errors import BadInput, missing_extra
from mineproof.base.input_files import open_regular
from mineproof.base.resolved_path import resolved
from mineproof.base.safe_path import command_of_module
from mineproof.game.board import Board
from mineproof.game.deal import Deal
from mineproof.game.game import Game
from mineproof.game.picture import FLAG, HIDDEN
from mineproof.game.replay import Action, Do, Replay, make

KINDS = (".avf", ".rmv", ".mvf", ".evf")
_SECONDS = 60  # to read one file


def is_foreign(path: str) -> bool:
    """Tell by its name whether a file is a replay of another program; the bytes do not show it.

    >>> is_foreign("best.AVF"), is_foreign("game.json")
    (True, False)
    """
    return Path(path).suffix.lower() in KINDS


def read_foreign_bytes(raw: bytes, name: str, seconds: float = _SECONDS) -> Replay:
    """Return the replay in a file of that name; raise `BadInput` if it cannot be read."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"replay{Path(name).suffix.lower()}"
        path.write_bytes(raw)
        return read_foreign(str(path), seconds)


def read_foreign(path: str, seconds: float = _SECONDS, most_cells: int | None = None) -> Replay:
    """Return the replay in a file; raise `BadInput` with one line if it cannot be read.

    A board with more than `most_cells` is refused.
    """
    kind = Path(path).suffix.lower()[1:]
    try:
        with open_regular(path):
            absolute = str(resolved(path))
    except OSError as problem:
        raise BadInput(problem.strerror or str(problem)) from None
    child = command_of_module("mineproof.game._video_child")
    command = [*child, kind, absolute]
    try:
        # ms_toollib writes a crash.log into the current folder when it panics.
        with tempfile.TemporaryDirectory() as folder:
            ended = subprocess.run(
                command,
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=seconds,
                check=False,
                errors="replace",
            )
    except subprocess.TimeoutExpired:
        raise BadInput(f"ms_toollib did not read the file within {seconds:g} seconds") from None
    except OSError:  # Python in a browser starts no processes
        raise BadInput(
            "replays of other programs are read by the server and the command line, not here"
        ) from None
    if "No module named 'ms_toollib'" in ended.stderr:
        raise BadInput(missing_extra("ms_toollib is missing", "replays"))
    if ended.returncode < 0:
        raise BadInput(f"ms_toollib crashed: it cannot read this .{kind} replay")
    if ended.returncode:
        raise BadInput(f"ms_toollib reports an error: it cannot read this .{kind} replay")
    return _replay(json.loads(ended.stdout), most_cells)


def _replay(found: dict[str, Any], most_cells: int | None) -> Replay:
    rows = found["mines"]
    board = Board.within(len(rows), len(rows[0]) if rows else 0, "grid", most_cells)
    deal = Deal(board, bytes(mine for row in rows for mine in row), ())
    replay = Replay(deal, player=found["player"])
    buttons, game, latest = _Buttons(), Game(deal), 0.0
    for time, event, row, col in found["events"]:
        kind = buttons.follow(event)
        inside = 0 <= row < board.rows and 0 <= col < board.cols
        if kind is None or not inside or game.over:
            continue
        cell = row * board.cols + col
        # A replay refuses times before zero and times that go backwards.
        latest = max(latest, round(time, 3))
        action = Action(_move(kind, game.view.cells[cell]), cell, latest)
        make(game, action, flood=True)
        replay.moves.append(action)
    return replay


def _move(kind: str, seen: int) -> Do:
    """Return the move that a click makes on a cell that shows `seen`."""
    if kind == "left":
        return "chord" if seen == FLAG else "open"
    if kind == "right":
        return "flag" if seen == HIDDEN else "unflag"
    return "chord"


class _Buttons:
    """Tracks which buttons are down, and finds the event that completes a click."""

    def __init__(self) -> None:
        self._left = self._right = False
        self._both = False
        """Whether both buttons were down at some time since the first was pressed."""

    def follow(self, event: str) -> str | None:
        """Return `left`, `right` or `both` if the event completes a click, else None.

        >>> buttons = _Buttons()
        >>> [buttons.follow(event) for event in ("lc", "rc", "lr", "rr", "lc", "lr", "rc", "rr")]
        [None, None, 'both', None, None, 'left', 'right', None]
        """
        if event == "lc":
            self._left, self._both = True, self._right
        elif event == "rc":
            self._right, self._both = True, self._left
            return None if self._left else "right"
        elif event == "cc":  # left and right go down at once
            self._left = self._right = self._both = True
        elif event == "mr":
            return "both"
        elif event in ("lr", "rr"):
            return self._release(left=event == "lr")
        return None

    def _release(self, *, left: bool) -> str | None:
        was_both, was_down = self._left and self._right, self._left if left else self._right
        if left:
            self._left = False
        else:
            self._right = False
        if was_both:
            return "both"
        rest_of_both, self._both = self._both, False
        return "left" if left and was_down and not rest_of_both else None
