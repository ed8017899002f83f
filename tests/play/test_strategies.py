"""The built-in strategies: sound on every board, with their documented special rules and limits."""

import numpy as np
import pytest
from hypothesis import given, settings

import oracle
from draw import deals
from mineproof import (
    STRATEGIES,
    BadInput,
    Game,
    Start,
    custom,
    deal,
    play_game,
    read_board,
    strategy,
)
from mineproof.game.clues import Clue, clues
from mineproof.game.deal import PLACES, Deal
from mineproof.game.picture import FLAG
from mineproof.logic.cardinality import exactly
from mineproof.play.csp import Csp
from mineproof.reason.deduce import analyse
from mineproof.reason.symbols import variables
from tiers import few, slow

SIZES = ("4x4", "5x5", "7x4", "6x6", "8x8", "9x9", "3x12", "10x7", "16x8", "12x12", "1x20", "2x9")
DENSITIES = (0.05, 0.1, 0.13, 0.16, 0.2, 0.25, 0.35)
CHUNK, CHUNKS = 65, 50

GAMBLERS = ("csp-assign", "guess", "least-risk", "fewest-neighbours", "safest-region")
SOUND = [name for name in STRATEGIES if name not in GAMBLERS]


def mixed_deal(number):
    """Return deal `number` of a series with changing sizes, densities, shapes and starts."""
    size = SIZES[number % len(SIZES)]
    level = custom(size, 0)
    mines = round(level.rows * level.cols * DENSITIES[number % len(DENSITIES)])
    shape = ("grid", "torus", "hex")[number // 5 % 3]  # 12 neighbours would take long
    starts = [Start(place=place, ratio=1 + number % 3) for place in PLACES]
    starts += [Start.parse("safe"), Start.parse("open")]
    start = starts[number % len(starts)]
    if start.rule == "open" and mines + 9 > level.rows * level.cols:
        start = starts[0]
    return deal(custom(size, mines), start=start, seed=77, number=number, shape=shape)


def played(dealt, name, **limits):
    return play_game(Game(dealt), strategy(name).player(record=False, **limits))


def marked(result):
    return {cell for cell, value in enumerate(result.game.view.cells) if value != -1}


def board_of(picture, cells):
    board, layout = read_board(picture)
    return Deal(board, layout, tuple(board.index(cell) for cell in cells.split()))


@pytest.mark.parametrize("chunk", few(range(CHUNKS), 1))
def test_no_strategy_marks_a_cell_wrongly_and_saturate_misses_nothing_the_others_find(chunk):
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        dealt = mixed_deal(number)
        left_out = ("csp", "logic-csp") if number % 5 else ()  # these take long
        results = {name: played(dealt, name) for name in SOUND if name not in left_out}
        assert {name: r.game.wrong for name, r in results.items() if r.game.wrong} == {}
        found = {name: marked(result) for name, result in results.items()}
        assert found["assignment"] <= found["saturate"], f"board {number}"
        assert found["two-literal"] <= found["saturate"], f"board {number}"
        assert found["unit"] <= found["two-literal"], f"board {number}"
        every = found["saturate"] | found["rebuild"] | found["consuming"] | found["complete-clues"]
        assert every <= found["complete"], f"board {number}"
        if not left_out:
            assert found["saturate"] <= found["logic-csp"] == found["csp"], f"board {number}"
            assert found["complete-clues"] <= found["csp"] <= found["complete"], f"board {number}"


@pytest.mark.parametrize("number", few(range(4), 1))
def test_hard_boards_are_marked_rightly_too(number):
    for name in SOUND:
        result = played(deal("hard", seed=5, number=number), name)
        assert (result.game.wrong, result.outcome in ("won", "stuck")) == (0, True), name


# How many of these boards each strategy completes. A change of behaviour changes these numbers.
@pytest.mark.parametrize(
    ("name", "level", "games", "completed"),
    [
        ("assignment", "easy", 100, 94), ("assignment", "intermediate", 20, 11),
        ("two-literal", "easy", 100, 87), ("two-literal", "intermediate", 20, 10),
        ("consuming", "easy", 100, 78), slow("consuming", "intermediate", 20, 6),
        ("unit", "easy", 100, 76), ("unit", "intermediate", 20, 5),
        ("rebuild", "easy", 20, 18), slow("rebuild", "easy", 100, 89),
        slow("rebuild", "intermediate", 20, 10),
        ("saturate", "easy", 100, 94), ("saturate", "intermediate", 20, 11),
    ],
)  # fmt: skip
def test_completed_boards_are_those_of_always(name, level, games, completed):
    results = [played(deal(level, seed=1, number=number), name) for number in range(games)]
    assert sum(result.complete for result in results) == completed


@settings(max_examples=150, deadline=None)
@given(deals(largest=5))
def test_where_saturate_is_stuck_nothing_follows_under_its_rule(dealt):
    """Read the final position again and saturate it by the plain twin: there is no unit."""
    result = played(dealt, "saturate")
    view = result.game.view
    if result.complete:
        return
    mines = {cell for cell in view.hidden if view.cells[cell] == FLAG}
    told = set()
    for clue in clues(view):
        unknown = [cell for cell in clue.cells if cell not in mines]
        told.update(exactly(clue.mines - (len(clue.cells) - len(unknown)), variables(unknown)))
    unmarked = view.unmarked
    if len(unmarked) <= 10:
        told.update(exactly(view.mines - len(mines), variables(unmarked)))
    if len(told) < 80:  # the plain twin tries every pair
        assert all(len(clause) > 1 for clause in oracle.saturated(told))


@settings(max_examples=150, deadline=None)
@given(deals(largest=4))
def test_every_mark_is_one_on_which_all_layouts_agree(dealt):
    """Each mark was certain when it was made, not only right by luck."""
    for name in SOUND:
        game, player = Game(dealt), strategy(name).player()
        game.close_start()
        player.begin(game.view)
        while not game.finished and (move := player.choose(game.view)):
            is_mine = move.verdict == "mine"
            if move.cell not in dealt.initial:
                assert agreed_before(game).get(move.cell) == is_mine
            (game.flag if is_mine else game.open)(move.cell)


def agreed_before(game):
    """Return the cells on which all layouts agree, with the opened and the given cells known."""
    view = game.view
    fitting = [mines for mines in oracle.layouts(view) if not mines.intersection(view.initial)]
    return {
        cell: cell in fitting[0]
        for cell in view.hidden
        if len({cell in mines for mines in fitting}) == 1
    }


# Special rules of strategies, one board each

FENCED = """
. . . .
. 1 2 2
. 2 * *
. 2 * 3
"""


def test_a_clue_alone_is_enough_for_unit_and_a_pair_of_clues_is_not():
    dealt = board_of("1 1 1 1 / * 1 1 *", "r1c1 r1c2 r1c3 r1c4")
    assert played(dealt, "unit").outcome == "stuck"
    assert played(dealt, "saturate").outcome == "won"


def test_only_the_mine_count_reaches_a_cell_fenced_in_by_mines():
    dealt = board_of(FENCED, "r1c1")
    for name in ("saturate", "assignment", "rebuild"):  # rebuild: no mine is left, so all is safe
        assert played(dealt, name).outcome == "won", name
    assert played(dealt, "two-literal").outcome == "stuck"


def test_the_mine_count_waits_until_few_cells_are_left():
    for size, outcome in (("10x1", "won"), ("11x1", "stuck")):
        dealt = deal(custom(size, 0), start=Start(safe_cells=0))
        assert played(dealt, "saturate").outcome == outcome


def test_consuming_calls_it_success_when_its_base_runs_empty():
    results = (played(deal("easy", seed=1, number=number), "consuming") for number in range(150))
    odd = next(result for result in results if result.success and not result.complete)
    assert odd.game.unmarked > 0


@pytest.mark.parametrize(
    ("size", "mines", "reported"), [("9x9", 10, 1765.6), slow("12x12", 18, 4775.3)]
)
def test_rebuild_counts_rules_as_report_d_did(size, mines, reported):
    deals = (deal(custom(size, mines), seed=1, number=number) for number in range(50))
    results = [played(dealt, "rebuild") for dealt in deals]
    rules = [result.counters.inserted for result in results if result.success]
    assert 0.75 * reported < np.mean(rules) < 1.25 * reported


def test_rounds_are_those_of_always():
    """The number of rounds depends on the limits at which strategies give up."""
    for name, rounds in {"assignment": 84, "two-literal": 155}.items():
        results = (played(deal("hard", seed=6, number=number), name) for number in range(12))
        assert sum(result.counters.rounds for result in results) == rounds, name


def test_counters_add_up():
    for name in ("assignment", "two-literal", "unit", "saturate"):
        player = strategy(name).player()
        play_game(Game(deal("hard", seed=3)), player)
        counters = player.counters
        assert counters.units == len(player.kb.facts)
        refused = counters.generated - counters.inserted - counters.duplicates
        assert 0 <= refused <= counters.subsumed
        assert counters.largest >= len(player.kb)


@settings(max_examples=150, deadline=None)
@given(deals(largest=4))
def test_where_complete_is_stuck_nothing_is_entailed(dealt):
    for name, count in (("complete", True), ("complete-clues", False)):
        game = played(dealt, name).game
        if game.finished:
            continue
        view = game.view
        flags = {cell for cell in view.hidden if view.cells[cell] == FLAG}
        agreed = oracle.agreed(view, count=count)
        if count:
            assert set(agreed) == flags
        else:  # the oracle leaves cells that no clue touches undecided
            assert set(agreed) <= flags


@pytest.mark.parametrize("games", [25, slow(60)])
@pytest.mark.parametrize("name", GAMBLERS)
def test_a_gambler_explodes_or_wins_and_owns_up_to_its_risks(name, games):
    outcomes = set()
    for number in range(games):
        moves = []
        game = Game(deal("intermediate", start="safe", seed=3, number=number))
        result = play_game(game, strategy(name).player(), after=moves.append)
        outcomes.add(result.outcome)
        if result.outcome == "lost":
            assert not moves[-1].certain
    assert {"won", "lost"} <= outcomes


def test_guess_rules_choose_what_they_say():
    """An expert position of some thirty undecided cells; the odds are those of the analysis."""
    for number in range(12):
        game = Game(deal("expert", start="open", seed=14, number=number))
        play_game(game, strategy("complete").player())
        if game.finished:
            continue
        view = game.view
        odds = analyse(view).odds
        first = {}
        for name in GAMBLERS[1:]:
            moves = []
            play_game(Game(game.deal), strategy(name).player(), after=moves.append)
            first[name] = next((move.cell for move in moves if not move.certain), None)
        undecided = [cell for cell in view.unmarked if 0 < odds[cell] < 1]
        least = min(odds[cell] for cell in undecided)
        assert odds[first["least-risk"]] == pytest.approx(least)
        neighbours = view.board.neighbours
        hidden = {c: sum(view.cells[n] == -1 for n in neighbours[c]) for c in undecided}
        assert hidden[first["fewest-neighbours"]] == min(hidden.values())
        assert odds[first["safest-region"]] >= least


@pytest.mark.parametrize("heuristic", ["mrv", "degree", "first"])
def test_every_heuristic_finds_the_same_marks(heuristic):
    for number in range(15):
        dealt = deal("easy", seed=6, number=number)
        player = strategy("csp").player(heuristic=heuristic)
        result = play_game(Game(dealt), player)
        assert marked(result) == marked(played(dealt, "csp"))
        assert player.counters.nodes > 0


@pytest.mark.parametrize(
    ("limits", "same"),
    [({"idle_limit": 0, "count_limit": 0}, "unit"), ({"idle_limit": "unlimited"}, "saturate")],
)
def test_the_limits_lead_assignment_from_unit_propagation_to_its_fixed_point(limits, same):
    for number in range(40):
        dealt = mixed_deal(number)
        limited = played(dealt, "assignment", **limits)
        assert marked(limited) == marked(played(dealt, same))
        assert limited.counters.rounds == 0 or same == "saturate"


def test_an_idle_limit_ends_the_game_after_so_many_rounds_in_a_row():
    rounds = []
    for limit in (0, 1, 2, 3, "unlimited"):
        result = played(deal("hard", seed=4), "assignment", idle_limit=limit)
        rounds.append((result.counters.rounds, -result.game.unmarked))
    assert rounds == sorted(rounds)
    assert rounds[0] < rounds[1] < rounds[2]


@pytest.mark.parametrize("name", [name for name in STRATEGIES if STRATEGIES[name].limits])
def test_the_mine_count_is_told_at_the_count_limit_and_no_earlier(name):
    """One mine beside the given cell, then five cells that only the mine count decides."""
    dealt = board_of("7x1x1 / 1M10000", "r1c1")
    assert played(dealt, name, count_limit=4).game.unmarked == 5
    assert played(dealt, name, count_limit=0).game.unmarked == 5
    assert played(dealt, name, count_limit=5).outcome == "won"


@pytest.mark.parametrize(
    ("field", "values"),
    [("idle_limit", (-1, "forever", 2.5)), ("count_limit", (21, -1, "unlimited"))],
)
def test_a_limit_out_of_range_is_refused(field, values):
    for value in values:
        with pytest.raises(BadInput) as caught:
            strategy("assignment").player(**{field: value})
        assert caught.value.field == field


def test_a_constraint_problem_without_solution_has_none():
    assert Csp([Clue((1, 2), 1, None), Clue((1, 2), 2, None)]).solution() is None
    agreed = Csp([Clue((1, 2), 1, None), Clue((1,), 1, None)], "degree").agreed()
    assert agreed == {1: True, 2: False}
    with pytest.raises(BadInput, match="unknown heuristic"):
        Csp([], "luck")
