r"""The judge: does each step of a proof follow from the steps it cites?

This file searches for nothing and imports nothing of ours. To find a proof is hard; to check one is
the short replay below. A reader who grants the axioms needs no other file to believe the result.
Copy it out and run it:

    python check.py AXIOMS.cnf PROOF.lrat

Both files are read as bytes. A line ends in `\n` or `\r\n` and holds printable ASCII characters
only. A number has at most nine digits and no leading zero. Anything else is refused, because two
programs that split or parse a file differently do not check the same clauses.
"""

import errno
import io
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

Clause = frozenset[int]

LARGEST = 256 * 1024 * 1024
"""the most bytes of a file"""
VISITS = 1000
"""the most literals that are looked at for each byte of a proof and each literal of its axioms

The solver's proofs need some 5; the bound keeps the time linear in the size of the files."""

_PRINTABLE = bytes(range(32, 127)) + b"\n"
_POSITIVE = rb"[1-9][0-9]{0,8}"
_NUMBERS = re.compile(rb" *(?:0|-?%b)(?: +(?:0|-?%b))* *" % (_POSITIVE, _POSITIVE))
_CLAUSE = re.compile(rb"( *(?:-?%b +)*)0 *" % _POSITIVE)
_STEP = re.compile(rb" *(%b)((?: +-?%b)*) +0((?: +-?%b)*) +0 *" % ((_POSITIVE,) * 3))
_HEADER = re.compile(rb"p +cnf +(0|[1-9][0-9]{0,8}) +(0|[1-9][0-9]{0,8}) *")


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
        self.visits = 0
        """literals of cited clauses so far"""

    def add(self, step: Step) -> None:
        """Take one step, or raise `BadStep`."""
        known = self._known
        id, clause, premises, deletes = step
        if deletes:
            for old in deletes:
                if known.pop(old, None) is None:
                    raise BadStep(f"step {id} deletes {old}, which is not there")
            if not premises:
                return  # a line that only deletes
        if id <= self._last:
            raise BadStep(f"step {id} comes after {self._last}: numbers must grow")
        try:
            cited = [known[premise] for premise in premises]
        except KeyError as missing:
            raise BadStep(f"step {id} cites {missing}, which is not there") from None
        self.visits += sum(map(len, cited))
        if not follows(clause, cited):
            named = " ".join(map(str, premises))
            raise BadStep(f"step {id} does not follow from {named or 'nothing'}")
        self._last = id
        known[id] = self.proved = clause


def follows(clause: Clause, premises: Iterable[Clause]) -> bool:
    """True if denying `clause`, then reading `premises` in order, ends in contradiction.

    Each premise but the last must have exactly one literal that is not false yet, and that literal
    must not be true already; it is then taken as true. The last premise must have none.

    >>> follows(frozenset({2}), [frozenset({-1}), frozenset({1, 2})])
    True
    """
    false = set(clause)
    ended = False
    for premise in premises:
        left = premise - false
        if ended or len(left) > 1:
            return False
        if left:
            [literal] = left
            if -literal in false:
                return False
            false.add(-literal)
        else:
            ended = True
    return ended


def judge(cnf: bytes | str, lrat: bytes | str) -> int:
    """Check a proof, as its file has it, against its axioms; return its number of steps.

    Raise `BadStep`, naming the line, unless every step follows and the last is the empty clause.

    >>> judge("p cnf 2 3\\n1 2 0\\n-1 0\\n-2 0\\n", "4 0 2 3 1 0\\n")
    1
    """
    return judge_steps(read_cnf(cnf), lrat)


def judge_steps(axioms: list[Clause], lrat: bytes | str) -> int:
    """Check a proof, as its file has it, against axioms; return its number of steps."""
    proof, steps, number = Derivation(axioms), 0, 1
    most = VISITS * (len(lrat) + sum(map(len, axioms)))
    for number, step in read_lrat(lrat):
        if proof.proved is not None and not proof.proved:
            raise BadStep(f"line {number}: the proof has ended before")
        try:
            proof.add(step)
        except BadStep as problem:
            raise BadStep(f"line {number}: {problem}") from None
        if proof.visits > most:
            raise BadStep(f"line {number}: too much work for a proof of its size")
        steps += not step.deletes
    if proof.proved is None or proof.proved:
        raise BadStep(f"line {number}: the proof does not end in the empty clause")
    return steps


def read_cnf(text: bytes | str) -> list[Clause]:
    """The clauses of a DIMACS file, one a line; comments may stand between them."""
    return [item for _, item in scan_cnf(text) if not isinstance(item, str)]


def scan_cnf(text: bytes | str) -> Iterator[tuple[int, Clause | str]]:
    """The clauses of a DIMACS file and the texts of its comments, each with its line number."""
    header, variables, promised, clauses = 0, 0, 0, 0
    for number, line in lines(text):
        if match := _CLAUSE.fullmatch(line):
            clause = frozenset(map(int, match[1].split()))
            if not header:
                raise BadStep(f"line {number}: a clause before 'p cnf VARIABLES CLAUSES'")
            if clause and (max(clause) > variables or min(clause) < -variables):
                raise BadStep(f"line {number}: more variables than promised")
            clauses += 1
            yield number, clause
        elif _is_comment(line):
            yield number, line[2:].decode()
        elif line.startswith(b"p"):
            match = _HEADER.fullmatch(line)
            if header or not match:
                raise BadStep(f"line {number}: not 'p cnf VARIABLES CLAUSES'")
            header, variables, promised = number, int(match[1]), int(match[2])
        elif _NUMBERS.fullmatch(line):
            raise BadStep(f"line {number}: a clause is its literals and one 0 at the end")
        elif line.strip():
            raise _not_numbers(number, line)
    if not header:
        raise BadStep("line 1: not a CNF: there is no 'p cnf VARIABLES CLAUSES'")
    if clauses != promised:
        raise BadStep(f"line {header}: {promised} clauses were promised, but there are {clauses}")


def read_lrat(text: bytes | str) -> Iterator[tuple[int, Step]]:
    """The steps of an LRAT file, each with its line number."""
    for number, line in lines(text):
        if match := _STEP.fullmatch(line):
            id, literals, premises = match.groups()
            clause = frozenset(map(int, literals.split()))
            yield number, Step(int(id), clause, tuple(map(int, premises.split())))
        elif _NUMBERS.fullmatch(line):
            raise BadStep(f"line {number}: not 'NUMBER literals 0 premises 0'")
        elif line.strip() and not _is_comment(line):
            yield number, _read_deletion(number, line)


def _read_deletion(number: int, line: bytes) -> Step:
    first, _, rest = line.partition(b" d ")
    if not _NUMBERS.fullmatch(first) or not _NUMBERS.fullmatch(rest):
        raise _not_numbers(number, line)
    *deletes, end = map(int, rest.split())
    if end != 0 or not deletes or 0 in deletes or len(first.split()) != 1:
        raise BadStep(f"line {number}: a deletion is 'NUMBER d numbers 0'")
    return Step(int(first), frozenset(), (), tuple(deletes))


def lines(text: bytes | str) -> Iterator[tuple[int, bytes]]:
    r"""The lines of a file, numbered from 1, without their ends.

    Only `\n` ends a line; one `\r` before it is dropped. Raise `BadStep` for any byte that is not
    printable ASCII: other programs end a line at some of them (`\r`, `\f`, U+2028), so a comment
    of ours could hold a clause of theirs.
    """
    # A string cannot be wrong here and right as bytes: what is not ASCII stays so in UTF-8.
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    data = data.replace(b"\r\n", b"\n")
    strange = data.translate(None, _PRINTABLE)
    if strange:
        number = data.count(b"\n", 0, data.index(strange[:1])) + 1
        raise BadStep(f"line {number}: byte 0x{strange[0]:02x} is not printable ASCII")
    for number, line in enumerate(io.BytesIO(data), start=1):
        yield number, line.rstrip(b"\n")


def _is_comment(line: bytes) -> bool:
    return line == b"c" or line.startswith(b"c ")


def _not_numbers(number: int, line: bytes) -> BadStep:
    return BadStep(f"line {number}: not numbers of at most 9 digits: {line[:40].decode()!r}")


def open_regular(path: str, *, links: bool = True) -> BinaryIO:
    """Open a regular file of at most `LARGEST` bytes; raise `OSError` for anything else.

    A pipe or a device is refused without being read; a link too unless `links`.
    """
    if not links and os.path.islink(path):  # noqa: PTH114 (this file stands alone)
        raise OSError(errno.EINVAL, "a link, where a file should be", path)
    flags = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    flags |= 0 if links else getattr(os, "O_NOFOLLOW", 0)
    try:
        number = os.open(path, os.O_RDONLY | flags)
    except ValueError:  # a zero byte in the name
        raise OSError(errno.EINVAL, "not the name of a file", path) from None
    try:
        found = os.fstat(number)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "not a regular file", path)
        if found.st_size > LARGEST:
            raise OSError(errno.EFBIG, f"larger than {LARGEST // 1024 // 1024} MiB", path)
        return os.fdopen(number, "rb")
    except OSError:
        os.close(number)
        raise


def read_regular(path: str) -> bytes:
    """The bytes of a regular file."""
    with open_regular(path) as file:
        return file.read(LARGEST)


def main(paths: list[str]) -> int:
    """Say whether the proof in the second file refutes the clauses of the first."""
    if len(paths) != 2:
        print("usage: check.py AXIOMS.cnf PROOF.lrat", file=sys.stderr)
        return 2
    try:
        cnf, lrat = map(read_regular, paths)
        print(f"verified: {judge(cnf, lrat)} steps")
    except OSError as problem:
        print(f"{problem.filename}: {problem.strerror}", file=sys.stderr)
        return 2
    except BadStep as problem:
        print(f"refused: {problem}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
