"""Write clauses as DIMACS CNF, each with a comment that names its source."""

from collections.abc import Hashable, Iterable, Sequence

from mineproof.proof.clause import Clause


def write_cnf(
    clauses: Sequence[Clause], sources: Sequence[Hashable] = (), preamble: Iterable[str] = ()
) -> str:
    """Return a CNF file. `sources` has a comment for each clause, `preamble` comments for the top.

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
