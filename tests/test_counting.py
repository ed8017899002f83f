"""Exact counting, compared with brute force, a SAT solver and the plain twin."""

import json
import random
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest
from pysat.solvers import Solver

from engines import engines, needs_native, using
from mineproof import HIDDEN, Contradiction, Game, Start, View, custom, deal, level, read
from mineproof.core import THINK, compiled, engine
from mineproof.core.plain_deducer import PlainDeducer
from mineproof.counting import exact
from mineproof.counting.conflict import minimal_conflict
from mineproof.errors import TooWide
from mineproof.game.board import SHAPES, Board
from mineproof.game.clues import Clue, clues
from mineproof.game.deal import Deal, layouts
from mineproof.game.game import view_of
from mineproof.reason import deduce
from mineproof.reason.deduce import analyse, exact_odds
from oracle import safe_cells

COUNTS = json.loads((Path(__file__).parent / "boards" / "counts.json").read_text())


def every_layout(view):
    """Return all layouts that fit, as rows of booleans over the hidden cells."""
    hidden = view.hidden
    place = {cell: bit for bit, cell in enumerate(hidden)}
    masks = np.arange(1 << len(hidden), dtype=np.uint32)
    fits = np.bitwise_count(masks) == view.mines
    for cell, clue in enumerate(view.cells.tolist()):
        if clue >= 0:
            around = sum(1 << place[x] for x in view.board.neighbours[cell] if x in place)
            fits &= np.bitwise_count(masks & np.uint32(around)) == clue
    return (masks[fits][:, None] >> np.arange(len(hidden), dtype=np.uint32) & 1).astype(bool)


def random_position(chance, most_hidden=15):
    """Return a small position of any shape, with or without openings, sometimes a wrong clue."""
    while True:
        rows, cols = chance.randint(1, 6), chance.randint(1, 6)
        shape, cells = chance.choice(SHAPES), rows * cols
        mines = chance.randint(0, min(cells, most_hidden))
        start = Start(safe_cells=0)
        seed = chance.randrange(2**32)
        game = Game(deal(custom(f"{cols}x{rows}", mines), start=start, seed=seed, shape=shape))
        share = chance.choice([0.2, 0.5, 0.8, 0.95])
        for cell in range(cells):
            if not game.deal.layout[cell] and chance.random() < share and game.view.cells[cell] < 0:
                (game.flood if chance.random() < 0.3 else game.open)(cell)
        if len(game.view.hidden) > most_hidden:
            continue
        seen = game.view.cells.tolist()
        opened = [cell for cell, value in enumerate(seen) if value >= 0]
        if opened and chance.random() < 0.1:
            spoiled = chance.choice(opened)
            seen[spoiled] = max(0, min(8, seen[spoiled] + chance.choice([-1, 1])))
        return view_of(game.view.board, mines, seen)


@pytest.mark.parametrize("seed", range(8))
def test_small_positions_are_counted_as_by_trying_every_placement(core, seed):
    """2,400 positions with each engine."""
    chance, contradictory = random.Random(seed), 0
    for _ in range(300):
        view = random_position(chance)
        fitting = every_layout(view)
        if not len(fitting):
            contradictory += 1
            with pytest.raises(Contradiction):
                analyse(view)
            continue
        found = analyse(view)
        mined = fitting.sum(axis=0).tolist()
        assert found.layouts == len(fitting)
        for cell, n in zip(view.hidden, mined, strict=True):
            assert found.odds[cell] == pytest.approx(n / len(fitting), rel=1e-12, abs=0)
        assert found.safe == [c for c, n in zip(view.hidden, mined, strict=True) if n == 0]
        assert found.mined == [
            c for c, n in zip(view.hidden, mined, strict=True) if n == len(fitting)
        ]
        if core == "python":
            layouts_, shares = exact_odds(view)
            assert layouts_ == len(fitting)
            assert shares == {
                c: Fraction(n, len(fitting)) for c, n in zip(view.hidden, mined, strict=True)
            }
    assert contradictory > 3


def stuck_positions(what, start, count, seed):
    """Yield positions of real games in which logic is stuck after a few guesses."""
    number = 0
    while count:
        game = Game(deal(what, start=start, seed=seed, number=number))
        follow = PlainDeducer(game.deal.board, game.view.mines)
        todo = list(game.view.initial)
        guesses = number % 3
        number += 1
        while todo:
            for cell in todo:
                follow.open(cell, game.open(cell))
            todo, _ = follow.deduce()
            if not todo and guesses and not game.won:
                guesses -= 1
                hidden = [cell for cell in game.view.hidden if not game.deal.layout[cell]]
                todo = [hidden[number % len(hidden)]]
        if not game.won:
            count -= 1
            yield game.view


def test_expert_positions_entail_what_a_sat_solver_says(core):
    """300 positions: the solver decides if each cell next to a clue can be a mine or safe."""
    for view in stuck_positions("expert", "open", 300, seed=31):
        found = analyse(view)
        certain = dict.fromkeys(found.safe, False) | dict.fromkeys(found.mined, True)
        told = clues(view)
        front = sorted({cell for clue in told for cell in clue.cells})
        sea = [cell for cell in view.hidden if cell not in set(front)]
        with Solver(name="minicard") as solver:
            for cells, mines in [(c.cells, c.mines) for c in told] + [(view.hidden, view.mines)]:
                solver.add_atmost([cell + 1 for cell in cells], mines)
                solver.add_atmost([-cell - 1 for cell in cells], len(cells) - mines)
            for cell in [*front, *sea[:2]]:
                may_be = [solver.solve(assumptions=[lit]) for lit in (-cell - 1, cell + 1)]
                expected = {(True, False): False, (False, True): True}.get(tuple(may_be))
                assert certain.get(cell) == expected, f"{view.board.name(cell)}\n{view}"


@pytest.mark.parametrize("pinned", COUNTS, ids=lambda pinned: pinned["by"])
def test_the_number_of_layouts_is_what_others_counted(core, pinned):
    view = read(pinned["position"], shape=pinned["shape"])
    assert analyse(view).layouts == int(pinned["layouts"])


def test_the_pinned_counts_are_of_many_kinds():
    assert len(COUNTS) >= 60
    assert {pinned["shape"] for pinned in COUNTS} == {"grid", "torus", "hex"}
    assert {pinned["by"] for pinned in COUNTS} == {"brute force", "pyganak"}
    assert max(int(pinned["layouts"]) for pinned in COUNTS) > 10**50


@needs_native
@pytest.mark.parametrize(
    ("what", "games"), [("beginner", 1500), ("intermediate", 400), ("expert", 150)]
)
def test_twins_play_the_same_games(what, games):
    """The engines make the same guesses in the same order; bulk play gives the same numbers."""
    size = level(what)
    board = size.board()
    for start in ("safe", "open"):
        first = Start.parse(start).first(board)
        dealt = layouts(what, start=start, seed=8, count=games // 2)
        played = []
        for one in engines():
            played.append([follow(one, board, layout, size.mines, first) for layout in dealt])
        assert played[0] == played[1]
        with using("native") as one:
            bulk = one.play_many(board, dealt, first, "least-risk", THINK["normal"])
        assert [(row.won, row.guesses) for row in bulk] == [
            (won, len(guesses)) for won, guesses in played[0]
        ]


def follow(one, board, layout, mines, first):
    """Play a game by the least risk with one engine; return whether it was won, and its guesses."""
    truth, deducer = board.clues(layout), one.deducer(board, mines)
    opened, guesses, todo = 0, [], [first]
    while True:
        for cell in todo:
            deducer.open(cell, truth[cell])
        opened += len(todo)
        if opened == board.cells - mines:
            return True, guesses
        todo, _ = deducer.deduce()
        if not todo:
            guesses.append(deducer.least_risk())
            if layout[guesses[-1]]:
                return False, guesses
            todo = guesses[-1:]


@needs_native
@pytest.mark.parametrize("shape", SHAPES)
def test_twins_follow_a_game_alike_on_any_shape(shape):
    for number in range(60):
        # Narrow boards too: on a torus of two columns two directions lead to the same neighbour.
        size = custom("11x9", 18) if number % 4 else custom(f"{1 + number // 20}x9", 3)
        dealt = deal(size, start="safe", seed=4, number=number, shape=shape)
        truth = dealt.board.clues(dealt.layout)
        both = [one.deducer(dealt.board, dealt.mines) for one in engines()]
        plain, compiled = both
        todo = list(dealt.initial)
        while todo:
            for cell in todo:
                plain.open(cell, truth[cell])
                compiled.open(cell, truth[cell])
            found = [tuple(map(sorted, one.deduce())) for one in both]
            assert found[0] == found[1]
            todo = found[0][0]
        odds = [one.odds() for one in both]
        np.testing.assert_allclose(odds[0], odds[1], rtol=1e-12)
        assert plain.least_risk() == compiled.least_risk()


@needs_native
def test_odds_stay_exact_on_a_large_board(monkeypatch):
    """A quarter of the cells of a 60x60 board are open: long fronts and a large sea."""
    dealt = deal(custom("60x60", 600), start=Start(safe_cells=1, place="walk"), seed=1)
    game = Game(dealt)
    for cell in range(900):
        if not dealt.layout[cell] and cell % 3:
            game.open(cell)
    _, shares = exact_odds(game.view)
    monkeypatch.setenv("MINEPROOF_ENGINE", "native")
    found = analyse(game.view)
    worst = max(
        abs(Fraction(found.odds[cell]) - share) / share for cell, share in shares.items() if share
    )
    assert worst < Fraction(1, 10**12)


def test_the_mine_count_decides_what_clues_cannot(core):
    assert analyse(read("1 # # # #", mines=1)).safe == [2, 3, 4]
    assert analyse(read("1 # # # #", mines=4)).mined == [1, 2, 3, 4]
    found = analyse(read("1 1 # # / # # # #", mines=1))
    assert (found.safe, found.mined) == ([2, 3, 6, 7], [])


def test_a_sea_all_safe_or_all_mines(core):
    """Once with fronts that allow several mine counts, once with fronts that allow one."""
    assert analyse(read("1 1 1 # / # # # #", mines=1)).layouts == len(
        every_layout(read("1 1 1 # / # # # #", mines=1))
    )
    view = read("2 # # / # # #", mines=2)
    assert set(analyse(view).safe) == {2, 5}
    assert set(analyse(read("0 # # / # # #", mines=2)).mined) == {2, 5}


def test_a_board_nobody_opened_has_one_odds_for_all(core):
    found = analyse(read("30x16x99\n" + ("H" * 30 + "\n") * 16))
    assert found.layouts == comb(480, 99)
    assert list(found.odds.values()) == pytest.approx([99 / 480] * 480, rel=1e-15)


@pytest.mark.parametrize(
    ("text", "mines", "why"),
    [
        ("1 1 1 / # # #", 3, r"r1c\d says 1 and the board has 3 mines cannot both be true"),
        ("1 3 1 / # # #", 1, r"r1c2 says 3 and r1c\d says 1 cannot both be true"),
        ("1 . / # #", 1, "r1c1 says 1 and r1c2 says 0 cannot both be true"),
        ("8 # / # #", 1, "r1c1 says 8, which its hidden neighbours cannot hold"),
        ("1 1", 0, "says 1, which its hidden neighbours cannot hold"),
        ("# #", 0, None),
        ("1 #", 2, "the board has 2 mines"),
        (". . / . .", 1, "the board has 1 mines but 0 hidden cells"),
    ],
)
def test_a_contradiction_names_the_clues_that_clash(core, text, mines, why):
    view = read(text, mines=mines)
    if why is None:
        assert analyse(view).layouts == 1
    else:
        with pytest.raises(Contradiction, match=why):
            analyse(view)


@pytest.mark.parametrize("clue", [5, 8, 9, 10, 12])
def test_a_clue_larger_than_any_cell_of_a_small_board_is_a_contradiction(core, clue):
    """Triangles have up to twelve neighbours, those of a single row only four."""
    position = View.from_array([[0, 0, 0, 0, clue, HIDDEN]], mines=0, shape="triangle")
    with pytest.raises(Contradiction, match=f"r1c5 says {clue}, which its hidden neighbours"):
        analyse(position)


def test_a_minimal_conflict_has_no_needless_clue():
    chance, conflicts = random.Random(5), 0
    while conflicts < 40:
        view = random_position(chance)
        if len(every_layout(view)):
            continue
        conflicts += 1
        told = clues(view)
        touched = {cell for clue in told for cell in clue.cells}
        fewest, counted = minimal_conflict(told, len(view.hidden) - len(touched), view.mines)
        assert not fits(view, fewest, counted)
        for left_out in fewest:
            assert fits(view, [clue for clue in fewest if clue != left_out], counted)
        if counted:
            assert fits(view, fewest, False)


def fits(view, some, counted):
    hidden = view.hidden
    place = {cell: bit for bit, cell in enumerate(hidden)}
    masks = np.arange(1 << len(hidden), dtype=np.uint32)
    fitting = np.bitwise_count(masks) == view.mines if counted else np.ones(len(masks), dtype=bool)
    for clue in some:
        around = np.uint32(sum(1 << place[cell] for cell in clue.cells))
        fitting &= np.bitwise_count(masks & around) == clue.mines
    return bool(fitting.any())


def test_a_position_too_wide_to_count_is_refused(core):
    """Every other cell of every other row opened: no clue is ever finished early."""
    dealt = deal(custom("80x80", 1300), start=Start(safe_cells=0), seed=3)
    game = Game(dealt)
    for cell in safe_cells(dealt.layout):
        if cell // 80 % 2 == 0 and cell % 2 == 0:
            game.open(cell)
    with pytest.raises(TooWide, match="too wide to count"):
        analyse(game.view)


def tiles(count):
    """Return a position with `count` separate fronts of ten cells each, side by side."""
    rows = ["HHHHH" * count, "H11HH" * count, "HHHHH" * count]
    return "\n".join([f"{5 * count}x3x{3 * count}", *rows])


def test_many_small_fronts_are_not_wide(core):
    """A single front has one limit, all fronts together have another."""
    found = analyse(read(tiles(60)))
    assert len(found.odds) == 60 * 13
    assert found.odds[0] == pytest.approx(found.odds[5 * 59], rel=1e-12)


@needs_native
def test_fronts_with_more_ways_than_64_bits_hold(monkeypatch):
    """A strip with every other cell of its middle row open: one long front of few states."""
    board = Board(3, 121)
    layout = [cell % 3 == 0 and not 121 <= cell < 242 for cell in range(board.cells)]
    game = Game(Deal(board, bytes(layout), ()))
    for cell in range(121, 242, 2):
        game.open(cell)
    monkeypatch.setenv("MINEPROOF_ENGINE", "native")
    found = analyse(game.view)
    total, shares = exact_odds(game.view)
    assert total > 2**64
    assert found.layouts == total
    worst = max(abs(Fraction(found.odds[c]) - p) / p for c, p in shares.items() if p)
    assert worst < Fraction(1, 10**12)
    assert found.position._ways is None  # the result says that a number is too large


def test_a_wrong_mine_count_on_a_large_board_is_said_at_once(core):
    dealt = deal(custom("60x60", 600), start=Start(safe_cells=0), seed=1)
    game = Game(dealt)
    for cell in safe_cells(dealt.layout):
        game.open(cell)
    view = view_of(game.view.board, 590, game.view.cells)
    with pytest.raises(Contradiction, match=r"room for 6\d\d to 6\d\d mines, the board has 590"):
        analyse(view)


@pytest.mark.parametrize("mines", [20, 98, 103])
def test_above_100_clues_the_room_for_mines_is_told_instead_of_clues(mines):
    row = "H101H" * 48 + "H" + "H101H" + "H1H1H"  # 100 clues, and one cell beside none of them
    with pytest.raises(Contradiction, match=r" says 1|hidden cells"):
        analyse(read(f"{len(row)}x1x{mines}/{row}"))
    with pytest.raises(Contradiction) as told:
        analyse(read(f"{len(row) + 2}x1x{mines}/{row}H1"))
    room = "the clues leave room for 100 to 102 mines"
    assert str(told.value) == f"no layout fits: {room}, the board has {mines}"


def test_clues_of_any_size_are_counted():
    """Counting needs no board: a clue may have any number of cells."""
    found = exact.count([Clue(tuple(range(40)), 17, None)], sea=5, mines=20)
    assert found.layouts == comb(40, 17) * comb(5, 3)
    assert found.odds()[0] == Fraction(17, 40)
    assert found.sea == Fraction(3, 5)


def test_a_choice_of_engine_is_heeded_or_refused(monkeypatch):
    monkeypatch.setenv("MINEPROOF_ENGINE", "python")
    assert engine().name == "python"
    monkeypatch.setenv("MINEPROOF_ENGINE", "fast")
    with pytest.raises(ValueError, match="MINEPROOF_ENGINE=fast: one of native, wasm, python"):
        engine()
    monkeypatch.setattr(compiled, "load", lambda: None)
    monkeypatch.setenv("MINEPROOF_ENGINE", "native")
    with pytest.raises(ValueError, match="not installed"):
        engine()
    monkeypatch.delenv("MINEPROOF_ENGINE")
    assert engine().name == "python"


def test_percent_never_looks_certain_by_rounding():
    assert [deduce._percent(odds) for odds in (1e-6, 0.25, 0.999999)] == ["<1", "25", ">99"]


def test_views_and_analyses_show_themselves_in_a_notebook():
    view = read("1 1 1 / # F #", mines=1)
    assert view._repr_html_().count("<td") == 6
    assert "⚑" in view._repr_html_()
    shown = analyse(view)._repr_html_()
    assert shown.count("ok") == 2
    assert "**" in shown
