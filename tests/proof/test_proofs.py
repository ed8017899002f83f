"""Proofs from the knowledge base: the judge accepts them, and refuses corrupted ones."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
from draw import clauses, deals
from mineproof import (
    BadStep,
    Contradiction,
    Game,
    KnowledgeBase,
    check,
    deal,
    play_game,
    proof_of,
    strategy,
)
from mineproof.logic.cardinality import exactly
from mineproof.logic.saturation import Saturation
from mineproof.proof.check import Step


def play(dealt, name):
    player = strategy(name).player()
    play_game(Game(dealt), player)
    return player.kb


def accepted(kb):
    """Return the proofs of all facts of a knowledge base, each accepted by the judge."""
    proofs = {lit: proof_of(kb, lit) for lit in kb.facts}
    for lit, proof in proofs.items():
        assert proof.claim == {lit}
        assert not proof.steps or check(proof.axioms, proof.steps) == {lit}
    return list(proofs.values())


def what_was_told(kb):
    """Return every clause that the clues and the mine count tell, before units simplify them."""
    told = set()
    for telling in kb.observer.tellings:
        if telling.true_count is None:
            told.add(frozenset(telling.variables))
        else:
            told.update(exactly(telling.true_count, telling.variables))
    return told


@settings(max_examples=60, deadline=None)
@given(deals(largest=7), st.sampled_from(["assignment", "two-literal", "unit", "saturate"]))
def test_every_fact_of_a_game_has_a_proof(dealt, name):
    kb = play(dealt, name)
    told = what_was_told(kb)
    assert all(set(proof.axioms) <= told for proof in accepted(kb))


def test_a_hard_board_is_proved_cell_by_cell():
    kb = play(deal("hard", seed=2), "saturate")
    assert max(len(proof.steps) for proof in accepted(kb)) > 30


@given(st.lists(clauses(), max_size=14))
def test_a_proof_from_any_clauses_is_accepted(told):
    kb = KnowledgeBase()
    try:
        for clause in told:
            kb.tell(clause)
        matching = Saturation(kb)
        while kb.take() is not None or matching.run():
            pass
    except Contradiction:
        return
    assert all(set(proof.axioms) <= set(told) for proof in accepted(kb))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_spoiled_proof_is_refused_unless_the_step_is_still_true(data):
    kb = play(deal("easy", seed=data.draw(st.integers(0, 20))), "saturate")
    longest = max((proof_of(kb, lit) for lit in kb.facts), key=lambda proof: len(proof.steps))
    spot = data.draw(st.integers(0, len(longest.steps) - 1))
    spoiled = list(longest.steps)
    step = spoiled[spot]
    if data.draw(st.booleans()):
        flipped = data.draw(st.sampled_from(sorted(step.clause)))
        spoiled[spot] = step._replace(clause=step.clause - {flipped} | {-flipped})
    else:
        dropped = data.draw(st.sampled_from(step.premises))
        kept = tuple(id for id in step.premises if id != dropped)
        spoiled[spot] = step._replace(premises=kept)
    known = dict(enumerate(longest.axioms, start=1)) | {s.id: s.clause for s in longest.steps}
    cited = [known[id] for id in spoiled[spot].premises]
    variables = sorted({abs(lit) for clause in [*cited, spoiled[spot].clause] for lit in clause})
    still_true = oracle.models(cited, variables) <= oracle.models([spoiled[spot].clause], variables)
    if not still_true:
        with pytest.raises(BadStep, match=f"step {step.id} "):
            check(longest.axioms, spoiled)


@pytest.mark.parametrize(
    ("axioms", "step", "line"),
    [
        ([{0}], Step(2, frozenset(), (1, 1)), "axiom 1 has the literal 0"),
        ([{1}, {-1, 0}], Step(3, frozenset({0}), (1, 2)), "axiom 2 has the literal 0"),
        ([{1}], Step(2, frozenset({1, 0}), (1,)), "step 2 has the literal 0"),
        ([{1, 2}, {-1}], Step(3, frozenset({2}), (2, 1), deletes=(1,)), "step 3 cites 1, which is"),
    ],
)
def test_the_judge_refuses_0_which_is_its_own_negation_and_what_a_step_deletes(axioms, step, line):
    with pytest.raises(BadStep, match=line):
        check(axioms, [step])


@pytest.mark.parametrize("literal", [False, True, 0.0, 1.0, float("nan"), "1", None])
def test_the_judge_refuses_a_literal_that_is_no_whole_number(literal):
    with pytest.raises(TypeError, match="expected literals as whole numbers, such as -3, not "):
        check([frozenset({literal})], [Step(2, frozenset(), (1, 1))])
    with pytest.raises(TypeError, match="expected literals as whole numbers, such as -3, not "):
        check([frozenset({1})], [Step(2, frozenset({literal}), (1,))])


def test_a_base_without_a_record_says_so():
    kb = KnowledgeBase(record=False)
    kb.tell({1})
    with pytest.raises(ValueError, match="no record"):
        proof_of(kb, 1)
