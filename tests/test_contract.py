"""The contract of players: each test breaks it in one way, which must be reported."""

import random
import sys
from pathlib import Path

import pytest

from mineproof import MINE, SAFE, STRATEGIES, BrokenContract, Move, check_player, strategy

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
from my_player import MyPlayer


def test_the_example_keeps_the_contract():
    assert check_player(MyPlayer) > 50


class Spoiled(MyPlayer):
    """The example player with one wrong move."""

    def choose(self, view):
        return self.spoil(view, super().choose(view))


class OpensTwice(Spoiled):
    def spoil(self, view, move):
        opened = [cell for cell in range(view.board.cells) if view.cells[cell] >= 0]
        return Move(opened[0], SAFE) if opened else move


class FlagsTwice(Spoiled):
    def spoil(self, view, move):
        flagged = [cell for cell in range(view.board.cells) if view.cells[cell] == -2]
        return Move(flagged[0], MINE) if flagged else move


class Boasts(Spoiled):
    def spoil(self, view, move):
        return move and move._replace(certain=True)


class LeavesTheBoard(Spoiled):
    def spoil(self, view, move):
        return move and move._replace(cell=view.board.cells)


class TossesCoins(Spoiled):
    def spoil(self, view, move):
        if move is None or move.certain:
            return move
        return move._replace(cell=random.choice(view.unmarked))


class Answers42(Spoiled):
    def spoil(self, view, move):
        return 42


class Remembers(Spoiled):
    games = 0

    def begin(self, view):
        super().begin(view)
        self.games += 1

    def spoil(self, view, move):
        return move if self.games < 20 else None


class Scribbles(Spoiled):
    def spoil(self, view, move):
        view.cells.obj[0] = 8
        return move


@pytest.mark.parametrize(
    ("player", "complaint"),
    [
        (OpensTwice, "is open already"),
        (FlagsTwice, "is flagged already"),
        (Boasts, "with certainty, and is not"),
        (LeavesTheBoard, "is not on the board"),
        (TossesCoins, "other moves|changes the moves"),
        (Answers42, "is not a Move"),
        (Remembers, "other moves|changes the moves"),
        (Scribbles, "wrote on the view"),
    ],
)
def test_a_player_that_breaks_the_contract_is_told_how(player, complaint):
    with pytest.raises(BrokenContract, match=complaint):
        check_player(player)


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_strategy_keeps_the_contract(name):
    assert check_player(strategy(name).player) > 50
