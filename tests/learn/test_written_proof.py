"""Proofs by resolution that students write: verdicts, hints, and the final check by the judge."""

import json
from functools import cache
from itertools import chain, combinations, islice, product
from random import Random

import pytest
from pysat.solvers import Solver

import oracle
from mineproof import exercises
from mineproof.base.errors import BadInput
from mineproof.game.picture import FLAG
from mineproof.learn.kinds import KINDS
from mineproof.learn.written_proof import MOST_CLAUSES, MOST_STEPS, WrittenProof, clause_exercise
from mineproof.logic.linear import linear_refutation, short_refutation
from mineproof.logic.resolution import resolve
from mineproof.proof.check import check, judge
from mineproof.web.questions import answer

PROVABLE = [kind for kind in KINDS if kind not in ("flip", "guess")]


@cache
def some(kind, count=2, seed=3):
    found = ((one, clause_exercise(one)) for one in exercises(kind=kind, seed=seed))
    return list(islice(((one, made) for one, made in found if made), count))


def asked(name, **body):
    status, text = answer(name, json.dumps(body).encode())
    return status, json.loads(text)


@pytest.mark.parametrize("kind", PROVABLE)
def test_the_clauses_follow_from_the_position_and_the_denial_contradicts_them(kind):
    for one, made in some(kind):
        assert len(made.axioms) <= MOST_CLAUSES
        assert len(set(made.axioms)) == len(made.axioms) == len(made.sources)
        assert made.cell in (one.mined if made.mine else one.safe)
        cell = one.view.board.index(made.cell) + 1
        assert made.axioms[-1] == {-cell if made.mine else cell}
        flags = [cell for cell, value in enumerate(one.view.cells) if value == FLAG]
        with oracle.solver_of([*oracle.groups_of(one.view), (flags, len(flags))]) as solver:
            assert solver.solve()
            for clause in made.axioms[:-1]:
                assert not solver.solve(assumptions=[-lit for lit in clause])
        with Solver(name="minisat22", bootstrap_with=map(list, made.axioms)) as solver:
            assert not solver.solve()


@pytest.mark.parametrize("kind", PROVABLE)
def test_our_refutation_is_short_and_the_judge_accepts_it(kind):
    for _, made in some(kind):
        assert len(made.steps) <= MOST_STEPS
        assert check(made.axioms, made.steps) == frozenset()
        known = dict(enumerate(made.axioms, start=1))
        for step in made.steps:
            first, second = (known[id] for id in step.premises)
            assert resolve(first, second) == step.clause
            known[step.id] = step.clause


def expected(clauses, first, second):
    """Return the verdict by the definition: try each literal as the pivot."""
    a, b = clauses[first - 1], clauses[second - 1]
    resolvents = [(a - {lit}) | (b - {-lit}) for lit in a if -lit in b]
    if not resolvents:
        return "no clash"
    if any(-lit in one for one in resolvents for lit in one):
        return "several clashes"
    return "known" if resolvents[0] in clauses else "accepted"


@pytest.mark.parametrize("kind", PROVABLE)
def test_random_steps_are_judged_by_the_definition_and_hints_lead_to_the_end(kind):
    random = Random(kind)
    seen = set()
    for _, made in some(kind):
        for strayed in (0, 5, 40):
            proof = WrittenProof(made)
            for _ in range(strayed):
                if proof.complete:
                    break
                first, second = (random.randint(1, len(proof.clauses)) for _ in range(2))
                before = list(proof.clauses)
                judged = proof.judge(first, second)
                assert judged.verdict == expected(before, first, second)
                seen.add(judged.verdict)
                grown = judged.verdict == "accepted"
                assert len(proof.clauses) == len(before) + grown
                if judged.verdict == "known":
                    assert before[judged.other - 1] == resolve(
                        before[first - 1], before[second - 1]
                    )
                if grown and judged.other:
                    assert before[judged.other - 1] < proof.clauses[-1]
                elif grown:
                    assert not any(one <= proof.clauses[-1] for one in before)
            hints = 0
            while not proof.complete:
                assert proof.judge(*proof.next_pair()).verdict == "accepted"
                hints += 1
            assert hints <= len(made.steps)
            assert proof.next_pair() is None
            assert judge(made.cnf(), proof.proof.lrat()) == len(proof.steps)
    assert "no clash" in seen


def completed(made):
    """Return the refutation that this project finds, step by step."""
    proof = WrittenProof(made)
    while not proof.complete:
        proof.judge(*proof.next_pair())
    return proof


def test_nothing_is_added_after_the_empty_clause_and_numbers_must_exist():
    [(_, made)] = some("1-1", count=1)
    proof = WrittenProof(made)
    for number in (0, -1, len(made.axioms) + 1):
        with pytest.raises(BadInput, match=f"from 1 to {len(made.axioms)}, not {number}"):
            proof.judge(1, number)
    with pytest.raises(BadInput, match="ended with the empty clause"):
        completed(made).judge(1, 2)


SMALL = [frozenset(c) for c in ((1,), (-1,), (2,), (-2,), (1, 2), (1, -2), (-1, 2), (-1, -2))]


def fewest_steps(axioms):
    """Return the length of a shortest linear refutation, by breadth-first search, or None."""
    layer, steps, seen = {(frozenset(axioms), one) for one in axioms}, 0, set()
    while layer:
        if any(not last for _, last in layer):
            return steps
        seen |= layer
        layer = {
            (known | {resolvent}, resolvent)
            for known, last in layer
            for one in known
            if (resolvent := resolve(last, one)) is not None and resolvent not in known
        } - seen
        steps += 1
    return None


def test_of_all_sets_of_clauses_in_two_variables_the_linear_refutations_are_shortest():
    sets = chain.from_iterable(combinations(SMALL, size) for size in range(1, len(SMALL) + 1))
    refutable = 0
    for axioms in sets:
        found = linear_refutation(axioms, MOST_STEPS)
        satisfied = any(
            all(any((lit > 0) == values[abs(lit) - 1] for lit in clause) for clause in axioms)
            for values in product((False, True), repeat=2)
        )
        assert (found is None) == satisfied
        if found is not None:
            refutable += 1
            assert check(axioms, found) == frozenset()
            assert len(found) == fewest_steps(axioms)
            assert linear_refutation(axioms, len(found) - 1) is None
    assert refutable > 100


def test_a_refutation_that_is_too_long_or_missing_is_not_given():
    axioms = [frozenset({1, 2}), frozenset({-1, -3}), frozenset({-2, -3}), frozenset({3})]
    assert len(short_refutation(axioms, 3)) == 3
    assert short_refutation(axioms, 2) is None
    assert short_refutation(axioms[:3], 8) is None
    assert linear_refutation(axioms, 3, budget=2) is None


def test_the_page_asks_and_gets_clauses_verdicts_and_the_proof():
    one, made = some("1-2", count=1)[0]
    position = one.as_json()["position"]
    status, found = asked("resolve", position=position, pairs=[])
    assert status == 200
    assert (found["cell"], found["mine"], found["ours"]) == (made.cell, made.mine, len(made.steps))
    assert found["clauses"][-1]["sources"] == ["denial"]
    assert found["lrat"] is found["cnf"] is found["used"] is None
    pairs = [[1, 1]]  # refused: it changes nothing
    while not found["proved"]:
        pairs.append(found["next"])
        status, found = asked("resolve", position=position, pairs=pairs)
    assert [judged["verdict"] for judged in found["judged"]] == ["no clash", *["accepted"] * 3]
    assert found["clauses"][-1] == {"clause": [], "sources": [], "parents": pairs[-1]}
    assert judge(found["cnf"], found["lrat"]) == found["used"] == 3
    assert found["next"] == []


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ([[1]], "pairs of two numbers"),
        ([[1, 2]] * 61, "up to 60 pairs"),
        ([[1, 99]], "from 1 to"),
    ],
)
def test_pairs_that_are_none_are_refused(pairs, said):
    one, _ = some("1-2", count=1)[0]
    status, found = asked("resolve", position=one.as_json()["position"], pairs=pairs)
    assert (status, found["kind"]) == (400, "asked wrongly")
    assert said in found["error"]


def test_a_drill_of_clauses_leaves_out_what_has_no_short_proof():
    every = list(islice(exercises(kind="case", seed=3), 6))
    fitting = [one for one in every if clause_exercise(one)]
    assert 0 < len(fitting) < len(every)
    given, first = [], 0
    while not given:
        _, found = asked("exercises", kind="case", seed=3, first=first, clauses=True)
        given, first = found["exercises"], found["next"]
    assert given[0]["position"] == fitting[0].as_json()["position"]
    unfit = next(one for one in every if one not in fitting)
    status, found = asked("resolve", position=unfit.as_json()["position"], pairs=[])
    assert status == 400
    assert "short proof" in found["error"]
    for kind in ("flip", "guess"):
        status, found = asked("exercises", kind=kind, clauses=True)
        assert status == 400
        assert "nothing is certain" in found["error"]
        assert clause_exercise(next(exercises(kind=kind, seed=3))) is None
