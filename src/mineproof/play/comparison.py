"""Why one risk is better than another, as data: phrases that every language tells in its own words.

`best_reason` says what decided a choice, `better_of` compares two cells. The sentences are in the
tables `texts/LANGUAGE.json`, part `guess`; `reason/words.py` fills them in.
"""

from collections.abc import Callable, Iterator

from mineproof.core.protocol import Candidate, Evaluation, WinDifference
from mineproof.core.rank import rank
from mineproof.reason.deduce import Analysis
from mineproof.reason.words import Phrase, percent_with_margin, points_with_margin

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
    if best.win is not None:
        return _exact_reason(best, others, name)
    told = _estimated(best, name)
    if evaluation.by_rollouts and told:
        return [Phrase("risk", risk=best.risk), *told, *_higher_estimate(best, others, name)]
    if best.region_clears is not None:
        return [Phrase("region", risk=best.risk, share=best.region_clears), *told]
    if told:
        told.insert(0, Phrase("look-ahead decides"))
    if not others:
        return [Phrase("only candidate", risk=best.risk), *told]
    return [*_look_ahead_reason(evaluation, name), *told]


def _higher_estimate(best: Candidate, others: list[Candidate], name: Name) -> list[Phrase]:
    """Say why a cell with a higher estimate than the choice is not the choice, if there is one."""
    known = [one for one in others if one.win_estimate is not None]
    top = max(known, key=lambda one: one.win_estimate or 0.0, default=best)
    if (top.win_estimate or 0.0) <= (best.win_estimate or 0.0):
        return []
    return [Phrase("higher estimate", cell=name(top.cell))]


def _exact_reason(best: Candidate, others: list[Candidate], name: Name) -> list[Phrase]:
    share = best.win or 0.0
    if not others:
        return [Phrase("wins", risk=best.risk, share=share)]
    equal = sum(one.win == best.win for one in others)
    if equal:
        key = "wins, one more" if equal == 1 else "wins, shared"
        return [Phrase(key, risk=best.risk, share=share, n=equal)]
    second, less = name(others[0].cell), others[0].win or 0.0
    return [Phrase("wins, next best", risk=best.risk, share=share, other=second, other_share=less)]


def _look_ahead_reason(evaluation: Evaluation, name: Name) -> list[Phrase]:
    best = evaluation.candidates[0]
    after = Phrase("survival", share=best.survival or 0.0)
    if rank(evaluation.least_risk) == rank(best.risk):
        return [Phrase("least of all", risk=best.risk), after]
    safest = min(evaluation.candidates, key=lambda one: rank(one.risk))
    chosen = [Phrase("risk", risk=best.risk), after]
    if rank(safest.risk) == rank(best.risk):  # safer cells were not worth a search
        return chosen
    why = better_of(best, safest, name, best.cell)[1]
    # "survival against" says of both cells what `after` says of one.
    return [chosen[0], *why] if why[0].key == "survival against" else [*chosen, *why]


def _estimated(cell: Candidate, name: Name) -> list[Phrase]:
    if cell.win_estimate is None:
        return []
    return [Phrase("estimated", cell=name(cell.cell), share=_estimate(cell), n=cell.rollouts or 0)]


def compare_in(evaluation: Evaluation, one: Candidate, other: Candidate, name: Name) -> Verdict:
    """Which of two cells of an evaluation is better to open, and what decides."""
    difference, chosen = evaluation.difference, evaluation.cell
    if difference is None:
        return better_of(one, other, name, chosen)
    if evaluation.by_rollouts:
        return better_of(one, other, name, chosen, difference)
    better, why = better_of(one, other, name, chosen)
    if one.region_clears is None and other.region_clears is None:
        why.append(Phrase("look-ahead decides"))
    return better, [*why, _estimate_against(one, other, name, difference)]


def better_of(
    one: Candidate,
    other: Candidate,
    name: Name,
    chosen: int = -1,
    difference: WinDifference | None = None,
) -> Verdict:
    """Which of two cells is the better one to open, and what decides.

    The `chosen` cell was searched more deeply than a candidate tells. `difference` is given if
    rollouts decide.
    """
    for decided in (_by_certainty, _by_win, _by_one_region, _by_two_regions):
        verdict = decided(one, other, name, chosen)
        if verdict is not None:
            return verdict
    if difference is not None:
        return _by_rollouts(one, other, name, chosen, difference)
    verdict = _by_information(one, other, name, chosen)
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


def _by_rollouts(
    one: Candidate, other: Candidate, name: Name, chosen: int, difference: WinDifference
) -> Verdict:
    """Games played on decide, if their difference is clear. They never contradict the choice."""
    better = one if difference.mean >= 0 else other
    told = [_estimate_against(one, other, name, difference)]
    if abs(difference.mean) <= difference.margin:
        told.insert(0, Phrase("no clear difference"))
        if chosen in (one.cell, other.cell):
            told.append(Phrase("deep opens", cell=name(chosen)))
        return None, told
    if better.cell != chosen and chosen in (one.cell, other.cell):
        # The choice was made with fewer of these games, and weighs the look-ahead too.
        return None, [*told, Phrase("deep opens, though", cell=name(chosen))]
    return better.cell, told


def _estimate_against(
    one: Candidate, other: Candidate, name: Name, difference: WinDifference
) -> Phrase:
    best, rest = (one, other) if difference.mean >= 0 else (other, one)
    return Phrase(
        "estimate against",
        cell=name(best.cell),
        share=_estimate(best),
        other=name(rest.cell),
        other_share=_estimate(rest),
        difference=points_with_margin(abs(difference.mean), difference.margin),
    )


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
    if rest.cell == chosen:
        return chosen, [Phrase("deeper")]
    names = {"cell": name(best.cell), "other": name(rest.cell)}
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
