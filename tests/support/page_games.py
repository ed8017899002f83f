"""Games that a test plays beside the page, and what is certain in them."""

from mineproof import Game, deal
from mineproof.answers import analysis
from mineproof.game.formats.mine import write


def certain_cells(view):
    """The cells that are certainly safe, and those that are certainly mined."""
    found = analysis.analyse(view).analysis
    return sorted(found.safe), sorted(found.mined)


def safe_cell(game):
    """A cell that is certainly safe: the first."""
    return certain_cells(game.view)[0][0]


def mined_cell(game):
    """A cell that is certainly mined: the first."""
    return certain_cells(game.view)[1][0]


def begun(deal):
    """A game whose first cell is open."""
    game = Game(deal)
    game.flood(game.view.initial[0])
    return game


def game_of(level, seed, **how):
    return begun(deal(level, start="open", seed=seed, **how))


def text_of(game):
    return "".join(write(game.view).split()[1:])


def cells_of(view, names):
    return sorted(view.board.index(name) for name in names)


def play_on(game):
    """What is certain, move by move, until nothing is."""
    while not game.won:
        found = analysis.analyse(game.view).analysis
        if not found.safe:
            return
        one = found.safe[0]
        yield one
        game.flood(one)
