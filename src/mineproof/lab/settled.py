"""Where the sources contradict each other or themselves, and what the rows say to it.

Each function answers one contradiction from the tables it needs, or is not asked when they are
missing: then the report says that the data cannot settle it yet.
"""

from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np

from mineproof.lab import stats
from mineproof.lab.findings import agrees, paired, slopes
from mineproof.lab.recipe import CEILING, published
from mineproof.lab.summary import Line, Table
from mineproof.lab.words import interval, number, percent, points

Tables = dict[tuple[str, str], Table]


def settle(tables: Tables) -> list[tuple[str, str]]:
    """Every contradiction with its answer."""
    found = []
    for question, needs, answer in _CONTRADICTIONS:
        lacking = [" ".join(dict.fromkeys(need)) for need in needs if need not in tables]
        if lacking:
            found.append((question, f"Open: the store has no rows of {', '.join(lacking)}."))
            continue
        try:
            found.append((question, answer(*(tables[need] for need in needs))))
        except _TooLittle as lack:
            found.append((question, f"Open: {lack}."))
    return found


class _TooLittle(Exception):
    """The rows are there, but not those that the answer needs."""


def _line(table: Table, **settings: Any) -> Line:
    line = table.line(**settings)
    if line is None:
        words = ", ".join(f"{key} {value}" for key, value in settings.items())
        raise _TooLittle(f"no rows of {table.recipe.name} with {words}")
    return line


def _surprise(hits: int, boards: int, chance: float) -> float:
    """The chance of a count at least as far from what is expected (two-sided, by likelihood)."""
    terms = [comb(boards, k) * chance**k * (1 - chance) ** (boards - k) for k in range(boards + 1)]
    return min(1.0, sum(term for term in terms if term <= terms[hits] * (1 + 1e-9)))


def _always(table: Table, level: str, name: str, design: str = "nested") -> list[float]:
    """For each map, the share of its starts from which the board was completed."""
    lines = table.where(level=level, design=design, strategy=name)
    if not lines:
        raise _TooLittle(f"no rows of {table.recipe.name} with {name} on {level} boards")
    seeds = sorted(set.intersection(*(set(line.trials) for line in lines)))
    if len(seeds) < 30:
        raise _TooLittle(f"{len(seeds)} maps of {table.recipe.name} are too few")
    return [sum(line.trials[s]["complete"] for line in lines) / len(lines) for s in seeds]


def _easy_success(levels: Table, nested: Table) -> str:
    told = (
        ("easy", "A", "two-literal", None, 0),
        ("easy", "B", "consuming", 79, 100),
        ("easy", "D", "rebuild", 48, 50),
        ("easy", "D's table of densities", "rebuild", 45, 50),
        ("medium", "A", "two-literal", None, 0),
        ("medium", "B", "consuming", 86, 100),
        ("medium", "D", "rebuild", 48, 50),
    )
    said, odd = [], []
    for level, report, name, hits, boards in told:
        key = "success" if report == "B" else "complete"
        ours = _line(levels, level=level, strategy=name).values[key]
        words = f"{level}, report {report} (`{name}`): here {interval(ours)}"
        if hits is not None:
            p = _surprise(hits, boards, ours.value)
            words += f", published {hits} of {boards} (p = {p:.2g})"
            odd += [f"{report} on {level}"] if p < 0.05 else []
        said.append(words)
    perfect = []
    for level in ("easy", "medium"):
        shares = _always(nested, level, "two-literal")
        share = sum(one == 1 for one in shares) / len(shares)
        perfect.append(
            f"{percent(share)} % of {level} maps, five maps of five in {percent(share**5)} %"
        )
    a, b = (_line(levels, level="easy", strategy=s) for s in ("two-literal", "consuming"))
    gap = paired(a, b, "complete")
    so = ", so B's figure is lower because of its program" if gap.low > 0 else ""
    return (
        f"On the same boards: {'; '.join(said)}. Report A's 75 of 75 are five maps with fifteen"
        " nested starts each: `two-literal` completes all fifteen starts of"
        f" {'; of '.join(perfect)} of such experiments. On easy boards `two-literal` is"
        f" {points(gap)} ahead of `consuming`{so}. Published counts that their own strategy makes"
        f" surprising (p < 0.05): {', '.join(odd) or 'none'}."
    )


def _spread(place: Table) -> str:
    said, better = [], {"uniform": 0, "clustered": 0, "neither": 0}
    for level in place.choices("level"):
        for name in place.choices("strategy"):
            uniform = _line(place, level=level, strategy=name, place="uniform")
            for other in ("walk", "block"):
                clustered = _line(place, level=level, strategy=name, place=other)
                found = paired(uniform, clustered, "complete")
                seen = "uniform" if found.value > 0 else "clustered"
                better["neither" if found.low <= 0 <= found.high else seen] += 1
                if name == CEILING:
                    said.append(f"{level}, uniform less {other}: {points(found)}")
    total = sum(better.values())
    return (
        f"For complete inference: {'; '.join(said)}. Over all {total} comparisons of the recipe"
        " `start` (levels, strategies, walk and block), spread cells are better in"
        f" {better['uniform']}, clustered ones in {better['clustered']}, and in"
        f" {better['neither']} the interval includes no difference."
    )


def _more_cells(nested: Table, rules: Table, ratio: Table) -> str:
    said = []
    for level in nested.choices("level"):
        words = []
        for key, scale, unit in (("ms", 1000, "µs"), ("generated", 1, "clauses generated")):
            one = stats.mean(slopes(nested, level, "nested", "two-literal", key))
            value, low, high = (f"{scale * x:+.3g}" for x in (one.value, one.low, one.high))
            trend = "rises" if one.low > 0 else "falls" if one.high < 0 else "no trend is seen"
            words.append(f"{value} {unit} [{low}, {high}], {trend}")
        said.append(f"{level}: {'; '.join(words)}")
    name, tops = rules.part.measures[0].name, []
    for size in rules.choices("size"):
        lines = [line for line in rules.where(size=size, strategy="rebuild") if name in line.values]
        if lines:
            top = max(lines, key=lambda line: line.values[name].value)
            ends = (top, lines[-1])
            high, last = (
                f"{number(line.values[name].value)} at ratio {line.settings['ratio']:g}"
                for line in ends
            )
            tops.append(f"{size}: most, {high}; {last}")
    few, usual = (_line(ratio, size="9x9", ratio=r, strategy=CEILING) for r in (0.25, 1.0))
    return (
        "Report A's strategy on the same maps with nested cells, for each further cell."
        f" {'. '.join(said)}. Clauses of report D's on boards it completes: {'. '.join(tops)}."
        " The two measure different things of different programs. Few initial cells do stop the"
        " game: from a quarter of √cells on 9x9, complete inference finishes"
        f" {interval(few.values['complete'])}, from √cells {interval(usual.values['complete'])}"
        f" ({points(paired(usual, few, 'complete'))})."
    )


def _pairs_and_parents(levels: Table) -> str:
    said = []
    for level in levels.choices("level"):
        clues = _line(levels, level=level, strategy="complete-clues")
        gaps = []
        for name in ("unit", "consuming", "two-literal", "rebuild", "assignment", CEILING):
            found = paired(_line(levels, level=level, strategy=name), clues, "complete")
            gaps.append(
                f"`{name}` {100 * found.value:+.1f} [{100 * found.low:+.1f},"
                f" {100 * found.high:+.1f}]"
            )
        said.append(f"{level}: {', '.join(gaps)}")
    return (
        "Complete boards, in points beside all that the clues entail without the mine count"
        f" (`complete-clues`), same boards. {'. '.join(said)}. `unit` resolves no pairs,"
        " `consuming` any but deletes both parents, `two-literal` and `rebuild` keep to short"
        " clauses; `assignment` has the mine count at the end, and `complete` shows all that the"
        " count is worth."
    )


def _success_means(levels: Table) -> str:
    said, apart, games = [], 0, 0
    for level in levels.choices("level"):
        line = _line(levels, level=level, strategy="consuming")
        apart += sum(row["success"] != row["complete"] for row in line.trials.values())
        games += line.n
        a = _line(levels, level=level, strategy="two-literal").values
        said.append(
            f"{level}: {percent(a['determined'].value)} % of the cells,"
            f" {percent(a['complete'].value)} % of the boards"
        )
    return (
        f"For `consuming`, an empty base and a complete board are different verdicts in {apart}"
        f" of {games} games. Cells determined is another scale altogether; `two-literal`"
        f" determines and completes, {'; '.join(said)}. Tables here count complete boards, with a"
        " strategy's own verdict beside them."
    )


def _stuck_rule(levels: Table) -> str:
    said, differ = [], []
    for level in levels.choices("level"):
        ours, theirs = (_line(levels, level=level, strategy=s) for s in ("saturate", "assignment"))
        found = paired(ours, theirs, "complete")
        said.append(f"{level} {points(found)}")
        differ += [] if found.low <= 0 <= found.high else [level]
    missed = []
    for name in ("two-literal", "consuming", "unit", "rebuild", "assignment", "saturate"):
        rows = [
            r for line in levels.where(strategy=name) for r in line.trials.values() if "truly" in r
        ]
        if rows:
            missed.append(
                f"`{name}` {percent(sum(row['missed_clues'] for row in rows) / len(rows))} %"
            )
    return (
        "`saturate` is the assignment's rule without a limit on idle rounds; what it completes"
        f" beyond `assignment`, which gives up after five in a row: {'; '.join(said)}. A"
        f" difference is seen on {', '.join(differ) or 'no level'}. Of the stuck ends, so many"
        f" still had something that the clues alone entail: {', '.join(missed)}. What `saturate`"
        " misses there is due to its pairs, since it never gives up."
    )


def _larger_is_worse(density: Table) -> str:
    told, said, worse = published()["D-density"], [], 0
    for value in told["density"]:
        small, large = (
            _line(density, size=size, density=value, strategy="rebuild").values["complete"]
            for size in ("9x9", "12x12")
        )
        worse += small.value > large.value and not agrees(large.value, large.n, small)
        said.append(f"{value:g}: {interval(small)} and {interval(large)}")
    return (
        f"Complete boards by `rebuild` on 9x9 and on 12x12, by density. {'; '.join(said)}. The"
        f" larger board is worse beyond sampling error at {worse} of {len(said)} densities."
        " Report D's 48 and 50 of 50 at density 0.1 differ by chance as often as not (Fisher's p"
        f" = {_fisher(48, 50, 50):.2g}), and its mines round to 9.9 % of 81 cells and 9.7 % of"
        " 144."
    )


def _fisher(a: int, b: int, boards: int) -> float:
    """Fisher's exact test of two counts out of as many boards each."""
    hits = a + b
    ways = [
        comb(boards, k) * comb(boards, hits - k) if 0 <= hits - k <= boards else 0
        for k in range(boards + 1)
    ]
    return sum(way for way in ways if way <= ways[a]) / comb(2 * boards, hits)


def _never_stuck(nested: Table) -> str:
    said, whole = [], {}
    for level in nested.choices("level"):
        shares = _always(nested, level, "two-literal")
        apart = _always(nested, level, "two-literal", "all drawn anew")
        whole[level], none = (sum(s == end for s in shares) / len(shares) for end in (1, 0))
        spread = float(np.var(shares))
        worth = (
            f"{number(15 * float(np.var(apart)) / spread)}" if spread else "an unknown number of"
        )
        said.append(
            f"{level}: {percent(float(np.mean(shares)))} % of the games complete,"
            f" {percent(whole[level])} % of the maps from all fifteen starts, {percent(none)} %"
            f" from none; fifteen nested starts say as much as {worth} independent games"
        )
    some = 1 - (1 - whole["hard"]) ** 5
    return (
        f"{'. '.join(said)}. (By the variance between {len(shares)} maps, beside that of as many"
        " games on boards of their own.) So of experiments with five maps,"
        f" {percent(whole['easy'] ** 5)} % see no stuck game on easy boards and"
        f" {percent(whole['medium'] ** 5)} % none on medium ones, while {percent(some)} % see a"
        " hard map complete from all its starts: both of report A's statements can be had by"
        " chance."
    )


def _stepping(cells: Table) -> str:
    lines = cells.where(level="hard", strategy="consuming")
    if len(lines) < 10 or min(line.n for line in lines) < 50:
        raise _TooLittle("too few hard boards in safe-cells-90")
    seeds = sorted(set.intersection(*(set(line.trials) for line in lines)))
    won = np.array([[line.trials[s]["success"] for s in seeds] for line in lines], dtype=float)
    counts = [line.settings["safe_cells"] for line in lines]
    chance, said = np.random.default_rng(0), []
    for boards in (20, 100):
        # New boards for every step, as the report's program deals them; 2,000 such searches.
        picks = chance.integers(0, len(seeds), (2000, len(lines), boards))
        shares = won[np.arange(len(lines))[None, :, None], picks].mean(axis=2)
        reached = shares >= 0.9
        stops = np.where(
            reached.any(axis=1), np.take(counts, reached.argmax(axis=1)), counts[-1] + 5
        )
        low, middle, high = np.quantile(stops, (0.025, 0.5, 0.975))
        said.append(
            f"with {boards} boards a step at {middle:.0f} [{low:.0f}, {high:.0f}], at 285 or"
            f" before in {percent(float(np.mean(stops <= 285)))} % of the searches"
        )
    enough = [
        many
        for many, line in zip(counts, lines, strict=True)
        if line.values["success"].value >= 0.9
    ]
    at, best = (
        _line(cells, level="hard", strategy=s, safe_cells=285) for s in ("consuming", CEILING)
    )
    return (
        f"At 285 initial cells `consuming` succeeds in {interval(at.values['success'])} of hard"
        f" boards, complete inference in {interval(best.values['success'])}; `consuming` first"
        f" reaches 90 % at {enough[0] if enough else f'more than {counts[-1]}'}. A search that"
        f" goes up in fives and stops at the first 90 % tends to stop early: {'; '.join(said)}."
    )


_CONTRADICTIONS: tuple[tuple[str, tuple[tuple[str, str], ...], Callable[..., str]], ...] = (
    (
        (
            "Success at the same setting: 100, 96 or 90, and 79 % on easy boards; 100, 96 and 86"
            " % on medium."
        ),
        (("levels", "levels"), ("nested-time", "nested")),
        _easy_success,
    ),
    ("Initial cells: spread (report A) or clustered (report B)?", (("start", "place"),), _spread),
    (
        "More initial cells: more time (report A), or clauses that rise and then fall (report D)?",
        (("nested-time", "nested"), ("rules", "rules"), ("ratio", "ratio")),
        _more_cells,
    ),
    (
        "Which pairs to resolve, and what to do with the parents?",
        (("levels", "levels"),),
        _pairs_and_parents,
    ),
    (
        "What success means: all marked, base empty, or cells determined?",
        (("levels", "levels"),),
        _success_means,
    ),
    (
        "When to give up: ten idle rounds in all, six and six, one, or several?",
        (("levels", "levels"),),
        _stuck_rule,
    ),
    (
        (
            "Report D: is the larger board worse at equal density? Its own figures at 0.10 say"
            " otherwise."
        ),
        (("density", "density"),),
        _larger_is_worse,
    ),
    (
        (
            "Report A: never stuck in 75 games, beside a picture of a stuck board; one or two in"
            " ten hard boards complete, beside a map complete from all starts."
        ),
        (("nested-time", "nested"),),
        _never_stuck,
    ),
    (
        "Report B: a hundred boards a point in the text, twenty in the program.",
        (("safe-cells-90", "safe-cells"),),
        _stepping,
    ),
)
