"""Clauses to files: DIMACS CNF, each clause with a comment that says where it comes from."""

from collections.abc import Hashable, Iterable, Sequence

from mineproof.proof.clause import Clause


def write_cnf(
    clauses: Sequence[Clause], sources: Sequence[Hashable] = (), preamble: Iterable[str] = ()
) -> str:
    """A CNF file; `sources` names the origin of each clause, `preamble` stands before it all.

    >>> print(write_cnf([frozenset({1, -2})], ["clue r1c1"], ["a remark"]), end="")
    c a remark
    p cnf 2 1
    c clue r1c1
    1 -2 0
    """
    variables = max((abs(lit) for clause in clauses for lit in clause), default=0)
    lines = [f"c {remark}" for remark in preamble]
    lines.append(f"p cnf {variables} {len(clauses)}")
    for number, clause in enumerate(clauses):
        if sources:
            lines.append(f"c {sources[number]}")
        lines.append(" ".join(map(str, [*sorted(clause, key=abs), 0])))
    return "\n".join([*lines, ""])
