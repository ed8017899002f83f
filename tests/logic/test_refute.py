"""Refutations and the file format of the judge, checked by brute force and an outside program."""

import tracemalloc
from contextlib import suppress

import dratify
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
from draw import clauses, cnf_texts
from mineproof import BadStep, check
from mineproof.logic.counter import Counter
from mineproof.logic.refute import Support, elaborate, refute, solver_lemmas
from mineproof.proof import check as check_file
from mineproof.proof.check import Derivation, judge, read_cnf, read_lrat
from mineproof.proof.dimacs import write_cnf
from tiers import slow

VARIABLES = list(range(1, 7))


def without_hints(steps):
    """Return the proof as DRUP: outside checkers find the premises of each step themselves."""
    return "".join(" ".join(map(str, [*step.clause, 0])) + "\n" for step in steps)


@pytest.mark.parametrize("examples", [150, slow(400)])
def test_what_cannot_hold_is_refuted_and_nothing_else(examples):
    """With a small budget for resolution the SAT solver finds the refutation."""

    @settings(max_examples=examples)
    @given(st.lists(clauses(longest=3), min_size=2, max_size=24), st.sampled_from([2000, 3]))
    def law(told, budget):
        if not oracle.models(told[:-1], VARIABLES):
            return  # the clauses must be consistent without the denial
        found = refute(told, budget)
        assert (found is None) == bool(oracle.models(told, VARIABLES))
        if found is None:
            return
        assert check(told, found.proof.steps) == frozenset()
        proof = found.proof.trimmed()
        assert set(proof.axioms) <= set(told)
        cnf = write_cnf(proof.axioms)
        assert judge(cnf, proof.lrat()) == len(proof.steps)
        assert dratify.check_proof(dratify.parse_dimacs(cnf), without_hints(proof.steps)).ok

    law()


@pytest.mark.parametrize("examples", [60, slow(100)])
def test_lemmas_of_a_solver_are_elaborated_into_steps(examples):
    @settings(max_examples=examples)
    @given(st.lists(clauses(longest=3), min_size=8, max_size=24))
    def law(told):
        lemmas = solver_lemmas(told)
        assert (lemmas is None) == bool(oracle.models(told, VARIABLES))
        if lemmas is not None:
            assert check(told, elaborate(told, lemmas)) == frozenset()

    law()


def test_support_derives_only_what_bears_on_the_goal():
    """Clauses about other variables are not used."""
    support = Support([frozenset({1, 2}), frozenset({-1}), frozenset({7, 8}), frozenset({-2})])
    steps = support.run()
    assert steps[-1].clause == frozenset()
    assert support.resolutions <= 4
    assert not any({7, 8} & {abs(lit) for lit in step.clause} for step in steps)


def test_support_knows_when_all_that_bears_on_the_goal_is_derived():
    support = Support([frozenset({1, 2}), frozenset({-2})])
    assert support.run() is None
    assert support.exhausted


@pytest.mark.parametrize("size", range(1, 6))
def test_a_counter_allows_just_the_numbers_it_says(size):
    cells = list(range(1, size + 1))
    for most in range(size):
        for least in range(most + 1):
            counter = Counter(cells, size + 1)
            counter.at_most(most)
            if least:
                counter.at_least(least)
            helpers = sorted(counter.meaning)
            if len(helpers) > 9:
                continue
            found = oracle.models(counter.clauses, cells + helpers)
            numbers = {sum(1 for lit in true if 0 < lit <= size) for true in found}
            assert numbers == set(range(least, most + 1))


CNF = "c a remark\np cnf 2 3\n1 2 0\n-1 0\nc another\n-2 0\n"
LRAT = "4 2 0 2 1 0\n5 0 4 3 0\n"


def test_the_judge_takes_a_good_proof_with_and_without_deletions():
    assert judge(CNF, LRAT) == 2
    assert judge(CNF, "4 2 0 2 1 0\n4 d 1 2 0\n5 0 4 3 0\n") == 2


@pytest.mark.parametrize(
    ("lrat", "why"),
    [
        ("", "does not end in the empty clause"),
        ("4 2 0 2 1 0\n", "does not end in the empty clause"),
        ("4 2 0 1 2 0\n5 0 4 3 0\n", None),
        ("4 2 0 1 0\n5 0 4 3 0\n", "line 1: step 4 does not follow from 1"),
        ("4 2 0 0\n", "line 1: step 4 does not follow from nothing"),
        ("4 2 0 2 1 3 0\n5 0 4 3 0\n", "line 1: step 4 does not follow"),
        ("4 -2 0 2 1 0\n5 0 4 3 0\n", "line 1: step 4 does not follow"),
        ("4 2 0 2 9 0\n", "line 1: step 4 cites 9, which is unknown or deleted"),
        ("4 2 0 4 0\n", "line 1: step 4 cites 4"),
        ("3 2 0 2 1 0\n", "line 1: step 3 comes after 3: numbers must grow"),
        ("4 2 0 2 1 0\n4 d 1 0\n5 0 3 2 1 0\n", "line 3: step 5 cites 1"),
        ("4 d 9 0\n", "line 1: step 4 deletes 9, which is unknown or deleted"),
        (LRAT + "6 1 0 5 0\n", "line 3: a step after the empty clause"),
        ("4 2 0 2 1\n", "line 1: not 'NUMBER literals 0 premises 0'"),
        ("4 2 2 1 0\n", "line 1: not 'NUMBER literals 0 premises 0'"),
        ("four 2 0 2 1 0\n", "line 1: not numbers"),
        ("4 2 0 ² 1 0\n", "line 1: byte 0xc2"),
        ("4 d 0\n", "line 1: a deletion"),
        ("\x00\x01", "line 1: byte 0x00"),
        ("4 d", "line 1: not numbers"),
        ("4 2 0 2 1 0\nc4 d 1 0\n", "line 2: not numbers"),
    ],
)
def test_the_judge_is_strict(lrat, why):
    if why is None:
        assert judge(CNF, lrat) == 2  # the premises may be applied in another order
    else:
        with pytest.raises(BadStep, match=why):
            judge(CNF, lrat)


@pytest.mark.parametrize(
    ("cnf", "why"),
    [
        ("", "not a CNF"),
        ("1 2 0\n", "line 1: a clause before"),
        ("p cnf 2 1\n1 2\n", "line 2: a clause is its literals and one 0"),
        ("p cnf 2 1\n1 0 2 0\n", "line 2: a clause is its literals and one 0"),
        ("p cnf 2 1\n1 3 0\n", "line 2: more variables than 'p cnf' declares"),
        ("p cnf 2 2\n1 2 0\n", "line 1: declares 2 clauses, but there are 1"),
        ("p cnf 2\n", "line 1: not 'p cnf"),
        ("p cnf 2 1\np cnf 2 1\n1 0\n", "line 2: not 'p cnf"),
        ("p cnf 2 1\n1 two 0\n", "line 2: not numbers"),
        ("p cnf 2 1\nc1 2 0\n", "line 2: not numbers"),
        ("p cnf 2 1\n c 1\n", "line 2: not numbers"),
        ("p cnf 2 -1\n", "line 1: not 'p cnf"),
        ("c a\np cnf 2 3\n1 0\n", "line 2: declares 3 clauses"),
    ],
)
def test_axioms_are_read_strictly(cnf, why):
    with pytest.raises(BadStep, match=why):
        read_cnf(cnf)


@pytest.mark.parametrize("sign", ["\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028",
                                  "\u2029", "\t", "\0", "\x7f", "\ud800"])  # fmt: skip
def test_a_clause_cannot_hide_in_a_comment(sign):
    """Some readers end a line at these characters. Clause 1 is satisfiable; 1 and -1 are not."""
    hidden = f"p cnf 1 2\n1 0\nc remark{sign}-1 0\n"
    shown = f"p cnf 1 1\n1 0\nc remark{sign}-1 0\n"
    for cnf in (hidden, shown):
        for text in (cnf, cnf.encode("utf-8", "surrogatepass")):
            with pytest.raises(BadStep, match=r"line 3: byte 0x.. is not printable ASCII"):
                judge(text, "3 0 1 2 0\n")
    with pytest.raises(BadStep, match="line 1: byte"):
        judge(CNF, f"c remark{sign}4 2 0 2 1 0\n5 0 4 3 0\n")


def test_lines_may_end_as_windows_ends_them():
    assert judge(CNF.replace("\n", "\r\n"), LRAT.replace("\n", "\r\n").encode()) == 2
    with pytest.raises(BadStep, match="line 2: byte 0x0d"):
        judge(CNF, LRAT.replace("\n", "\r\r\n").replace("\r\r", "\r", 1))


@pytest.mark.parametrize("number", ["+1", "01", "-0", "-01", "1_0", "--1", "1-2", "-", "1.0", "0x1",
                                    "1e1", "1234567890", "9" * 5000, "-1234567890"])  # fmt: skip
def test_a_number_is_written_in_one_way(number):
    with pytest.raises(BadStep, match="line 2: not numbers of at most 9 digits"):
        read_cnf(f"p cnf 999999999 1\n{number} 0\n")
    with pytest.raises(BadStep, match="line 1: not 'p cnf"):
        read_cnf(f"p cnf {number} 0\n")
    for line in (
        f"{number} 2 0 2 1 0",
        f"4 {number} 0 2 1 0",
        f"4 2 0 2 {number} 0",
        f"4 d {number} 0",
    ):
        with pytest.raises(BadStep, match="line 1: not numbers of at most 9 digits"):
            judge(CNF, line)


@pytest.mark.parametrize("body", ["1 " * 2**18 + "0\n", "0\n" * 2**14, "1 0\r\n" * 2**13,
                                  "1 " * 2**18, "c " + "1 " * 2**18])  # fmt: skip
def test_a_cnf_takes_at_most_twelve_times_its_size(body):
    text = f"p cnf 1 {body.count('0')}\n{body}".encode()
    tracemalloc.start()
    try:
        with pytest.raises(BadStep, match=r"the proof does not end|a clause is its literals"):
            judge(text, "")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 11 * len(text)  # beside the text itself


def test_a_literal_may_be_in_a_clause_twice():
    assert judge("p cnf 2 3\n1 2 1 0\n-1 -1 0\n-2 0\n", "4 0 2 3 1 0\n") == 1
    with pytest.raises(BadStep, match="axiom 1 has a literal of more than 9 digits"):
        check([frozenset({2**40})], [])


def test_the_longest_numbers_are_read():
    assert read_cnf("p cnf 999999999 1\n-999999999 0\n") == [frozenset({-999999999})]


@pytest.mark.parametrize("examples", [150, slow(500)])
def test_other_readers_of_cnf_find_the_clauses_that_we_find(examples):
    @settings(max_examples=examples)
    @given(cnf_texts())
    def law(text):
        with suppress(BadStep):
            ours = read_cnf(text)
            for theirs in oracle.clauses_as_others_read_them(text):
                assert theirs == ours

    law()


@given(cnf_texts(edits=0))
def test_what_is_not_spoiled_is_read_by_all(text):
    """Files without errors are read by all, so the test above does compare clauses."""
    assert oracle.clauses_as_others_read_them(text) == [read_cnf(text)] * 2


def test_work_is_bounded_by_the_size_of_the_files(monkeypatch):
    """Short lines cite wide clauses many times. The bound is lowered here, because the real one
    needs files of many megabytes."""
    k = 300
    wide = [frozenset({*range(1, k + 1), k + n}) for n in range(1, k + 1)]
    cnf = write_cnf([*wide, frozenset(range(-k - k, -k))])
    literals, cited = " ".join(map(str, range(1, k + 1))), " ".join(map(str, range(1, k + 2)))
    lrat = "".join(f"{k + 1 + n} {literals} 0 {cited} 0\n" for n in range(1, 4))
    proof = Derivation(read_cnf(cnf))
    for _, step in read_lrat(lrat):
        proof.add(step)
    assert proof.visits == 3 * (k * (k + 1) + k)
    monkeypatch.setattr(check_file, "VISITS", 1)
    with pytest.raises(BadStep, match="line 2: too much work for a proof of its size"):
        judge(cnf, lrat)


@given(st.text(alphabet="0123456789 -dpcnf\n", max_size=80))
def test_any_text_is_judged_or_refused(text):
    with suppress(BadStep):
        judge(CNF, text)
    with suppress(BadStep):
        judge(text, LRAT)
    with suppress(BadStep):
        list(read_lrat(text))
