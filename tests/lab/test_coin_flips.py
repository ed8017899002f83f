"""The smallest coin flips: listed, judged by complete inference, and counted."""

import csv
import json
import lzma
import math
import re
from collections import Counter, defaultdict
from itertools import combinations

import numpy as np
import pytest

from mineproof import Board
from mineproof.game.board import Layouts
from mineproof.game.formats.corpus import Corpus
from mineproof.lab import _coin_flips as coin_flips
from mineproof.lab._coin_flips import count, expected, smallest, threshold
from mineproof.lab._threshold import fitted
from mineproof.play.bulk import play_corpus
from mineproof.play.rates import wilson
from places import ROOT
from tiers import few


def unfinished(boards, rows, cols, first):
    """The boards, given by the mines of each, that complete inference does not finish."""
    board = Board(rows, cols)
    at = [[row * cols + col for row, col in mines] for mines in boards]
    flat = b"".join(bytes(board.layout(mines)) for mines in at)
    corpus = Corpus(board, len(at[0]), "open", first, Layouts(flat, board.cells))
    played = [row for rows_ in play_corpus(corpus, "complete") for row in rows_]
    return [mines for mines, row in zip(boards, played, strict=True) if not row.won]


def test_the_smallest_flips_by_place_mines_and_safe_cells():
    listed = Counter((one.place, len(one.mines), len(one.safe)) for one in smallest())
    assert listed == {
        ("interior", 6, 2): 2, ("interior", 7, 1): 4, ("interior", 8, 2): 4,
        ("interior", 8, 4): 4, ("interior", 9, 3): 28,
        ("border", 4, 1): 2, ("border", 4, 2): 2, ("border", 5, 1): 2, ("border", 5, 2): 2,
        ("border", 6, 2): 8, ("border", 6, 3): 12, ("border", 6, 4): 10,
        ("corner", 3, 1): 4, ("corner", 3, 2): 2,
    }  # fmt: skip


def test_no_flip_is_finished_by_complete_inference():
    """Each alone on a board, with open cells around it."""
    for one in smallest():
        assert one.height <= 10
        assert one.width <= 10
        assert unfinished([sorted(one.mines)], 16, 16, 16 * 16 - 1) == [sorted(one.mines)], one


WINDOWS = [
    ("interior", 6, 4, 4), ("border", 4, 3, 5), ("border", 5, 3, 5), ("corner", 3, 4, 4),
    ("interior", 7, 4, 4), ("interior", 7, 4, 5), ("border", 6, 3, 6), ("interior", 8, 4, 5),
]  # fmt: skip


@pytest.mark.parametrize("window", few(WINDOWS, 5), ids=str)
def test_what_complete_inference_cannot_finish_has_one_of_the_flips(window):
    """All ways to put so many mines into a window: stuck are those with a flip, and no other."""
    place, mines, rows, cols = window
    top, left = 2 * (place == "interior"), 2 * (place != "corner")
    tall, wide = top + rows + 2, left + cols + 2
    cells = [(top + row, left + col) for row in range(rows) for col in range(cols)]
    boards = [list(one) for one in combinations(cells, mines)]
    # Nothing is stuck that was reached from the far corner, but for cells behind a wall of mines.
    stuck = unfinished(boards, tall, wide, tall * wide - 1)
    bits = {cell: 1 << number for number, cell in enumerate(cells)}
    held = np.array([sum(bits[cell] for cell in one) for one in boards])
    with_flip = np.zeros(len(boards), dtype=bool)
    for flip in smallest():
        for down in range(tall - flip.height + 1 if flip.place == "interior" else 1):
            for right in range(wide - flip.width + 1 if flip.place != "corner" else 1):
                mined = {(row + down, col + right) for row, col in flip.mines}
                if mined <= bits.keys():
                    safe = [(row + down, col + right) for row, col in flip.safe]
                    mask = sum(bits[cell] for cell in mined)
                    free = sum(bits.get(cell, 0) for cell in safe)
                    with_flip |= (held & mask == mask) & (held & free == 0)
    assert [one for one, has in zip(boards, with_flip, strict=True) if has] == stuck
    assert stuck


def test_flips_are_counted_as_often_as_they_are_expected():
    chance = np.random.default_rng(5)
    for shape, density in (("grid", 0.15), ("torus", 0.20)):
        flips = [count(chance.random((40, 40)) < density, shape) for _ in range(200)]
        error = np.std(flips) / math.sqrt(200)
        assert abs(np.mean(flips) - expected(40, 40, density, shape)) < 4 * error


def test_the_formula_by_hand_for_few_mines():
    p, q, side = 0.07, 0.93, 300
    inside = (side - 3) ** 2 * 2 * p**6 * q**2 + 2 * (side - 2) * (side - 3) * 2 * p**7 * q
    border = 4 * ((side - 3) * (2 * p**4 * q**2) + (side - 2) * 2 * p**4 * q)
    assert expected(side, side, p, "grid", 1) == pytest.approx(inside + border)
    torus = side * side * (2 * p**6 * q**2 + 4 * p**7 * q)
    assert expected(side, side, p, "torus", 1) == pytest.approx(torus)


def test_on_large_boards_the_threshold_nears_its_limit():
    limit = (math.log(2) / 2) ** (1 / 6)
    ratios = [
        threshold(side, side, "torus") * side ** (1 / 3) / limit for side in (10**3, 10**5, 10**8)
    ]
    assert ratios == sorted(ratios)
    assert ratios[0] == pytest.approx(0.996, abs=0.005)
    assert ratios[2] == pytest.approx(1, abs=1e-3)
    assert coin_flips.threshold(10**8, 10**8, "grid") == pytest.approx(
        threshold(10**8, 10**8, "torus"), rel=0.01
    )


@pytest.fixture(scope="module")
def shipped():
    """The rows of bench/measured/coin-flips.csv.xz by shape and side."""
    packed = (ROOT / "bench" / "measured" / "coin-flips.csv.xz").read_bytes()
    groups = defaultdict(list)
    for row in csv.DictReader(lzma.decompress(packed).decode().splitlines()):
        assert row["won"] == "False" or row["flips"] == "0"
        groups[row["shape"], int(row["size"].split("x")[0])].append(row)
    return groups


def test_the_table_of_theory_has_these_predictions_and_the_measured_thresholds(shipped):
    text = (ROOT / "docs" / "theory.md").read_text()
    told = re.findall(r"^\| (\d+) \| ([\d,]+) \| (.+) \| (.+) \| (.*) \| (.*) \|$", text, re.M)
    assert [int(row[0]) for row in told] == [100, 200, 500, 1000, 2000, 4000]
    for side, boards, *figures in ((int(side), *others) for side, *others in told):
        for shape, shown, predicted in (("torus", *figures[:2]), ("grid", *figures[2:])):
            if shown == "-":
                continue
            by_density = defaultdict(list)
            for row in shipped[shape, side]:
                by_density[float(row["density"])].append((int(row["seed"]), row["won"] == "True"))
            densities = sorted(by_density)
            won = np.array([[won for _, won in sorted(by_density[one])] for one in densities]).T
            assert len(won) == int(boards.replace(",", ""))
            draws = fitted(np.array(densities), won.astype(float))
            value, low, high = np.exp([draws[0], *np.quantile(draws[1:], (0.025, 0.975))])
            assert shown == f"{value:.4f} [{low:.4f}, {high:.4f}]"
            assert predicted == f"{threshold(side, side, shape):.4f}"
            assert side < 200 or low < threshold(side, side, shape) < high


def test_the_measured_counts_are_those_of_the_shipped_rows(shipped):
    measured = json.loads((ROOT / "bench" / "measured" / "guess.json").read_text())
    [table] = [one for one in measured["tables"] if one["name"] == "coin-flips"]
    assert len(table["rows"]) == len(shipped)
    for told in table["rows"]:
        shape, size = told["board"].split()
        side = int(size.split("x")[0])
        rows = shipped[shape, side]
        clear = [row for row in rows if row["flips"] == "0"]
        finished = wilson(sum(row["won"] == "True" for row in clear), len(clear))
        densities = [round(float(row["density"]) * side**2) / side**2 for row in rows]
        numbers = [expected(side, side, density, shape) for density in densities]
        assert told["boards"] == len(rows)
        assert told["flips"] == sum(int(row["flips"]) for row in rows)
        assert told["expected"] == round(sum(numbers), 1)
        assert told["poisson"] == round(100 * np.exp(-np.array(numbers)).mean(), 1)
        for name, rate in (("without_a_flip", wilson(len(clear), len(rows))),
                           ("finished_of_these", finished)):  # fmt: skip
            assert told[name] == [round(100 * value, 1) for value in rate]
