"""No-guess boards: generation, certificates, depth and measures."""

import json
from itertools import combinations, islice
from random import Random

import pytest

from engines import CORES, needs_native, using
from mineproof import BadInput, Game, custom, deal, play_game, strategy
from mineproof.game.board import SHAPES, mined_cells
from mineproof.game.deal import Deal, Start, layouts
from mineproof.game.formats.corpus import read_corpus
from mineproof.game.formats.reading import read_all_boards, read_any
from mineproof.game.graph import Graph
from mineproof.game.levels import level
from mineproof.game.measure import measure
from mineproof.play import generate
from mineproof.play.generate import NoGuessRequest, no_guess
from mineproof.reason.depth import depth_of
from mineproof.reason.why import depths
from tiers import slow


def wish(name="easy", start="open", **more):
    size = custom(*name) if isinstance(name, tuple) else level(name)
    return NoGuessRequest(size, Start.parse(start), **more)


def outcome(dealt):
    return play_game(Game(dealt), strategy("complete").player()).outcome


@pytest.mark.parametrize("shape", ["grid", "torus", "hex"])
@pytest.mark.parametrize("start", ["open", "safe", "safe:r2c3"])
def test_just_the_boards_that_logic_solves_are_found(shape, start):
    """A board of the seed is in the result if and only if it needs no guess."""
    wanted = wish(("8x8", 10), start, seed=5, shape=shape)
    every = layouts(wanted.level, start=wanted.start, seed=5, count=60, shape=shape)
    solved = [n for n, row in enumerate(every) if outcome(wanted.dealt(row)) == "won"]
    found = list(islice(no_guess(wanted), len(solved)))
    assert [one.number for one in found] == solved
    assert all(one.layout == every[one.number] for one in found)
    assert sum(one.tried for one in found) == solved[-1] + 1


def test_both_cores_find_the_same_boards():
    for dense, least in ((False, 1), (True, 1), (False, 2)):
        wanted, found = wish(("9x9", 22 if dense else 12), seed=2, dense=dense, least=least), []
        for core in CORES:
            with using(core):
                found.append(list(islice(no_guess(wanted), 4)))
        assert found[0] == found[1]


def test_a_dense_board_keeps_its_mines_and_its_first_cell():
    wanted = wish(("12x12", 45), dense=True, seed=1)
    dealt = layouts(wanted.level, start=wanted.start, seed=1, count=5)
    assert not any(outcome(wanted.dealt(row)) == "won" for row in dealt)  # rejection finds none
    first = wanted.start.first(wanted.board)
    for one in islice(no_guess(wanted), 5):
        assert sum(one.layout) == 45
        assert not any(one.layout[c] for c in (first, *wanted.board.neighbours[first]))
        assert outcome(wanted.dealt(one.layout)) == "won"


@pytest.mark.parametrize(
    ("least", "most", "numbers"),
    [
        (1, 1, [0, 4, 12]),
        (2, 2, [2, 5, 7]),
        (1, 3, [0, 2, 4]),
        (3, 4, [26, 30, 54]),
        slow(4, 4, [30, 58, 389]),
    ],
)
def test_depths_are_bounded_below_and_above(least, most, numbers):
    wanted = wish("intermediate", least=least, most=most, seed=3)
    found = list(islice(no_guess(wanted), 3))
    assert [one.number for one in found] == numbers  # a seed has the same boards for ever
    for one in found:
        assert least <= one.depth.depth <= most
        with using("python"):
            assert one.depth == depth_of(wanted.dealt(one.layout))


@needs_native
@pytest.mark.parametrize("boards", [100, slow(500)])
def test_the_compiled_core_finds_the_depth_that_plain_python_finds(boards):
    dice, seen = Random(5), set()
    for seed in range(boards):
        shape, rows, cols = dice.choice(SHAPES), dice.randint(1, 9), dice.randint(2, 9)
        size = custom(f"{cols}x{rows}", int(rows * cols * dice.uniform(0.05, 0.25)))
        dealt = deal(size, start="safe", seed=seed, shape=shape)
        if dice.random() < 0.7:
            safe = [cell for cell, mine in enumerate(dealt.layout) if not mine]
            initial = dice.sample(safe, min(len(safe), dice.randint(0, 12)))
            dealt = Deal(dealt.board, dealt.layout, tuple(initial))
        with using("native"):
            found = depth_of(dealt)
        with using("python"):
            assert found == depth_of(dealt), dealt
        seen.add(found)
    assert {None, (1, False), (1, True), (2, False), (2, True)} <= seen


def played_by_depth(dealt, highest):
    """Play the board with `depths`, which explains single cells: slower, independent code."""
    game = Game(dealt)
    while True:
        hidden = game.view.hidden
        found = depths(game.view, hidden)
        certain = [cell for cell, depth in found.items() if depth <= highest]
        safe = [cell for cell in certain if not dealt.layout[cell]]
        if not safe:
            left = [cell for cell in hidden if cell not in certain]
            return not left
        for cell in safe:
            game.open(cell)


def test_the_depth_of_a_board_with_a_long_front_is_found_without_writing_every_case():
    """Regression: a board that took far too long."""
    assert depth_of(deal("expert", start="given", seed=394)) == (4, True)


def test_the_depth_of_a_board_is_the_least_that_plays_it():
    seen = set()
    for seed in (1, 2):
        wanted = wish("intermediate", seed=seed)
        for one in islice(no_guess(wanted, tell_depth=True), 12):
            if one.depth.uses_count:
                continue
            dealt = wanted.dealt(one.layout)
            assert played_by_depth(dealt, one.depth.depth)
            assert one.depth.depth == 1 or not played_by_depth(dealt, one.depth.depth - 1)
            seen.add(one.depth.depth)
    assert {1, 2} <= seen


def test_a_board_that_needs_the_count_says_so():
    found = islice(no_guess(wish("easy", seed=1), tell_depth=True), 60)
    counted = [one for one in found if one.depth.uses_count]
    assert counted
    for one in counted:
        dealt = wish("easy").dealt(one.layout)
        by_clues, everything = (
            play_game(Game(dealt), strategy(name).player())
            for name in ("complete-clues", "complete")
        )
        assert (by_clues.complete, everything.complete) == (False, True)


def test_a_board_that_needs_a_guess_has_no_depth():
    wanted = wish("expert", seed=1)
    rows = layouts(wanted.level, start=wanted.start, seed=1, count=10)
    for row in rows:
        dealt = wanted.dealt(row)
        assert (depth_of(dealt) is None) == (outcome(dealt) == "stuck")


def test_the_command_writes_a_corpus_that_needs_no_guess_and_tells_programs_its_depth(run):
    wanted = ["--no-guess", "--level", "intermediate", "--start", "open:r3c3"]
    status, out, err = run("generate", *wanted, "--count", 5, "--seed", 9)
    assert status == 0
    assert "5 found" in err
    corpus = read_corpus(out.encode())
    assert len(corpus.layouts) == 5
    for row in corpus.layouts:
        assert outcome(Deal(corpus.board, row, (corpus.start,))) == "won"
    assert len(read_any(out.encode())) == 5
    wanted = ["--no-guess", "--level", "easy", "--start", "open", "--min-depth", 2]
    status, out, _ = run("generate", *wanted, "--count", 3, "--json")
    assert status == 0
    for row in map(json.loads, out.splitlines()):
        assert row["depth"] >= 2
        assert len(row["mines"]) == 10
        assert row["start"] == "r3c3"
        assert row["tried"] >= 1


def test_certificates_are_audited_and_a_spoiled_one_is_refused(run, tmp_path):
    args = ["generate", "--no-guess", "--level", "easy", "--start", "open", "--count", 3]
    assert run(*args, "--certificate", "proofs", "--out", "boards.txt")[0] == 0
    status, out, _ = run("check", "proofs", "--json")
    answer = json.loads(out)
    assert (status, answer["verified"], answer["games"], answer["complete"]) == (0, True, 3, True)
    assert answer["marks"] == 3 * 81
    assert run("check", "proofs/2")[0] == 0
    moves = tmp_path / "proofs" / "2" / "moves.jsonl"
    lines = moves.read_text().splitlines()
    moves.write_text("\n".join(line.replace('"verdict": "safe"', '"verdict": "mine"')
                               for line in lines))  # fmt: skip
    status, out, _ = run("check", "proofs")
    assert status == 1
    assert "proofs/2" in out.replace("\\", "/")
    status, _, err = run(*args, "--certificate", "proofs")
    assert status == 2
    assert "not an empty folder" in err


def test_a_hopeless_search_says_how_many_it_tried(run, monkeypatch):
    monkeypatch.setattr(generate, "MOST_CELLS", 100_000)
    args = "--no-guess", "--size", "20x20", "--mines", 150
    status, out, err = run("generate", *args, "--count", 2)
    assert status == 1
    assert out.count("\n") == 1  # the header alone
    assert "0 found" in err
    assert "tried: 0 % [0, " in err
    assert "--dense" in err


@pytest.mark.parametrize(
    ("args", "most"),
    [
        (["--no-guess", "--size", "1x7", "--mines", 2, "--shape", "knight"], 21),
        (["--no-guess", "--size", "1x7", "--mines", 2, "--shape", "knight", "--dense"], 21),
        (["--no-guess", "--shape", "apart.json", "--mines", 1], 2),
        (["--no-guess", "--shape", "apart.json", "--mines", 1, "--dense"], 2),
        (["--no-guess", "--size", "3x4", "--mines", 1, "--openings", "5"], 6),
        (["--no-guess", "--size", "4x4", "--mines", 3, "--min-depth", 4], 35),
        (["--size", "3x4", "--mines", 1, "--openings", "5"], 19_999),
    ],
)
def test_a_small_board_that_cannot_exist_is_not_sought_for_long(run, tmp_path, args, most):
    (tmp_path / "apart.json").write_text('{"neighbours": [[], [], []]}')
    status, _, err = run("generate", "--start", "open", "--count", 1, *args)
    assert status == 1
    assert err.startswith("0 found, ")
    assert 1 <= int(err.split()[2]) <= most


@pytest.mark.parametrize("dense", [False, True])
@pytest.mark.parametrize("mines", [2, 3, 4])
@pytest.mark.parametrize("size", ["2x3", "3x3", "2x5"])
def test_a_small_board_is_found_if_one_exists(size, mines, dense):
    """The judge plays every layout of the level and the start."""
    wanted = wish((size, mines), "safe", dense=dense, least=2)
    board = wanted.board
    layouts = map(board.layout, combinations(range(1, board.cells), mines))
    solved = [one for one in map(wanted.dealt, layouts) if outcome(one) == "won"]
    possible = {one.layout for one in solved if depth_of(one).depth >= 2}
    found = [one.layout for one in islice(no_guess(wanted), 3)]
    assert len(found) == (3 if possible else 0)
    assert set(found) <= possible


def test_boards_that_a_repair_plays_count_as_work(monkeypatch):
    monkeypatch.setattr(generate, "MOST_CELLS", 1_000_000)
    apart, numbers = Graph([[] for _ in range(40)]), []
    wanted = wish(("40x1", 20), "safe", shape=apart, dense=True)
    assert not list(no_guess(wanted, tried=numbers.append))
    assert sum(numbers) < 10  # without its repairs the search would deal 25,000 boards


def test_a_wish_refuses_what_no_board_has():
    with pytest.raises(BadInput, match="`min_depth` 0 and `max_depth` 4"):
        wish(least=0)


def test_rejection_is_uniform():
    """All 3x3 boards with two mines and a safe corner are found about equally often."""
    wanted = wish(("3x3", 2), "safe", seed=4)
    seen = {}
    for one in islice(no_guess(wanted), 4000):
        key = tuple(mined_cells(one.layout))
        seen[key] = seen.get(key, 0) + 1
    expected = 4000 / len(seen)
    chi = sum((count - expected) ** 2 / expected for count in seen.values())
    assert len(seen) > 5
    assert chi < 3 * len(seen)


def test_boards_to_order_have_the_measures_asked_for(run):
    words = ["generate", "--level", "easy", "--count", 20, "--seed", 3]
    for more in ([], ["--no-guess", "--start", "open"]):
        status, out, err = run(*words, *more, "--3bv", "10..14", "--openings", "3..")
        assert (status, "20 found" in err) == (0, True)
        boards = read_all_boards(out)
        assert len({layout for _, layout, _ in boards}) == 20
        for board, layout, _ in boards:
            found = measure(board, layout)
            assert 10 <= found.bbbv <= 14
            assert found.openings >= 3
    [(board, layout, _)] = read_all_boards(run(*words[:3], "--count", 1, "--3bv", "9")[1])
    assert measure(board, layout).bbbv == 9
    plain = read_all_boards(run(*words, "--start", "safe")[1])
    assert any(not 10 <= measure(board, layout).bbbv <= 14 for board, layout, _ in plain)


def test_a_measure_that_no_board_has_ends_the_search(run, monkeypatch):
    monkeypatch.setattr("mineproof.play.generate.MOST_MEASURED_CELLS", 10_000)
    status, _, err = run("generate", "--level", "easy", "--3bv", "999..", "--count", 1)
    assert status == 1
    assert err.startswith("0 found, ")
