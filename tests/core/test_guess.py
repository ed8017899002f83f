"""`guess`: numbers compared with brute force, endings with a plain expectimax, and the engines."""

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
from engines import engines, needs_native, using
from mineproof import (
    BadInput,
    Board,
    Game,
    Start,
    check_player,
    custom,
    deal,
    play_game,
    read,
    strategy,
)
from mineproof.core.choice import engine
from mineproof.core.endgame import Endgame, TooMany, layouts
from mineproof.core.think import THINK, Think
from mineproof.game.board import Layouts
from mineproof.game.clues import undecided_clues
from mineproof.game.formats.corpus import Corpus
from mineproof.game.view import view_of
from mineproof.play.bulk import play_corpus
from mineproof.play.comparison import best_reason
from mineproof.play.optimal import best_start, optimal
from mineproof.reason.deduce import analyse
from mineproof.reason.words import tell_guess
from positions import first_stuck, stuck_in
from tiers import few, slow


def least_risk_of(hidden, fitting):
    """Return the least share of layouts with a mine, over all cells; 0 if only mines are left."""
    risks = [Fraction(sum(cell in mines for mines in fitting), len(fitting)) for cell in hidden]
    return min([risk for risk in risks if risk < 1], default=Fraction(0))


@needs_native
@settings(max_examples=150)
@given(deals(largest=5))
def test_the_numbers_of_a_candidate_are_those_of_brute_force(dealt):
    found = next(stuck_in(dealt), None)
    if found is None or not found.layouts <= 400:
        return
    view = found.view
    fitting = oracle.layouts(view)
    hidden = [cell for cell in view.hidden if cell not in found.mined]
    for one in found.evaluate(also=hidden).candidates:
        parts = oracle.by_clue(view, one.cell, fitting)
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
    for found in first_stuck(custom("6x6", 9), "open", seed, count):
        if found.layouts > 40 or len(found.undecided) > 9:
            continue
        told = undecided_clues(found.view, found.mined)
        touched = set().union(*(clue.cells for clue in told))
        if set(found.undecided) <= touched:
            yield found


@needs_native
@pytest.mark.parametrize("seed", few(range(3), 1))
def test_a_look_to_the_end_of_a_game_is_worth_what_trying_every_move_says(seed):
    compared = 0
    for found in small_positions(seed):
        worth, living = look_to_the_end(found)
        if living < 2:  # with fewer than two living cells the engine does not search
            continue
        fitting = oracle.layouts(found.view)
        assert worth == pytest.approx(
            oracle.best_wins(found.view, fitting) / len(fitting), abs=1e-9
        )
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
        parts = oracle.by_clue(view, cell, left).values()
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
@pytest.mark.parametrize("games", [800, slow(2500)])
def test_a_region_is_cleared_as_often_as_trying_every_move_of_it_says(games):
    told, uneven = 0, 0
    for found in first_stuck(custom("7x6", 12), "open", 31, games):
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
    assert told > games // 100
    assert uneven > games // 500


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


@settings(max_examples=60)
@given(deals(largest=4))
def test_endings_are_worth_what_trying_every_move_says(dealt):
    found = next(stuck_in(dealt), None)
    if found is None or found.layouts > 40 or len(found.view.hidden) > 9:
        return
    view = found.view
    fitting = oracle.layouts(view)
    best = Fraction(oracle.best_wins(view, fitting), len(fitting))
    for one in engines():
        evaluation = one.analyse(view).evaluate(THINK["normal"])
        assert evaluation.exact
        assert evaluation.candidates[0].cell == evaluation.cell
        assert evaluation.candidates[0].win == pytest.approx(float(best), abs=1e-9)


@needs_native
@pytest.mark.parametrize("seed", few(range(12), 3))
def test_the_twins_agree_on_every_move_of_an_ending(seed):
    compared = 0
    for found in first_stuck(custom("8x8", 12), "open", seed, 200):
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
@settings(max_examples=60)
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
        values = {c: len(oracle.by_clue(game.view, c, fitting)) for c in game.view.unmarked}
        assert not oracle.agreed(game.view) or all(oracle.agreed(game.view).values())
        assert values[move.cell] > 1 or max(values.values()) < 2

    play_game(game, player, before=judge)


def test_it_keeps_the_contract_without_the_compiled_engine():
    with using("python"):
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
@pytest.mark.parametrize("games", [1500, slow(4000)])
def test_thinking_wins_more_than_the_least_risk_on_the_same_boards(games):
    dealt = [deal("beginner", start="safe", seed=11, number=n).layout for n in range(games)]
    corpus = Corpus(Board(9, 9), 10, "safe", 0, Layouts(b"".join(dealt), 81))
    won = {
        name: sum(row.won for chunk in play_corpus(corpus, name) for row in chunk)
        for name in ("least-risk", "guess")
    }
    assert won["guess"] > won["least-risk"]


@needs_native
@pytest.mark.parametrize("think", [None, "fast", slow("normal")])
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


def test_unknown_ways_to_think_are_refused():
    with pytest.raises(BadInput, match="unknown way to think 'hard': one of fast, normal, deep"):
        play_game(Game(deal("easy", seed=1)), strategy("guess").player(think="hard"))


# Small boards


@pytest.mark.parametrize(
    ("size", "mines"), [("2x2", 1), ("3x2", 2), ("3x3", 2), ("4x2", 2), ("3x3", 4)]
)
@pytest.mark.parametrize("shape", ["grid", "hex"])
def test_small_boards_are_worth_what_trying_every_move_says(size, mines, shape, core):
    board = custom(size, mines).board(shape)
    solved = optimal(board, mines, Start.parse("safe"))
    view = view_of(board, mines, [-1] * board.cells)
    fitting = [mines for mines in oracle.layouts(view) if 0 not in mines]
    wins = 0
    for value, part in oracle.by_clue(view, 0, fitting).items():
        after = view_of(board, mines, [value] + [-1] * (board.cells - 1))
        wins += oracle.best_wins(after, part)
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
    assert solved.wins == oracle.best_wins(view, fitting)
    firsts = [optimal(board, mines, Start("safe", board.name(c))) for c in range(board.cells)]
    assert best_start(board, mines).wins == max(one.wins for one in firsts)
