"""Clauses, the knowledge base and resolution, compared with brute force and plain twins."""

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from draw import clauses
from mineproof import Contradiction, KnowledgeBase
from mineproof.base.errors import TooWide
from mineproof.logic.cardinality import exactly
from mineproof.logic.clause_limit import MOST_CLAUSES
from mineproof.logic.consuming import ConsumingBase
from mineproof.logic.matching import Rounds
from mineproof.logic.resolution import resolve, subsumes
from mineproof.logic.saturation import Saturation

VARIABLES = list(range(1, 7))
some_clauses = st.lists(clauses(), max_size=14)


def decide_all(kb, matching):
    """Take units and resolve until nothing more follows."""
    while True:
        while kb.take() is not None:
            pass
        if not matching.run():
            return


class RoundsToTheEnd(Rounds):
    def run(self):
        return self.round()


def base_of(told, matching=Saturation):
    """Return a base that was told clauses and decides all; None if they contradict each other."""
    kb = KnowledgeBase()
    try:
        for clause in told:
            kb.tell(clause)
        decide_all(kb, matching(kb))
    except Contradiction:
        return None
    return kb


def held_and_decided(kb):
    return [*kb.ids, *(frozenset({lit}) for lit in kb.facts)]


@given(clauses(), clauses())
def test_a_resolvent_is_what_two_clauses_say_and_neither_says_alone(a, b):
    resolvent = resolve(a, b)
    if resolvent is None:
        return
    assert not subsumes(a, resolvent)
    assert not subsumes(b, resolvent)
    both = oracle.models([a, b], VARIABLES)
    assert both <= oracle.models([resolvent], VARIABLES)


def test_two_clashes_resolve_to_nothing():
    assert resolve(frozenset({1, 2}), frozenset({-1, -2})) is None
    assert resolve(frozenset({1, 2}), frozenset({3})) is None
    assert resolve(frozenset({1}), frozenset({-1})) == frozenset()


@pytest.mark.parametrize("size", range(9))
def test_exactly_n_of_m_has_one_model_for_each_choice(size):
    variables = list(range(1, size + 1))
    for count in range(size + 1):
        found = oracle.models(exactly(count, variables), variables)
        assert len(found) == comb(size, count)
        assert all(sum(lit > 0 for lit in true) == count for true in found)


def test_the_three_cases_of_a_clue():
    assert exactly(2, [1, 2]) == [frozenset({1}), frozenset({2})]
    assert exactly(0, [1, 2]) == [frozenset({-1}), frozenset({-2})]
    assert len(exactly(2, [1, 2, 3, 4, 5])) == 5 + 10
    assert len(exactly(4, range(1, 9))) == 56 + 56
    for count in (-1, 3):
        with pytest.raises(Contradiction):
            exactly(count, [1, 2])


def test_clauses_of_wide_clues_are_counted_together():
    assert len(exactly(6, range(1, 14), MOST_CLAUSES - 3003)) == 3003
    with pytest.raises(TooWide, match="a clue over 13 cells there would be 400,001 clauses"):
        exactly(6, range(1, 14), MOST_CLAUSES - 3002)
    exactly(6, range(1, 13), MOST_CLAUSES)  # no wider than a clue of a triangle: never refused
    kb = KnowledgeBase(record=False)
    kb.ids = dict.fromkeys(map(frozenset, zip(range(MOST_CLAUSES))), 0)
    with pytest.raises(TooWide, match="a clue over 13 cells"):
        kb.tell_exactly(1, range(1, 14))


@pytest.mark.slow(twin="test_clauses_of_wide_clues_are_counted_together")
def test_the_mine_count_at_the_largest_count_limit_is_never_refused():
    assert len(exactly(10, range(1, 21))) == 335_920


@given(some_clauses)
def test_the_base_says_what_it_was_told_no_more_and_no_less(told):
    kb, expected = base_of(told), oracle.models(told, VARIABLES)
    if kb is None:
        assert not expected
    else:
        assert oracle.models(held_and_decided(kb), VARIABLES) == expected


@given(some_clauses, st.booleans())
def test_the_base_stays_free_of_what_is_needless(told, record):
    kb = KnowledgeBase(record=record)
    try:
        for clause in told:
            kb.tell(clause)
            check_invariants(kb)
        while kb.take() is not None:
            check_invariants(kb)
    except Contradiction:
        pass


def check_invariants(kb):
    for a, b in combinations(kb.ids, 2):
        assert not subsumes(a, b)
        assert not subsumes(b, a)
    decided = {abs(lit) for lit in kb.facts}
    assert all(abs(lit) not in decided for clause in kb.ids for lit in clause)
    assert kb.units == {
        lit: id for clause, id in kb.ids.items() if len(clause) == 1 for lit in clause
    }
    for clause, id in kb.ids.items():
        assert kb.clauses[id] == clause
        assert all(id in kb.occurs[lit] for lit in clause)
    assert sum(map(len, kb.occurs.values())) == sum(map(len, kb.ids))
    pairs = {frozenset({a, b}) for a, others in kb.pairs.items() for b in others}
    assert pairs == {clause for clause in kb.ids if len(clause) == 2}


@given(some_clauses)
def test_saturation_by_index_ends_where_the_plain_version_ends(told):
    kb, expected = base_of(told), oracle.saturated(set(told))
    if kb is None:
        assert frozenset() in expected
    else:
        assert set(held_and_decided(kb)) == expected


@given(some_clauses)
def test_rounds_without_end_decide_what_saturation_decides(told):
    by_saturation = base_of(told)
    if by_saturation is not None:
        by_rounds = base_of(told, RoundsToTheEnd)
        assert set(by_rounds.ids) == set(by_saturation.ids)
        assert by_rounds.facts.keys() == by_saturation.facts.keys()


def test_a_round_matches_only_what_was_there_at_its_start():
    kb = KnowledgeBase()
    for clause in ({1, 2}, {-2, 3}, {-3, 4}):
        kb.tell(clause)
    matching = Rounds(kb)
    assert matching.round()
    assert set(kb.ids) == {frozenset(c) for c in ({1, 2}, {-2, 3}, {-3, 4}, {1, 3}, {-2, 4})}
    assert matching.round()
    assert frozenset({1, 4}) in kb.ids
    assert not matching.round()


def test_a_round_of_two_literal_clauses_leaves_longer_ones_alone():
    wide, narrow = KnowledgeBase(), KnowledgeBase()
    for kb in (wide, narrow):
        kb.tell({1, 2})
        kb.tell({-1, 3, 4})
    assert Rounds(wide).round()
    assert not Rounds(narrow, both=True).round()


def test_what_is_decided_is_left_out_of_what_is_told():
    kb = KnowledgeBase()
    kb.tell({1})
    kb.tell({-2})
    kb.take()
    kb.take()
    kb.tell({1, 5})
    kb.tell({-1, 2, 6})
    assert list(kb.ids) == [frozenset({6})]
    kb.tell_exactly(2, [1, 2, 3, 4])
    assert set(kb.ids) == {frozenset({6}), frozenset({3, 4}), frozenset({-3, -4})}


def test_opposite_units_contradict():
    kb = KnowledgeBase()
    kb.tell({1})
    kb.tell({-1})
    with pytest.raises(Contradiction):
        kb.take()


def test_a_base_that_consumes_loses_what_it_resolves():
    kb = ConsumingBase()
    kb.tell_exactly(1, [1, 2])
    kb.tell_exactly(2, [2, 3, 4])
    kb.settle()
    before = len(kb)
    assert kb.match()
    kb.settle()
    assert len(kb) < before


def test_a_base_that_consumes_sorts_stably_by_length():
    kb = ConsumingBase()
    for lits in ((1, 2, 3), (4, 5), (6, 7), (-1, 8, 9)):
        kb._offer(lits, ())
    kb.settle()
    kb.decide(-2)
    kb._offer((10, 11), ())
    kb.settle()
    order = [kb._clauses[id] for length in sorted(kb._groups) for id in kb._groups[length]]
    # (1, 2, 3) has become a pair. It comes after the old pairs and before the newer one.
    assert order == [(4, 5), (6, 7), (1, 3), (10, 11), (-1, 8, 9)]


def test_a_base_that_consumes_tells_permuted_clauses_apart():
    kb = ConsumingBase()
    kb._offer((1, 2), ())
    kb._offer((2, 1), ())
    kb._offer((1, 2), ())
    assert (len(kb), kb.observer.counters.duplicates) == (2, 1)
