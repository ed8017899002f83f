r"""The judge: check that each step of a proof follows from the clauses that it cites.

This file does not search for proofs and imports no other file of this project. To find a proof is
hard; to check it is the short replay below. If the axioms are true, no other file has to be
trusted. It can be copied to another folder and run there:

    python check.py AXIOMS.cnf PROOF.lrat

Both files are read as bytes. A line ends in `\n` or `\r\n` and holds printable ASCII characters
only. A number has at most nine digits and no leading zero. Anything else is refused: two programs
that split or parse a file differently would not check the same clauses.
"""

import errno
import io
import os
import re
import stat
import sys
from array import array
from collections.abc import Collection, Iterable, Iterator
from typing import BinaryIO, NamedTuple, TextIO, TypeVar

T = TypeVar("T")
Clause = frozenset[int]

LARGEST = 256 * 1024 * 1024
"""the most bytes of a file"""
VISITS = 1000
"""the most literals that are read for each byte of a proof and each literal of its axioms

Proofs that mineproof writes need some 5. The limit keeps the time linear in the file sizes."""

NO_MEMORY = "not enough memory to check this: nothing is said about the proof"
"""what judge and auditor print when memory runs out, with the exit status 2"""
_PRINTABLE = bytes(range(32, 127)) + b"\n"
# The repetitions are possessive (`*+`, `++`): they give nothing back, so they remember nothing.
# Others take 140 bytes of memory for each byte of a line.
_POSITIVE = rb"[1-9][0-9]{0,8}+"
_NUMBERS = re.compile(rb" *+(?:0|-?%b)(?: ++(?:0|-?%b))*+ *+" % (_POSITIVE, _POSITIVE))
_CLAUSE = re.compile(rb"( *+(?:-?%b ++)*+)0 *+" % _POSITIVE)
_STEP = re.compile(rb" *+%b(?: ++-?%b)*+ ++0(?: ++-?%b)*+ ++0 *+" % ((_POSITIVE,) * 3))
_PIECE = 1 << 16
"""the bytes of a line whose numbers are read at once: a list of words takes 25 times their bytes"""
_HEADER = re.compile(rb"p +cnf +(0|[1-9][0-9]{0,8}) +(0|[1-9][0-9]{0,8}) *")
_PLAIN_NAME = re.compile(r"[\w./\\:~+-]+")


class BadStep(ValueError):
    """A step of a proof does not follow, or a file breaks its format; the message says where."""


class Step(NamedTuple):
    """The claim that `clause` follows from the clauses numbered `premises`, read in that order.

    Axioms are numbered from 1 and are not steps; the numbers of steps are larger. `deletes` names
    clauses that no later step cites.
    """

    id: int
    clause: Clause
    premises: tuple[int, ...]
    deletes: tuple[int, ...] = ()


def check(axioms: Iterable[Clause], steps: Iterable[Step]) -> Clause | None:
    """Replay `steps` from `axioms`, which are numbered from 1; return the last clause proved.

    Return None if no clause is proved. Raise `BadStep` if a step does not follow, and for the
    literal 0, which is its own negation.

    >>> axioms = [frozenset({1, 2}), frozenset({-1})]
    >>> check(axioms, [Step(3, frozenset({2}), (2, 1))])
    frozenset({2})
    >>> check(axioms, [Step(3, frozenset({-2}), (2, 1))])
    Traceback (most recent call last):
    mineproof.proof.check.BadStep: step 3 does not follow from 2 1
    """
    sets = "axioms as sets of literals, such as proof.axioms"
    literals = "literals as whole numbers, such as -3"
    numbers = "clause numbers as a tuple of whole numbers, such as (2, 1)"
    known = _each(axioms, (frozenset, set), sets)
    proof = Derivation([tuple(_each(axiom, int, literals)) for axiom in known])
    for step in _each(steps, Step, "the steps of a proof, such as proof.steps"):
        [id] = _each([step.id], int, "the number of a step, such as 3")
        clause = frozenset(_each(step.clause, int, literals))
        premises, deletes = (tuple(_each(cited, int, numbers)) for cited in step[2:])
        proof.add(Step(id, clause, premises, deletes))
    return proof.proved


def _each(values: Iterable[T], kind: type | tuple[type, ...], expected: str) -> Iterator[T]:
    """Yield the values; raise `TypeError` if one is of another kind or a boolean."""
    wrong = f"expected {expected}, not"
    if not isinstance(values, Iterable):
        raise TypeError(f"{wrong} {values!r:.60}")
    for value in values:
        if not isinstance(value, kind) or isinstance(value, bool):  # a boolean is an `int` too
            raise TypeError(f"{wrong} {value!r:.60}")
        yield value


class Derivation:
    """The clauses known at this point of a proof, and the clause proved last."""

    def __init__(self, axioms: Iterable[Collection[int]] = ()) -> None:
        # The literals of all axioms in one array take a tenth of the memory of many tuples.
        self._literals, self._ends, self._deleted = array("i"), array("I", [0]), bytearray(1)
        self._steps: dict[int, tuple[int, ...]] = {}
        self._last = 0
        self.proved: Clause | None = None
        self.visits = 0
        """literals of all clauses cited so far"""
        for axiom in axioms:
            self.add_axiom(axiom)

    @property
    def literals(self) -> int:
        """literals of the axioms"""
        return len(self._literals)

    def add_axiom(self, axiom: Collection[int]) -> None:
        """Add the next axiom. Axioms come before all steps."""
        self._last += 1
        if 0 in axiom:
            raise BadStep(f"axiom {self._last} has the literal 0, which is its own negation")
        try:
            self._literals.extend(axiom)
        except OverflowError:
            raise BadStep(f"axiom {self._last} has a literal of more than 9 digits") from None
        self._ends.append(len(self._literals))
        self._deleted.append(False)

    def _clause(self, number: int) -> Collection[int] | None:
        """Return a clause, None if it is unknown or deleted."""
        found = self._steps.get(number)
        if found is None and 0 < number < len(self._ends) and not self._deleted[number]:
            return self._literals[self._ends[number - 1] : self._ends[number]]
        return found

    def _delete(self, number: int) -> bool:
        """Delete a clause; return whether it was known."""
        known = self._clause(number) is not None
        if known and number < len(self._ends):
            self._deleted[number] = True
        elif known:
            del self._steps[number]
        return known

    def add(self, step: Step) -> None:
        """Check one step and add its clause; raise `BadStep` if it does not follow."""
        id, clause, premises, deletes = step
        if deletes:
            for old in deletes:
                if not self._delete(old):
                    raise BadStep(f"step {id} deletes {old}, which is unknown or deleted")
            if not premises:
                return  # a line that only deletes
        if id <= self._last:
            raise BadStep(f"step {id} comes after {self._last}: numbers must grow")
        if 0 in clause:
            raise BadStep(f"step {id} has the literal 0, which is its own negation")
        if not self._follows(step):
            named = " ".join(map(str, premises))
            raise BadStep(f"step {id} does not follow from {named or 'nothing'}")
        self._last = id
        self._steps[id] = tuple(clause)  # a small frozenset takes four times as much memory
        self.proved = clause

    def _follows(self, step: Step) -> bool:
        """Return whether the premises, read in order, refute the negated clause.

        All literals of the clause are false at first. Each premise but the last must have exactly
        one literal that is not false yet, and that literal must not be true already; it becomes
        true. The last premise must have none.
        """
        clause_of, false, ended = self._clause, set(step.clause), False
        for number in step.premises:
            if (premise := clause_of(number)) is None:
                raise BadStep(f"step {step.id} cites {number}, which is unknown or deleted")
            self.visits += len(premise)
            left = [literal for literal in premise if literal not in false]
            if ended or (len(left) > 1 and len(set(left)) > 1):
                return False
            if left:
                literal = left[0]
                if -literal in false:
                    return False
                false.add(-literal)
            else:
                ended = True
        return ended


def judge(cnf: bytes | str, lrat: bytes | str) -> int:
    """Check the text of an LRAT file against that of a CNF file; return its number of steps.

    Raise `BadStep`, naming the line, unless every step follows and the last is the empty clause.

    >>> judge("p cnf 2 3\\n1 2 0\\n-1 0\\n-2 0\\n", "4 0 2 3 1 0\\n")
    1
    """
    return judge_steps(Derivation(_clauses(cnf)), lrat)


def judge_steps(proof: Derivation, lrat: bytes | str) -> int:
    """Check the text of an LRAT file against the axioms of `proof`; return its number of steps.

    Raise `BadStep` as `judge` does.
    """
    steps, number = 0, 1
    most = VISITS * (len(lrat) + proof.literals)
    for number, step in read_lrat(lrat):
        if proof.proved is not None and not proof.proved:
            raise BadStep(f"line {number}: a step after the empty clause")
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
    """Return the clauses of a DIMACS file, one a line, without its comments."""
    return [frozenset(clause) for clause in _clauses(text)]


def _clauses(text: bytes | str) -> Iterator[Collection[int]]:
    return (item for _, item in scan_cnf(text) if not isinstance(item, str))


def scan_cnf(text: bytes | str) -> Iterator[tuple[int, Collection[int] | str]]:
    """Yield the clauses and the comment texts of a DIMACS file, each with its line number.

    A literal may be in a clause twice.
    """
    header = variables = promised = clauses = 0
    for number, line in lines(text):
        if match := _CLAUSE.fullmatch(line):
            clause = _numbers(line, match.end(1))
            if not header:
                raise BadStep(f"line {number}: a clause before 'p cnf VARIABLES CLAUSES'")
            if clause and not -variables <= min(clause) <= max(clause) <= variables:
                raise BadStep(f"line {number}: more variables than 'p cnf' declares")
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
        raise BadStep(f"line {header}: declares {promised} clauses, but there are {clauses}")


def _numbers(line: bytes, end: int) -> Collection[int]:
    """Return the numbers before a place in a line that has numbers only there."""
    if end <= _PIECE:
        return tuple(map(int, line[:end].split()))
    found, begin = array("i"), 0
    while end - begin > _PIECE:
        stop = line.find(b" ", begin + _PIECE - 11)  # a number and its sign have at most ten bytes
        found.extend(map(int, line[begin:stop].split()))
        begin = stop
    found.extend(map(int, line[begin:end].split()))
    return found


def read_lrat(text: bytes | str) -> Iterator[tuple[int, Step]]:
    """Yield the steps of an LRAT file, each with its line number."""
    new = tuple.__new__  # takes a third of the time of Step(...)
    for number, line in lines(text):
        if _STEP.fullmatch(line):
            id, *rest = map(int, line.split())
            end = rest.index(0)
            yield number, new(Step, (id, frozenset(rest[:end]), tuple(rest[end + 1 : -1]), ()))
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
    r"""Yield the lines of a file without their ends, each with its number from 1.

    Only `\n` ends a line; one `\r` before it is dropped. Raise `BadStep` for any byte that is not
    printable ASCII. Other programs end a line at some of them (`\r`, `\f`, U+2028), and would read
    a clause inside what is a comment here.
    """
    # A string that is not ASCII is not ASCII in UTF-8 either: both are refused alike.
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    data = data.replace(b"\r\n", b"\n")
    strange = data.translate(None, _PRINTABLE)
    if strange:
        number = data.count(b"\n", 0, data.index(strange[:1])) + 1
        raise BadStep(f"line {number}: byte 0x{strange[0]:02x} is not printable ASCII")
    for number, line in enumerate(io.BytesIO(data), start=1):
        yield number, line[:-1] if line.endswith(b"\n") else line


def _is_comment(line: bytes) -> bool:
    return line == b"c" or line.startswith(b"c ")


def _not_numbers(number: int, line: bytes) -> BadStep:
    return BadStep(f"line {number}: not numbers of at most 9 digits: {line[:40].decode()!r}")


def open_regular(path: str, *, links: bool = True) -> BinaryIO:
    """Open a regular file of at most `LARGEST` bytes; raise `OSError` for anything else.

    A pipe or a device is refused unread. A symbolic link is refused unless `links` is set.
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
    """Return the bytes of a regular file; raise `OSError` as `open_regular` does."""
    with open_regular(path) as file:
        return file.read(LARGEST)


def file_name(path: str) -> str:
    r"""Return the name of a file for a message.

    A name that could be taken for a part of the message is quoted and escaped: a certificate comes
    with names that its author chose.

    >>> print(file_name("games/1"), file_name("games/1: solved\nverified"))
    games/1 'games/1: solved\nverified'
    """
    return path if _PLAIN_NAME.fullmatch(path) else repr(path)


def escaped(text: str) -> str:
    r"""Return a text for one line of output: what is not printable is written as in Python.

    >>> print(escaped("r1c1\r\x1b[2Kverified"))
    r1c1\r\x1b[2Kverified
    """
    return "".join([mark if mark.isprintable() else ascii(mark)[1:-1] for mark in text])


def say(line: str, stream: TextIO) -> None:
    """Print one line, with escapes for what is not printable or not in the stream's encoding."""
    encoding = stream.encoding or "ascii"
    print(escaped(line).encode(encoding, "backslashreplace").decode(encoding), file=stream)


def main(paths: list[str]) -> int:
    """Print whether the proof in the second file refutes the clauses of the first.

    Return 0 if it does, 1 if it is refused, 2 on other errors.
    """
    if len(paths) != 2:
        print("usage: check.py AXIOMS.cnf PROOF.lrat", file=sys.stderr)
        return 2
    try:
        cnf, lrat = map(read_regular, paths)
        say(f"verified: {judge(cnf, lrat)} steps", sys.stdout)
    except OSError as problem:
        say(f"{file_name(problem.filename)}: {problem.strerror}", sys.stderr)
        return 2
    except BadStep as problem:
        say(f"refused: {problem}", sys.stdout)
        return 1
    except MemoryError:
        say(NO_MEMORY, sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
