"""Exported positions: other solvers must find the same certain cells and numbers of layouts."""

import re
import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Glucose4

import oracle
from draw import deals
from mineproof import Contradiction, Game, deal, play_game, read, strategy
from mineproof.base.errors import TooWide
from mineproof.game.board import Board
from mineproof.game.picture import HIDDEN
from mineproof.game.view import view_of
from mineproof.proof.check import read_cnf
from mineproof.reason.deduce import analyse
from mineproof.reason.export import cnf, opb
from tiers import few

SOLVERS = [name for name in ("minisat", "cadical", "clasp") if shutil.which(name)]


def equations(text):
    lines = [line for line in text.splitlines() if not line.startswith("*")]
    return [
        ([int(v) - 1 for v in re.findall(r"x([0-9]+)", line)], int(line.split("=")[1].split()[0]))
        for line in lines
    ]


@st.composite
def small_positions(draw):
    """Yield positions of games, and some that have no layout."""
    game = Game(draw(deals(largest=4)))
    safe = st.sampled_from(oracle.safe_cells(game.deal.layout))
    for cell in draw(st.lists(safe, max_size=5, unique=True)):
        game.open(cell)
    cells, mines = game.view.cells.tolist(), game.view.mines
    if draw(st.integers(0, 3)) == 0:
        mines = draw(st.integers(0, game.deal.board.cells))
    return view_of(game.deal.board, mines, cells)


@given(small_positions())
@settings(deadline=None)
def test_every_layout_is_one_model_and_every_model_a_layout(view):
    truth = {frozenset(layout) for layout in oracle.layouts(view)}
    cells = view.board.cells
    found, clauses = [], read_cnf(cnf(view))
    with Glucose4(bootstrap_with=[[*clause] for clause in clauses if clause]) as solver:
        if all(clauses):
            for model in solver.enum_models():
                found.append(frozenset(lit - 1 for lit in model if 0 < lit <= cells))
    assert len(found) == len(truth)
    assert set(found) == truth
    rows = equations(opb(view))
    for layout in truth:
        assert all(sum(cell in layout for cell in row) == mines for row, mines in rows)
    assert not truth or {cell for row, _ in rows for cell in row} == set(range(cells))


def answer(solver, text, tmp_path, suffix):
    path = tmp_path / f"position.{suffix}"
    path.write_text(text)
    done = subprocess.run(
        [solver, str(path)], capture_output=True, text=True, timeout=600, check=False
    )
    said = done.stdout.upper()
    return "UNSATISFIABLE" not in said and "SATISFIABLE" in said


@pytest.mark.parametrize("seed", few(range(4), 1))
@pytest.mark.parametrize("solver", SOLVERS)
def test_solvers_outside_agree_on_what_is_certain(solver, seed, tmp_path):
    game = Game(deal("intermediate", start="open", seed=seed))
    game.flood(game.deal.initial[0])
    found, text = analyse(game.view), cnf(game.view)
    assert answer(solver, text, tmp_path, "cnf")
    head = re.search(r"p cnf (\d+) (\d+)", text)
    more = text.replace(head[0], f"p cnf {head[1]} {int(head[2]) + 1}")
    for cell in (*found.safe[:3], *found.mined[:3], *game.view.hidden[:3]):
        lit = cell + 1
        for claim, certain in ((lit, found.safe), (-lit, found.mined)):
            assert answer(solver, f"{more}{claim} 0\n", tmp_path, "cnf") == (cell not in certain)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("text", ["1", "8 # / # #", "1 # / # #"])
def test_solvers_outside_find_no_model_where_nothing_fits(solver, text, tmp_path):
    view = read(text, mines=1 if text == "1" else 3)
    with pytest.raises(Contradiction):
        analyse(view)
    assert not answer(solver, cnf(view), tmp_path, "cnf")
    if solver == "clasp":
        assert not answer(solver, opb(view), tmp_path, "opb")


@pytest.mark.skipif("clasp" not in SOLVERS, reason="clasp is not installed")
@pytest.mark.parametrize("write", [cnf, opb])
def test_clasp_counts_our_layouts(write, tmp_path):
    counted = 0
    for seed in range(40):
        game = Game(deal("expert", start="open", seed=seed))
        play_game(game, strategy("complete").player())
        layouts = analyse(game.view).layouts
        if not 1 < layouts < 100_000:
            continue
        path = tmp_path / "position"
        path.write_text(write(game.view))
        done = subprocess.run(
            ["clasp", "-n", "0", "-q", str(path)],
            capture_output=True, text=True, timeout=600, check=False,
        )  # fmt: skip
        assert int(re.search(r"Models\s*:\s*(\d+)", done.stdout)[1]) == layouts
        counted += 1
    assert counted >= 10


def test_a_count_that_is_too_large_for_clauses_is_refused():
    view = view_of(Board(100, 100), 1500, [HIDDEN] * 10_000)
    with pytest.raises(TooWide, match="use OPB, which needs none"):
        cnf(view)
    assert opb(view).count("x") > 10_000


def test_a_flag_is_not_believed():
    flagged, hidden = (read(f"1 {mark} #", mines=1) for mark in "F#")
    assert (cnf(flagged), opb(flagged)) == (cnf(hidden), opb(hidden))
