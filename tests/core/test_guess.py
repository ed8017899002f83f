"""`guess`: numbers compared with brute force, endings with a plain expectimax, and the engines."""

import json
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
from draw import deals
from engines import engines, needs_native
from mineproof import (
    BadInput,
    Board,
    Game,
    Start,
    answers,
    check_player,
    custom,
    deal,
    play_game,
    read,
    strategy,
)
from mineproof.core import THINK, Think, engine
from mineproof.core.endgame import Endgame, TooMany, layouts
from mineproof.game.board import Layouts
from mineproof.game.clues import undecided_clues
from mineproof.game.formats.corpus import Corpus
from mineproof.game.game import view_of
from mineproof.play.bulk import play_corpus
from mineproof.play.comparison import best_reason, better_of
from mineproof.play.optimal import best_start, optimal
from mineproof.reason.deduce import analyse
from mineproof.reason.words import tell_guess


def stuck(dealt):
    """Return the first position of a game with undecided cells and no safe one, or None."""
    game = Game(dealt)
    for cell in dealt.initial:
        game.open(cell)
    while not game.won:
        found = analyse(game.view)
        if not found.safe:
            return found if found.undecided else None
        for cell in found.safe:
            game.open(cell)
    return None


def stuck_in(level, start, seed, count):
    """Yield these positions of `count` boards, with the number of the board."""
    for number in range(count):
        found = stuck(deal(level, start=start, seed=seed, number=number))
        if found is not None:
            yield number, found


def shows(view, cell, mines):
    return sum(there in mines for there in view.board.neighbours[cell])


def by_value(view, cell, fitting):
    parts = {}
    for mines in fitting:
        if cell not in mines:
            parts.setdefault(shows(view, cell, mines), []).append(mines)
    return parts


def least_risk_of(hidden, fitting):
    """Return the least share of layouts with a mine, over all cells; 0 if only mines are left."""
    risks = [Fraction(sum(cell in mines for mines in fitting), len(fitting)) for cell in hidden]
    return min([risk for risk in risks if risk < 1], default=Fraction(0))


def best_wins(view, fitting):
    """Return the number of layouts that the best play wins, by trying every move in every set."""
    hidden = view.hidden

    @cache
    def wins(left, opened):
        if any(set(hidden) - opened == set(mines) for mines in left):
            return len(left)  # all safe cells are open: one layout is left
        best = 0
        for cell in hidden:
            if cell in opened:
                continue
            parts = by_value(view, cell, left)
            if parts:
                after = opened | {cell}
                best = max(best, sum(wins(frozenset(part), after) for part in parts.values()))
        return best

    return wins(frozenset(fitting), frozenset())


@needs_native
@settings(max_examples=150, deadline=None)
@given(deals(largest=5))
def test_the_numbers_of_a_candidate_are_those_of_brute_force(dealt):
    found = stuck(dealt)
    if found is None or not found.layouts <= 400:
        return
    view = found.view
    fitting = oracle.layouts(view)
    hidden = [cell for cell in view.hidden if cell not in found.mined]
    for one in found.evaluate(also=hidden).candidates:
        parts = by_value(view, one.cell, fitting)
        rest = [cell for cell in hidden if cell != one.cell]
        least = {value: least_risk_of(rest, part) for value, part in parts.items()}
        share = {value: Fraction(len(part), len(fitting)) for value, part in parts.items()}
        assert one.risk == pytest.approx(1 - float(sum(share.values())), abs=1e-9)
        assert one.dead == (len(parts) < 2)
        survives = sum(share[value] * (1 - least[value]) for value in parts)
        assert one.survival == pytest.approx(float(survives), abs=1e-9)
        certain = sum(share[value] for value in parts if least[value] == 0)
        assert one.certain_next == pytest.approx(float(certain), abs=1e-9)


def look_to_the_end(found, **changed):
    """Search without limits; return the score of the chosen cell and the number of living cells."""
    widest = Think(layouts=0, flips=False, window=1.0, close=1.0, answers=99, reach=0.0)
    evaluation = found.evaluate(replace(widest, **changed))
    worth = next(one.score for one in evaluation.candidates if one.cell == evaluation.cell)
    return worth, sum(not one.dead for one in evaluation.candidates)


def small_positions(seed, count=400):
    """Yield stuck positions without a sea, with few undecided cells and layouts."""
    for _, found in stuck_in(custom("6x6", 9), "open", seed, count):
        if found.layouts > 40 or len(found.undecided) > 9:
            continue
        told = undecided_clues(found.view, found.mined)
        touched = set().union(*(clue.cells for clue in told))
        if set(found.undecided) <= touched:
            yield found


@needs_native
@pytest.mark.parametrize("seed", range(3))
def test_a_look_to_the_end_of_a_game_is_worth_what_trying_every_move_says(seed):
    compared = 0
    for found in small_positions(seed):
        worth, living = look_to_the_end(found)
        if living < 2:  # with fewer than two living cells the engine does not search
            continue
        fitting = oracle.layouts(found.view)
        assert worth == pytest.approx(best_wins(found.view, fitting) / len(fitting), abs=1e-9)
        less = [look_to_the_end(found, plies=plies)[0] for plies in (2, 3, 5)]
        assert sorted([*less, worth], reverse=True) == pytest.approx([*less, worth], abs=1e-9)
        compared += 1
    assert compared > 8


def regions_of(found):
    """Return the regions: sets of undecided cells that touch each other or share a clue."""
    neighbours = found.view.board.neighbours
    left = set(found.undecided)
    clues = [set(clue.cells) for clue in undecided_clues(found.view, found.mined)]
    linked = {cell: left.intersection(neighbours[cell]) for cell in left}
    for clue in clues:
        for cell in clue:
            linked[cell] |= clue
    while left:
        region, new = set(), {min(left)}
        while new:
            region |= new
            new = set().union(*(linked[cell] for cell in new)) - region
        left -= region
        yield frozenset(region)


def clears(view, region, weights):
    """Return for each cell of a region the share of weight of layouts that the best play clears."""

    @cache
    def best(left, opened):
        done = sum(weights[mines] for mines in left if mines == region - opened)
        return max([done, *(opening(cell, left, opened) for cell in region - opened)])

    def opening(cell, left, opened):
        parts = by_value(view, cell, left).values()
        return sum(best(frozenset(part), opened | {cell}) for part in parts)

    return {cell: opening(cell, frozenset(weights), frozenset()) for cell in region}


def followed(view, found, think):
    """Return the choice of a deducer that got the same position cell by cell."""
    deducer = engine().deducer(view.board, view.mines)
    for cell, clue in enumerate(view.cells):
        if clue >= 0:
            deducer.open(cell, clue)
    while deducer.deduce() != ([], []):
        pass
    flags = [-2 if cell in found.mined else value for cell, value in enumerate(view.cells)]
    return deducer.best_risk(view_of(view.board, view.mines, flags), think)


@needs_native
def test_a_region_is_cleared_as_often_as_trying_every_move_of_it_says():
    told, uneven = 0, 0
    for _, found in stuck_in(custom("7x6", 12), "open", 31, 2500):
        view, regions = found.view, list(regions_of(found))
        if len(regions) < 2 or max(map(len, regions)) > 6 or found.layouts > 100:
            continue
        fitting = [mines - set(found.mined) for mines in oracle.layouts(view)]
        largest = max(len({mines & region for mines in fitting}) for region in regions)
        if largest == len(fitting):
            continue
        think = Think(layouts=largest)  # the whole position has more layouts
        evaluation = found.evaluate(think, also=found.undecided)
        assert evaluation.cell == found.evaluate(think).cell == followed(view, found, think)
        assert not evaluation.exact
        chosen = evaluation.cell
        said = {one.cell: (one.region_clears, one.region_best) for one in evaluation.candidates}
        for region in regions:
            weights = Counter(mines & region for mines in fitting)
            uneven += len(set(weights.values())) > 1
            true = clears(view, region, weights)
            most = max(true.values())
            for cell in region:
                win = true[cell] / len(fitting)
                assert said[cell] == pytest.approx((win, most / len(fitting)), abs=1e-9)
            if chosen in region:
                assert true[chosen] == most
                assert len(weights) == largest
        told += 1
    assert told > 20
    assert uneven > 5


@needs_native
def test_an_evaluation_solves_every_ending_that_the_player_solves():
    """The player needs the best move only, which takes fewer steps than the value of every move."""
    view = read("7x6x10\nHH10000\nH210111\nH1013H2\nH102HH3\nH213HHH\nHHHHHHH")
    found = analyse(view)
    shortened = 0
    for steps in range(100, 6000, 100):
        think = Think(ending_work=steps)
        evaluation = found.evaluate(think)
        assert evaluation.cell == followed(view, found, think)
        if evaluation.exact:
            assert evaluation.candidates[0].win == pytest.approx(13 / 22)
            assert len(evaluation.candidates) in (1, 14)
            shortened += len(evaluation.candidates) == 1
            told = best_reason(evaluation, view.board.name)
            assert tell_guess(told).startswith("27.3 % risk; the best play wins 59.1 %")
    assert shortened


@needs_native
def test_a_look_that_may_open_no_cell_is_one_of_two_plies():
    for found in small_positions(seed=9):
        assert look_to_the_end(found, work=0) == look_to_the_end(found, plies=2)


@settings(max_examples=60, deadline=None)
@given(deals(largest=4))
def test_endings_are_worth_what_trying_every_move_says(dealt):
    found = stuck(dealt)
    if found is None or found.layouts > 40 or len(found.view.hidden) > 9:
        return
    view = found.view
    fitting = oracle.layouts(view)
    best = Fraction(best_wins(view, fitting), len(fitting))
    for one in engines():
        evaluation = one.analyse(view).evaluate(THINK["normal"])
        assert evaluation.exact
        assert evaluation.candidates[0].cell == evaluation.cell
        assert evaluation.candidates[0].win == pytest.approx(float(best), abs=1e-9)


@needs_native
@pytest.mark.parametrize("seed", range(12))
def test_the_twins_agree_on_every_move_of_an_ending(seed):
    compared = 0
    for _, found in stuck_in(custom("8x8", 12), "open", seed, 200):
        if found.layouts > 150:
            continue
        view, mined = found.view, set(found.mined)
        cells = [cell for cell in view.hidden if cell not in mined]
        told, left = undecided_clues(view, mined), view.mines - len(mined)
        fitting = layouts(told, cells, left, 150)
        whole = [layout | mined for layout in fitting]
        plain = Endgame(whole, cells, view.board.neighbours).openings()
        evaluation = found.evaluate(Think(layouts=150, ending_work=10**9), also=cells)
        assert evaluation.exact
        assert len(fitting) == found.layouts
        compiled = {one.cell: one for one in evaluation.candidates}
        assert compiled.keys() >= plain.keys()
        best = max(opening.wins for opening in plain.values())
        assert compiled[evaluation.cell].win == pytest.approx(best / len(fitting), rel=1e-12)
        for cell, opening in plain.items():
            one = compiled[cell]
            assert one.win == pytest.approx(opening.wins / len(fitting), rel=1e-12)
            assert 1 - one.risk == pytest.approx(opening.safe / len(fitting), rel=1e-9)
            assert one.dead == opening.dead
        compared += 1
    assert compared


def test_too_many_layouts_are_refused_and_not_written_down():
    with pytest.raises(TooMany):
        layouts([], list(range(20)), 10, 100)


@needs_native
@settings(max_examples=60, deadline=None)
@given(deals(largest=6), st.sampled_from(["fast", "normal", "deep"]))
def test_it_never_guesses_a_dead_cell_while_another_is_alive_nor_anything_while_one_is_safe(
    dealt, think
):
    game = Game(dealt)
    player = strategy("guess").player(think=think)

    def judge(move):
        if move.certain or len(game.view.hidden) > 12:
            return
        fitting = oracle.layouts(game.view)
        values = {c: len(by_value(game.view, c, fitting)) for c in game.view.unmarked}
        assert not oracle.agreed(game.view) or all(oracle.agreed(game.view).values())
        assert values[move.cell] > 1 or max(values.values()) < 2

    play_game(game, player, before=judge)


def test_it_keeps_the_contract(core):
    assert check_player(strategy("guess").player) > 50


@needs_native
def test_a_corpus_is_played_as_game_by_game_and_again_with_the_same_result():
    board = Board(16, 16)
    dealt = [deal("intermediate", start="safe", seed=3, number=n) for n in range(60)]
    corpus = Corpus(
        board, 40, "safe", 0, Layouts(b"".join(one.layout for one in dealt), board.cells)
    )
    rows = [row for chunk in play_corpus(corpus, "guess") for row in chunk]
    again = [row for chunk in play_corpus(corpus, "guess", workers=2) for row in chunk]
    assert [row[:3] for row in rows] == [row[:3] for row in again]
    for row, one in zip(rows, dealt, strict=True):
        taken = []
        result = play_game(
            Game(one),
            strategy("guess").player(),
            after=lambda move, taken=taken: taken.append(move.certain),
        )
        assert (row.won, row.guesses) == (result.game.won, taken.count(False))


@needs_native
def test_thinking_wins_more_than_the_least_risk_on_the_same_boards():
    dealt = [deal("beginner", start="safe", seed=11, number=n).layout for n in range(4000)]
    corpus = Corpus(Board(9, 9), 10, "safe", 0, Layouts(b"".join(dealt), 81))
    won = {
        name: sum(row.won for chunk in play_corpus(corpus, name) for row in chunk)
        for name in ("least-risk", "guess")
    }
    assert won["guess"] > won["least-risk"]


def test_unknown_ways_to_think_are_refused():
    with pytest.raises(BadInput, match="unknown way to think 'hard': one of fast, normal, deep"):
        play_game(Game(deal("easy", seed=1)), strategy("guess").player(think="hard"))


# ------------------------------------------------------------------------------------ small boards


@pytest.mark.parametrize(
    ("size", "mines"), [("2x2", 1), ("3x2", 2), ("3x3", 2), ("4x2", 2), ("3x3", 4)]
)
@pytest.mark.parametrize("shape", ["grid", "hex"])
def test_small_boards_are_worth_what_trying_every_move_says(size, mines, shape):
    board = custom(size, mines).board(shape)
    solved = optimal(board, mines, Start.parse("safe"))
    view = view_of(board, mines, [-1] * board.cells)
    fitting = [mines for mines in oracle.layouts(view) if 0 not in mines]
    parts = by_value(view, 0, fitting)
    wins = 0
    for value, part in parts.items():
        after = view_of(board, mines, [value] + [-1] * (board.cells - 1))
        wins += best_wins(after, part)
    assert (solved.layouts, solved.wins) == (len(fitting), wins)


@needs_native
@pytest.mark.parametrize(
    ("size", "mines", "start"),
    [("4x4", 3, "safe"), ("4x4", 4, "open:r1c1"), ("5x4", 3, "safe:r2c3")],
)
def test_whoever_follows_the_policy_wins_as_many_layouts_as_it_says(size, mines, start):
    board = custom(size, mines).board()
    solved = optimal(board, mines, Start.parse(start))
    first = Start.parse(start).first(board)
    free = {first} if start.startswith("safe") else {first, *board.neighbours[first]}
    advice = {one.shown: one.cell for one in solved.policy}
    view = view_of(board, mines, [-1] * board.cells)
    fitting = [layout for layout in oracle.layouts(view) if not free & layout]
    assert len(fitting) == solved.layouts
    assert sum(follows(board, mines, layout, first, advice) for layout in fitting) == solved.wins


def follows(board, mines, layout, first, advice):
    """Tell whether a game on this layout is won by opening safe cells, else the advised cell."""
    shown = [-1] * board.cells
    todo = [first]
    while True:
        for cell in todo:
            if cell in layout:
                return False
            shown[cell] = sum(there in layout for there in board.neighbours[cell])
        if shown.count(-1) == mines:
            return True
        todo = analyse(view_of(board, mines, shown)).safe
        if not todo:
            todo = [advice[tuple(shown)]]


def test_the_best_first_cell_of_a_small_board():
    """Another program found 961 independently."""
    best, corner = best_start(Board(4, 4), 4), optimal(Board(4, 4), 4, Start.parse("safe"))
    assert (best.start, best.wins, best.layouts) == ("safe:r1c2", 961, 1365)
    assert (corner.start, corner.wins, corner.layouts) == ("safe:r1c1", 949, 1365)


@pytest.mark.parametrize(("rows", "cols", "mines"), [(2, 2, 1), (2, 3, 2), (3, 3, 2), (3, 3, 4)])
def test_a_board_without_a_safe_cell_is_worth_what_trying_every_move_says(rows, cols, mines, core):
    board = Board(rows, cols)
    solved = optimal(board, mines, None)
    view = view_of(board, mines, [-1] * board.cells)
    fitting = oracle.layouts(view)
    assert (solved.start, solved.layouts) == ("none", len(fitting))
    assert solved.wins == best_wins(view, fitting)
    firsts = [optimal(board, mines, Start("safe", board.name(c))) for c in range(board.cells)]
    assert best_start(board, mines).wins == max(one.wins for one in firsts)


@needs_native
def test_the_plain_core_solves_the_same_boards(monkeypatch):
    start = Start.parse("open:r2c2")
    compiled_one = optimal(Board(4, 4), 4, start)
    monkeypatch.setenv("MINEPROOF_ENGINE", "python")
    assert optimal(Board(4, 4), 4, start).wins == compiled_one.wins


@pytest.mark.parametrize(
    ("size", "mines", "start", "said"),
    [
        ("9x9", 10, "safe", "too many to play out"),
        ("3x3", 9, "safe", "mines: 9 is more than the 8 cells"),
        ("3x3", 1, "given", "start: the best play needs a first cell: safe or open"),
    ],
)
def test_boards_that_cannot_be_solved_are_refused(size, mines, start, said):
    with pytest.raises(BadInput, match=said):
        optimal(custom(size, mines).board(), mines, Start.parse(start))


# --------------------------------------------------------------------------------- why this guess


POCKET = """16x9x30
000001HH11H11H10
0000012211222H10
11000000112H2121
H10000002H422H3H
121111103HH33HHH
02H32H323HHHHHHH
03HHH3HH2233HHHH
02H4HHH311H3HHHH
0112HHH101HHHHHH
"""


@needs_native
def test_a_part_that_is_cut_off_can_wait_whatever_its_odds():
    found = answers.analyse(read(POCKET))
    best, waits, *others = found.as_json()["candidates"]
    assert found.best is not None
    assert found.best.cell == best["cell"] == "r6c16"
    assert "r8c6 can wait" in found.best.why
    assert waits["cell"] == "r8c6"
    assert waits["risk"] < min(
        one["risk"] for one in (best, *others) if one["region_clears"] is None
    )
    assert waits["region_clears"] == waits["region_best"] == pytest.approx(0.8640, abs=5e-5)
    assert best["region_clears"] is None


@needs_native
@pytest.mark.parametrize(
    ("cells", "better", "said"),
    [
        (("r8c6", "r6c16"), "r6c16", "r8c6 can wait: only the mine count links"),
        (("r9c5", "r6c16"), "r6c16", "r9c5 can wait"),
        (("r8c6", "r9c5"), "r8c6", "clears its region with 86.4 %"),
        (("r8c5", "r8c6"), "r8c6", "its own with 62.8 %, where 86.4 % is possible"),
        (("r8c5", "r8c7"), None, "are worth the same"),
        (("r8c6", "r9c11"), "r8c6", "r8c6 costs nothing"),
        (("r8c6", "r9c12"), "r8c6", "r8c6 costs nothing"),
        (("r8c5", "r9c11"), "r8c5", "r9c11 is dead"),
    ],
)
def test_cells_of_parts_that_are_cut_off_are_compared_by_what_they_leave_of_them(
    cells, better, said
):
    for one, other in (cells, cells[::-1]):
        found = answers.compare(read(POCKET), one, other).as_json()
        assert found["better"] == better
        assert said in found["why"]


@needs_native
@pytest.mark.parametrize("think", [None, "fast", "normal"])
def test_luck_is_nothing_on_the_whole(think):
    """Over all layouts of a small board the luck adds up to 0."""
    board = Board(4, 4)
    chosen = [frozenset(mines) for mines in combinations(range(1, 16), 5)]
    flat = bytes(cell in mines for mines in chosen for cell in range(16))
    player = "least-risk" if think is None else "guess"
    how = THINK[think or "normal"]
    rows = engine().play_many(board, Layouts(flat, 16), 0, player, how)
    assert 0 < sum(row.won for row in rows) < len(rows)
    assert max(abs(row.guess_luck) for row in rows) > 0.3
    assert sum(row.guess_luck for row in rows) == pytest.approx(0, abs=1e-6)
    assert sum(row.ending_luck for row in rows) == pytest.approx(0, abs=1e-6)
    assert any(row.ending_luck for row in rows) == (think is not None)


@needs_native
def test_a_coin_flip_that_no_clue_decides_is_called_one():
    found = analyse(read("2x3x1 / H H / 1 1 / 0 0")).evaluate()
    assert [one.coin_flip for one in found.candidates] == [True, True]
    assert [one.win for one in found.candidates] == [0.5, 0.5]


@needs_native
def test_a_cell_that_breaks_a_coin_flip_loses_less_to_it():
    # r1c1 and r1c2 can be told apart only if r1c3 or r2c3 is safe.
    view = view_of(Board(9, 9), 16, [-1] * 81)
    rows = analyse(view).evaluate(also=range(81)).candidates
    loss = {view.board.name(one.cell): one.flip_loss for one in rows}
    assert loss["r1c3"] < loss["r5c5"]
    assert loss["r1c1"] < loss["r5c5"]


def test_of_two_cells_the_certain_one_is_better():
    view = read("1 1 1 / # # #", mines=1)
    assert answers.compare(view, "r2c1", "r2c2").as_json()["better"] == "r2c1"
    both = read("2x2x3 / 3 H / H H")
    assert answers.compare(both, "r1c2", "r2c2").better is None


@needs_native
def test_the_answer_to_which_is_better_is_the_move_that_analyse_advises():
    agreed = 0
    for number, found in stuck_in("beginner", "safe", 21, 40):
        names = found.view.board.names(found.undecided)
        answer = answers.analyse(found.view).as_json()
        best = answer["best"]["cell"]
        assert answer["candidates"][0]["cell"] == best
        other = random.Random(number).choice([name for name in names if name != best] or [None])
        if other is None:
            continue
        compared = answers.compare(found.view, best, other)
        assert compared.as_json()["better"] in (best, None)
        assert json.loads(json.dumps(compared.as_json()))["cells"][1]["cell"] == other
        agreed += 1
    assert agreed > 10


@needs_native
def test_what_the_best_cell_is_preferred_for_is_never_an_argument_for_the_other():
    deeper = 0
    for _, found in stuck_in("intermediate", "open:r3c3", 22, 60):
        name = found.view.board.name
        best, *others = found.evaluate().candidates
        for one in others:
            better, why = better_of(best, one, name, best.cell)
            assert better in (best.cell, None)
            deeper += why[0].key == "deeper"
    assert deeper


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (("r1c1", "r2c1"), "r1c1 is open"),
        (("r2c1", "r2c1"), "compared with itself"),
        (("r2c1", "r9c9"), "r9c9"),
    ],
)
def test_what_cannot_be_compared_is_refused(cells, said):
    with pytest.raises(BadInput, match=said):
        answers.compare(read("1 1 1 / # # #", mines=1), *cells)


def test_the_server_compares_as_the_command_does():
    questions = pytest.importorskip("mineproof.web.questions")
    body = {"position": "5x1x2/1HHHH", "cells": ["r1c3", "r1c2"]}
    status, text = questions.answer("compare", json.dumps(body).encode())
    found = answers.compare(read(body["position"]), *body["cells"])
    assert (status, json.loads(text)) == (200, found.as_json())
    for wrong in (["r1c3"], "r1c3", ["r1c3", 2]):
        assert questions.answer("compare", json.dumps(body | {"cells": wrong}).encode())[0] == 400


@pytest.mark.usefixtures("core")
def test_candidates_are_listed_by_what_is_shown_of_them():
    view = read("9x9x20" + "/HHHHHHHHH" * 3 + "/HHHH3HHHH" + "/HHHHHHHHH" * 5)
    found = engine().analyse(view).evaluate(THINK["normal"])
    assert found.candidates[0].cell == found.cell

    def shown(one):
        return round((one.survival or 0.0) * (1 - (one.flip_loss or 0.0)), 9)

    values = [(-shown(one), one.cell) for one in found.candidates[1:]]
    assert values == sorted(values)
    if engine().looks_ahead:  # the corners are mirror images of each other
        assert {one.cell for one in found.candidates[:4]} == {0, 8, 72, 80}
