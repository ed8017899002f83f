"""Exact counting, compared with brute force, a SAT solver and the plain twin."""

import json
import random
from fractions import Fraction
from math import comb

import pytest

import oracle
from engines import needs_native
from mineproof import HIDDEN, Contradiction, Game, Start, View, custom, deal, read
from mineproof.base.errors import TooWide
from mineproof.core import _compiled as compiled
from mineproof.core.choice import engine
from mineproof.counting import exact
from mineproof.counting.conflict import minimal_conflict
from mineproof.game.board import Board
from mineproof.game.clues import Clue, clues, clues_and_sea
from mineproof.game.deal import Deal
from mineproof.game.view import view_of
from mineproof.reason import deduce
from mineproof.reason.deduce import analyse
from places import BOARDS
from positions import every_layout, position_of_shape, random_position, stuck_views
from tiers import few, slow

COUNTS = json.loads((BOARDS / "counts.json").read_text())


def exact_odds(view):
    """Return the number of layouts, and the odds of every hidden cell as fractions."""
    told, sea = clues_and_sea(view)
    counted = exact.count(told, len(sea), view.mines)
    return counted.layouts, counted.odds() | dict.fromkeys(sea, counted.sea)


@pytest.mark.parametrize("seed", few(range(8), 2))
def test_small_positions_are_counted_as_by_trying_every_placement(core, seed):
    """300 positions of shapes and 125 of graphs, of each seed with each engine."""
    chance, contradictory = random.Random(seed), 0
    made = [random_position(chance) for _ in range(300)]
    for view in made + [position_of_shape(chance, "graph") for _ in range(125)]:
        fitting = every_layout(view)
        if not len(fitting):
            contradictory += 1
            with pytest.raises(Contradiction):
                analyse(view)
            continue
        found = analyse(view)
        mined = zip(view.hidden, fitting.sum(axis=0).tolist(), strict=True)
        shares = {cell: Fraction(count, len(fitting)) for cell, count in mined}
        assert found.layouts == len(fitting)
        for cell, share in shares.items():
            assert found.odds[cell] == pytest.approx(float(share), rel=1e-12, abs=0)
        assert found.safe == [cell for cell, share in shares.items() if share == 0]
        assert found.mined == [cell for cell, share in shares.items() if share == 1]
        if core == "python":
            assert exact_odds(view) == (len(fitting), shares)
    assert contradictory > 3


@pytest.mark.parametrize("count", [20, slow(300)])
def test_expert_positions_entail_what_a_sat_solver_says(core, count):
    """The solver decides if each cell next to a clue can be a mine or safe."""
    for view in stuck_views("expert", count, seed=31, start="open"):
        found = analyse(view)
        certain = dict.fromkeys(found.safe, False) | dict.fromkeys(found.mined, True)
        told = oracle.groups_of(view)
        front = set().union(*(cells for cells, _ in told[:-1]))
        sea = [cell for cell in view.hidden if cell not in front]
        with oracle.solver_of(told) as solver:
            for cell in [*sorted(front), *sea[:2]]:
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


def largest_error(found, shares):
    """Return the largest relative error of the odds of an analysis, given the exact ones."""
    return max(abs(Fraction(found.odds[c]) - share) / share for c, share in shares.items() if share)


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
    assert largest_error(found, shares) < Fraction(1, 10**12)


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
    groups = [(clue.cells, clue.mines) for clue in some] + [(view.hidden, view.mines)] * counted
    with oracle.solver_of(groups) as solver:
        return solver.solve()


def test_a_position_too_wide_to_count_is_refused(core):
    """Every other cell of every other row opened: no clue is ever finished early."""
    dealt = deal(custom("80x80", 1300), start=Start(safe_cells=0), seed=3)
    game = Game(dealt)
    for cell in oracle.safe_cells(dealt.layout):
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
    assert largest_error(found, shares) < Fraction(1, 10**12)
    assert found.position._front_count < 0  # a number is too large


def test_a_wrong_mine_count_on_a_large_board_is_said_at_once(core):
    dealt = deal(custom("60x60", 600), start=Start(safe_cells=0), seed=1)
    game = Game(dealt)
    for cell in oracle.safe_cells(dealt.layout):
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
    monkeypatch.setattr(compiled, "load_native", lambda: None)
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
