"""Decisions that games come to, and a journal of what was found out about them."""

import argparse
import hashlib
import json
import lzma
import math
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from table import settle

from mineproof import Game, deal
from mineproof.core.choice import engine
from mineproof.core.think import THINK
from mineproof.game.formats.mine import write
from mineproof.game.view import View
from mineproof.play.strategies import STRATEGIES

STAGES = {"2-29": (2, 29), "30-349": (30, 349), "350+": (350, 10**9)}
"""Opened cells of a decision, from and to."""


@dataclass
class Decision:
    """A risk that is chosen by looking ahead: the rest is too large to be played out."""

    board: int
    number: int
    """Of the decision in its game."""
    opened: int
    view: View
    deducer: object
    """It has followed the game."""
    chosen: int
    """The cell that `normal` opens."""
    played: int
    """The cell that the game goes on with: that of `normal`, unless the caller sets another."""

    def seed(self, name):
        """For random numbers of one purpose: another one for each decision."""
        words = f"{name}/{self.board}/{self.number}/{write(self.view)}"
        return int.from_bytes(hashlib.sha256(words.encode()).digest()[:7])

    def as_json(self):
        name = self.view.board.name
        return {
            "board": self.board,
            "decision": self.number,
            "opened": self.opened,
            "normal": name(self.chosen),
            "position": write(self.view),
        }


def decisions(level, start, seed, board):
    """The decisions of one game, up to its loss, its end or its ending."""
    dealt, normal = deal(level, start=start, seed=seed, number=board), THINK["normal"]
    game = Game(dealt)
    deducer = engine().deducer(dealt.board, dealt.mines)
    waiting, number = list(dealt.initial), 0
    while True:
        settle(deducer, game.open, waiting)
        if game.won or engine().analyse(game.view).layouts <= normal.layouts:
            return
        cell = deducer.best_risk(game.view, normal)
        opened = game.opened
        if opened >= STAGES["2-29"][0]:
            decision = Decision(board, number, opened, game.copy().view, deducer, cell, cell)
            yield decision
            number, cell = number + 1, decision.played
        if dealt.layout[cell]:
            return
        waiting = [cell]


def players(*names):
    """All that these ways to think decide by, for the settings of a journal."""
    return {
        "players": {name: vars(THINK[name]) for name in names},
        "race": engine().race_settings(),
        "revision": STRATEGIES["guess"].revision,
    }


class Journal:
    """A file of JSON lines that a run goes on with: the settings first, then a line for each
    decision, and one at the end of each board. A board that was interrupted is played again. A
    compressed file (.xz) is only read."""

    def __init__(self, path, settings):
        self.path = Path(path)
        self.settings, self.boards, self.rows = settings, 0, []
        self.is_complete = self.path.suffix == ".xz"
        if self.is_complete or (self.path.exists() and self.path.stat().st_size):
            self._read(settings)
        else:
            self.path.write_text(json.dumps({"settings": settings}) + "\n")

    def _read(self, settings):
        packed = self.path.read_bytes()
        text = (lzma.decompress(packed) if self.is_complete else packed).decode()
        first, *lines = text.splitlines()
        self.settings = json.loads(first)["settings"]
        if self.settings != settings and not self.is_complete:
            raise SystemExit(f"{self.path}: it was begun with other settings: {first}")
        complete, open_rows = [first], []
        for line in lines:
            try:
                row = json.loads(line)
            except ValueError:  # the end of an interrupted run
                break
            open_rows.append((line, row))
            if "decisions" in row:
                self.boards += 1
                self.rows += [one for _, one in open_rows[:-1]]
                complete += [one for one, _ in open_rows]
                open_rows = []
        if not self.is_complete:
            self.path.write_text("\n".join(complete) + "\n")

    def board_done(self, board, rows):
        rows_and_end = [*rows, {"board": board, "decisions": len(rows)}]
        with self.path.open("a") as file:
            file.write("".join(json.dumps(row) + "\n" for row in rows_and_end))
        self.rows += rows
        self.boards += 1


def run(journal, boards, minutes, examine):
    """Examine board after board until there are enough of them, or of minutes of CPU time.
    `examine(board)` gives the rows of a board. Ctrl-C ends the run; what was done is kept."""
    try:
        while (
            not journal.is_complete
            and journal.boards < boards
            and time.process_time() < 60 * minutes
        ):
            board = journal.boards
            journal.board_done(board, list(examine(board)))
    except KeyboardInterrupt:
        print("interrupted")


def a_game(values, boards, games):
    """Mean of what the decisions add to a game, and its 95 % half-width, in points.

    `boards` are the boards of the decisions; `games` is the number of all games.
    """
    sums = np.bincount(np.asarray(boards, int), 100 * np.asarray(values, float), minlength=games)
    return _with_interval(sums.mean(), sums - sums.mean())


def a_decision(values, boards):
    """Mean of a decision and its 95 % half-width, in points.

    Decisions of one game are not independent, and their number is random, so the interval is that
    of a ratio of sums over games.
    """
    values, boards = 100 * np.asarray(values, float), np.asarray(boards, int)
    sums, counts = np.bincount(boards, values), np.bincount(boards)
    mean = values.mean()
    residuals = (sums - mean * counts)[counts > 0]
    return _with_interval(mean, residuals * len(residuals) / len(values))


def _with_interval(mean, residuals):
    """Text of a mean and its half-width; the residuals are those of independent games."""
    games = len(residuals)
    error = math.sqrt((residuals**2).sum() / max(1, games - 1) / games)
    return f"{mean:+.3f} ± {1.96 * error:.3f}"


def options(about, *, seed):
    """What a program about decisions can be asked; `seed` unless told otherwise."""
    parser = argparse.ArgumentParser(description=about.split("\n")[0])
    parser.add_argument("journal", help="JSON lines, gone on with if the file exists")
    parser.add_argument("--level", default="expert")
    parser.add_argument("--start", default="open")
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--boards", type=int, default=10**9)
    parser.add_argument("--minutes", type=float, default=math.inf, help="of CPU time")
    return parser


def main(asked, settings, examine, tell):
    """Go on with the journal of such settings, and sum it up."""
    dealt = {"level": asked.level, "start": asked.start, "seed": asked.seed}
    journal = Journal(asked.journal, dealt | settings)
    run(journal, asked.boards, asked.minutes, lambda board: examine(asked, board))
    if journal.rows:
        tell(journal)
    else:
        print("no decision yet")
