"""The contract of players: each test breaks it in one way, which must be reported."""

import random
import sys

import pytest

from mineproof import (
    FLAG,
    MINE,
    SAFE,
    STRATEGIES,
    BadInput,
    Board,
    BrokenContract,
    Deal,
    Game,
    Move,
    analyse,
    check_player,
    deal,
    play_game,
    strategy,
)
from places import EXAMPLES
from tiers import slow

sys.path.insert(0, str(EXAMPLES))
from my_player import MyPlayer


class Spoiled(MyPlayer):
    """The example player with wrong moves: `spoil` gets the player, the view and the right move."""

    def __init__(self, spoil):
        super().__init__()
        self.spoil, self.games = spoil, 0

    def begin(self, view):
        super().begin(view)
        self.games += 1

    def choose(self, view):
        return self.spoil(self, view, super().choose(view))


def mark_again(view, verdict):
    """Return a move on a cell that is marked so already, or None."""
    shown = range(9) if verdict is SAFE else [FLAG]
    marked = [cell for cell, value in enumerate(view.cells) if value in shown]
    return Move(marked[0], verdict) if marked else None


def toss_a_coin(_player, view, move):
    return move if not move or move.certain else move._replace(cell=random.choice(view.unmarked))


def scribble(_player, view, move):
    view.cells.obj[0] = 8
    return move


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda _, view, move: mark_again(view, SAFE) or move, "is open already"),
        (lambda _, view, move: mark_again(view, MINE) or move, "is flagged already"),
        (lambda _, _view, move: move and move._replace(certain=True), "with certainty, and is not"),
        (
            lambda _, view, move: move and move._replace(cell=view.board.cells),
            "is not on the board",
        ),
        (toss_a_coin, "other moves|changes the moves"),
        (lambda *_: 42, "is not a Move"),
        (lambda me, _, move: move if me.games < 20 else None, "other moves|changes the moves"),
        (scribble, "wrote on the view"),
    ],
)
def test_a_player_that_breaks_the_contract_is_told_how(spoil, complaint):
    with pytest.raises(BrokenContract, match=complaint):
        check_player(lambda: Spoiled(spoil))


class Answering:
    """Gives the same answer to every question."""

    def __init__(self, answer):
        self.answer = answer

    def begin(self, view):
        pass

    def choose(self, view):
        return self.answer


class OpensGivenCells(MyPlayer):
    """Opens the given cells, which are open, before it looks at the board."""

    def begin(self, view):
        self.given = list(view.initial)

    def choose(self, view):
        return Move(self.given.pop(), SAFE) if self.given else super().choose(view)


def test_a_player_may_open_the_given_cells_again_but_not_without_end():
    assert check_player(OpensGivenCells) == check_player(MyPlayer)
    heard, dealt = [], Deal(Board(1, 3), bytes([0, 0, 1]), (0,))
    result = play_game(Game(dealt), OpensGivenCells(), after=heard.append)
    assert (result.won, [move.cell for move in heard]) == (True, [1, 2])
    for answer in (Move(0, SAFE), Move("r1c1", "safe")):
        with pytest.raises(BrokenContract, match="r1c1 is open already"):
            play_game(Game(dealt), Answering(answer))
    with pytest.raises(BadInput, match="already open"):
        play_game(Game(dealt), Answering(Move(0, MINE)))


def test_a_player_that_flags_a_cell_again_is_stopped():
    dealt = Deal(Board(1, 4), bytes([0, 0, 1, 1]), (0,))
    for play in (play_game, lambda game, player: list(game.moves(player))):
        with pytest.raises(BrokenContract, match="r1c3 is flagged already"):
            play(Game(dealt), Answering(Move(2, MINE)))
    game = Game(dealt)
    game.open(1)
    assert play_game(game, Answering(Move("r1c3", "mine"))).outcome == "won"


def raises(view):
    return Move(analyse(view).best.cell, SAFE, certain=False)


AFTER_THE_WIN = {
    "raises": raises,
    "guesses a mine": lambda view: Move(view.unmarked[0], SAFE, certain=False),
    "opens a mine": lambda view: Move(view.unmarked[0], SAFE),
    "opens an open cell": lambda view: Move(view.initial[0], SAFE),
    "no move": lambda _: 42,
    "gives up": lambda _: None,
}


class Obvious:
    """Opens what is safe, else the best risk, and does not know when a game is won."""

    def __init__(self, then=raises):
        self.then = then

    def begin(self, view):
        pass

    def choose(self, view):
        found = analyse(view)
        if found.safe:
            return Move(found.safe[0], SAFE)
        won = len(view.hidden) == view.mines
        return self.then(view) if won else Move(found.best.cell, SAFE, certain=False)


@pytest.mark.parametrize("then", AFTER_THE_WIN)
def test_a_game_that_is_won_stays_won_whatever_a_player_does_then(then):
    for seed in range(5):
        dealt = deal("easy", start="open", seed=seed)
        bot, moves = Game(dealt), []
        while not bot.over:
            found = analyse(bot.view)
            moves.append((found.safe or [dealt.board.name(found.best.cell)])[0])
            bot.open(moves[-1])
        heard = []
        result = play_game(Game(dealt), Obvious(AFTER_THE_WIN[then]), after=heard.append)
        assert [dealt.board.name(move.cell) for move in heard] == moves
        assert result.outcome == bot.outcome
        assert not result.complete


@pytest.mark.slow(twin="test_a_game_that_is_won_stays_won_whatever_a_player_does_then")
def test_the_contract_allows_an_exception_after_the_win():
    assert check_player(Obvious) > 50


def test_a_mine_that_is_called_safe_breaks_the_contract_after_the_win_too():
    with pytest.raises(BrokenContract, match="is called safe with certainty, and is not"):
        check_player(lambda: Obvious(AFTER_THE_WIN["opens a mine"]))


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
    assert result.outcome == "won"
    assert heard == [Move(0, MINE)]
    assert heard[0].verdict is MINE
    assert play_game(mine_and_safe(), Answering(Move(cell, "safe"))).outcome == "lost"


def in_words_or_pairs(_player, view, move):
    if move is None or move.cell % 2:
        return move and Move(view.board.name(move.cell), str(move.verdict), move.certain)
    row, col = divmod(move.cell, view.board.cols)
    return move._replace(cell=(row + 1, col + 1))


def test_the_form_of_a_cell_and_of_a_verdict_does_not_change_the_games():
    in_other_forms = check_player(lambda: Spoiled(in_words_or_pairs))
    assert in_other_forms == check_player(MyPlayer) > 50


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


COSTLY = ("rebuild", "consuming", "csp", "csp-assign")


@pytest.mark.parametrize("name", [slow(name) if name in COSTLY else name for name in STRATEGIES])
def test_every_strategy_keeps_the_contract(name):
    assert check_player(strategy(name).player) > 50
