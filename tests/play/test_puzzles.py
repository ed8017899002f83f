"""Puzzles for paper: one solution (by brute force), no needless clue, and the drawings."""

import json
import xml.etree.ElementTree as ElementTree
from itertools import islice

import pytest

from mineproof import BadInput, custom, read, read_board
from mineproof.answers.paper import A_PAGE
from mineproof.answers.puzzles import certify_unique, drawn_pages
from mineproof.game.board import mined_cells
from mineproof.game.view import view_of
from mineproof.play.puzzle import has_one_solution, puzzles
from mineproof.reason.why import depths
from oracle import layouts


def some(count, size="4x4", mines=4, **more):
    return list(islice(puzzles(custom(size, mines), **more), count))


def without(view, cell):
    cells = view.cells.tolist()
    cells[cell] = -1
    return view_of(view.board, view.mines, cells)


def test_the_clues_alone_have_one_solution_and_none_is_too_many(core):
    for puzzle in some(12, seed=3):
        solutions = layouts(puzzle.view, count=False)
        assert solutions == [frozenset(mined_cells(puzzle.layout))]
        shown = [cell for cell, value in enumerate(puzzle.view.cells.tolist()) if value >= 0]
        assert len(shown) == puzzle.clues
        for cell in shown:
            assert len(layouts(without(puzzle.view, cell), count=False)) > 1


def test_uniqueness_is_judged_as_trying_every_placement_does():
    for text, mines in [
        ("1 # 1", 1), ("1 # #", 1), ("# 1 #", 1), ("0 # #", 0), ("2 # / # #", 2), ("3 # / # #", 3),
    ]:  # fmt: skip
        view = read(text, mines=mines)
        assert has_one_solution(view) == (len(layouts(view, count=False)) == 1)


def test_both_engines_make_the_same_puzzles(monkeypatch):
    made = []
    for core in ("native", "python"):
        monkeypatch.setenv("MINEPROOF_ENGINE", core)
        made.append([(one.view, one.layout) for one in some(4, "6x5", 6, seed=2)])
    assert made[0] == made[1]


def test_a_bound_on_the_depth_is_kept():
    plain, easy = some(8, "6x6", 8, seed=1), some(8, "6x6", 8, seed=1, most_depth=1)
    assert max(one.depth for one in easy) == 1
    assert max(one.depth for one in plain) > 1
    for one in easy:
        assert set(depths(one.view, one.view.hidden).values()) == {1}


def test_the_auditor_proves_every_hidden_cell_and_refuses_a_puzzle_with_two_solutions():
    [puzzle] = some(1, "6x6", 8, seed=4)
    assert certify_unique(puzzle.view, puzzle.layout) == len(puzzle.view.hidden)
    # The auditor uses the mine count too, so a mine is exchanged for a safe cell here.
    board, layout = read_board("1 * / 1 1")
    two = view_of(board, 1, [1, -1, -1, 1])
    with pytest.raises(BadInput, match="not proved to have one solution: r1c2"):
        certify_unique(two, layout)
    wrong = bytes(1 - mine for mine in puzzle.layout)
    with pytest.raises(BadInput, match="not proved to have one solution"):
        certify_unique(puzzle.view, wrong)


def test_pages_show_the_clues_and_then_the_solutions():
    made = some(A_PAGE + 1, seed=5)
    pages = [ElementTree.fromstring(page) for page in drawn_pages(made)]
    assert len(pages) == 4
    name = "{http://www.w3.org/2000/svg}"
    for page, solved in zip(pages, (False, False, True, True), strict=True):
        assert bool(page.findall(f"{name}circle")) == solved
    clues = sum(one.clues for one in made)
    texts = [len(page.findall(f"{name}text")) for page in pages]
    assert sum(texts[:2]) == clues + len(made)  # each has a heading
    assert sum(len(page.findall(f"{name}circle")) for page in pages) == 4 * len(made)


def test_generate_writes_puzzles_in_every_form(run, tmp_path):
    words = ["generate", "--puzzle", "--size", "5x5", "--mines", 5, "--count", 2]
    status, out, err = run(*words)
    assert (status, err) == (0, "2 puzzles, unique: proved\n")
    assert out.count("5x5x5") == 2
    answers = [json.loads(line) for line in run(*words, "--json")[1].splitlines()]
    assert "".join(one["puzzle"] for one in answers) == out
    assert {one["unique"] for one in answers} == {"proved"}
    for name, begin in (("p.svg", b"<svg "), ("p.pdf", b"%PDF-")):
        assert run(*words, "--out", name)[0] == 0
        assert (tmp_path / name).read_bytes().startswith(begin)
