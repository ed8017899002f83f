"""The judge: does each step of a proof follow from the steps it cites?

Nothing here searches, and nothing of ours is imported. Finding a proof is hard work done elsewhere;
judging one is this short replay, so whoever grants the axioms need read no other file to believe
the result. Copy it out and run it:

    python check.py AXIOMS.cnf PROOF.lrat
"""

import re
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

Clause = frozenset[int]
_PLAIN = re.compile("[0-9-]+")


class BadStep(ValueError):
    """Where a proof, or a file that should hold one, goes wrong."""


class Step(NamedTuple):
    """`clause` follows from the clauses numbered `premises`, read in that order.

    Axioms are numbered from 1 and are not steps; steps go on from there. `deletes` names clauses
    that no later step cites.
    """

    id: int
    clause: Clause
    premises: tuple[int, ...]
    deletes: tuple[int, ...] = ()


def check(axioms: Iterable[Clause], steps: Iterable[Step]) -> Clause | None:
    """Replay `steps` from `axioms`, which are numbered from 1; return the last clause.

    Raise `BadStep` where a step does not follow.

    >>> axioms = [frozenset({1, 2}), frozenset({-1})]
    >>> check(axioms, [Step(3, frozenset({2}), (2, 1))])
    frozenset({2})
    >>> check(axioms, [Step(3, frozenset({-2}), (2, 1))])
    Traceback (most recent call last):
    mineproof.proof.check.BadStep: step 3 does not follow from 2 1
    """
    proof = Derivation(axioms)
    for step in steps:
        proof.add(step)
    return proof.proved


class Derivation:
    """The clauses known so far, and the clause proved last."""

    def __init__(self, axioms: Iterable[Clause]) -> None:
        self._known = dict(enumerate(axioms, start=1))
        self._last = len(self._known)
        self.proved: Clause | None = None

    def add(self, step: Step) -> None:
        """Take one step, or raise `BadStep`."""
        for id in step.deletes:
            if self._known.pop(id, None) is None:
                raise BadStep(f"step {step.id} deletes {id}, which is not there")
        if step.deletes and not step.premises:
            return  # a line that only deletes
        if step.id <= self._last:
            raise BadStep(f"step {step.id} comes after {self._last}: numbers must grow")
        for id in step.premises:
            if id not in self._known:
                raise BadStep(f"step {step.id} cites {id}, which is not there")
        if not follows(step.clause, [self._known[id] for id in step.premises]):
            cited = " ".join(map(str, step.premises))
            raise BadStep(f"step {step.id} does not follow from {cited or 'nothing'}")
        self._last = step.id
        self._known[step.id] = self.proved = step.clause


def follows(clause: Clause, premises: Iterable[Clause]) -> bool:
    """True if denying `clause`, then reading `premises` in order, ends in contradiction.

    Each premise but the last must leave just one literal open, which is then taken as true; the
    last must leave none. A premise that says nothing new is refused: a good proof cites no such.
    """
    true = {-lit for lit in clause}
    ended = False
    for premise in premises:
        if ended or not true.isdisjoint(premise):
            return False
        open_literals = [lit for lit in premise if -lit not in true]
        if len(open_literals) > 1:
            return False
        if open_literals:
            true.add(open_literals[0])
        else:
            ended = True
    return ended


def judge(cnf: str, lrat: str) -> int:
    """Check the text of a proof against the text of its axioms; return its number of steps.

    Raise `BadStep`, naming the line, unless every step follows and the last is the empty clause.

    >>> judge("p cnf 2 3\\n1 2 0\\n-1 0\\n-2 0\\n", "4 0 2 3 1 0\\n")
    1
    """
    proof, steps = Derivation(read_cnf(cnf)), 0
    for number, line in read_lrat(lrat):
        if proof.proved is not None and not proof.proved:
            raise BadStep(f"line {number}: the proof has ended before")
        try:
            proof.add(line)
        except BadStep as problem:
            raise BadStep(f"line {number}: {problem}") from None
        steps += not line.deletes
    if proof.proved is None or proof.proved:
        raise BadStep("the proof does not end in the empty clause")
    return steps


def read_cnf(text: str) -> list[Clause]:
    """The clauses of a DIMACS file, one a line; comments may stand between them."""
    clauses: list[Clause] = []
    promised: tuple[int, int] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("c"):
            continue
        if line.startswith("p"):
            words = line.split()
            if promised or len(words) != 4 or words[:2] != ["p", "cnf"]:
                raise BadStep(f"line {number}: not 'p cnf VARIABLES CLAUSES'")
            [variables, count] = _numbers(number, words[2:])
            promised = variables, count
            continue
        if promised is None:
            raise BadStep(f"line {number}: a clause before 'p cnf VARIABLES CLAUSES'")
        *literals, end = _numbers(number, line.split())
        if end != 0 or 0 in literals:
            raise BadStep(f"line {number}: a clause is its literals and one 0 at the end")
        if any(abs(lit) > promised[0] for lit in literals):
            raise BadStep(f"line {number}: more variables than promised")
        clauses.append(frozenset(literals))
    if promised is None:
        raise BadStep("line 1: not a CNF: there is no 'p cnf VARIABLES CLAUSES'")
    if len(clauses) != promised[1]:
        raise BadStep(f"{promised[1]} clauses were promised, but there are {len(clauses)}")
    return clauses


def read_lrat(text: str) -> Iterator[tuple[int, Step]]:
    """The lines of an LRAT file, each with its number."""
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        if len(words) > 1 and words[1] == "d":
            id, *rest = _numbers(number, [words[0], *words[2:]])
            if not rest or rest[-1] != 0 or 0 in rest[:-1] or not rest[:-1]:
                raise BadStep(f"line {number}: a deletion is numbers and one 0 at the end")
            yield number, Step(id, frozenset(), (), tuple(rest[:-1]))
            continue
        id, *rest = _numbers(number, words)
        if rest.count(0) != 2 or rest[-1] != 0 or id < 1:
            raise BadStep(f"line {number}: not 'NUMBER literals 0 premises 0'")
        middle = rest.index(0)
        yield number, Step(id, frozenset(rest[:middle]), tuple(rest[middle + 1 : -1]))


def _numbers(number: int, words: list[str]) -> list[int]:
    try:
        if not _PLAIN.fullmatch("".join(words)):  # int() would take 1_0 and other scripts' digits
            raise ValueError
        return [int(word) for word in words]
    except ValueError:
        raise BadStep(f"line {number}: not a number among {' '.join(words)[:40]!r}") from None


def main(paths: list[str]) -> int:
    """Say whether the proof in the second file refutes the clauses of the first."""
    if len(paths) != 2:
        print("usage: check.py AXIOMS.cnf PROOF.lrat", file=sys.stderr)
        return 2
    texts = []
    for path in paths:
        with open(path, encoding="ascii") as file:  # noqa: PTH123 (this file stands alone)
            texts.append(file.read())
    try:
        print(f"verified: {judge(*texts)} steps")
    except BadStep as problem:
        print(f"refused: {problem}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
