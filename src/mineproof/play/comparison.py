"""Why one risk is better than another, as data: phrases that every language tells in its own words.

`best_reason` says what decided a choice, `better_of` compares two cells. The sentences are in the
tables `texts/LANGUAGE.json`, part `guess`; `reason/words.py` fills them in.
"""

from collections.abc import Callable, Iterator

from mineproof.core import Candidate, Evaluation
from mineproof.core.rank import rank
from mineproof.reason.deduce import Analysis
from mineproof.reason.words import Phrase, percent_with_margin

Name = Callable[[int], str]
Verdict = tuple[int | None, list[Phrase]]
"""The better cell, None if neither; and what decides."""


def certain_candidate(found: Analysis, cell: int) -> Candidate | None:
    """A cell that is certainly safe or certainly a mine; None if it is neither."""
    if cell in found.safe:
        return Candidate(cell=cell, risk=0.0, coin_flip=False)
    if cell in found.mined:
        return Candidate(
            cell=cell, risk=1.0, survival=0.0, certain_next=0.0, win=0.0, coin_flip=False
        )
    return None


def best_reason(evaluation: Evaluation, name: Name) -> list[Phrase]:
    """What decided the choice of an evaluation."""
    best, others = evaluation.candidates[0], evaluation.candidates[1:]
    if best.survival is None and best.win is None:
        key = "least risk" if best.dead else "least risk, informative"
        return [Phrase(key, risk=best.risk)]
    if not others:
        return [Phrase("only candidate", risk=best.risk)]
    if best.region_clears is not None:
        return [Phrase("region", risk=best.risk, share=best.region_clears)]
    if best.win is not None:
        equal = sum(one.win == best.win for one in others)
        if equal:
            key = "wins, one more" if equal == 1 else "wins, shared"
            return [Phrase(key, risk=best.risk, share=best.win, n=equal)]
        second, less = name(others[0].cell), others[0].win or 0.0
        key = "wins, next best"
        return [Phrase(key, risk=best.risk, share=best.win, other=second, other_share=less)]
    if best.win_estimate is not None:
        told = Phrase(
            "estimated", cell=name(best.cell), share=_estimate(best), n=best.rollouts or 0
        )
        return [Phrase("risk", risk=best.risk), told]
    after = Phrase("survival", share=best.survival or 0.0)
    if rank(evaluation.least_risk) == rank(best.risk):
        return [Phrase("least of all", risk=best.risk), after]
    safest = min(evaluation.candidates, key=lambda one: rank(one.risk))
    chosen = [Phrase("risk", risk=best.risk), after]
    if rank(safest.risk) == rank(best.risk):  # safer cells were not worth a search
        return chosen
    return chosen + better_of(best, safest, name, best.cell)[1]


def better_of(one: Candidate, other: Candidate, name: Name, chosen: int = -1) -> Verdict:
    """Which of two cells is the better one to open, and what decides.

    The `chosen` cell was searched more deeply than a candidate tells.
    """
    for decided in (
        _by_certainty, _by_win, _by_one_region, _by_two_regions, _by_estimate, _by_information,
    ):  # fmt: skip
        verdict = decided(one, other, name, chosen)
        if verdict is not None:
            return verdict
    if one.survival is None or other.survival is None:
        return _ranked("safe against", one, other, name, 1 - one.risk, 1 - other.risk)
    return _by_look_ahead(one, other, name, chosen)


def _by_certainty(one: Candidate, other: Candidate, name: Name, chosen: int) -> Verdict | None:  # noqa: ARG001
    for cell in (one, other):
        if cell.risk == 0:
            return cell.cell, [Phrase("certainly safe", cell=name(cell.cell))]
    if one.risk == other.risk == 1:
        return None, [Phrase("both mines")]
    for cell, rest in _both_ways(one, other):
        if cell.risk == 1:
            return rest.cell, [Phrase("certainly a mine", cell=name(cell.cell))]
    return None


def _by_win(one: Candidate, other: Candidate, name: Name, chosen: int) -> Verdict | None:  # noqa: ARG001
    if one.win is None or other.win is None:
        return None
    return _ranked("win against", one, other, name, one.win, other.win)


def _by_one_region(one: Candidate, other: Candidate, name: Name, chosen: int) -> Verdict | None:
    """One cell lies in a region that only the mine count links to the rest, the other does not."""
    for cell, rest in _both_ways(one, other):
        if cell.region_clears is None or rest.region_clears is not None:
            continue
        if rest.cell == chosen:
            return rest.cell, [Phrase("can wait", cell=name(cell.cell))]
        if cell.region_clears == cell.region_best:
            return cell.cell, [Phrase("costs nothing", cell=name(cell.cell))]
    return None


def _by_two_regions(one: Candidate, other: Candidate, name: Name, chosen: int) -> Verdict | None:  # noqa: ARG001
    """Every region must be cleared some day: what counts is what of its chance a cell keeps."""
    if one.region_clears is None or other.region_clears is None:
        return None

    def kept(cell: Candidate) -> float:
        return (cell.region_clears or 0.0) / (cell.region_best or 1.0)

    if rank(kept(one)) == rank(kept(other)):
        return None, [_equal(one, other, name)]
    best, rest = (one, other) if kept(one) > kept(other) else (other, one)
    return best.cell, [
        Phrase(
            "regions",
            cell=name(best.cell),
            share=best.region_clears or 0.0,
            other=name(rest.cell),
            other_share=rest.region_clears or 0.0,
            most=rest.region_best or 0.0,
        )
    ]


def _estimate(cell: Candidate) -> str:
    return percent_with_margin(cell.win_estimate or 0.0, cell.win_margin or 0.0)


def _by_estimate(one: Candidate, other: Candidate, name: Name, chosen: int) -> Verdict | None:
    """Rollouts estimated the chance to win. The choice also weighs the score, so it comes first."""
    if one.win_estimate is None or other.win_estimate is None:
        return None
    best, rest = (one, other) if one.win_estimate >= other.win_estimate else (other, one)
    if rest.cell == chosen:
        best, rest = rest, best
    shares = {"share": _estimate(best), "other_share": _estimate(rest)}
    told = Phrase("estimate against", cell=name(best.cell), other=name(rest.cell), **shares)
    return best.cell, [told]


def _by_information(one: Candidate, other: Candidate, name: Name, chosen: int) -> Verdict | None:  # noqa: ARG001
    for cell, rest in _both_ways(one, other):
        if cell.dead and not rest.dead:
            return rest.cell, [Phrase("is dead", cell=name(cell.cell))]
    return None


def _by_look_ahead(one: Candidate, other: Candidate, name: Name, chosen: int) -> Verdict:
    def score(cell: Candidate) -> float:
        return (cell.survival or 0.0) * (1 - (cell.flip_loss or 0.0))

    best, rest = (one, other) if score(one) >= score(other) else (other, one)
    if rank(score(best)) == rank(score(rest)):
        return None, [_equal(best, rest, name)]
    names = {"cell": name(best.cell), "other": name(rest.cell)}
    if rest.cell == chosen:
        return chosen, [Phrase("deeper", cell=names["other"], other=names["cell"])]
    assert best.survival is not None
    assert rest.survival is not None
    if rank(best.survival) <= rank(rest.survival):
        costs = {"share": best.flip_loss or 0.0, "other_share": rest.flip_loss or 0.0}
        return best.cell, [Phrase("flips", **names, **costs)]
    told = [Phrase("survival against", **names, share=best.survival, other_share=rest.survival)]
    gains, less = best.certain_next or 0.0, rest.certain_next or 0.0
    if best.risk > rest.risk and gains > less:
        told.append(Phrase("certain against", share=gains, other_share=less))
    return best.cell, told


def _both_ways(one: Candidate, other: Candidate) -> Iterator[tuple[Candidate, Candidate]]:
    yield one, other
    yield other, one


def _equal(one: Candidate, other: Candidate, name: Name) -> Phrase:
    return Phrase("equal", cell=name(one.cell), other=name(other.cell))


def _ranked(key: str, one: Candidate, other: Candidate, name: Name, a: float, b: float) -> Verdict:
    if rank(a) == rank(b):
        return None, [_equal(one, other, name)]
    if a < b:
        one, other, a, b = other, one, b, a
    return one.cell, [
        Phrase(key, cell=name(one.cell), share=a, other=name(other.cell), other_share=b)
    ]
