"""The contract of players: each test breaks it in one way, which must be reported."""

import random
import sys
from pathlib import Path

import pytest

from mineproof import (
    MINE,
    SAFE,
    STRATEGIES,
    Board,
    BrokenContract,
    Deal,
    Game,
    Move,
    check_player,
    play_game,
    strategy,
)

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


class Answering:
    """Gives the same answer to every question."""

    def __init__(self, answer):
        self.answer = answer

    def begin(self, view):
        pass

    def choose(self, view):
        return self.answer


def mine_and_safe():
    return Game(Deal(Board(1, 2), bytes([1, 0]), ()))


@pytest.mark.parametrize("cell", [0, "r1c1", (1, 1)])
@pytest.mark.parametrize("verdict", [MINE, "mine"])
def test_a_move_may_give_its_verdict_as_text_and_its_cell_in_any_form(cell, verdict):
    heard, game = [], mine_and_safe()

    def stop(move):
        heard.append(move)
        game.open(1)

    result = play_game(game, Answering(Move(cell, verdict)), after=stop)
    assert result.outcome == "solved"
    assert heard == [Move(0, MINE)]
    assert heard[0].verdict is MINE
    assert play_game(mine_and_safe(), Answering(Move(cell, "safe"))).outcome == "exploded"


class InWords(Spoiled):
    def spoil(self, view, move):
        return move and Move(view.board.name(move.cell), str(move.verdict), move.certain)


class InPairs(Spoiled):
    def spoil(self, view, move):
        if move is None:
            return None
        row, col = divmod(move.cell, view.board.cols)
        return move._replace(cell=(row + 1, col + 1))


def test_the_form_of_a_cell_and_of_a_verdict_does_not_change_the_games():
    assert check_player(InWords) == check_player(InPairs) == check_player(MyPlayer)


NO_MOVES = [
    ((0, MINE), "is not a Move: return Move"),
    ([0], "is not a Move"),
    ("r1c1", "is not a Move"),
    (Move(0, "boom"), "its verdict is SAFE or MINE, not 'boom'"),
    (Move(0, None), "SAFE or MINE, not None"),
    (Move(0, True), "SAFE or MINE, not True"),
    (Move(0, [MINE]), "SAFE or MINE, not"),
    (Move("r9c99", SAFE), "cell 'r9c99' is not on the board: a cell is 'r2c1'"),
    (Move(0.5, SAFE), "cell 0.5 is not on the board"),
]


@pytest.mark.parametrize(("answer", "complaint"), NO_MOVES, ids=repr)
def test_an_answer_that_is_no_move_is_refused_in_words(answer, complaint):
    with pytest.raises(BrokenContract, match=complaint):
        play_game(mine_and_safe(), Answering(answer))
    with pytest.raises(BrokenContract, match=complaint):
        check_player(lambda: Answering(answer))


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_strategy_keeps_the_contract(name):
    assert check_player(strategy(name).player) > 50
