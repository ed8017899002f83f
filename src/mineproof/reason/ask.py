"""Decide one cell by forward or by backward reasoning, and count the resolvents of both.

`forward` saturates: it derives everything until the cell is decided. `ask` denies the answer and
derives only consequences of the denial (set of support). `ask_by_pairs` also works backward, but
with the resolution rule of `forward`: only the direction differs. (Forward and backward chaining of
the textbooks need Horn clauses. "One of these is a mine" is not one, so both would be incomplete.)
"""

from dataclasses import dataclass

from mineproof.base.errors import Contradiction
from mineproof.game.clues import Clue, clues
from mineproof.game.view import View
from mineproof.logic.cardinality import exactly
from mineproof.logic.kb import KnowledgeBase
from mineproof.logic.refute import BUDGET, Support
from mineproof.logic.saturation import Saturation
from mineproof.proof.clause import Clause
from mineproof.reason.needed import linked
from mineproof.reason.symbols import var, variables


@dataclass(frozen=True)
class Asked:
    """The answer to a question: `safe`, `mine`, or None if neither was proved."""

    verdict: str | None
    resolutions: int
    """resolvents made until the answer, or until giving up"""


def forward(view: View, cell: int) -> Asked:
    """Saturate the clues that are linked to the cell, until the cell is decided.

    >>> from mineproof import read
    >>> forward(read("1 1 1 / # # #", mines=1), 3).verdict
    'safe'
    """
    kb = KnowledgeBase(record=False)
    for clue in _told(view, cell):
        kb.tell_exactly(clue.mines, variables(clue.cells), source=clue.at)
    matching = Saturation(kb)
    while kb.take() is not None or matching.run():
        for lit, verdict in ((var(cell), "mine"), (-var(cell), "safe")):
            if lit in kb.facts:
                return Asked(verdict, kb.observer.counters.resolutions)
    return Asked(None, kb.observer.counters.resolutions)


def ask(view: View, cell: int, budget: int = BUDGET) -> Asked:
    """Work backward from the question: deny that the cell is safe, then that it is a mine.

    >>> from mineproof import read
    >>> ask(read("1 1 1 / # # #", mines=1), 3).verdict
    'safe'
    """
    axioms: list[Clause] = []
    for clue in _told(view, cell):
        axioms += exactly(clue.mines, variables(clue.cells), held=len(axioms))
    made = 0
    for lit, verdict in ((-var(cell), "safe"), (var(cell), "mine")):
        support = Support([*axioms, frozenset({-lit})], budget)
        found = support.run()
        made += support.resolutions
        if found is not None:
            return Asked(verdict, made)
    return Asked(None, made)


def ask_by_pairs(view: View, cell: int) -> Asked:
    """Work backward by the rule of `forward`: one parent has at most two literals.

    Each denial starts with a new base, in which only units have been propagated. The rule is not
    complete: the answer may be None where `ask` has one.

    >>> from mineproof import read
    >>> ask_by_pairs(read("1 1 1 / # # #", mines=1), 3).verdict
    'safe'
    """
    made = 0
    for lit, verdict in ((-var(cell), "safe"), (var(cell), "mine")):
        kb = KnowledgeBase(record=False)
        for clue in _told(view, cell):
            kb.tell_exactly(clue.mines, variables(clue.cells), source=clue.at)
        while kb.take() is not None:
            pass
        matching = Saturation(kb, support=True)
        try:
            kb.tell({-lit})
            while kb.take() is not None or matching.run():
                pass
        except Contradiction:
            return Asked(verdict, made + kb.observer.counters.resolutions)
        made += kb.observer.counters.resolutions
    return Asked(None, made)


def _told(view: View, cell: int) -> list[Clue]:
    return linked([clue for clue in clues(view) if clue.cells], cell)
